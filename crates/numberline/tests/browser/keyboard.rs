//! Whole games without a mouse: everything can be reached with keys, and the focus is visible.

use crate::support::{Browser, Dice, browse, games, id, made};

const TAB: &str = "\u{e004}";
const ENTER: &str = "\u{e007}";
const SPACE: &str = " ";
const HOME: &str = "\u{e011}";
const RIGHT: &str = "\u{e014}";

/// Whether the focus is visible: an outline or a shadow that is not there without it.
const FOCUS: &str = r#"
    (() => {
        const node = document.activeElement;
        if (!node || node === document.body || node.id === 'main') return 'nowhere';
        // A control that is drawn by another element shows the focus there.
        const shown = [node, node.nextElementSibling, node.closest('label')].filter(Boolean);
        const marked = shown.some((one) => {
            const style = getComputedStyle(one);
            return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== 'none';
        });
        return marked ? 'seen' : `hidden at ${node.outerHTML.slice(0, 200)}`;
    })()
"#;

/// Presses a key until the focus is on something, and asserts at each step that the focus is visible.
async fn press_until(browser: &Browser, key: &str, selector: &str) {
    let here = format!("document.activeElement?.matches({selector:?}) ?? false");
    for _ in 0..80 {
        if browser.ask(&here).await == true {
            assert_eq!(browser.ask_text(FOCUS).await, "seen", "the focus on {selector}");
            return;
        }
        browser.press(key).await;
        let focus = browser.ask_text(FOCUS).await;
        assert!(focus == "seen" || focus == "nowhere", "the focus is {focus}");
    }
    panic!("{selector} is not reached with {key:?}\n{}", browser.describe().await);
}

/// Makes some move with keys alone.
async fn move_with_keys(browser: &Browser, dice: &mut Dice) {
    let made = made(browser.plies().await);
    if browser.count(&id("hand")).await > 0 {
        press_until(browser, TAB, ".hand .card").await;
        browser.press(RIGHT).await;
        press_until(browser, RIGHT, ".hand .card[aria-disabled=\"false\"]").await;
        browser.press(ENTER).await;
    } else {
        press_until(browser, TAB, "[data-testid=\"line\"] .cell").await;
        browser.press(HOME).await;
        press_until(browser, RIGHT, ".cell.legal").await;
        for _ in 0..dice.roll(browser.count(".cell.legal").await) {
            browser.press(RIGHT).await;
            press_until(browser, RIGHT, ".cell.legal").await;
        }
        browser.press(SPACE).await;
        let choices = "document.querySelectorAll('.choice.open [data-testid=\"choose\"]').length";
        let answer = browser.wait_until("a choice or a move", &format!("{choices} || {made}")).await;
        if answer.is_number() {
            press_until(browser, TAB, "[data-testid=\"choose\"]").await;
            browser.press(ENTER).await;
        }
    }
    browser.wait_until("the move to be made", &made).await;
}

#[test]
fn every_game_can_be_played_without_a_mouse() {
    browse(async |_server, [ada]| {
        let mut dice = Dice::new(10);
        for game in games() {
            ada.enter_lobby().await;
            // The games are one radio group: Tab goes to it, the arrows move within.
            press_until(ada, TAB, "[name=\"game\"]").await;
            press_until(ada, RIGHT, &format!("[name=\"game\"][value=\"{game}\"]")).await;
            press_until(ada, TAB, "[name=\"way\"]").await;
            press_until(ada, RIGHT, "[name=\"way\"][value=\"computer\"]").await;
            press_until(ada, TAB, "[name=\"seat\"]").await;
            press_until(ada, RIGHT, "[name=\"seat\"][value=\"1\"]").await;
            press_until(ada, TAB, &id("begin")).await;
            ada.press(ENTER).await;
            ada.connected().await;
            loop {
                let settled = "document.querySelector('.room.my-turn') || document.querySelector('[data-testid=\"banner\"]')?.checkVisibility()";
                ada.wait_until("a turn or the end", settled).await;
                match ada.standing().await.as_str() {
                    "move" => move_with_keys(ada, &mut dice).await,
                    "over" => break,
                    _ => {}
                }
            }
            press_until(ada, TAB, &id("rematch")).await;
        }
    });
}

#[test]
fn the_keyboard_stays_on_a_redrawn_button() {
    browse(async |_server, [ada]| {
        ada.set_up(games()[0], "computer", "Ada").await;
        ada.begin_as(1).await;
        ada.my_turn().await;
        press_until(ada, TAB, &id("hint-button")).await;
        for hints in 1..=2 {
            ada.press(ENTER).await;
            let given = format!(
                "document.querySelectorAll('[data-testid=\"hint\"] li').length === {hints} \
                                 && document.activeElement.dataset.testid === 'hint-button'"
            );
            ada.wait_until("a hint, and the focus where it was", &given).await;
        }
    });
}

#[test]
fn a_typed_move_goes_to_the_field_and_question_mark_shows_the_keys() {
    browse(async |_server, [ada]| {
        ada.set_up(games()[0], "computer", "Ada").await;
        ada.begin_as(1).await;
        ada.my_turn().await;
        ada.press("5").await;
        ada.wait_until("the digit in the field", "document.querySelector('#typed').value === '5'").await;
        let made = made(0);
        ada.press(ENTER).await;
        ada.wait_until("the move to be made", &made).await;
        ada.see(&id("ply-1")).await;
        ada.wait_until(
            "an announcement",
            "/Ada [^.]* 5\\./.test(document.getElementById('live').textContent)",
        )
        .await;
        ada.press("\u{e00c}").await;
        ada.press("?").await;
        assert!(ada.see(&id("keys-dialog")).await.contains("Enter"));
        ada.press("\u{e00c}").await;
        ada.see_no(&id("keys-dialog")).await;
    });
}
