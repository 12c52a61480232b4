//! The games on the web: rooms that survive a restart, a page inside the binary, and an API.
//!
//! Nothing in here knows the rules of a game. A room's state follows from its log: a command is decided, written to
//! disk, and only then broadcast.
//!
//! ```
//! use numberline_server::{Config, Server};
//!
//! let folder = tempfile::tempdir()?;
//! let config = Config { listen: ([127, 0, 0, 1], 0).into(), ..Config::new(&folder.path().join("rooms.sqlite3")) };
//! tokio::runtime::Runtime::new()?.block_on(async {
//!     let server = Server::bind(&config).await?;
//!     assert!(server.address().port() > 0);
//!     // It serves until it is told to stop, which is at once here.
//!     server.run(async {}).await
//! })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod address;
mod answer;
mod api;
mod archive;
mod backing;
mod budget;
mod bus;
mod charter;
mod clock;
mod command;
mod computers;
mod config;
mod connection;
mod database;
mod descriptors;
mod entry;
mod error;
mod extract;
mod follower;
mod freshness;
mod gate;
mod guard;
mod hub;
mod id;
mod journal;
mod learning;
mod limits;
mod logs;
mod mark;
mod meters;
mod openapi;
mod page;
mod picture;
mod placing;
mod pool;
mod postgres;
mod question;
mod room;
mod router;
mod run;
mod server;
mod site;
mod socket;
mod sqlite;
mod status;
mod store;
mod stored;
mod stream;
mod study;
mod sum;
mod view;
mod vitals;
mod writer;

pub use archive::{Archive, ArchiveError, CopiedRooms, ShownRoom, StoredRoom};
pub use backing::Backing;
pub use bus::{Bus, CrowdCount, LocalBus, Member, Notice};
pub use charter::{Charter, TimeControl, Wish};
pub use clock::Clock;
pub use command::{Command, Emote, Order};
pub use config::{Config, ProxyError, SizeError, TimeError};
pub use database::{Database, DatabaseError};
pub use entry::{LogEntry, RoomEvent};
pub use error::Problem;
pub use hub::{Detail, Hub, HubConfig, HubError, Seated, Told, Visit};
pub use id::{ClientId, ClientIdError, KeyHash, RoomId, RoomIdError, SeatKey, SeatKeyError};
pub use limits::{LIMITS, Limit, LimitError, ServerLimits};
pub use logs::Log;
pub use pool::{Pool, PoolSize, Watch, WorkError};
pub use postgres::{Postgres, PostgresAddress, PostgresBus, PostgresReader};
pub use room::{CommandError, DamagedLogError, Offer, Plies, Room};
pub use run::{Ended, run};
pub use server::{ServeError, Server};
pub use socket::Said;
pub use sqlite::{RolledBack, Sqlite, SqliteConnection, SqliteReader};
pub use store::{
    Decision, Kept, NewRoom, Reader, RoomRow, RoomStanding, SecretFate, StopReason, Store, StoreError,
    StoreLimits, StoredLog, Write,
};
pub use study::Study;
pub use view::{
    Change, ClaimView, ClockView, EndingView, GameView, Glance, Listed, OfferView, PlayerView, PlyView,
    PresenceView, RoomState, ScoreView,
};
pub use writer::Writer;
