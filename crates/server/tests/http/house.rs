//! A server for one test, and a client that sees everything that is sent.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use numberline_server::{Config, RolledBack, ServeError, Server, ServerLimits, Sqlite, Store};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::wire::{Answer, Request};

/// How long anything may take before a test fails. No test waits for it to pass.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A server that runs for one test.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    pub(crate) folder: TempDir,
    pub(crate) rolled_back: Option<RolledBack>,
    end: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<Result<(), ServeError>>>,
}

/// A player's seat in a room.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    pub(crate) room: String,
    pub(crate) seat: u64,
    pub(crate) key: String,
}

impl House {
    /// A server with the default configuration.
    pub(crate) async fn open() -> Self {
        Self::with(|_| {}).await
    }

    /// A server with other limits.
    pub(crate) async fn limited(change: impl FnOnce(&mut ServerLimits)) -> Self {
        Self::with(|config| change(&mut config.limits)).await
    }

    /// A server with another configuration.
    pub(crate) async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self::at(folder, change).await
    }

    /// A server with another server's database.
    pub(crate) async fn at(folder: TempDir, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::new(&folder.path().join("rooms.sqlite3"));
        config.listen.set_port(0);
        change(&mut config);
        Self::run(folder, Server::bind(&config).await.expect("a server"))
    }

    /// A server with another store around its database.
    pub(crate) async fn with_store<S: Store + 'static>(keep: impl FnOnce(Sqlite) -> S) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut config = Config::new(&folder.path().join("rooms.sqlite3"));
        config.listen.set_port(0);
        let server = Server::bind_with(&config, keep).await.expect("a server");
        Self::run(folder, server)
    }

    fn run(folder: TempDir, server: Server) -> Self {
        let (address, rolled_back) = (server.address(), server.rolled_back());
        let (end, told) = oneshot::channel();
        let running = tokio::spawn(server.run(async move { drop(told.await) }));
        Self { address, folder, rolled_back, end: Some(end), running: Some(running) }
    }

    /// Tells the server to stop, without waiting for it.
    pub(crate) fn tell_to_end(&mut self) {
        drop(self.end.take());
    }

    /// Stops the server and returns its database.
    pub(crate) async fn close(mut self) -> TempDir {
        self.tell_to_end();
        self.ended().await.expect("a graceful shutdown");
        self.folder
    }

    /// Waits until the server has stopped by itself.
    pub(crate) async fn ended(&mut self) -> Result<(), ServeError> {
        let running = self.running.take().expect("a server that runs");
        tokio::time::timeout(PATIENCE, running).await.expect("the server ends").expect("without a panic")
    }

    /// Its database.
    pub(crate) fn database(&self) -> PathBuf {
        self.folder.path().join("rooms.sqlite3")
    }

    /// Sends a GET request.
    pub(crate) async fn get(&self, path: &str) -> Answer {
        Request::get(path).send(self.address).await
    }

    /// The address of the page's file with this ending.
    pub(crate) async fn file(&self, ending: &str) -> String {
        let index = self.get("/").await.body;
        let mut named = index.split('"').filter(|text| text.starts_with("/assets/"));
        named.find(|name| name.ends_with(ending)).expect("a file").to_owned()
    }

    /// Sends JSON.
    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        Request::post(path, body).send(self.address).await
    }

    /// Opens a room and takes a seat in it.
    pub(crate) async fn room(&self, wish: &Value) -> Seat {
        let mut body = json!({ "game": "duel", "name": "Ada", "seat": 1 });
        for (name, value) in wish.as_object().expect("an object") {
            body[name] = value.clone();
        }
        let answer = self.post("/api/rooms", &body).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        Seat::read(&answer.json())
    }

    /// Opens a room with both players seated.
    pub(crate) async fn pair(&self, wish: &Value) -> [Seat; 2] {
        let ada = self.room(wish).await;
        let answer = self.post(&format!("/api/rooms/{}/join", ada.room), &json!({ "name": "Grace" })).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        [ada, Seat::read(&answer.json())]
    }

    /// Sends a command.
    pub(crate) async fn command(&self, seat: &Seat, id: &str, what: &Value) -> Answer {
        let body = json!({ "id": id, "do": what });
        let path = format!("/api/rooms/{}/commands", seat.room);
        Request::post(&path, &body).bearer(&seat.key).send(self.address).await
    }

    /// Makes a move.
    pub(crate) async fn play(&self, seat: &Seat, id: &str, text: &str) -> Answer {
        self.command(seat, id, &json!({ "kind": "move", "text": text })).await
    }

    /// The value of a counter.
    pub(crate) async fn counted(&self, line: &str) -> f64 {
        let page = self.get("/metrics").await.body;
        let value = page.lines().find_map(|found| found.strip_prefix(line)?.strip_prefix(' '));
        value.unwrap_or_else(|| panic!("{line} in {page}")).parse().expect("a number")
    }

    /// Waits until a counter has reached a value.
    pub(crate) async fn until_counted(&self, line: &str, value: f64) {
        let reached = async {
            while self.counted(line).await != value {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(PATIENCE, reached).await.unwrap_or_else(|_| panic!("{line} never was {value}"));
    }
}

impl Seat {
    pub(crate) fn read(answer: &Value) -> Self {
        let text = |name: &str| answer[name].as_str().expect("a text").to_owned();
        Self { room: text("room"), seat: answer["seat"].as_u64().expect("a seat"), key: text("key") }
    }
}
