//! The server as a person starts it: `numberline serve` with its own database.

use std::path::PathBuf;

use tempfile::TempDir;

use super::leash::Leash;

const PROGRAM: &str = env!("CARGO_BIN_EXE_numberline");

/// A running server, and the folder with its data.
pub(crate) struct Server {
    home: TempDir,
    running: Option<Leash>,
    port: u16,
}

impl Server {
    /// Starts a server on any free port.
    pub(crate) fn start() -> Self {
        let home = TempDir::new().expect("a temporary folder");
        let mut server = Self { home, running: None, port: 0 };
        server.resume();
        server
    }

    /// Restarts the program with its data.
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

    /// Kills the program at once, whatever it is doing.
    pub(crate) fn kill(&mut self) {
        drop(self.running.take());
    }

    /// The URL of one of its pages.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// The server's output since the last call.
    pub(crate) fn said(&self) -> String {
        self.running.as_ref().map(Leash::said).unwrap_or_default().join("\n")
    }

    fn database(&self) -> PathBuf {
        self.home.path().join("rooms.sqlite")
    }
}
