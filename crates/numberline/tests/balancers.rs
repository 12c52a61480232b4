//! The load balancers of docs/OPERATING.md, with the real programs: servers are replaced behind them, and nobody is turned away.
//! Where something is not installed, the test says that it is skipped.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use numberline_cluster::{Cluster, free_port};
use rustix::process::Signal;

use crate::proxies::{Browser, Proxy, certificate, example, is_there, nginx, with};
use crate::server::Server;

/// How many servers the examples have.
const SERVERS: usize = 3;

fn start(home: &Path, database: &str) -> Server {
    // All clients here have one address, that of the health checks as well.
    let names = [
        "--host",
        "games.example",
        "--trusted-proxy",
        "127.0.0.1",
        "--limit",
        "requests-per-second-per-address=10000",
    ];
    Server::start(home, &[&names[..], &["--database", database]].concat())
}

/// Puts servers in the places of those of an example.
fn named(example: &str, servers: &[Server]) -> String {
    let places = ["10.0.0.11:8080", "10.0.0.12:8080", "10.0.0.13:8080"];
    places
        .into_iter()
        .zip(servers)
        .fold(example.to_owned(), |text, (place, server)| with(&text, place, &server.address))
}

/// Starts a load balancer before three servers, and ends two of them one after the other while clients ask for a room.
fn loses_no_request(balance: impl FnOnce(&Path, u16, &[Server]) -> Command) {
    if !is_there("curl") || !is_there("openssl") {
        return;
    }
    let Some(cluster) = Cluster::shared() else { return };
    let (folder, database) =
        (tempfile::tempdir().expect("a folder"), cluster.database().expect("a database"));
    certificate(folder.path());
    let mut servers: Vec<Server> = (0..SERVERS).map(|_| start(folder.path(), &database)).collect();
    let browser = Browser { port: free_port().expect("a port") };
    let mut command = balance(folder.path(), browser.port, &servers);
    let proxy = Proxy(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts"));
    let begun = Instant::now();
    while browser.status("/readyz", &[]) != "200" {
        assert!(begun.elapsed() < Duration::from_secs(300), "the load balancer does not answer");
        thread::sleep(Duration::from_millis(50));
    }
    let json = ["-H", "content-type: application/json", "-d", r#"{"game":"duel","name":"Ada"}"#];
    let opened: serde_json::Value = serde_json::from_str(&browser.get("/api/rooms", &json)).expect("JSON");
    let room = format!("/api/rooms/{}", opened["room"].as_str().expect("a room"));
    let (stop, asked, failed) = (AtomicBool::new(false), AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                asked.fetch_add(1, Ordering::Relaxed);
                let status = browser.status(&room, &[]);
                if status != "200" {
                    failed.lock().expect("no panic").push(status);
                }
            }
        });
        for _ in 0..2 {
            let server = servers.remove(0);
            server.signal(Signal::TERM);
            assert_eq!(server.ended().0, Some(0));
            // The others answer.
            let before = asked.load(Ordering::Relaxed);
            while asked.load(Ordering::Relaxed) < before + 3 {
                thread::sleep(Duration::from_millis(20));
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
    let failed = failed.into_inner().expect("no panic");
    assert_eq!(failed, Vec::<String>::new(), "of {} requests", asked.into_inner());
    drop(proxy);
    assert_eq!(servers.remove(0).end(), Some(0));
}

#[test]
fn behind_haproxy_no_request_is_lost() {
    if !is_there("haproxy") {
        return;
    }
    loses_no_request(|folder, port, servers| {
        let path = |name: &str| folder.join(name).display().to_string();
        let alone = with(&example("haproxy", false), "bind :443", &format!("bind 127.0.0.1:{port}"));
        let alone = with(&alone, "/etc/ssl/games.example.both.pem", &path("both.pem"));
        let (front, _) = alone.split_once("\nbackend numberline\n").expect("a backend");
        let several = named(&example("haproxy", true), servers);
        let (rule, backends) = several.split_once("\n\n").expect("a rule for the frontend");
        let front = with(front, "    default_backend", &format!("{rule}\n    default_backend"));
        fs::write(path("haproxy.cfg"), format!("{front}\n{backends}")).expect("a file");
        let mut haproxy = Command::new("haproxy");
        haproxy.args(["-db", "-f", &path("haproxy.cfg")]);
        haproxy
    });
}

#[test]
fn behind_nginx_no_request_is_lost() {
    if !is_there("nginx") {
        return;
    }
    loses_no_request(|folder, port, servers| {
        let path = |name: &str| folder.join(name).display().to_string();
        let site = with(&example("nginx", false), "listen 443 ssl", &format!("listen 127.0.0.1:{port} ssl"));
        let site = with(&site, "/etc/ssl/games.example.pem", &path("cert.pem"));
        let site = with(&site, "/etc/ssl/games.example.key", &path("key.pem"));
        let site = with(&site, "http://127.0.0.1:8080", "http://numberline");
        nginx(folder, &format!("{}{site}", named(&example("nginx", true), servers)))
    });
}
