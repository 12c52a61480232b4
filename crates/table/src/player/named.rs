//! The players built on misconceptions. Each believes something that sounds right and loses by it.

use std::cmp::Reverse;
use std::fmt;

use numberline_rules::{
    Blockade, Card, Cards, Choices, Claim, Cross, Direction, Duel, Game, Push, Seat, Siege, Step, Token,
};

use crate::player::{AnyRule, Rule};
use crate::{AnyGame, AnyMatch};

/// A player that follows one belief.
pub struct Named {
    /// The name that commands take.
    pub name: &'static str,
    /// The name that people see.
    pub title: &'static str,
    /// What it believes.
    pub belief: &'static str,
    rules: &'static [&'static dyn AnyRule],
}

/// A line of play that beats a player in one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// The seat of the beaten player.
    pub seat: Seat,
    /// The plies from the start to the end.
    pub plies: Vec<Choices<String>>,
}

impl Named {
    /// The player of that name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|named| named.name == name)
    }

    /// Every player with a belief.
    pub const ALL: &'static [Self] = &[
        Self {
            name: "mirror",
            title: "Mirror",
            belief: "Whatever the other does, doing the same on the other side cannot be wrong.",
            rules: &[&Rule::<Duel>::or(mirror_cross, first), &Rule::<Blockade>::or(mirror_claim, first)],
        },
        Self {
            name: "centre",
            title: "Centre First",
            belief: "Hold the middle, and you hold the game.",
            rules: &[
                &Rule::<Duel>::new(centre_cross),
                &Rule::<Blockade>::new(centre_claim),
                &Rule::<Siege>::new(centre_step),
            ],
        },
        Self {
            name: "pairs",
            title: "Pair Grabber",
            belief: "Two numbers at once are twice as good as one.",
            rules: &[&Rule::<Duel>::new(pairs)],
        },
        Self {
            name: "edges",
            title: "Edge Hugger",
            belief: "A claim at the edge blocks less of what I may want later.",
            rules: &[&Rule::<Blockade>::new(edges)],
        },
        Self {
            name: "runner",
            title: "Runner",
            belief: "Always run: the longest step ahead is the best one.",
            rules: &[&Rule::<Token>::new(run_token), &Rule::<Siege>::new(run_siege)],
        },
        Self {
            name: "tiptoe",
            title: "Tiptoe",
            belief: "Small steps ahead are safe steps.",
            rules: &[&Rule::<Token>::new(tiptoe_token), &Rule::<Siege>::new(tiptoe_siege)],
        },
        Self {
            name: "evens",
            title: "Even Steven",
            belief: "Even squares bring luck, the higher the better.",
            rules: &[&Rule::<Token>::new(evens)],
        },
        Self {
            name: "highest",
            title: "High Card",
            belief: "Play the highest card first, and the rest follows.",
            rules: &[&Rule::<Cards>::new(highest)],
        },
        Self {
            name: "miser",
            title: "Miser",
            belief: "Save the high cards for the end, when they count.",
            rules: &[&Rule::<Cards>::new(lowest)],
        },
        Self {
            name: "copycat",
            title: "Copycat",
            belief: "The card that was good for the other is good for me.",
            rules: &[&Rule::<Cards>::or(copycat, highest)],
        },
    ];

    /// The games it plays.
    pub fn games(&self) -> impl Iterator<Item = &'static str> + use<'_> {
        self.rules.iter().map(|rule| rule.slug())
    }

    /// How it plays a game.
    #[must_use]
    pub fn rule(&self, slug: &str) -> Option<&'static dyn AnyRule> {
        self.rules.iter().copied().find(|rule| rule.slug() == slug)
    }

    /// The shortest lines of play that beat it from the current position, one for each seat in which it can be beaten. The
    /// seat that ought to win comes first.
    #[must_use]
    pub fn refute(&self, game: &dyn AnyGame, from: &dyn AnyMatch) -> Vec<Refutation> {
        let Some(rule) = self.rule(game.info().slug) else { return Vec::new() };
        let known = game.solve(from, &()).and_then(|oracle| oracle.analyse(from));
        let two_wins = known.is_ok_and(|known| known.chance.is_some_and(|chance| chance.is_zero()));
        let seats = if two_wins { [Seat::Two, Seat::One] } else { Seat::BOTH };
        let refuted = |seat| Some(Refutation { seat, plies: rule.refute(from, seat)? });
        seats.into_iter().filter_map(refuted).collect()
    }
}

