//! Learning: the analysis board, reviews with retries, hints and rules, in real use.

use crate::support::{Browser, Dice, browse, games, id, play_out};

/// Plays the first listed move, or the first card of both, and waits until it is judged.
async fn go_on(browser: &Browser) {
    let moves = "document.querySelectorAll('[data-testid=\"tree-move\"]').length";
    let before = browser.ask(moves).await;
    if browser.count(&id("judged")).await > 0 {
        browser.click(&id("judged")).await;
    } else {
        browser.click(&format!("{} .mix-row", id("mix-1"))).await;
        browser.click(&format!("{} .mix-row", id("mix-2"))).await;
    }
    browser.wait_until("the move in the tree", &format!("{moves} > {before}")).await;
    browser.judged().await;
}

#[test]
fn every_game_can_be_studied_and_a_link_shows_the_same() {
    browse(async |_server, [ada, grace]| {
        for game in games() {
            ada.go(&format!("/study/{game}")).await;
            let headline = ada.judged().await;
            assert!(!headline.is_empty() && !headline.starts_with("Too large"), "{game}: {headline}");
            let moves = ada.count(&id("judged")).await;
            if moves > 0 {
                // Each move has a value with a letter, never only a colour, and a reason in words.
                let rows = "[...document.querySelectorAll('[data-testid=\"judged\"]')].every((row) => \
                            /^[WDL]/.test(row.querySelector('.sign').innerText) && row.querySelector('.move-why').innerText.length > 10)";
                assert_eq!(ada.ask(rows).await, true, "{game} has moves without a letter or a reason");
                assert!(
                    ada.count("[data-testid=\"line\"] .chip").await > 0,
                    "the line of {game} shows no values"
                );
            } else {
                // Where both act, the optimal mix is shown as bars with exact fractions that add up to one.
                let sum = "[1, 2].map((seat) => [...document.querySelectorAll(`[data-testid=\"mix-${seat}\"] .mix-fill`)].map((fill) => \
                           parseFloat(fill.style.inlineSize)).reduce((sum, one) => sum + one, 0).toFixed(3)).join()";
                assert_eq!(ada.ask_text(sum).await, "100.000,100.000", "the bars of {game}");
            }
            go_on(ada).await;
            go_on(ada).await;
            ada.see(&id("chart")).await;
            let heights = "document.querySelectorAll('[data-testid=\"chart\"] svg rect:not(.here)').length";
            ada.wait_until("bars in the chart", &format!("{heights} >= 3")).await;
            // A branch: back, and another move.
            ada.click(&id("back")).await;
            ada.wait_until(
                "a step back",
                "document.querySelector('[data-testid=\"tree-move\"][aria-current]').dataset.ply === '1'",
            )
            .await;
            ada.judged().await;
            if ada.count(&id("judged")).await > 1 {
                ada.click(&format!(".move-row:last-child {}", id("judged"))).await;
                ada.see(".tree .branch").await;
                ada.judged().await;
            }
            let link = ada.address().await;
            grace.go(&link).await;
            grace.judged().await;
            let shown = "JSON.stringify([...document.querySelectorAll('.position, [data-testid=\"headline\"], [data-testid=\"judged\"], [data-testid=\"tree-move\"]')].map((node) => node.innerText))";
            let mine = ada.ask_text(shown).await;
            grace.wait_until("the same study", &format!("{shown} === {}", serde_json::json!(mine))).await;
        }
    });
}

#[test]
fn hints_are_a_ladder_and_values_can_be_hidden() {
    browse(async |_server, [ada]| {
        ada.go(&format!("/study/{}", games()[0])).await;
        ada.judged().await;
        ada.click(&id("values")).await;
        ada.see_text(&id("headline"), "hidden").await;
        assert_eq!(ada.count(".chip").await, 0, "hidden values are shown");
        for rung in 1..=4 {
            ada.click(&id("hint")).await;
            assert!(ada.see(&id(&format!("hint-{rung}"))).await.len() > 10);
            assert_eq!(ada.count("[data-testid=\"hints\"] li").await, rung, "one rung at a time");
        }
        // Against the computer the room has the same ladder.
        ada.set_up(games()[0], "computer", "Ada").await;
        ada.begin_as(1).await;
        ada.my_turn().await;
        ada.press("h").await;
        ada.see(&format!("{} li", id("hint"))).await;
        ada.click(&id("hint-button")).await;
        ada.wait_until("two hints", "document.querySelectorAll('[data-testid=\"hint\"] li').length === 2")
            .await;
    });
}

#[test]
fn a_finished_game_is_reviewed_and_a_mistake_retried() {
    browse(async |_server, [ada, grace]| {
        let mut dice = Dice::new(1);
        let room = ada.invite(games()[0], "Ada").await;
        grace.join(&room, "Grace").await;
        // Between two people there are no hints.
        assert_eq!(ada.count(&id("hint-button")).await, 0);
        let plies = play_out(&[ada, grace], &[], &mut dice).await;
        ada.click(&id("review")).await;
        ada.see(&id("accuracy-1")).await;
        assert_eq!(ada.count(&id("review-move")).await, plies);
        assert!(ada.see("main").await.contains("Ada against Grace"));
        let mistakes = ada.count(".review-list .glyph").await;
        assert!(mistakes > 0, "two random players made no mistake; choose another seed");
        ada.click(&id("retry-start")).await;
        ada.see_text(&id("retry"), "Mistake 1 of").await;
        // The move of the game is still a mistake, and is not the answer.
        let wrong = ada
            .ask_text(
                "/played (.*?)\\. /.exec(document.querySelector('[data-testid=\"retry\"]').innerText)[1]",
            )
            .await;
        ada.point_at_move(&wrong).await;
        ada.see(&id("retry-wrong")).await;
        ada.click(&id("retry-show")).await;
        let answer = ada.see(&id("retry-answer")).await;
        assert!(!answer.is_empty());
        for mistake in 1..=mistakes {
            ada.see_text(&id("retry"), &format!("Mistake {mistake} of")).await;
            ada.click(&id(if mistake == 1 { "retry-next" } else { "retry-skip" })).await;
        }
        ada.see(&id("retry-done")).await;
        // The record can be downloaded, and is valid.
        let record = ada
            .ask_later(&format!(
                "await (await fetch('/api/rooms/{}/record')).text()",
                room.rsplit('/').next().unwrap_or_default()
            ))
            .await;
        assert!(
            record.as_str().is_some_and(|text| text.contains("Ada") && text.contains("Grace")),
            "{record}"
        );
    });
}

