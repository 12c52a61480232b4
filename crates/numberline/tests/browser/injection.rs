//! Names that contain markup and scripts: they are shown as text, and nothing in them runs.

use crate::support::{Browser, Fault, browse, games, id};

const NAMES: [&str; 2] = ["<img src=x onerror=hacked=1>", "<script>hacked=1</script>"];

/// Nothing in the names has become part of the page.
async fn assert_unharmed(browser: &Browser) {
    // After two frames, an image that fails to load has fired its error event.
    browser
        .ask_later("await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        .await;
    assert_eq!(browser.ask("window.hacked === undefined").await, true, "a name was run");
    assert_eq!(browser.ask("document.querySelectorAll('img, main script, #toasts script').length").await, 0);
}

#[test]
fn names_are_text_everywhere() {
    browse(async |_server, [ada, grace, eve]| {
        ada.set_up(games()[0], "anyone", NAMES[0]).await;
        let room = ada.begin_as(1).await;
        eve.go("/").await;
        eve.see_text(&id("open-room"), NAMES[0]).await;
        assert_unharmed(eve).await;
        grace.go(&room).await;
        grace.see_text(&id("invite"), NAMES[0]).await;
        grace.join(&room, NAMES[1]).await;
        ada.see_text(&id("toasts"), NAMES[1]).await;
        for browser in [ada, grace] {
            assert_eq!(browser.see(&id("name-1")).await, NAMES[0]);
            assert_eq!(browser.see(&id("name-2")).await, NAMES[1]);
        }
        grace.click(&id("offer-draw")).await;
        ada.see_text(&id("offer"), NAMES[1]).await;
        grace.click(&id("resign")).await;
        grace.click(&id("confirm-yes")).await;
        ada.see_text(&id("ending"), NAMES[1]).await;
        eve.go(&room).await;
        eve.see_text(&id("ending"), NAMES[1]).await;
        for browser in [ada, grace, eve] {
            assert_unharmed(browser).await;
        }
        ada.click(&id("review")).await;
        ada.see_text("main", NAMES[0]).await;
        assert_unharmed(ada).await;
        // Typed text is only ever shown as text, too.
        ada.excuse(Fault::Status(400));
        ada.excuse(Fault::Status(422));
        ada.go(&format!("/study/{}?moves=%3Cimg%20src%3Dx%20onerror%3Dwindow.hacked%3D1%3E&position=%3Cscript%3Ewindow.hacked%3D1%3C%2Fscript%3E", games()[0])).await;
        ada.see("main").await;
        assert_unharmed(ada).await;
    });
}

/// Even if the page inserted a name as markup, the browser's policy would not run it.
#[test]
fn the_browser_runs_nothing_that_is_not_a_file_of_the_server() {
    browse(async |_server, [ada]| {
        ada.excuse(Fault::Policy);
        ada.excuse(Fault::Status(404));
        ada.go("/").await;
        ada.see(&id("setup")).await;
        let attempts = [
            "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=window.hacked=1>')",
            "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.hacked = 1' }))",
            "document.body.append(Object.assign(document.createElement('script'), { src: 'data:text/javascript,window.hacked=1' }))",
            "document.body.insertAdjacentHTML('beforeend', '<a id=trap href=\"javascript:window.hacked=1\">x</a>') || document.getElementById('trap').click()",
            "setTimeout(() => window.eval('window.hacked = 1'), 0)",
        ];
        for attempt in attempts {
            ada.ask(attempt).await;
        }
        let wait = "await new Promise((done) => setTimeout(done, 0)) ?? await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";
        ada.ask_later(wait).await;
        assert_eq!(ada.ask("window.hacked === undefined").await, true, "the browser ran something");
        ada.wait_until_console(Fault::Policy).await;
        // Without the policy the same does run, so the attempts are real ones.
        ada.go("data:text/html,<body></body>").await;
        ada.ask(attempts[0]).await;
        ada.wait_until("an attempt that works elsewhere", "window.hacked === 1").await;
    });
}
