//! The computer players keep what their names promise.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that fails says so by panicking"
)]

use std::collections::HashSet;
use std::ops::ControlFlow;

use numberline_rules::{Seat, Turn};
use numberline_table::{
    AnyGame, AnyMatch, Computer, Dice, EvenVariant, Favour, Known, Name, Named, OracleCache, Outcome, Player,
    Progress, Refutation, Request, Sight, catalog, find, seat_against_computer,
};
use proptest::prelude::*;

fn player(name: &str) -> Player {
    name.parse().unwrap()
}

fn start(slug: &str, settings: &str) -> (&'static dyn AnyGame, Box<dyn AnyMatch>) {
    let game = find(slug).unwrap();
    let settings = settings.split_whitespace().map(str::to_owned).collect();
    (game, Request { set: settings, ..Request::default() }.start(game).unwrap())
}

/// All best moves of a perfect player, by the same rank that it chooses by.
fn perfect_moves(sight: &Sight, moves: &[String]) -> Vec<String> {
    let Sight::One(seen) = sight else { panic!("one seat moves") };
    let best = seen.iter().map(numberline_table::Seen::rank).max();
    let is_draw = best.is_some_and(|(outcome, ..)| outcome == Outcome::Draw);
    let all = seen
        .iter()
        .zip(moves)
        .filter(|(seen, _)| Some(seen.rank()) == best || (is_draw && seen.verdict.outcome == Outcome::Draw));
    all.map(|(_, text)| text.clone()).collect()
}

/// What a player sees of a card is what an analysis says of it: how often it is played, and what it gives away.
#[test]
fn players_see_the_cards_as_an_analysis_does() {
    let (game, first) = start("cards", "cards=4 end=3");
    let settings = first.settings();
    let oracle = game.solve(&*first, &()).unwrap();
    let mut known = HashSet::from([first.position()]);
    let mut open = vec![first.position()];
    let mut seen = 0;
    while let Some(text) = open.pop() {
        let here = game.start_at(&settings, &text).unwrap();
        let Sight::Both { weights, .. } = oracle.look(&*here).unwrap() else { continue };
        let Known::Mix(mixes) = oracle.analyse(&*here).unwrap().moves else { panic!("{text}") };
        for (weight, mixed) in weights.iter().flatten().zip(mixes.iter().flatten()) {
            assert_eq!((&weight.probability, &weight.regret), (&mixed.probability, &mixed.regret), "{text}");
            seen += 1;
        }
        for one in here.moves(Seat::One, 10) {
            for two in here.moves(Seat::Two, 10) {
                let mut next = game.start_at(&settings, &text).unwrap();
                next.play_turn(&format!("{one}/{two}")).unwrap();
                if known.insert(next.position()) {
                    open.push(next.position());
                }
            }
        }
    }
    assert!(seen > 100, "only {seen} cards");
}

/// In a won position, whatever the perfect player may choose and whatever is answered, it wins in the announced number
/// of plies. A draw is never lost.
#[test]
fn perfect_never_drops_what_it_holds_against_any_line_of_play() {
    for (slug, settings) in [
        ("duel", ""),
        ("token", ""),
        ("blockade", ""),
        ("siege", ""),
        ("token", "revisit=no"),
        ("duel", "misere=yes"),
    ] {
        let (game, first) = start(slug, settings);
        let settings = first.settings();
        let oracle = game.solve(&*first, &()).unwrap();
        for perfect in Seat::BOTH {
            let mut known = HashSet::from([canonical(&first.position(), slug)]);
            let mut open = vec![first.position()];
            let mut held = 0;
            while let Some(text) = open.pop() {
                let here = game.start_at(&settings, &text).unwrap();
                let Turn::Of(mover) = here.turn() else { continue };
                let value = oracle.analyse(&*here).unwrap().verdict.unwrap();
                let moves = here.moves(mover, usize::MAX);
                let own = if mover == perfect { value.outcome } else { value.outcome.for_the_other() };
                let played = if mover == perfect {
                    perfect_moves(&oracle.look(&*here).unwrap(), &moves)
                } else {
                    moves
                };
                assert!(!played.is_empty());
                for chosen in played {
                    let mut next = game.start_at(&settings, &text).unwrap();
                    next.submit(mover, &chosen).unwrap();
                    let after = match next.turn() {
                        Turn::Over { winner } if winner == perfect => Outcome::Win,
                        Turn::Over { .. } => Outcome::Lose,
                        Turn::Of(seat) => {
                            let value = oracle.analyse(&*next).unwrap().verdict.unwrap();
                            if seat == perfect { value.outcome } else { value.outcome.for_the_other() }
                        }
                        Turn::Both => panic!("{slug}: one seat moves"),
                    };
                    assert!(after >= own, "{slug}: {text}: {chosen} drops what Player {perfect} holds");
                    held += 1;
                    // Positions with the same canonical form are checked only once.
                    if known.insert(canonical(&next.position(), slug)) {
                        open.push(next.position());
                    }
                }
            }
            assert!(held > 10, "{slug}: {held}");
        }
    }
}

