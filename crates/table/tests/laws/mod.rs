//! The laws that every game keeps in every position, checked through the interface that front ends use.

use std::collections::{BTreeSet, HashSet, VecDeque};

use numberline_rules::{Seat, Settings, Turn};
use numberline_table::{AnyGame, AnyMatch};

/// What was walked through.
#[derive(Default)]
pub(crate) struct Walk {
    /// How many positions there are.
    pub(crate) positions: usize,
    /// How many of them are over.
    pub(crate) ends: usize,
}

/// Checks the laws in every position that can be reached from the start of a variant.
pub(crate) fn hold(game: &dyn AnyGame, settings: &Settings) -> Walk {
    let start = game.start(settings, Seat::One).expect("the variant starts");
    assert_eq!(start.settings(), *settings, "the start belongs to its variant");
    let universe = universe(&*start);
    let mut walk = Walk::default();
    let mut known = HashSet::from([start.position()]);
    let mut open = VecDeque::from([start.position()]);
    while let Some(text) = open.pop_front() {
        walk.positions += 1;
        let mut position = game.start_at(settings, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.position(), text, "a position's text parses back");
        assert_eq!(position.settings(), *settings, "{text}: a position keeps its variant");
        walk.ends += usize::from(position.turn().winner().is_some());
        listed_is_legal(&mut *position, &universe);
        for turn in turns(&*position) {
            let next = play_and_take_back(&mut *position, &text, &turn);
            if known.insert(next.clone()) {
                open.push_back(next);
            }
        }
    }
    walk
}

/// Every move text worth trying somewhere: those of the start, small numbers, and nonsense.
fn universe(start: &dyn AnyMatch) -> BTreeSet<String> {
    let moves = Seat::BOTH.into_iter().flat_map(|seat| start.moves(seat, usize::MAX));
    moves
        .chain((0..=22).map(|number: u32| number.to_string()))
        .chain(["x".to_owned(), String::new()])
        .collect()
}

fn listed_is_legal(position: &mut dyn AnyMatch, universe: &BTreeSet<String>) {
    let text = position.position();
    let turn = position.turn();
    for seat in Seat::BOTH {
        let listed = position.moves(seat, usize::MAX);
        assert_eq!(turn.acts(seat), !listed.is_empty(), "{text}: a seat has moves exactly when it acts");
        let distinct: BTreeSet<_> = listed.iter().cloned().collect();
        assert_eq!(distinct.len(), listed.len(), "{text}: no move is listed twice");
        for chosen in &distinct {
            assert_eq!(position.check(seat, chosen), Ok(()), "{text}: {chosen} is listed, so it is legal");
            let aim = position.aim(seat, chosen).expect("an allowed move has an aim");
            assert_eq!(position.meant(seat, aim).as_ref(), Some(chosen), "{text}: pointing at {aim:?}");
        }
        // For a seat that does not act, one move is as good as all: the game checks only the turn.
        let tried = if turn.acts(seat) { usize::MAX } else { 1 };
        for other in universe.difference(&distinct).take(tried) {
            let why = position.check(seat, other).expect_err("what is not listed is not legal").to_string();
            assert!(
                why.ends_with('.') && why.len() > 10,
                "{text}: {other} is refused without a reason: {why}"
            );
        }
        let refused = universe.difference(&distinct).next().expect("something to refuse");
        assert!(position.submit(seat, refused).is_err(), "{text}: a refused move is not taken");
        assert_eq!(
            (position.position(), position.length()),
            (text.clone(), 0),
            "a refused move changes nothing"
        );
    }
}

/// Every turn that can be played: a move of the seat to move, or a choice of both.
fn turns(position: &dyn AnyMatch) -> Vec<String> {
    match position.turn() {
        Turn::Of(seat) => position.moves(seat, usize::MAX),
        Turn::Over { .. } => Vec::new(),
        Turn::Both => {
            let [one, two] = Seat::BOTH.map(|seat| position.moves(seat, usize::MAX));
            one.iter().flat_map(|one| two.iter().map(move |two| format!("{one}/{two}"))).collect()
        }
    }
}

fn play_and_take_back(position: &mut dyn AnyMatch, text: &str, turn: &str) -> String {
    let before = picture(position);
    if let Some((one, two)) = turn.split_once('/') {
        a_waiting_choice_shows_nothing(position, Seat::One, one);
        a_waiting_choice_shows_nothing(position, Seat::Two, two);
    }
    let ply = position.preview(turn).unwrap_or_else(|error| panic!("{text}: {turn}: {error}"));
    assert_eq!(ply.choices.to_string(), turn, "{text}: a move's text parses back");
    assert_eq!(picture(position), before, "{text}: a preview of {turn} changes nothing");
    let acts = Seat::BOTH.into_iter().filter_map(|seat| Some((seat, ply.choices.get(seat)?)));
    let handed_in = acts.map(|(seat, chosen)| position.submit(seat, chosen)).last();
    assert_eq!(handed_in, Some(Ok(Some(ply.clone()))), "{text}: a preview shows what {turn} does");
    assert_eq!(position.plies(), std::slice::from_ref(&ply.choices), "{text}: the ply is written down");
    let after = picture(position);
    assert!(position.undo(), "{text}: a ply can be taken back");
    assert_eq!(position.play_turn(turn).as_ref(), Ok(&ply.choices), "{text}: {turn} is played as a whole");
    assert_eq!(picture(position), after, "{text}: {turn} does the same as a whole");
    for (old, new) in before.cells.iter().zip(&after.cells) {
        let touched = (ply.before.mark(old.number), ply.after.mark(new.number));
        match touched {
            (Some(was), Some(is)) => {
                assert_eq!((was, is), (old.mark, new.mark), "{text}: {turn}: the touched cells");
            }
            _ => assert_eq!(old, new, "{text}: {turn}: only touched cells change"),
        }
    }
    let next = position.position();
    assert_ne!(next, text, "{turn}: a ply leads elsewhere");
    assert!(position.undo(), "{text}: a ply can be taken back");
    assert_eq!((position.position().as_str(), position.length()), (text, 0), "{turn}: taken back");
    assert!(!position.undo(), "{text}: nothing more can be taken back");
    next
}

/// Everything visible to anyone but the chooser is the same, whatever was chosen.
fn a_waiting_choice_shows_nothing(position: &mut dyn AnyMatch, seat: Seat, chosen: &str) {
    let view = |position: &dyn AnyMatch| {
        let moves = Seat::BOTH.map(|seat| position.moves(seat, usize::MAX));
        (
            position.position(),
            position.turn(),
            moves,
            position.plies(),
            picture(position),
            position.positions(),
        )
    };
    let before = view(position);
    assert_eq!(position.submit(seat, chosen), Ok(None), "{}: one choice waits", before.0);
    assert!(position.has_chosen(seat) && !position.has_chosen(seat.other()));
    assert!(position.submit(seat, chosen).is_err(), "nobody chooses twice");
    assert_eq!(view(position), before, "a waiting choice changes nothing one can see");
    assert!(position.withdraw(seat) && !position.has_chosen(seat));
}

fn picture(position: &dyn AnyMatch) -> numberline_rules::Line {
    position.line(position.extent())
}
