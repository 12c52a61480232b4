//! The command line for the stored rooms of a server.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use numberline_server::RoomId;

/// What to do with the stored rooms.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    numberline rooms list --standing over\n  \
    numberline rooms backup monday.sqlite3\n\n\
All of these work while a server is running on the same file. They never show a key, or a choice that waits for the other player's. \
docs/OPERATING.md says how to restore a backup.")]
pub(crate) struct RoomsArgs {
    /// The file that the games are kept in, as for `numberline serve`
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) db: Option<PathBuf>,

    /// What to do
    #[command(subcommand)]
    pub(crate) command: RoomsCommand,
}

/// What to do with the stored rooms.
#[derive(Subcommand, Clone, Debug)]
pub(crate) enum RoomsCommand {
    /// List the games, newest first, also those that the lobby does not list
    List {
        /// Only games with this standing
        #[arg(long, value_name = "STANDING")]
        standing: Option<Standing>,
        /// Print JSON, for programs
        #[arg(long)]
        json: bool,
    },
    /// Show a game: its players, its moves and its result
    Show {
        /// The name of the room, as its link ends
        room: RoomId,
        /// Print JSON, for programs: what GET /api/rooms/ROOM returns
        #[arg(long)]
        json: bool,
    },
    /// Delete games for good, with their keys and names; a running server closes them
    Delete {
        /// The names of the rooms, as their links end
        #[arg(required = true, value_name = "ROOM")]
        rooms: Vec<RoomId>,
    },
    /// Copy all games into a new file, also while a server is writing
    #[command(
        after_help = "The copy is complete and on disk when the command ends, or it is not there at all. \
A copy of the database file alone, made with other tools, may lack everything that is still in its -wal file."
    )]
    Backup {
        /// The new file; an existing one is not overwritten
        file: PathBuf,
    },
}

/// The standing of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Standing {
    /// A seat is free
    Open,
    /// It is being played
    Live,
    /// It is over
    Over,
    /// Its players have left
    Left,
}
