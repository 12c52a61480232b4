//! How a command ends: the exit codes, and the two kinds of failure.

use std::error::Error;
use std::io;

/// How a command ended when nothing failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// It finished.
    Done,
    /// It could not finish, and has already said why.
    Unfinished,
    /// The person pressed Ctrl-C.
    Interrupted,
    /// A signal ended it; this is its exit code.
    Stopped(u8),
}

impl Exit {
    /// The exit code that scripts see.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Unfinished => 1,
            Self::Interrupted => 130,
            Self::Stopped(code) => code,
        }
    }
}

/// Why a command could not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Wrong usage; the message says what would be right.
    #[error("{0}")]
    Usage(String),
    /// The usage was right, but the command failed.
    #[error("{0}")]
    Failed(String),
    /// The screen or the pipe that it writes to is gone.
    #[error(transparent)]
    Output(#[from] io::Error),
}

impl Failure {
    /// Wrong usage, from any error that explains it.
    pub fn usage(error: impl Into<Box<dyn Error>>) -> Self {
        Self::Usage(error.into().to_string())
    }

    /// A failure, from any error that explains it.
    pub fn failed(error: impl Into<Box<dyn Error>>) -> Self {
        Self::Failed(error.into().to_string())
    }

    /// The exit code that scripts see. A reader that closes the pipe early (`| head`) is not a failure.
    #[must_use]
    pub fn code(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::Failed(_) | Self::Output(_) => 1,
        }
    }

    /// Whether there is anything to report, and a stream left to report it on.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        self.code() == 0
    }
}
