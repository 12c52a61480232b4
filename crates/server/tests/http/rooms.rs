//! Rooms over HTTP: opening, joining, playing, watching.

use serde_json::json;

use crate::house::House;
use crate::wire::Request;

#[tokio::test]
async fn two_people_meet_and_play() {
    let house = House::open().await;
    let [ada, grace] = house.pair(&json!({ "set": ["length=4"] })).await;
    assert_eq!((ada.seat, grace.seat), (1, 2));
    assert_eq!(ada.room, grace.room);
    assert_ne!(ada.key, grace.key);
    let path = format!("/api/rooms/{}", ada.room);
    let game = house.get(&path).await.json();
    assert_eq!(game["type"], "game");
    assert_eq!(game["room"], ada.room);
    assert_eq!(game["game"], "duel");
    assert_eq!(
        game["players"],
        json!([
            { "name": "Ada", "computer": false, "home": 1 },
            { "name": "Grace", "computer": false, "home": 2 },
        ])
    );
    assert_eq!((&game["turn"], &game["cells"]), (&json!(1), &json!("....")));
    let version = game["version"].as_u64().expect("a version");

    let played = house.play(&ada, "one", "2 3").await;
    assert_eq!(played.json(), json!({ "id": "one", "version": version + 1 }));
    let after = house.get(&path).await.json();
    assert_eq!(
        (&after["turn"], &after["plies"]),
        (&json!(2), &json!([{ "by": 1, "text": "2 3", "did": "crosses out 2 and 3" }]))
    );
    assert_eq!(after["version"], version + 1);

    let twice = house.play(&ada, "one", "2 3").await;
    assert_eq!(twice.json(), played.json(), "a resent command counts once");
    let wrong = house.play(&grace, "two", "2").await;
    wrong.problem(422, "refused");
    assert_eq!(house.get(&path).await.json(), after, "a refused command changes nothing");
}

#[tokio::test]
async fn a_player_with_a_key_can_ask_again_after_a_lost_answer() {
    let house = House::open().await;
    let key = "4b7f02c9e1d85a36908e6f21bd57c43a";
    let wanted = json!({ "game": "duel", "name": "Ada", "seat": 2, "key": key, "listed": true });
    let opened = Request::post("/api/rooms", &wanted).send(house.address).await;
    assert_eq!((opened.status, opened.json()["key"].as_str()), (201, Some(key)));
    let again = Request::post("/api/rooms", &wanted).send(house.address).await;
    assert_eq!((again.status, again.json()), (200, opened.json()));
    let other = json!({ "game": "siege", "name": "Ada", "key": key });
    Request::post("/api/rooms", &other).send(house.address).await.problem(409, "refused");
    assert_eq!(house.get("/api/rooms?standing=open").await.json().as_array().map(Vec::len), Some(1));
    let room = opened.json()["room"].as_str().expect("a room").to_owned();
    for bad in ["abc", "00000000000000000000000000000000", "0123456789abcdef0123456789abcdef"] {
        let (opening, joining) = (json!({ "game": "duel", "key": bad }), json!({ "key": bad }));
        for (path, body) in [("/api/rooms".to_owned(), opening), (format!("/api/rooms/{room}/join"), joining)]
        {
            let answer = house.post(&path, &body).await;
            answer.problem(422, "key");
            assert_eq!(answer.json()["field"], "key");
        }
    }
}

