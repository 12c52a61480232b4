//! One browser serves many tests: nothing that a test does to it may be noticed by the next.

use serde_json::json;

use crate::support::{Fault, RUNTIME, browse, id, lend, ready};

/// What a page could notice of an earlier test.
const TRACES: &str = "[location.href, innerWidth, innerHeight, devicePixelRatio, history.length, navigator.onLine, \
    navigator.maxTouchPoints, matchMedia('(prefers-color-scheme: dark)').matches, \
    matchMedia('(prefers-reduced-motion: reduce)').matches, matchMedia('(any-pointer: coarse)').matches, String(window.left)]";

/// What a site has stored.
const STORED: &str = "[localStorage.length, sessionStorage.length, document.cookie, \
    (await indexedDB.databases()).length, (await caches.keys()).length, window.fetch.toString().includes('native code')]";

#[test]
fn a_browser_is_given_back_as_if_new() {
    browse(async |_server, [ada]| {
        let traces = json!(["about:blank", 1280, 900, 1, 1, true, 0, false, true, false, "undefined"]);
        let stored = json!([0, 0, "", 0, 0, true]);
        assert_eq!(ada.ask(TRACES).await, traces);
        ada.become_phone().await;
        ada.prefer("dark", "no-preference").await;
        ada.go("/nowhere").await;
        ada.see(&id("problem")).await;
        ada.wait_until_console(Fault::Status(404)).await;
        ada.ask("['localStorage', 'sessionStorage'].forEach((store) => window[store].setItem('numberline.name', 'Ada'))")
            .await;
        ada.ask("document.cookie = 'left=1'").await;
        ada.ask_later("await caches.open('left') && await new Promise((done) => { indexedDB.open('left').onsuccess = () => done(1); })")
            .await;
        ada.ask("void (window.left = 1, window.fetch = () => {}, window.open('/rules'))").await;
        assert_ne!(ada.ask_later(STORED).await, stored, "the test stores nothing");
        ada.offline(true).await;
        assert_ne!(ada.ask(TRACES).await, traces, "the test leaves no traces");
        ada.ask("void addEventListener('beforeunload', (event) => event.preventDefault())").await;
        ada.ask("void setTimeout(() => alert('left'))").await;

        ada.reset().await.expect("a browser that can be reset");
        assert_eq!(ada.ask(TRACES).await, traces, "a browser remembers an earlier test");
        assert!(ada.traffic().await.requests.is_empty(), "an earlier test's requests are counted");
        ada.go("/").await;
        assert_eq!(ada.ask_later(STORED).await, stored, "an earlier test's data is still there");
        // The error on the console is forgotten, too, or this test would fail.
    });
}

/// The address of a server that is not needed.
const NOWHERE: &str = "http://127.0.0.1:1";

#[test]
fn a_crashed_browser_is_replaced() {
    RUNTIME.block_on(async {
        let mut lent = lend(1, NOWHERE).await;
        let browser = lent.browsers.pop().expect("a browser");
        browser.crash().await;
        assert!(!browser.answers().await, "the browser is still there");
        let other = ready(Some(browser), NOWHERE.to_owned()).await;
        assert_eq!(other.ask("1 + 1").await, 2);
        lent.browsers.push(other);
        lent.give_back().await;
    });
}
