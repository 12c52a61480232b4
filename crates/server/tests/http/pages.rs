//! The page, its files, and the responses for missing ones.

use std::fs;
use std::io::Read;
use std::path::Path;

use crate::house::House;
use crate::wire::Request;

const PAGES: [&str; 8] = [
    "/",
    "/r/abcdefghijkm",
    "/study",
    "/study/duel?set=length%3D12",
    "/review",
    "/review/abcdefghijkm",
    "/rules",
    "/rules/duel",
];

#[tokio::test]
async fn every_address_of_the_page_shows_it() {
    let house = House::open().await;
    let index = house.get("/").await;
    assert!(index.body.starts_with("<!doctype html>"), "{}", index.body);
    for page in PAGES {
        let answer = house.get(page).await;
        assert_eq!((answer.status, &answer.body), (200, &index.body), "{page}");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8", "{page}");
    }
}

/// Everything that the page loads first exists, has the right type, and is small.
#[tokio::test]
async fn the_files_of_the_page_are_there() {
    let house = House::open().await;
    let index = house.get("/").await.body;
    let named: Vec<&str> =
        index.split('"').filter(|text| text.starts_with("/assets/") && !text.contains(' ')).collect();
    assert!(named.len() >= 3, "{named:?}");
    let mut wire = 0;
    for name in named.iter().copied().chain(["/"]) {
        let answer = Request::get(name).header("accept-encoding", "gzip").send(house.address).await;
        assert_eq!(answer.status, 200, "{name}");
        let kind = match name.rsplit('.').next() {
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("webmanifest") => "application/manifest+json",
            _ => "text/html; charset=utf-8",
        };
        assert_eq!(answer.header("content-type"), kind, "{name}");
        wire += answer.bytes.len();
    }
    assert!(wire < 100 * 1024, "{wire} bytes for the first page");
    assert_eq!(house.get("/favicon.ico").await.status, 200);
}

/// The page's folder holds only what a browser loads: no tests, no types, no tools.
#[tokio::test]
async fn every_file_of_the_page_is_loaded_by_another() {
    let house = House::open().await;
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
    let files: Vec<_> =
        fs::read_dir(page).expect("the page").map(|entry| entry.expect("a file").path()).collect();
    let name = |path: &Path| path.file_name().expect("a name").to_str().expect("plain letters").to_owned();
    let texts: Vec<_> =
        files.iter().map(|path| (name(path), fs::read_to_string(path).expect("text"))).collect();
    for (file, _) in &texts {
        let loads = |text: &str| {
            ["'./", "'", "/assets/"].iter().any(|before| text.contains(&format!("{before}{file}")))
        };
        let is_loaded = texts.iter().any(|(other, text)| other != file && loads(text));
        assert!(is_loaded || file == "index.html", "nothing loads {file}");
        assert_eq!(house.get(&format!("/assets/{file}")).await.status, 200, "{file}");
    }
    for other in ["package.json", "../package.json", "../page-types/api.d.ts", "../page-tests/tree.test.js"] {
        house.get(&format!("/assets/{other}")).await.problem(404, "no-such-page");
    }
}

#[tokio::test]
async fn a_file_that_is_known_is_not_sent_again() {
    let house = House::open().await;
    let first = house.get("/assets/app.js").await;
    let tag = first.header("etag");
    assert!(!tag.is_empty());
    let again = Request::get("/assets/app.js").header("if-none-match", tag).send(house.address).await;
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    assert_eq!(again.header("etag"), tag);
    let other =
        Request::get("/assets/app.js").header("if-none-match", "W/\"other\"").send(house.address).await;
    assert_eq!((other.status, other.body), (200, first.body));
}

#[tokio::test]
async fn a_client_that_accepts_compression_gets_it() {
    let house = House::open().await;
    let plain = house.get("/assets/app.js").await;
    let packed = Request::get("/assets/app.js").header("accept-encoding", "gzip").send(house.address).await;
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert!(packed.bytes.len() < plain.bytes.len());
    let mut unpacked = String::new();
    flate2::read::GzDecoder::new(packed.bytes.as_slice()).read_to_string(&mut unpacked).expect("gzip");
    assert_eq!(unpacked, plain.body);
}

#[tokio::test]
async fn every_answer_says_what_a_browser_may_do_with_it() {
    let house = House::open().await;
    for path in ["/", "/assets/app.js", "/api/openapi.json", "/nowhere", "/healthz", "/metrics"] {
        let answer = house.get(path).await;
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{path}: {policy}");
        assert!(!policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin", "{path}");
        assert!(answer.header("permissions-policy").contains("camera=()"), "{path}");
    }
}

/// Nothing outside the page's folder can be reached, and a missing file gets a 404.
#[tokio::test]
async fn a_missing_page_is_a_problem_document() {
    let house = House::open().await;
    for path in [
        "/nowhere",
        "/assets/nothing.js",
        "/assets/../Cargo.toml",
        "/assets/..%2fCargo.toml",
        "/assets/%2e%2e%2f%2e%2e%2fCargo.toml",
        "/assets//etc/passwd",
        "/assets/%2fetc%2fpasswd",
    ] {
        house.get(path).await.problem(404, "no-such-page");
    }
    // A person gets the page's own message.
    let person = |path| Request::get(path).header("accept", "text/html,*/*;q=0.8").send(house.address);
    let shown = person("/nowhere").await;
    assert_eq!((shown.status, shown.header("content-type")), (404, "text/html; charset=utf-8"));
    assert_eq!(shown.body, house.get("/").await.body);
    person("/api/nowhere").await.problem(404, "no-such-page");
    person("/assets/nowhere").await.problem(404, "no-such-page");
    for (method, path) in [
        ("DELETE", "/"),
        ("PUT", "/api/rooms"),
        ("GET", "/api/rooms/abcdefghijkm/join"),
        ("POST", "/healthz"),
    ] {
        let answer = Request::new(method, path).send(house.address).await;
        answer.problem(405, "method");
        assert!(!answer.header("allow").is_empty(), "{method} {path}");
    }
}
