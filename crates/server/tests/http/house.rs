//! A server for one test, and a client that sees everything that is sent.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use numberline_server::{Backing, Config, Database, RolledBack, ServeError, Server, ServerLimits, Store};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::wire::{Answer, Request};

/// How long anything may take before a test fails. No test waits for it to pass.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// A server that runs for one test.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    pub(crate) folder: TempDir,
    pub(crate) rolled_back: Option<RolledBack>,
    end: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<Result<(), ServeError>>>,
}

/// Marks a folder whose database is a file, whatever the tests run on.
const FILE_ALWAYS: &str = "file-always";

/// A folder for a server that keeps its rooms in a file, whatever the tests run on.
pub(crate) fn file_folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(FILE_ALWAYS), "").expect("written");
    folder
}

/// A server for a folder: with the file in it, or with the database in PostgreSQL that the folder names where the tests
/// run on that (`NUMBERLINE_TEST_DATABASE=postgres`).
fn configure(folder: &TempDir) -> Config {
    let mut config = Config::new(&folder.path().join("rooms.sqlite3"));
    config.listen.set_port(0);
    // A busy machine may take any time for an answer. Tests of these limits set their own.
    config.limits.think_time = PATIENCE;
    config.limits.think_time_per_minute_per_address = 100 * PATIENCE;
    config.limits.request_time = PATIENCE;
    let is_on_postgres = std::env::var("NUMBERLINE_TEST_DATABASE").is_ok_and(|value| value == "postgres");
    if is_on_postgres && !folder.path().join(FILE_ALWAYS).exists() {
        let named = folder.path().join("database");
        let address = std::fs::read_to_string(&named).unwrap_or_else(|_| {
            let cluster = numberline_cluster::Cluster::shared().expect("PostgreSQL");
            let address = cluster.database().expect("a database");
            std::fs::write(&named, &address).expect("written");
            address
        });
        config.database = Database::read(&address).expect("an address");
        // No load balancer has to notice anything.
        config.limits.drain_time = Duration::from_millis(1);
    }
    config
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

    /// The same, always with a file.
    pub(crate) async fn in_file() -> Self {
        Self::at(file_folder(), |_| {}).await
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
        let mut config = configure(&folder);
        change(&mut config);
        Self::run(folder, Server::bind(&config).await.expect("a server"))
    }

    /// A server with another store around its database.
    pub(crate) async fn with_store<S: Store + 'static>(keep: impl FnOnce(Box<dyn Store>) -> S) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let config = configure(&folder);
        let change = |mut backing: Backing| {
            backing.store = Box::new(keep(backing.store));
            backing
        };
        let server = Server::bind_with(&config, change).await.expect("a server");
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
