//! Rooms over a websocket.

use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::tungstenite::Message;

use crate::house::House;
use crate::lines::Lines;
use crate::talk::Talk;
use crate::wire::Request;

#[tokio::test]
async fn all_clients_see_a_move_and_the_mover_gets_an_answer() {
    let house = House::open().await;
    let seats = house.pair(&json!({ "set": ["length=4"] })).await;
    let (mut ada, game) = Talk::sit(&house, &seats[0]).await;
    let (mut grace, _) = Talk::sit(&house, &seats[1]).await;
    let (mut watcher, same) = Talk::enter(&house, &seats[0].room, None).await;
    assert_eq!(game, same, "players and spectators see the same");
    let version = game["version"].as_u64().expect("a version");
    ada.play("one", "2 3").await;
    let change = ada.hear_of("change").await;
    let done = ada.hear_of("done").await;
    assert_eq!(done, json!({ "type": "done", "id": "one", "version": version + 1 }));
    assert_eq!(change["version"], version + 1);
    assert_eq!(
        change["plies"],
        json!({ "from": 0, "add": [{ "by": 1, "text": "2 3", "did": "crosses out 2 and 3" }] })
    );
    assert_eq!((&change["what"], &change["by"]), (&json!("moved"), &json!(1)));
    assert_eq!(grace.hear_of("change").await, change);
    assert_eq!(watcher.hear_of("change").await, change);
    // A resent command gets the same answer, and there is no new message.
    ada.play("one", "2 3").await;
    assert_eq!(ada.hear_of("done").await, done);
    grace.play("two", "1").await;
    assert_eq!(grace.hear_of("change").await["version"], version + 2);
}

/// A client that asks for it is told of moves in brief, and of everything else in full.
#[tokio::test]
async fn a_client_can_be_told_in_brief() {
    let house = House::open().await;
    let [ada, grace] = house.pair(&json!({ "set": ["length=6"] })).await;
    let (mut full, game) = Talk::sit(&house, &grace).await;
    let version = game["version"].as_u64().expect("a version");
    let mut brief = Talk::open(&house, &ada.room).await;
    brief.say(&json!({ "type": "hello", "key": ada.key, "brief": true })).await;
    assert_eq!(brief.hear_of("game").await, game, "it begins with the whole game");
    let mut lines = Lines::open(&house, &ada.room, "?brief=true").await;
    assert_eq!(lines.message().await, game);
    brief.play("one", "2 3").await;
    let step = json!({ "type": "step", "version": version + 1, "by": 1, "ply": "2 3", "position": ".XX... 2", "turn": 2 });
    assert_eq!(brief.hear_of("step").await, step);
    assert_eq!(brief.hear_of("done").await["version"], version + 1);
    assert_eq!(lines.message().await, step);
    assert_eq!(full.hear_of("change").await["version"], version + 1);
    assert!(step.to_string().len() <= 120, "both sockets and the answer stay below 300 bytes: {step}");
    // An offer cannot be told in brief, nor its answer.
    for (seat, id, command) in [(&ada, "two", "offerDraw"), (&grace, "three", "decline")] {
        assert_eq!(house.command(seat, id, &json!({ "kind": command })).await.status, 200);
        assert_eq!(brief.hear_of("change").await, full.hear_of("change").await);
    }
    full.play("four", "5 6").await;
    assert_eq!(brief.hear_of("step").await["position"], ".XX.XX 1");
    // The whole game at any time.
    brief.say(&json!({ "type": "look" })).await;
    let now = house.get(&format!("/api/rooms/{}", ada.room)).await.json();
    assert_eq!(brief.hear_of("game").await, now);
    // What was missed comes in full, and so does the end.
    let mut back = Talk::open(&house, &ada.room).await;
    back.say(&json!({ "type": "hello", "since": version + 3, "brief": true })).await;
    assert_eq!(back.hear_of("change").await["version"], version + 4);
    brief.play("five", "1").await;
    assert_eq!(back.hear_of("step").await["ply"], "1");
    full.play("six", "4").await;
    assert_eq!(back.hear_of("change").await["ending"]["winner"], 2);
}