#[tokio::test]
async fn a_command_needs_the_key_to_its_seat() {
    let house = House::open().await;
    let [ada, _] = house.pair(&json!({})).await;
    let [_, stranger] = house.pair(&json!({})).await;
    let path = format!("/api/rooms/{}/commands", ada.room);
    let body = json!({ "id": "one", "do": { "kind": "move", "text": "5" } });
    let keyless = Request::post(&path, &body).send(house.address).await;
    keyless.problem(401, "no-key");
    assert_eq!(keyless.header("www-authenticate"), "Bearer");
    for header in
        ["Basic YTpi", "Bearer", "Bearer 123", "bearer of gifts", "Bearer zz345678901234567890123456789012"]
    {
        let answer = Request::post(&path, &body).header("authorization", header).send(house.address).await;
        answer.problem(401, "no-key");
    }
    for key in ["00000000000000000000000000000000", &stranger.key] {
        Request::post(&path, &body).bearer(key).send(house.address).await.problem(403, "not-yours");
    }
    // The scheme's name is case-insensitive.
    for scheme in ["bearer", "Bearer"] {
        let header = format!("{scheme} {}", ada.key);
        let answer = Request::post(&path, &body).header("authorization", &header).send(house.address).await;
        assert_eq!(answer.status, 200, "{scheme}");
    }
}

#[tokio::test]
async fn a_command_for_another_position_is_refused() {
    let house = House::open().await;
    let [ada, grace] = house.pair(&json!({})).await;
    let path = format!("/api/rooms/{}/commands", ada.room);
    let seen =
        house.get(&format!("/api/rooms/{}", ada.room)).await.json()["version"].as_u64().expect("a version");
    let send = async |seat: &crate::house::Seat, id: &str, seen: u64, text: &str| {
        let body = json!({ "id": id, "seen": seen, "do": { "kind": "move", "text": text } });
        Request::post(&path, &body).bearer(&seat.key).send(house.address).await
    };
    assert_eq!(send(&ada, "one", seen, "5").await.status, 200);
    send(&grace, "two", seen, "6").await.problem(409, "stale");
    assert_eq!(send(&grace, "three", seen + 1, "6").await.status, 200);
    // A resent old command gets its old answer, although the room has changed since.
    assert_eq!(send(&ada, "one", seen, "5").await.json(), json!({ "id": "one", "version": seen + 1 }));
}

#[tokio::test]
async fn an_unknown_room_is_reported() {
    let house = House::open().await;
    let body = json!({ "name": "Ada" });
    for room in ["abcdefghijkm", "x", "ABCDEFGHIJKM", "abcdefghijk%2f", "..."] {
        house.get(&format!("/api/rooms/{room}")).await.problem(404, "no-such-room");
        house.get(&format!("/api/rooms/{room}/record")).await.problem(404, "no-such-room");
        house.get(&format!("/api/rooms/{room}/stream")).await.problem(404, "no-such-room");
        house.post(&format!("/api/rooms/{room}/join"), &body).await.problem(404, "no-such-room");
    }
}

#[tokio::test]
async fn a_seat_is_taken_once() {
    let house = House::open().await;
    let ada = house.room(&json!({ "seat": 2 })).await;
    assert_eq!(ada.seat, 2);
    let path = format!("/api/rooms/{}/join", ada.room);
    house.post(&path, &json!({ "name": "Grace", "seat": 2 })).await.problem(409, "refused");
    house.post(&path, &json!({ "name": "Grace", "seat": 3 })).await.problem(400, "bad-request");
    let grace = house.post(&path, &json!({ "name": "Grace", "seat": "any" })).await;
    assert_eq!((grace.status, &grace.json()["seat"]), (200, &json!(1)));
    house.post(&path, &json!({ "name": "Eve" })).await.problem(409, "refused");
}

/// Text from a player is sanitized before it is sent to others; text that cannot be sanitized is refused.
#[tokio::test]
async fn names_are_sanitized_once() {
    let house = House::open().await;
    let script = "<img src=x onerror=alert(1)>";
    let seat = house.room(&json!({ "name": script })).await;
    let name = &house.get(&format!("/api/rooms/{}", seat.room)).await.json()["players"][0]["name"];
    assert_eq!(name, script, "markup is text, and stays text");
    let seat = house.room(&json!({ "name": " Ada\u{202e}\u{7}\n  Lovelace\u{200b} " })).await;
    let name = &house.get(&format!("/api/rooms/{}", seat.room)).await.json()["players"][0]["name"];
    assert_eq!(name, "Ada Lovelace");
    for name in ["", " ", "\u{200b}", &"a".repeat(33), "Computer", "computer:perfect", "Mirror"] {
        let answer = house.post("/api/rooms", &json!({ "game": "duel", "name": name })).await;
        answer.problem(422, "name");
    }
}

