//! Requests and responses as bytes. No library adds or hides anything.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::contract;
use crate::house::PATIENCE;

/// A request.
pub(crate) struct Request {
    method: &'static str,
    path: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

/// A response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: String,
    pub(crate) bytes: Vec<u8>,
}

impl Request {
    pub(crate) fn new(method: &'static str, path: &str) -> Self {
        Self { method, path: path.to_owned(), headers: Vec::new(), body: Vec::new() }
    }

    pub(crate) fn get(path: &str) -> Self {
        Self::new("GET", path)
    }

    pub(crate) fn post(path: &str, body: &Value) -> Self {
        Self::new("POST", path).header("content-type", "application/json").body(body.to_string())
    }

    pub(crate) fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn bearer(self, key: &str) -> Self {
        self.header("authorization", &format!("Bearer {key}"))
    }

    /// The request as bytes.
    pub(crate) fn bytes(&self, address: SocketAddr) -> Vec<u8> {
        let mut head = format!("{} {} HTTP/1.1\r\n", self.method, self.path);
        let has = |name: &str| self.headers.iter().any(|(known, _)| known == name);
        if !has("host") {
            head += &format!("host: {address}\r\n");
        }
        if !has("connection") {
            head += "connection: close\r\n";
        }
        if !self.body.is_empty() && !has("content-length") {
            head += &format!("content-length: {}\r\n", self.body.len());
        }
        self.headers.iter().for_each(|(name, value)| head += &format!("{name}: {value}\r\n"));
        [head.as_bytes(), b"\r\n", &self.body].concat()
    }

    /// Sends it over a new connection.
    pub(crate) async fn send(self, address: SocketAddr) -> Answer {
        self.try_send(address).await.expect("an answer")
    }

    /// The same, where the connection may be closed without a response.
    pub(crate) async fn try_send(self, address: SocketAddr) -> Option<Answer> {
        let exchange = async {
            let mut stream = TcpStream::connect(address).await.ok()?;
            // A server that refuses early may have closed its side already.
            let _ = stream.write_all(&self.bytes(address)).await;
            let mut bytes = Vec::new();
            // A kept-alive connection does not end with the response.
            while !is_whole(&bytes) && stream.read_buf(&mut bytes).await.is_ok_and(|read| read > 0) {}
            Answer::read(&bytes)
        };
        let answer = timeout(PATIENCE, exchange).await.expect("the server answers");
        answer.inspect(|answer| contract::hold(self.method, &self.path, &self.body, answer))
    }
}

impl Answer {
    /// Parses a whole response.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = std::str::from_utf8(&bytes[..end]).expect("a head");
        let mut lines = head.lines();
        let status = lines.next()?.split(' ').nth(1)?.parse().expect("a status");
        let headers: BTreeMap<String, String> = lines
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()))
            .collect();
        let body = &bytes[end + 4..];
        let chunked = headers.get("transfer-encoding").is_some_and(|coding| coding == "chunked");
        let bytes = if chunked { unchunked(body) } else { body.to_vec() };
        let body = String::from_utf8_lossy(&bytes).into_owned();
        Some(Self { status, headers, body, bytes })
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    /// Asserts that the response is a problem document of a kind, and returns its detail.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16, kind: &str) -> String {
        assert_eq!(self.status, status, "{}", self.body);
        assert_eq!(self.header("content-type"), "application/problem+json", "{}", self.body);
        let problem = self.json();
        assert_eq!(problem["status"], status, "{}", self.body);
        assert_eq!(problem["type"], format!("/problems/{kind}"), "{}", self.body);
        assert!(problem["title"].as_str().is_some_and(|title| !title.is_empty()), "{}", self.body);
        let detail = problem["detail"].as_str().expect("a sentence").to_owned();
        assert!(detail.ends_with('.') && detail.len() > 10, "{detail}");
        detail
    }
}

/// Whether a response with a declared length is complete.
fn is_whole(bytes: &[u8]) -> bool {
    let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { return false };
    let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok());
    length.is_some_and(|length| bytes.len() >= end + 4 + length)
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|two| two == b"\r\n") {
        let size =
            std::str::from_utf8(&body[..end]).ok().and_then(|text| usize::from_str_radix(text, 16).ok());
        let Some(size) = size.filter(|size| *size > 0) else { break };
        let from = end + 2;
        whole.extend_from_slice(&body[from..(from + size).min(body.len())]);
        body = body.get(from + size + 2..).unwrap_or_default();
    }
    whole
}
