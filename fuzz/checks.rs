//! What must hold for every text that a user, a form or a file can pass to the parsers.
//!
//! The fuzz targets run these checks on generated texts, and a plain test runs them on every file of the corpus,
//! so that both check the same thing. A failing check panics; a refused text is fine.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a check that fails panics")]

use std::fmt::{Debug, Display};

use numberline_rules::{
    Blockade, Cards, Choices, Duel, Match, Parameter, Picture, Seat, Settings, Siege, Span, Token, Turn,
    Variant,
};
use numberline_table::{AnyMatch, Ending, MoveError, Record, Request, catalog, is_clean, read_records};

/// Takes any text at all.
pub(crate) type Check = fn(&str);

/// The targets, each with its check. The corpus of a target is in the folder of the same name.
pub(crate) const TARGETS: [(&str, Check); 5] = [
    ("move_text", move_text),
    ("position_text", position_text),
    ("setting_text", setting_text),
    ("record_text", record_text),
    ("move_list", move_list),
];

/// Runs the check of a target. One newline at the end does not count, so that the corpus can be ordinary text files.
pub(crate) fn run(target: &str, data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (_, check) = TARGETS.iter().find(|(name, _)| *name == target).expect("the target is in the list");
    check(text.strip_suffix('\n').unwrap_or(&text));
}

/// What is checked with a game's own types, where equal means equal and not only printed alike.
struct TypedGame {
    move_text: Check,
    position_text: fn(&str, &str),
}

/// The books' games, with their types. Other games of the catalog are checked only through its interface.
fn typed_games() -> [TypedGame; 5] {
    [typed::<Duel>(), typed::<Token>(), typed::<Blockade>(), typed::<Cards>(), typed::<Siege>()]
}

fn typed<G: Picture>() -> TypedGame {
    TypedGame { move_text: move_text_of::<G>, position_text: position_text_of::<G> }
}

/// Treats the text as a move, whatever it says.
fn move_text(text: &str) {
    for game in typed_games() {
        (game.move_text)(text);
    }
}

fn move_text_of<G: Picture>(text: &str) {
    let chosen = text.parse::<G::Move>();
    if let Ok(chosen) = chosen {
        assert_eq!(chosen.to_string().parse(), Ok(chosen), "a move's text parses back");
    }
    let lines = [
        "",
        "length=3 start=2 step=1 misere=yes cards=1 end=1",
        "length=64 revisit=no cards=20 end=30 tiebreak=sample",
        "length=65 start=64 step=9999 misere=yes end=1000",
        "length=10000 start=9999 step=9999",
        "length=1000000000000000000",
    ];
    for line in lines {
        let Ok(variant) = G::Variant::read(&known_settings(G::Variant::PARAMETERS, line)) else { continue };
        let mut game = Match::<G>::new(&variant);
        let mut dice = Dice::of(text);
        // Unreadable text is refused everywhere alike, so that one check is enough.
        let looks = if chosen.is_ok() { 4 } else { 1 };
        for _ in 0..looks {
            hand_in(&game, text, chosen.ok());
            play_at_random(&mut game, &mut dice);
        }
    }
}

