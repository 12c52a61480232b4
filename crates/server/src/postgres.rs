//! Rooms in a PostgreSQL database, which any number of servers may share.
//!
//! The log is only ever added to. Its key, a room and a version, decides which of two writers was first, so servers need
//! no locks and no leader. A commit is confirmed when the database has it on disk, and on its standby if it has one.

mod address;
mod batch;
mod bus;
mod desk;
mod heads;
mod link;
mod passfile;
mod reader;
mod removal;
mod schema;
mod statements;
mod tls;

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

use crate::id::RoomId;
use crate::store::{Store, StoreError, StoreLimits, Write};

use batch::{Allowed, Answers};
use desk::{Desk, PATIENCE};
use link::{Fault, fault};

pub use address::PostgresAddress;
pub use bus::PostgresBus;
pub use reader::PostgresReader;

/// How long a new commit waits for one that has not come back.
const TURN: Duration = Duration::from_millis(500);

/// How often finished rooms are looked for.
const SWEEP_EVERY: Duration = Duration::from_secs(60);

/// How often it is asked whether the database still keeps what it confirms, and still has the tables that this program knows.
const CHECK_EVERY: Duration = Duration::from_secs(5);

/// How often the size of the tables is looked at, where it is limited.
const MEASURE_EVERY: Duration = Duration::from_secs(10);

/// Writes rooms to PostgreSQL. It blocks its thread, which is the writer's, and has a runtime of its own.
pub struct Postgres {
    runtime: OwnRuntime,
    state: State,
    reader: PostgresReader,
    limits: StoreLimits,
    checked: Instant,
    swept: Option<Instant>,
    measured: Option<Instant>,
    allowed: Allowed,
}

/// A runtime that may be dropped anywhere.
struct OwnRuntime(Option<Runtime>);

impl OwnRuntime {
    fn block_on<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        Some(self.0.as_ref()?.block_on(work))
    }
}

impl Drop for OwnRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

enum State {
    /// Nothing is under way.
    Free(Box<Desk>),
    /// A commit has not come back yet. Its senders know that its outcome is unknown.
    Awaited(BoxFuture<'static, (Desk, Answers)>),
    /// Only while a call changes it.
    Taken,
}

impl Postgres {
    /// Connects to a database, and brings its tables up to date. Anything that would make a promise untrue is refused.
    pub fn open(address: &PostgresAddress, limits: StoreLimits) -> Result<Self, StoreError> {
        let failed = |error: std::io::Error| StoreError::Failed(error.to_string());
        let runtime = Builder::new_current_thread().enable_all().build().map_err(failed)?;
        let mut desk = Desk::new(Arc::new(address.clone()));
        // On a thread of its own, because a thread that serves another runtime may not wait for this one.
        let open = || runtime.block_on(async { desk.link().await.map(drop) });
        let opened = thread::scope(|scope| scope.spawn(open).join());
        let opened = opened.unwrap_or_else(|_| Err(Fault::Lost("opening was interrupted".into())));
        opened.map_err(Fault::of_nothing_written)?;
        let allowed = desk.allowed;
        let reader = PostgresReader::new(address)?;
        let state = State::Free(Box::new(desk));
        let runtime = OwnRuntime(Some(runtime));
        let checked = Instant::now();
        Ok(Self { runtime, state, reader, limits, checked, swept: None, measured: None, allowed })
    }

    /// Deletes rooms with everything about them, or none if one of them is missing: its name is returned.
    pub(crate) fn delete(&mut self, rooms: &[RoomId]) -> Result<Option<RoomId>, StoreError> {
        self.with_desk(async |desk| {
            let transaction = desk.link().await?.client.transaction().await.map_err(fault)?;
            for room in rooms {
                if !removal::delete(&transaction, *room).await? {
                    return Ok(Some(*room));
                }
            }
            transaction.commit().await.map_err(fault)?;
            Ok(None)
        })
    }