#[tokio::test]
async fn a_name_is_optional_and_belongs_to_one_player() {
    let house = House::open().await;
    let names = async |room: &str| {
        let game = house.get(&format!("/api/rooms/{room}")).await.json();
        [0, 1].map(|place: usize| game["players"][place]["name"].clone())
    };
    for (host, guest) in [
        (json!({}), json!({})),
        (json!({ "name": null }), json!({ "name": null })),
        // Otherwise Player 1 could be in either seat, and in both.
        (json!({ "name": " player  2" }), json!({ "name": "Player 2" })),
        (json!({ "name": "Player 1" }), json!({})),
    ] {
        let mut opening = json!({ "game": "duel", "seat": 2 });
        opening.as_object_mut().expect("an object").extend(host.as_object().expect("an object").clone());
        let room =
            house.post("/api/rooms", &opening).await.json()["room"].as_str().expect("a room").to_owned();
        assert_eq!(names(&room).await, [json!(null), json!("Player 2")]);
        assert_eq!(house.post(&format!("/api/rooms/{room}/join"), &guest).await.status, 200);
        assert_eq!(names(&room).await, [json!("Player 1"), json!("Player 2")]);
    }
    let ada = house.room(&json!({})).await;
    let twin = house.post(&format!("/api/rooms/{}/join", ada.room), &json!({ "name": "Ada" })).await;
    assert_eq!(twin.problem(409, "refused"), "The two players need different names.");
}

#[tokio::test]
async fn an_invalid_request_says_why() {
    let house = House::open().await;
    for (wish, field, word) in [
        (json!({ "game": "chess" }), "game", "chess"),
        (json!({ "game": "duel", "set": ["length=many"] }), "set", "length"),
        (json!({ "game": "duel", "set": ["length=1000"] }), "set", "200"),
        (json!({ "game": "duel", "players": ["computer", "computer"] }), "players", "human"),
        (json!({ "game": "duel", "players": ["human", "nobody"] }), "players", "nobody"),
        (json!({ "game": "duel", "rounds": 0 }), "rounds", "rounds"),
        (json!({ "game": "duel", "seats": "stools" }), "seats", "swap or keep"),
        (json!({ "game": "duel", "first": 2 }), "first", "seat 1 begins"),
        (json!({ "game": "duel", "time": { "seconds": 0, "increment": 0 } }), "time", "seconds"),
        (json!({ "game": "duel", "position": "nonsense" }), "position", "position"),
    ] {
        let mut body = wish.clone();
        body["name"] = json!("Ada");
        let answer = house.post("/api/rooms", &body).await;
        let detail = answer.problem(422, "wish");
        assert!(detail.to_lowercase().contains(word), "{wish}: {detail}");
        assert_eq!(answer.json()["field"], field, "{wish}");
    }
    // Where no field is at fault, none is named.
    assert_eq!(house.get("/api/rooms/abcdefghijkm").await.json().get("field"), None);
}

/// A body that is not JSON, or has the wrong shape, gets a problem document like every error.
#[tokio::test]
async fn an_unreadable_body_says_why() {
    let house = House::open().await;
    let send = |kind: &str, body: &str| {
        let request = Request::new("POST", "/api/rooms").header("content-type", kind).body(body);
        request.send(house.address)
    };
    send("application/json", "{").await.problem(400, "bad-request");
    send("application/json", "[]").await.problem(422, "bad-request");
    send("application/json", "{\"name\":\"Ada\"}").await.problem(422, "bad-request");
    send("application/json", "{\"game\":7,\"name\":\"Ada\"}").await.problem(422, "bad-request");
    send("application/json", "{\"game\":\"duel\",\"name\":\"Ada\",\"seat\":{}}")
        .await
        .problem(422, "bad-request");
    send("text/plain", "{\"game\":\"duel\",\"name\":\"Ada\"}").await.problem(415, "not-json");
    send("application/x-www-form-urlencoded", "game=duel").await.problem(415, "not-json");
    let typo = "{\"game\":\"duel\",\"name\":\"Ada\",\"lenght\":3}";
    let detail = send("application/json", typo).await.problem(422, "bad-request");
    assert!(detail.contains("lenght"), "{detail}");
}

