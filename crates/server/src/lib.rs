//! The games on the web: rooms that survive a restart, a page inside the binary, and an API.
//!
//! Nothing in here knows the rules of a game. A room's state follows from its log: a command is decided, written to
//! disk, and only then broadcast.

mod address;
mod answer;
mod api;
mod budget;
mod bus;
mod charter;
mod clock;
mod command;
mod computers;
mod config;
mod connection;
mod descriptors;
mod entry;
mod error;
mod extract;
mod follower;
mod gate;
mod guard;
mod hub;
mod id;
mod journal;
mod limits;
mod logs;
mod mark;
mod meters;
mod openapi;
mod page;
mod pool;
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
mod stream;
mod study;
mod view;
mod vitals;
mod writer;

pub use bus::{Bus, LocalBus, Member, Notice};
pub use charter::{Charter, TimeControl, Wish};
pub use clock::Clock;
pub use command::Command;
pub use config::{Config, ProxyError};
pub use entry::{LogEntry, RoomEvent};
pub use error::Problem;
pub use hub::{Hub, HubConfig, HubError, Seated, Told, Visit};
pub use id::{ClientId, ClientIdError, KeyHash, RoomId, RoomIdError, SeatKey, SeatKeyError};
pub use limits::{LIMITS, Limit, LimitError, ServerLimits};
pub use logs::Log;
pub use pool::{Pool, PoolSize, Watch, WorkError};
pub use room::{CommandError, DamagedLogError, Offer, Plies, Room};
pub use run::{Ended, run};
pub use server::{ServeError, Server};
pub use sqlite::{Sqlite, SqliteConnection, SqliteReader};
pub use store::{Decision, Kept, NewRoom, Reader, RoomPhase, RoomRow, SecretFate, Store, StoreError, Write};
pub use study::Study;
pub use view::{
    Change, ClockView, EndingView, GameView, Listed, OfferView, PlayerView, PlyView, PresenceView, RoomState,
    ScoreView,
};
pub use writer::Writer;