/// Submits the text for both seats, each to a copy of the match.
fn hand_in<G: Picture>(game: &Match<G>, text: &str, chosen: Option<G::Move>) {
    for seat in Seat::BOTH {
        let mut handed: Box<dyn AnyMatch> = Box::new(game.clone());
        let before = Snapshot::of(&*handed);
        let checked = handed.check(seat, text);
        assert_eq!(Snapshot::of(&*handed), before, "to check a move changes nothing");
        let legal = chosen.map(|chosen| game.position().check(seat, chosen).is_ok());
        assert_eq!(checked.is_ok(), legal == Some(true), "the match checks by the rules");
        match handed.submit(seat, text) {
            Ok(ply) => {
                assert_eq!(checked, Ok(()), "what is taken checks as allowed");
                let written = chosen.expect("what is taken can be read").to_string();
                let listed = handed_moves(game, seat);
                assert!(listed.is_none_or(|listed| listed.contains(&written)), "what is allowed is listed");
                match ply {
                    Some(ply) => {
                        assert_eq!(ply.choices.get(seat), Some(&written));
                        assert_eq!(handed.length(), before.plies.len() + 1);
                        assert!(handed.undo());
                    }
                    None => {
                        let waiting = Snapshot::of(&*handed);
                        assert!(handed.submit(seat, text).is_err(), "a seat chooses once");
                        assert_eq!(Snapshot::of(&*handed), waiting, "a refused move changes nothing");
                        assert_eq!(waiting.position, before.position, "a choice that waits shows nothing");
                        assert!(handed.withdraw(seat));
                    }
                }
                assert_eq!(Snapshot::of(&*handed), before, "what is taken back leaves nothing behind");
            }
            Err(reason) => {
                let refused = checked.expect_err("what is refused checks as refused");
                assert_eq!(is_unreadable(&refused), is_unreadable(&reason));
                assert_eq!(is_unreadable(&reason), chosen.is_none(), "unreadable and not allowed differ");
                assert_readable(&reason);
                assert_readable(&refused);
                assert_eq!(Snapshot::of(&*handed), before, "a refused move changes nothing");
            }
        }
    }
    let mut handed: Box<dyn AnyMatch> = Box::new(game.clone());
    let before = Snapshot::of(&*handed);
    if handed.play_turn(text).is_ok() {
        assert!(handed.undo());
    }
    assert_eq!(Snapshot::of(&*handed), before, "a refused turn changes nothing");
}

fn is_unreadable(error: &MoveError) -> bool {
    matches!(error, MoveError::Unreadable(_))
}

/// The moves of a seat as texts, if there are few.
fn handed_moves<G: Picture>(game: &Match<G>, seat: Seat) -> Option<Vec<String>> {
    const MOST: usize = 500;
    let moves: Vec<_> = game.position().moves(seat).take(MOST).map(|chosen| chosen.to_string()).collect();
    (moves.len() < MOST).then_some(moves)
}

/// The first line holds settings, the rest is a position.
fn position_text(text: &str) {
    let (line, position) = text.split_once('\n').unwrap_or(("", text));
    for game in typed_games() {
        (game.position_text)(line, position);
    }
}

fn position_text_of<G: Picture>(line: &str, text: &str) {
    let Ok(variant) = G::Variant::read(&known_settings(G::Variant::PARAMETERS, line)) else { return };
    let start = match G::parse(text, &variant) {
        Ok(start) => start,
        Err(error) => return assert_readable(&error),
    };
    let printed = start.to_string();
    assert_eq!(G::parse(&printed, &variant).as_ref(), Ok(&start), "a position's text parses back");
    assert!(printed.len() <= 1_100 + 8 * text.len(), "a position costs what its text does, not its numbers");
    assert_position(&start);
    let mut game = Match::from_position(start);
    let mut dice = Dice::of(text);
    let mut plies = 0;
    while plies < 8 && play_at_random(&mut game, &mut dice) {
        assert_position(game.position());
        plies += 1;
    }
    for _ in 0..plies {
        assert!(game.undo());
    }
    assert_eq!(game.position(), game.start(), "what is taken back leaves nothing behind");
}

/// What holds for every position, reached or set up.
fn assert_position<G: Picture>(position: &G) {
    let variant = position.variant();
    assert_eq!(
        G::Variant::read(&variant.settings()).as_ref(),
        Ok(&variant),
        "a variant reads its own settings"
    );
    let printed = position.to_string();
    assert_eq!(G::parse(&printed, &variant).as_ref(), Ok(position), "a position's text parses back");
    for seat in Seat::BOTH {
        let first = position.moves(seat).next();
        assert_eq!(first.is_some(), position.turn().acts(seat), "a seat has moves exactly when it acts");
        if let Some(chosen) = first {
            assert_eq!(position.check(seat, chosen), Ok(()), "what is listed is allowed");
        }
    }
    let extent = position.extent();
    for end in [extent.first, extent.last] {
        let window = Span { first: end, last: end }.widened(40, extent);
        let numbers: Vec<i64> = position.line(window).cells.iter().map(|cell| cell.number).collect();
        assert_eq!(numbers, window.cells().collect::<Vec<_>>(), "a picture shows the window and no more");
    }
}

