//! Each game against a second, simple reading of its book: every position that can occur in small variants has the turn,
//! the moves, the picture and the text that the model has, and every move leads where it leads there.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

use numberline_rules::{
    Blockade, Cards, Choices, Duel, Mark, Match, Picture, Seat, Settings, Siege, SubmitError, Token, Turn,
    Variant,
};

/// A position, as the book describes it.
trait Model: Clone + Eq + Hash + Debug + Sized {
    type Game: Picture;

    fn turn(&self) -> Turn;

    /// The moves of a seat that acts, as they are written.
    fn moves(&self, seat: Seat) -> Vec<String>;

    fn after(&self, choices: &Choices<String>) -> Self;

    fn text(&self) -> String;

    /// What the cells show, from left to right.
    fn marks(&self) -> Vec<Mark>;

    /// Everything that can be typed here and means a move, allowed or not.
    fn typed(&self) -> Vec<String>;
}

/// Walks through all positions from the start, and says how many there are. No two of them have the same hash, or a
/// solver would be slow.
fn walk<M: Model>(settings: &str, start: M) -> usize {
    let mut all = Settings::book(<M::Game as numberline_rules::Game>::Variant::PARAMETERS);
    settings.split_whitespace().for_each(|setting| assert!(all.assign(setting).is_ok(), "{setting}"));
    let variant = Variant::read(&all).unwrap();
    let mut known = HashSet::from([start.clone()]);
    let mut open = vec![(start, Match::<M::Game>::new(&variant))];
    let mut hashes = HashSet::new();
    while let Some((model, game)) = open.pop() {
        hashes.insert(BuildHasherDefault::<DefaultHasher>::default().hash_one(game.position()));
        compare(&model, &game);
        for choices in plies(&model) {
            let next = model.after(&choices);
            let mut played = game.clone();
            for (seat, text) in Seat::BOTH.into_iter().filter_map(|seat| Some((seat, choices.get(seat)?))) {
                assert!(played.submit(seat, text.parse().unwrap()).is_ok(), "{} {text}", model.text());
            }
            touches_what_changes(&game, &played);
            assert_eq!(played.plies().len(), game.plies().len() + 1);
            assert_eq!(played.plies().last().unwrap().to_string(), choices.to_string());
            undoes(&game, &played);
            if known.insert(next.clone()) {
                open.push((next, played));
            }
        }
    }
    assert_eq!(hashes.len(), known.len(), "{settings}: positions and their hashes");
    known.len()
}

fn plies<M: Model>(model: &M) -> Vec<Choices<String>> {
    match model.turn() {
        Turn::Over { .. } => Vec::new(),
        Turn::Of(seat) => model.moves(seat).into_iter().map(|text| Choices::Of(seat, text)).collect(),
        Turn::Both => {
            let pair = |one: String| model.moves(Seat::Two).into_iter().map(move |two| (one.clone(), two));
            let pairs = model.moves(Seat::One).into_iter().flat_map(pair);
            pairs.map(|(one, two)| Choices::Both(one, two)).collect()
        }
    }
}

fn compare<M: Model>(model: &M, game: &Match<M::Game>) {
    use numberline_rules::Game;
    let position = game.position();
    assert_eq!(position.to_string(), model.text());
    assert_eq!(position.turn(), model.turn(), "{position}");
    let line = position.line(position.extent());
    assert_eq!(line.cells.iter().map(|cell| cell.mark).collect::<Vec<_>>(), model.marks(), "{position}");
    assert!(line.cells.iter().map(|cell| cell.number).eq(position.extent().cells()), "{position}");
    for seat in Seat::BOTH {
        let expected = if model.turn().acts(seat) { model.moves(seat) } else { Vec::new() };
        let mut listed: Vec<String> = position.moves(seat).map(|chosen| chosen.to_string()).collect();
        let mut sorted = expected.clone();
        listed.sort();
        sorted.sort();
        assert_eq!(listed, sorted, "{position}, Player {seat}");
        for text in model.typed() {
            let chosen = text.parse().unwrap();
            let allowed = position.check(seat, chosen);
            assert_eq!(allowed.is_ok(), expected.contains(&text), "{position}, Player {seat}: {text}");
            let submitted = game.clone().submit(seat, chosen);
            match (submitted, allowed, model.turn()) {
                (Ok(_), Ok(()), _) => {
                    let aim = position.aim(seat, chosen);
                    assert_eq!(position.meant(seat, aim), Some(chosen), "{position}: {text}, {aim:?}");
                }
                (Err(SubmitError::Over), Err(_), Turn::Over { .. }) => {}
                (Err(SubmitError::NotYourTurn), Err(_), Turn::Of(other)) => assert_ne!(seat, other),
                (Err(SubmitError::Illegal(said)), Err(reason), _) => {
                    assert_eq!(said, reason);
                    let sentence = reason.to_string();
                    assert!(sentence.len() > 10 && sentence.ends_with('.'), "{sentence:?}");
                    assert_eq!(SubmitError::Illegal(said).to_string(), sentence);
                }
                (submitted, allowed, _) => panic!("{position}: {text}: {submitted:?}, {allowed:?}"),
            }
        }
    }
}

