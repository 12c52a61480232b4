//! One test: a server and as many browsers as it needs, all of which end with it, however it ends.

use std::array;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

use tokio::task::JoinSet;

use super::browser::Browser;
use super::driver;
use super::server::Server;

/// Runs a test with its own server and this many browsers. An unexpected error in a browser fails the test, too.
pub(crate) fn browse<const N: usize>(test: impl AsyncFnOnce(&mut Server, [&Browser; N])) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let permit = runtime.block_on(driver::room_for(N));
    let mut server = Server::start();
    let browsers = runtime.block_on(open(&server, N));
    let result = catch_unwind(AssertUnwindSafe(|| {
        runtime.block_on(async {
            test(&mut server, array::from_fn(|place| &browsers[place])).await;
            for browser in &browsers {
                browser.assert_no_complaints().await;
            }
        });
    }));
    runtime.block_on(async {
        if result.is_err() {
            for (place, browser) in browsers.iter().enumerate() {
                report(browser, place).await;
            }
        }
        for browser in browsers {
            browser.close().await;
        }
    });
    drop(permit);
    if let Err(panic) = result {
        println!("--- the server said ---\n{}", server.said());
        resume_unwind(panic);
    }
}

async fn open(server: &Server, count: usize) -> Vec<Browser> {
    let mut opening = JoinSet::new();
    for _ in 0..count {
        opening.spawn(Browser::open(server.url("")));
    }
    opening.join_all().await
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
