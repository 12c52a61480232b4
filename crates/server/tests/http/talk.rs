//! A websocket, as a page uses it.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::contract;
use crate::house::{House, PATIENCE, Seat};

/// A websocket in a room.
pub(crate) struct Talk {
    pub(crate) stream: WebSocketStream<TcpStream>,
}

impl Talk {
    /// Connects, without a message yet.
    pub(crate) async fn open(house: &House, room: &str) -> Self {
        Self::try_open(house, room).await.expect("a websocket")
    }

    /// The same, where the server may refuse.
    pub(crate) async fn try_open(house: &House, room: &str) -> Result<Self, Error> {
        let stream = TcpStream::connect(house.address).await.expect("a connection");
        let url = format!("ws://{}/api/rooms/{room}/socket", house.address);
        let opened = timeout(PATIENCE, client_async(url, stream)).await.expect("the server answers");
        opened.map(|(stream, _)| Self { stream })
    }

    /// Connects as a player, or as a spectator.
    pub(crate) async fn enter(house: &House, room: &str, key: Option<&str>) -> (Self, Value) {
        let mut talk = Self::open(house, room).await;
        talk.say(&json!({ "type": "hello", "key": key })).await;
        let welcome = talk.hear().await;
        assert_eq!(welcome["type"], "welcome", "{welcome}");
        let game = talk.hear().await;
        assert_eq!(game["type"], "game", "{game}");
        assert_eq!(welcome["version"], game["version"]);
        (talk, game)
    }

    /// Connects as a player.
    pub(crate) async fn sit(house: &House, seat: &Seat) -> (Self, Value) {
        Self::enter(house, &seat.room, Some(&seat.key)).await
    }

    pub(crate) async fn say(&mut self, message: &Value) {
        self.stream.send(Message::text(message.to_string())).await.expect("the server listens");
    }

    /// Sends a command.
    pub(crate) async fn order(&mut self, id: &str, what: &Value) {
        self.say(&json!({ "type": "do", "id": id, "do": what })).await;
    }

    /// Makes a move.
    pub(crate) async fn play(&mut self, id: &str, text: &str) {
        self.order(id, &json!({ "kind": "move", "text": text })).await;
    }

    /// The next message in JSON; none once the server has closed the socket.
    pub(crate) async fn next(&mut self) -> Result<Value, Option<CloseFrame>> {
        loop {
            match timeout(PATIENCE, self.stream.next()).await.expect("the server says something") {
                Some(Ok(Message::Text(text))) => {
                    let message = serde_json::from_str(&text).expect("JSON");
                    contract::hold_message(&message);
                    return Ok(message);
                }
                Some(Ok(Message::Close(frame))) => return Err(frame),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    /// The next message.
    pub(crate) async fn hear(&mut self) -> Value {
        self.next().await.expect("a message")
    }

    /// The next message of a type. All other messages are skipped.
    pub(crate) async fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The server's reason for closing, and the close code.
    pub(crate) async fn bye(&mut self) -> (Option<String>, Option<u16>) {
        let mut reason = None;
        loop {
            match self.next().await {
                Ok(message) if message["type"] == "bye" => {
                    reason = message["reason"].as_str().map(str::to_owned);
                }
                Ok(_) => {}
                Err(frame) => return (reason, frame.map(|frame| frame.code.into())),
            }
        }
    }
}
