//! The memory of rooms and solved games: one budget, in which rooms come first.

use numberline_server::{HubConfig, HubError, LocalBus, PoolSize, StoreError, Study};
use serde_json::json;

use crate::common::{Place, pair, wish};

#[tokio::test]
async fn without_memory_left_unused_rooms_go_and_no_other_is_taken_in() {
    let place = Place::new();
    let hub = place.hub();
    let stored = pair(&hub, wish("duel", json!({}))).await;
    let size = hub.room_bytes();
    assert_eq!(hub.loaded(), 1);
    drop(hub);
    // There is memory for three such rooms.
    let config = HubConfig { memory: size * 3 / 7 * 8, ..HubConfig::default() };
    let hub = place.hub_on(LocalBus::new(), config);
    let mut visits = Vec::new();
    for _ in 0..3 {
        let table = pair(&hub, wish("duel", json!({}))).await;
        visits.push((hub.visit(table.room, None, None).await.unwrap(), table));
    }
    let refused = hub.game(stored.room).await.map(drop);
    assert_eq!(refused, Err(HubError::Store(StoreError::Busy)));
    let refused = hub.open(wish("duel", json!({})), None, None).await.map(drop);
    assert_eq!(refused, Err(HubError::Store(StoreError::Busy)));
    assert_eq!(hub.turned_away(), 2);
    // Those that are there go on.
    let (_, table) = &visits[0];
    table.play(&hub, numberline_rules::Seat::One, "5").await.unwrap();
    // A room that nobody uses any more makes place.
    visits.pop();
    assert_eq!(stored.game(&hub).await["version"], 2);
    assert_eq!(hub.loaded(), 3);
}

#[tokio::test]
async fn solved_games_get_what_the_rooms_leave() {
    let place = Place::new();
    let study = Study::new(PoolSize::default());
    let config = HubConfig { memory: 200_000, ..HubConfig::default() };
    let hub = place.hub_with(LocalBus::new(), study.clone(), config);
    let game = numberline_table::find("token").unwrap();
    let solve = async |length: u32| {
        let set = vec![format!("length={length}")];
        let request = numberline_table::Request { set, ..numberline_table::Request::default() };
        let at = request.start(game).unwrap();
        let study = study.clone();
        let solved = study.clone().pool().run(move |watch| study.analyse(game, &*at, watch).map(drop)).await;
        assert_eq!(solved, Ok(()));
    };
    hub.balance();
    solve(150).await;
    solve(200).await;
    let before = study.solved_bytes();
    assert!((84_000..=100_000).contains(&before), "both, in half of the memory: {before}");
    for _ in 0..30 {
        pair(&hub, wish("duel", json!({}))).await;
    }
    assert!(hub.room_bytes() > 120_000);
    hub.balance();
    let after = study.solved_bytes();
    assert!(after > 0 && after + hub.room_bytes() <= 200_000, "{after} and {}", hub.room_bytes());
}
