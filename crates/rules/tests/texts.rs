//! The texts of moves, positions and settings parse back wherever play may lead, and nonsense is refused without harm.
//!
//! Variants and play are random: the shortest lines, lines about as long as a machine word, lines that no longer
//! spell out their cells, and the longest there are.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "in a test this is how a check fails"
)]

use std::collections::BTreeSet;

use numberline_rules::{
    Blockade, Cards, Cells, Claim, Cross, Direction, Domain, Duel, Game, Match, ParsePositionError, Picture,
    Push, Run, Seat, SettingError, SettingValue, Settings, Siege, Token, TokenVariant, Turn, Variant,
};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(96))]

    #[test]
    fn duel_texts_parse_back(variant in variant::<Duel>(), rolls in rolls()) {
        texts_parse_back::<Duel>(&variant, &rolls)?;
    }

    #[test]
    fn token_texts_parse_back(variant in variant::<Token>(), rolls in rolls()) {
        texts_parse_back::<Token>(&variant, &rolls)?;
    }

    #[test]
    fn blockade_texts_parse_back(variant in variant::<Blockade>(), rolls in rolls()) {
        texts_parse_back::<Blockade>(&variant, &rolls)?;
    }

    #[test]
    fn cards_texts_parse_back(variant in variant::<Cards>(), rolls in rolls()) {
        texts_parse_back::<Cards>(&variant, &rolls)?;
    }

    #[test]
    fn siege_texts_parse_back(variant in variant::<Siege>(), rolls in rolls()) {
        texts_parse_back::<Siege>(&variant, &rolls)?;
    }
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn settings_parse_back(
        duel in variant::<Duel>(),
        token in variant::<Token>(),
        blockade in variant::<Blockade>(),
        cards in variant::<Cards>(),
        siege in variant::<Siege>(),
    ) {
        settings_parse_back_for::<Duel>(&duel)?;
        settings_parse_back_for::<Token>(&token)?;
        settings_parse_back_for::<Blockade>(&blockade)?;
        settings_parse_back_for::<Cards>(&cards)?;
        settings_parse_back_for::<Siege>(&siege)?;
    }

    #[test]
    fn nonsense_never_panics(text in prop_oneof![any::<String>(), nearly_a_text()], pick in picks()) {
        nonsense_is_harmless::<Duel>(&text, &pick)?;
        nonsense_is_harmless::<Token>(&text, &pick)?;
        nonsense_is_harmless::<Blockade>(&text, &pick)?;
        nonsense_is_harmless::<Cards>(&text, &pick)?;
        nonsense_is_harmless::<Siege>(&text, &pick)?;
    }

    /// A line of up to 64 cells, the same cells on a longer line, the same further to the right, and a plain set.
    #[test]
    fn short_and_long_lines_answer_alike(
        length in 1_u64..=64,
        shift in prop_oneof![1_u64..=70, Just(999_999_999_999_999_000)],
        full: bool,
        changes in prop::collection::vec((any::<bool>(), 1_u64..=64, 1_u64..=8), 0..40),
    ) {
        let everything = Run { first: 1, last: length };
        let mut model: BTreeSet<u64> = if full { (1..=length).collect() } else { BTreeSet::new() };
        let mut lines = [(Cells::none(length), 0), (Cells::none(65), 0), (Cells::none(length + shift + 65), shift)];
        for (cells, shift) in lines.iter_mut().filter(|_| full) {
            cells.insert(moved(everything, *shift));
        }
        for (insert, at, size) in changes {
            let run = Run { first: at.min(length), last: (at + size - 1).min(length) };
            if insert && (run.first..=run.last).any(|cell| model.contains(&cell)) {
                continue; // only cells that are not there yet are put in
            }
            for (cells, shift) in &mut lines {
                if insert { cells.insert(moved(run, *shift)) } else { cells.remove(run.first + *shift) }
            }
            if insert { model.extend(run.first..=run.last) } else { model.retain(|cell| *cell != run.first) }
            for (cells, shift) in &lines {
                same_cells(cells, &model, *shift, length)?;
            }
        }
    }

    /// A line that no longer fits a machine word, against a plain set.
    #[test]
    fn a_long_line_answers_as_a_set_does(
        length in 65_u64..=200,
        removed in prop::collection::vec(0_u64..=201, 0..120),
    ) {
        let mut cells = Cells::all(length);
        let mut model: BTreeSet<u64> = (1..=length).collect();
        for cell in removed {
            cells.remove(cell);
            model.remove(&cell);
        }
        same_cells(&cells, &model, 0, length)?;
        let mut rebuilt = Cells::none(length);
        for run in cells.runs().collect::<Vec<_>>().into_iter().rev() {
            rebuilt.insert(run);
        }
        prop_assert_eq!(rebuilt, cells, "the same cells are the same set, however it came about");
    }
}