#[tokio::test]
async fn lists_have_public_rooms_only() {
    let house = House::open().await;
    let rooms = async |standing: &str| {
        let listed = house.get(&format!("/api/rooms?standing={standing}")).await.json();
        let listed = listed.as_array().expect("a list").clone();
        listed.into_iter().map(|room| room["room"].as_str().expect("a name").to_owned()).collect::<Vec<_>>()
    };
    let hidden = house.room(&json!({})).await;
    let first = house.room(&json!({ "listed": true })).await;
    assert_eq!(rooms("open").await, [first.room.as_str()], "{} needs the link", hidden.room);
    house.post(&format!("/api/rooms/{}/join", first.room), &json!({ "name": "Grace" })).await;
    assert_eq!((rooms("open").await, rooms("live").await), (vec![], vec![first.room.clone()]));
    assert_eq!(house.command(&first, "end", &json!({ "kind": "resign" })).await.status, 200);
    assert_eq!((rooms("live").await, rooms("over").await), (vec![], vec![first.room]));
    for query in ["", "?standing=", "?standing=private", "?standing=open&more=1"] {
        house.get(&format!("/api/rooms{query}")).await.problem(400, "bad-request");
    }
}

/// The program itself can read the record.
#[tokio::test]
async fn the_record_can_be_downloaded() {
    let house = House::open().await;
    let [ada, grace] = house.pair(&json!({ "set": ["length=3"] })).await;
    assert_eq!(house.play(&ada, "one", "1 2").await.status, 200);
    assert_eq!(house.play(&grace, "two", "3").await.status, 200);
    let answer = house.get(&format!("/api/rooms/{}/record", ada.room)).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "text/plain; charset=utf-8"));
    let name = format!("attachment; filename=\"numberline-{}.txt\"", ada.room);
    assert_eq!(answer.header("content-disposition"), name);
    let records = numberline_table::read_records(&answer.body).expect("a record");
    assert_eq!(records.len(), 1);
    assert!(answer.body.contains("Ada") && answer.body.contains("Grace"), "{}", answer.body);
}

/// A rematch moves both players to another room with their keys.
#[tokio::test]
async fn a_rematch_is_in_another_room() {
    let house = House::open().await;
    let [ada, grace] = house.pair(&json!({})).await;
    house.command(&ada, "early", &json!({ "kind": "offerRematch" })).await.problem(409, "refused");
    assert_eq!(house.command(&ada, "end", &json!({ "kind": "resign" })).await.status, 200);
    assert_eq!(house.command(&ada, "again", &json!({ "kind": "offerRematch" })).await.status, 200);
    assert_eq!(house.command(&grace, "yes", &json!({ "kind": "accept" })).await.status, 200);
    let game = house.get(&format!("/api/rooms/{}", ada.room)).await.json();
    let next = game["rematch"].as_str().expect("another room").to_owned();
    let [ada, grace] = [ada, grace].map(|seat| crate::house::Seat { room: next.clone(), ..seat });
    let game = house.get(&format!("/api/rooms/{next}")).await.json();
    assert_eq!(game["players"][0]["name"], "Grace", "the players swap seats: {game}");
    assert_eq!(house.play(&grace, "one", "5").await.status, 200);
    assert_eq!(house.play(&ada, "two", "6").await.status, 200);
}
