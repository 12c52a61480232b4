//! A stream of lines, as a program reads it.

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::contract;
use crate::house::{House, PATIENCE};
use crate::wire::Request;

/// A stream of lines. The server sends each in a chunk of its own.
pub(crate) struct Lines {
    reader: BufReader<TcpStream>,
    pub(crate) head: String,
}

impl Lines {
    pub(crate) async fn open(house: &House, room: &str, query: &str) -> Self {
        let mut stream = TcpStream::connect(house.address).await.expect("a connection");
        let request = Request::get(&format!("/api/rooms/{room}/stream{query}")).bytes(house.address);
        stream.write_all(&request).await.expect("sent");
        let mut lines = Self { reader: BufReader::new(stream), head: String::new() };
        loop {
            let line = lines.raw().await.expect("a head");
            if line.is_empty() {
                return lines;
            }
            lines.head += &format!("{}\n", line.to_lowercase());
        }
    }

    async fn raw(&mut self) -> Option<String> {
        let mut line = String::new();
        let read =
            timeout(PATIENCE, self.reader.read_line(&mut line)).await.expect("the server says something");
        (read.ok()? > 0).then(|| line.trim_end_matches(['\r', '\n']).to_owned())
    }

    /// The next line; none at the end.
    pub(crate) async fn line(&mut self) -> Option<String> {
        let size = usize::from_str_radix(&self.raw().await?, 16).expect("the size of a chunk");
        if size == 0 {
            return None;
        }
        let line = self.raw().await?;
        assert_eq!(line.len() + 1, size, "a line is a chunk");
        assert_eq!(self.raw().await.as_deref(), Some(""));
        Some(line)
    }

    /// The next message other than presence.
    pub(crate) async fn message(&mut self) -> Value {
        loop {
            let line = self.line().await.expect("another line");
            if line.is_empty() {
                continue;
            }
            let message: Value = serde_json::from_str(&line).expect("JSON");
            contract::hold_message(&message);
            if message["type"] != "presence" {
                return message;
            }
        }
    }
}
