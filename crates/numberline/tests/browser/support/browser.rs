//! One person's browser: real clicks and keys, and waits for what the page shows, with a deadline.

use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource as _, KeyAction, KeyActions, MouseActions, PointerAction};
use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use super::driver::{self, Driver};
use super::engine::{ENGINE, Fault, Traffic, Window};

const PATIENCE: Duration = Duration::from_secs(300);
/// The polling interval. What a test waits for happens by one of the polls, or the deadline is missed.
pub(super) const LOOK_AGAIN: Duration = Duration::from_millis(15);

/// Looks again and again inside the page, which is cheaper than asking it each time. It gives up after a while, because a
/// page that is left may never answer.
const WATCH: &str = "
    const until = performance.now() + 1000;
    const look = () => (SCRIPT);
    return new Promise((done, failed) => {
        const again = () => {
            try {
                const seen = look();
                const nothing = seen === null || seen === undefined || seen === false || seen === '';
                if (nothing && performance.now() < until) setTimeout(again, 15);
                else done(seen);
            } catch (error) {
                failed(error);
            }
        };
        again();
    });";

const DESKTOP: Window = Window { width: 1280, height: 900, phone: false };

/// The selector for a test id.
pub(crate) fn id(name: &str) -> String {
    format!("[data-testid=\"{name}\"]")
}

/// A separate browser with an empty profile.
pub(crate) struct Browser {
    client: Client,
    /// Its own driver, where that cannot have others.
    _driver: Option<Driver>,
    home: String,
    noted: Mutex<Noted>,
}

/// What a browser has reported so far.
#[derive(Default)]
struct Noted {
    errors: Vec<String>,
    events: Vec<Value>,
    excused: Vec<Fault>,
}

impl Browser {
    /// Opens a browser of desktop size, with the light theme.
    pub(crate) async fn open(home: String) -> Self {
        let (client, own) = driver::open().await;
        ENGINE.prepare(&client).await.expect("a browser that takes commands");
        let browser = Self { client, _driver: own, home, noted: Mutex::default() };
        browser.reset().await.expect("a browser that can be set up");
        browser
    }

    /// Makes the browser as if new, whatever was done with it.
    pub(crate) async fn reset(&self) -> Result<(), CmdError> {
        // Without its page, nothing else changes. A dialog of the page may be in the way.
        if self.client.goto("about:blank").await.is_err() {
            let _ = self.client.dismiss_alert().await;
            self.client.goto("about:blank").await?;
        }
        let mut windows = self.client.windows().await?.into_iter();
        let first = windows.next();
        for window in windows {
            self.client.switch_to_window(window).await?;
            self.client.close_window().await?;
        }
        if let Some(window) = first {
            self.client.switch_to_window(window).await?;
        }
        self.client.release_actions().await?;
        ENGINE.offline(&self.client, false).await?;
        ENGINE.forget(&self.client, &self.home).await?;
        ENGINE.size(&self.client, DESKTOP).await?;
        ENGINE.prefer(&self.client, "light", "reduce").await?;
        ENGINE.errors(&self.client).await?;
        ENGINE.events(&self.client).await?;
        *self.noted() = Noted::default();
        Ok(())
    }

    /// Ends the browser without a farewell.
    pub(crate) async fn crash(&self) {
        // There is nobody left to answer.
        let _ = ENGINE.crash(&self.client).await;
    }

    /// Whether the browser still runs.
    pub(crate) async fn answers(&self) -> bool {
        self.try_ask("true").await.is_ok()
    }

    /// Moves to another server.
    pub(crate) fn at(self, home: String) -> Self {
        Self { home, ..self }
    }

    pub(crate) async fn close(self) {
        // A browser that can no longer be closed ends with its driver.
        let _ = timeout(PATIENCE, self.client.close()).await;
    }

