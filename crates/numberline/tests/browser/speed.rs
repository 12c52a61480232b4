//! The cost of a visit: the bytes of the first page, and the time until the other player sees a move.

use std::collections::HashSet;

use crate::support::{Dice, browse, games, id};

/// The maximum transfer size of the first page.
const FIRST_PAGE: u64 = 100 * 1024;

#[test]
fn the_first_page_is_light() {
    browse(async |_server, [ada]| {
        ada.go("/").await;
        ada.see(&id("setup")).await;
        // Everything, including the lists and the thumbnails of the games.
        ada.wait_until(
            "the pictures",
            &format!("document.querySelectorAll('[data-testid=\"mini\"]').length === {}", games().len()),
        )
        .await;
        ada.see(&id("open-rooms")).await;
        let answers = ada.traffic().await.answers;
        let bytes: u64 = answers.iter().map(|(_, bytes)| bytes).sum();
        let sizes: Vec<String> = answers.iter().map(|(url, bytes)| format!("{bytes:6} {url}")).collect();
        println!("the first page: {bytes} bytes in {} answers\n{}", answers.len(), sizes.join("\n"));
        assert!(bytes > 10_000, "{bytes} bytes cannot be all");
        assert!(bytes < FIRST_PAGE, "the first page weighs {bytes} bytes");
        // All of it comes from the server itself.
        let hosts: HashSet<&str> = answers.iter().filter_map(|(url, _)| url.split('/').nth(2)).collect();
        assert_eq!(hosts.len(), 1, "{hosts:?}");
    });
}

/// The time from a click to the other player's screen is printed, not asserted: it depends on the machine.
#[test]
fn a_move_is_seen_at_the_other_end() {
    browse(async |_server, [ada, grace]| {
        let mut dice = Dice::new(12);
        let room = ada.invite(games()[2], "Ada").await;
        grace.join(&room, "Grace").await;
        let mut times = Vec::new();
        for turn in 0..6 {
            let (mover, other) = if turn % 2 == 0 { (ada, grace) } else { (grace, ada) };
            mover.my_turn().await;
            mover.ask("void addEventListener('click', () => { window.clicked = performance.timeOrigin + performance.now(); }, { capture: true })").await;
            other.ask("(() => { const line = document.querySelector('[data-testid=\"line\"]'); window.seen = null; \
                       const watch = new MutationObserver((changes) => { if (!changes.some(({ attributeName }) => attributeName === 'data-mark')) return; \
                       window.seen ??= performance.timeOrigin + performance.now(); }); \
                       watch.observe(line, { subtree: true, attributes: true }); })()").await;
            mover.play_any(&mut dice).await;
            other.my_turn().await;
            let seen = other.ask("window.seen").await.as_f64().expect("the other sees a change");
            let clicked = mover.ask("window.clicked").await.as_f64().expect("a click");
            times.push(seen - clicked);
        }
        times.sort_by(f64::total_cmp);
        println!(
            "from a click to the other browser: {times:.1?} ms, median {:.1} ms",
            times[times.len() / 2]
        );
    });
}