/// All that looks different after a ply lies within the cells that it touches, whose ends do look different where a
/// piece has moved.
fn touches_what_changes<G: Picture>(before: &Match<G>, after: &Match<G>) {
    let [old, new] = [before, after].map(|game| game.position().line(game.position().extent()));
    let touched = before.position().touched(after.plies().last().unwrap());
    let changed: Vec<i64> = old
        .cells
        .iter()
        .zip(&new.cells)
        .filter(|(old, new)| old.mark != new.mark)
        .map(|(old, _)| old.number)
        .collect();
    assert!(changed.iter().all(|cell| touched.contains(*cell)), "{changed:?} {touched:?}");
    assert!(before.position().extent().contains(touched.first));
    assert!(before.position().extent().contains(touched.last));
}

/// Taking a ply back leads to where the match was.
fn undoes<G: Picture>(before: &Match<G>, after: &Match<G>) {
    let mut back = after.clone();
    assert!(back.undo());
    assert_eq!((back.position(), back.plies().len()), (before.position(), before.plies().len()));
}

fn over(winner: Seat) -> Turn {
    Turn::Over { winner }
}

/// Numbers that are crossed out.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct CrossedOut {
    crossed: Vec<bool>,
    mover: Seat,
    misere: bool,
}

impl Model for CrossedOut {
    type Game = Duel;

    fn turn(&self) -> Turn {
        match (self.crossed.contains(&false), self.misere) {
            (true, _) => Turn::Of(self.mover),
            (false, false) => over(self.mover.other()),
            (false, true) => over(self.mover),
        }
    }

    fn moves(&self, _: Seat) -> Vec<String> {
        let free = |number: usize| self.crossed.get(number - 1) == Some(&false);
        let numbers = 1..=self.crossed.len();
        let single = numbers.clone().filter(|number| free(*number)).map(|number| number.to_string());
        let pair = numbers.filter(|number| free(*number) && free(number + 1));
        single.chain(pair.map(|number| format!("{number} {}", number + 1))).collect()
    }

    fn after(&self, choices: &Choices<String>) -> Self {
        let mut next = Self { mover: self.mover.other(), ..self.clone() };
        for number in choices[self.mover].split(' ') {
            next.crossed[number.parse::<usize>().unwrap() - 1] = true;
        }
        next
    }

    fn text(&self) -> String {
        let cells: String = self.crossed.iter().map(|crossed| if *crossed { 'X' } else { '.' }).collect();
        format!("{cells} {}", self.mover)
    }

    fn marks(&self) -> Vec<Mark> {
        self.crossed.iter().map(|crossed| if *crossed { Mark::Crossed } else { Mark::Open }).collect()
    }

    fn typed(&self) -> Vec<String> {
        let most = self.crossed.len() + 1;
        let pairs = (0..=most).flat_map(|low| (low + 1..=most).map(move |high| format!("{low} {high}")));
        (0..=most).map(|number| number.to_string()).chain(pairs).collect()
    }
}

/// Numbers that are claimed, each by its letter, or blocked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Claims {
    cells: String,
    mover: Seat,
    misere: bool,
}

impl Model for Claims {
    type Game = Blockade;

    fn turn(&self) -> Turn {
        match (self.cells.contains('.'), self.misere) {
            (true, _) => Turn::Of(self.mover),
            (false, false) => over(self.mover.other()),
            (false, true) => over(self.mover),
        }
    }

    fn moves(&self, _: Seat) -> Vec<String> {
        let free = self.cells.char_indices().filter(|(_, letter)| *letter == '.');
        free.map(|(place, _)| (place + 1).to_string()).collect()
    }

    fn after(&self, choices: &Choices<String>) -> Self {
        let place = choices[self.mover].parse::<usize>().unwrap() - 1;
        let letter = if self.mover == Seat::One { 'X' } else { 'O' };
        let cells = self.cells.char_indices().map(|(cell, old)| match cell.abs_diff(place) {
            0 => letter,
            1 => '-',
            _ => old,
        });
        Self { cells: cells.collect(), mover: self.mover.other(), misere: self.misere }
    }

