//! A whole game of each kind by clicks: two people and a spectator, and against the computer.

use crate::support::{Browser, Dice, browse, games, id, play_out};

/// Input that is not a move in any game is refused with a sentence, and changes nothing.
async fn try_nonsense(browser: &Browser) {
    let before = browser.picture().await;
    for nonsense in ["999999", "sideways", "1 1 1 1 1"] {
        browser.type_move(nonsense).await;
        let trouble = browser.see(&id("trouble")).await;
        browser.wait_until("a reason", "document.querySelector('[data-testid=\"trouble\"]').innerText").await;
        assert!(browser.see(&id("trouble")).await.ends_with('.'), "{nonsense} is refused with {trouble:?}");
        browser.press("\u{e00c}").await;
    }
    assert_eq!(browser.picture().await, before, "nonsense changed something");
}

#[test]
fn two_people_and_a_spectator_in_every_game() {
    browse(async |_server, [ada, grace, eve]| {
        let mut dice = Dice::new(5);
        for game in games() {
            let room = ada.invite(game, "Ada").await;
            grace.join(&room, "Grace").await;
            eve.watch(&room).await;
            assert_eq!(eve.see(&id("name-2")).await, "Grace");
            ada.see_text(&id("player-2"), "Grace").await;
            // A spectator can click on the line, but nothing happens.
            eve.click("[data-testid=\"line\"] .cell").await;
            assert_eq!(eve.count(".room.my-turn, .line.live, .choice.open button").await, 0, "{game}");
            for seat in [ada, grace] {
                if seat.standing().await == "move" {
                    try_nonsense(seat).await;
                }
            }
            let plies = play_out(&[ada, grace], &[eve], &mut dice).await;
            assert!(plies >= 2, "{game} was over after {plies} moves");
            let endings = [ada.ending().await, grace.ending().await, eve.ending().await];
            let words = endings.each_ref().map(|ending| ending.split('\n').next().unwrap_or_default());
            match words[..2] {
                ["You won!", "You lost."] | ["You lost.", "You won!"] | ["A draw.", "A draw."] => {}
                _ => panic!("{game} ended with {endings:?}"),
            }
            // The spectator has seen everything and could do nothing.
            for control in ["typed", "resign", "offer-draw", "take-back", "rematch", "hand"] {
                assert_eq!(eve.count(&id(control)).await, 0, "a spectator of {game} has {control}");
            }
            assert!(eve.count(&id("analyse")).await == 1 && eve.count(&id("record")).await == 1);
        }
    });
}

#[test]
fn a_late_spectator_sees_the_last_move_too() {
    browse(async |_server, [ada, grace, eve]| {
        let mut dice = Dice::new(13);
        for game in games() {
            let room = ada.invite(game, "Ada").await;
            grace.join(&room, "Grace").await;
            for player in [ada, grace, ada, grace] {
                if player.standing().await == "move" {
                    player.play_any(&mut dice).await;
                    grace.sees_the_same_as(ada).await;
                }
            }
            eve.watch(&room).await;
            eve.sees_the_same_as(ada).await;
            play_out(&[ada, grace], &[eve], &mut dice).await;
            eve.reload().await;
            eve.sees_the_same_as(ada).await;
            let picture = eve.picture().await;
            assert_ne!(picture["last"], serde_json::json!([]), "{game} ends without a last move: {picture}");
        }
    });
}

/// Plays each game against an opponent of one kind, chosen from the list in the lobby. The browser keeps the results, and
/// shows the rating that follows where the opponent has one.
fn play_computers(opponents: &str, seed: u64, seat: u8, rated: bool) {
    browse(async |_server, [ada]| {
        let mut dice = Dice::new(seed);
        for game in games() {
            ada.set_up(game, "computer", "Ada").await;
            let first =
                format!("document.querySelector('[data-testid=\"opponent\"] {opponents} option').value");
            let opponent = ada.ask_text(&first).await;
            ada.choose(&id("opponent"), &opponent).await;
            ada.begin_as(seat).await;
            ada.see_text(&id(&format!("player-{}", 3 - seat)), "computer").await;
            let plies = play_out(&[ada], &[], &mut dice).await;
            assert!(plies >= 2, "{game} against {opponent} was over after {plies} moves");
            let ending = ada.ending().await;
            assert!(
                ending.starts_with("You ") || ending.starts_with("A draw."),
                "{game} ended with {ending}"
            );
        }
        ada.go("/").await;
        ada.click(&id("to-ratings")).await;
        ada.see_text(&id("answer-count"), &format!("{} games", games().len())).await;
        for game in games() {
            if rated {
                ada.see_text(&id(&format!("progress-{game}")), "after 1 game").await;
            }
        }
        if !rated {
            ada.see(&id("no-progress")).await;
        }
        ada.click(&id("erase")).await;
        ada.click(&id("confirm-yes")).await;
        ada.see(&id("no-progress")).await;
    });
}

#[test]
fn against_a_level_in_every_game() {
    play_computers("optgroup:first-of-type", 7, 1, true);
}

#[test]
fn against_a_character_in_every_game() {
    play_computers("optgroup:last-of-type", 11, 2, false);
}