/// Treats every line as a setting.
fn setting_text(text: &str) {
    for game in catalog() {
        let mut settings = game.book_settings();
        for line in text.lines() {
            assign(&mut settings, line);
        }
        let mut read = game.book_settings();
        for word in settings.to_string().split_whitespace() {
            read.assign(word).expect("settings are written as they are read");
        }
        assert_eq!(read, settings, "settings parse back");
        let names = || text.lines().map(str::to_owned).collect();
        let wanted = Request { set: names(), ..Request::default() };
        if let Err(error) = wanted.start(game) {
            assert_readable(&error);
        }
        match game.start(&settings, Seat::One) {
            Ok(started) => {
                assert_eq!(started.settings(), settings, "a match has the settings it was asked for");
                let again =
                    game.start_at(&settings, &started.position()).expect("a position's text parses back");
                assert_eq!(Snapshot::of(&*again), Snapshot::of(&*started));
            }
            Err(error) => assert_readable(&error),
        }
    }
}

fn assign(settings: &mut Settings, line: &str) {
    let before = settings.clone();
    match settings.assign(line) {
        Ok(name) => {
            let value = settings.get(name).expect("what was set is there");
            let mut again = before.clone();
            assert_eq!(again.set(name, &value.to_string()), Ok(name), "a value parses back");
            assert_eq!(again, *settings);
            for ((parameter, old), (_, new)) in before.iter().zip(settings.iter()) {
                assert!(old == new || parameter.name == name, "one setting changes one parameter");
            }
        }
        Err(error) => {
            assert_eq!(*settings, before, "a refused setting changes nothing");
            assert_readable(&error);
        }
    }
}

/// Treats the text as a record file.
fn record_text(text: &str) {
    let records = match read_records(text) {
        Ok(records) => records,
        Err(error) => {
            let lines = text.lines().count().max(1);
            assert!((1..=lines).contains(&error.line), "{error}, but there are {lines} lines");
            return;
        }
    };
    assert!(!records.is_empty());
    records.iter().for_each(assert_honest);
    let written = records.iter().map(Record::to_string).collect::<Vec<_>>().join("\n");
    let again = read_records(&written).expect("what is written can be read");
    let rewritten = again.iter().map(Record::to_string).collect::<Vec<_>>().join("\n");
    assert_eq!(rewritten, written, "a record file reads back to the same text");
}

/// A record that was read replays by the rules to the ending it names, and its own text says the same.
fn assert_honest(record: &Record) {
    let mut replay = record.begin().expect("a record that was read can begin");
    assert_eq!(replay.settings(), *record.settings());
    for choices in record.plies() {
        let played = replay.play_turn(&choices.to_string()).expect("a record that was read can be replayed");
        assert_eq!(played, *choices);
    }
    match (replay.turn(), record.ending()) {
        (Turn::Over { winner }, ending) => assert_eq!(ending, Some(Ending::Won(winner))),
        (Turn::Of(_) | Turn::Both, ending) => assert!(!matches!(ending, Some(Ending::Won(_)))),
    }
    let written = record.to_string();
    let again = read_records(&written).expect("what is written can be read");
    let [again] = again.as_slice() else { panic!("one record was written, {} were read", again.len()) };
    assert_eq!(again.to_string(), written, "a record reads back to the same text");
    assert_eq!((again.settings(), again.plies()), (record.settings(), record.plies()));
    assert_eq!((&again.tags, again.ending()), (&record.tags, record.ending()));
    for ply in 0..=record.plies().len().min(50) {
        assert!(again.comments_after(ply).eq(record.comments_after(ply)), "comments stay where they are");
    }
}

/// The first line holds settings, the second a position or nothing, the rest is a list of moves.
fn move_list(text: &str) {
    let mut parts = text.splitn(3, '\n');
    let line = parts.next().unwrap_or_default();
    let position = parts.next().filter(|position| !position.is_empty()).map(str::to_owned);
    let moves = parts.next().map(str::to_owned);
    for game in catalog() {
        // As requested, and again with only the settings that this game knows.
        let all: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let known = known_settings(game.parameters(), line);
        let known = known.to_string().split_whitespace().map(str::to_owned).collect();
        for settings in [all, known] {
            for first in [None, Some(Seat::One), Some(Seat::Two)] {
                let wanted = Request {
                    set: settings.clone(),
                    position: position.clone(),
                    moves: moves.clone(),
                    first: first.map(|seat: Seat| seat.to_string()),
                    ..Request::default()
                };
                if let Ok(started) = wanted.start(game) {
                    assert_same_from_own_text(&wanted, &*started);
                }
            }
        }
    }
}

