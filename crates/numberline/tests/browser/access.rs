//! Access for everyone, by the rules of axe: on every page and in both themes.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::looks::visit_all;
use crate::support::{Browser, browse, id};

/// The engine of the rules, from the development tools of the page.
fn engine() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/node_modules/axe-core/axe.min.js");
    fs::read_to_string(&path)
        .unwrap_or_else(|_| panic!("{} is missing: run npm ci in crates/server", path.display()))
}

/// What axe finds on the page as it is now.
const FINDINGS: &str = "(await axe.run(document)).violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map((node) => node.html.slice(0, 160))])";

async fn findings(browser: &Browser, engine: &str) -> Value {
    browser
        .wait_until(
            "the page to rest",
            "document.getAnimations().every((moving) => moving.playState !== 'running')",
        )
        .await;
    if browser.ask("typeof axe").await == "undefined" {
        browser.ask(&format!("(() => {{ {engine}; window.axe = axe; return true; }})()")).await;
    }
    browser.ask_later(FINDINGS).await
}

fn nothing_is_found(theme: &'static str) {
    browse(async move |_server, [ada]| {
        let engine = engine();
        ada.prefer(theme, "reduce").await;
        let mut wrong = Vec::new();
        visit_all(ada, async |browser: &Browser, page: &str| {
            let found = findings(browser, &engine).await;
            if found != json!([]) {
                wrong.push(format!("{page}: {found}"));
            }
        })
        .await;
        ada.click(&id("options")).await;
        ada.see(&id("options-dialog")).await;
        wrong.extend(
            Some(findings(ada, &engine).await)
                .filter(|found| *found != json!([]))
                .map(|found| format!("the options: {found}")),
        );
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        // The rules do find what is wrong.
        ada.ask("document.querySelector('[data-testid=options-close]').textContent = ''").await;
        assert_ne!(findings(ada, &engine).await, json!([]));
    });
}

#[test]
fn axe_finds_nothing_in_daylight() {
    nothing_is_found("light");
}

#[test]
fn axe_finds_nothing_in_the_dark() {
    nothing_is_found("dark");
}