impl fmt::Debug for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Named").field(&self.name).finish()
    }
}

/// The free cells whose mirror image is not free: what the opponent's last move has left without a partner.
fn unpaired(free: &[u64], length: u64) -> Vec<u64> {
    free.iter().copied().filter(|cell| free.binary_search(&(length + 1 - cell)).is_err()).collect()
}

/// The move that the rules list first.
fn first<G: Game>(_: &G, _: Seat, moves: &[G::Move]) -> Option<G::Move> {
    moves.first().copied()
}

fn mirror_cross(position: &Duel, _: Seat, moves: &[Cross]) -> Option<Cross> {
    let mut free: Vec<u64> =
        moves.iter().filter(|cross| cross.low() == cross.high()).map(|cross| cross.low()).collect();
    free.sort_unstable();
    let image = match unpaired(&free, position.variant().length()).as_slice() {
        [cell] => Some(Cross::one(*cell)),
        [low, high] if low + 1 == *high => Some(Cross::pair_at(*low)),
        _ => None,
    };
    image.filter(|image| moves.contains(image))
}

fn mirror_claim(position: &Blockade, _: Seat, moves: &[Claim]) -> Option<Claim> {
    let free: Vec<u64> = moves.iter().map(|claim| claim.0).collect();
    let unpaired = unpaired(&free, position.variant().length());
    let image = unpaired.iter().copied().find(|cell| {
        let goes = (cell.saturating_sub(1)..=cell + 1).filter(|near| free.binary_search(near).is_ok());
        goes.eq(unpaired.iter().copied())
    });
    image.map(Claim)
}

/// The smallest key comes first, and of equal ones the move that the rules list first.
fn least<M: Copy, K: Ord>(moves: &[M], key: impl FnMut(&M) -> K) -> Option<M> {
    moves.iter().copied().min_by_key(key)
}

fn centre_cross(position: &Duel, _: Seat, moves: &[Cross]) -> Option<Cross> {
    let middle = position.variant().length() + 1;
    least(moves, |cross| (cross.low() < cross.high(), (2 * cross.low()).abs_diff(middle)))
}

fn centre_claim(position: &Blockade, _: Seat, moves: &[Claim]) -> Option<Claim> {
    let middle = position.variant().length() + 1;
    least(moves, |claim| (2 * claim.0).abs_diff(middle))
}

fn centre_step(position: &Siege, seat: Seat, moves: &[Step]) -> Option<Step> {
    let middle = position.target(Seat::One);
    least(moves, |step| {
        let way = position.token(seat).abs_diff(position.target(seat)) - step.0;
        (2 * u32::from(way)).abs_diff(middle.into())
    })
}

fn pairs(_: &Duel, _: Seat, moves: &[Cross]) -> Option<Cross> {
    least(moves, |cross| cross.low() == cross.high())
}

fn edges(position: &Blockade, _: Seat, moves: &[Claim]) -> Option<Claim> {
    let length = position.variant().length();
    least(moves, |claim| claim.0.min(length + 1 - claim.0))
}

fn run_token(_: &Token, _: Seat, moves: &[Push]) -> Option<Push> {
    least(moves, |push| (push.direction() == Direction::Left, Reverse(push.distance())))
}

fn tiptoe_token(_: &Token, _: Seat, moves: &[Push]) -> Option<Push> {
    least(moves, |push| (push.direction() == Direction::Left, push.distance()))
}

fn run_siege(_: &Siege, _: Seat, moves: &[Step]) -> Option<Step> {
    moves.last().copied()
}

fn tiptoe_siege(_: &Siege, _: Seat, moves: &[Step]) -> Option<Step> {
    moves.first().copied()
}

fn evens(position: &Token, _: Seat, moves: &[Push]) -> Option<Push> {
    least(moves, |push| {
        let landing = match push.direction() {
            Direction::Left => position.square().saturating_sub(push.distance()),
            Direction::Right => position.square().saturating_add(push.distance()),
        };
        (landing % 2, Reverse(landing))
    })
}

fn highest(_: &Cards, _: Seat, moves: &[Card]) -> Option<Card> {
    moves.last().copied()
}

fn lowest(_: &Cards, _: Seat, moves: &[Card]) -> Option<Card> {
    moves.first().copied()
}

/// The highest card that the other has played and the copycat has not.
fn copycat(position: &Cards, seat: Seat, moves: &[Card]) -> Option<Card> {
    moves.iter().rev().find(|card| !position.hand(seat.other()).any(|held| held == card.0)).copied()
}
