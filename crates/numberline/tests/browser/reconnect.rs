//! The server is killed in the middle of a game: the page says what it does about it, and the game continues.

use crate::support::{Browser, Dice, Fault, browse, games, id, play_out};

/// The messages that a browser itself logs to its console when the server is away.
fn excuse_the_break(browser: &Browser) {
    browser.excuse(Fault::Connection);
}

async fn cut_off(browser: &Browser) {
    let script = "['lost', 'trying'].includes(document.querySelector('[data-testid=\"linkStatus\"]').dataset.kind) \
                  && document.querySelector('[data-testid=\"linkStatus\"]').innerText";
    let said = browser.wait_until("word of the broken connection", script).await;
    let said = said.as_str().unwrap_or_default();
    assert!(said.contains("trying again") || said.starts_with("Trying again"), "the page says {said:?}");
}

#[test]
fn a_game_resumes_after_the_server_was_killed() {
    browse(async |server, [ada, grace]| {
        let mut dice = Dice::new(3);
        let room = ada.invite(games()[0], "Ada").await;
        grace.join(&room, "Grace").await;
        ada.play_any(&mut dice).await;
        grace.my_turn().await;
        let before = grace.picture().await;
        for browser in [ada, grace] {
            excuse_the_break(browser);
        }
        server.kill();
        cut_off(ada).await;
        cut_off(grace).await;
        assert_eq!(grace.picture().await, before, "the page lost its state");

        // A move made now is saved in the page, which says so.
        grace.click_any_move(&mut dice).await;
        grace.see_text(&id("linkStatus"), "Your move is saved and will be sent").await;
        grace.see_text(&id("prompt"), "saved, and sent when the connection is back").await;
        assert_eq!(grace.plies().await, 1, "a move that the server does not know is shown as made");

        server.resume();
        ada.connected().await;
        grace.connected().await;
        ada.my_turn().await;
        grace.sees_the_same_as(ada).await;
        assert_eq!(ada.plies().await, 2, "the move counts once");

        // It is on disk, and the seats still belong to their players.
        ada.reload().await;
        ada.my_turn().await;
        assert_eq!(ada.plies().await, 2);
        play_out(&[ada, grace], &[], &mut dice).await;
        ada.ending().await;
    });
}

#[test]
fn a_player_who_reconnects_has_missed_nothing() {
    browse(async |server, [ada, grace]| {
        let mut dice = Dice::new(4);
        let room = ada.invite(games()[0], "Ada").await;
        grace.join(&room, "Grace").await;
        excuse_the_break(ada);
        excuse_the_break(grace);
        server.kill();
        cut_off(ada).await;
        // Ada's device loses the network, too; Grace reconnects earlier and sees her as away.
        ada.offline(true).await;
        ada.see_text(&id("linkStatus"), "offline").await;
        server.resume();
        grace.connected().await;
        grace.see_text(&id("player-1"), "away").await;
        ada.offline(false).await;
        ada.connected().await;
        grace.see_no(&format!("{}:has(.away)", id("player-1"))).await;
        ada.play_any(&mut dice).await;
        grace.my_turn().await;
        assert_eq!(grace.plies().await, 1);
    });
}

/// The file may have been restored to a time before a player joined: their key then does not match any seat.
#[test]
fn a_player_with_an_unknown_key_watches_and_may_rejoin() {
    browse(async |_, [ada, grace]| {
        let room = ada.invite(games()[0], "Ada").await;
        let script = "localStorage.setItem('numberline.keys', JSON.stringify([{ \
                      room: location.pathname.split('/').pop(), seat: 2, key: '0'.repeat(32) }]))";
        grace.go(&room).await;
        grace.see(&id("join-2")).await;
        grace.ask(script).await;
        grace.reload().await;
        grace.connected().await;
        grace.join(&room, "Grace").await;
        ada.my_turn().await;
    });
}

#[test]
fn a_study_recovers_from_an_outage_by_itself() {
    browse(async |server, [ada]| {
        ada.excuse(Fault::Connection);
        ada.excuse(Fault::Status(503));
        ada.go("/rules/duel").await;
        ada.see(&id("rules")).await;
        server.kill();
        ada.click("nav a[data-nav=study]").await;
        ada.see(&id("try-again")).await;
        server.resume();
        ada.judged().await;
    });
}
