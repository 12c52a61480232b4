//! Invalid frames and messages, with the expected outcome.

use serde_json::json;

use crate::frame::{self, BINARY, CLOSE, CONTINUATION, PING, TEXT};

const MASK: [u8; 4] = [1, 2, 3, 4];

/// Something to send to a websocket.
pub(crate) struct Case {
    /// What is wrong with it.
    pub(crate) name: &'static str,
    /// The bytes on the wire.
    pub(crate) bytes: Vec<u8>,
    /// The expected outcome.
    pub(crate) wanted: Wanted,
}

/// The expected outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// The server continues as if nothing had happened.
    Answer,
    /// The server ends the conversation.
    Close,
    /// Either one.
    Either,
}

/// Cases for a socket that has said hello.
pub(crate) fn cases() -> Vec<Case> {
    let mut cases = frames();
    cases.extend(texts().into_iter().map(|(name, text, wanted)| Case {
        name,
        bytes: spoken(text.as_bytes()),
        wanted,
    }));
    cases
}

fn spoken(payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    frame::write(&mut bytes, true, TEXT, MASK, payload);
    bytes
}

fn frames() -> Vec<Case> {
    use Wanted::{Answer, Close, Either};
    let mut cases = Vec::new();
    let mut add = |name, wanted, write: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = Vec::new();
        write(&mut bytes);
        cases.push(Case { name, bytes, wanted });
    };
    let ping = br#"{"type":"ping"}"#;
    add("no mask", Close, &|into| frame::write_unmasked(into, TEXT, ping));
    add("not UTF-8", Close, &|into| frame::write(into, true, TEXT, MASK, b"{\"type\":\"\xff\xfe\"}"));
    add("half a letter", Close, &|into| frame::write(into, true, TEXT, MASK, b"\"\xe2\x82\""));
    add("binary", Either, &|into| frame::write(into, true, BINARY, MASK, ping));
    add("a message of 5000 bytes", Close, &|into| {
        let mut large = ping.to_vec();
        large.resize(5_000, b' ');
        frame::write(into, true, TEXT, MASK, &large);
    });
    add("a frame that claims 16 MiB", Close, &|into| frame::write_head(into, TEXT, 16 << 20));
    add("a frame that claims 2^62 bytes", Close, &|into| frame::write_head(into, TEXT, 1 << 62));
    add("a length with its highest bit", Close, &|into| frame::write_head(into, TEXT, u64::MAX));
    add("two fragments", Answer, &|into| {
        frame::write(into, false, TEXT, MASK, b"{\"type\":");
        frame::write(into, true, CONTINUATION, MASK, b"\"ping\"}");
    });
    add("fragments with a ping between them", Answer, &|into| {
        frame::write(into, false, TEXT, MASK, b"{\"type\":");
        frame::write(into, true, PING, MASK, b"hm");
        frame::write(into, true, CONTINUATION, MASK, b"\"ping\"}");
    });
    add("5000 fragments of a byte", Close, &|into| {
        frame::write(into, false, TEXT, MASK, b" ");
        (0..5_000).for_each(|_| frame::write(into, false, CONTINUATION, MASK, b" "));
    });
    add("empty fragments", Either, &|into| {
        frame::write(into, false, TEXT, MASK, b"");
        (0..1_000).for_each(|_| frame::write(into, false, CONTINUATION, MASK, b""));
        frame::write(into, true, CONTINUATION, MASK, ping);
    });
    add("a continuation of nothing", Close, &|into| frame::write(into, true, CONTINUATION, MASK, b"x"));
    add("a message within a message", Close, &|into| {
        frame::write(into, false, TEXT, MASK, b"{");
        frame::write(into, true, TEXT, MASK, ping);
    });
    for opcode in [3, 7, 11, 15] {
        add("an unknown opcode", Close, &|into| frame::write(into, true, opcode, MASK, b"x"));
    }
    for bits in [0x10, 0x20, 0x40, 0x70] {
        add("a reserved bit", Close, &|into| frame::write(into, true, TEXT | bits, MASK, ping));
    }
    add("a ping of 126 bytes", Close, &|into| frame::write(into, true, PING, MASK, &[b'x'; 126]));
    add("a ping in fragments", Close, &|into| frame::write(into, false, PING, MASK, b"x"));
    add("a thousand pings", Either, &|into| {
        (0..1_000).for_each(|_| frame::write(into, true, PING, MASK, b"there?"));
    });
    add("a close with half a code", Close, &|into| frame::write(into, true, CLOSE, MASK, b"\x03"));
    add("a close with an invalid code", Close, &|into| frame::write(into, true, CLOSE, MASK, &[0, 1]));
    add("a close whose reason is not UTF-8", Close, &|into| {
        frame::write(into, true, CLOSE, MASK, b"\x03\xe8\xff");
    });
    add("not a websocket at all", Close, &|into| into.extend(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
    cases
}

fn texts() -> Vec<(&'static str, String, Wanted)> {
    use Wanted::{Close, Either};
    let event = |id: serde_json::Value, event: serde_json::Value| {
        json!({ "type": "do", "id": id, "do": event }).to_string()
    };
    let resign = json!({ "kind": "resign" });
    let mut texts = vec![
        ("nothing", String::new(), Either),
        ("half an object", "{".to_owned(), Either),
        ("a list", "[]".to_owned(), Either),
        ("null", "null".to_owned(), Either),
        ("a number of a thousand digits", "1".repeat(1_000), Either),
        ("a number beyond any range", r#"{"type":"hello","since":1e999}"#.to_owned(), Either),
        ("two thousand brackets", "[".repeat(2_000), Either),
        ("objects in objects", r#"{"type":"#.repeat(400), Either),
        ("an unknown type", r#"{"type":"cheat"}"#.to_owned(), Either),
        ("no type", r#"{"kind":"ping"}"#.to_owned(), Either),
        ("a type that is a number", r#"{"type":7}"#.to_owned(), Either),
        ("an extra field", r#"{"type":"ping","more":1}"#.to_owned(), Either),
        ("a duplicate field", r#"{"type":"ping","type":"ping"}"#.to_owned(), Either),
        ("half a surrogate", r#"{"type":"\ud800"}"#.to_owned(), Either),
        ("a nul", "{\"type\":\"ping\u{0}\"}".to_owned(), Either),
        ("a byte order mark", "\u{feff}{\"type\":\"ping\"}".to_owned(), Either),
        ("a second hello", r#"{"type":"hello"}"#.to_owned(), Either),
        ("an empty do", r#"{"type":"do"}"#.to_owned(), Either),
        ("an unknown event", event("x".into(), json!({ "kind": "win" })), Either),
        ("a move without a text", event("x".into(), json!({ "kind": "move" })), Either),
        ("a very long move", event("x".into(), json!({ "kind": "move", "text": "9".repeat(3_000) })), Either),
        (
            "a move with terminal control characters",
            event("x".into(), json!({ "kind": "move", "text": "\u{1b}[2J" })),
            Either,
        ),
        ("an empty id", event("".into(), resign.clone()), Either),
        ("an id of 41 letters", event("x".repeat(41).into(), resign.clone()), Either),
        ("an id with an SQL injection", event("x';--".into(), resign.clone()), Either),
        ("an id that is a list", event(json!([1]), resign), Either),
        (
            "a negative version",
            r#"{"type":"do","id":"x","seen":-1,"do":{"kind":"resign"}}"#.to_owned(),
            Either,
        ),
    ];
    texts.push(("two messages in one", r#"{"type":"ping"}{"type":"ping"}"#.to_owned(), Either));
    texts.push(("a megabyte of spaces", " ".repeat(1 << 20), Close));
    texts
}

/// Invalid hellos.
pub(crate) fn hellos() -> Vec<(&'static str, String)> {
    vec![
        ("a ping before the hello", r#"{"type":"ping"}"#.to_owned()),
        ("a move before the hello", r#"{"type":"do","id":"x","do":{"kind":"resign"}}"#.to_owned()),
        ("a key that is too short", r#"{"type":"hello","key":"ab"}"#.to_owned()),
        ("a key of wrong characters", format!(r#"{{"type":"hello","key":"{}"}}"#, "g".repeat(32))),
        ("a key with a sign", format!(r#"{{"type":"hello","key":"+{}"}}"#, "1".repeat(31))),
        ("a key of another room", format!(r#"{{"type":"hello","key":"{}"}}"#, "5".repeat(32))),
        ("a key that is a number", r#"{"type":"hello","key":5}"#.to_owned()),
        ("a since of the far future", r#"{"type":"hello","since":18446744073709551615}"#.to_owned()),
        ("a negative since", r#"{"type":"hello","since":-1}"#.to_owned()),
        ("a since that is a fraction", r#"{"type":"hello","since":1.5}"#.to_owned()),
        ("an extra field", r#"{"type":"hello","admin":true}"#.to_owned()),
    ]
}

/// Invalid requests. None of them may get a success response.
pub(crate) fn requests(host: &str, room: &str) -> Vec<(&'static str, Vec<u8>)> {
    let get =
        |path: &str| format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").into_bytes();
    let post = |head: &str, body: &str| {
        let start = format!("POST /api/rooms HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{head}\r\n");
        format!("{start}{body}").into_bytes()
    };
    let json = "Content-Type: application/json\r\n";
    let large = "x".repeat(100_000);
    vec![
        ("not HTTP", b"\x16\x03\x01\x02\x00\x01\x00".to_vec()),
        ("a line of garbage", b"\x00\xff\r\n\r\n".to_vec()),
        ("HTTP/0.9", b"GET /\r\n\r\n".to_vec()),
        ("no host", b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n".to_vec()),
        ("another host", b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n".to_vec()),
        ("a header of 100 KB", format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: {large}\r\n\r\n").into_bytes()),
        ("a path of 100 KB", get(&format!("/{large}"))),
        ("a path traversal", get("/assets/../../../../etc/passwd")),
        ("an encoded path traversal", get("/assets/%2e%2e%2f%2e%2e%2fetc%2fpasswd")),
        ("a NUL in the path", get("/assets/%00")),
        ("invalid UTF-8 in the path", get("/api/rooms/%ff%fe")),
        ("an unknown room", get("/api/rooms/zzzzzzzzzzzz")),
        ("a name that is too long for a room", get(&format!("/api/rooms/{}", "a".repeat(5_000)))),
        ("a socket without a handshake", get(&format!("/api/rooms/{room}/socket"))),
        ("an unknown method", format!("BREW / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").into()),
        ("a body without a type", post("Content-Length: 2\r\n", "{}")),
        ("a body that is not JSON", post(&format!("{json}Content-Length: 3\r\n"), "{{{")),
        ("an empty request", post(&format!("{json}Content-Length: 2\r\n"), "{}")),
        (
            "a request with an extra field",
            post(&format!("{json}Content-Length: 21\r\n"), r#"{"game":"x","more":1}"#),
        ),
        ("a body of 100 KB", post(&format!("{json}Content-Length: 100000\r\n"), &large)),
        ("two lengths", post(&format!("{json}Content-Length: 2\r\nContent-Length: 3\r\n"), "{}")),
        ("an invalid length", post(&format!("{json}Content-Length: -5\r\n"), "{}")),
        ("invalid chunks", post(&format!("{json}Transfer-Encoding: chunked\r\n"), "zz\r\n{}\r\n0\r\n\r\n")),
    ]
}