/// A URL has a maximum length. A line of moves that is too long for one is shared by its position, and the page says
/// so.
#[test]
fn a_very_long_line_is_shared_by_its_position() {
    browse(async |_server, [ada, grace]| {
        ada.go("/rules").await;
        ada.see("main").await;
        // The values of a thousand moves are not needed here.
        ada.ask("localStorage.setItem('numberline.values', 'hidden')").await;
        let there_and_back = "1+right%3B+1+left%3B+".repeat(280);
        ada.go(&format!("/study/token?moves={there_and_back}")).await;
        ada.see_text(&id("tree"), "560.").await;
        assert!(ada.address().await.contains("moves="), "this many moves fit into an address");
        for text in ["1 right", "1 left"].repeat(8) {
            let moves = ada.count(&id("tree-move")).await;
            ada.write(&id("typed-move"), text).await;
            ada.click(&id("play-typed")).await;
            let more = format!("document.querySelectorAll('[data-testid=\"tree-move\"]').length > {moves}");
            ada.wait_until("another move", &more).await;
        }
        let address = ada.address().await;
        assert!(!address.contains("moves=") && address.len() < 6_100, "{address}");
        ada.click(&id("share")).await;
        ada.see_text(&id("toasts"), "this position only").await;
        let shown = "document.querySelector('.position').innerText";
        let mine = ada.ask_text(shown).await;
        grace.go(&address).await;
        grace.judged().await;
        assert_eq!(grace.ask_text(shown).await, mine);
    });
}

#[test]
fn the_rules_are_there_with_their_rulings() {
    browse(async |_server, [ada]| {
        ada.go("/rules").await;
        let mut rulings = 0;
        for game in games() {
            ada.click(&format!("main a[href=\"/rules/{game}\"]")).await;
            ada.wait_until("the rules", &format!("location.pathname === '/rules/{game}' && document.querySelector('[data-testid=\"rules\"]')")).await;
            assert!(ada.see(&id("rules")).await.len() > 400, "the rules of {game} are short");
            rulings += ada.count(&format!("{} dt", id("rulings"))).await;
        }
        assert!(rulings > 5, "{rulings} rulings");
    });
}

#[test]
fn pieces_are_placed_with_the_mouse() {
    browse(async |_server, [ada]| {
        ada.go("/study/siege").await;
        ada.judged().await;
        ada.click(&id("place")).await;
        ada.see(&id("placing")).await;
        ada.click(&id("cell-4")).await;
        // Either token may stand there.
        ada.click(&id("place-B")).await;
        ada.see_text(".position", "0 4 1").await;
        ada.click(&id("other-mover")).await;
        ada.see_text(".position", "0 4 2").await;
        ada.click(&id("place")).await;
        ada.see_no(&id("placing")).await;
        // What was set up is played and judged as any other position.
        ada.click(&id("cell-3")).await;
        ada.see_text(".position", "0 3 1").await;
        ada.go("/study/blockade").await;
        ada.judged().await;
        ada.click(&id("place")).await;
        ada.click(&id("cell-2")).await;
        ada.click(&id("place-1")).await;
        ada.see_text(".position", "-X-.").await;
        // Next to a claim there is nothing to place.
        ada.click(&id("cell-3")).await;
        ada.see_text(&id("placing"), "Nothing else can stand there").await;
        // One thing that can stand there needs no question.
        ada.go("/study/token").await;
        ada.judged().await;
        ada.click(&id("place")).await;
        ada.click(&id("cell-8")).await;
        ada.see_text(".position", "8 1").await;
    });
}

#[test]
fn hands_are_dealt_with_the_mouse() {
    browse(async |_server, [ada]| {
        ada.go("/study/cards").await;
        ada.judged().await;
        ada.click(&id("place")).await;
        // A hand alone cannot have fewer cards, and that is said.
        ada.click(&id("deal-1-1")).await;
        ada.see_text(&id("deal-refused"), "both must have equally many").await;
        ada.see_text(".position", "0 1,2,3,4,5 1,2,3,4,5 -").await;
        ada.click(&id("deal-2-2")).await;
        ada.see_text(".position", "0 2,3,4,5 1,3,4,5 2").await;
        ada.see_text(&id("dealing"), "Player 2 moved the marker last.").await;
        let focused = "document.activeElement?.dataset.testid";
        ada.wait_until("the focus on the card", &format!("{focused} === 'deal-2-2'")).await;
        ada.click(&id("deal-1-4")).await;
        ada.click(&id("deal-2-4")).await;
        ada.see_text(".position", "0 2,3,5 1,3,5 2").await;
        ada.click(&id("alike-0")).await;
        ada.see_text(".position", "0 2,3,5 1,3,5 1").await;
        ada.see_text(&id("dealing"), "Player 1 moved the marker last.").await;
        ada.click(&id("cell--2")).await;
        ada.see_text(".position", "-2 2,3,5 1,3,5 1").await;
    });
}
