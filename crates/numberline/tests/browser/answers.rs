//! Lost responses: a player who asks again, even after a reload, has one room and one seat.

use crate::support::{Browser, Fault, browse, games, id};

/// Intercepts the page's POST requests to paths with this ending. `window.fate` says what happens to a request: `lost`
/// on the way there, `unheard` on the way back, or `well`.
async fn lose(browser: &Browser, end: &str, fate: &str) {
    let script = r#"
        (() => {
            const ask = window.fetch;
            window.asked = [];
            window.fate = 'FATE';
            window.fetch = async (path, given) => {
                if (!path.endsWith('END') || !given?.body) return ask(path, given);
                if (window.fate === 'lost') throw new TypeError('Failed to fetch');
                const answer = await ask(path, given);
                window.asked.push(given.body);
                if (window.fate === 'unheard') throw new TypeError('Failed to fetch');
                return answer;
            };
        })()
    "#;
    browser.ask(&script.replace("END", end).replace("FATE", fate)).await;
}

async fn open_rooms(browser: &Browser) -> serde_json::Value {
    browser.ask_later("(await (await fetch('/api/rooms?standing=open')).json()).length").await
}

async fn heard(browser: &Browser, questions: usize) {
    browser.wait_until("the server to receive it", &format!("window.asked.length >= {questions}")).await;
}

#[test]
fn a_seat_survives_a_reload_and_a_lost_answer() {
    browse(async |_server, [ada, grace]| {
        let room = ada.invite(games()[0], "Ada").await;
        grace.go(&room).await;
        grace.write(&id("join-name"), "Grace").await;
        lose(grace, "/join", "unheard").await;
        grace.click(&id("join-2")).await;
        heard(grace, 1).await;
        grace.see_text(&id("join-trying"), "Trying again").await;
        grace.reload().await;
        grace.see_text(&id("player-2"), "you").await;
        grace.connected().await;
        assert_eq!(grace.count(&id("invite")).await, 0);
        ada.my_turn().await;
    });
}

#[test]
fn a_requested_seat_can_be_taken_after_a_reload() {
    browse(async |_server, [ada, grace]| {
        let room = ada.invite(games()[0], "Ada").await;
        let wished = "JSON.parse(localStorage.getItem('numberline.keys'))[0]";
        grace.go(&room).await;
        lose(grace, "/join", "lost").await;
        grace.click(&id("join-2")).await;
        grace.see_text(&id("join-trying"), "Trying again").await;
        let key = grace.ask_text(&format!("{wished}.key")).await;
        grace.reload().await;
        grace.connected().await;
        assert_eq!(grace.ask_text("document.getElementById('toasts').innerText").await, "");
        grace.write(&id("join-name"), "Grace").await;
        grace.click(&id("join-2")).await;
        grace.see_text(&id("player-2"), "you").await;
        assert_eq!(grace.ask_text(&format!("{wished}.key")).await, key);
        assert_eq!(grace.ask(&format!("{wished}.wished ?? false")).await, false);
        ada.my_turn().await;
    });
}

#[test]
fn a_player_who_is_too_late_is_told_so_and_watches() {
    browse(async |_server, [ada, grace, eve]| {
        let room = ada.invite(games()[0], "Ada").await;
        eve.excuse(Fault::Status(409));
        eve.go(&room).await;
        lose(eve, "/join", "lost").await;
        eve.click(&id("join-2")).await;
        eve.see_text(&id("join-trying"), "Trying again").await;
        grace.join(&room, "Grace").await;
        eve.ask("window.fate = 'well'").await;
        let told = "document.querySelector('[data-testid=\"join-wrong\"]').innerText";
        eve.wait_until("a refusal", told).await;
        assert_eq!(eve.ask_text("localStorage.getItem('numberline.keys')").await, "[]");
        eve.reload().await;
        eve.connected().await;
        assert_eq!(eve.count(&id("invite")).await, 0);
        eve.see_text(&id("player-2"), "Grace").await;
    });
}

