//! The program as one of several servers on a PostgreSQL. Where that is not installed, none of this runs.

use std::time::{Duration, Instant};

use numberline_cluster::Cluster;
use rustix::process::Signal;

use crate::server::Server;

/// An address with a password, which this database does not ask for.
fn with_password(cluster: &Cluster) -> String {
    cluster.database().expect("a database").replace("games@", "games:hunter2@")
}

#[test]
fn a_password_is_in_no_list_of_processes_and_in_no_log() {
    let Some(cluster) = Cluster::shared() else { return };
    let (folder, address) = (tempfile::tempdir().expect("a folder"), with_password(cluster));
    for given in [vec!["--database", &address], vec![&*format!("--database={address}")]] {
        let server = Server::start(folder.path(), &given);
        let command = std::fs::read(format!("/proc/{}/cmdline", server.pid())).expect("a process");
        let command = String::from_utf8_lossy(&command).into_owned();
        assert!(command.contains("serve") && !command.contains("hunter2"), "{command}");
        assert_eq!(server.ask("/readyz", None, None).0, 200, "it has the password nevertheless");
        // The database goes, and the log says so.
        let database = address.rsplit('/').next().and_then(|end| end.split('?').next()).expect("a name");
        let allow = |may: bool| {
            cluster.sql("postgres", &format!("ALTER DATABASE {database} ALLOW_CONNECTIONS {may}"))
        };
        allow(false).expect("changed");
        let hang_up =
            format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'");
        cluster.sql("postgres", &hang_up).expect("hung up");
        let (status, body) = server.ask("/readyz", None, None);
        assert!(status == 503 && !body.contains("hunter2"), "{status} {body}");
        allow(true).expect("changed");
        server.signal(Signal::TERM);
        server.signal(Signal::TERM);
        let log = server.ended().1;
        assert!(log.contains("database") && !log.contains("hunter2"), "{log}");
    }
}

/// A load balancer has to see it before clients are turned away.
#[test]
fn a_server_is_not_ready_before_it_turns_anyone_away() {
    let Some(cluster) = Cluster::shared() else { return };
    let (folder, address) = (tempfile::tempdir().expect("a folder"), cluster.database().expect("a database"));
    let server = Server::start(folder.path(), &["--database", &address, "--limit", "drain-time=600s"]);
    assert_eq!(server.ask("/readyz", None, None).0, 200);
    server.signal(Signal::TERM);
    let begun = Instant::now();
    while server.ask("/readyz", None, None).0 == 200 {
        assert!(begun.elapsed() < Duration::from_secs(300), "it stays ready");
    }
    let (status, said) = server.ask("/readyz", None, None);
    assert!(status == 503 && said.contains("shutting down"), "{status} {said}");
    assert_eq!(server.ask("/api/games", None, None).0, 200, "everything else works");
    server.signal(Signal::TERM);
    assert_eq!(server.ended().0, Some(130), "a second signal ends it at once");
}
