//! The part of HTTP that the trials need: one request per connection, and its response.

use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::Trouble;
use crate::link::PATIENCE;

/// A response.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status: 200 for success.
    pub status: u16,
    /// The body.
    pub body: String,
}

impl Answer {
    /// The JSON body of a successful response.
    pub fn json(&self) -> Result<Value, Trouble> {
        if !(200..300).contains(&self.status) {
            return Err(Trouble::new(format!("answered {}: {}", self.status, self.body)));
        }
        Ok(serde_json::from_str(&self.body)?)
    }
}

/// Sends a GET request.
pub async fn get(server: SocketAddr, path: &str) -> Result<Answer, Trouble> {
    request(server, &format!("GET {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\r\n")).await
}

/// Sends JSON, with the key of a seat if there is one.
pub async fn post(
    server: SocketAddr,
    path: &str,
    key: Option<&str>,
    body: &Value,
) -> Result<Answer, Trouble> {
    let body = body.to_string();
    let key = key.map(|key| format!("Authorization: Bearer {key}\r\n")).unwrap_or_default();
    let head = format!("POST {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n{key}");
    let length = body.len();
    let rest = format!("Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}");
    request(server, &(head + &rest)).await
}

/// Sends a raw request, and reads until the server closes.
pub async fn request(server: SocketAddr, text: &str) -> Result<Answer, Trouble> {
    let conversation = async {
        let mut stream = TcpStream::connect(server).await?;
        stream.write_all(text.as_bytes()).await?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await?;
        Ok::<_, std::io::Error>(bytes)
    };
    let bytes = timeout(PATIENCE, conversation).await??;
    let text = String::from_utf8_lossy(&bytes);
    read(&text).ok_or_else(|| Trouble::new("the server closed without a response"))
}

fn read(text: &str) -> Option<Answer> {
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    let body = if chunked { joined(body) } else { body.to_owned() };
    Some(Answer { status, body })
}

/// Joins chunks.
fn joined(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or_default();
        let Some((chunk, after)) = after.split_at_checked(size).filter(|(chunk, _)| !chunk.is_empty()) else {
            break;
        };
        body.push_str(chunk);
        rest = after.trim_start_matches("\r\n");
    }
    body
}