    fn noted(&self) -> MutexGuard<'_, Noted> {
        self.noted.lock().expect("no panic")
    }

    // Reading.

    /// Goes to a path of the server.
    pub(crate) async fn go(&self, path: &str) {
        let address = if path.starts_with("http") || path.starts_with("data:") {
            path.to_owned()
        } else {
            format!("{}{path}", self.home)
        };
        self.client.goto(&address).await.unwrap_or_else(|error| panic!("{address} does not load: {error}"));
    }

    /// Reloads the page as its user would. A driver may also skip everything that the browser has kept, or wait for an error page.
    pub(crate) async fn reload(&self) {
        self.ask("(window.leaving = true, setTimeout(() => location.reload()), true)").await;
        self.wait_until("a page to load again", "!window.leaving && document.readyState === 'complete'")
            .await;
    }

    /// The current URL.
    pub(crate) async fn address(&self) -> String {
        self.client.current_url().await.expect("an address").to_string()
    }

    /// The result of a script.
    pub(crate) async fn ask(&self, script: &str) -> Value {
        self.try_ask(script).await.unwrap_or_else(|error| panic!("{script}\n{error}"))
    }

    async fn try_ask(&self, script: &str) -> Result<Value, CmdError> {
        self.client.execute(&format!("return ({script});"), Vec::new()).await
    }

    /// The result of an asynchronous script.
    pub(crate) async fn ask_later(&self, script: &str) -> Value {
        let body = format!(
            "const done = arguments[arguments.length - 1]; (async () => done({script}))().catch((error) => done(String(error)));"
        );
        let answer = self.client.execute_async(&body, Vec::new()).await;
        answer.unwrap_or_else(|error| panic!("{script}\n{error}"))
    }

    /// The result of a script, as text.
    pub(crate) async fn ask_text(&self, script: &str) -> String {
        match self.ask(script).await {
            Value::String(text) => text,
            other => other.to_string(),
        }
    }

    /// Waits until a script returns something that is neither false nor empty.
    pub(crate) async fn wait_until(&self, what: &str, script: &str) -> Value {
        let deadline = Instant::now() + PATIENCE;
        loop {
            // During navigation no page can answer.
            let answer = self.client.execute(&WATCH.replace("SCRIPT", script), Vec::new()).await;
            match &answer {
                Ok(Value::Null | Value::Bool(false)) | Err(_) => {}
                Ok(Value::String(text)) if text.is_empty() => {}
                Ok(value) => return value.clone(),
            }
            assert!(
                Instant::now() < deadline,
                "timed out waiting for {what}: {answer:?}\n{}",
                self.describe().await
            );
            sleep(LOOK_AGAIN).await;
        }
    }

    /// Waits until an element is visible, and returns its text.
    pub(crate) async fn see(&self, selector: &str) -> String {
        let script = format!(
            "(() => {{ const node = [...document.querySelectorAll({})].find((node) => node.checkVisibility()); \
             return node && [node.innerText]; }})()",
            json!(selector)
        );
        let seen = self.wait_until(&format!("{selector} to be seen"), &script).await;
        seen[0].as_str().unwrap_or_default().trim().to_owned()
    }

    /// Waits until an element with this text is visible.
    pub(crate) async fn see_text(&self, selector: &str, text: &str) {
        let script = format!(
            "[...document.querySelectorAll({})].some((node) => node.checkVisibility() && node.innerText.includes({}))",
            json!(selector),
            json!(text)
        );
        self.wait_until(&format!("{text:?} in {selector}"), &script).await;
    }

    /// Waits until no such element is visible.
    pub(crate) async fn see_no(&self, selector: &str) {
        let script = format!(
            "![...document.querySelectorAll({})].some((node) => node.checkVisibility())",
            json!(selector)
        );
        self.wait_until(&format!("{selector} to be gone"), &script).await;
    }

    /// The number of visible elements now.
    pub(crate) async fn count(&self, selector: &str) -> usize {
        let script = format!(
            "[...document.querySelectorAll({})].filter((node) => node.checkVisibility()).length",
            json!(selector)
        );
        let count = self.ask(&script).await.as_u64().expect("a number");
        usize::try_from(count).expect("a small number")
    }

    // Acting.

    /// Clicks an element with the mouse, as soon as it is there and nothing covers it.
    pub(crate) async fn click(&self, selector: &str) {
        self.attempt(&format!("click at {selector}"), selector, async |element: Element| {
            element.click().await
        })
        .await;
    }

    /// Moves the mouse over an element without a click.
    pub(crate) async fn point(&self, selector: &str) {
        self.attempt(&format!("point at {selector}"), selector, async |element: Element| {
            let middle = PointerAction::MoveToElement { element, duration: None, x: 0.0, y: 0.0 };
            self.client.perform_actions(MouseActions::new("mouse".to_owned()).then(middle)).await
        })
        .await;
    }

    /// Opens a details element.
    pub(crate) async fn unfold(&self, selector: &str) {
        if self.ask(&format!("document.querySelector({}).open", json!(selector))).await == false {
            self.click(&format!("{selector} summary")).await;
        }
    }

    /// Replaces the text of a field.
    pub(crate) async fn write(&self, selector: &str, text: &str) {
        self.attempt(&format!("write into {selector}"), selector, async |element: Element| {
            element.clear().await?;
            element.send_keys(text).await
        })
        .await;
    }

    /// Chooses from a list.
    pub(crate) async fn choose(&self, selector: &str, value: &str) {
        self.attempt(&format!("choose {value} in {selector}"), selector, async |element: Element| {
            element.select_by_value(value).await
        })
        .await;
    }

    async fn attempt(&self, what: &str, selector: &str, act: impl AsyncFn(Element) -> Result<(), CmdError>) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let tried = match self.client.find(Locator::Css(selector)).await {
                Ok(element) => act(element).await,
                Err(error) => Err(error),
            };
            // The page may redraw itself at any time; then this is retried with the new element.
            let Err(error) = tried else { return };
            assert!(Instant::now() < deadline, "could not {what}: {error}\n{}", self.describe().await);
            sleep(LOOK_AGAIN).await;
        }
    }

    /// Presses keys one after another, wherever the focus is.
    pub(crate) async fn press(&self, keys: &str) {
        let mut actions = KeyActions::new("keyboard".to_owned());
        for value in keys.chars() {
            actions = actions.then(KeyAction::Down { value }).then(KeyAction::Up { value });
        }
        self.client.perform_actions(actions).await.expect("a keyboard");
    }

    // The browser itself.

    /// Sets the window's size, without touch.
    pub(crate) async fn size(&self, width: u32, height: u32) {
        let window = Window { width, height, phone: false };
        ENGINE.size(&self.client, window).await.expect("a window of this size");
    }

    /// Emulates a phone.
    pub(crate) async fn become_phone(&self) {
        self.become_phone_of(390).await;
    }

    /// Emulates a phone of some width.
    pub(crate) async fn become_phone_of(&self, width: u32) {
        self.become_phone_with(width, 844).await;
    }

    /// Emulates a phone of some size.
    pub(crate) async fn become_phone_with(&self, width: u32, height: u32) {
        let window = Window { width, height, phone: true };
        ENGINE.size(&self.client, window).await.expect("a phone of this size");
    }

    /// The system's preferences: `light` or `dark`, and `reduce` or `no-preference` for motion.
    pub(crate) async fn prefer(&self, scheme: &str, motion: &str) {
        ENGINE.prefer(&self.client, scheme, motion).await.expect("preferences");
    }

    /// Takes the network away, or restores it.
    pub(crate) async fn offline(&self, away: bool) {
        ENGINE.offline(&self.client, away).await.expect("a network");
    }

    /// A screenshot of the window.
    pub(crate) async fn screenshot(&self) -> Vec<u8> {
        self.client.screenshot().await.expect("a picture")
    }

    pub(crate) async fn try_screenshot(&self) -> Option<Vec<u8>> {
        self.client.screenshot().await.ok()
    }

    /// The text of the window, for debugging.
    pub(crate) async fn describe(&self) -> String {
        let text = self.try_ask("location.href + '\\n' + document.body.innerText").await;
        text.map_or_else(|error| error.to_string(), |text| text.as_str().unwrap_or_default().to_owned())
    }

    // Logs.

    /// Expects errors of this kind on the console.
    pub(crate) fn excuse(&self, fault: Fault) {
        self.noted().excused.push(fault);
    }

    async fn errors(&self) -> Vec<String> {
        let errors = ENGINE.errors(&self.client).await.expect("the console");
        let mut noted = self.noted();
        noted.errors.extend(errors);
        noted.errors.clone()
    }

    /// Waits until an error of some kind is on the console.
    pub(crate) async fn wait_until_console(&self, fault: Fault) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let errors = self.errors().await;
            if errors.iter().any(|error| fault.is(error)) {
                return;
            }
            assert!(Instant::now() < deadline, "{fault:?} is not on the console: {errors:?}");
            sleep(LOOK_AGAIN).await;
        }
    }

    /// Asserts that there is no unexpected error on the console.
    pub(crate) async fn assert_no_complaints(&self) {
        let mut errors = self.errors().await;
        let noted = self.noted();
        errors.retain(|error| !noted.excused.iter().any(|fault| fault.is(error)));
        assert!(errors.is_empty(), "the console has errors:\n{}", errors.join("\n"));
    }

    /// What the pages have requested and received.
    pub(crate) async fn traffic(&self) -> Traffic {
        let events = ENGINE.events(&self.client).await.expect("the network's notes");
        let mut noted = self.noted();
        noted.events.extend(events);
        ENGINE.traffic(&noted.events)
    }
}
