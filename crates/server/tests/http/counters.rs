//! The server's metrics.

use serde_json::json;

use crate::house::House;
use crate::talk::Talk;

#[tokio::test]
async fn commands_are_counted_by_kind_and_outcome_alone() {
    let house = House::in_file().await;
    let seats = house.pair(&json!({ "game": "cards", "name": "Zarathustra" })).await;
    let counted = async |kind: &str, outcome: &str| {
        let line = format!("numberline_commands_total{{kind=\"{kind}\",outcome=\"{outcome}\"}}");
        house.counted(&line).await
    };
    assert_eq!(counted("move", "done").await, 0.0);
    let (mut ada, _) = Talk::sit(&house, &seats[0]).await;
    ada.play("one", "3").await;
    ada.hear_of("done").await;
    ada.play("two", "9").await;
    ada.hear_of("refused").await;
    house.play(&seats[1], "three", "2").await;
    house.command(&seats[1], "four", &json!({ "kind": "accept" })).await.problem(409, "refused");
    assert_eq!((counted("move", "done").await, counted("move", "refused").await), (2.0, 1.0));
    assert_eq!((counted("accept", "refused").await, counted("accept", "done").await), (1.0, 0.0));
    assert_eq!(house.counted("numberline_rooms_opened_total").await, 1.0);
    assert_eq!(house.counted("numberline_rooms").await, 1.0);
    assert_eq!(house.counted("numberline_sockets").await, 1.0);
    // Opening, joining and two moves, each of which waited for the one before.
    assert_eq!(house.counted("numberline_commits_total").await, 4.0);
    assert_eq!(house.counted("numberline_commit_changes_count").await, 4.0);
    assert_eq!(house.counted("numberline_commit_changes_sum").await, 4.0);
    assert_eq!(house.counted("numberline_commit_seconds_count").await, 4.0);
    for (line, least) in [
        ("numberline_database_bytes", 1.0),
        ("numberline_database_wal_bytes", 1.0),
        ("numberline_disk_free_bytes", 1.0),
        ("numberline_memory_bytes", 1e6),
    ] {
        assert!(house.counted(line).await >= least, "{line}");
    }
    for none in [
        "numberline_writes_waiting",
        "numberline_study_jobs",
        "numberline_computers_thinking",
        "numberline_log_lines_lost_total",
    ] {
        assert_eq!(house.counted(none).await, 0.0, "{none}");
    }
    let page = house.get("/metrics").await;
    assert!(page.header("content-type").starts_with("text/plain; version=0.0.4"));
    for secret in [&seats[0].room, &seats[0].key, "Zarathustra", "127.0.0.1"] {
        assert!(!page.body.contains(secret), "{secret} in {}", page.body);
    }
    drop(ada);
    house.until_counted("numberline_sockets", 0.0).await;
}

/// The offer alone opens nothing yet, and accepting it again opens nothing more.
#[tokio::test]
async fn a_rematch_is_counted_as_an_opened_room() {
    let house = House::open().await;
    let seats = house.pair(&json!({ "game": "duel" })).await;
    let opened = async || house.counted("numberline_rooms_opened_total").await;
    for (id, kind) in [("a", "resign"), ("b", "offerRematch")] {
        let done = house.command(&seats[0], id, &json!({ "kind": kind })).await;
        assert_eq!(done.status, 200, "{kind}");
        assert_eq!(opened().await, 1.0, "{kind}");
    }
    for _ in 0..2 {
        assert_eq!(house.command(&seats[1], "c", &json!({ "kind": "accept" })).await.status, 200);
        assert_eq!(opened().await, 2.0);
    }
}
