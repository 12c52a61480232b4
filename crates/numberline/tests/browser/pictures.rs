//! The README's screenshots of the page. `cargo xtask pictures` redraws them; here they are checked against their
//! scenes.
//!
//! Fonts differ between machines, so pictures are not compared pixel by pixel: each scene is played, its content is
//! checked on the page, and the stored picture must exist and be small.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Browser, browse, id};

/// The maximum size of a picture in the README.
const HEAVIEST: usize = 180_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures")
}

/// Takes a screenshot if requested, and asserts that there is a valid one.
async fn take(browser: &Browser, name: &str, shows: &[&str]) {
    for text in shows {
        browser.see_text("body", text).await;
    }
    // Toasts disappear and animations end before the screenshot.
    let rest = "document.getAnimations().every((moving) => moving.playState !== 'running') \
                && !document.querySelector('#toasts').childElementCount";
    browser.wait_until("the page to rest", rest).await;
    let path = folder().join(name).with_extension("png");
    if env::var_os("NUMBERLINE_BLESS").is_some() {
        fs::write(&path, browser.screenshot().await).expect("a picture to write");
    }
    let kept = fs::read(&path).unwrap_or_default();
    assert!(kept.starts_with(b"\x89PNG"), "{} is missing: cargo xtask pictures", path.display());
    assert!(kept.len() < HEAVIEST, "{} has {} bytes", path.display(), kept.len());
    let readme = fs::read_to_string(folder().join("../../README.md")).expect("the README");
    assert!(readme.contains(&format!("](docs/pictures/{name}.png)")), "the README does not show {name}.png");
}

/// Moves are made one after another, each by the player to move.
async fn play(players: [&Browser; 2], moves: &[&str]) {
    for (place, text) in moves.iter().enumerate() {
        let player = players[place % 2];
        player.my_turn().await;
        player.point_at_move(text).await;
        for browser in players {
            browser.see(&id(&format!("ply-{}", place + 1))).await;
        }
    }
}

async fn sit_down(game: &str, [ada, grace]: [&Browser; 2]) -> String {
    let room = ada.invite(game, "Ada").await;
    grace.join(&room, "Grace").await;
    room
}

#[test]
fn the_lobby_a_duel_and_its_review() {
    browse(async |_server, [ada, grace]| {
        let both = [ada, grace];
        ada.set_up("siege", "anyone", "Ada").await;
        ada.begin_as(1).await;
        grace.size(1280, 1120).await;
        grace.go("/").await;
        grace.see_text(&id("open-room"), "Ada").await;
        take(grace, "web-lobby", &["Open challenges"]).await;

        sit_down("duel", both).await;
        play(both, &["5 6", "9", "1", "3"]).await;
        ada.size(1280, 720).await;
        ada.my_turn().await;
        // Pointing at a number shows a preview.
        ada.point(&id("cell-8")).await;
        take(ada, "web-duel", &["Ada", "Grace"]).await;
        ada.point_at_move("7 8").await;
        grace.my_turn().await;
        for (player, text) in [(grace, "2"), (ada, "10"), (grace, "4")] {
            player.my_turn().await;
            player.point_at_move(text).await;
        }
        ada.click(&id("review")).await;
        ada.see(&id("accuracy")).await;
        ada.size(1280, 900).await;
        ada.click(&format!("{}:has(.glyph)", id("review-move"))).await;
        ada.see(&id("mistake")).await;
        take(ada, "web-review", &["Review"]).await;
    });
}

#[test]
fn cards_that_are_turned_over() {
    browse(async |_server, [ada, grace]| {
        sit_down("cards", [ada, grace]).await;
        ada.size(1280, 900).await;
        ada.click(&id("card-4")).await;
        grace.click(&id("card-2")).await;
        ada.see(&id("ply-1")).await;
        ada.wait_until(
            "open cards",
            "document.querySelectorAll('.slot[data-state=\"open\"] .flip.open').length === 2",
        )
        .await;
        take(ada, "web-cards", &["Ada", "Grace"]).await;
    });
}

#[test]
fn the_analysis_board_by_day_and_by_night() {
    browse(async |_server, [ada]| {
        ada.size(1280, 860).await;
        ada.go("/study/blockade?moves=5%3B+11%3B+17").await;
        ada.see(&id("judged")).await;
        ada.see(&id("chart")).await;
        ada.wait_until(
            "the chart",
            "document.querySelectorAll('[data-testid=\"chart\"] svg rect.bar').length >= 4",
        )
        .await;
        take(ada, "web-study", &["moves, best first"]).await;
        ada.prefer("dark", "no-preference").await;
        ada.size(1280, 740).await;
        ada.go("/study/cards?moves=2%2F1%3B+4%2F3").await;
        ada.see(&id("mix-1")).await;
        ada.wait_until("bars", "document.querySelectorAll('.mix-fill').length > 2").await;
        take(ada, "web-dark", &["played with"]).await;
    });
}

#[test]
fn a_phone() {
    browse(async |_server, [ada, grace]| {
        ada.become_phone().await;
        let both = [ada, grace];
        sit_down("blockade", both).await;
        play(both, &["5", "11", "17", "8"]).await;
        ada.my_turn().await;
        take(ada, "web-phone", &["Ada", "Grace"]).await;
    });
}