/// A secret choice is told in brief without a word of what it is.
#[tokio::test]
async fn a_secret_choice_in_brief_says_only_that_it_was_made() {
    let house = House::open().await;
    let [ada, grace] =
        house.pair(&json!({ "game": "cards", "time": { "seconds": 60, "increment": 0 } })).await;
    let mut brief = Talk::open(&house, &ada.room).await;
    brief.say(&json!({ "type": "hello", "brief": true })).await;
    let game = brief.hear_of("game").await;
    house.play(&ada, "one", "3").await;
    let step = brief.hear_of("step").await;
    assert_eq!((&step["chosen"], &step["turn"]), (&json!([true, false]), &json!("both")));
    assert_eq!((&step["position"], step.get("ply")), (&game["position"], None));
    assert!(step["left"][0].as_u64().is_some_and(|left| left <= 60_000), "{step}");
    house.play(&grace, "two", "4").await;
    let step = brief.hear_of("step").await;
    assert_eq!((&step["ply"], step.get("chosen")), (&json!("3/4"), None));
}

/// A client that keeps the state itself is told what changed, on a socket and on a stream, with the moves of its own seat.
#[tokio::test]
async fn a_client_can_be_told_what_changed() {
    let house = House::open().await;
    let [ada, grace] = house.pair(&json!({ "game": "token" })).await;
    let mut talk = Talk::open(&house, &ada.room).await;
    talk.say(&json!({ "type": "hello", "key": grace.key, "diffs": true })).await;
    let game = talk.hear_of("game").await;
    let version = game["version"].as_u64().expect("a version");
    let mut lines = Lines::open(&house, &ada.room, "?diffs=true").await;
    assert_eq!(lines.message().await, game, "it begins with the whole game");
    house.play(&ada, "one", "1 right").await;
    let diff = json!({
        "type": "diff", "position": "6 2",
        "ply": { "text": "1 right", "did": "to 6", "told": "Ada moved the token from 5 to 6.", "cells": [5, 6] },
    });
    assert_eq!(lines.message().await, diff);
    let mut own = talk.hear_of("diff").await;
    let moves = own["yourMoves"].take();
    assert_eq!(
        moves,
        json!({
            "text": ["1 left", 2, "1 right", 2],
            "effect": ["to 5", 4, 7, 8],
            "then": "o",
        })
    );
    own.as_object_mut().expect("a message").remove("yourMoves");
    assert_eq!(own, diff);
    // What follows from the last ply is left out.
    house.play(&grace, "back", "1 left").await;
    let next = json!({ "type": "diff", "position": "5 1", "ply": { "text": "1 left", "cells": [6, 5] } });
    assert_eq!((talk.hear_of("diff").await, lines.message().await), (next.clone(), next));
    // Whatever happens is told like this.
    for (seat, id, command) in
        [(&grace, "two", "offerDraw"), (&ada, "three", "decline"), (&ada, "four", "resign")]
    {
        assert_eq!(house.command(seat, id, &json!({ "kind": command })).await.status, 200);
        assert_eq!(talk.hear_of("diff").await, lines.message().await);
    }
    talk.say(&json!({ "type": "look" })).await;
    let now = house.get(&format!("/api/rooms/{}", ada.room)).await.json();
    assert_eq!(talk.hear_of("game").await, now);
    // What was missed comes as a whole.
    let mut back = Talk::open(&house, &ada.room).await;
    back.say(&json!({ "type": "hello", "since": version, "diffs": true })).await;
    assert_eq!(back.hear_of("game").await, now);
}

#[tokio::test]
async fn the_welcome_says_which_seat_it_is() {
    let house = House::open().await;
    let seats = house.pair(&json!({})).await;
    for (key, seat) in [(Some(&seats[0].key), json!(1)), (Some(&seats[1].key), json!(2)), (None, json!(null))]
    {
        let mut talk = Talk::open(&house, &seats[0].room).await;
        talk.say(&json!({ "type": "hello", "key": key })).await;
        let welcome = talk.hear().await;
        assert_eq!((&welcome["type"], &welcome["seat"]), (&json!("welcome"), &seat));
    }
}

/// In the second round the seats are swapped. Players are still identified by the seats they first took.
#[tokio::test]
async fn the_welcome_and_presence_stay_the_same_in_the_next_round() {
    let house = House::open().await;
    let seats = house.pair(&json!({ "rounds": 2 })).await;
    for (who, command) in [(1, "resign"), (0, "nextRound")] {
        let done = house.command(&seats[who], command, &json!({ "kind": command })).await;
        assert_eq!(done.status, 200, "{}", done.body);
    }
    let mut ada = Talk::open(&house, &seats[0].room).await;
    ada.say(&json!({ "type": "hello", "key": seats[0].key })).await;
    assert_eq!(ada.hear().await["seat"], 1);
    let game = ada.hear_of("game").await;
    assert_eq!((&game["players"][0]["home"], &game["players"][1]["home"]), (&json!(2), &json!(1)));
    assert_eq!(ada.hear_of("presence").await["here"], json!([true, false]));
    ada.play("early", "5").await;
    assert_eq!(ada.hear_of("refused").await["reason"], "It is the other player's turn.");
    let (mut grace, _) = Talk::sit(&house, &seats[1]).await;
    grace.play("one", "5").await;
    let change = ada.hear_of("change").await;
    assert_eq!((&change["by"], &change["plies"]["add"][0]["by"]), (&json!(1), &json!(1)));
}

