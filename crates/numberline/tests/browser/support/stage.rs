//! One test: a server of its own and as many browsers as it needs.

use std::array;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

use super::browser::Browser;
use super::pool::{RUNTIME, lend};
use super::server::Server;

/// Runs a test with its own server and this many browsers. An unexpected error in a browser fails the test, too.
pub(crate) fn browse<const N: usize>(test: impl AsyncFnOnce(&mut Server, [&Browser; N])) {
    let mut server = Server::start();
    let lent = RUNTIME.block_on(lend(N, &server.url("")));
    let result = catch_unwind(AssertUnwindSafe(|| {
        RUNTIME.block_on(async {
            test(&mut server, array::from_fn(|place| &lent.browsers[place])).await;
            for browser in &lent.browsers {
                browser.assert_no_complaints().await;
            }
        });
    }));
    let Err(panic) = result else { return RUNTIME.block_on(lent.give_back()) };
    RUNTIME.block_on(async {
        for (place, browser) in lent.browsers.iter().enumerate() {
            report(browser, place).await;
        }
        lent.close().await;
    });
    println!("--- the server said ---\n{}", server.said());
    resume_unwind(panic);
}

/// What a browser shows when a test has failed, as text and as a screenshot.
async fn report(browser: &Browser, place: usize) {
    let name = std::thread::current().name().unwrap_or("test").replace("::", "-");
    let picture = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{place}.png"));
    println!("--- browser {place} ---\n{}", browser.describe().await);
    if let Some(drawn) = browser.try_screenshot().await {
        let _ = fs::write(&picture, drawn);
        println!("--- {} ---", picture.display());
    }
}