    /// Does something that is not a commit of changes.
    fn with_desk<T>(
        &mut self,
        work: impl AsyncFnOnce(&mut Desk) -> Result<T, Fault>,
    ) -> Result<T, StoreError> {
        self.look_after();
        let State::Free(desk) = &mut self.state else {
            return Err(StoreError::Failed("it does not answer".into()));
        };
        let worked = self.runtime.block_on(async { timeout(PATIENCE, work(desk)).await.ok() }).flatten();
        let silent = || Err(Fault::Lost("it does not answer".into()));
        worked.unwrap_or_else(silent).map_err(|fault| match fault {
            Fault::Refused(error) => error,
            Fault::Lost(why) => {
                desk.hang_up();
                StoreError::Failed(why)
            }
        })
    }

    /// Gives a commit that has not come back a moment to do so.
    fn look_after(&mut self) {
        if let State::Awaited(commit) = &mut self.state
            && let Some(Ok((desk, _))) = self.runtime.block_on(async { timeout(TURN, commit).await })
        {
            self.state = State::Free(Box::new(desk));
        }
    }

    /// Gives up a connection to a database whose settings or tables have changed since it was opened. The next write opens
    /// another one, and is refused with the reason until the database is as it should be.
    fn check(&mut self) {
        self.checked = Instant::now();
        let State::Free(desk) = &mut self.state else { return };
        let checked = self.runtime.block_on(async { timeout(PATIENCE, desk.check()).await.ok() }).flatten();
        if !matches!(checked, Some(Ok(()))) {
            tracing::warn!(?checked, "the database is not as it was");
            desk.hang_up();
        }
    }

    /// Deletes finished rooms that are too old, and forgets those that were deleted long ago. Where there are many, the rest
    /// follows a second later.
    fn sweep(&mut self, time: Option<Duration>) {
        let swept = self.with_desk(async |desk| {
            let client = &mut desk.link().await?.client;
            removal::forget(client).await?;
            match time {
                Some(time) => removal::sweep(client, time.as_secs()).await,
                None => Ok(0),
            }
        });
        match swept {
            Ok(0) => self.swept = Some(Instant::now()),
            Ok(rooms) => tracing::info!(rooms, "finished games were deleted"),
            Err(error) => {
                self.swept = Some(Instant::now());
                tracing::warn!(%error, "finished games could not be deleted");
            }
        }
    }

    /// Looks at the size of the tables.
    fn measure(&mut self, most: u64) {
        self.measured = Some(Instant::now());
        match self.runtime.block_on(self.reader.bytes()) {
            Some(Ok(bytes)) => self.allowed = Allowed { rooms: bytes < most / 10 * 9, entries: bytes < most },
            Some(Err(error)) => tracing::warn!(%error, "the size of the database could not be read"),
            None => {}
        }
    }
}

impl Store for Postgres {
    fn write(&mut self, changes: &[Write]) -> Vec<Result<(), StoreError>> {
        self.look_after();
        let mut commit = match std::mem::replace(&mut self.state, State::Taken) {
            State::Free(mut desk) => {
                desk.allowed = self.allowed;
                Box::pin(desk.carry_out(changes.to_vec().into()))
            }
            other => {
                // Nothing of these changes was sent.
                self.state = other;
                let error = StoreError::Failed("it does not answer".into());
                return changes.iter().map(|_| Err(error.clone())).collect();
            }
        };
        match self.runtime.block_on(async { timeout(PATIENCE + TURN, &mut commit).await }) {
            Some(Ok((desk, answers))) => {
                self.state = State::Free(Box::new(desk));
                answers
            }
            _ => {
                tracing::error!("the database does not answer, and the outcome of a commit is unknown");
                self.state = State::Awaited(commit);
                changes.iter().map(|_| Err(StoreError::Unsure)).collect()
            }
        }
    }

    fn tend(&mut self, _idle: bool) {
        self.look_after();
        if self.checked.elapsed() >= CHECK_EVERY {
            self.check();
        }
        if self.swept.is_none_or(|swept| swept.elapsed() >= SWEEP_EVERY) {
            self.sweep(self.limits.keep_finished);
        }
        if let Some(most) = self.limits.most_bytes
            && self.measured.is_none_or(|measured| measured.elapsed() >= MEASURE_EVERY)
        {
            self.measure(most);
        }
    }
}
