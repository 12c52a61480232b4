//! How the page looks: contrast of every text in both themes, dark and light, without motion where requested, and on a
//! phone.

use serde_json::{Value, json};

use crate::support::{Browser, Dice, browse, games, id};

/// Every text on the page with less contrast to its background than the standard requires. Colours are read as painted,
/// with transparency.
const FAINT_TEXTS: &str = r#"
    (() => {
        const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
        const rgba = (colour) => {
            paint.clearRect(0, 0, 1, 1);
            paint.fillStyle = '#000';
            paint.fillStyle = colour;
            paint.fillRect(0, 0, 1, 1);
            const [r, g, b, a] = paint.getImageData(0, 0, 1, 1).data;
            return [r, g, b, a / 255];
        };
        const over = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a)];
        const light = (colour) => {
            const [r, g, b] = colour.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const under = (node) => {
            const layers = [];
            for (let at = node; at; at = at.parentElement) layers.push(rgba(getComputedStyle(at).backgroundColor));
            return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
        };
        const faint = [];
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        let seen = 0;
        while (texts.nextNode()) {
            const node = texts.currentNode.parentElement;
            const text = texts.currentNode.textContent.trim();
            if (!text || !node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
            if (node.closest('.sr, noscript, :disabled, [aria-disabled="true"], option, .skip')) continue;
            const style = getComputedStyle(node);
            const colour = rgba(node.closest('svg') ? style.fill : style.color);
            for (let at = node; at; at = at.parentElement) colour[3] *= Number(getComputedStyle(at).opacity);
            // Text on a drawn bar is not on the element's own background.
            if (node.closest('svg') && node.matches('.letter')) continue;
            const ground = under(node.closest('svg')?.parentElement ?? node);
            const [one, two] = [light(over(colour, ground)), light(ground)];
            const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
            const size = parseFloat(style.fontSize);
            const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
            seen += 1;
            if (ratio < (large ? 3 : 4.5)) faint.push(`${ratio.toFixed(2)} ${text.slice(0, 40)} (${node.tagName}.${node.getAttribute('class') ?? ''})`);
        }
        return { seen, faint };
    })()
"#;

async fn assert_contrast(browser: &Browser, page: &str) {
    // Wait until nothing is fading in.
    browser
        .wait_until(
            "the page to rest",
            "document.getAnimations().every((moving) => moving.playState !== 'running')",
        )
        .await;
    let found = browser.ask(FAINT_TEXTS).await;
    assert!(found["seen"].as_u64().is_some_and(|seen| seen > 10), "{page}: {found}");
    assert_eq!(found["faint"], Value::Array(Vec::new()), "texts on {page} are hard to read");
}

/// The pages of the site, with a game in progress and one that is over.
pub(crate) async fn visit_all(browser: &Browser, mut look: impl AsyncFnMut(&Browser, &str)) {
    let mut dice = Dice::new(9);
    browser.go("/").await;
    browser.see(".games").await;
    look(browser, "the lobby").await;
    for game in games() {
        browser.set_up(game, "computer", "Ada").await;
        let room = browser.begin_as(1).await;
        browser.my_turn().await;
        browser.play_any(&mut dice).await;
        look(browser, &format!("a room of {game}")).await;
        browser.click(&id("resign")).await;
        browser.click(&id("confirm-yes")).await;
        browser.ending().await;
        look(browser, &format!("a finished room of {game}")).await;
        browser.go(&room.replace("/r/", "/review/")).await;
        browser.see(&id("accuracy")).await;
        look(browser, &format!("a review of {game}")).await;
        browser.go(&format!("/study/{game}")).await;
        browser.judged().await;
        look(browser, &format!("the study of {game}")).await;
        browser.go(&format!("/rules/{game}")).await;
        browser.see(&id("rules")).await;
        look(browser, &format!("the rules of {game}")).await;
        browser.go(&format!("/learn/{game}/first-game")).await;
        browser.see(&id("quiz-hint")).await;
        look(browser, &format!("the first lesson of {game}")).await;
        browser.go(&format!("/puzzles?game={game}")).await;
        browser.see(&id("quiz-hint")).await;
        browser.see(&id("filter-theme")).await;
        browser.click(&id("quiz-show")).await;
        browser.see(&id("rating")).await;
        look(browser, &format!("a puzzle of {game}")).await;
    }
    browser.go("/review").await;
    browser.see(&id("record-text")).await;
    look(browser, "the form for a record").await;
    browser.go("/learn").await;
    browser.see(&id("next-step")).await;
    look(browser, "the courses").await;
    browser.go("/learn/cards/mixing").await;
    browser.see(&id("quiz-hint")).await;
    look(browser, "a lesson with a mix").await;
    browser.go("/progress").await;
    browser.see(&id("progress-cards")).await;
    look(browser, "the progress").await;
    browser.go("/drill").await;
    browser.see(&id("no-drills")).await;
    look(browser, "the drills").await;
}

