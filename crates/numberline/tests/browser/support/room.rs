//! What people do in the lobby and in a room, in any game: everything is found on the page, without knowing the rules.

use std::time::{Duration, Instant};

use numberline_table::catalog;
use serde_json::Value;
use tokio::time::sleep;

use super::browser::{Browser, LOOK_AGAIN, id};

/// The slugs of all games.
pub(crate) fn games() -> Vec<&'static str> {
    catalog().iter().map(|game| game.info().slug).collect()
}

const PATIENCE: Duration = Duration::from_secs(300);

/// Random choices that are the same in every run.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below a limit.
    pub(crate) fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        usize::try_from(mixed >> 33).expect("a small number") % below.max(1)
    }
}

/// What all players and spectators of a room see, whenever they came: the line with the last move, the moves so far,
/// the hands, and the ending.
const PICTURE: &str = r#"
    (() => {
        const texts = (selector) => [...document.querySelectorAll(selector)].map((node) => node.innerText.trim());
        return {
            cells: [...document.querySelectorAll('[data-testid="line"] .cell')].map((cell) => cell.dataset.mark).join(''),
            last: [...document.querySelectorAll('[data-testid="line"] .cell.last')].map((cell) => cell.dataset.cell),
            plies: texts('.plies .ply'),
            hands: [...document.querySelectorAll('.small-hand')].map((cards) => cards.getAttribute('aria-label')),
            over: Boolean(document.querySelector('[data-testid="banner"]')?.checkVisibility()),
        };
    })()
"#;

/// Whether the viewer is to move, has to wait, or the game is over.
const STANDING: &str = r#"
    (() => {
        const seen = (selector) => Boolean(document.querySelector(selector)?.checkVisibility());
        if (seen('[data-testid="banner"]')) return 'over';
        const legal = '.cell.legal, .hand .card[aria-disabled="false"], [data-testid="other"] button';
        return document.querySelector('.room.my-turn') && seen(legal) ? 'move' : 'wait';
    })()
"#;

/// Adds a seed to every room that the page requests, unless it is listed: then nobody may choose one.
const SEEDED: &str = r#"
    (() => {
        const ask = window.fetch;
        window.fetch = (path, given) => {
            if (path !== '/api/rooms' || !given?.body) return ask(path, given);
            const body = JSON.parse(given.body);
            return ask(path, body.listed ? given : { ...given, body: JSON.stringify({ ...body, seed: 20 }) });
        };
    })()
"#;

impl Browser {
    /// Goes to the lobby. Rooms opened from it get a seed, so that computers play the same in every run.
    pub(crate) async fn enter_lobby(&self) {
        self.go("/").await;
        self.see(".games").await;
        self.ask(SEEDED).await;
    }

    /// Chooses a game and an opponent (`friend`, `anyone` or `computer`) in the lobby.
    pub(crate) async fn set_up(&self, game: &str, way: &str, name: &str) {
        self.enter_lobby().await;
        self.click(&format!("label:has({})", id(&format!("game-{game}")))).await;
        self.click(&format!("label:has({})", id(&format!("way-{way}")))).await;
        self.write(&id("name"), name).await;
    }

    /// Chooses seat 1 or 2, and begins.
    pub(crate) async fn begin_as(&self, seat: u8) -> String {
        let chair = format!("label:has({})", id(&format!("seat-{seat}")));
        // On a phone the button to begin stays at the bottom of the sheet, above what is scrolled there.
        self.ask(&format!("document.querySelector('{chair}').scrollIntoView({{ block: 'center' }})")).await;
        self.click(&chair).await;
        self.click(&id("begin")).await;
        self.see(&id("line")).await;
        self.connected().await;
        self.address().await
    }

    /// Opens a room for a friend, and returns its link.
    pub(crate) async fn invite(&self, game: &str, name: &str) -> String {
        self.set_up(game, "friend", name).await;
        self.begin_as(1).await
    }

    /// Takes the free seat.
    pub(crate) async fn join(&self, room: &str, name: &str) {
        self.go(room).await;
        self.write(&id("join-name"), name).await;
        self.click("[data-testid^=\"join-\"][type=submit]").await;
        self.see_no(&id("invite")).await;
        self.connected().await;
    }

    /// Only watches.
    pub(crate) async fn watch(&self, room: &str) {
        self.go(room).await;
        self.see(&id("line")).await;
        self.connected().await;
    }

    /// Waits until the connection to the server is up.
    pub(crate) async fn connected(&self) {
        self.wait_until(
            "a connection",
            "document.querySelector('[data-testid=\"linkStatus\"]')?.dataset.kind === 'on'",
        )
        .await;
    }

