//! Rooms read from an SQLite file on separate threads: SQLite blocks, and the other tasks must not wait for it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::future::BoxFuture;
use tokio::sync::Semaphore;

use super::connection::SqliteConnection;
use super::files::Files;
use crate::id::RoomId;
use crate::store::{Kept, Reader, RoomRow, RoomStanding, StoreError};

/// How many reads run at a time. More would only compete for the same disk.
const READS: usize = 4;

/// Reads rooms from an SQLite file. Clones share their connections.
#[derive(Clone)]
pub struct SqliteReader {
    path: Arc<PathBuf>,
    /// The files that it may read: not those that were put in their place.
    files: Arc<Files>,
    idle: Arc<Mutex<Vec<SqliteConnection>>>,
    reads: Arc<Semaphore>,
}

impl SqliteReader {
    /// A reader for a file, which it opens on the first read.
    #[must_use]
    pub fn new(path: &Path) -> Self {
        let (path, files) = (Arc::new(path.to_owned()), Arc::new(Files::of(path)));
        Self { path, files, idle: Arc::default(), reads: Arc::new(Semaphore::new(READS)) }
    }

    fn read<T: Send + 'static>(
        &self,
        query: impl FnOnce(&SqliteConnection) -> Result<T, StoreError> + Send + 'static,
    ) -> BoxFuture<'static, Result<T, StoreError>> {
        let reader = self.clone();
        Box::pin(async move {
            let permit = Arc::clone(&reader.reads).acquire_owned().await.map_err(|_| StoreError::Closed)?;
            let answer = tokio::task::spawn_blocking(move || {
                // The permit is released when the read ends, even if the caller stops waiting.
                let _permit = permit;
                reader.query(query)
            });
            answer.await.unwrap_or_else(|_| Err(StoreError::Unreadable("reading was interrupted".into())))
        })
    }

    fn query<T>(
        &self,
        query: impl FnOnce(&SqliteConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let connection = idle().pop();
        let connection = connection.map_or_else(|| self.connect(), Ok)?;
        // A connection that has failed is not reused.
        let answer = query(&connection)?;
        idle().push(connection);
        Ok(answer)
    }

    fn connect(&self) -> Result<SqliteConnection, StoreError> {
        let connection = SqliteConnection::open(&self.path)?;
        if self.files.are_in_place() {
            Ok(connection)
        } else {
            Err(StoreError::Unreadable("the file was moved, deleted or replaced".into()))
        }
    }
}

impl Reader for SqliteReader {
    fn load(&self, room: RoomId, after: u64) -> BoxFuture<'_, Result<Option<Kept>, StoreError>> {
        self.read(move |file| file.load(room, after))
    }

    fn waiting(&self, room: RoomId) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        self.read(move |file| file.waiting(room))
    }

    fn version(&self, room: RoomId) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.read(move |file| file.version(room))
    }

    fn list(&self, standing: RoomStanding, most: u32) -> BoxFuture<'_, Result<Vec<RoomRow>, StoreError>> {
        self.read(move |file| file.list(standing, most))
    }

    fn deleted(&self, after: Option<u64>) -> BoxFuture<'_, Result<(u64, Vec<RoomId>), StoreError>> {
        self.read(move |file| file.deleted(after))
    }
}
