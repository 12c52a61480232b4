//! Commits a batch whatever happens to the connection. What it needs it owns, so that a commit that does not come back can
//! be left alone and looked after later.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::address::PostgresAddress;
use super::batch::{Allowed, Answers, Terms, commit};
use super::heads::Heads;
use super::link::{Fault, Link};
use crate::store::{StoreError, Write};

/// For how long the outcome of a commit is looked for after its connection was lost.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// How long to wait before the next attempt to connect.
const AGAIN: Duration = Duration::from_millis(100);

/// What commits.
pub(super) struct Desk {
    address: Arc<PostgresAddress>,
    link: Option<Link>,
    heads: Heads,
    pub(super) allowed: Allowed,
    /// Whether the disk was full at the last commit.
    was_full: bool,
}

impl Desk {
    pub(super) fn new(address: Arc<PostgresAddress>) -> Self {
        let allowed = Allowed { rooms: true, entries: true };
        Self { address, link: None, heads: Heads::default(), allowed, was_full: false }
    }

    /// The connection, opened if there is none.
    pub(super) async fn link(&mut self) -> Result<&mut Link, Fault> {
        if self.link.as_ref().is_some_and(|link| link.client.is_closed()) {
            self.hang_up();
        }
        if self.link.is_none() {
            self.link = Some(Link::open(&self.address).await?);
        }
        self.link.as_mut().ok_or_else(|| Fault::Lost("there is no connection".into()))
    }

    /// Checks the database once more, if there is a connection to it.
    pub(super) async fn check(&self) -> Result<(), Fault> {
        match &self.link {
            Some(link) => link.check().await,
            None => Ok(()),
        }
    }

    /// Drops the connection, and what was known by it.
    pub(super) fn hang_up(&mut self) {
        self.link = None;
        self.heads.forget();
    }

    /// Commits the changes. If the connection is lost meanwhile, they are committed again, which changes nothing where the
    /// first attempt has succeeded, and waits for it where it is still under way. So the outcome is known, or the database
    /// could not be reached for a while.
    pub(super) async fn carry_out(mut self, changes: Arc<[Write]>) -> (Self, Answers) {
        let refuse = |error: StoreError| changes.iter().map(|_| Err(error.clone())).collect::<Answers>();
        let began = Instant::now();
        let mut again = false;
        loop {
            let why = match self.link().await {
                Err(fault) if !again => return (self, refuse(fault.of_nothing_written())),
                Err(fault) => fault,
                Ok(_) => match self.commit(&changes, again).await {
                    Ok(answers) => return (self, answers),
                    Err(Fault::Refused(error)) if !again => return (self, refuse(error)),
                    Err(fault) => fault,
                },
            };
            if matches!(why, Fault::Lost(_)) {
                self.hang_up();
            }
            again = true;
            if began.elapsed() > PATIENCE {
                tracing::error!(?why, "a commit was interrupted, and its outcome is unknown");
                return (self, refuse(StoreError::Unsure));
            }
            sleep(AGAIN).await;
        }
    }

    async fn commit(&mut self, changes: &[Write], again: bool) -> Result<Answers, Fault> {
        let Some(link) = &mut self.link else { return Err(Fault::Lost("there is no connection".into())) };
        let terms = Terms { allowed: self.allowed, again, was_full: self.was_full };
        let committed = commit(link, &mut self.heads, changes, terms).await;
        self.was_full = matches!(committed, Err(Fault::Refused(StoreError::Full)));
        committed
    }
}
