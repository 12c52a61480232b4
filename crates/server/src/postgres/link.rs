//! A connection to PostgreSQL, and what its failures mean.

use std::error::Error as _;

use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Error, Statement};

use super::address::PostgresAddress;
use super::{schema, statements};
use crate::store::StoreError;

/// What a statement may take, and how long it may wait for another one. Deadlines of our own end later, so a statement
/// that takes too long is refused, and its outcome known. A server that stops in the middle of a transaction loses it before
/// others have waited for too long.
pub(super) const LIMITS: &str = "SET statement_timeout = '4s'; SET lock_timeout = '3s';
    SET idle_in_transaction_session_timeout = '2s'";

/// A failure.
#[derive(Debug)]
pub(super) enum Fault {
    /// Nothing was written.
    Refused(StoreError),
    /// The connection was lost, and with it the answer.
    Lost(String),
}

impl Fault {
    /// What the failure of a read means.
    pub(super) fn of_reading(self) -> StoreError {
        match self {
            Self::Refused(StoreError::Failed(why)) | Self::Lost(why) => StoreError::Unreadable(why),
            Self::Refused(StoreError::Full) => StoreError::Unreadable("the disk is full".into()),
            Self::Refused(error) => error,
        }
    }

    /// The reason alone.
    pub(super) fn reason(self) -> String {
        match self {
            Self::Refused(StoreError::Failed(why)) | Self::Lost(why) => why,
            Self::Refused(error) => error.to_string(),
        }
    }

    /// What the failure means where nothing can have been written.
    pub(super) fn of_nothing_written(self) -> StoreError {
        match self {
            Self::Refused(error) => error,
            Self::Lost(why) => StoreError::Failed(why),
        }
    }
}

/// What an error of the driver means.
#[expect(clippy::needless_pass_by_value, reason = "it is used as a function where errors are mapped")]
pub(super) fn fault(error: Error) -> Fault {
    let Some(database) = error.as_db_error() else {
        // Without an answer from the database nobody knows.
        let mut why = error.to_string();
        let mut source = error.source();
        while let Some(inner) = source {
            why = format!("{why}: {inner}");
            source = inner.source();
        }
        return Fault::Lost(why);
    };
    let code = database.code();
    let why = format!("{} (SQLSTATE {})", database.message(), code.code());
    if *code == SqlState::DISK_FULL {
        return Fault::Refused(StoreError::Full);
    }
    if *code == SqlState::TOO_MANY_CONNECTIONS {
        return Fault::Refused(StoreError::Failed(format!("it has no connection to spare: {why}")));
    }
    // The database ended the connection: it stops, restarts or has crashed. A commit may have been under way.
    let ends = [
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::CANNOT_CONNECT_NOW,
        SqlState::T_R_STATEMENT_COMPLETION_UNKNOWN,
    ];
    if ends.contains(code) || code.code().starts_with("08") {
        Fault::Lost(why)
    } else {
        Fault::Refused(StoreError::Failed(why))
    }
}

/// A connection that writes, with its prepared statements.
pub(super) struct Link {
    pub(super) client: Client,
    pub(super) heads: Statement,
    pub(super) plain: Statement,
    pub(super) full: Statement,
}

impl Link {
    /// Opens a connection to a server that may be written.
    pub(super) async fn open(address: &PostgresAddress) -> Result<Self, Fault> {
        let mut client = connect(address).await?;
        schema::check_server(&client).await?;
        schema::prepare(&mut client).await?;
        let (heads, plain, full) = tokio::try_join!(
            client.prepare(statements::HEADS),
            client.prepare(statements::PLAIN),
            client.prepare(statements::FULL),
        )
        .map_err(fault)?;
        Ok(Self { client, heads, plain, full })
    }

    /// Whether the server may still be written: settings change, and so do the tables when a newer program starts.
    pub(super) async fn check(&self) -> Result<(), Fault> {
        schema::check_server(&self.client).await?;
        schema::check_shape(&self.client).await.map(drop)
    }
}

/// Opens a connection, whatever the server is.
pub(super) async fn connect(address: &PostgresAddress) -> Result<Client, Fault> {
    let (client, connection) = address.config().connect(address.tls()).await.map_err(fault)?;
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a connection to the database has ended");
        }
    });
    client.batch_execute(LIMITS).await.map_err(fault)?;
    Ok(client)
}
