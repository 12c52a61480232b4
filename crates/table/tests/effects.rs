//! What players are told: the goal, what a move does, and why a match is over.

use numberline_rules::{Meaning, Seat};
use numberline_table::{
    Act, AnyMatch, Dice, Limits, MoveEffect, Name, Table, catalog, changed_settings, explain_landmark, find,
};

fn names() -> [Name; 2] {
    ["Ada", "Grace"].map(|name| Name::new(name).unwrap())
}

fn at(slug: &str, settings: &[&str], position: Option<&str>) -> Box<dyn AnyMatch> {
    let game = find(slug).unwrap();
    let mut all = game.book_settings();
    let named = all.assign_all(settings.iter().copied()).unwrap();
    let all = game.fitted(all, &named);
    match position {
        Some(position) => game.start_at(&all, position).unwrap(),
        None => game.start(&all, Seat::One).unwrap(),
    }
}

fn table(slug: &str, settings: &[&str], position: Option<&str>) -> Table {
    Table::new(at(slug, settings, position), names(), Limits::default())
}

#[test]
fn a_preview_says_what_a_move_does() {
    for (slug, position, seat, text, short, ends) in [
        ("duel", None, Seat::One, "5 6", "crosses out 5 and 6", false),
        ("duel", Some("....XXXXXX 1"), Seat::One, "2", "crosses out 2", false),
        ("duel", Some("XXXX..XXXX 1"), Seat::One, "6 5", "crosses out 5 and 6 and wins", true),
        ("token", None, Seat::One, "2 right", "to 7", false),
        ("token", Some("9 2"), Seat::Two, "1 right", "lands on 10 and loses", true),
        ("blockade", None, Seat::One, "7", "claims 7, blocks 6 and 8", false),
        ("blockade", None, Seat::One, "1", "claims 1, blocks 2", false),
        ("blockade", Some("-X-.-X- 2"), Seat::Two, "4", "claims 4 and wins", true),
        ("siege", None, Seat::One, "3", "to 3", false),
        ("siege", Some("4 7 1"), Seat::One, "3", "captures Grace and wins", true),
        ("siege", Some("4 2 2"), Seat::Two, "2", "reaches 0 and wins", true),
    ] {
        let effect = table(slug, &[], position).effect(seat, text).unwrap();
        assert_eq!(
            (effect.short(&names()).as_str(), effect.ends()),
            (short, ends),
            "{slug} {position:?} {text}"
        );
    }
    let effect = table("duel", &["misere=yes"], Some("XXXX..XXXX 1")).effect(Seat::One, "5 6").unwrap();
    assert_eq!(effect.short(&names()), "crosses out 5 and 6 and loses");
    let limits = Limits { max_turns: std::num::NonZeroU32::new(1), ..Limits::default() };
    let short = Table::new(at("token", &[], None), names(), limits);
    assert_eq!(
        short.effect(Seat::One, "1 left").unwrap().short(&names()),
        "to 4 and ends the game as a draw"
    );
    assert!(table("cards", &[], None).effect(Seat::One, "3").is_none(), "that depends on the other card");
}

#[test]
fn a_finished_ply_is_told_in_a_sentence() {
    for (slug, turns, told, cells, blocked) in [
        ("duel", "5 6", "Ada crossed out 5 and 6.", vec![5, 6], vec![]),
        ("token", "2 right", "Ada moved the token from 5 to 7.", vec![5, 7], vec![]),
        ("blockade", "7", "Ada claimed 7 and blocked 6 and 8.", vec![7], vec![6, 8]),
        ("cards", "3/4", "Ada played 3, Grace played 4: the marker moves from 0 to −1.", vec![0, -1], vec![]),
        ("cards", "4/4", "Ada played 4, Grace played 4: the marker stays on 0.", vec![0], vec![]),
        ("siege", "2;3;2", "Ada moved from 2 to 4.", vec![2, 4], vec![]),
        ("siege", "2;3;2;3", "Grace captured Ada on 4.", vec![7, 4], vec![]),
    ] {
        let mut table = table(slug, &[], None);
        for turn in turns.split(';') {
            table.play_turn(turn).unwrap();
        }
        let effect = table.last_effect().unwrap();
        assert_eq!(effect.sentence(&names()), told, "{slug}");
        assert_eq!((effect.cells(), effect.blocked.clone()), (cells, blocked), "{slug}");
    }
}

