//! A few connections for looking things up, shared by all who want to know something.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::shelf::SqliteShelf;
use crate::store::{Shelf, StoreError};

/// How many may read long things at a time. More would only fight for the same disk.
const READERS: usize = 4;

type Open = dyn Fn() -> Result<Box<dyn Shelf>, StoreError> + Send + Sync;

/// Somebody whose turn it is to look up something long.
pub(crate) struct Reader {
    shelves: Shelves,
    permit: OwnedSemaphorePermit,
}

impl Reader {
    /// Looks it up, beside the threads that answer everybody.
    pub(crate) async fn read<T: Send + 'static>(
        self,
        question: impl FnOnce(&dyn Shelf) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let answer = tokio::task::spawn_blocking(move || {
            // Whoever asked may go away; the turn is over when the work is.
            let _permit = self.permit;
            self.shelves.look(question)
        });
        answer.await.unwrap_or_else(|_| Err(StoreError::Failed("what was looked up broke off".into())))
    }
}

/// Connections for looking things up.
#[derive(Clone)]
pub struct Shelves {
    open: Arc<Open>,
    idle: Arc<Mutex<Vec<Box<dyn Shelf>>>>,
    readers: Arc<Semaphore>,
}

impl Shelves {
    /// Shelves that are opened like this.
    pub fn new(open: impl Fn() -> Result<Box<dyn Shelf>, StoreError> + Send + Sync + 'static) -> Self {
        Self { open: Arc::new(open), idle: Arc::default(), readers: Arc::new(Semaphore::new(READERS)) }
    }

    /// Shelves that read an SQLite file.
    #[must_use]
    pub fn sqlite(path: &Path) -> Self {
        let path = path.to_owned();
        Self::new(move || Ok(Box::new(SqliteShelf::open(&path)?)))
    }

    /// Looks up something short.
    pub(crate) fn look<T>(
        &self,
        question: impl FnOnce(&dyn Shelf) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let shelf = idle.map_or_else(|| (self.open)(), Ok)?;
        let answer = question(&*shelf);
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        // A connection that has failed is not used again, and no more are kept than are of use.
        if answer.is_ok() && idle.len() < READERS {
            idle.push(shelf);
        }
        answer
    }

    /// Looks up something that may be long, beside the threads that answer everybody.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        question: impl FnOnce(&dyn Shelf) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.turn().await?.read(question).await
    }

    /// Waits until something long can be looked up.
    pub(crate) async fn turn(&self) -> Result<Reader, StoreError> {
        let permit = Arc::clone(&self.readers).acquire_owned().await.map_err(|_| StoreError::Closed)?;
        Ok(Reader { shelves: self.clone(), permit })
    }
}