    /// Waits until the position on the analysis board is judged, and returns the verdict.
    pub(crate) async fn judged(&self) -> String {
        let headline = "document.querySelector('[data-testid=\"headline\"]')?.innerText ?? ''";
        let script = format!(
            "(() => {{ const said = {headline}; return /^(|Thinking.*)$/.test(said) ? '' : said; }})()"
        );
        let said = self.wait_until("a verdict", &script).await;
        said.as_str().unwrap_or_default().to_owned()
    }

    /// What this browser shows of the game.
    pub(crate) async fn picture(&self) -> Value {
        self.ask(PICTURE).await
    }

    /// Waits until this browser shows the same game as another.
    pub(crate) async fn sees_the_same_as(&self, other: &Browser) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let (mine, theirs) = (self.picture().await, other.picture().await);
            if mine == theirs {
                return;
            }
            assert!(Instant::now() < deadline, "two browsers show different games:\n{mine}\n{theirs}");
            sleep(LOOK_AGAIN).await;
        }
    }

    /// Whether the viewer is to `move`, has to `wait`, or the game is `over`.
    pub(crate) async fn standing(&self) -> String {
        self.ask_text(STANDING).await
    }

    /// Waits until the viewer may move.
    pub(crate) async fn my_turn(&self) {
        self.wait_until("a turn", &format!("{STANDING} === 'move'")).await;
    }

    /// The number of moves made.
    pub(crate) async fn plies(&self) -> usize {
        self.picture().await["plies"].as_array().map_or(0, Vec::len)
    }

    /// Makes some legal move by clicks, and waits until it is made.
    pub(crate) async fn play_any(&self, dice: &mut Dice) {
        let made = made(self.plies().await);
        self.click_any_move(dice).await;
        self.wait_until("the move to be made", &made).await;
    }

    /// Clicks some legal move: a cell and, where that is ambiguous, one of the choices; or a card.
    pub(crate) async fn click_any_move(&self, dice: &mut Dice) {
        let cards = self.count(CARDS).await;
        if cards > 0 {
            let card = dice.roll(cards) + 1;
            return self.click(&format!(".hand .card:nth-child({card} of [aria-disabled=\"false\"])")).await;
        }
        let cells = self.count(".cell.legal").await;
        let made = made(self.plies().await);
        assert!(cells > 0, "nothing can be played\n{}", self.describe().await);
        self.click(&format!(".cell:nth-child({} of .legal)", dice.roll(cells) + 1)).await;
        let sent = "document.querySelector('[data-testid=\"linkStatus\"]').dataset.kind !== 'on'";
        let script = format!("document.querySelectorAll('{CHOICES}').length || {made} || {sent}");
        let answer = self.wait_until("a choice or a move", &script).await;
        if let Some(choices) = answer.as_u64() {
            let choice = dice.roll(usize::try_from(choices).expect("few moves")) + 1;
            self.click(&format!(".choice.open button:nth-of-type({choice})")).await;
        }
    }

    /// Makes a move by its text with the mouse: on its cell, and then among the choices.
    pub(crate) async fn point_at_move(&self, text: &str) {
        let cell: String = text.chars().take_while(char::is_ascii_digit).collect();
        self.click(&id(&format!("cell-{cell}"))).await;
        let choice = format!(".choice.open [data-move=\"{text}\"]");
        if self.count(&choice).await > 0 {
            self.click(&choice).await;
        }
    }

    /// Types a move and plays it.
    pub(crate) async fn type_move(&self, text: &str) {
        self.write(&id("typed"), text).await;
        self.click(&id("play")).await;
    }

    /// Waits for the end, and returns its text.
    pub(crate) async fn ending(&self) -> String {
        self.see(&id("banner")).await
    }
}

const CARDS: &str = ".hand .card[aria-disabled=\"false\"]";
const CHOICES: &str = ".choice.open [data-testid=\"choose\"]";

/// Whether there are this many moves.
pub(crate) fn made(plies: usize) -> String {
    format!("({STANDING} !== 'move' || document.querySelectorAll('.plies .ply').length > {plies})")
}

/// Plays until the game is over, in whichever browser is to move; all browsers show the same after each move. Returns
/// the number of moves.
pub(crate) async fn play_out(players: &[&Browser], watching: &[&Browser], dice: &mut Dice) -> usize {
    let mut deadline = Instant::now() + PATIENCE;
    while players[0].standing().await != "over" {
        sleep(LOOK_AGAIN).await;
        for player in players {
            while player.standing().await == "move" {
                player.play_any(dice).await;
                deadline = Instant::now() + PATIENCE;
                for other in watching {
                    other.sees_the_same_as(player).await;
                }
            }
        }
        assert!(Instant::now() < deadline, "no player is to move\n{}", players[0].describe().await);
    }
    for other in watching.iter().chain(&players[1..]) {
        other.sees_the_same_as(players[0]).await;
    }
    players[0].plies().await
}
