//! The command line for the stored rooms of a server.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use numberline_server::RoomId;

use super::place::PlaceArgs;

/// What to do with the stored rooms.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    numberline rooms list --standing over\n  \
    numberline rooms backup monday.sqlite3\n\n\
All of these work while a server is running on the same database. They never show a key, or a choice that waits for the other player's. \
docs/OPERATING.md says how to restore a backup.")]
pub(crate) struct RoomsArgs {
    #[command(flatten)]
    pub(crate) place: PlaceArgs,

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
    /// Copy the games into a new SQLite file, each checked by the rules, to import them elsewhere
    #[command(after_help = "Example, from a file into PostgreSQL:\n  \
        numberline rooms export games.sqlite3\n  \
        numberline rooms import games.sqlite3 --database postgres://numberline@db.example/numberline\n\n\
The file holds the choices that wait and the hashes of the keys, so keep it private. Games that cannot be played through by the \
rules are left out and named, and the exit code is 1.")]
    Export {
        /// The new file; an existing one is not overwritten
        file: PathBuf,
    },
    /// Copy the games of an SQLite file into this database, each checked by the rules
    #[command(
        after_help = "Players keep their seats: their links and keys are the same. A game that is there already is not copied \
again, and no game is written over another. Stop the server that the file belongs to first, or the games may go on in both places."
    )]
    Import {
        /// What `numberline rooms export` or `backup` wrote, or a server's file
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