#[test]
fn stopping_and_retrying_opens_one_room() {
    browse(async |_server, [ada]| {
        ada.set_up(games()[0], "anyone", "Ada").await;
        lose(ada, "/api/rooms", "unheard").await;
        ada.click(&id("begin")).await;
        ada.see_text(&id("begin"), "Stop trying").await;
        ada.click(&id("begin")).await;
        ada.see_text(&id("begin"), "Open a challenge").await;
        // Changing one's mind and back redraws the form.
        let heard_before = ada.ask("window.asked.length").await.as_u64().unwrap_or_default();
        ada.click(&id("begin")).await;
        heard(ada, usize::try_from(heard_before).unwrap_or_default() + 1).await;
        for way in ["friend", "anyone"] {
            ada.click(&format!("label:has({})", id(&format!("way-{way}")))).await;
        }
        ada.see_text(&id("begin"), "Open a challenge").await;
        ada.click(&id("begin")).await;
        ada.see_text(&id("begin"), "Stop trying").await;
        // So does leaving the page and coming back.
        ada.click(&id("to-rules")).await;
        ada.see(&id("rules")).await;
        ada.click(&id("home")).await;
        ada.see_text(&id("begin"), "Open a challenge").await;
        ada.ask("window.fate = 'well'").await;
        ada.click(&id("begin")).await;
        ada.see(&id("link")).await;
        assert_eq!(ada.ask("new Set(window.asked).size").await, 1, "{}", ada.ask("window.asked").await);
        assert_eq!(open_rooms(ada).await, 1);
        // An answered request is not repeated.
        ada.click(&id("home")).await;
        ada.click(&id("begin")).await;
        ada.see(&id("link")).await;
        assert_eq!(open_rooms(ada).await, 2);
    });
}

#[test]
fn reloading_the_lobby_and_retrying_opens_one_room() {
    browse(async |_server, [ada]| {
        ada.set_up(games()[0], "anyone", "Ada").await;
        ada.unfold(&id("more")).await;
        ada.write(&id("set-rounds"), "3").await;
        ada.click(&format!("label:has({})", id("seat-2"))).await;
        lose(ada, "/api/rooms", "unheard").await;
        ada.click(&id("begin")).await;
        heard(ada, 1).await;
        let address = "[...document.querySelectorAll('[data-testid=\"open-room\"]')].map((room) => room.dataset.room).join()";
        ada.enter_lobby().await;
        let stands = ada.wait_until("the challenge", address).await;
        ada.click(&id("begin")).await;
        ada.see(&id("link")).await;
        ada.see_text(&id("player-2"), "you").await;
        assert!(ada.address().await.ends_with(stands.as_str().unwrap_or("nothing")), "{stands}");
        assert_eq!(open_rooms(ada).await, 1);
    });
}

/// First the server is busy, then the key has been used for something else.
const PUT_OFF: &str = r#"
    (() => {
        const ask = window.fetch;
        const no = (status, type) => new Response(JSON.stringify({ type: `/problems/${type}`, detail: 'No.' }), { status });
        window.keys = [];
        window.fetch = async (path, given) => {
            if (path !== '/api/rooms' || !given?.body) return ask(path, given);
            window.keys.push(JSON.parse(given.body).key);
            if (window.keys.length < 3) return window.keys.length === 1 ? no(503, 'busy') : no(409, 'refused');
            return ask(path, given);
        };
    })()
"#;

#[test]
fn a_busy_server_is_retried_and_a_used_key_is_replaced() {
    browse(async |_server, [ada]| {
        ada.set_up(games()[0], "anyone", "Ada").await;
        ada.ask(PUT_OFF).await;
        ada.begin_as(1).await;
        let [one, two, three] = [0, 1, 2].map(|place| format!("window.keys[{place}]"));
        assert_eq!(ada.ask(&format!("{one} === {two} && {two} !== {three}")).await, true);
        assert_eq!(ada.ask("window.keys.length").await, 3);
    });
}