/// Who made a claim does not matter for what can happen, and there are very many ways to colour the same line.
fn canonical(position: &str, slug: &str) -> String {
    if slug == "blockade" { position.replace(['X', 'O'], "-") } else { position.to_owned() }
}

/// Told to stop at once, a player still uses what was solved before.
#[test]
fn what_one_player_has_solved_another_need_not_solve() {
    struct AtOnce;
    impl Progress for AtOnce {
        fn step(&self, _: u64, _: u64) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }
    let (game, at) = start("cards", "");
    let cache = OracleCache::shared();
    let computer = || Computer::new(player("computer:perfect"), game, &cache, Dice::new(1, 1));
    assert_eq!(computer().choose(&*at, Seat::One, &AtOnce), None);
    let chosen = computer().choose(&*at, Seat::One, &()).unwrap();
    assert_eq!(computer().choose(&*at, Seat::One, &AtOnce), Some(chosen));
}

/// A lost position holds out as long as possible; if distances are unknown, the player leaves the fewest good answers.
#[test]
fn perfect_sets_the_longest_or_the_trickiest_defence() {
    let (game, mut lost) = start("siege", "");
    lost.submit(Seat::One, "2").unwrap();
    let mut perfect = computer("computer:perfect", game);
    let chosen = perfect.choose(&*lost, Seat::Two, &()).unwrap().text;
    let known = game.solve(&*lost, &()).unwrap().analyse(&*lost).unwrap();
    let Known::All(moves) = known.moves else { panic!("all moves") };
    let longest = moves.iter().filter_map(|judged| judged.verdict.remoteness).max();
    let own = moves.iter().find(|judged| judged.text == chosen).unwrap();
    assert_eq!(own.verdict.remoteness, longest);

    // 51 cells are past the search of distances; two equal runs are lost for the player to move.
    let game = find("duel").unwrap();
    let lost = game.start_at(&game.book_settings(), "runs 25 25 / 1").unwrap();
    let oracle = game.solve(&*lost, &()).unwrap();
    let Sight::One(seen) = oracle.look(&*lost).unwrap() else { panic!("all moves") };
    assert!(
        seen.iter().all(|seen| seen.verdict.outcome == Outcome::Lose && seen.verdict.remoteness.is_none())
    );
    let fewest =
        lost.moves(Seat::One, usize::MAX).iter().map(|chosen| winning_replies(&*lost, chosen)).min().unwrap();
    let mut perfect = computer("computer:perfect", game);
    let chosen = perfect.choose(&*lost, Seat::One, &()).unwrap();
    assert_eq!((winning_replies(&*lost, &chosen.text), chosen.note), (fewest, None));
}

fn winning_replies(position: &dyn AnyMatch, chosen: &str) -> usize {
    let game = find("duel").unwrap();
    let mut next = game.start_at(&position.settings(), &position.position()).unwrap();
    next.submit(Seat::One, chosen).unwrap();
    let Known::All(moves) = game.solve(&*next, &()).unwrap().analyse(&*next).unwrap().moves else {
        panic!("all")
    };
    moves.iter().filter(|judged| judged.verdict.outcome == Outcome::Win).count()
}

/// Each misconception costs the game, even in the seat that perfect play wins with; the line is played here.
#[test]
fn every_named_player_is_refuted_in_both_seats_of_every_game_it_plays() {
    assert!(Named::ALL.len() >= 8);
    for game in catalog() {
        let slug = game.info().slug;
        let players: Vec<&Named> = Named::ALL.iter().filter(|named| named.rule(slug).is_some()).collect();
        assert!(players.len() >= 2, "{slug} has {} named players", players.len());
        for named in players {
            let start = || game.start(&game.book_settings(), Seat::One).unwrap();
            let known = game.solve(&*start(), &()).unwrap().analyse(&*start()).unwrap();
            let refutations = named.refute(game, &*start());
            if let Some(chance) = known.chance {
                let ought_to_win = if chance.is_one() { Seat::One } else { Seat::Two };
                assert_eq!(refutations[0].seat, ought_to_win, "{}: {slug}", named.name);
            }
            let seats: HashSet<Seat> = refutations.iter().map(|refutation| refutation.seat).collect();
            assert_eq!(seats.len(), 2, "{}: {slug}: {refutations:?}", named.name);
            for refutation in refutations {
                is_beaten(named, slug, start(), &refutation);
            }
        }
    }
}