#[test]
fn a_full_word_is_one_run() {
    for length in [1, 63, 64, 65, 1_000_000_000_000_000_000] {
        let cells = Cells::all(length);
        assert_eq!(cells.runs().collect::<Vec<_>>(), [Run { first: 1, last: length }]);
        assert!(cells.contains(length) && !cells.contains(length + 1) && !cells.contains(0));
        assert!(Cells::none(length).is_empty() && !cells.is_empty());
    }
    assert!(Cells::all(0).is_empty());
}

#[test]
fn a_move_may_be_spelled_in_several_ways() {
    for text in ["5 6", "6 5", "5,6", "5-6", " 5 , 6 ", "5\t6", "05 006"] {
        assert_eq!(text.parse(), Ok(Cross::pair_at(5)), "{text:?}");
    }
    for text in ["2 right", "right 2", "2r", "r2", "+2", "2 RIGHT", " Right2 ", "+ 2"] {
        assert_eq!(text.parse(), Ok(Push::new(2, Direction::Right)), "{text:?}");
    }
    for text in ["1 left", "left 1", "1l", "l1", "-1", "1 Left"] {
        assert_eq!(text.parse(), Ok(Push::new(1, Direction::Left)), "{text:?}");
    }
    assert_eq!("9999999999999999999".parse(), Ok(Claim(9_999_999_999_999_999_999)));
}

#[test]
fn text_that_is_not_a_move_is_unreadable() {
    for text in ["", " ", "5 5", "4 5 6", "5 +6", "five", "5.", "00000000000000000005", "５", "5\u{200b}"] {
        assert!(text.parse::<Cross>().is_err(), "{text:?}");
    }
    for text in
        ["", "2", "right", "2 right left", "left 2 right", "2-", "2+", "1 2 right", "65536 right", "2 up"]
    {
        assert!(text.parse::<Push>().is_err(), "{text:?}");
    }
    for text in ["", "-1", "+1", "1 2", "1/2", "18446744073709551616"] {
        assert!(text.parse::<Claim>().is_err(), "{text:?}");
    }
}

#[test]
fn an_impossible_position_says_why() {
    assert_impossible::<Blockade>(".-XO-. 1", &["3 is claimed", "neighbour 4"]);
    assert_impossible::<Blockade>("-X{2}- 1", &["2 is claimed", "neighbour 3"]);
    assert_impossible::<Token>("11 1", &["no position 11", "1 to 10"]);
    assert_impossible::<Token>("0 1", &["no position 0", "1 to 10"]);
    assert_impossible::<Cards>("6 1 2 1", &["marker is at +6", "−5", "+5"]);
    assert_impossible::<Cards>("0 1,1 2,3 1", &["card 1 only once"]);
    assert_impossible::<Cards>("0 1,6 2,3 1", &["no card 6", "1 to 5"]);
    assert_impossible::<Cards>("0 1 2,3 1", &["equally many"]);
    assert_impossible::<Cards>("-2 1 2 -", &["marker is at −2", "pushed"]);
    assert_impossible::<Cards>("0 1,2,3,4,5 1,2,3,4,5 1", &["No card has been played"]);
    assert_impossible::<Cards>("0 1,2 2,3 -", &["hands differ", "pushed"]);
    assert_impossible::<Cards>("1 1,2,3,4 1,2,3,5 2", &["Player 2 cannot have pushed"]);
    assert_impossible::<Cards>("0 1,2,3,4 1,2,3,4 1", &["Player 1 cannot have pushed"]);
    assert_impossible::<Siege>("3 11 1", &["no position 11", "0 to 10"]);
    assert_impossible::<Siege>("10 5 1", &["Player 1", "far base"]);
    assert_impossible::<Siege>("10 0 1", &["Both tokens", "far base"]);
}

#[test]
fn a_token_cannot_have_continued_from_an_end_nor_across_more_than_a_step() {
    let once = Settings::book(TokenVariant::PARAMETERS).with("revisit", SettingValue::Flag(false));
    let once = TokenVariant::read(&once).unwrap();
    for (text, reason) in [
        ("5 1 1,2,5", "Position 1 is an end"),
        ("5 1 5,10", "Position 10 is an end"),
        ("1 2 1,10", "Position 10 is an end"),
        ("5 1 2,5", "across from 2 to 5"),
    ] {
        let error = Token::parse(text, &once).unwrap_err();
        assert!(matches!(error, ParsePositionError::Impossible(_)), "{text}: {error:?}");
        assert!(error.to_string().contains(reason), "{text}: {error}");
    }
    for text in ["5 1 3,5", "5 1 3,4,5,7", "1 2 1,2,3,5", "10 1 8,10"] {
        assert_eq!(Token::parse(text, &once).unwrap().to_string(), text);
    }
}

