//! Records: what is written reads back, damage is reported with its line or still replays by the rules, and a file is
//! replaced atomically.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "this is how a test fails")]

use std::num::NonZeroU32;

use numberline_rules::{Domain, Seat, Settings, Turn};
use numberline_table::{
    Act, AnyGame, AnyMatch, Date, Ending, Limits, Name, Record, RoundTag, Table, Tags, catalog, read_records,
};
use proptest::prelude::*;

const SIEGE: &str = r#"[Game "siege"]
[Variant "length=10 step=3"]
[Player1 "Ada"]
[Player2 "Grace"]
[Result "1-0"]
[Ending "won"]

1. 2 2. 2 {Now the trap is set.} 3. 3 4. 1 5. 2 1-0
"#;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(192))]

    #[test]
    fn a_record_of_any_match_reads_back(plan in plan()) {
        let record = plan.record();
        let written = record.to_string();
        let read = read_records(&written).map_err(|error| TestCaseError::fail(format!("{error}\n{written}")))?;
        prop_assert_eq!(read.len(), 1);
        prop_assert_eq!((read[0].settings(), read[0].plies()), (record.settings(), record.plies()));
        prop_assert_eq!((&read[0].tags, read[0].ending()), (&record.tags, record.ending()));
        prop_assert_eq!(read[0].to_string(), written);
        let (mut here, mut there) = (record.begin().unwrap(), read[0].begin().unwrap());
        prop_assert_eq!(here.start(), there.start());
        for choices in record.plies() {
            here.play_turn(&choices.to_string()).unwrap();
            there.play_turn(&choices.to_string()).unwrap();
        }
        prop_assert_eq!(here.position(), there.position());
    }

    #[test]
    fn comments_stay_where_they_are(
        plan in plan(),
        comments in prop::collection::vec((0..12_usize, "[^}\r]{0,90}"), 0..8),
    ) {
        let record = plan.record();
        let written = with_comments(&record, &comments);
        let read = read_records(&written).map_err(|error| TestCaseError::fail(format!("{error}\n{written}")))?;
        prop_assert_eq!(read[0].plies(), record.plies());
        for ply in 0..=record.plies().len() {
            let expected = comments_at(&record, &comments, ply);
            prop_assert_eq!(read[0].comments_after(ply).collect::<Vec<_>>(), expected);
        }
        crate::checks::run("record_text", written.as_bytes());
    }

    #[test]
    fn several_records_share_a_file(plans in prop::collection::vec(plan(), 1..4)) {
        let records: Vec<Record> = plans.iter().map(Plan::record).collect();
        let written: Vec<String> = records.iter().map(Record::to_string).collect();
        let read = read_records(&written.join("\n")).unwrap();
        prop_assert_eq!(read.iter().map(Record::to_string).collect::<Vec<_>>(), written);
    }
}

// A damaged text gives an error that names a line of it, or a record that replays by the rules: the check sees to it.
proptest! {
    #![proptest_config(config(48))]

    #[test]
    fn a_line_lost_or_doubled_does_no_harm(plan in plan(), comments in comments()) {
        let written = with_comments(&plan.record(), &comments);
        let lines: Vec<&str> = written.lines().collect();
        for place in 0..lines.len() {
            for times in [0, 2] {
                let damaged = [&lines[..place], &vec![lines[place]; times], &lines[place + 1..]].concat();
                crate::checks::run("record_text", damaged.join("\n").as_bytes());
            }
        }
    }

    #[test]
    fn another_digit_does_no_harm(plan in plan(), comments in comments(), digit in b'0'..=b'9') {
        let mut damaged = with_comments(&plan.record(), &comments).into_bytes();
        let digits = damaged.iter().enumerate().filter(|(_, byte)| byte.is_ascii_digit());
        for place in digits.map(|(place, _)| place).collect::<Vec<_>>() {
            let good = std::mem::replace(&mut damaged[place], digit);
            crate::checks::run("record_text", &damaged);
            damaged[place] = good;
        }
    }

    #[test]
    fn a_text_cut_off_anywhere_does_no_harm(plan in plan(), comments in comments()) {
        let written = with_comments(&plan.record(), &comments);
        for end in 0..written.len() {
            match written.get(..end) {
                Some(cut) => {
                    crate::checks::run("record_text", cut.as_bytes());
                    let whole = written.trim_end().len() <= end;
                    prop_assert_eq!(read_records(cut).is_ok(), whole, "cut off after {:?}", cut);
                }
                None => crate::checks::run("record_text", &written.as_bytes()[..end]),
            }
        }
    }
}