#[tokio::test]
async fn a_refusal_is_a_sentence_and_changes_nothing() {
    let house = House::open().await;
    let seats = house.pair(&json!({})).await;
    let (ada, game) = Talk::sit(&house, &seats[0]).await;
    let (grace, _) = Talk::sit(&house, &seats[1]).await;
    let (watcher, _) = Talk::enter(&house, &seats[0].room, None).await;
    let mut talks = [ada, grace, watcher];
    for (who, what) in [
        (1, json!({ "kind": "move", "text": "5" })),
        (1, json!({ "kind": "accept" })),
        (0, json!({ "kind": "move", "text": "99" })),
        (0, json!({ "kind": "nextRound" })),
        (2, json!({ "kind": "resign" })),
    ] {
        let talk: &mut Talk = &mut talks[who];
        talk.order("one", &what).await;
        let refused = talk.hear_of("refused").await;
        assert_eq!((&refused["id"], &refused["version"]), (&json!("one"), &game["version"]), "{what}");
        let reason = refused["reason"].as_str().expect("a sentence");
        assert!(
            reason.len() > 10 && reason.ends_with('.') && !reason.starts_with(char::is_lowercase),
            "{what}: {reason}"
        );
    }
    let room = format!("/api/rooms/{}", seats[0].room);
    assert_eq!(house.get(&room).await.json()["version"], game["version"]);
    // A move for another position.
    talks[0].play("two", "5").await;
    let done = talks[0].hear_of("done").await;
    let late = json!({ "kind": "move", "text": "6" });
    talks[1].say(&json!({ "type": "do", "id": "three", "seen": game["version"], "do": late })).await;
    assert_eq!(talks[1].hear_of("refused").await["version"], done["version"]);
    assert_eq!(house.get(&room).await.json()["version"], done["version"]);
}

/// A client that reconnects gets what it missed, or the full state where that is no longer known.
#[tokio::test]
async fn a_client_that_reconnects_gets_what_it_missed() {
    let house = House::open().await;
    let seats = house.pair(&json!({ "set": ["length=6"] })).await;
    let (_stays, game) = Talk::sit(&house, &seats[0]).await;
    let version = game["version"].as_u64().expect("a version");
    for (turn, seat) in [0, 1].into_iter().enumerate() {
        let played = house.play(&seats[seat], &format!("turn{turn}"), &format!("{}", turn + 1)).await;
        assert_eq!(played.status, 200, "{}", played.body);
    }
    let come_back = async |since: u64| {
        let mut talk = Talk::open(&house, &seats[0].room).await;
        talk.say(&json!({ "type": "hello", "since": since })).await;
        assert_eq!(talk.hear().await["version"], version + 2);
        // A ping is answered at once, so the pong marks the end of what was missed.
        talk.say(&json!({ "type": "ping" })).await;
        let mut heard = Vec::new();
        loop {
            let message = talk.hear().await;
            match message["type"].as_str() {
                Some("pong") => return heard,
                Some("presence") => {}
                _ => heard.push((message["type"].clone(), message["version"].clone())),
            }
        }
    };
    assert_eq!(come_back(version + 2).await, []);
    assert_eq!(come_back(version + 1).await, [(json!("change"), json!(version + 2))]);
    assert_eq!(come_back(0).await, [(json!("game"), json!(version + 2))]);
    assert_eq!(
        come_back(version + 99).await,
        [(json!("game"), json!(version + 2))],
        "no client has seen a future version"
    );
}

#[tokio::test]
async fn all_clients_see_who_is_present() {
    let house = House::open().await;
    let seats = house.pair(&json!({})).await;
    let (mut ada, _) = Talk::sit(&house, &seats[0]).await;
    let until = async |talk: &mut Talk, here: serde_json::Value, watching: u64| loop {
        let presence = talk.hear_of("presence").await;
        if presence["here"] == here && presence["watching"] == watching {
            return;
        }
    };
    let (grace, _) = Talk::sit(&house, &seats[1]).await;
    let (watcher, _) = Talk::enter(&house, &seats[0].room, None).await;
    until(&mut ada, json!([true, true]), 1).await;
    drop(grace);
    until(&mut ada, json!([true, false]), 1).await;
    drop(watcher);
    until(&mut ada, json!([true, false]), 0).await;
}

