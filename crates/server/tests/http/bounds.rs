//! Every limit works: each test sets one low enough to reach it, and checks what is just below it, too.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::SinkExt;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::house::{House, PATIENCE};
use crate::talk::Talk;
use crate::wire::{Answer, Request};

/// A connection that has served a request, so the server has certainly accepted it.
async fn held(address: SocketAddr) -> Option<TcpStream> {
    let mut stream = TcpStream::connect(address).await.ok()?;
    let request = Request::get("/healthz").header("connection", "keep-alive").bytes(address);
    stream.write_all(&request).await.ok()?;
    let mut answer = [0; 1];
    stream.read_exact(&mut answer).await.ok()?;
    Some(stream)
}

/// Everything received until the other side closes.
async fn rest(stream: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    // A connection that is cut in the middle is closed all the same.
    let _ = timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.expect("the server closes");
    bytes
}

#[tokio::test]
async fn connections() {
    let house = House::limited(|limits| limits.connections = 3).await;
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(held(house.address).await.expect("a place"));
    }
    assert!(held(house.address).await.is_none(), "the fourth is turned away");
    drop(open);
    let again = async {
        while held(house.address).await.is_none() {
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, again).await.expect("a freed slot can be taken again");
    assert!(house.counted("numberline_limited_total{limit=\"connections\"}").await >= 1.0);
}

