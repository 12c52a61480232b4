//! An id means one command: sent again it counts once, and another command under the same id is refused.

use serde_json::{Value, json};

use crate::house::{House, Seat};
use crate::talk::Talk;

/// A command that was accepted, and others that are not the same.
struct Used {
    who: usize,
    id: &'static str,
    what: Value,
    others: Vec<Value>,
}

fn used(who: usize, id: &'static str, what: Value, others: &[Value]) -> Used {
    Used { who, id, what, others: others.to_vec() }
}

fn moved(text: &str) -> Value {
    json!({ "kind": "move", "text": text })
}

/// A little of everything that players can do.
fn story() -> Vec<Used> {
    let [accept, decline, resign] = ["accept", "decline", "resign"].map(|kind| json!({ "kind": kind }));
    let [draw, back, rematch] = ["offerDraw", "askBack", "offerRematch"].map(|kind| json!({ "kind": kind }));
    vec![
        used(0, "a", moved("5 6"), &[moved("5"), moved("4 5"), moved("hello"), resign.clone()]),
        used(1, "b", draw.clone(), &[back.clone(), moved("1")]),
        used(0, "b", decline.clone(), &[accept.clone(), draw.clone()]),
        used(0, "c", back, &[draw, decline.clone()]),
        used(1, "c", accept.clone(), &[decline.clone(), moved("1")]),
        used(0, "d", resign, &[accept.clone(), moved("5 6")]),
        used(1, "e", rematch.clone(), &[accept.clone(), decline.clone()]),
        used(0, "f", accept, &[rematch, decline]),
    ]
}

/// Sends an accepted command again, and the others under its id, over HTTP and on a socket.
async fn check(house: &House, seats: &[Seat; 2], Used { who, id, what, others }: &Used, made: &Value) {
    let seat = &seats[*who];
    let (mut talk, game) = Talk::sit(house, seat).await;
    for other in others {
        let answer = house.command(seat, id, other).await;
        let problem = answer.json();
        assert_eq!((answer.status, &problem["type"]), (409, &json!("/problems/id-reused")), "{id}: {other}");
        talk.order(id, other).await;
        let refused = talk.hear_of("refused").await;
        assert_eq!(
            refused,
            json!({ "type": "refused", "id": id, "reason": problem["detail"], "problem": problem["type"],
                "version": game["version"] })
        );
    }
    assert_eq!(house.command(seat, id, what).await.json(), *made, "{id} again");
    talk.order(id, what).await;
    assert_eq!(talk.hear_of("done").await["version"], made["version"]);
    let now = house.get(&format!("/api/rooms/{}", seat.room)).await.json();
    assert_eq!(now["version"], game["version"], "{id} changed nothing");
}

#[tokio::test]
async fn another_command_under_a_used_id_is_refused_also_after_a_restart() {
    let house = House::open().await;
    let seats = house.pair(&json!({})).await;
    let mut story: Vec<(Used, Value)> = story().into_iter().map(|used| (used, Value::Null)).collect();
    for (used, made) in &mut story {
        let answer = house.command(&seats[used.who], used.id, &used.what).await;
        assert_eq!(answer.status, 200, "{}: {}", used.id, answer.body);
        *made = answer.json();
        check(&house, &seats, used, made).await;
    }
    let house = House::at(house.close().await, |_| {}).await;
    for (used, made) in &story {
        check(&house, &seats, used, made).await;
    }
    let same = house.play(&seats[0], "a", "6,5").await;
    assert_eq!(same.json(), story[0].1, "the same move, written in another way");
}

/// The log knows a secret choice as well, and tells nobody but the player who made it.
#[tokio::test]
async fn a_secret_choice_is_compared_too() {
    let mut house = House::open().await;
    let seats = house.pair(&json!({ "game": "cards" })).await;
    let made = [house.play(&seats[0], "a", "3").await.json()];
    let waits = used(0, "a", moved("3"), &[moved("4"), json!({ "kind": "resign" })]);
    for turn_is_over in [false, true] {
        if turn_is_over {
            assert_eq!(
                house.play(&seats[1], "a", "4").await.status,
                200,
                "another player's id is another id"
            );
        }
        check(&house, &seats, &waits, &made[0]).await;
        house = House::at(house.close().await, |_| {}).await;
        check(&house, &seats, &waits, &made[0]).await;
    }
}

#[tokio::test]
async fn a_refused_command_leaves_its_id_free() {
    let house = House::open().await;
    let seats = house.pair(&json!({})).await;
    assert_eq!(house.play(&seats[1], "x", "5").await.status, 422, "it is the other player's turn");
    assert_eq!(house.play(&seats[0], "x", "1").await.status, 200);
    let accepted = house.play(&seats[1], "x", "5").await;
    assert_eq!(accepted.json(), json!({ "id": "x", "version": 4 }), "decided again");
    assert_eq!(house.play(&seats[1], "x", "6").await.json()["type"], "/problems/id-reused");
}
