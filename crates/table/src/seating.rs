//! Who sits where: people and computers, their names, who begins, and whether they change seats.

use numberline_rules::{FirstTurn, Seat};

use crate::{Dice, Name, Player, Terms};

/// Who is to begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum First {
    /// This one, of the two as they were named.
    Seat(Seat),
    /// The one that the toss of a coin picks.
    Toss,
}

impl First {
    /// Everything that `--first` takes.
    pub const WORDS: [&str; 3] = ["1", "2", "toss"];
}

/// Whether the players change seats after each round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seats {
    /// They do.
    Swap,
    /// They stay where they are.
    Keep,
}

impl Seats {
    /// What the choice is about, and what happens without one.
    pub const HELP: &str = "Whether the players change seats after each round; by default they do if they have names or one \
                            is a computer";

    /// Both ways, as `--seats` takes them.
    pub const ALL: [Self; 2] = [Self::Swap, Self::Keep];

    /// What is said of any other word.
    pub(crate) const REFUSED: &str = "seats must be swap or keep";

    /// As `--seats` takes it, and records write it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Swap => "swap",
            Self::Keep => "keep",
        }
    }

    /// The value with that word.
    #[must_use]
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|seats| seats.word() == word)
    }
}

/// One of the two players of a session, whichever seat they have.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    /// `None` for a player named after the seat, or after the kind of computer.
    pub(crate) name: Option<Name>,
    /// `None` for a person at the board.
    pub(crate) player: Option<Player>,
}

/// Who sits in which seat at the beginning, which seat begins, and the result of the toss if there was one.
pub(crate) struct Seating {
    pub(crate) people: [Person; 2],
    pub(crate) first: Seat,
    pub(crate) toss: Option<String>,
}

impl Seating {
    pub(crate) fn new(terms: &Terms, seed: u64) -> Self {
        let [one, two] = Seat::BOTH
            .map(|seat| Person { name: seat.of(&terms.names).clone(), player: *seat.of(&terms.players) });
        let begins = match terms.first {
            None => return Self { people: [one, two], first: Seat::One, toss: None },
            Some(First::Seat(seat)) => seat,
            Some(First::Toss) if Dice::new(seed, 0).below(2) == 0 => Seat::One,
            Some(First::Toss) => Seat::Two,
        };
        let (people, first) = match terms.game.info().first {
            FirstTurn::EitherSeat => ([one, two], begins),
            FirstTurn::WhoIsPlayerOne if begins == Seat::Two => ([two, one], Seat::One),
            FirstTurn::WhoIsPlayerOne | FirstTurn::Fixed => ([one, two], Seat::One),
        };
        let name = first.of(&names_of(&people, false)).clone();
        let toss = (terms.first == Some(First::Toss)).then(|| toss_sentence(&name));
        Self { people, first, toss }
    }
}

/// The result of the toss.
pub(crate) fn toss_sentence(name: &Name) -> String {
    format!("{name} wins the toss and begins.")
}

/// The names of the players by their seats, which they may have swapped since the first round.
pub(crate) fn names_of(people: &[Person; 2], swapped: bool) -> [Name; 2] {
    let [one, two] = people;
    let seated = if swapped { [two, one] } else { [one, two] };
    let usual = usual_names_in(seated.map(|person| person.player), swapped);
    Seat::BOTH.map(|seat| seat.of(&seated).name.as_ref().unwrap_or(seat.of(&usual)).clone())
}

/// The names of players without their own, as a session begins: the kind of computer, or the seat. Two computers of a kind
/// are numbered.
#[must_use]
pub fn usual_names(players: [Option<Player>; 2]) -> [Name; 2] {
    usual_names_in(players, false)
}

/// The same in any round, by the seats that the players have in it. A computer keeps its number when seats are swapped.
pub(crate) fn usual_names_in(players: [Option<Player>; 2], swapped: bool) -> [Name; 2] {
    let titles = players.map(|player| player.map(|player| player.title()));
    let [one, two] = &titles;
    let alike = one == two;
    Seat::BOTH.map(|seat| {
        let title = seat.of(&titles).as_ref();
        let number = if swapped { seat.other() } else { seat };
        let title = title.map(|title| if alike { format!("{title} {number}") } else { title.clone() });
        title.and_then(|title| Name::new(&title).ok()).unwrap_or_else(|| Name::of_seat(seat))
    })
}