#[test]
fn more_cells_than_the_longest_line_are_refused_by_the_limit() {
    for text in [
        ".{999999999999999999}.{999999999999999999} 1",
        ".{1000000000000000001} 1",
        "runs 1000000000000000000 1 / 1",
        "runs 99999999999999999999999 / 1",
    ] {
        assert_impossible::<Duel>(text, &["more than 1000000000000000000 cells"]);
        assert_impossible::<Blockade>(text, &["more than 1000000000000000000 cells"]);
    }
}

#[test]
fn text_that_is_not_a_position_is_refused_by_its_shape() {
    let shapes =
        ["", " ", ".....", "..... 3", "... .. 1", ".{0} 1", ".{5 1", ".{5}{5} 1", "{5} 1", "runs 0 / 1"];
    for text in shapes.into_iter().chain(["runs x / 1", "runs -1 / 1", ".{} 1", ".{-1} 1"]) {
        assert!(matches!(book::<Duel>(text), Err(ParsePositionError::Shape { .. })), "{text:?}");
        assert!(matches!(book::<Blockade>(text), Err(ParsePositionError::Shape { .. })), "{text:?}");
    }
    assert!(book::<Duel>("..O.. 1").is_err(), "a letter of another game");
    for text in ["", "3", "3 10", "3 10 3", "3 10 1 1", "-3 10 1", "65536 10 1"] {
        assert!(matches!(book::<Siege>(text), Err(ParsePositionError::Shape { .. })), "{text:?}");
    }
    for text in
        ["", "0 1 2", "0 1 2 3", "0 1 2 1 1", "+-1 1 2 1", "0 1, 2 1", "0 1,,2 1,2 1", "9999999999 1 2 1"]
    {
        assert!(matches!(book::<Cards>(text), Err(ParsePositionError::Shape { .. })), "{text:?}");
    }
    for text in ["", "7", "7 3", "65536 1", "+7 1"] {
        assert!(matches!(book::<Token>(text), Err(ParsePositionError::Shape { .. })), "{text:?}");
    }
}

#[test]
fn a_long_line_writes_repeated_cells_as_a_count() {
    let variant = |length: u64| {
        let settings = Settings::book(<Duel as Game>::Variant::PARAMETERS);
        <Duel as Game>::Variant::read(
            &settings.with("length", numberline_rules::SettingValue::Number(length)),
        )
        .unwrap()
    };
    assert_eq!(Duel::start(&variant(1_000)).to_string(), format!("{} 1", ".".repeat(1_000)));
    assert_eq!(Duel::start(&variant(1_001)).to_string(), ".{1001} 1");
    let mut game = Match::<Duel>::new(&variant(1_000_000_000_000_000_000));
    game.submit(Seat::One, "1000000000000000000".parse().unwrap()).unwrap();
    game.submit(Seat::Two, "2 3".parse().unwrap()).unwrap();
    assert_eq!(game.position().to_string(), ".XX.{999999999999999996}X 1");
    let text = "XXX.X{4}.{1000} 1";
    assert_eq!(book::<Duel>(text).unwrap().to_string(), text, "a count is written where it is shorter");
    let longest = book::<Duel>("runs 1000000000000000000 / 1").unwrap();
    assert_eq!(longest.to_string(), ".{1000000000000000000} 1");
}

fn assert_impossible<G: Game>(text: &str, reasons: &[&str]) {
    let Err(ParsePositionError::Impossible(given)) = book::<G>(text) else {
        panic!("{text:?} is impossible")
    };
    for reason in reasons {
        assert!(given.contains(reason), "{text:?}: {given}");
    }
    assert!(given.ends_with('.'), "a whole sentence: {given}");
}

fn book<G: Game>(text: &str) -> Result<G, ParsePositionError> {
    G::parse(text, &G::Variant::default())
}