/// Plays the line, in which the player has to do what its rule says.
fn is_beaten(
    named: &Named,
    slug: &str,
    mut position: Box<dyn AnyMatch>,
    Refutation { seat, plies }: &Refutation,
) {
    for choices in plies {
        if let Some(own) = choices.get(*seat) {
            let (plays, more) = named.rule(slug).unwrap().choose(&*position, *seat).unwrap();
            assert_eq!((own, more), (&plays, false), "{}: {slug}: it really plays so", named.name);
        }
        position.play_turn(&choices.to_string()).unwrap();
    }
    assert_eq!(position.turn(), Turn::Over { winner: seat.other() }, "{}: {slug}", named.name);
}

#[test]
fn names_parse_back_and_are_unique() {
    let all = Player::all();
    let names: HashSet<String> = all.iter().map(ToString::to_string).collect();
    assert_eq!(names.len(), all.len());
    for name in names {
        assert_eq!(player(&name).to_string(), name);
        assert!(!player(&name).belief().is_empty() && !player(&name).games().is_empty());
        assert!(player(&name).title().chars().count() < 30, "a title is a name, with room for a number");
    }
    assert_eq!(player("computer").to_string(), "computer:3");
    assert!("human".parse::<Player>().is_err() && "computer:0".parse::<Player>().is_err());
}

/// A player who knows nothing yet.
fn computer(name: &str, game: &'static dyn AnyGame) -> Computer {
    Computer::new(player(name), game, &OracleCache::shared(), Dice::new(1, 1))
}

/// A whole game as text, and the notes about the players.
fn game_of(slug: &str, settings: &str, players: [Player; 2], seed: u64) -> (Vec<String>, Vec<String>) {
    let (game, mut position) = start(slug, settings);
    let cache = OracleCache::shared();
    let mut notes = Vec::new();
    while position.turn().winner().is_none() && position.length() < 40 {
        for seat in Seat::BOTH.into_iter().filter(|seat| position.turn().acts(*seat)).collect::<Vec<_>>() {
            let dice = Dice::of_decision(seed, position.length() as u64, seat);
            let mut computer = Computer::new(*seat.of(&players), game, &cache, dice);
            let chosen = computer.choose(&*position, seat, &()).unwrap();
            assert_eq!(
                position.check(seat, &chosen.text),
                Ok(()),
                "{slug} {settings}: {}",
                position.position()
            );
            notes.extend(chosen.note);
            position.submit(seat, &chosen.text).unwrap();
        }
    }
    (position.plies().iter().map(ToString::to_string).collect(), notes)
}

#[test]
fn a_seed_makes_everything_repeatable() {
    for game in catalog() {
        let slug = game.info().slug;
        let mut different = HashSet::new();
        for seed in 0..8 {
            let players = [player("computer:2"), player("computer:perfect")];
            let (once, notes) = game_of(slug, "", players, seed);
            assert_eq!((once.clone(), notes), game_of(slug, "", players, seed), "{slug}");
            different.insert(once);
        }
        assert!(different.len() > 1, "{slug}: seeds differ");
    }
}

#[test]
fn what_cannot_be_solved_is_said_and_played_all_the_same() {
    let perfect = [player("computer:perfect"); 2];
    for (slug, settings) in [("cards", "cards=20 end=500"), ("duel", "length=200 misere=yes")] {
        let (plies, notes) = game_of(slug, settings, perfect, 1);
        assert!(plies.len() >= 20, "{slug}");
        assert!(!notes.is_empty(), "{slug}");
        assert!(notes.iter().all(|note| note.contains("cannot solve")), "{notes:?}");
    }
    // Nimbers reach any length, so the first move of a sum is perfect, and said to be nothing less.
    let (plies, _) = game_of("duel", "length=1000000000000000000", perfect, 1);
    let (_, mut long) = start("duel", "length=1000000000000000000");
    let game = find("duel").unwrap();
    long.play_turn(&plies[0]).unwrap();
    let left = game.solve(&*long, &()).unwrap().analyse(&*long).unwrap();
    assert_eq!(left.verdict.unwrap().outcome, Outcome::Lose);
}

