//! Which requests the server answers: names, origins, addresses behind proxies.

use serde_json::json;

use crate::house::House;
use crate::wire::Request;

/// A rebound host name is refused, whatever the request.
#[tokio::test]
async fn a_foreign_host_name_is_refused() {
    let house = House::open().await;
    for path in
        ["/", "/assets/app.js", "/api/rooms?standing=open", "/api/openapi.json", "/metrics", "/nowhere"]
    {
        let answer = Request::get(path).header("host", "evil.example").send(house.address).await;
        answer.problem(421, "host");
    }
    // A monitor need not know the server's name.
    for path in ["/healthz", "/readyz"] {
        assert_eq!(Request::get(path).header("host", "10.1.2.3").send(house.address).await.status, 200);
    }
    let port = house.address.port();
    for host in [format!("localhost:{port}"), format!("127.0.0.1:{port}"), "[::1]".to_owned()] {
        assert_eq!(Request::get("/").header("host", &host).send(house.address).await.status, 200, "{host}");
    }
}

#[tokio::test]
async fn a_page_of_another_site_changes_nothing() {
    let house = House::with(|config| config.hosts = vec!["games.example".to_owned()]).await;
    let own = format!("http://{}", house.address);
    let seat = house.room(&json!({})).await;
    let socket = format!("/api/rooms/{}/socket", seat.room);
    for (origin, admitted) in [
        (None, true),
        (Some(own.as_str()), true),
        (Some("https://games.example"), true),
        (Some("https://evil.example"), false),
        (Some("http://127.0.0.1:1"), false),
        (Some("null"), false),
    ] {
        let mut opening = Request::post("/api/rooms", &json!({ "game": "duel", "name": "Ada" }));
        let mut meeting = Request::get(&socket)
            .header("connection", "upgrade")
            .header("upgrade", "websocket")
            .header("sec-websocket-version", "13")
            .header("sec-websocket-key", "AAAAAAAAAAAAAAAAAAAAAA==");
        if let Some(origin) = origin {
            opening = opening.header("origin", origin);
            meeting = meeting.header("origin", origin);
        }
        let opened = opening.send(house.address).await;
        if admitted {
            assert_eq!(opened.status, 201, "{origin:?} {}", opened.body);
        } else {
            opened.problem(403, "origin");
            meeting.send(house.address).await.problem(403, "origin");
        }
    }
    // No other site may read a response either: no header allows it.
    let looked = Request::get("/api/rooms?standing=open").header("origin", "https://evil.example");
    let looked = looked.send(house.address).await;
    assert_eq!(looked.status, 200);
    assert!(looked.headers.keys().all(|name| !name.starts_with("access-control")), "{:?}", looked.headers);
}

/// Behind a proxy, clients are counted separately; without one, the header is ignored.
#[tokio::test]
async fn only_a_trusted_proxy_reports_the_client() {
    let open = async |house: &House, forwarded: &str| {
        let request = Request::post("/api/rooms", &json!({ "game": "duel", "name": "Ada" }));
        request.header("x-forwarded-for", forwarded).send(house.address).await.status
    };
    let trusting = House::with(|config| {
        config.limits.rooms_per_minute_per_address = 1;
        config.trusted_proxies = vec!["127.0.0.0/8".parse().expect("a network")];
    })
    .await;
    assert_eq!(open(&trusting, "198.51.100.1").await, 201);
    assert_eq!(open(&trusting, "198.51.100.2").await, 201);
    assert_eq!(open(&trusting, "203.0.113.7, 198.51.100.1").await, 429, "entries further left may be forged");
    assert_eq!(open(&trusting, "198.51.100.1, 127.0.0.9").await, 429, "a second proxy is seen through");
    // Metrics are not available from the internet.
    let counters = Request::get("/metrics").header("x-forwarded-for", "198.51.100.1");
    counters.send(trusting.address).await.problem(403, "not-near");
    assert_eq!(Request::get("/metrics").send(trusting.address).await.status, 200);
    let wary = House::limited(|limits| limits.rooms_per_minute_per_address = 1).await;
    assert_eq!(open(&wary, "198.51.100.1").await, 201);
    assert_eq!(open(&wary, "198.51.100.2").await, 429);
}
