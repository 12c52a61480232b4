//! What a server keeps its rooms in: a store that writes, a reader, and a bus to the other servers.

use std::path::Path;
use std::sync::Arc;

use crate::bus::{Bus, LocalBus};
use crate::config::Config;
use crate::database::Database;
use crate::postgres::{Postgres, PostgresBus, PostgresReader};
use crate::server::ServeError;
use crate::sqlite::{RolledBack, Sqlite, SqliteReader};
use crate::store::{Reader, Store, StoreError};

/// The parts of a database, as a server uses them.
pub struct Backing {
    /// Writes.
    pub store: Box<dyn Store>,
    /// Reads.
    pub reader: Arc<dyn Reader>,
    /// Notifies the other servers.
    pub bus: Arc<dyn Bus>,
    /// What the database has lost, as far as that can be known.
    pub(crate) rolled_back: Option<RolledBack>,
}

impl Backing {
    /// Opens a server's database.
    pub(crate) async fn open(config: &Config) -> Result<Self, ServeError> {
        let failed = |why| ServeError::Store { database: config.database.to_string(), why };
        match &config.database {
            Database::Sqlite(file) => {
                if let Some(folder) = file.parent().filter(|folder| *folder != Path::new("")) {
                    std::fs::create_dir_all(folder)
                        .map_err(|why| ServeError::Folder { folder: folder.display().to_string(), why })?;
                }
                let store = Sqlite::serve(file, config.store).map_err(failed)?;
                let rolled_back = store.rolled_back();
                let reader = Arc::new(SqliteReader::new(file));
                Ok(Self { store: Box::new(store), reader, bus: LocalBus::new(), rolled_back })
            }
            Database::Postgres(address) => {
                let (at, limits) = (address.clone(), config.store);
                let opening = tokio::task::spawn_blocking(move || Postgres::open(&at, limits));
                let interrupted = |_| StoreError::Failed("opening was interrupted".into());
                let store = opening.await.map_err(interrupted).flatten().map_err(failed)?;
                let reader = Arc::new(PostgresReader::new(address).map_err(failed)?);
                let bus = PostgresBus::new(address);
                Ok(Self { store: Box::new(store), reader, bus, rolled_back: None })
            }
        }
    }
}