/// An unknown message ends the conversation, with a reason.
#[tokio::test]
async fn an_unknown_message_ends_the_conversation() {
    let house = House::open().await;
    let seat = house.room(&json!({})).await;
    for text in [
        "",
        "hello",
        "{}",
        "{\"type\":\"shout\"}",
        "{\"type\":\"hello\"}",
        "{\"type\":\"do\",\"id\":\"\",\"do\":{\"kind\":\"resign\"}}",
        "{\"type\":\"do\",\"id\":\"a b\",\"do\":{\"kind\":\"resign\"}}",
        "{\"type\":\"do\",\"id\":\"one\",\"do\":{\"kind\":\"cheat\"}}",
        "{\"type\":\"do\",\"id\":\"one\",\"do\":{\"kind\":\"move\",\"text\":\"5\",\"seat\":2}}",
    ] {
        let (mut talk, _) = Talk::sit(&house, &seat).await;
        futures_util::SinkExt::send(&mut talk.stream, Message::text(text)).await.expect("sent");
        let (reason, code) = talk.bye().await;
        assert_eq!(code, Some(1003), "{text}");
        assert!(reason.expect("a reason").contains("not understood"), "{text}");
    }
    let (mut talk, _) = Talk::sit(&house, &seat).await;
    futures_util::SinkExt::send(&mut talk.stream, Message::binary(vec![1, 2, 3])).await.expect("sent");
    assert_eq!(talk.bye().await.1, Some(1003));
}

/// An invalid frame is answered with the proper close code.
#[tokio::test]
async fn invalid_frames_end_the_conversation() {
    let house = House::open().await;
    let seat = house.room(&json!({})).await;
    for (bytes, code) in [
        (&[0x81, 0x02, b'h', b'i'][..], 1002),                     // not masked
        (&[0xf1, 0x80, 0, 0, 0, 0], 1002),                         // reserved bits
        (&[0x83, 0x80, 0, 0, 0, 0], 1002),                         // unknown opcode
        (&[0x80, 0x80, 0, 0, 0, 0], 1002),                         // continuation of nothing
        (&[0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe], 1007),             // invalid UTF-8
        (&[0x81, 0xff, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0], 1009), // far too long
    ] {
        let (mut talk, _) = Talk::sit(&house, &seat).await;
        talk.stream.get_mut().write_all(bytes).await.expect("sent");
        let (reason, closed) = talk.bye().await;
        assert_eq!(closed, Some(code), "{bytes:x?}");
        assert!(reason.is_some(), "{bytes:x?}");
    }
}

#[tokio::test]
async fn a_wrong_key_is_no_seat() {
    let house = House::open().await;
    let [ada, _] = house.pair(&json!({})).await;
    let other = house.room(&json!({})).await;
    for key in ["", "123", "00000000000000000000000000000000", &other.key] {
        let mut talk = Talk::open(&house, &ada.room).await;
        talk.say(&json!({ "type": "hello", "key": key })).await;
        let (reason, code) = talk.bye().await;
        assert_eq!(code, Some(4403), "{key}: retrying with it is useless, and a client must know");
        assert!(reason.expect("a reason").contains("key"), "{key}");
    }
}

#[tokio::test]
async fn what_is_no_handshake_is_refused() {
    let house = House::open().await;
    let seat = house.room(&json!({})).await;
    let path = format!("/api/rooms/{}/socket", seat.room);
    house.get(&path).await.problem(426, "no-handshake");
    let right = [
        ("connection", "keep-alive, Upgrade"),
        ("upgrade", "websocket"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "AAAAAAAAAAAAAAAAAAAAAA=="),
    ];
    for (name, value) in [
        ("connection", "close"),
        ("upgrade", "h2c"),
        ("sec-websocket-version", "8"),
        ("sec-websocket-key", "AAAA"),
    ] {
        let mut request = Request::get(&path);
        for (known, good) in right {
            request = request.header(known, if known == name { value } else { good });
        }
        request.send(house.address).await.problem(426, "no-handshake");
    }
    let nowhere = Talk::try_open(&house, "abcdefghijkm").await.err().expect("no websocket");
    assert!(nowhere.to_string().contains("404"), "{nowhere}");
}
