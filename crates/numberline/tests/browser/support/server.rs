//! The server as a person starts it: `numberline serve` with a database of its own.

use std::path::PathBuf;

use tempfile::TempDir;

use super::leash::Leash;

const PROGRAM: &str = env!("CARGO_BIN_EXE_numberline");

/// A server that runs, and the folder with what it keeps.
pub(crate) struct Server {
    home: TempDir,
    running: Option<Leash>,
    port: u16,
}

impl Server {
    /// Starts a server on whatever port is free.
    pub(crate) fn start() -> Self {
        let home = TempDir::new().expect("a temporary folder");
        let mut server = Self { home, running: None, port: 0 };
        server.resume();
        server
    }

    /// Starts the program again where it was, with what it has kept.
    pub(crate) fn resume(&mut self) {
        let listen = format!("127.0.0.1:{}", self.port);
        let database = self.database();
        let database = database.to_str().expect("a path of plain letters");
        let args = ["serve", "--listen", &listen, "--db", database];
        let running = Leash::start(PROGRAM, &args);
        let address = running.wait_for("listening on http://127.0.0.1:");
        let digits: String = address.chars().take_while(char::is_ascii_digit).collect();
        self.port = digits.parse().expect("a port");
        self.running = Some(running);
    }

    /// Ends the program in an instant, in the middle of whatever it does.
    pub(crate) fn kill(&mut self) {
        drop(self.running.take());
    }

    /// The address of one of its pages.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// What the server has said since it was last asked.
    pub(crate) fn said(&self) -> String {
        self.running.as_ref().map(Leash::said).unwrap_or_default().join("\n")
    }

    fn database(&self) -> PathBuf {
        self.home.path().join("rooms.sqlite")
    }
}
