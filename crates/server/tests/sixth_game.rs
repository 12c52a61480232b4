//! A sixth game is studied and played in rooms like the others: nothing in the server knows which games exist.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails says so by panicking"
)]

use crate::common;
#[allow(dead_code, reason = "only the game itself is used here")]
#[path = "../../table/tests/countdown/mod.rs"]
mod countdown;
#[allow(dead_code, reason = "only the game itself is used here")]
#[path = "../../table/tests/hideout/mod.rs"]
mod hideout;

use std::time::Instant;

use countdown::Countdown;
use hideout::Hideout;
use numberline_rules::{Seat, Turn};
use numberline_server::{Change, Command, GameView, Room, RoomId, RoomStanding, SeatKey, SecretFate, Study};
use numberline_table::{
    AnyGame, ByInduction, ByRetrograde, Dice, Limits, Name, Record, Table, Tags, catalog, game,
};
use numberline_wire::{BoardJson, Window};
use serde_json::{Value, json};

use common::{Place, name, wish};

use crate::studied::{analysed, reviewed};

#[tokio::test]
async fn it_is_drawn_analysed_and_reviewed() {
    let row = game::<Countdown, ByRetrograde>();
    let study = Study::default();
    let begin = || row.start(&row.book_settings(), Seat::One).unwrap();
    let board = BoardJson::new(&*begin(), Window::default());
    assert_eq!(board.moves[0].len(), 2);
    let analysis = analysed(&study, row, begin()).await.unwrap();
    let best = analysis.moves.as_ref().unwrap().first().unwrap();
    assert_eq!((analysis.position_value, best.r#move.as_str()), (Some("win"), "1"));
    let mut table = Table::new(begin(), Name::of_both_seats(), Limits::default());
    table.play_turn("2").unwrap();
    let record = Record::of(row, &table, Tags::default());
    let review = reviewed(&study, record).await.unwrap();
    assert_eq!(review.review.plies.first().unwrap().moves.first().unwrap().better, ["1"]);
    assert_eq!(review.chart.iter().map(|point| point.value).collect::<Vec<_>>(), [Some("win"), Some("lose")]);
}

/// Both seats have their moves on the line, there are no hands, and the result is a mix of exact fractions.
#[tokio::test]
async fn one_in_which_both_choose_is_studied_too() {
    let row = game::<Hideout, ByInduction>();
    let study = Study::default();
    let begin = || row.start(&row.book_settings(), Seat::One).unwrap();
    let board = BoardJson::new(&*begin(), Window::default());
    assert_eq!((board.moves.each_ref().map(Vec::len), board.hands), ([4, 4], None));
    assert!(board.moves.iter().flatten().all(|view| view.cells.is_some() && view.then.is_none()));
    let analysis = analysed(&study, row, begin()).await.unwrap();
    let strategy = analysis.strategy.as_ref().unwrap();
    let lit: Vec<&str> = strategy.two.iter().map(|mixed| mixed.probability.as_str()).collect();
    assert_eq!(lit, ["1/2", "0", "1/2", "0"]);
    let names = Name::of_both_seats();
    let mut table = Table::new(begin(), names.clone(), Limits::default());
    table.play_turn("4/2").unwrap();
    let record = Record::of(row, &table, Tags { names, ..Tags::default() });
    let review = reviewed(&study, record).await.unwrap();
    let [hidden, lit] = review.review.plies[0].moves.as_slice() else { unreachable!() };
    assert_eq!(
        (hidden.better.len(), lit.better.as_slice()),
        (0, ["1".to_owned(), "3".to_owned()].as_slice())
    );
}

#[tokio::test]
async fn it_is_played_in_a_room() {
    let row = game::<Countdown, ByRetrograde>();
    play_in_a_room(row);
    play_in_a_room(game::<Hideout, ByInduction>());
    // Clients cannot ask for it, because it is not in the catalog.
    let slug = row.info().slug;
    let refused = Place::new().hub().open(wish(slug, json!({})), name("Ada"), None).await.err().unwrap();
    assert_eq!(refused.to_string(), format!("there is no game '{slug}'"));
}

/// Every game is played in a room in the same way, also where both players choose at once.
#[test]
fn every_game_of_the_catalog_is_played_in_the_same_way() {
    catalog().into_iter().for_each(play_in_a_room);
}

/// Plays two rounds of random moves, with swapped seats in the second, and reloads the room from its log after each
/// entry.
fn play_in_a_room(row: &'static dyn AnyGame) {
    let wanted = wish(row.info().slug, json!({ "rounds": 2 })).settled().unwrap();
    let fresh = || Room::new(RoomId::random(), wanted.grant_of(row).unwrap());
    let (now, mut dice) = (Instant::now(), Dice::new(5, 0));
    let (mut room, mut log) = (fresh(), Vec::new());
    for (seat, who) in [(Seat::One, "Ada"), (Seat::Two, "Bo")] {
        let joined = room.join(Some(seat), name(who), SeatKey::random().hash(), None).unwrap().entry;
        room.apply(&joined, None, now).unwrap();
        log.push((joined, None));
    }
    while room.standing() == RoomStanding::Live {
        let at = room.session().at();
        let acts = |seat: &Seat| at.turn().acts(*seat) && !at.has_chosen(*seat);
        let (seat, command) = if room.session().ending().is_some() {
            (Seat::One, Command::NextRound)
        } else {
            let seat = Seat::BOTH.into_iter().find(acts).unwrap();
            (seat, Command::Move { text: at.pick(seat, &mut |count| dice.below(count)).unwrap() })
        };
        let both = at.turn() == Turn::Both;
        let decision = room.decide(seat, &command, None, now).unwrap();
        assert_eq!(both && command != Command::NextRound, decision.secret != SecretFate::Untouched);
        let chosen = decision.secret.chosen().map(ToOwned::to_owned);
        let plies = room.apply(&decision.entry, chosen.as_deref(), now).unwrap();
        let shown = serde_json::to_value(Change::of(&room, &decision.entry, plies, now)).unwrap();
        log.push((decision.entry, chosen));
        let loaded = log.iter().fold(fresh(), |mut loaded, (entry, chosen)| {
            loaded.apply(entry, chosen.as_deref(), now).unwrap();
            loaded
        });
        assert_eq!(shown["position"], loaded.session().at().position());
        let sits = |place: usize| shown["players"][place]["name"].as_str();
        let swapped = shown["round"] == 2;
        assert_eq!(
            [sits(0), sits(1)],
            if swapped { [Some("Bo"), Some("Ada")] } else { [Some("Ada"), Some("Bo")] }
        );
        for ply in shown["plies"]["add"].as_array().unwrap() {
            assert_eq!(ply["by"], if both { json!("both") } else { json!(seat.number()) });
        }
    }
    let over = serde_json::to_value(GameView::of(&room, now)).unwrap();
    let wins: u64 = over["score"]["wins"].as_array().unwrap().iter().filter_map(Value::as_u64).sum();
    assert_eq!((wins, &over["ending"]["kind"], &over["game"]), (2, &json!("won"), &json!(row.info().slug)));
}
