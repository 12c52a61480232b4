//! Sessions of rounds: the score adds up, and the session ends when it is decided.

use numberline_rules::Seat;
use numberline_server::{Command, RoomStanding};
use numberline_table::read_records;
use serde_json::json;

use crate::common::{Place, pair, reason, wish};

#[tokio::test]
async fn a_session_continues_until_it_is_decided() {
    let place = Place::new();
    let hub = place.hub();
    let table = pair(&hub, wish("duel", json!({ "rounds": 3, "bestOf": true, "listed": true }))).await;
    let begun = table.game(&hub).await;
    assert_eq!((&begun["round"], &begun["score"]["wins"]), (&json!(1), &json!([0, 0])));
    assert_eq!(reason(table.act(&hub, Seat::One, &Command::NextRound).await), "The game is not over.");
    table.play(&hub, Seat::One, "5").await.unwrap();
    table.act(&hub, Seat::Two, &Command::Resign).await.unwrap();
    let between = table.game(&hub).await;
    assert_eq!((&between["moreRounds"], &between["score"]["wins"]), (&json!(true), &json!([1, 0])));
    assert_eq!(hub.list(RoomStanding::Live, 9).await.unwrap().len(), 1, "the session is not over");
    table.act(&hub, Seat::Two, &Command::NextRound).await.unwrap();
    let second = table.game(&hub).await;
    assert_eq!((&second["round"], &second["plies"], &second["turn"]), (&json!(2), &json!([]), &json!(1)));
    drop(hub);
    let hub = place.hub();
    assert_eq!(table.game(&hub).await, second);
    table.play(&hub, Seat::Two, "2 3").await.unwrap();
    table.act(&hub, Seat::Two, &Command::Resign).await.unwrap();
    let over = table.game(&hub).await;
    assert_eq!((&over["moreRounds"], &over["score"]["wins"]), (&json!(false), &json!([0, 2])));
    assert!(over["score"]["text"].as_str().unwrap().ends_with("wins the session, 2 to 0!"), "{over}");
    assert_eq!(hub.list(RoomStanding::Over, 9).await.unwrap().len(), 1);
    assert_eq!(reason(table.act(&hub, Seat::One, &Command::NextRound).await), "All rounds have been played.");
    let records = hub.records(table.room).await.unwrap();
    let text: String = records.iter().map(|record| format!("{record}\n")).collect();
    assert_eq!(read_records(&text).unwrap().len(), 2);
}

#[tokio::test]
async fn all_rounds_are_played_where_all_were_agreed_on() {
    let place = Place::new();
    let hub = place.hub();
    let table = pair(&hub, wish("token", json!({ "rounds": 2 }))).await;
    table.act(&hub, Seat::One, &Command::OfferDraw).await.unwrap();
    table.act(&hub, Seat::Two, &Command::Accept).await.unwrap();
    table.act(&hub, Seat::One, &Command::NextRound).await.unwrap();
    table.act(&hub, Seat::One, &Command::Resign).await.unwrap();
    let over = table.game(&hub).await;
    assert_eq!((&over["score"]["wins"], &over["score"]["draws"]), (&json!([1, 0]), &json!(1)));
    assert_eq!(over["moreRounds"], false);
}

#[tokio::test]
async fn the_server_tosses_with_the_seed_of_the_room() {
    let place = Place::new();
    let hub = place.hub();
    let mut begun = Vec::new();
    for seed in 0..8 {
        let table = pair(&hub, wish("token", json!({ "first": "toss", "rounds": 2, "seed": seed }))).await;
        let game = table.game(&hub).await;
        let turn = game["turn"].as_u64().unwrap();
        let name = game["players"][usize::from(turn == 2)]["name"].as_str().unwrap();
        assert_eq!(game["toss"], format!("{name} wins the toss and begins."));
        table.act(&hub, Seat::One, &Command::Resign).await.unwrap();
        table.act(&hub, Seat::One, &Command::NextRound).await.unwrap();
        assert_eq!(table.game(&hub).await["toss"], json!(null), "it was for the first round");
        begun.push(turn);
    }
    assert!(begun.contains(&1) && begun.contains(&2), "{begun:?}");
}

#[tokio::test]
async fn what_happens_comes_as_the_sentences_of_the_table() {
    let place = Place::new();
    let hub = place.hub();
    let table = pair(&hub, wish("duel", json!({ "rounds": 3, "bestOf": true }))).await;
    let first = table.game(&hub).await;
    assert_eq!(first["roundText"], "Round 1, best of 3");
    assert_eq!(
        (&first["played"], &first["seatChange"], &first["toss"]),
        (&json!(null), &json!(null), &json!(null))
    );
    let [one, two] = [0, 1].map(|seat: usize| first["players"][seat]["name"].as_str().unwrap().to_owned());
    table.play(&hub, Seat::One, "6 5").await.unwrap();
    table.act(&hub, Seat::Two, &Command::OfferDraw).await.unwrap();
    let after = table.game(&hub).await;
    assert_eq!(after["played"], format!("{one} crossed out 5 and 6."));
    assert_eq!(after["offer"], json!({ "kind": "draw", "by": 2, "text": format!("{two} offers a draw.") }));
    table.act(&hub, Seat::Two, &Command::Decline).await.unwrap();
    table.act(&hub, Seat::One, &Command::AskBack).await.unwrap();
    assert_eq!(table.game(&hub).await["offer"]["text"], format!("{one} asks to take a move back."));
    table.act(&hub, Seat::One, &Command::Resign).await.unwrap();
    table.act(&hub, Seat::One, &Command::OfferRematch).await.unwrap();
    assert_eq!(table.game(&hub).await["offer"]["text"], format!("{one} asks for a rematch."));
    table.act(&hub, Seat::One, &Command::NextRound).await.unwrap();
    let second = table.game(&hub).await;
    assert_eq!(second["roundText"], "Round 2, best of 3");
    assert_eq!(second["seatChange"], format!("{two} plays as Player 1."));
}
