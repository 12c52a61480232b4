//! The games on the web: rooms that outlive the server, a page inside the binary, and an API.
//!
//! Nothing in here knows the rules of a game. A room is what its log makes of it: a command is decided, written to the
//! disk, and only then told to anybody.

mod address;
mod api;
mod bus;
mod charter;
mod clock;
mod command;
mod computers;
mod config;
mod descriptors;
mod entry;
mod error;
mod extract;
mod follower;
mod gate;
mod guard;
mod hub;
mod id;
mod limits;
mod logs;
mod meters;
mod openapi;
mod oracles;
mod page;
mod patient;
mod pool;
mod question;
mod room;
mod router;
mod run;
mod server;
mod shelf;
mod site;
mod socket;
mod sqlite;
mod status;
mod store;
mod stream;
mod study;
mod view;
mod writer;

pub use bus::{Bus, LocalBus, Member, Notice};
pub use charter::{Charter, NoCharter, TimeControl, Wish};
pub use clock::Clock;
pub use command::Command;
pub use config::{Config, NoProxy};
pub use entry::{Deed, Entry};
pub use error::Problem;
pub use hub::{Habits, Hub, HubError, Seated, Shelves, Told, Visit};
pub use id::{ClientId, KeyHash, NoClientId, NoRoomId, NoSeatKey, RoomId, SeatKey};
pub use limits::{LIMITS, Limit, Limits, NoLimit};
pub use logs::Log;
pub use pool::{NotDone, Pool, PoolSize, Watch};
pub use room::{Damaged, Decision, Offer, Plies, Refused, Room, Secret};
pub use run::{Ended, run};
pub use server::{ServeError, Server};
pub use shelf::SqliteShelf;
pub use sqlite::Sqlite;
pub use store::{Kept, Opening, Row, Shelf, Standing, Store, StoreError, Write};
pub use study::Study;
pub use view::{
    Change, ClockView, EndingView, Game, Listed, OfferView, PlayerView, PresenceView, ScoreView, State,
};
pub use writer::Writer;
