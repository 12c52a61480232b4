//! A hub on a file of its own, and its players.
#![allow(dead_code, reason = "not every test uses everything")]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use numberline_rules::Seat;
use numberline_server::{
    Bus, ClientId, Command, Database, Hub, HubConfig, HubError, LocalBus, Postgres, PostgresBus,
    PostgresReader, Reader, RoomId, SeatKey, Sqlite, SqliteReader, Store, StoreError, StoreLimits, Study,
    Visit, Wish, Write, Writer,
};
use numberline_table::Name;
use serde_json::Value;
use tempfile::TempDir;

/// How long a test waits for something that must come, before it fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// A folder with the file of a server, or a database in PostgreSQL where the tests run on that.
pub(crate) struct Place {
    folder: TempDir,
    database: Option<Database>,
}

/// Whether the tests run on PostgreSQL: `NUMBERLINE_TEST_DATABASE=postgres`.
pub(crate) fn is_on_postgres() -> bool {
    std::env::var("NUMBERLINE_TEST_DATABASE").is_ok_and(|value| value == "postgres")
}

/// A new database in PostgreSQL; none where that is not installed.
pub(crate) fn postgres() -> Option<Database> {
    let address = numberline_cluster::Cluster::shared()?.database().unwrap();
    Some(Database::read(&address).unwrap())
}

/// Runs a store on threads of their own, as the writer does, for tests that call it directly.
pub(crate) struct Apart(Box<dyn Store>);

impl Apart {
    pub(crate) fn new(store: impl Store + 'static) -> Self {
        Self(Box::new(store))
    }
}

impl Store for Apart {
    fn write(&mut self, changes: &[Write]) -> Vec<Result<(), StoreError>> {
        std::thread::scope(|scope| scope.spawn(|| self.0.write(changes)).join().unwrap())
    }

    fn tend(&mut self, idle: bool) {
        std::thread::scope(|scope| scope.spawn(|| self.0.tend(idle)).join().unwrap());
    }
}

impl Place {
    pub(crate) fn new() -> Self {
        let database = is_on_postgres().then(|| postgres().expect("PostgreSQL"));
        Self { folder: tempfile::tempdir().unwrap(), database }
    }

    /// The same, always with a file.
    pub(crate) fn with_file() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), database: None }
    }

    /// The same, on PostgreSQL; none where that is not installed.
    pub(crate) fn on_postgres() -> Option<Self> {
        Some(Self { folder: tempfile::tempdir().unwrap(), database: Some(postgres()?) })
    }

    /// The same, for a database in PostgreSQL that exists.
    pub(crate) fn of(address: &str) -> Self {
        Self { folder: tempfile::tempdir().unwrap(), database: Some(Database::read(address).unwrap()) }
    }

    /// What writes to it.
    pub(crate) fn store(&self) -> Box<dyn Store> {
        match &self.database {
            Some(Database::Postgres(address)) => {
                Box::new(Apart(Box::new(Postgres::open(address, StoreLimits::default()).unwrap())))
            }
            _ => Box::new(Sqlite::open(&self.path()).unwrap()),
        }
    }

    /// What reads from it.
    pub(crate) fn reader(&self) -> Arc<dyn Reader> {
        match &self.database {
            Some(Database::Postgres(address)) => Arc::new(PostgresReader::new(address).unwrap()),
            _ => Arc::new(SqliteReader::new(&self.path())),
        }
    }

    /// What connects hubs on it, as far as its database can.
    pub(crate) fn bus(&self) -> Arc<dyn Bus> {
        match &self.database {
            Some(Database::Postgres(address)) => PostgresBus::new(address),
            _ => LocalBus::new(),
        }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("rooms.db")
    }

    /// A hub on the file; there may be others.
    pub(crate) fn hub(&self) -> Arc<Hub> {
        self.hub_on(LocalBus::new(), HubConfig::default())
    }

    pub(crate) fn hub_on(&self, bus: Arc<dyn Bus>, config: HubConfig) -> Arc<Hub> {
        self.hub_with(bus, Study::default(), config)
    }

    pub(crate) fn hub_with(&self, bus: Arc<dyn Bus>, study: Study, config: HubConfig) -> Arc<Hub> {
        let (writer, _) = Writer::start(self.store()).unwrap();
        Hub::start(writer, self.reader(), bus, study, config)
    }
}

