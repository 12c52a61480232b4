//! What two people agree on: draws, take-backs, resignations, rematches, rounds, and clocks.

use crate::support::{Browser, Dice, browse, games, id, play_out};

/// A room with two people in it, who each make a move with the mouse.
async fn sit_down(ada: &Browser, grace: &Browser) -> String {
    let room = ada.invite(games()[0], "Ada").await;
    grace.join(&room, "Grace").await;
    ada.my_turn().await;
    room
}

#[test]
fn a_draw_is_offered_declined_and_agreed() {
    browse(async |_server, [ada, grace]| {
        sit_down(ada, grace).await;
        ada.click(&id("offer-draw")).await;
        grace.see_text(&id("offer"), "Ada offers a draw.").await;
        ada.see_text(&id("offer"), "Ada offers a draw.").await;
        grace.click(&id("decline")).await;
        ada.see_text(&id("toasts"), "not accepted").await;
        ada.see_no(&id("offer")).await;
        ada.click(&id("offer-draw")).await;
        ada.click(&id("withdraw")).await;
        ada.see_text(&id("toasts"), "You have withdrawn your offer.").await;
        grace.see_no(&id("offer")).await;
        grace.click(&id("offer-draw")).await;
        ada.click(&id("accept")).await;
        for browser in [ada, grace] {
            assert!(browser.ending().await.starts_with("A draw."));
        }
    });
}

#[test]
fn a_move_is_taken_back_only_by_consent() {
    browse(async |_server, [ada, grace]| {
        let mut dice = Dice::new(2);
        sit_down(ada, grace).await;
        let before = ada.picture().await;
        ada.play_any(&mut dice).await;
        grace.my_turn().await;
        let moved = grace.picture().await;
        assert_ne!(moved, before);
        let idle = grace.ask("document.querySelector('[data-testid=\"take-back\"]').disabled").await;
        assert_eq!(idle, true, "a player who has not moved has nothing to take back");
        ada.click(&id("take-back")).await;
        grace.see_text(&id("offer"), "Ada asks to take a move back.").await;
        grace.click(&id("decline")).await;
        ada.see_no(&id("offer")).await;
        assert_eq!(ada.picture().await, moved, "a move was taken back without consent");
        ada.click(&id("take-back")).await;
        grace.click(&id("accept")).await;
        ada.my_turn().await;
        assert_eq!(ada.picture().await, before);
        grace.sees_the_same_as(ada).await;
    });
}

#[test]
fn resigning_needs_confirmation_and_a_rematch_seats_both() {
    browse(async |_server, [ada, grace, eve]| {
        let room = sit_down(ada, grace).await;
        eve.watch(&room).await;
        grace.click(&id("resign")).await;
        grace.click(&id("confirm-no")).await;
        grace.see_no(&id("confirm")).await;
        assert_eq!(grace.count(&id("banner")).await, 0, "a player resigned without confirming");
        grace.click(&id("resign")).await;
        grace.click(&id("confirm-yes")).await;
        assert!(ada.ending().await.starts_with("You won!"));
        assert!(grace.ending().await.starts_with("You lost."));
        eve.see_text(&id("ending"), "Grace").await;
        ada.click(&id("rematch")).await;
        grace.see_text(&id("offer"), "Ada asks for a rematch.").await;
        grace.click(&id("accept")).await;
        for browser in [ada, grace] {
            browser.wait_until("another room", &format!("location.href !== {room:?}")).await;
            browser.see_no(&id("banner")).await;
        }
        assert_eq!(ada.address().await, grace.address().await);
        let mut dice = Dice::new(8);
        play_out(&[ada, grace], &[], &mut dice).await;
        // A spectator gets a link to the rematch.
        eve.click(&id("to-rematch")).await;
        eve.sees_the_same_as(ada).await;
    });
}

#[test]
fn rounds_are_played_one_after_the_other_with_a_score() {
    browse(async |_server, [ada, grace]| {
        ada.set_up(games()[0], "friend", "Ada").await;
        ada.unfold(&id("more")).await;
        ada.write(&id("set-rounds"), "2").await;
        let room = ada.begin_as(1).await;
        grace.join(&room, "Grace").await;
        grace.click(&id("resign")).await;
        grace.click(&id("confirm-yes")).await;
        ada.see_text(&id("banner"), "You won!").await;
        assert_eq!(ada.count(&id("rematch")).await, 0, "there is another round to play");
        ada.click(&id("next-round")).await;
        for browser in [ada, grace] {
            browser.see_text(&id("about"), "Round 2 of 2").await;
            browser.see_no(&id("banner")).await;
            // Seats may change between rounds, but a win stays with its winner.
            browser.see_text("[data-testid^=\"player-\"]:has(.wins)", "1").await;
        }
        ada.click(&id("resign")).await;
        ada.click(&id("confirm-yes")).await;
        grace.see_text(&id("banner"), "You won!").await;
        assert_eq!(grace.count(&id("next-round")).await, 0);
        grace.see(&id("rematch")).await;
    });
}

#[test]
fn a_clock_runs_down_and_the_flag_falls() {
    browse(async |_server, [ada, grace]| {
        ada.go("/").await;
        let open = format!(
            "await (async () => {{ const answer = await fetch('/api/rooms', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, \
             body: JSON.stringify({{ game: {:?}, players: ['human', 'human'], time: {{ seconds: 3, increment: 0 }}, name: 'Ada', seat: 1 }}) }}); \
             const room = await answer.json(); localStorage.setItem('numberline.keys', JSON.stringify([room])); return room.room; }})()",
            games()[0]
        );
        let room = ada.ask_later(&open).await;
        let room = format!("/r/{}", room.as_str().expect("a room"));
        ada.go(&room).await;
        ada.connected().await;
        // No clock runs while a player is alone.
        assert_eq!(ada.see(&id("clock-1")).await, "3.0");
        grace.join(&room, "Grace").await;
        ada.wait_until(
            "a clock that runs",
            "parseFloat(document.querySelector('[data-testid=\"clock-1\"]').innerText) < 3",
        )
        .await;
        assert_eq!(grace.see(&id("clock-2")).await, "3.0");
        grace.see_text(&id("banner"), "You won!").await;
        ada.see_text(&id("banner"), "You lost.").await;
        assert_eq!(ada.see(&id("clock-1")).await, "0.0");
    });
}

/// They are called after the seats they have, and take the other seats in the second round.
#[test]
fn players_without_names_are_called_after_their_seats() {
    browse(async |_server, [ada, grace]| {
        ada.set_up(games()[0], "friend", "").await;
        ada.unfold(&id("more")).await;
        ada.write(&id("set-rounds"), "2").await;
        let room = ada.begin_as(1).await;
        grace.join(&room, "").await;
        for seat in ["1", "2"] {
            grace.see_text(&id(&format!("name-{seat}")), &format!("Player {seat}")).await;
        }
        grace.click(&id("resign")).await;
        grace.click(&id("confirm-yes")).await;
        ada.click(&id("next-round")).await;
        for browser in [ada, grace] {
            browser.see_text(&id("toasts"), "The players change seats.").await;
            for seat in ["1", "2"] {
                browser.see_text(&id(&format!("name-{seat}")), &format!("Player {seat}")).await;
            }
        }
        grace.see_text(&id("player-1"), "you").await;
        ada.see_text(&id("player-2"), "you").await;
    });
}
