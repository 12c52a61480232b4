//! The first game of a newcomer: everything in the first window of a phone, names of any kind, nothing by accident.

use serde_json::json;

use crate::support::{Dice, browse, games, id};

/// The bottom of what a turn needs, and how many rows the line has.
const FIRST_WINDOW: &str = r#"
    (() => {
        const bottom = (selector) => {
            const node = document.querySelector(selector);
            return node?.checkVisibility() ? Math.ceil(node.getBoundingClientRect().bottom) : 0;
        };
        const cells = [...document.querySelectorAll('[data-testid="line"] .cell')];
        const tops = new Set(cells.map((cell) => Math.round(cell.getBoundingClientRect().top)));
        return { needed: Math.max(bottom('.line-box'), bottom('.hand'), bottom('[data-testid="prompt"]')),
            cells: cells.length, rows: tops.size, wide: document.documentElement.scrollWidth };
    })()
"#;

#[test]
fn a_turn_fits_into_the_first_window_of_a_phone() {
    browse(async |_server, [ada]| {
        for (width, height) in [(390, 664), (360, 640), (320, 640)] {
            ada.become_phone_with(width, height).await;
            for game in games() {
                ada.set_up(game, "computer", "Ada").await;
                let begin = ada.ask("Math.ceil(document.querySelector('[data-testid=begin]').getBoundingClientRect().bottom)").await;
                assert!(
                    begin.as_u64().is_some_and(|end| end <= u64::from(height)),
                    "the button to begin {game}: {begin}"
                );
                ada.begin_as(1).await;
                ada.my_turn().await;
                let seen = ada.ask(FIRST_WINDOW).await;
                assert_eq!(seen["wide"], width, "{game} at {width}: {seen}");
                assert!(
                    seen["needed"].as_u64().is_some_and(|end| end > 100 && end <= u64::from(height)),
                    "{game} at {width}: {seen}"
                );
                if seen["cells"].as_u64().is_some_and(|cells| cells <= 11) {
                    assert_eq!(seen["rows"], 1, "{game} at {width}: {seen}");
                }
            }
        }
    });
}

#[test]
fn names_of_any_kind_widen_nothing() {
    browse(async |_server, [ada, grace]| {
        let names = [
            ["W".repeat(32), "\u{1f469}\u{1f3fd}\u{200d}\u{1f680}".repeat(8)],
            ["i".repeat(32), "\u{6c34}".repeat(32)],
        ];
        for [one, two] in &names {
            for browser in [ada, grace] {
                browser.become_phone_with(320, 640).await;
            }
            ada.set_up(games()[3], "anyone", one).await;
            ada.begin_as(1).await;
            grace.go("/").await;
            grace.see(&id("open-room")).await;
            let wide = "document.documentElement.scrollWidth";
            assert_eq!(grace.ask(wide).await, 320, "the lobby with {one}");
            let room = ada.address().await;
            grace.join(&room, two).await;
            ada.see_no(&id("invite")).await;
            for browser in [ada, grace] {
                assert_eq!(browser.ask(wide).await, 320, "the room of {one} and {two}");
            }
            // Nothing of a name is cut in the middle of a character.
            assert_eq!(
                ada.ask_text("document.querySelector('[data-testid=name-2]').textContent").await,
                *two
            );
            ada.click(&id("resign")).await;
            ada.click(&id("confirm-yes")).await;
            for browser in [ada, grace] {
                browser.ending().await;
                assert_eq!(browser.ask(wide).await, 320, "the ending for {one} and {two}");
            }
        }
    });
}

#[test]
fn the_goal_stays_in_sight_and_an_ending_leaves_the_board() {
    browse(async |_server, [ada]| {
        for game in games() {
            ada.set_up(game, "computer", "Ada").await;
            ada.begin_as(1).await;
            ada.my_turn().await;
            assert!(ada.see(&id("goal")).await.len() > 20, "{game}");
            let top = "Math.round(document.querySelector('.line-box').getBoundingClientRect().top)";
            let before = ada.ask(top).await;
            ada.click(&id("resign")).await;
            ada.click(&id("confirm-yes")).await;
            ada.ending().await;
            let after = ada.ask(top).await;
            let moved = before.as_i64().zip(after.as_i64()).map(|(before, after)| (after - before).abs());
            assert!(
                moved.is_some_and(|moved| moved <= 40),
                "the ending of {game} pushes the board from {before} to {after}"
            );
            for choice in ["rematch", "new-opponent", "other-game", "share-result"] {
                assert_eq!(ada.count(&id(choice)).await, 1, "{choice}");
            }
        }
        ada.click(&id("share-result")).await;
        assert!(ada.see(&id("share-text")).await.contains("against me"));
        ada.wait_until("a picture", "document.querySelector('.share-picture').naturalWidth === 1200").await;
    });
}

