//! Where a server keeps its games, as the command line says it.

use std::path::PathBuf;

/// Where the games are kept.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct PlaceArgs {
    /// Keep the games in this file; a short form of --database sqlite:FILE
    #[arg(long, value_name = "FILE", global = true, conflicts_with = "database")]
    pub(crate) db: Option<PathBuf>,

    /// Keep the games in sqlite:FILE, or in the PostgreSQL at postgres://USER@HOST/NAME; by default what NUMBERLINE_DATABASE
    /// names, or else a file in the program's folder
    #[arg(long, value_name = "URL", global = true)]
    pub(crate) database: Option<String>,
}
