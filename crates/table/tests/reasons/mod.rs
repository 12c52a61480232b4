//! Every sentence about every reachable position and every move is true: it is checked against a plain computation of its
//! own, which shares nothing with the solvers but the rules.

mod forced;
mod misere;
mod mixes;
mod plain;
mod quoted;
mod race;
mod squares;
mod sums;
mod wording;

use numberline_rules::{Game, Match, Picture, Settings, Variant};
use numberline_table::{Analysis, AnyOracle, find};

/// The variant with these settings.
fn variant<G: Game>(settings: &str) -> G::Variant {
    let mut wanted = Settings::book(G::Variant::PARAMETERS);
    for setting in settings.split_whitespace() {
        wanted.assign(setting).unwrap();
    }
    G::Variant::read(&wanted).unwrap()
}

/// The game of the catalog, solved from a position.
fn solve<G: Picture>(start: &G) -> Box<dyn AnyOracle> {
    let game = find(G::INFO.slug).unwrap();
    game.solve(&Match::from_position(start.clone()), &()).unwrap()
}

fn analyse<G: Picture>(oracle: &dyn AnyOracle, position: &G) -> Analysis {
    oracle.analyse(&Match::from_position(position.clone())).unwrap()
}