/// A check of the page as it is right after a change: the page cannot redraw itself in between.
fn after(change: &str, check: &str) -> String {
    format!("({change}, {check})")
}

#[test]
fn every_text_can_be_read_in_daylight() {
    browse(async |_server, [ada]| {
        visit_all(ada, async |browser: &Browser, page: &str| assert_contrast(browser, page).await).await;
        // The check does find a text that is too faint.
        let found = ada.ask(&after("document.querySelector('h1').style.color = '#ccc'", FAINT_TEXTS)).await;
        assert!(found["faint"].as_array().is_some_and(|faint| !faint.is_empty()), "{found}");
    });
}

#[test]
fn every_text_can_be_read_in_the_dark() {
    browse(async |_server, [ada]| {
        ada.prefer("dark", "no-preference").await;
        visit_all(ada, async |browser: &Browser, page: &str| {
            assert_eq!(browser.ask_text("document.documentElement.dataset.theme").await, "dark");
            assert_contrast(browser, page).await;
        })
        .await;
    });
}

#[test]
fn the_theme_follows_the_system_or_what_was_chosen() {
    browse(async |_server, [ada]| {
        let ground = "getComputedStyle(document.body).backgroundColor";
        ada.go("/").await;
        ada.see(&id("setup")).await;
        let light = ada.ask_text(ground).await;
        ada.prefer("dark", "no-preference").await;
        ada.wait_until("the dark", &format!("{ground} !== {light:?}")).await;
        ada.click(&id("theme")).await;
        ada.wait_until("the light", &format!("{ground} === {light:?}")).await;
        ada.reload().await;
        ada.see(&id("setup")).await;
        assert_eq!(ada.ask_text(ground).await, light, "the choice is forgotten");
    });
}

#[test]
fn nothing_moves_with_reduced_motion() {
    browse(async |_server, [ada]| {
        let mut dice = Dice::new(6);
        // The browser records every animation from here on.
        let note = "window.moved = []; for (const kind of ['animationstart', 'transitionrun']) \
                    document.addEventListener(kind, (event) => { \
                        const [moving] = event.target.getAnimations?.({ subtree: false }) ?? []; \
                        if ((moving?.effect?.getComputedTiming().duration ?? 0) > 1) window.moved.push(`${kind} ${event.target.className}`); }, true); \
                    const animate = Element.prototype.animate; \
                    Element.prototype.animate = function (...given) { window.moved.push('animate'); return animate.apply(this, given); };";
        let mut moved = Vec::new();
        for motion in ["reduce", "no-preference"] {
            ada.prefer("light", motion).await;
            // The last two games have pieces that move along the line, and cards.
            let mut all = Vec::new();
            for game in games() {
                ada.set_up(game, "computer", "Ada").await;
                ada.begin_as(1).await;
                ada.my_turn().await;
                ada.ask(&format!("(() => {{ {note} }})()")).await;
                ada.play_any(&mut dice).await;
                ada.see(&id("ply-1")).await;
                all.extend(ada.ask("window.moved").await.as_array().cloned().unwrap_or_default());
            }
            moved.push(all);
        }
        assert_eq!(moved[0], Vec::<Value>::new(), "something moves despite reduced motion");
        assert!(!moved[1].is_empty(), "nothing moves at all, so this test proves nothing");
    });
}

/// Targets that are too small for a finger. A link in a sentence is as high as its line.
const SMALL_TARGETS: &str = r#"
    (() => {
        const targets = [...document.querySelectorAll('button, select, input, summary, textarea, a.button, nav a, [role="slider"]')];
        return targets.filter((node) => node.checkVisibility({ visibilityProperty: true })).flatMap((node) => {
            // A control that is drawn by another element is as large as that.
            const shown = node.matches('input[type="radio"], input[type="checkbox"], input[type="file"]') ? node.closest('label') ?? node : node;
            const { width, height } = shown.getBoundingClientRect();
            // A short line stays in one row, so its cells may be slim; they are tall, and a second tap plays.
            const least = node.matches('.cell') ? 24 : 44;
            return Math.round(width) >= least && Math.round(height) >= 44 ? [] : [`${Math.round(width)}x${Math.round(height)} ${node.outerHTML.slice(0, 90)}`];
        });
    })()
"#;