/// A finger touches and leaves a cell.
const TAP: &str = "(() => { const cell = document.querySelector('.line.live .cell.legal:not([data-mark=\"o\"])'); \
    for (const kind of ['pointerdown', 'pointerup']) cell.dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerType: 'touch', button: 0 })); \
    cell.click(); return true; })()";

#[test]
fn a_tap_shows_and_a_second_one_plays() {
    browse(async |_server, [ada, grace]| {
        let game = games()[2];
        let room = ada.invite(game, "Ada").await;
        grace.join(&room, "Grace").await;
        ada.my_turn().await;
        ada.ask(TAP).await;
        ada.see(".cell.aimed").await;
        ada.see_text(&id("prompt"), "blocks").await;
        assert_eq!(ada.plies().await, 0);
        ada.ask(TAP).await;
        grace.my_turn().await;
        assert_eq!(grace.plies().await, 1);
        // It can be switched off.
        grace.click(&id("options")).await;
        grace.click(&id("option-twice")).await;
        grace.click(&id("options-close")).await;
        grace.ask(TAP).await;
        ada.my_turn().await;
        assert_eq!(ada.plies().await, 2);
    });
}

#[test]
fn a_card_can_be_changed_and_is_remembered() {
    browse(async |_server, [ada, grace]| {
        let room = ada.invite("cards", "Ada").await;
        grace.join(&room, "Grace").await;
        ada.click(&id("card-2")).await;
        ada.see_text(&id("prompt"), "you can choose another card").await;
        ada.reload().await;
        ada.connected().await;
        let mine = "document.querySelector('.hand .away')?.dataset.card";
        assert_eq!(ada.wait_until("the card on the table", mine).await, "2");
        ada.click(&id("card-4")).await;
        ada.wait_until("another card on the table", &format!("{mine} === '4'")).await;
        grace.click(&id("card-1")).await;
        for browser in [ada, grace] {
            browser.see(&id("ply-1")).await;
            // What was played is said, and the two cards stay.
            browser.see_text(&id("prompt"), "4").await;
            assert_eq!(browser.count(".slot[data-state=open]").await, 2);
        }
        assert_eq!(ada.count(&id("card-4")).await, 0);
        ada.click(&id("card-1")).await;
        grace.see_text(&id("player-1"), "has chosen").await;
        assert_eq!(grace.count(".slot[data-state=open]").await, 2, "Grace has not chosen yet");
    });
}

#[test]
fn players_talk_and_leave() {
    browse(async |_server, [ada, grace]| {
        let room = ada.invite(games()[0], "Ada").await;
        grace.join(&room, "Grace").await;
        ada.click(&format!("{} summary", id("emotes"))).await;
        ada.click(&id("emote-goodLuck")).await;
        grace.see_text(&id("said-1"), "Good luck").await;
        // Muted, nothing is shown.
        grace.click(&id("options")).await;
        grace.click(&id("option-emotes")).await;
        grace.click(&id("options-close")).await;
        grace.see_no(&id("said-1")).await;
        ada.click(&format!("{} summary", id("emotes"))).await;
        ada.click(&id("emote-oops")).await;
        ada.see_text(&id("said-1"), "Oops").await;
        let mut dice = Dice::new(2);
        ada.play_any(&mut dice).await;
        grace.my_turn().await;
        assert_eq!(grace.count(&id("said-1")).await, 0);
        assert_eq!(json!(grace.ask_text("document.title").await.starts_with("● Your turn")), true);
    });
}

#[test]
fn a_newcomer_has_a_chance() {
    browse(async |_server, [ada]| {
        ada.enter_lobby().await;
        ada.click(&format!("label:has({})", id("game-cards"))).await;
        ada.click(&format!("label:has({})", id("way-computer"))).await;
        // By the book, cards favour Player 2.
        let seat = "document.querySelector('[name=seat]:checked')?.value";
        assert_eq!(ada.wait_until("a seat", seat).await, "2");
        // That is told on request only, and the closest even variant is offered by name.
        assert_eq!(ada.count(&id("take-even")).await, 0);
        ada.click(&format!("{} summary", id("odds"))).await;
        ada.see_text(&id("odds-told"), "Player 2 can force a win.").await;
        ada.see_text(&id("odds-told"), "Seven Cards").await;
        ada.click(&id("take-even")).await;
        assert_eq!(ada.ask("document.querySelector('[data-testid=set-cards]').value").await, "7");
        ada.see_text(&id("odds-told"), "This is the variant that is closest to even").await;
        // What is too large for a computer is said before the game.
        ada.unfold(&id("more")).await;
        ada.write(&id("set-cards"), "20").await;
        ada.press("\u{e004}").await;
        ada.see_text(&id("shortfall"), "Computer").await;
        ada.write(&id("set-cards"), "5").await;
        ada.press("\u{e004}").await;
        ada.see_no(&format!("{}:not(:empty)", id("shortfall"))).await;
        ada.click(&id("begin")).await;
        ada.see(&id("line")).await;
        ada.see_text(&id("player-2"), "you").await;
    });
}
