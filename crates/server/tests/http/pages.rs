//! The page, its files, and the responses for missing ones.

use std::fs;
use std::io::Read;
use std::path::Path;

use numberline_learn::Course;
use numberline_table::{Bounds, catalog};
use serde_json::json;

use crate::house::House;
use crate::wire::Request;

const PAGES: [&str; 15] = [
    "/",
    "/r/abcdefghijkm",
    "/study",
    "/study/duel?set=length%3D12",
    "/review",
    "/review/abcdefghijkm",
    "/learn",
    "/learn/duel",
    "/learn/duel/first-game",
    "/puzzles?run=daily",
    "/puzzles/duel-7a",
    "/drill",
    "/progress",
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
        assert_eq!(answer.status, 200, "{page}");
        // What the page is about differs, and nothing else.
        let same =
            |body: &str| body.lines().filter(|line| !line.contains("<meta")).collect::<Vec<_>>().join("\n");
        assert_eq!(same(&answer.body), same(&index.body), "{page}");
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
    for name in named.iter().copied().chain(["/", "/worker.js"]) {
        let answer = Request::get(name).header("accept-encoding", "gzip").send(house.address).await;
        assert_eq!(answer.status, 200, "{name}");
        // A name that changes with its content may be kept for good; an address that stays is asked for again.
        let kept =
            if name.starts_with("/assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
        assert_eq!(answer.header("cache-control"), kept, "{name}");
        let kind = match name.rsplit('.').next() {
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            Some("webmanifest") => "application/manifest+json",
            _ => "text/html; charset=utf-8",
        };
        assert_eq!(answer.header("content-type"), kind, "{name}");
        wire += answer.bytes.len();
    }
    assert!(wire < 100 * 1024, "{wire} bytes for the first page");
    assert_eq!(house.get("/favicon.ico").await.status, 200);
}

/// One script and one style sheet, whatever is shown.
#[tokio::test]
async fn a_page_asks_for_one_script_and_one_style_sheet() {
    let house = House::open().await;
    let index = house.get("/").await.body;
    for ending in [".js\"", ".css\""] {
        assert_eq!(index.matches(ending).count(), 1, "{ending}: {index}");
    }
}

/// The page's folder holds only what a browser gets: no tests, no types, no tools.
#[tokio::test]
async fn every_file_of_the_page_is_sent() {
    let house = House::open().await;
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
    let index = house.get("/").await.body;
    let mut sent = format!("{index}{}", house.get("/worker.js").await.body);
    for name in asset_names(&index) {
        let file = house.get(&name).await.body;
        // The script of what the first page does without is named in its script.
        for other in file.split('\'').filter(|text| text.starts_with("/assets/")) {
            sent.push_str(&house.get(other).await.body);
        }
        sent.push_str(&file);
    }
    for entry in fs::read_dir(page).expect("the page") {
        let path = entry.expect("a file").path();
        let text = fs::read_to_string(&path).expect("text");
        // Names are replaced, and imports, exports and comments are gone; the longest other line is in one of the files.
        let plain = |line: &&str| {
            let comment = ["//", "/*", "*"].iter().any(|mark| line.trim().starts_with(mark));
            let gone = ["/assets/", "import ", "export ", "} from", "VERSION"];
            !comment && !gone.iter().any(|word| line.contains(word))
        };
        let Some(longest) = text.lines().filter(plain).max_by_key(|line| line.len()) else { continue };
        assert!(sent.contains(longest), "{} is not sent: {longest}", path.display());
    }
    for other in ["package.json", "../package.json", "../page-types/api.d.ts", "app.js"] {
        house.get(&format!("/assets/{other}")).await.problem(404, "no-such-page");
    }
}

/// The addresses of the files that the page names.
fn asset_names(index: &str) -> Vec<String> {
    index.split('"').filter(|text| text.starts_with("/assets/")).map(str::to_owned).collect()
}

#[tokio::test]
async fn a_page_that_is_known_is_not_sent_again() {
    let house = House::open().await;
    let first = house.get("/").await;
    let tag = first.header("etag");
    assert!(!tag.is_empty());
    let again = Request::get("/").header("if-none-match", tag).send(house.address).await;
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    assert_eq!(again.header("etag"), tag);
    let other = Request::get("/").header("if-none-match", "W/\"other\"").send(house.address).await;
    assert_eq!((other.status, other.body), (200, first.body));
}

#[tokio::test]
async fn a_client_that_accepts_compression_gets_it() {
    let house = House::open().await;
    let name = house.file(".js").await;
    let plain = house.get(&name).await;
    let packed = Request::get(&name).header("accept-encoding", "gzip").send(house.address).await;
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert!(packed.bytes.len() < plain.bytes.len());
    let mut unpacked = String::new();
    flate2::read::GzDecoder::new(packed.bytes.as_slice()).read_to_string(&mut unpacked).expect("gzip");
    assert_eq!(unpacked, plain.body);
}

/// A link shows what it leads to: the game, the players, and a picture of the position.
#[tokio::test]
async fn a_link_to_a_room_can_be_previewed() {
    let house = House::open().await;
    let ada = house.room(&json!({ "game": "siege", "name": "Ada <b>&\"" })).await;
    let page = house.get(&format!("/r/{}", ada.room)).await.body;
    let title =
        "<meta property=\"og:title\" content=\"Ada &lt;b&gt;&amp;&quot; wants to play Number Siege\">";
    assert!(page.contains(title), "{page}");
    let image = page
        .split("og:image\" content=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("a picture");
    let path = image
        .split_once("://")
        .and_then(|(_, rest)| rest.find('/').map(|at| &rest[at..]))
        .expect("a whole address");
    let picture = house.get(path).await;
    assert_eq!((picture.status, picture.header("content-type")), (200, "image/png"));
    assert!(picture.bytes.starts_with(b"\x89PNG"));
    let code = house.get(&format!("/api/rooms/{}/code.svg?secure=true", ada.room)).await;
    assert_eq!((code.status, code.header("content-type")), (200, "image/svg+xml"));
    assert!(code.body.contains("<svg"), "{}", code.body);
    house.get("/api/rooms/abcdefghijkm/code.svg").await.problem(404, "no-such-room");
    // A room that does not exist has nothing to show.
    assert!(!house.get("/r/abcdefghijkm").await.body.contains("og:image"));
    let rules = house.get("/rules/duel").await.body;
    assert!(rules.contains("content=\"Rules of Number Line Duel\""), "{rules}");
    let behind =
        Request::get("/rules/duel").header("x-forwarded-proto", "https").send(house.address).await.body;
    assert!(behind.contains("og:url\" content=\"https://"), "{behind}");
}

#[tokio::test]
async fn every_answer_says_what_a_browser_may_do_with_it() {
    let house = House::open().await;
    for path in
        ["/", house.file(".js").await.as_str(), "/api/openapi.json", "/nowhere", "/healthz", "/metrics"]
    {
        let answer = house.get(path).await;
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self' 'sha256-"), "{path}: {policy}");
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
    assert!(shown.body.starts_with("<!doctype html>"), "{}", shown.body);
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

/// The page asks for the whole line of a lesson or puzzle in one piece, and knows by itself how long that can be.
#[test]
fn the_line_of_a_lesson_is_shown_whole() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/viewport.js");
    let text = fs::read_to_string(&file).expect("text");
    let whole = text.lines().find_map(|line| line.strip_prefix("export const WHOLE = ")?.strip_suffix(';'));
    let whole: u64 = whole.and_then(|number| number.parse().ok()).expect("WHOLE is a number");
    assert_eq!(whole, Bounds::ROOM.line, "as long as a line in a room");
    for game in catalog() {
        for lesson in Course::of(game.info().slug).lessons {
            for setup in lesson.steps.iter().filter_map(|step| step.setup.as_ref()) {
                let cells = setup.begin(game).expect("a position").extent().len();
                assert!(cells <= whole, "{} has {cells} numbers", lesson.title);
            }
        }
    }
}