    fn text(&self) -> String {
        format!("{} {}", self.cells, self.mover)
    }

    fn marks(&self) -> Vec<Mark> {
        let mark = |letter| match letter {
            '.' => Mark::Open,
            'X' => Mark::Claimed(Seat::One),
            'O' => Mark::Claimed(Seat::Two),
            _ => Mark::Blocked,
        };
        self.cells.chars().map(mark).collect()
    }

    fn typed(&self) -> Vec<String> {
        (0..=self.cells.len() + 1).map(|number| number.to_string()).collect()
    }
}

/// A token, with the squares that it may not enter again where that matters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Pushed {
    length: i32,
    step: i32,
    at: i32,
    mover: Seat,
    visited: Option<Vec<i32>>,
}

impl Pushed {
    fn target(&self, text: &str) -> i32 {
        let (distance, way) = text.split_once(' ').unwrap();
        let distance: i32 = distance.parse().unwrap();
        self.at + if way == "left" { -distance } else { distance }
    }
}

impl Model for Pushed {
    type Game = Token;

    fn turn(&self) -> Turn {
        if self.at == 1 || self.at == self.length {
            over(self.mover)
        } else if self.moves(self.mover).is_empty() {
            over(self.mover.other())
        } else {
            Turn::Of(self.mover)
        }
    }

    fn moves(&self, _: Seat) -> Vec<String> {
        let visited = |square| self.visited.as_ref().is_some_and(|visited| visited.contains(&square));
        let enters = |text: &String| {
            let (square, distance) = (self.target(text), self.target(text).abs_diff(self.at));
            (1..=self.length).contains(&square)
                && (1..=self.step.unsigned_abs()).contains(&distance)
                && !visited(square)
        };
        self.typed().into_iter().filter(enters).collect()
    }

    fn after(&self, choices: &Choices<String>) -> Self {
        let at = self.target(&choices[self.mover]);
        let mut visited = self.visited.clone();
        if let Some(visited) = &mut visited {
            visited.push(at);
            visited.sort_unstable();
        }
        Self { at, mover: self.mover.other(), visited, ..self.clone() }
    }

    fn text(&self) -> String {
        let visited = self.visited.iter().map(|visited| {
            let squares: Vec<String> = visited.iter().map(ToString::to_string).collect();
            format!(" {}", squares.join(","))
        });
        format!("{} {}{}", self.at, self.mover, visited.collect::<String>())
    }

    fn marks(&self) -> Vec<Mark> {
        let visited = |square| self.visited.as_ref().is_some_and(|visited| visited.contains(&square));
        let mark = |square| match square {
            square if square == self.at => Mark::Shared,
            square if visited(square) => Mark::Blocked,
            _ => Mark::Open,
        };
        (1..=self.length).map(mark).collect()
    }

    fn typed(&self) -> Vec<String> {
        let distances = 0..=self.length.max(self.step) + 1;
        distances.flat_map(|distance| ["left", "right"].map(|way| format!("{distance} {way}"))).collect()
    }
}

/// A marker between two hands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Marker {
    end: i32,
    at: i32,
    hands: [Vec<i32>; 2],
    last: Option<Seat>,
    sample: bool,
}

impl Model for Marker {
    type Game = Cards;

    fn turn(&self) -> Turn {
        match (self.at, self.hands[0].is_empty(), self.last, self.sample) {
            (at, ..) if at == self.end => over(Seat::One),
            (at, ..) if at == -self.end => over(Seat::Two),
            (_, false, ..) => Turn::Both,
            (1.., ..) => over(Seat::One),
            (..=-1, ..) | (0, true, None, _) => over(Seat::Two),
            (0, true, Some(last), false) => over(last),
            (0, true, Some(last), true) => over(last.other()),
        }
    }

    fn moves(&self, seat: Seat) -> Vec<String> {
        seat.of(&self.hands).iter().map(ToString::to_string).collect()
    }

    fn after(&self, choices: &Choices<String>) -> Self {
        let [one, two] = Seat::BOTH.map(|seat| choices[seat].parse::<i32>().unwrap());
        let mut next = self.clone();
        next.at = (self.at + one - two).max(-self.end).min(self.end);
        next.hands[0].retain(|card| *card != one);
        next.hands[1].retain(|card| *card != two);
        if one != two {
            next.last = Some(if one > two { Seat::One } else { Seat::Two });
        }
        next
    }