/// Elements that are partly hidden by an ancestor that clips.
const CUT_OFF: &str = r#"
    (() => {
        const cut = [];
        const signs = [...document.querySelectorAll('.mix-exact, .chip')];
        for (const sign of signs) {
            const words = document.createRange();
            words.selectNodeContents(sign);
            const { left, right, top, bottom } = words.getBoundingClientRect();
            for (let around = sign; around !== document.body; around = around.parentElement) {
                if (getComputedStyle(around).overflowX === 'visible' && !around.matches('.mix-row')) continue;
                const box = around.getBoundingClientRect();
                if (left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1) cut.push(sign.innerText);
            }
        }
        return { seen: signs.length, cut };
    })()
"#;

#[test]
fn fractions_and_values_are_never_cut_off() {
    browse(async |_server, [ada]| {
        let look = async |page: &str| {
            ada.ask_later(TWO_FRAMES).await;
            let found = ada.ask(CUT_OFF).await;
            assert!(found["seen"].as_u64().is_some_and(|seen| seen > 9), "{page}: {found}");
            assert_eq!(found["cut"], json!([]), "something on {page} is cut off");
        };
        ada.go("/study/cards?set=end=4").await;
        ada.judged().await;
        ada.see_text(&id("mix-1"), "28983752/72184713").await;
        for width in [1280, 1440, 1920] {
            ada.size(width, 800).await;
            look(&format!("a window {width} wide")).await;
        }
        for width in [320, 390] {
            ada.become_phone_of(width).await;
            look(&format!("a phone {width} wide")).await;
        }
        // A line that wraps to another row, with moves across the wrap.
        ada.go("/study/duel").await;
        ada.judged().await;
        ada.see(".row-last .chip.between").await;
        look("the study of a duel on a phone").await;
        let push = "document.querySelector('.row-last .chip.between').style.right = '-12px'";
        assert_ne!(ada.ask(&after(push, CUT_OFF)).await["cut"], json!([]));
    });
}

#[test]
fn a_small_window_has_room_for_all_that_a_player_needs() {
    browse(async |_server, [ada]| {
        ada.size(1280, 800).await;
        for game in games() {
            ada.set_up(game, "computer", "Ada").await;
            ada.begin_as(1).await;
            ada.my_turn().await;
            let end = ada
                .ask("document.querySelector('[data-testid=\"controls\"]').getBoundingClientRect().bottom")
                .await;
            assert!(end.as_f64().is_some_and(|end| end > 100.0 && end <= 800.0), "{game}: {end}");
        }
    });
}

/// A page that is too wide makes the window of a phone wider, or scrolls sideways.
const WIDTHS: &str = "[document.documentElement.scrollWidth, document.body.scrollWidth, innerWidth]";

/// Waits until everything measured has been drawn.
const TWO_FRAMES: &str =
    "await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";

#[test]
fn a_phone_scrolls_in_one_direction_and_fingers_hit() {
    browse(async |_server, [ada]| {
        ada.become_phone().await;
        let mut wrong = Vec::new();
        visit_all(ada, async |browser: &Browser, page: &str| {
            // The narrowest phones; this also equals a window of the usual size at 400 % zoom.
            for width in [320, 390] {
                browser.become_phone_of(width).await;
                browser.ask_later(TWO_FRAMES).await;
                let widths = browser.ask(WIDTHS).await;
                if widths != json!([width, width, width]) {
                    wrong.push(format!("{page} is wider than a phone of {width}: {widths}"));
                }
            }
            let small = browser.ask(SMALL_TARGETS).await;
            if small != json!([]) {
                wrong.push(format!("{page} has targets that fingers miss: {small}"));
            }
        })
        .await;
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        // Both checks find what is wrong.
        let widen = "document.querySelector('h1').style.width = '500px'";
        assert_ne!(ada.ask(&after(widen, WIDTHS)).await, json!([390, 390, 390]));
        let shrink = "document.querySelector('button').style.cssText = 'min-width: 0; width: 20px'";
        assert_ne!(ada.ask(&after(shrink, SMALL_TARGETS)).await, Value::Array(Vec::new()));
    });
}

#[test]
fn an_offer_can_be_read_on_a_narrow_phone() {
    browse(async |_server, [ada, grace]| {
        let room = ada.invite("siege", "Ada").await;
        grace.become_phone_of(320).await;
        grace.join(&room, "Grace").await;
        ada.click(&id("resign")).await;
        ada.click(&id("confirm-yes")).await;
        ada.ending().await;
        ada.click(&id("rematch")).await;
        grace.see_text(&id("offer"), "rematch").await;
        let width = grace
            .ask("document.querySelector('[data-testid=\"offer\"] > :first-child').getBoundingClientRect().width")
            .await;
        assert!(width.as_f64().is_some_and(|width| width > 150.0), "{width}");
    });
}
