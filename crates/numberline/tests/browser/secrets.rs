//! A face-down card is nowhere in any other browser: not on the page, and in nothing that it received.

use crate::support::{Browser, browse, games, id};

/// Everything one browser has of a room: the whole page, and everything it received. The name of the room is removed,
/// and so is what only depends on the network: presence, and whether a join is told that the welcome has already.
async fn everything(browser: &Browser, room: &str, frames_before: usize) -> String {
    let name = room.rsplit('/').next().unwrap_or_default();
    // Animations end and toasts disappear first.
    let rest = "document.getAnimations().every((moving) => moving.playState !== 'running') \
                && !document.querySelector('#toasts').childElementCount";
    browser.wait_until("the page to rest", rest).await;
    let page = browser.ask_text("document.documentElement.outerHTML").await;
    let frames = browser.traffic().await.messages;
    let frames = frames.get(frames_before..).unwrap_or_default().iter();
    let by_chance = ["\"presence\"", "\"what\":\"joined\""];
    let matters = |frame: &&str| by_chance.iter().all(|part| !frame.contains(part));
    let frames: Vec<&str> = frames.map(String::as_str).filter(matters).collect();
    format!("{page}\n{}", frames.join("\n")).replace(name, "ROOM")
}

/// Where two texts begin to differ, with the context.
fn difference(one: &str, other: &str) -> Option<[String; 2]> {
    let place = one.chars().zip(other.chars()).position(|(a, b)| a != b);
    let place = place.or_else(|| (one.len() != other.len()).then(|| one.len().min(other.len())))?;
    let around = |text: &str| text.chars().skip(place.saturating_sub(200)).take(400).collect();
    Some([around(one), around(other)])
}

/// Opens a room for a game, lets Player 1 choose a card, and then Player 2 the first of theirs. Returns what Player 2
/// and a spectator had in between, and afterwards.
async fn choose(game: &str, card: &str, [ada, grace, eve]: [&Browser; 3]) -> [[String; 2]; 2] {
    let before = [grace.traffic().await.messages.len(), eve.traffic().await.messages.len()];
    let room = ada.invite(game, "Ada").await;
    grace.join(&room, "Grace").await;
    eve.watch(&room).await;
    for browser in [ada, grace] {
        browser.see_text(&id("watchers"), "1 watching").await;
    }
    ada.click(card).await;
    for other in [grace, eve] {
        other
            .wait_until(
                "a card face down",
                "document.querySelector('[data-testid=\"slot-1\"]').dataset.state === 'down'",
            )
            .await;
    }
    let between = [everything(grace, &room, before[0]).await, everything(eve, &room, before[1]).await];
    grace.click(".hand .card").await;
    for other in [grace, eve] {
        other.see(&id("ply-1")).await;
    }
    let after = [everything(grace, &room, before[0]).await, everything(eve, &room, before[1]).await];
    [between, after]
}

#[test]
fn a_secret_card_is_nowhere_in_other_browsers() {
    browse(async |_server, [ada, grace, eve]| {
        ada.go("/").await;
        let mut secret = 0;
        for game in games() {
            let script = format!("await (await fetch('/api/games/{game}/board')).json()");
            if ada.ask_later(&script).await["turn"] != "both" {
                continue;
            }
            secret += 1;
            let all = [ada, grace, eve];
            let [low, low_after] = choose(game, ".hand .card:first-child", all).await;
            let [high, high_after] = choose(game, ".hand .card:last-child", all).await;
            for (one, other) in low.iter().zip(&high) {
                let found = difference(one, other);
                assert_eq!(found, None, "another browser reveals something of a secret card of {game}");
            }
            // The comparison does see cards: once they are open, nothing is the same.
            for (one, other) in low_after.iter().zip(&high_after) {
                assert!(difference(one, other).is_some(), "the cards of {game} were never shown");
            }
        }
        assert!(secret > 0, "no game has secrets");
    });
}