    fn text(&self) -> String {
        let hand = |hand: &Vec<i32>| {
            let cards: Vec<String> = hand.iter().map(ToString::to_string).collect();
            if cards.is_empty() { "-".to_owned() } else { cards.join(",") }
        };
        let [one, two] = &self.hands;
        let last = self.last.map_or("-".to_owned(), |seat| seat.to_string());
        format!("{} {} {} {last}", self.at, hand(one), hand(two))
    }

    fn marks(&self) -> Vec<Mark> {
        (-self.end..=self.end).map(|cell| if cell == self.at { Mark::Shared } else { Mark::Open }).collect()
    }

    fn typed(&self) -> Vec<String> {
        [0, 1, 2, 3, 4, 5, 6, 31, 32, 33, 255].map(|card: i32| card.to_string()).into()
    }
}

/// Two tokens that run towards each other.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Runners {
    length: i32,
    step: i32,
    at: [i32; 2],
    mover: Seat,
}

impl Model for Runners {
    type Game = Siege;

    fn turn(&self) -> Turn {
        match self.at {
            [one, two] if one == two => over(self.mover.other()),
            [one, _] if one == self.length => over(Seat::One),
            [_, 0] => over(Seat::Two),
            _ => Turn::Of(self.mover),
        }
    }

    fn moves(&self, seat: Seat) -> Vec<String> {
        let left = if seat == Seat::One { self.length - self.at[0] } else { self.at[1] };
        (1..=self.step.min(left)).map(|step| step.to_string()).collect()
    }

    fn after(&self, choices: &Choices<String>) -> Self {
        let step: i32 = choices[self.mover].parse().unwrap();
        let mut next = Self { mover: self.mover.other(), ..self.clone() };
        match self.mover {
            Seat::One => next.at[0] += step,
            Seat::Two => next.at[1] -= step,
        }
        next
    }

    fn text(&self) -> String {
        format!("{} {} {}", self.at[0], self.at[1], self.mover)
    }

    fn marks(&self) -> Vec<Mark> {
        let mark = |cell| match self.at {
            // The one that landed there is shown.
            [one, two] if one == two && one == cell => Mark::Piece(self.mover.other()),
            [one, _] if one == cell => Mark::Piece(Seat::One),
            [_, two] if two == cell => Mark::Piece(Seat::Two),
            _ => Mark::Open,
        };
        (0..=self.length).map(mark).collect()
    }

    fn typed(&self) -> Vec<String> {
        (0..=self.length.max(self.step) + 1).map(|step| step.to_string()).collect()
    }
}

#[test]
fn duel_is_played_as_the_book_says() {
    for (length, positions) in [(1, 2), (2, 5), (7, 0)] {
        for misere in [false, true] {
            let start = CrossedOut { crossed: vec![false; length], mover: Seat::One, misere };
            let settings = format!("length={length} misere={}", if misere { "yes" } else { "no" });
            let found = walk(&settings, start);
            assert!(positions == 0 || found == positions, "{found} positions on a line of {length}");
        }
    }
}

#[test]
fn blockade_is_played_as_the_book_says() {
    for length in [1, 2, 3, 9] {
        for misere in [false, true] {
            let start = Claims { cells: ".".repeat(length), mover: Seat::One, misere };
            walk(&format!("length={length} misere={}", if misere { "yes" } else { "no" }), start);
        }
    }
}

#[test]
fn token_is_played_as_the_book_says() {
    for (length, at, step, revisit) in
        [(10, 5, 2, true), (3, 2, 1, true), (7, 2, 9, true), (7, 4, 2, false), (6, 3, 4, false)]
    {
        let visited = (!revisit).then(|| vec![at]);
        let start = Pushed { length, step, at, mover: Seat::One, visited };
        let revisit = if revisit { "yes" } else { "no" };
        walk(&format!("length={length} start={at} step={step} revisit={revisit}"), start);
    }
}

#[test]
fn cards_is_played_as_the_book_says() {
    for (cards, end) in [(1, 1), (3, 5), (4, 3), (3, 1)] {
        for sample in [false, true] {
            let hand: Vec<i32> = (1..=cards).collect();
            let start = Marker { end, at: 0, hands: [hand.clone(), hand], last: None, sample };
            let tiebreak = if sample { "sample" } else { "rules" };
            walk(&format!("cards={cards} end={end} tiebreak={tiebreak}"), start);
        }
    }
}

#[test]
fn siege_is_played_as_the_book_says() {
    for (length, step) in [(10, 3), (2, 1), (6, 9)] {
        let start = Runners { length, step, at: [0, length], mover: Seat::One };
        walk(&format!("length={length} step={step}"), start);
    }
}