/// A request for a game between two people, with changes.
#[expect(clippy::needless_pass_by_value, reason = "it is written where it is wanted")]
pub(crate) fn wish(game: &str, change: Value) -> Wish {
    let mut wish = serde_json::json!({ "game": game });
    wish.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    serde_json::from_value(wish).unwrap()
}

pub(crate) fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

/// A room with its players' keys, by the seats they first took; none for a computer.
pub(crate) struct Pair {
    pub(crate) room: RoomId,
    pub(crate) keys: [Option<SeatKey>; 2],
}

/// Ada opens a room, and Bo joins if there is a seat for him.
pub(crate) async fn pair(hub: &Hub, wish: Wish) -> Pair {
    let people = wish.players.iter().filter(|player| *player == "human").count();
    let ada = hub.open(wish, name("Ada"), None).await.unwrap();
    let mut keys = [None, None];
    *ada.seat.of_mut(&mut keys) = Some(ada.key);
    if people == 2 {
        let bo = hub.join(ada.room, name("Bo"), None).await.unwrap();
        *bo.seat.of_mut(&mut keys) = Some(bo.key);
    }
    Pair { room: ada.room, keys }
}

impl Pair {
    pub(crate) fn key(&self, home: Seat) -> &SeatKey {
        home.of(&self.keys).as_ref().unwrap()
    }

    /// A player's command, with a new id.
    pub(crate) async fn act(&self, hub: &Hub, home: Seat, command: &Command) -> Result<u64, HubError> {
        hub.command(self.room, self.key(home), command, fresh(), None).await
    }

    pub(crate) async fn play(&self, hub: &Hub, home: Seat, text: &str) -> Result<u64, HubError> {
        self.act(hub, home, &Command::Move { text: text.to_owned() }).await
    }

    pub(crate) async fn game(&self, hub: &Hub) -> Value {
        serde_json::from_str(&hub.game(self.room).await.unwrap()).unwrap()
    }
}

/// A new client id.
pub(crate) fn fresh() -> ClientId {
    static NEXT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    let next = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    ClientId::try_from(format!("c{next}")).unwrap()
}

/// The next message of a kind.
pub(crate) async fn next(visit: &mut Visit, kind: &str) -> Value {
    loop {
        let told = tokio::time::timeout(PATIENCE, visit.changes.recv()).await;
        let told = told.unwrap_or_else(|_| panic!("no {kind} message arrived")).unwrap();
        let message: Value = serde_json::from_str(&told).unwrap();
        if message["type"] == kind {
            return message;
        }
    }
}

/// The next matching change.
pub(crate) async fn until(visit: &mut Visit, fits: impl Fn(&Value) -> bool) -> Value {
    loop {
        let change = next(visit, "change").await;
        if fits(&change) {
            return change;
        }
    }
}

/// The first seat of the player who has this seat now.
pub(crate) fn home(state: &Value, seat: Seat) -> Seat {
    state["players"][usize::from(seat.number()) - 1]["home"].to_string().parse().unwrap()
}

/// The moves in the plies of a state, or in those that a change adds.
pub(crate) fn texts(plies: &Value) -> Vec<&str> {
    plies.as_array().unwrap().iter().map(|ply| ply["text"].as_str().unwrap()).collect()
}

/// The seats that may move in a state, each with its moves.
pub(crate) fn movers(state: &Value) -> Vec<(Seat, Vec<String>)> {
    let moves = |seat: Seat| -> Vec<String> {
        let listed = state["moves"][usize::from(seat.number()) - 1].as_array().unwrap();
        listed.iter().map(|chosen| chosen["text"].as_str().unwrap().to_owned()).collect()
    };
    let chosen = |seat: Seat| state["chosen"][usize::from(seat.number()) - 1] == true;
    let all = Seat::BOTH.into_iter().filter(|seat| !chosen(*seat)).map(|seat| (seat, moves(seat)));
    all.filter(|(_, moves)| !moves.is_empty()).collect()
}

/// Why a command was refused.
pub(crate) fn reason(result: Result<u64, HubError>) -> String {
    match result {
        Err(HubError::Refused { reason, .. }) => reason.to_string(),
        other => panic!("not refused: {other:?}"),
    }
}

/// A pseudo-random number derived from a counter.
pub(crate) fn scramble(number: usize) -> usize {
    (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) ^ number
}