#[test]
fn the_example_reads_back_to_itself() {
    let records = read_records(SIEGE).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].to_string(), SIEGE);
    assert_eq!(records[0].ending(), Some(Ending::Won(Seat::One)));
    assert_eq!(records[0].comments_after(2).collect::<Vec<_>>(), ["Now the trap is set."]);
}

#[test]
fn a_dishonest_record_is_refused() {
    let wrong = "line 5: by its moves Player 1 won this game, but the record says otherwise";
    assert_refused(&SIEGE.replace("1-0", "0-1"), wrong);
    assert_refused(&SIEGE.replace("1-0", "*").replace("won", "unfinished"), wrong);
    assert_refused(
        &SIEGE.replace("5. 2 1-0", "1-0"),
        "line 5: the record says that the game was won, but its moves do not end it",
    );
    assert_refused(&SIEGE.replace("5. 2", "5. 2 6. 1"), "line 8: move 6 (1): The game is over.");
    assert_refused(
        &SIEGE.replace("3. 3", "3. 4"),
        "line 8: move 3 (4): You must move 1 to 3 positions, not 4.",
    );
    assert_refused(
        &SIEGE.replace("won", "draw agreed"),
        "line 6: the result 1-0 and the ending draw agreed do not match",
    );
    assert_refused(
        &SIEGE.replace("5. 2 1-0", "5. 2 0-1"),
        "line 8: the moves end with 0-1, but the tag Result says 1-0",
    );
}

#[test]
fn damaged_moves_are_named() {
    assert_refused(&SIEGE.replace("4. 1", "5. 1"), "line 8: move 4. is expected, not '5.'");
    assert_refused(&SIEGE.replace("1. 2 ", "2 "), "line 8: the moves begin with 1.");
    assert_refused(
        &SIEGE.replace("2 1-0\n", "2\n"),
        "line 8: the record ends without a result after the moves",
    );
    assert_refused(&SIEGE.replace("set.}", "set."), "line 8: the comment that begins here is never closed");
    assert_refused(
        &SIEGE.replace("3. 3", "\n3. \u{1b}[2J"),
        "line 9: move 3 (\u{1b}[2J): Type how many positions to move, such as 1.",
    );
    let cut = SIEGE.split_once("\n\n").unwrap().0;
    assert_refused(cut, "line 1: the record ends without a result after the moves");
}

#[test]
fn damaged_tags_are_named() {
    assert_refused("", "line 1: it contains no record");
    assert_refused("\n \n", "line 1: it contains no record");
    assert_refused("\nhello\n", "line 2: a record begins with [Game \"…\"]");
    assert_refused(&SIEGE.replace("siege", "chess"), "line 1: there is no game 'chess'");
    assert_refused(
        &SIEGE.replace("length=10", "length=10001"),
        "line 2: length is '10001', but must be 2 to 10000",
    );
    assert_refused(
        &SIEGE.replace("step=3", "steps=3"),
        "line 2: there is no parameter 'steps'; the game has length, step",
    );
    assert_refused(
        &SIEGE.replace("step=3", "step"),
        "line 2: 'step' is not a setting; write it as name=value",
    );
    for (place, tag) in [(0, "Game"), (1, "Variant"), (4, "Result"), (5, "Ending")] {
        let mut lines: Vec<&str> = SIEGE.lines().collect();
        lines.remove(place);
        assert_refused(&lines.join("\n"), &format!("line 1: the tag {tag} is missing"));
    }
    assert_refused(&SIEGE.replace("Player2", "Player1"), "line 4: the tag Player1 is there twice");
    for broken in [
        "[Player1 Ada]",
        "[Player1\"Ada\"]",
        "[Player1 \"Ada\"",
        "[Player1 \"A\"da\"]",
        "[Player1 \"Ada\\\"]",
    ] {
        let text = SIEGE.replace("[Player1 \"Ada\"]", broken);
        assert_refused(&text, "line 3: a tag is written [Name \"value\"]");
    }
    let with = |tag: &str| SIEGE.replace("[Result", &format!("{tag}\n[Result"));
    assert_refused(&with("[Date \"15.11.2026\"]"), "line 5: a date is written 2026-11-15");
    assert_refused(&with("[Date \"2026-02-31\"]"), "line 5: a date is written 2026-11-15");
    assert_refused(&with("[Seed \"-1\"]"), "line 5: a seed is a whole number");
    assert_refused(&with("[Seed \"18446744073709551616\"]"), "line 5: a seed is a whole number");
    assert_refused(&with("[Round \"123456789012345678901\"]"), "line 5: a round is written 2/3");
    assert_refused(&with("[Position \"3 11 1\"]"), "line 5: There is no position 11 on the line 0 to 10.");
}

