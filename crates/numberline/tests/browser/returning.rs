//! Coming back: the viewer's own games, challenges that are withdrawn, the way back to a game, and the page without a
//! network.

use crate::support::{Fault, browse, games, id};

#[test]
fn own_games_are_in_the_lobby() {
    browse(async |_server, [ada, grace]| {
        let room = ada.invite(games()[0], "Ada").await;
        ada.go("/").await;
        ada.see_text(&id("own-games"), "Waiting for a player").await;
        grace.join(&room, "Grace").await;
        ada.go("/").await;
        ada.see_text(&id("own-games"), "Your turn").await;
        ada.see_text(&id("own-games"), "Grace").await;
        ada.click(&id("own-game")).await;
        ada.my_turn().await;
        // From the rules there is a way back.
        ada.click(&id("room-rules")).await;
        ada.see(&id("rules")).await;
        ada.click(&id("way-back")).await;
        ada.my_turn().await;
        ada.click(&id("resign")).await;
        ada.click(&id("confirm-yes")).await;
        ada.ending().await;
        ada.click(&id("other-game")).await;
        ada.see_text(&id("own-games"), "Lost").await;
        assert_eq!(ada.count(&id("way-back")).await, 0);
    });
}

#[test]
fn a_challenge_is_withdrawn() {
    browse(async |_server, [ada, grace]| {
        ada.set_up(games()[0], "anyone", "Ada").await;
        let room = ada.begin_as(1).await;
        assert_eq!(
            ada.wait_until("a code", "document.querySelector('.code img').naturalWidth > 0").await,
            true
        );
        grace.go("/").await;
        grace.see(&id("open-room")).await;
        ada.click(&id("cancel-challenge")).await;
        ada.see_text(&id("invite"), "withdrawn").await;
        grace.see_no(&id("open-room")).await;
        grace.go(&room).await;
        grace.see_text(&id("invite"), "withdrawn").await;
        assert_eq!(grace.count("[data-testid^=\"join-\"]").await, 0);
    });
}

/// The page itself, and what is not kept for good.
#[test]
fn a_reload_asks_for_few_files() {
    browse(async |_server, [ada]| {
        ada.go("/").await;
        ada.see(".games").await;
        ada.reload().await;
        ada.see(".games").await;
        let asked = "performance.getEntriesByType('resource').filter(({ name, transferSize }) => \
                     !name.includes('/api/') && transferSize > 0).map(({ name }) => name)";
        let files = ada.ask(asked).await;
        assert!(files.as_array().is_some_and(|files| files.len() <= 2), "with the page itself: {files}");
    });
}

/// Whether the browser has kept what opens without a network.
const KEPT: &str = "(await navigator.serviceWorker.ready, await (async () => { \
                    for (let tries = 0; tries < 400; tries += 1) { \
                        if (await caches.match('/api/players') && await caches.match('/')) return true; \
                        await new Promise((done) => setTimeout(done, 25)); } return false; })())";

#[test]
fn the_lobby_is_whole_again_after_an_outage() {
    browse(async |server, [ada]| {
        ada.excuse(Fault::Connection);
        ada.go("/rules/siege").await;
        ada.see_text("main", "Siege").await;
        assert_eq!(ada.ask_later(KEPT).await, true);
        server.kill();
        ada.go("/?game=cards").await;
        ada.see(".games").await;
        assert_eq!(ada.count(&id("mini")).await, 0, "a picture that nobody sent");
        server.resume();
        let pictures =
            format!("document.querySelectorAll('[data-testid=\"mini\"]').length === {}", games().len());
        ada.wait_until("a picture of every game", &pictures).await;
        // Who sits where is known, too.
        ada.wait_until("the better seat", "document.querySelector('[data-testid=\"seat-2\"]').checked").await;
    });
}

#[test]
fn the_page_opens_without_a_network_and_recovers() {
    browse(async |server, [ada]| {
        ada.excuse(Fault::Connection);
        ada.go("/").await;
        ada.see(".games").await;
        assert_eq!(ada.ask_later(KEPT).await, true);
        server.kill();
        ada.reload().await;
        ada.see(".games").await;
        // The rules can be read; a room says what it waits for.
        ada.go("/rules/duel").await;
        ada.see_text("main", "Duel").await;
        ada.go("/r/abcdefghijkm").await;
        ada.see_text(&id("problem"), "cannot be reached").await;
        ada.see(&id("try-again")).await;
        ada.excuse(Fault::Status(404));
        server.resume();
        // It recovers by itself.
        ada.see_text(&id("problem"), "no game with this name").await;
    });
}