/// Plays at random, and looks at every position on the way.
fn texts_parse_back<G: Picture>(variant: &G::Variant, rolls: &[u64]) -> TestCaseResult {
    let mut game = Match::<G>::new(variant);
    for roll in rolls {
        position_parses_back(game.position())?;
        let turn = game.turn();
        for seat in Seat::BOTH.into_iter().filter(|seat| turn.acts(*seat)) {
            for listed in game.position().moves(seat).take(20) {
                prop_assert_eq!(listed.to_string().parse(), Ok(listed));
            }
            let chosen =
                choose(game.position(), seat, roll.rotate_left(if seat == Seat::One { 0 } else { 17 }));
            prop_assert_eq!(chosen.to_string().parse(), Ok(chosen));
            if let Some(choices) = game.submit(seat, chosen).expect("a legal move is taken") {
                prop_assert_eq!(choices.get(seat), Some(&chosen));
            }
        }
    }
    position_parses_back(game.position())
}

fn position_parses_back<G: Game>(position: &G) -> TestCaseResult {
    let text = position.to_string();
    prop_assert!(G::parse(&text, &position.variant()).as_ref() == Ok(position), "{}", text);
    let padded = format!(" \t{text}\n");
    prop_assert!(G::parse(&padded, &position.variant()).as_ref() == Ok(position), "{:?}", padded);
    for seat in Seat::BOTH {
        prop_assert_eq!(position.moves(seat).next().is_some(), position.turn().acts(seat));
    }
    Ok(())
}

fn settings_parse_back_for<G: Game>(variant: &G::Variant) -> TestCaseResult {
    let settings = variant.settings();
    let mut read = Settings::book(G::Variant::PARAMETERS);
    for word in settings.to_string().split(' ') {
        prop_assert!(read.assign(word).is_ok(), "{}", word);
    }
    prop_assert_eq!(&read, &settings);
    prop_assert!(G::Variant::read(&read).as_ref() == Ok(variant), "{}", read);
    prop_assert_eq!(G::start(variant).variant(), variant.clone());
    for (parameter, _) in settings.iter() {
        let Domain::Number { min, max, .. } = parameter.domain else { continue };
        for value in [min - 1, max + 1, u64::MAX] {
            let refused = SettingError::OutOfRange {
                name: parameter.name,
                value: value.to_string(),
                range: format!("{min} to {max}"),
            };
            prop_assert_eq!(read.set(parameter.name, &value.to_string()), Err(refused));
            prop_assert_eq!(&read, &settings, "a refused value changes nothing");
        }
    }
    Ok(())
}

/// Whatever of it can be read prints and parses back.
fn nonsense_is_harmless<G: Game>(text: &str, pick: &[(u8, u64)]) -> TestCaseResult {
    if let Ok(chosen) = text.parse::<G::Move>() {
        prop_assert_eq!(chosen.to_string().parse(), Ok(chosen));
        for seat in Seat::BOTH {
            let mut game = Match::<G>::new(&G::Variant::default());
            let allowed = game.position().check(seat, chosen).is_ok();
            prop_assert_eq!(game.submit(seat, chosen).is_ok(), allowed);
            prop_assert!(allowed || *game.position() == *game.start());
        }
    }
    if let Ok(position) = G::parse(text, &picked::<G>(pick)) {
        position_parses_back(&position)?;
    }
    let mut settings = Settings::book(G::Variant::PARAMETERS);
    if settings.assign(text).is_err() {
        prop_assert_eq!(settings, Settings::book(G::Variant::PARAMETERS));
    }
    Ok(())
}

/// A legal move: somewhere on the line, however long it is, or else among the first that are listed.
fn choose<G: Picture>(position: &G, seat: Seat, roll: u64) -> G::Move {
    let number = roll % position.extent().len() + 1;
    let texts = [
        format!("{number} {}", number + 1),
        format!("{number}"),
        format!("{number} left"),
        format!("{number} right"),
    ];
    let skipped = usize::from(roll.count_ones().is_multiple_of(2));
    let mut readable = texts.iter().skip(skipped).filter_map(|text| text.parse().ok());
    readable.find(|chosen| position.check(seat, *chosen).is_ok()).unwrap_or_else(|| {
        let listed: Vec<_> = position.moves(seat).take(64).collect();
        listed[usize::try_from(roll % 64).unwrap() % listed.len()]
    })
}

fn rolls() -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(any::<u64>(), 0..30)
}

fn picks() -> impl Strategy<Value = Vec<(u8, u64)>> {
    prop::collection::vec(any::<(u8, u64)>(), 4)
}

fn variant<G: Game>() -> impl Strategy<Value = G::Variant> {
    picks().prop_map(|pick| picked::<G>(&pick))
}