/// A match that was set up can be set up again from its own texts.
fn assert_same_from_own_text(wanted: &Request, started: &dyn AnyMatch) {
    let game = numberline_table::find(started.info().slug).expect("the game is in the catalog");
    let turns: Vec<String> = started.plies().iter().map(Choices::to_string).collect();
    for separator in ["; ", ", ", ";", ","] {
        let moves = Some(turns.join(separator));
        let again = Request { moves, ..wanted.clone() }.start(game).expect("moves read back");
        assert_eq!(Snapshot::of(&*again), Snapshot::of(started), "a list of moves leads to the same match");
    }
    let settings = started.settings().to_string().split_whitespace().map(str::to_owned).collect();
    let here = Request { set: settings, position: Some(started.position()), ..Request::default() };
    let here = here.start(game).expect("a position reads back");
    assert_eq!((here.position(), here.turn()), (started.position(), started.turn()));
    for seat in Seat::BOTH {
        assert_eq!(here.moves(seat, 50), started.moves(seat, 50));
    }
}

/// The book's settings, changed by those words of the line that the game can read. Other words change nothing.
fn known_settings(parameters: &'static [Parameter], line: &str) -> Settings {
    let mut settings = Settings::book(parameters);
    for word in line.split_whitespace() {
        assign(&mut settings, word);
    }
    settings
}

/// A message is one short line that can be shown as it is, apart from user input that it quotes.
fn assert_readable(error: &impl Display) {
    let message = error.to_string();
    assert!((5..=400).contains(&message.chars().count()), "too short or too long: {message}");
    let quotes = message.contains('\'');
    assert!(quotes || is_clean(&message), "not fit to be shown: {message:?}");
}

/// Everything observable about a match.
#[derive(PartialEq, Eq, Debug)]
struct Snapshot {
    settings: Settings,
    start: String,
    position: String,
    turn: Turn,
    has_chosen: [bool; 2],
    plies: Vec<Choices<String>>,
}

impl Snapshot {
    fn of(game: &dyn AnyMatch) -> Self {
        Self {
            settings: game.settings(),
            start: game.start(),
            position: game.position(),
            turn: game.turn(),
            has_chosen: Seat::BOTH.map(|seat| game.has_chosen(seat)),
            plies: game.plies(),
        }
    }
}

/// Plays one ply, if the game is not over.
fn play_at_random<G: Picture>(game: &mut Match<G>, dice: &mut Dice) -> bool {
    let turn = game.turn();
    let mut played = false;
    for seat in Seat::BOTH.into_iter().filter(|seat| turn.acts(*seat)) {
        let chosen = choose(game.position(), seat, dice);
        let submitted = game.submit(seat, chosen).expect("a legal move is taken");
        played = submitted.is_some();
    }
    played
}

/// A legal move: anywhere on the line, however long, or else among the first that are listed.
fn choose<G: Picture>(position: &G, seat: Seat, dice: &mut Dice) -> G::Move {
    let number = dice.below(position.extent().len()) + 1;
    let texts = [
        format!("{number}"),
        format!("{number} {}", number + 1),
        format!("{number} left"),
        format!("{number} right"),
    ];
    let mut readable = texts.iter().filter_map(|text| text.parse().ok());
    if let Some(chosen) = readable.find(|chosen| position.check(seat, *chosen).is_ok())
        && dice.below(2) == 0
    {
        return chosen;
    }
    let listed: Vec<_> = position.moves(seat).take(64).collect();
    let place = usize::try_from(dice.below(listed.len() as u64)).unwrap_or_default();
    *listed.get(place).expect("a seat that acts has moves")
}

/// Random numbers derived from the text, so that a failing text fails again.
struct Dice(u64);

impl Dice {
    fn of(text: &str) -> Self {
        let mix = |state: u64, byte: u8| (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        Self(text.bytes().fold(0xcbf2_9ce4_8422_2325, mix) | 1)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound.max(1)
    }
}