/// A socket keeps the slot of its connection.
#[tokio::test]
async fn a_socket_is_a_connection() {
    let house = House::limited(|limits| limits.connections_per_address = 2).await;
    let seat = house.room(&json!({})).await;
    let (mut talk, _) = Talk::sit(&house, &seat).await;
    let one = held(house.address).await.expect("a place");
    assert!(held(house.address).await.is_none());
    talk.stream.close(None).await.expect("closed");
    drop((talk, one));
    let again = async {
        while held(house.address).await.is_none() {
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, again).await.expect("a freed slot can be taken again");
}

#[tokio::test]
async fn connections_per_address() {
    let house = House::limited(|limits| limits.connections_per_address = 2).await;
    let open = [held(house.address).await.expect("one"), held(house.address).await.expect("two")];
    assert!(held(house.address).await.is_none(), "the third is turned away");
    drop(open);
    // A proxy serves many clients.
    let behind = House::with(|config| {
        config.limits.connections_per_address = 2;
        config.trusted_proxies = vec!["127.0.0.1/32".parse().expect("a network")];
    })
    .await;
    let mut open = Vec::new();
    for _ in 0..5 {
        open.push(held(behind.address).await.expect("a place"));
    }
}

#[tokio::test]
async fn sockets_per_address() {
    let house = House::limited(|limits| limits.sockets_per_address = 2).await;
    let seat = house.room(&json!({})).await;
    let one = Talk::open(&house, &seat.room).await;
    let _two = Talk::open(&house, &seat.room).await;
    let refused = Talk::try_open(&house, &seat.room).await.err().expect("no third");
    assert!(refused.to_string().contains("429"), "{refused}");
    house.get(&format!("/api/rooms/{}/stream", seat.room)).await.problem(429, "sockets");
    drop(one);
    let again = async {
        while Talk::try_open(&house, &seat.room).await.is_err() {
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, again).await.expect("a freed slot can be taken again");
    assert!(house.counted("numberline_limited_total{limit=\"sockets-per-address\"}").await >= 2.0);
}

/// A client that sends a request's header letter by letter, or sends nothing more, does not hold a connection forever.
#[tokio::test]
async fn header_time() {
    let house = House::limited(|limits| limits.header_time = Duration::from_millis(100)).await;
    let mut stream = TcpStream::connect(house.address).await.expect("a connection");
    stream.write_all(b"GET / HTTP/1.1\r\nhost: local").await.expect("sent");
    rest(&mut stream).await;
    let counted = async {
        // On a busy machine our own requests may be late, too.
        while house.counted("numberline_limited_total{limit=\"header-time\"}").await < 1.0 {}
    };
    timeout(PATIENCE, counted).await.expect("it is counted");
    let mut silent = TcpStream::connect(house.address).await.expect("a connection");
    rest(&mut silent).await;
    let mut kept = held(house.address).await.expect("a connection");
    rest(&mut kept).await;
}

#[tokio::test]
async fn request_time() {
    let house = House::limited(|limits| limits.request_time = Duration::from_millis(100)).await;
    let mut stream = TcpStream::connect(house.address).await.expect("a connection");
    let head = Request::new("POST", "/api/rooms")
        .header("content-type", "application/json")
        .header("content-length", "20")
        .bytes(house.address);
    stream.write_all(&head).await.expect("sent");
    stream.write_all(b"{\"game\"").await.expect("sent");
    Answer::read(&rest(&mut stream).await).expect("an answer").problem(408, "time");
    assert_eq!(house.counted("numberline_limited_total{limit=\"request-time\"}").await, 1.0);
}

#[tokio::test]
async fn header_bytes() {
    let house = House::limited(|limits| limits.header_bytes = 8_192).await;
    let ask = |size: usize| Request::get("/healthz").header("x-long", &"a".repeat(size)).send(house.address);
    assert_eq!(ask(4_000).await.status, 200);
    assert_eq!(ask(9_000).await.status, 431);
    house.until_counted("numberline_limited_total{limit=\"header-bytes\"}", 1.0).await;
}

#[tokio::test]
async fn request_bytes() {
    let house = House::limited(|limits| limits.request_bytes = 200).await;
    let open = async |name: String| {
        let body = json!({ "game": "duel", "name": "Ada", "set": [name] });
        house.post("/api/rooms", &body).await
    };
    assert_eq!(open("length=12".to_owned()).await.status, 201);
    open("a".repeat(200)).await.problem(413, "too-large");
    assert_eq!(house.counted("numberline_limited_total{limit=\"request-bytes\"}").await, 1.0);
    // A body without a declared length is cut off at the limit.
    let chunked = Request::new("POST", "/api/rooms")
        .header("content-type", "application/json")
        .header("transfer-encoding", "chunked")
        .header("content-length", "0");
    let mut stream = TcpStream::connect(house.address).await.expect("a connection");
    let head =
        String::from_utf8(chunked.bytes(house.address)).expect("text").replace("content-length: 0\r\n", "");
    stream.write_all(head.as_bytes()).await.expect("sent");
    let chunk = format!("fa\r\n{}\r\n0\r\n\r\n", " ".repeat(250));
    stream.write_all(chunk.as_bytes()).await.expect("sent");
    Answer::read(&rest(&mut stream).await).expect("an answer").problem(413, "too-large");
}

#[tokio::test]
async fn message_bytes() {
    let house = House::limited(|limits| limits.message_bytes = 300).await;
    let seat = house.room(&json!({})).await;
    let (mut talk, _) = Talk::sit(&house, &seat).await;
    let ping = |size: usize| Message::text(format!("{{\"type\":\"ping\"{}}}", " ".repeat(size - 15)));
    talk.stream.send(ping(300)).await.expect("sent");
    talk.hear_of("pong").await;
    talk.stream.send(ping(301)).await.expect("sent");
    let (reason, code) = talk.bye().await;
    assert_eq!(code, Some(1009));
    assert!(reason.expect("a reason").contains("too large"));
    house.until_counted("numberline_limited_total{limit=\"message-bytes\"}", 1.0).await;
}

#[tokio::test]
async fn messages_per_second() {
    let house = House::limited(|limits| limits.messages_per_second = 2).await;
    let seat = house.room(&json!({})).await;
    let (mut talk, _) = Talk::sit(&house, &seat).await;
    let (mut other, _) = Talk::enter(&house, &seat.room, None).await;
    for _ in 0..20 {
        // The server may close before all of them are sent.
        let _ = talk.stream.send(Message::text("{\"type\":\"ping\"}")).await;
    }
    let (reason, code) = talk.bye().await;
    assert_eq!(code, Some(1008));
    assert!(reason.expect("a reason").contains("too many messages"));
    other.say(&json!({ "type": "ping" })).await;
    other.hear_of("pong").await;
    house.until_counted("numberline_limited_total{limit=\"messages\"}", 1.0).await;
}

#[tokio::test]
async fn messages_per_second_per_address() {
    let house = House::limited(|limits| limits.messages_per_second_per_address = 3).await;
    let seat = house.room(&json!({})).await;
    let mut cut = 0;
    // Each one alone stays far below the limit of a socket.
    for _ in 0..8 {
        let mut talk = Talk::open(&house, &seat.room).await;
        talk.say(&json!({ "type": "hello" })).await;
        let first = talk.hear().await;
        if first["type"] == "bye" {
            cut += 1;
        }
    }
    assert!(cut >= 1);
}

#[tokio::test]
async fn requests_per_second_per_address() {
    too_many_requests("/api/rooms?standing=open").await;
    // This request writes to the disk, under any host name.
    too_many_requests("/readyz").await;
}

async fn too_many_requests(path: &str) {
    let house = House::limited(|limits| limits.requests_per_second_per_address = 1).await;
    let mut statuses = Vec::new();
    for _ in 0..8 {
        let answer = house.get(path).await;
        if answer.status == 429 {
            answer.problem(429, "requests");
            assert!(!answer.header("retry-after").is_empty());
        }
        statuses.push(answer.status);
    }
    assert_eq!(statuses[..4], [200; 4], "this many at once are fine");
    assert!(statuses[4..].contains(&429), "{statuses:?}");
}

#[tokio::test]
async fn files_per_second_per_address() {
    let house = House::limited(|limits| {
        limits.requests_per_second_per_address = 1;
        limits.files_per_second_per_address = 2;
    })
    .await;
    let mut statuses = Vec::new();
    for _ in 0..12 {
        statuses.push(house.get("/worker.js").await.status);
    }
    assert_eq!(statuses[..8], [200; 8], "files do not count as requests");
    assert!(statuses[8..].contains(&429), "{statuses:?}");
    assert_eq!(house.get("/api/rooms?standing=open").await.status, 200, "requests do not count as files");
}

#[tokio::test]
async fn rooms_per_minute_per_address() {
    let house = House::limited(|limits| limits.rooms_per_minute_per_address = 2).await;
    let open = || async { house.post("/api/rooms", &json!({ "game": "duel", "name": "Ada" })).await };
    assert_eq!((open().await.status, open().await.status), (201, 201));
    open().await.problem(429, "rooms");
}

#[tokio::test]
async fn listed_rooms_per_hour_per_address() {
    let house = House::limited(|limits| limits.listed_rooms_per_hour_per_address = 2).await;
    let open =
        async |listed: bool| house.post("/api/rooms", &json!({ "game": "duel", "listed": listed })).await;
    assert_eq!((open(true).await.status, open(true).await.status), (201, 201));
    open(true).await.problem(429, "listed-rooms");
    assert_eq!(house.counted("numberline_limited_total{limit=\"listed-rooms\"}").await, 1.0);
    assert_eq!(house.counted("numberline_limited_total{limit=\"rooms\"}").await, 0.0);
    assert_eq!(open(false).await.status, 201, "a game with a link is still possible");
}

#[tokio::test]
async fn answer_bytes() {
    let house = House::limited(|limits| limits.answer_bytes = 2_000).await;
    assert_eq!(house.get("/api/games/siege/hint").await.status, 200);
    let said = house.get("/api/games/duel/analysis?set=length%3D200").await.problem(422, "too-much");
    assert!(said.contains("2000 bytes") && said.contains("numberline analyze"), "{said}");
    assert_eq!(house.counted("numberline_limited_total{limit=\"answer-bytes\"}").await, 1.0);
}

/// Computing is charged afterwards. What needs none is still served.
#[tokio::test]
async fn think_time_per_minute_per_address() {
    let house = House::limited(|limits| {
        limits.think_time_per_minute_per_address = Duration::from_millis(1);
        limits.requests_per_second_per_address = 1_000_000;
    })
    .await;
    let path = "/api/games/siege/analysis?set=length%3D60";
    assert_eq!(house.get(path).await.status, 200, "the first answer may cost more than there is");
    let spent = async {
        loop {
            let answer = house.get(path).await;
            if answer.status != 200 {
                return answer;
            }
        }
    };
    let refused = timeout(PATIENCE, spent).await.expect("the budget is spent at some time");
    let said = refused.problem(429, "think-time");
    assert!(said.contains("Wait a minute"), "{said}");
    assert!(!refused.header("retry-after").is_empty());
    assert_eq!(house.get("/api/games/siege/board").await.status, 200);
    let limit = "numberline_limited_total{limit=\"think-time-per-minute-per-address\"}";
    assert_eq!(house.counted(limit).await, 1.0);
}

/// An answer takes its slot until it is read.
#[tokio::test]
async fn answers_per_address() {
    let house = House::limited(|limits| {
        limits.answers_per_address = 1;
        limits.requests_per_second_per_address = 1_000_000;
        limits.think_time_per_minute_per_address = Duration::from_secs(86_400);
        limits.write_time = Duration::from_secs(86_400);
    })
    .await;
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(2_048).expect("a small buffer");
    let mut unread = socket.connect(house.address).await.expect("a connection");
    let request = Request::get("/api/games/blockade/analysis?set=length%3D10000").bytes(house.address);
    unread.write_all(&request).await.expect("sent");
    let ask = || house.get("/api/games/siege/hint");
    let taken = async {
        while ask().await.status == 200 {}
        // It is made, and still takes its slot.
        house.until_counted("numberline_study_jobs", 0.0).await;
        ask().await.problem(429, "answers");
    };
    timeout(PATIENCE * 3, taken).await.expect("the slot is taken");
    drop(unread);
    let freed = async {
        while ask().await.status != 200 {
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, freed).await.expect("a freed slot can be taken again");
}

#[tokio::test]
async fn hello_time() {
    let house = House::limited(|limits| limits.hello_time = Duration::from_millis(50)).await;
    let seat = house.room(&json!({})).await;
    let mut talk = Talk::open(&house, &seat.room).await;
    let (reason, code) = talk.bye().await;
    assert_eq!(code, Some(1008));
    assert!(reason.expect("a reason").contains("hello"));
    let mut wrong = Talk::open(&house, &seat.room).await;
    wrong.say(&json!({ "type": "ping" })).await;
    assert_eq!(wrong.bye().await.1, Some(1008), "any other message is not a hello");
}

/// A dead connection is noticed; an idle one is left open.
#[tokio::test]
async fn silence_time() {
    let house = House::limited(|limits| {
        limits.ping_time = Duration::from_millis(20);
        limits.silence_time = Duration::from_millis(200);
    })
    .await;
    let seat = house.room(&json!({})).await;
    let (gone, _) = Talk::sit(&house, &seat).await;
    let (mut quiet, _) = Talk::enter(&house, &seat.room, None).await;
    // The idle client reads, so it answers pings; the dead one does not.
    let reading = tokio::spawn(async move { while quiet.next().await.is_ok() {} });
    house.until_counted("numberline_limited_total{limit=\"silence\"}", 1.0).await;
    assert!(!reading.is_finished());
    drop(gone);
}

/// An idle stream sends heartbeats.
#[tokio::test]
async fn heartbeat_time() {
    let house = House::limited(|limits| limits.heartbeat_time = Duration::from_millis(10)).await;
    let seat = house.room(&json!({})).await;
    let mut lines = crate::lines::Lines::open(&house, &seat.room, "").await;
    assert_eq!(lines.message().await["type"], "game");
    while lines.line().await.as_deref() != Some("") {}
}

/// A client that sends requests and never reads the answers is cut off; so is a socket that never reads.
#[tokio::test]
async fn write_time() {
    let house = House::limited(|limits| {
        limits.write_time = Duration::from_millis(100);
        limits.requests_per_second_per_address = 1_000_000;
        limits.messages_per_second = 1_000_000;
        limits.messages_per_second_per_address = 1_000_000;
    })
    .await;
    let narrow = async || {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(2_048).expect("a small buffer");
        socket.connect(house.address).await.expect("a connection")
    };
    let mut asking = narrow().await;
    let request =
        Request::get(&house.file(".css").await).header("connection", "keep-alive").bytes(house.address);
    let endless = async { while asking.write_all(&request).await.is_ok() {} };
    timeout(PATIENCE, endless).await.expect("a client that never reads is cut off");
    house.until_counted("numberline_limited_total{limit=\"slow-reader\"}", 1.0).await;

    let seat = house.room(&json!({ "set": ["length=200"] })).await;
    let url = format!("ws://{}/api/rooms/{}/socket", house.address, seat.room);
    let (mut talk, _): (WebSocketStream<TcpStream>, _) =
        client_async(url, narrow().await).await.expect("a socket");
    talk.send(Message::text("{\"type\":\"hello\"}")).await.expect("sent");
    let endless = async { while talk.send(Message::text("{\"type\":\"ping\"}")).await.is_ok() {} };
    timeout(PATIENCE, endless).await.expect("a socket that never reads is cut off");
    house.until_counted("numberline_limited_total{limit=\"slow-reader\"}", 2.0).await;
}

/// Otherwise a player could open rooms against a computer without end.
#[tokio::test]
async fn an_offer_of_a_rematch_counts_as_an_opened_room() {
    let house = House::limited(|limits| limits.rooms_per_minute_per_address = 3).await;
    let seats = house.pair(&json!({})).await;
    let order = async |who: usize, id: &str, kind: &str| {
        house.command(&seats[who], id, &json!({ "kind": kind })).await
    };
    assert_eq!(order(0, "a", "resign").await.status, 200);
    for (offer, declined) in [("b", "c"), ("d", "e")] {
        assert_eq!(order(0, offer, "offerRematch").await.status, 200);
        assert_eq!(order(1, declined, "decline").await.status, 200, "other commands count for nothing");
    }
    order(0, "f", "offerRematch").await.problem(429, "rooms");
    let (mut talk, _) = Talk::sit(&house, &seats[1]).await;
    talk.order("g", &json!({ "kind": "offerRematch" })).await;
    assert_eq!(talk.hear_of("refused").await["problem"], "/problems/rooms");
    house.post("/api/rooms", &json!({ "game": "duel" })).await.problem(429, "rooms");
    assert_eq!(house.counted(r#"numberline_limited_total{limit="rooms"}"#).await, 3.0);
}