/// A variant with a value for each parameter, where the interesting lengths come up often.
fn picked<G: Game>(pick: &[(u8, u64)]) -> G::Variant {
    let mut settings = Settings::book(G::Variant::PARAMETERS);
    for (parameter, (kind, roll)) in G::Variant::PARAMETERS.iter().zip(pick) {
        let value = match parameter.domain {
            Domain::Number { min, max, .. } => number_within(min, max, *kind, *roll).to_string(),
            Domain::YesNo { .. } => if roll % 2 == 0 { "yes" } else { "no" }.to_owned(),
            Domain::Word(words) => words[usize::try_from(roll % 2).unwrap()].to_owned(),
        };
        settings.set(parameter.name, &value).unwrap();
    }
    // Where one value does not fit another, the smallest of one of them does.
    let smaller = G::Variant::PARAMETERS.iter().filter_map(|parameter| match parameter.domain {
        Domain::Number { min, .. } => {
            let mut smaller = settings.clone();
            smaller.set(parameter.name, &min.to_string()).unwrap();
            Some(smaller)
        }
        Domain::YesNo { .. } | Domain::Word(_) => None,
    });
    let mut candidates = std::iter::once(settings.clone()).chain(smaller);
    candidates.find_map(|settings| G::Variant::read(&settings).ok()).expect("a variant that fits together")
}

fn number_within(min: u64, max: u64, kind: u8, roll: u64) -> u64 {
    match kind % 6 {
        0 | 1 => min + roll % 12,
        2 => 60 + roll % 10,
        3 => 995 + roll % 12,
        4 => max - roll % 3,
        _ => min + roll % (max - min + 1),
    }
    .clamp(min, max)
}

/// Texts of the letters that positions and moves are made of, and texts that are right but for one place.
fn nearly_a_text() -> impl Strategy<Value = String> {
    const GOOD: &[&str] = &[
        "....XX.... 2",
        "runs 4 4 / 2",
        ".{1000}X.{5} 1",
        "7 2 5,7",
        ".....-O-.-X-......... 1",
        "-1 1,2,4,5 1,2,3,5 2",
        "3 10 2",
        "5 6",
        "2 right",
        "length=10",
    ];
    let damaged = (prop::sample::select(GOOD), any::<prop::sample::Index>(), any::<char>(), 0..3_u8);
    prop_oneof![
        "[0-9.XO/, {}+-]{0,24}",
        "(runs)?( [0-9]{1,19}){0,5} ?/? [12]",
        "([.XO-](\\{[0-9]{1,19}\\})?){1,8} [12]",
        "[0-9]{1,5} [12]( [0-9,]{1,12})?",
        "[a-z]{1,6} ?= ?[0-9a-z]{0,20}",
        damaged.prop_map(|(text, place, new, how)| {
            let mut chars: Vec<char> = text.chars().collect();
            let place = place.index(chars.len());
            match how {
                0 => chars[place] = new,
                1 => chars.insert(place, new),
                _ => drop(chars.remove(place)),
            }
            chars.into_iter().collect()
        }),
    ]
}

fn moved(run: Run, shift: u64) -> Run {
    Run { first: run.first + shift, last: run.last + shift }
}

/// The set holds exactly the cells of the model, all moved to the right by `shift`.
fn same_cells(cells: &Cells, model: &BTreeSet<u64>, shift: u64, length: u64) -> TestCaseResult {
    let there: Vec<u64> = cells.iter().map(|cell| cell - shift).collect();
    prop_assert_eq!(&there, &model.iter().copied().collect::<Vec<_>>());
    prop_assert_eq!(cells.is_empty(), model.is_empty());
    for cell in 0..=length + 1 {
        prop_assert_eq!(cells.contains(cell + shift), model.contains(&cell), "cell {}", cell);
    }
    let runs: Vec<Run> = cells.runs().collect();
    for pair in runs.windows(2) {
        prop_assert!(pair[0].last + 1 < pair[1].first, "runs are as long as they can be");
    }
    prop_assert_eq!(runs.iter().map(|run| run.len()).sum::<u64>(), model.len() as u64);
    Ok(())
}

#[test]
fn a_game_that_is_over_prints_and_parses_back() {
    for text in ["XXXXXXXXXX 1", "runs / 2"] {
        assert!(matches!(book::<Duel>(text).unwrap().turn(), Turn::Over { .. }), "{text}");
    }
    for text in ["1 1", "10 2"] {
        assert_eq!(book::<Token>(text).unwrap().to_string(), text);
    }
    for text in ["5 5 2", "10 3 2", "3 0 1"] {
        assert_eq!(book::<Siege>(text).unwrap().to_string(), text);
    }
    assert_eq!(book::<Cards>("+0 - - 1").unwrap().to_string(), "0 - - 1");
}
