//! The servers: matches whose players answer each other at once, all with the same client in Node.

use std::fs;
use std::net::{Ipv4Addr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use numberline_cluster::free_port;

use super::{FOLDER, median, print};
use crate::counts::output;
use crate::{cargo, run, say};

/// The scripts, which are copied to where their packages are.
const SCRIPTS: &str = "xtask/peers/matches";
const PROGRAM: &str = "target/release/numberline";

/// Matches that are played at once, and for how many seconds they are measured.
const PLAYED: &str = "100";
const SECONDS: &str = "5";

/// Matches that nobody plays, to share the memory among.
const IDLE: &str = "500";

/// How often each is measured.
const ROUNDS: usize = 5;

/// How long a server may take to begin.
const PATIENCE: Duration = Duration::from_secs(20);

/// The limits that one client with all the players would exceed.
const LIMITS: [&str; 6] = [
    "connections-per-address",
    "sockets-per-address",
    "messages-per-second",
    "messages-per-second-per-address",
    "requests-per-second-per-address",
    "rooms-per-minute-per-address",
];

/// A server, and what the client calls the way in which it talks to it.
struct Served {
    name: &'static str,
    program: Program,
    client: &'static str,
}

enum Program {
    Ours,
    Script(&'static str),
}

const SERVERS: [Served; 5] = [
    Served { name: "numberline, changes in brief", program: Program::Ours, client: "brief" },
    Served { name: "numberline, what changed", program: Program::Ours, client: "diffs" },
    Served { name: "numberline, whole changes", program: Program::Ours, client: "whole" },
    Served { name: "Colyseus", program: Program::Script("colyseus.js"), client: "colyseus" },
    Served { name: "boardgame.io", program: Program::Script("boardgame.js"), client: "boardgame" },
];

/// What was measured of one server.
#[derive(Clone, Copy)]
struct Figures {
    moves: f64,
    moves_per_processor_second: f64,
    p99: f64,
    bytes: f64,
    memory: f64,
}

pub(super) fn measure() -> Result<(), String> {
    let folder = install()?;
    cargo(&["build", "--release", "--package", "numberline"])?;
    print(&format!(
        "{PLAYED} matches of token whose players answer at once, one client in Node for all ({}). Ours commits every move to disk.",
        versions(&folder)?
    ));
    print("| server | moves/s | moves per processor second | p99 | bytes to clients per move | idle match |");
    print("|---|---|---|---|---|---|");
    let mut rounds = vec![Vec::new(); SERVERS.len()];
    for _ in 0..ROUNDS {
        for (server, rounds) in SERVERS.iter().zip(&mut rounds) {
            let figures = server.measure(&folder)?;
            say(&format!(
                "{}: {:.0} moves/s, {:.0} per processor second",
                server.name, figures.moves, figures.moves_per_processor_second
            ));
            rounds.push(figures);
        }
    }
    let medians: Vec<Figures> = rounds.iter().map(|rounds| Figures::median(rounds)).collect();
    for (server, figures) in SERVERS.iter().zip(&medians) {
        print(&figures.row(server.name));
    }
    let [ours, _, _, peers @ ..] = medians.as_slice() else { return Ok(()) };
    print("");
    print("How many times better than each peer it is in brief:");
    print("| peer | moves/s | moves per processor second | p99 | bytes | idle match |");
    print("|---|---|---|---|---|---|");
    for (server, peer) in SERVERS.iter().skip(3).zip(peers) {
        print(&format!(
            "| {} | {:.2} | {:.2} | {:.2} | {:.2} | {:.1} |",
            server.name,
            ours.moves / peer.moves,
            ours.moves_per_processor_second / peer.moves_per_processor_second,
            peer.p99 / ours.p99,
            peer.bytes / ours.bytes,
            peer.memory / ours.memory
        ));
    }
    Ok(())
}

impl Figures {
    fn median(rounds: &[Self]) -> Self {
        let of = |figure: fn(&Self) -> f64| median(rounds.iter().map(figure).collect());
        Self {
            moves: of(|figures| figures.moves),
            moves_per_processor_second: of(|figures| figures.moves_per_processor_second),
            p99: of(|figures| figures.p99),
            bytes: of(|figures| figures.bytes),
            memory: of(|figures| figures.memory),
        }
    }

    fn row(&self, name: &str) -> String {
        let Self { moves, moves_per_processor_second, p99, bytes, memory } = self;
        format!(
            "| {name} | {moves:.0} | {moves_per_processor_second:.0} | {p99:.1} ms | {bytes:.0} | {memory:.0} KiB |"
        )
    }
}

impl Served {
    fn measure(&self, folder: &Path) -> Result<Figures, String> {
        let client = |what: &[&str]| -> Result<Vec<f64>, String> {
            let server = self.start(folder)?;
            let said = server.ask(folder, self.client, what)?;
            said.split_whitespace()
                .map(|figure| figure.parse().map_err(|_| format!("{}: the client said {said:?}", self.name)))
                .collect()
        };
        let moves = client(&["moves", PLAYED, SECONDS])?;
        let memory = client(&["memory", IDLE])?;
        match (moves.as_slice(), memory.as_slice()) {
            ([moves, moves_per_processor_second, p99, bytes], [memory]) => Ok(Figures {
                moves: *moves,
                moves_per_processor_second: *moves_per_processor_second,
                p99: *p99,
                bytes: *bytes,
                memory: *memory,
            }),
            _ => Err(format!("{}: the client said {moves:?} and {memory:?}", self.name)),
        }
    }

    /// Starts it on a free port, with nothing in it.
    fn start(&self, folder: &Path) -> Result<Running, String> {
        let port = free_port()?;
        let mut command = match self.program {
            Program::Ours => {
                let database = folder.join("matches.sqlite");
                for end in ["", "-wal", "-shm", "-mark"] {
                    let mut file = database.clone().into_os_string();
                    file.push(end);
                    drop(fs::remove_file(file));
                }
                let mut command = Command::new(PROGRAM);
                command.args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--db"]);
                command.arg(database);
                for limit in LIMITS {
                    command.args(["--limit", &format!("{limit}=1000000")]);
                }
                command
            }
            Program::Script(script) => {
                let mut command = Command::new("node");
                command.current_dir(folder).env("NODE_ENV", "production").args([script, &port.to_string()]);
                command
            }
        };
        let child = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{}: {error}", self.name))?;
        let mut running = Running { child, port };
        running.wait().map_err(|error| format!("{}: {error}", self.name))?;
        Ok(running)
    }
}

/// A server that runs until this is dropped.
struct Running {
    child: Child,
    port: u16,
}

impl Running {
    fn wait(&mut self) -> Result<(), String> {
        let began = Instant::now();
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err() {
            if began.elapsed() > PATIENCE || self.child.try_wait().is_ok_and(|ended| ended.is_some()) {
                return Err("it did not start".to_owned());
            }
            sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    fn ask(&self, folder: &Path, client: &str, what: &[&str]) -> Result<String, String> {
        let (port, process) = (self.port.to_string(), self.child.id().to_string());
        let mut command = Command::new("node");
        command.current_dir(folder).args(["client.js", client, &port, &process]).args(what);
        output(command.env("NODE_ENV", "production"))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Installs the packages unless they are there, beside the scripts that need them.
fn install() -> Result<std::path::PathBuf, String> {
    let folder = Path::new(FOLDER).join("node");
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(failed)?;
    for script in fs::read_dir(SCRIPTS).map_err(failed)? {
        let script = script.map_err(failed)?;
        fs::copy(script.path(), folder.join(script.file_name())).map_err(failed)?;
    }
    let installed = folder.join("installed");
    if !installed.exists() {
        let mut npm = Command::new("npm");
        // Nothing of a package is run while it is installed.
        npm.args([
            "install",
            "--no-audit",
            "--no-fund",
            "--ignore-scripts",
            "--omit=optional",
            "--omit=peer",
        ]);
        run(npm.current_dir(&folder))?;
        fs::write(installed, "").map_err(failed)?;
    }
    Ok(folder)
}

fn versions(folder: &Path) -> Result<String, String> {
    const SCRIPT: &str = "
const version = (name) => require(`./node_modules/${name}/package.json`).version;
console.log(`Node ${process.version}, Colyseus ${version('@colyseus/core')}, boardgame.io ${version('boardgame.io')}`)";
    let said = output(Command::new("node").current_dir(folder).args(["-e", SCRIPT]))?;
    Ok(said.trim().to_owned())
}