#[test]
fn an_ending_says_why_in_one_sentence() {
    for (slug, settings, position, told) in [
        ("duel", &[][..], "XXXXXXXXXX 1", "Grace crossed out the last number and wins."),
        ("duel", &["misere=yes"], "XXXXXXXXXX 1", "Grace crossed out the last number and loses."),
        ("blockade", &[], "-X- 2", "Ada claimed the last free number and wins."),
        ("token", &[], "1 2", "Ada moved the token onto 1 and loses."),
        (
            "token",
            &["revisit=no", "length=5", "start=3", "step=1"],
            "3 1 2,3,4",
            "Ada has no square left to move to and loses.",
        ),
        ("siege", &[], "7 7 2", "Ada captured Grace on 7 and wins."),
        ("siege", &[], "4 0 1", "Grace reached the base at 0 and wins."),
        ("cards", &[], "5 1,2,3,4 1,2,3,5 1", "The marker has reached +5, so Ada wins."),
        (
            "cards",
            &[],
            "0 - - 2",
            "All cards are played and the marker is at 0: Grace moved it last and wins.",
        ),
        (
            "cards",
            &["tiebreak=sample"],
            "0 - - 2",
            "All cards are played and the marker is at 0: Grace moved it last and loses.",
        ),
        ("cards", &[], "0 - - -", "All cards are played and the marker never moved, so Grace wins."),
    ] {
        assert_eq!(table(slug, settings, Some(position)).conclusion().unwrap(), told);
    }
    let mut table = table("siege", &[], None);
    assert_eq!(table.conclusion(), None);
    table.end(Act::Resign(Seat::One));
    assert_eq!(table.conclusion().unwrap(), "Ada resigns, so Grace wins.");
}

/// In random matches of every game, what a preview promises is what is told afterwards.
#[test]
fn previews_keep_their_promises() {
    for game in catalog() {
        let mut dice = Dice::new(11, 0);
        for _ in 0..20 {
            let mut at = game.start(&game.book_settings(), Seat::One).unwrap();
            while at.turn().winner().is_none() && at.length() < 60 {
                let chosen = Seat::BOTH.map(|seat| at.pick(seat, &mut |count| dice.below(count)));
                let turn = chosen.into_iter().flatten().collect::<Vec<_>>().join("/");
                let promised = Seat::BOTH.into_iter().find_map(|seat| MoveEffect::of_move(&*at, seat, &turn));
                at.play_turn(&turn).unwrap();
                assert_eq!(at.replay().last(), at.last_ply().as_ref());
                let over = at.turn().winner();
                assert_eq!(at.conclusion(&names()).is_some(), over.is_some());
                if let Some(promised) = promised {
                    assert_eq!(promised.ends(), over.is_some(), "{} {turn}", game.info().slug);
                    let told = MoveEffect::of(&*at, &at.last_ply().unwrap(), None);
                    assert_eq!(promised.cells(), told.cells());
                    assert_eq!(promised.sentence(&names()), told.sentence(&names()));
                }
            }
        }
    }
}

#[test]
fn goals_and_landmarks_fit_the_variant() {
    let goal = |slug, settings: &[&str]| at(slug, settings, None).goal(&names()).whole;
    assert!(goal("cards", &["end=7"]).ends_with("Ada wins at +7, Grace at −7."));
    assert!(goal("duel", &["misere=yes"]).ends_with("loses."));
    assert!(goal("token", &["length=12", "step=3"]).contains("1 to 3 positions"));
    assert!(goal("token", &["length=12"]).ends_with("lands it on 1 or 12 loses."));
    for game in catalog() {
        let at = game.start(&game.book_settings(), Seat::One).unwrap();
        let goal = at.goal(&names()).whole;
        assert!(goal.ends_with('.') && goal.matches(". ").count() == 0, "one sentence: {goal}");
        for landmark in at.landmarks() {
            assert!(at.extent().contains(landmark.cell));
        }
    }
    let meanings: Vec<_> =
        at("siege", &[], None).landmarks().iter().map(|mark| (mark.cell, mark.meaning)).collect();
    assert_eq!(meanings, [(0, Meaning::Base(Seat::One)), (10, Meaning::Base(Seat::Two))]);
    assert_eq!(explain_landmark(Meaning::Base(Seat::Two), &names()), "Grace's base");
    let pushes: Vec<_> =
        at("cards", &[], None).landmarks().iter().map(|mark| (mark.cell, mark.meaning)).collect();
    assert_eq!(pushes, [(-5, Meaning::Goal(Seat::Two)), (5, Meaning::Goal(Seat::One))]);
}

#[test]
fn settings_are_said_in_words_where_they_differ() {
    let said = |slug, settings: &[&str]| changed_settings(&at(slug, settings, None).settings());
    assert_eq!(said("duel", &[]), None);
    assert_eq!(said("duel", &["length=12", "misere=yes"]).unwrap(), "numbers 1 to 12, the last move loses");
    assert_eq!(said("cards", &["end=4"]).unwrap(), "ends at −4 and +4");
}