#[test]
fn a_draw_is_accepted_unless_the_position_is_better() {
    let (game, position) = start("siege", "");
    let offered = |seat| computer("computer", game).accepts_draw(&*position, seat, &());
    assert_eq!((offered(Seat::One), offered(Seat::Two)), (false, true));
    let (game, position) = start("cards", "");
    let offered = |seat| computer("computer", game).accepts_draw(&*position, seat, &());
    assert_eq!((offered(Seat::One), offered(Seat::Two)), (true, false));
    let (game, position) = start("token", "");
    assert!(computer("runner", game).accepts_draw(&*position, Seat::One, &()));
    let (game, position) = start("cards", "cards=20 end=500");
    assert!(!computer("computer:perfect", game).accepts_draw(&*position, Seat::One, &()));
}

fn variants() -> impl Strategy<Value = (&'static str, String)> {
    prop_oneof![
        (1_u64..40, any::<bool>()).prop_map(|(length, misere)| {
            ("duel", format!("length={length} misere={}", if misere { "yes" } else { "no" }))
        }),
        (3_u64..30, 1_u64..6, any::<bool>()).prop_map(|(length, step, again)| {
            let start = 2 + length % (length - 2);
            let revisit = if again || length > 14 { "yes" } else { "no" };
            ("token", format!("length={length} start={start} step={step} revisit={revisit}"))
        }),
        (1_u64..70).prop_map(|length| ("blockade", format!("length={length}"))),
        (1_u64..5, 1_u64..12).prop_map(|(cards, end)| ("cards", format!("cards={cards} end={end}"))),
        (2_u64..60, 1_u64..9).prop_map(|(length, step)| ("siege", format!("length={length} step={step}"))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Checked move by move within.
    #[test]
    fn players_only_ever_play_legal_moves((slug, settings) in variants(), one: usize, two: usize, seed: u64) {
        let players = Player::all_of(slug);
        let pick = |place: usize| players[place % players.len()];
        let (plies, _) = game_of(slug, &settings, [pick(one), pick(two)], seed);
        prop_assert!(!plies.is_empty());
    }
}

/// Who sits down against the computer without choosing a seat gets the one that best play favours, where that is known at once.
#[test]
fn a_newcomer_gets_the_seat_with_a_chance() {
    let cache = OracleCache::shared();
    for (slug, settings, seat) in [
        ("cards", "", Seat::Two),
        ("cards", "tiebreak=sample", Seat::Two),
        ("cards", "cards=20", Seat::One),
        ("siege", "", Seat::One),
        ("token", "", Seat::One),
        ("duel", "", Seat::One),
        ("blockade", "", Seat::One),
        ("blockade", "length=14", Seat::Two),
    ] {
        let (game, at) = start(slug, settings);
        assert_eq!(seat_against_computer(game, &*at, &cache), seat, "{slug} {settings}");
    }
}

#[test]
fn whom_a_variant_favours_is_said_in_a_sentence() {
    let cache = OracleCache::shared();
    let names = Name::of_both_seats();
    for (slug, settings, sentence) in [
        ("siege", "", "Player 1 can force a win."),
        ("token", "", "Nobody can force an end, so neither player is favoured."),
        ("cards", "", "Player 2 can force a win."),
        ("cards", "end=4", "Player 2 wins 59.8 % (43200961/72184713) of the games with best play."),
    ] {
        let (game, at) = start(slug, settings);
        assert_eq!(Favour::of(game, &*at, &cache, &()).unwrap().sentence(&names), sentence);
    }
    let (game, at) = start("cards", "");
    let even = EvenVariant::of("cards").unwrap();
    assert_eq!(
        even.sentence(game, &at.settings()),
        "Closest to even is Seven Cards (cards 1 to 7): with best play Player 1 wins 48 % of the games."
    );
    assert!(even.sentence(game, &even.settings(game)).starts_with("This is the variant that is closest"));
}

/// A variant that is too large to think about is known before the first move, and said once.
#[test]
fn a_level_says_beforehand_that_it_cannot_think() {
    let cache = OracleCache::shared();
    let short = |name: &str, slug, settings| {
        let (game, at) = start(slug, settings);
        player(name).shortfall(game, &*at, &cache, &())
    };
    let said = short("computer:3", "cards", "cards=20 end=30").unwrap();
    assert!(
        said.starts_with("Computer (level 3) cannot solve this (") && said.ends_with("until it can."),
        "{said}"
    );
    assert_eq!(short("computer:3", "cards", ""), None);
    assert_eq!(short("miser", "cards", "cards=20 end=30"), None, "it does not think");
    assert_eq!(short("computer:perfect", "duel", "length=1000000"), None);
}
