//! Meeting people: a challenge that a stranger accepts, a link for a friend, and the lists in the lobby.

use crate::support::{Fault, browse, games, id};

#[test]
fn a_stranger_takes_an_open_challenge() {
    browse(async |_server, [ada, grace]| {
        let game = games()[2];
        grace.go("/").await;
        grace.see_text(&id("open-rooms"), "No open challenges").await;
        ada.set_up(game, "anyone", "Ada").await;
        ada.begin_as(2).await;
        // The list in the lobby updates by itself.
        grace.see_text(&id("open-room"), "Ada").await;
        grace.click(&id("open-room")).await;
        grace.write(&id("join-name"), "Grace").await;
        grace.click(&id("join-1")).await;
        ada.see_text(&id("player-1"), "Grace").await;
        ada.see_text(&id("toasts"), "Grace has joined.").await;
        grace.my_turn().await;
        assert_eq!(grace.see(&id("name-2")).await, "Ada");
        let told = grace.ask_text("document.getElementById('live').textContent").await;
        assert!(!told.contains("Grace has joined."), "the player who joins is told about it: {told}");
    });
}

#[test]
fn live_games_are_listed_and_accepted_challenges_are_not() {
    browse(async |_server, [ada, grace, eve]| {
        ada.set_up(games()[0], "anyone", "Ada").await;
        let room = ada.begin_as(1).await;
        eve.go("/").await;
        eve.see_text(&id("open-rooms"), "Ada").await;
        grace.join(&room, "Grace").await;
        eve.see_text(&id("live-rooms"), "Grace").await;
        eve.see_no(&id("open-room")).await;
        eve.click(&id("live-room")).await;
        eve.see(&id("line")).await;
        ada.see_text(&id("watchers"), "1 watching").await;
    });
}

#[test]
fn a_private_game_needs_its_link() {
    browse(async |_server, [ada, grace, eve]| {
        let room = ada.invite(games()[0], "Ada").await;
        let link = ada.ask_text("document.querySelector('[data-testid=\"link\"]').value").await;
        assert_eq!(link, room, "the link is the address of the room");
        let (_, name) = room.rsplit_once('/').expect("an address");
        // A room for a friend is in no list.
        eve.go("/").await;
        eve.see_text(&id("open-rooms"), "No open challenges").await;
        let lists = "(await Promise.all(['open', 'live', 'over'].map(async (standing) => \
                     (await fetch(`/api/rooms?standing=${standing}`)).text()))).join()";
        assert!(!eve.ask_later(lists).await.to_string().contains(name), "a private room is listed");
        grace.join(&link, "Grace").await;
        assert!(!eve.ask_later(lists).await.to_string().contains(name), "a private room is listed");
        // The third visitor can only watch.
        eve.watch(&link).await;
        assert_eq!(eve.count(&id("invite")).await, 0);
        eve.see_text(&id("player-2"), "Grace").await;
        assert_eq!(eve.count(&id("typed")).await, 0);
        // The key to a seat is in no URL and not on the page.
        let key = "JSON.parse(localStorage.getItem('numberline.keys'))[0].key";
        let key = ada.ask_text(key).await;
        assert_eq!(key.len(), 32, "{key}");
        let asked = ada.traffic().await.requests;
        assert!(!asked.is_empty() && !asked.iter().any(|address| address.contains(&key)), "{asked:?}");
        assert!(!ada.ask_text("document.documentElement.outerHTML").await.contains(&key));
    });
}

/// The first two requests for a room fail: one on the way there, one on the way back.
const LOSE_ANSWERS: &str = r#"
    (() => {
        const ask = window.fetch;
        window.asked = [];
        window.fetch = async (path, given) => {
            if (path !== '/api/rooms' || !given?.body) return ask(path, given);
            window.asked.push(given.body);
            if (window.asked.length === 1) throw new TypeError('Failed to fetch');
            const answer = await ask(path, given);
            if (window.asked.length === 2) throw new TypeError('Failed to fetch');
            return answer;
        };
    })()
"#;

#[test]
fn a_room_is_opened_once_however_often_the_answer_is_lost() {
    browse(async |_server, [ada]| {
        ada.set_up(games()[0], "anyone", "Ada").await;
        ada.ask(LOSE_ANSWERS).await;
        // The messages in between disappear as soon as the room is there, so all of them are recorded.
        ada.ask("void new MutationObserver(() => { window.told = `${window.told ?? ''} ${document.querySelector('[data-testid=\"setup-trying\"]')?.textContent ?? ''}`; }) \
                 .observe(document.querySelector('[data-testid=\"setup-trying\"]'), { childList: true })").await;
        ada.begin_as(1).await;
        let told = ada.ask_text("window.told").await;
        assert!(
            told.contains("cannot be reached. Trying again in 1 s.") && told.contains("Trying again…"),
            "{told}"
        );
        let asked = "new Set(window.asked).size === 1 && window.asked.length === 3 && /^[0-9a-f]{32}$/.test(JSON.parse(window.asked[0]).key)";
        assert_eq!(ada.ask(asked).await, true, "{}", ada.ask("window.asked").await);
        let open = "(await (await fetch('/api/rooms?standing=open')).json()).length";
        assert_eq!(ada.ask_later(open).await, 1, "a retry opened another room");
    });
}

#[test]
fn an_offline_player_can_cancel() {
    browse(async |_server, [ada]| {
        ada.excuse(Fault::Connection);
        ada.set_up(games()[0], "anyone", "Ada").await;
        ada.offline(true).await;
        ada.click(&id("begin")).await;
        ada.see_text(&id("setup-trying"), "Trying again").await;
        ada.see_text(&id("begin"), "Stop trying").await;
        ada.click(&id("begin")).await;
        ada.see_text(&id("begin"), "Open a challenge").await;
        ada.click(&id("begin")).await;
        ada.see_text(&id("setup-trying"), "offline").await;
        ada.offline(false).await;
        ada.see(&id("link")).await;
    });
}

#[test]
fn a_variant_and_a_wrong_one() {
    browse(async |_server, [ada]| {
        ada.set_up(games()[0], "computer", "Ada").await;
        ada.unfold(&id("more")).await;
        let parameter = "document.querySelector('[data-testid^=\"set-\"][inputmode=numeric]').dataset.testid";
        let parameter = id(&ada.ask_text(parameter).await);
        ada.write(&parameter, "nine").await;
        ada.click(&id("begin")).await;
        ada.see_text(&id("more"), "must be a number from").await;
        ada.write(&parameter, "12").await;
        ada.begin_as(1).await;
        assert_eq!(ada.count("[data-testid=\"line\"] .cell").await, 12);
        ada.see_text(&id("about"), "12").await;
    });
}

#[test]
fn an_unknown_address_says_so() {
    browse(async |_server, [ada]| {
        ada.excuse(Fault::Status(404));
        for address in ["/r/nosuchroom", "/nowhere", "/study/chess"] {
            ada.go(address).await;
            let said = ada.see(&id("problem")).await;
            assert!(said.contains('.'), "{address}: {said}");
        }
    });
}

#[test]
fn the_rules_are_those_of_the_variant() {
    browse(async |_server, [ada]| {
        ada.go("/?game=cards&how=friend&set=cards%3D7").await;
        ada.click(&id("begin")).await;
        ada.see(&id("line")).await;
        ada.click(&id("room-rules")).await;
        ada.see_text(&id("rules"), "cards 1 to 7").await;
    });
}
