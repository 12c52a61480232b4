//! The proxy examples of docs/OPERATING.md, with the real proxies: TLS, websockets, streams and forwarded addresses.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use numberline_cluster::free_port;

use crate::server::Server;

/// A process that ends with the test.
pub(crate) struct Proxy(pub(crate) Child);

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Whether a program is installed here; otherwise the test says that it is skipped.
#[expect(clippy::print_stderr, reason = "a skipped test says why")]
pub(crate) fn is_there(program: &str) -> bool {
    let found = Command::new(program).arg("-v").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    if !found {
        eprintln!("skipped, because there is no {program} here");
    }
    found
}

/// The example of a kind in the document: for one server, or for several.
pub(crate) fn example(kind: &str, is_for_several: bool) -> String {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/OPERATING.md");
    let text = fs::read_to_string(document).expect("the document");
    let rest = text.split(&format!("```{kind}\n")).nth(1 + usize::from(is_for_several)).expect("an example");
    rest.split_once("```").expect("its end").0.to_owned()
}

/// Replaces something that the example must have.
pub(crate) fn with(example: &str, shown: &str, here: &str) -> String {
    assert!(example.contains(shown), "{shown} is not in\n{example}");
    example.replace(shown, here)
}

pub(crate) fn certificate(folder: &Path) {
    let request =
        ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=games.example"];
    let mut openssl = Command::new("openssl");
    openssl.args(request).args(["-keyout", "key.pem", "-out", "cert.pem"]).current_dir(folder);
    assert!(openssl.stderr(Stdio::null()).status().expect("openssl runs").success());
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a file");
    fs::write(folder.join("both.pem"), read("cert.pem") + &read("key.pem")).expect("a file");
}

/// A client on the other side of the proxy.
pub(crate) struct Browser {
    pub(crate) port: u16,
}

impl Browser {
    fn curl(&self, path: &str, options: &[&str]) -> Command {
        let mut curl = Command::new("curl");
        curl.args(["-sk", "-N", "--http1.1", "--max-time", "60"]).args(options);
        curl.args(["--resolve", &format!("games.example:{}:127.0.0.1", self.port)]);
        curl.arg(format!("https://games.example:{}{path}", self.port));
        curl
    }

    pub(crate) fn get(&self, path: &str, options: &[&str]) -> String {
        let output = self.curl(path, options).output().expect("curl runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    pub(crate) fn status(&self, path: &str, options: &[&str]) -> String {
        self.get(path, &[&["-o", "/dev/null", "-w", "%{http_code}"], options].concat())
    }

    /// The first line, without waiting for an end that does not come.
    fn first_line(&self, path: &str, options: &[&str]) -> String {
        let mut child = self.curl(path, options).stdout(Stdio::piped()).spawn().expect("curl runs");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("text");
        child.kill().expect("it waits for more");
        child.wait().expect("an end");
        line
    }
}

/// Starts a proxy in front of a server, and asks for everything that a proxy can get wrong.
fn passes_everything_on(start: impl FnOnce(&Path, u16, &str) -> Command) {
    if !is_there("curl") || !is_there("openssl") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    certificate(folder.path());
    let server = Server::start(folder.path(), &["--host", "games.example", "--trusted-proxy", "127.0.0.1"]);
    let browser = Browser { port: free_port().expect("a port") };
    let mut command = start(folder.path(), browser.port, &server.address);
    let proxy = Proxy(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the proxy starts"));
    let begun = Instant::now();
    while browser.status("/healthz", &[]) != "200" {
        assert!(begun.elapsed() < Duration::from_secs(300), "the proxy does not answer");
        std::thread::sleep(Duration::from_millis(50));
    }
    let json = ["-H", "content-type: application/json", "-d", r#"{"game":"duel","name":"Ada"}"#];
    let opened: serde_json::Value = serde_json::from_str(&browser.get("/api/rooms", &json)).expect("JSON");
    let room = format!("/api/rooms/{}", opened["room"].as_str().expect("a room"));
    let line = browser.first_line(&format!("{room}/stream"), &[]);
    assert!(line.starts_with("{\"type\":\"game\""), "a stream is not buffered: {line}");
    let handshake =
        ["-i", "-H", "Connection: Upgrade", "-H", "Upgrade: websocket", "-H", "Sec-WebSocket-Version: 13"];
    let key = ["-H", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="];
    let line = browser.first_line(&format!("{room}/socket"), &[&handshake[..], &key].concat());
    assert!(line.starts_with("HTTP/1.1 101"), "{line}");
    assert_eq!(browser.status("/metrics", &[]), "200", "a client on this machine");
    assert_eq!(
        browser.status("/metrics", &["-H", "X-Forwarded-For: 203.0.113.9"]),
        "403",
        "one that is far away"
    );
    drop(proxy);
    assert_eq!(server.end(), Some(0));
}

/// A configuration of nginx around sites.
pub(crate) fn nginx(folder: &Path, sites: &str) -> Command {
    let path = |name: &str| folder.join(name).display().to_string();
    let (pid, log) = (path("nginx.pid"), path("nginx.log"));
    let around = format!(
        "daemon off; worker_processes 1; pid {pid}; error_log {log};\nevents {{}}\nhttp {{ access_log off;\n{sites}}}\n"
    );
    fs::write(path("nginx.conf"), around).expect("a file");
    let mut nginx = Command::new("nginx");
    // In one process, which ends with the test.
    nginx.args(["-e", &log, "-c", &path("nginx.conf"), "-g", "master_process off;"]);
    nginx
}

#[test]
fn nginx_passes_everything_on() {
    if !is_there("nginx") {
        return;
    }
    passes_everything_on(|folder, port, server| {
        let path = |name: &str| folder.join(name).display().to_string();
        let site = with(&example("nginx", false), "listen 443 ssl", &format!("listen 127.0.0.1:{port} ssl"));
        let site = with(&site, "/etc/ssl/games.example.pem", &path("cert.pem"));
        let site = with(&site, "/etc/ssl/games.example.key", &path("key.pem"));
        let site = with(&site, "127.0.0.1:8080", server);
        nginx(folder, &site)
    });
}

#[test]
fn haproxy_passes_everything_on() {
    if !is_there("haproxy") {
        return;
    }
    passes_everything_on(|folder, port, server| {
        let path = |name: &str| folder.join(name).display().to_string();
        let site = with(&example("haproxy", false), "bind :443", &format!("bind 127.0.0.1:{port}"));
        let site = with(&site, "/etc/ssl/games.example.both.pem", &path("both.pem"));
        let site = with(&site, "127.0.0.1:8080", server);
        fs::write(path("haproxy.cfg"), site).expect("a file");
        let mut haproxy = Command::new("haproxy");
        haproxy.args(["-db", "-f", &path("haproxy.cfg")]);
        haproxy
    });
}