#[test]
fn a_position_must_belong_to_the_variant() {
    let text = "[Game \"duel\"]\n[Variant \"length=10 misere=no\"]\n[Position \"..... 1\"]\n\
                [Result \"*\"]\n[Ending \"unfinished\"]\n\n*\n";
    assert_refused(text, "line 3: the position belongs to the variant length=5 misere=no");
    assert!(read_records(&text.replace("length=10", "length=5")).is_ok());
}

#[test]
fn hostile_names_are_cleaned_or_refused() {
    let named = |name: &str| SIEGE.replace("Ada", name);
    assert_refused(&named("\u{202e}\u{200b}\u{7}"), "line 3: a name needs at least one visible character");
    assert_refused(&named(""), "line 3: a name needs at least one visible character");
    assert_refused(&named(&"x".repeat(33)), "line 3: a name has at most 32 characters");
    for (written, name) in [
        ("\u{1b}[2J\u{202e}Ada\u{0}", "[2JAda"),
        ("  Ada \t  L ", "Ada L"),
        ("A\\\"d\\\\a {x} ]", "A\"d\\a {x} ]"),
        (&"ü".repeat(32), &"ü".repeat(32)),
    ] {
        let records = read_records(&named(written)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(records[0].tags.names[0].as_str(), name);
        crate::checks::run("record_text", named(written).as_bytes());
    }
}

#[test]
fn the_second_record_of_a_file_is_judged_as_the_first() {
    let text = format!("{SIEGE}\n{}", SIEGE.replace("4. 1", "4. 9"));
    assert_refused(&text, "line 17: move 4 (9): You must move 1 to 3 positions, not 9.");
    assert_refused(&format!("{SIEGE}\n[Game \"siege\"]\n"), "line 10: the tag Variant is missing");
}

fn assert_refused(text: &str, expected: &str) {
    match read_records(text) {
        Ok(_) => panic!("this is read, but should not be:\n{text}"),
        Err(error) => assert_eq!(error.to_string(), expected, "{text}"),
    }
    crate::checks::run("record_text", text.as_bytes());
}

/// The record's text with comments put in, each after its number of plies or, in a shorter match, at the end.
fn with_comments(record: &Record, comments: &[(usize, String)]) -> String {
    let written = record.to_string();
    let (tags, _) = written.split_once("\n\n").unwrap();
    let mut text = format!("{tags}\n\n");
    for ply in 0..=record.plies().len() {
        for comment in comments.iter().filter(|(place, _)| (*place).min(record.plies().len()) == ply) {
            text.push_str(&format!("{{{}}}", comment.1));
        }
        match record.plies().get(ply) {
            Some(choices) => text.push_str(&format!(" {}. {choices}\n", ply + 1)),
            None => text.push_str(&format!(" {}\n", Ending::result(record.ending()))),
        }
    }
    text
}

/// The comments as they are read: on one line, without blanks around them.
fn comments_at(record: &Record, comments: &[(usize, String)], ply: usize) -> Vec<String> {
    let here = comments.iter().filter(|(place, _)| (*place).min(record.plies().len()) == ply);
    here.map(|(_, comment)| comment.replace('\n', " ").trim().to_owned()).collect()
}

fn comments() -> impl Strategy<Value = Vec<(usize, String)>> {
    prop::collection::vec((0..12_usize, "[a-z0-9{\\[\"\\\\ü\n ]{0,12}"), 0..3)
}

/// A match to be played at random, and what its record is to say.
#[test]
fn a_date_is_a_day_of_its_year() {
    let days = |year| {
        (1..=12).map(move |month| (1..=31).filter(|day| Date::new(year, month, *day).is_some()).count())
    };
    for (year, february) in [(2026, 28), (2028, 29), (1900, 28), (2000, 29)] {
        let months: Vec<_> = days(year).collect();
        assert_eq!(months, [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31], "{year}");
    }
    for (year, month, day) in [(2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32), (10_000, 1, 1)] {
        assert_eq!(Date::new(year, month, day), None, "{year}-{month}-{day}");
    }
}

#[derive(Clone, Debug)]
struct Plan {
    game: usize,
    values: Vec<(u8, u64)>,
    first: Seat,
    /// Moves before the record begins, and moves in it.
    rolls: [Vec<u64>; 2],
    ending: u8,
    tags: Tags,
}

fn plan() -> impl Strategy<Value = Plan> {
    let rolls = |most| prop::collection::vec(any::<u64>(), 0..most);
    let name = || prop_oneof!["[A-Za-z\"\\\\{}\\[\\] ]{0,31}x", "x\\PC{0,31}", "[\u{0}-\u{ffff}]{0,12}ü"];
    let names = (name(), name()).prop_map(|(one, two)| [one, two].map(|name| Name::new(&name).unwrap()));
    let date = prop::option::of((0..=9999_u16, 1..=12_u8, 1..=31_u8));
    let date = date.prop_map(|date| date.and_then(|(year, month, day)| Date::new(year, month, day)));
    let round = prop::option::of(any::<(u32, u32, bool)>());
    let round = round.prop_map(|round| round.map(|(number, of, best_of)| RoundTag { number, of, best_of }));
    let tags = (names, date, round, any::<Option<u64>>(), any::<Option<u64>>());
    let tags = tags.prop_map(|(names, date, round, seed, decisions)| Tags {
        names,
        date,
        round,
        seed,
        decisions,
        ..Tags::default()
    });
    let values = prop::collection::vec(any::<(u8, u64)>(), 4);
    let first = prop::sample::select(&Seat::BOTH[..]);
    let rolls = [prop_oneof![Just(Vec::new()), rolls(6)].boxed(), rolls(14).boxed()];
    (0..catalog().len(), values, first, rolls, any::<u8>(), tags).prop_map(
        |(game, values, first, rolls, ending, tags)| Plan { game, values, first, rolls, ending, tags },
    )
}

impl Plan {
    fn record(&self) -> Record {
        let game = catalog()[self.game];
        let mut played = self.start(game);
        let [before, moves] = &self.rolls;
        if !before.is_empty() {
            play(&mut *played, before);
            played = game.start_at(&played.settings(), &played.position()).unwrap();
        }
        play(&mut *played, moves);
        Record::of(game, &self.ended(played), self.tags.clone())
    }

    /// From the smallest variant on, each parameter gets its value, unless it does not fit those before it.
    fn start(&self, game: &dyn AnyGame) -> Box<dyn AnyMatch> {
        let start = |settings: &Settings| {
            game.start(settings, self.first).or_else(|_| game.start(settings, Seat::One))
        };
        let mut settings = game.book_settings();
        for parameter in game.parameters() {
            if let Domain::Number { min, .. } = parameter.domain {
                settings.set(parameter.name, &min.to_string()).unwrap();
            }
        }
        for (parameter, (kind, roll)) in game.parameters().iter().zip(&self.values) {
            let value = match parameter.domain {
                Domain::Number { min, max, .. } => {
                    let near = [min, 60, 995, max].get(usize::from(kind % 5)).copied();
                    near.unwrap_or(min + roll % (max - min))
                        .saturating_add(roll % 12)
                        .clamp(min, max)
                        .to_string()
                }
                Domain::YesNo { .. } => if roll % 2 == 0 { "yes" } else { "no" }.to_owned(),
                Domain::Word(words) => words[usize::try_from(roll % 2).unwrap()].to_owned(),
            };
            let before = settings.clone();
            settings.set(parameter.name, &value).unwrap();
            if start(&settings).is_err() {
                settings = before;
            }
        }
        start(&settings).unwrap()
    }

    fn ended(&self, played: Box<dyn AnyMatch>) -> Table {
        let kind = self.ending % 6;
        let max_turns = u32::try_from(played.length()).ok().and_then(NonZeroU32::new).filter(|_| kind == 0);
        let limits = Limits { max_turns, max_invalid: NonZeroU32::new(1) };
        let mut table = Table::new(played, self.tags.names.clone(), limits);
        match (kind, table.next_seat()) {
            (1, Some(seat)) => assert!(table.submit(seat, "nonsense").is_err()),
            (2 | 3, _) => table.end(Act::Resign(if kind == 2 { Seat::One } else { Seat::Two })),
            (4, _) => table.end(Act::AgreeDraw),
            _ => {}
        }
        table
    }
}

fn play(game: &mut dyn AnyMatch, rolls: &[u64]) {
    for roll in rolls {
        let turn = game.turn();
        if matches!(turn, Turn::Over { .. }) {
            return;
        }
        for seat in Seat::BOTH.into_iter().filter(|seat| turn.acts(*seat)) {
            let chosen = choose(game, seat, roll.rotate_left(if seat == Seat::One { 0 } else { 17 }));
            game.submit(seat, &chosen).unwrap();
        }
    }
}

/// A legal move: somewhere on the line, however long it is, or else among the first that are listed.
fn choose(game: &dyn AnyMatch, seat: Seat, roll: u64) -> String {
    let number = roll % game.extent().len() + 1;
    let texts = [
        format!("{number} {}", number + 1),
        format!("{number}"),
        format!("{number} left"),
        format!("{number} right"),
    ];
    texts.into_iter().find(|text| game.check(seat, text).is_ok()).unwrap_or_else(|| {
        let listed = game.moves(seat, 64);
        listed[usize::try_from(roll % 64).unwrap() % listed.len()].clone()
    })
}
