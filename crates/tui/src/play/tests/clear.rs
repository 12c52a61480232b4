//! A newcomer's first game: the goal stays in sight, previews and messages speak of effects, endings say why.

use crossterm::event::KeyModifiers;
use crossterm::event::{KeyCode, MouseEvent, MouseEventKind};
use numberline_rules::{Aim, Seat, Span};
use numberline_table::{Ending, Request};
use ratatui::layout::Rect;

use super::{begun, enter, position, usual, wait, wanted};
use crate::Event;
use crate::bench::Benched;
use crate::play::{Play, State};
use crate::screen::Go;
use crate::tests::trial::{Trial, names};

const GAMES: [&str; 5] = ["duel", "token", "blockade", "cards", "siege"];

/// What the screen says, as one line: text may be wrapped anywhere.
fn said(trial: &Trial, play: &Play) -> String {
    let picture = trial.picture(play);
    // On a wide screen the moves are beside it.
    let columns = if trial.context.area.width > 110 { 168 } else { usize::MAX };
    let lines = picture.lines().map(|line| line.chars().take(columns).collect::<String>());
    lines
        .collect::<Vec<_>>()
        .join(" ")
        .split(|letter: char| letter.is_whitespace() || letter == '│')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

fn still(width: u16, height: u16) -> Trial {
    let mut trial = Trial::new(width, height);
    trial.context.preferences.choose(crate::Setting::Motion, "off");
    trial
}

/// A match against a computer, in which the cards are pointed at.
fn alone(slug: &str, moves: &str, trial: &mut Trial) -> Play {
    begun(&Request { players: [None, usual()], ..wanted(slug, &[], moves) }, trial)
}

#[test]
fn the_goal_is_in_sight() {
    for slug in GAMES {
        for (width, height) in [(40, 10), (80, 22), (200, 58)] {
            let mut trial = still(width, height);
            let mut play = alone(slug, "", &mut trial);
            let goal = play.session.table().goal();
            assert!(said(&trial, &play).contains(&goal.whole), "{slug} {width}: {}", trial.picture(&play));
            enter(&mut trial, &mut play);
            wait(&mut trial, &mut play, 3);
            // A small screen keeps at least how to win.
            let said = said(&trial, &play);
            let kept = said.contains(&goal.whole) || height == 10 && said.contains(&goal.win);
            assert!(kept, "{slug} {width}: {}", trial.picture(&play));
        }
    }
}

/// On the smallest screen too, and after the computer has moved.
#[test]
fn the_goal_stays_in_sight_beside_the_coach() {
    for slug in GAMES {
        let mut trial = still(40, 10);
        let mut play = alone(slug, "", &mut trial);
        trial.types(&mut play, "c");
        wait(&mut trial, &mut play, 3);
        let win = play.goal_lines(40, false).join(" ");
        assert!(said(&trial, &play).contains(&win), "{slug}: {}", trial.picture(&play));
        enter(&mut trial, &mut play);
        wait(&mut trial, &mut play, 3);
        let picture = said(&trial, &play);
        let note = &play.bench.note.text;
        assert!(play.session.at().length() > 0 && !note.is_empty(), "{slug}: {picture}");
        assert!(picture.contains(&win) && picture.contains(note), "{slug}: {}", trial.picture(&play));
        assert!(picture.contains("Coach") && picture.contains("perfect"), "{slug}: {}", trial.picture(&play));
    }
}

/// The signs in the head stand for names that would need two lines.
#[test]
fn long_names_give_way_to_signs() {
    let given = names(["Bartholomew Featherstone", "Wilhelmina Throckmorton"]);
    let play = begun(&Request { names: given, ..wanted("cards", &[], "") }, &mut still(40, 10));
    assert_eq!(play.goal_lines(40, false).join(" "), "● wins at +5, ○ at −5.");
}

/// After the end the coach has nothing to say, and the ending has the room.
#[test]
fn the_ending_takes_the_place_of_the_coach() {
    for (width, height) in [(40, 10), (80, 22), (200, 58)] {
        let mut trial = still(width, height);
        let mut play = begun(&wanted("siege", &[], "2, 1, 3, 1"), &mut trial);
        trial.types(&mut play, "c");
        wait(&mut trial, &mut play, 3);
        assert!(said(&trial, &play).contains("Coach"));
        trial.types(&mut play, "3");
        enter(&mut trial, &mut play);
        wait(&mut trial, &mut play, 3);
        let picture = said(&trial, &play);
        assert!(picture.contains("captured Grace on 8 and wins."), "{}", trial.picture(&play));
        assert!(picture.contains("play again") && !picture.contains("Coach"), "{}", trial.picture(&play));
        assert!(!picture.contains("The game is over"), "{}", trial.picture(&play));
    }
}

/// Whatever the players are called: a name may look like the end of a sentence, and is never rewritten.
#[test]
fn how_to_win_has_whole_names() {
    let given = names(["ada", "A:B; c"]);
    let play = begun(&Request { names: given, ..wanted("cards", &[], "") }, &mut still(40, 10));
    assert_eq!(play.goal_lines(40, false).join(" "), "ada wins at +5, A:B; c at −5.");
}

#[test]
fn settings_are_told_only_where_they_differ_from_the_book() {
    let mut trial = still(80, 22);
    let play = begun(&wanted("duel", &[], ""), &mut trial);
    assert!(!said(&trial, &play).contains("Not as in the book"));
    let play = begun(&wanted("duel", &["misere=yes", "length=12"], ""), &mut trial);
    assert!(said(&trial, &play).contains("Not as in the book: numbers 1 to 12, the last move loses."));
}

#[test]
fn the_ends_say_what_they_mean() {
    for (slug, words, sign) in [
        ("token", ["✗ Landing here loses", "Landing here loses ✗"], '✗'),
        ("siege", ["● Ada's base", "Grace's base ○"], '○'),
        ("cards", ["○ Grace pushes here", "Ada pushes here ●"], '●'),
    ] {
        let mut trial = still(80, 22);
        let play = alone(slug, "", &mut trial);
        for word in words {
            assert!(trial.picture(&play).contains(word), "{slug}: {}", trial.picture(&play));
        }
        trial.context.area = Rect::new(0, 0, 60, 16);
        let picture = trial.picture(&play);
        let ends = picture.lines().find(|line| line.contains(['┬', '✗'])).unwrap();
        assert!(picture.contains(words[0]) || ends.contains(sign), "{slug}: {picture}");
    }
}

#[test]
fn an_untouched_board_looks_untouched() {
    for slug in GAMES {
        let mut trial = still(80, 22);
        let mut play = alone(slug, "", &mut trial);
        let picture = trial.picture(&play);
        assert!(!picture.contains(['┏', '+']) || slug == "cards" && !picture.contains('┏'), "{picture}");
        assert!(said(&trial, &play).contains("Ada to move"), "{picture}");
        let before = position(&play);
        trial.press(&mut play, KeyCode::Enter);
        assert!(trial.picture(&play).contains('┏'), "the first Enter only points: {}", trial.picture(&play));
        assert_eq!(position(&play), before);
        trial.press(&mut play, KeyCode::Enter);
        wait(&mut trial, &mut play, 3);
        assert!(play.session.at().length() > 0, "{slug}");
        assert!(!trial.picture(&play).contains('┏'), "and the next turn is untouched again");
    }
}

#[test]
fn previews_speak_of_effects() {
    for (slug, moves, typed, does) in [
        ("token", "", "2 right", "Ada: to 7"),
        ("token", "2r;1r", "2 right", "Ada: lands on 10 and loses"),
        ("siege", "3;2", "1", "Ada: to 4"),
        ("siege", "3;2;2;2", "1", "Ada: captures Grace and wins"),
        ("blockade", "1", "7", "Grace: claims 7, blocks 6 and 8"),
        ("duel", "", "5 6", "Ada: crosses out 5 and 6"),
    ] {
        let mut trial = still(80, 22);
        let mut play = begun(&wanted(slug, &[], moves), &mut trial);
        let aim = play.session.at().aim(play.person().unwrap(), typed).unwrap();
        play.bench.pointer.point(aim);
        assert!(said(&trial, &play).contains(does), "{does}: {}", trial.picture(&play));
    }
}

/// What is typed is previewed as what is pointed at, as soon as it is an allowed move.
#[test]
fn a_typed_move_is_previewed_in_words() {
    let mut trial = still(80, 22);
    let mut play = begun(&wanted("siege", &[], "3;2;2;2"), &mut trial);
    assert!(said(&trial, &play).contains("or type a move, such as 1"), "{}", trial.picture(&play));
    trial.types(&mut play, "1");
    assert!(said(&trial, &play).contains("Move: 1 captures Grace and wins"), "{}", trial.picture(&play));
    trial.types(&mut play, "7");
    assert!(!said(&trial, &play).contains("captures"), "17 is no move: {}", trial.picture(&play));
}

/// The rules are those of the variant that is played.
#[test]
fn the_rules_have_the_numbers_of_the_variant() {
    let mut trial = still(80, 22);
    let mut play = begun(&wanted("cards", &["cards=7"], ""), &mut trial);
    enter(&mut trial, &mut play);
    let Go::Open(rules) = trial.press(&mut play, KeyCode::Char('R')) else { panic!("R opens the rules") };
    assert!(trial.picture(&*rules).contains("1 to 7"), "{}", trial.picture(&*rules));
}

#[test]
fn both_tokens_are_seen_before_a_capture() {
    for (width, both) in [(80, "● ○"), (40, "●○"), (200, "▐█▌ │ │")] {
        let mut trial = still(width, 22);
        let mut play = begun(&wanted("siege", &[], "3;2;2;2"), &mut trial);
        play.bench.pointer.point(Aim::cell(6));
        assert!(trial.picture(&play).contains(both), "{}", trial.picture(&play));
        enter(&mut trial, &mut play);
        assert!(!trial.picture(&play).contains(both), "only the winner is left");
    }
}

#[test]
fn the_last_move_is_told_apart_from_what_it_blocked() {
    let mut trial = still(80, 22);
    let play = begun(&wanted("blockade", &[], ""), &mut trial);
    let mut play = play;
    trial.types(&mut play, "7");
    assert!(trial.picture(&play).contains("×┏━+┓─×"), "{}", trial.picture(&play));
    enter(&mut trial, &mut play);
    let picture = trial.picture(&play);
    assert!(picture.contains("─×┬─▾┬─×"), "{picture}");
    assert!(picture.contains("Ada claimed 7 and blocked 6 and 8."), "{picture}");
}

#[test]
fn what_two_cards_did_is_never_cut_off() {
    let long = names(["Ada Augusta King, Countess Lovel", "Grace Brewster Murray Hopper, US"]);
    for (width, height) in [(40, 10), (48, 10), (80, 22)] {
        let mut trial = still(width, height);
        let mut play = begun(&Request { names: long.clone(), ..wanted("cards", &[], "") }, &mut trial);
        for card in ["3", "1"] {
            enter(&mut trial, &mut play);
            trial.types(&mut play, card);
            enter(&mut trial, &mut play);
        }
        assert!(matches!(play.state, State::Revealed));
        let told = "King, Countess Lovel played 3, Grace Brewster Murray Hopper, US played 1: the marker moves from 0 to +2.";
        assert!(said(&trial, &play).contains(told), "{width}: {}", trial.picture(&play));
    }
}

#[test]
fn a_card_can_be_changed_until_the_other_one_is_in() {
    let mut trial = still(80, 22);
    let mut play = begun(&wanted("cards", &[], ""), &mut trial);
    enter(&mut trial, &mut play);
    trial.types(&mut play, "3");
    enter(&mut trial, &mut play);
    let said_so = "Ada has chosen, and can still change it: u.";
    assert!(said(&trial, &play).contains(said_so), "{}", trial.picture(&play));
    trial.types(&mut play, "u");
    assert!(matches!(play.state, State::Curtain(Seat::One)) && !said(&trial, &play).contains(said_so));
    for card in ["5", "1"] {
        enter(&mut trial, &mut play);
        trial.types(&mut play, card);
        enter(&mut trial, &mut play);
    }
    assert!(said(&trial, &play).contains("Ada played 5, Grace played 1"), "{}", trial.picture(&play));
}

#[test]
fn a_computer_that_wins_is_not_congratulated() {
    let mut trial = still(80, 22);
    let mut play = alone("siege", "", &mut trial);
    trial.types(&mut play, "ry");
    assert_eq!(play.session.ending(), Some(Ending::Resigned { winner: Seat::Two }));
    assert!(!trial.picture(&play).contains('★'), "{}", trial.picture(&play));
    let mut play = begun(&wanted("siege", &[], "3;2;2;2"), &mut trial);
    trial.types(&mut play, "1");
    enter(&mut trial, &mut play);
    assert!(trial.picture(&play).contains("★ Ada captured Grace on 6 and wins. ★"));
    assert_eq!(said(&trial, &play).matches("captured").count(), 1, "{}", trial.picture(&play));
}

#[test]
fn a_third_repetition_is_said() {
    let mut trial = still(80, 22);
    let mut play = begun(&wanted("token", &[], "1r;1l;1r"), &mut trial);
    trial.types(&mut play, "1l");
    enter(&mut trial, &mut play);
    let picture = said(&trial, &play);
    assert!(picture.contains("up for the third time. The rules do not end the game for that."), "{picture}");
}

/// Whatever is pressed, scrolled or resized, what is pointed at is on the screen.
#[test]
fn the_pointer_is_never_off_the_visible_line() {
    let wheel = |kind| Event::Mouse(MouseEvent { kind, column: 20, row: 10, modifiers: KeyModifiers::NONE });
    for slug in ["duel", "blockade"] {
        let mut trial = still(80, 22);
        let mut play = begun(&wanted(slug, &["length=60"], ""), &mut trial);
        let keys =
            [KeyCode::Right, KeyCode::Char('L'), KeyCode::Left, KeyCode::Tab, KeyCode::PageDown, KeyCode::Up];
        for step in 0..400_usize {
            let before = play.window(trial.context.area);
            trial.press(&mut play, keys[(step / 7 + step % 3) % keys.len()]);
            if step % 11 == 0 {
                trial.give(&mut play, wheel(MouseEventKind::ScrollDown));
            }
            if step % 13 == 0 {
                let width = [33, 40, 57, 80, 120][step % 5];
                trial.context.area = Rect::new(0, 0, width, 22);
            }
            let seen = play.window(trial.context.area);
            if let Some(Aim::Cells(span)) = play.bench.pointer.aim() {
                assert!(
                    seen.contains(span.first) && seen.contains(span.last),
                    "{span:?} {seen:?} {before:?}"
                );
                assert!(trial.places(&play).find(crate::page::Spot::Aim(Aim::cell(span.first))).is_some());
            }
        }
        trial.context.area = Rect::new(0, 0, 40, 22);
        trial.press(&mut play, KeyCode::Home);
        trial.give(&mut play, wheel(MouseEventKind::ScrollDown));
        trial.give(&mut play, wheel(MouseEventKind::ScrollDown));
        trial.give(&mut play, wheel(MouseEventKind::ScrollDown));
        let seen = play.window(trial.context.area);
        assert!(
            seen.first > 1 && play.bench.pointer.aim().is_none(),
            "what is scrolled away is not pointed at"
        );
        trial.press(&mut play, KeyCode::Right);
        let Some(Aim::Cells(Span { first, .. })) = play.bench.pointer.aim() else { panic!("nothing") };
        assert!(seen.contains(first), "pointing begins where the player looks");
    }
}

#[test]
fn names_and_moves_are_whole_while_there_is_room() {
    let mut trial = still(80, 22);
    let play = begun(
        &Request { names: [None, None], players: [None, usual()], ..wanted("cards", &[], "") },
        &mut trial,
    );
    assert_eq!(trial.picture(&play).matches("Computer (level 3)").count(), 4, "{}", trial.picture(&play));
}

/// In an analysis on a wide screen, long names are whole in the list of moves, too.
#[test]
fn names_are_whole_in_an_analysis() {
    let long = names(["Ada Lovelace Byron", "Grace Murray Hopper"]);
    let record =
        begun(&Request { names: long, ..wanted("siege", &[], "3;2") }, &mut still(200, 58)).session.record();
    let mut trial = still(200, 58);
    let (mut study, effect) = crate::study::Study::new(record, &mut trial.context).unwrap();
    trial.settle(&mut study, effect);
    let picture = trial.picture(&study);
    assert!(
        picture.contains("1. Ada Lovelace Byron  3") && picture.contains("2. Grace Murray Hopper 2"),
        "{picture}"
    );
}

/// The players are named beside their accuracy, even where a name takes much of the width.
#[test]
fn accuracies_have_names() {
    let mut trial = still(80, 22);
    let long = names(["Ada", "Grace Brewster Murray Hopper"]);
    let record = begun(&Request { names: long, ..wanted("siege", &[], "3;2") }, &mut trial).session.record();
    let (mut study, effect) = crate::study::Study::new(record, &mut trial.context).unwrap();
    trial.settle(&mut study, effect);
    let picture = trial.picture(&study);
    assert!(picture.contains("○ Grace Brewster Murray Hopper: ") && picture.contains("2. ○ 2 "), "{picture}");
}

/// A branch is tried with the same words as a move.
#[test]
fn an_analysis_speaks_of_effects_too() {
    let mut trial = still(80, 22);
    let record = begun(&wanted("siege", &[], "3;2;2;2"), &mut trial).session.record();
    let (mut study, effect) = crate::study::Study::new(record, &mut trial.context).unwrap();
    trial.settle(&mut study, effect);
    trial.press(&mut study, KeyCode::Tab);
    assert!(trial.picture(&study).contains("Ada: captures Grace and wins"), "{}", trial.picture(&study));
    trial.press(&mut study, KeyCode::Enter);
    assert!(trial.picture(&study).contains("Backspace goes back to the game"), "{}", trial.picture(&study));
}

#[test]
fn the_coach_leaves_the_moves_on_a_large_screen() {
    let mut trial = still(200, 58);
    let mut play = begun(&wanted("duel", &[], "5 6"), &mut trial);
    trial.types(&mut play, "c");
    let picture = trial.picture(&play);
    assert!(
        picture.contains(" Coach ") && picture.contains(" Moves ") && picture.contains("1. ● 5 6"),
        "{picture}"
    );
}

/// Without Unicode, `blockade` has the signs of its book.
#[test]
fn blockade_has_the_signs_of_its_book() {
    let mut trial = still(80, 22).in_ascii();
    let play = begun(&wanted("blockade", &[], "4;9"), &mut trial);
    let picture = trial.picture(&play);
    assert!(picture.contains("| -| X| -|") && picture.contains("| -| O| -|"), "{picture}");
    assert!(picture.contains("X Ada") && picture.contains("O Grace"), "{picture}");
}

#[test]
fn record_and_position_are_copied() {
    let mut trial = still(80, 22);
    let mut play = begun(&wanted("token", &[], "2r"), &mut trial);
    let (_, effect) = trial.event(&mut play, crate::tests::trial::key(KeyCode::Char('P')));
    assert!(matches!(effect, crate::Effect::Copy(text) if text == "7 2"));
    assert!(said(&trial, &play).contains("Sent the position to the clipboard"));
    let (_, effect) = trial.event(&mut play, crate::tests::trial::key(KeyCode::Char('C')));
    assert!(matches!(effect, crate::Effect::Copy(text) if text.contains("[Game \"token\"]")));
}
