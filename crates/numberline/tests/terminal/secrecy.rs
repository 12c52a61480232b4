//! Choosing in secret: nothing on a shared screen reveals a card before both are shown, whatever is typed.

use std::fs;

use crate::pty::{BACKSPACE, Home, LEFT, Session, UP, find};

const REVEAL: &str = "\nPlayer 1 played Move Card: ";
const BOOK: &[&str] = &["play", "cards"];
const TWELVE: &[&str] = &["play", "cards", "--set", "cards=12"];
const COLOUR: &[&str] = &["play", "cards", "--color", "always"];

/// Types each answer at its prompt, and returns the output up to the reveal.
#[track_caller]
fn up_to_reveal(args: &[&str], answers: &[&str]) -> Vec<u8> {
    let mut session = Session::start(args);
    for answer in answers {
        session.wait_for("Enter your move card (");
        session.wait_for("): ");
        session.enter(answer);
    }
    revealed(&mut session)
}

#[track_caller]
fn revealed(session: &mut Session) -> Vec<u8> {
    session.wait_for(REVEAL);
    let mut bytes = session.raw();
    let end = find(&bytes, REVEAL.replace('\n', "\r\n").as_bytes()).expect("the reveal");
    bytes.truncate(end);
    bytes
}

/// Asserts that the answers of all runs leave the same on the screen, byte for byte.
#[track_caller]
fn assert_alike(args: &[&str], runs: &[&[&str]]) {
    let outputs: Vec<String> =
        runs.iter().map(|answers| up_to_reveal(args, answers).escape_ascii().to_string()).collect();
    for (answers, output) in runs.iter().zip(&outputs) {
        assert!(output.contains("Player 2, choose in secret."), "there was no prompt:\n{output}");
        assert_eq!(output, &outputs[0], "{answers:?} shows");
    }
}

#[test]
fn between_the_prompt_and_the_reveal_there_is_nothing_but_the_other_prompt() {
    for (one, two) in [("1", "5"), ("3", "3"), ("4", "2"), ("5", "1")] {
        let output = String::from_utf8(up_to_reveal(BOOK, &[one, two])).expect("text");
        let prompt = "Enter your move card (1, 2, 3, 4, 5): ";
        let (_, shown) = output.split_once(prompt).expect("a prompt");
        assert_eq!(shown, format!("\r\nPlayer 2, choose in secret.\r\n{prompt}\r\n"));
    }
}

#[test]
fn the_screen_and_its_scrollback_never_show_a_card() {
    let mut session = Session::start(TWELVE);
    // The cards on the screen are those in the two hands, three times: in the list of both and in each prompt.
    for (turn, (one, two)) in [("11", "12"), ("7", "7"), ("12", "10")].into_iter().enumerate() {
        session.wait_for("Player 1, choose in secret.\nEnter your move card (");
        session.wait_for("): ");
        session.enter(one);
        session.wait_for("Player 2, choose in secret.\nEnter your move card (");
        session.wait_for("): ");
        let screen = session.screen();
        let (_, now) = screen.rsplit_once("Player 1, choose in secret.").expect("a prompt");
        let (first, second) = now.split_once("Player 2, choose in secret.").expect("a second prompt");
        for (prompt, hand) in [(first, 12 - turn), (second, 12 - turn)] {
            let text = prompt.trim();
            assert!(
                text.starts_with("Enter your move card (") && text.ends_with("):"),
                "{text:?} shows more"
            );
            let cards = text.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty()).count();
            assert_eq!(cards, hand, "{text:?} shows more");
        }
        session.enter(two);
        session.wait_for(&format!("{REVEAL}{one}\nPlayer 2 played Move Card: {two}\n"));
    }
}

#[test]
fn any_two_cards_look_alike() {
    assert_alike(BOOK, &[&["1", "5"], &["5", "1"], &["3", "3"], &["2", "4"]]);
    assert_alike(TWELVE, &[&["1", "12"], &["12", "1"], &["10", "11"], &["7", "7"]]);
    assert_alike(COLOUR, &[&["1", "5"], &["4", "2"]]);
}

#[test]
fn later_turns_look_alike_too() {
    let later = &["play", "cards", "--moves", "3/4; 1/1"];
    assert_alike(later, &[&["2", "5"], &["5", "2"], &["4", "3"]]);
}

/// The counterpart: text typed at an open prompt is visible, so the comparison can fail.
#[test]
fn an_open_prompt_does_not_look_alike() {
    let output = |answer: &str| {
        let mut session = Session::start(&["play", "duel"]);
        session.wait_for("Enter numbers to cross out (e.g., '5' or '5 6'): ");
        session.enter(answer);
        session.wait_for("\nPlayer 1 crossed out: ");
        let bytes = session.raw();
        let end = find(&bytes, b"\r\nPlayer 1 crossed out: ").expect("an echo line");
        bytes[..end].to_vec()
    };
    assert_ne!(output("5"), output("6"));
    assert_eq!(output("5"), output("5"));
}

/// A refusal says what is wrong with the form of an answer. Of the number itself it shows nothing.
#[test]
fn refused_answers_of_a_form_look_alike() {
    let long = "4".repeat(3000);
    let longer = "2".repeat(9000);
    let forms: [&[&str]; 4] = [
        &["7", "99", "01x", &long, &longer, "\u{202e}4"],
        &["-1", "-5", "-400"],
        &["5 5", "3/4", "\x1b[31m3", "1 2 3"],
        &["x", "five", "?!"],
    ];
    for refused in forms {
        let runs: Vec<[&str; 4]> = refused.iter().map(|refused| [refused, "2", refused, "4"]).collect();
        let runs: Vec<&[&str]> = runs.iter().map(<[&str; 4]>::as_slice).collect();
        assert_alike(BOOK, &runs);
    }
}

#[test]
fn a_card_that_was_played_is_refused_without_being_named() {
    let later = &["play", "cards", "--moves", "3/4; 1/2"];
    assert_alike(later, &[&["3", "2", "4", "1"], &["1", "5", "2", "3"]]);
    assert_alike(later, &[&["9", "2", "77", "1"], &["0", "5", "6", "5"]]);
}

#[test]
fn words_in_between_reveal_nothing() {
    for word in ["help", "hint", "rules", "", "save", "save card"] {
        assert_alike(BOOK, &[&[word, "1", word, "5"], &[word, "4", word, "2"]]);
    }
}

#[test]
fn a_withdrawn_choice_reveals_nothing() {
    assert_alike(BOOK, &[&["1", "undo", "2", "5"], &["4", "undo", "4", "3"], &["5", "undo", "1", "1"]]);
}

#[test]
fn a_declined_draw_reveals_nothing() {
    let output = |one: &str, two: &str| {
        let mut session = Session::start(BOOK);
        session.wait_for("): ");
        session.enter(one);
        session.wait_for("Player 2, choose in secret.");
        session.wait_for("): ");
        session.enter("draw");
        session.wait_for("do you accept? (yes/no): ");
        session.send(UP);
        session.enter("no");
        session.wait_for("Player 1 declines the draw.");
        session.wait_for("Player 2, choose in secret.");
        session.wait_for("): ");
        assert!(!session.modes().echo(), "the second card would show");
        session.enter(two);
        revealed(&mut session).escape_ascii().to_string()
    };
    assert_eq!(output("1", "5"), output("4", "2"));
}

#[test]
fn corrected_answers_look_like_answers() {
    let corrected = format!("3{BACKSPACE}2");
    let killed = "5 5\x154".to_owned();
    assert_alike(BOOK, &[&["1", "5"], &[&corrected, &killed], &[&killed, &corrected], &["  3  ", "\t2"]]);
    let arrows = format!("4{LEFT}{UP}");
    assert_alike(BOOK, &[&[&arrows, "2"], &["3", &arrows], &["5", "5"]]);
}

#[test]
fn typed_ahead_text_does_not_show_either() {
    let mut session = Session::start(BOOK);
    session.wait_for("Enter your move card (1, 2, 3, 4, 5): ");
    session.send("1\r5\r4\r2\r");
    session.wait_for("Player 2's Discarded Cards: [5]\n");
    // Everything that follows is printed without input, and so must be exactly this.
    session.wait_for(
        "\nCurrent Marker Position: -4\nNumber Line: -5 [-4] -3 -2 -1 0 1 2 3 4 5\n\n\
         Player 1's Remaining Move Cards: [2, 3, 4, 5]\nPlayer 2's Remaining Move Cards: [1, 2, 3, 4]\n\n\
         Player 1, choose in secret.\nEnter your move card (2, 3, 4, 5): \n\
         Player 2, choose in secret.\nEnter your move card (1, 2, 3, 4): \n\
         \nPlayer 1 played Move Card: 4\nPlayer 2 played Move Card: 2\n",
    );
    let slowly = up_to_reveal(BOOK, &["3", "4"]);
    assert!(session.raw().starts_with(&slowly), "the first turn shows more\n{}", session.screen());
}

/// A key may come at any moment, even while the program is busy between two prompts.
#[test]
fn the_terminal_shows_nothing_between_two_prompts_either() {
    let mut session = Session::start(BOOK);
    session.wait_for("Enter your move card (1, 2, 3, 4, 5): ");
    session.send("hint\r".repeat(300));
    for _ in 0..300 {
        session.wait_for("Enter your move card (1, 2, 3, 4, 5): ");
        assert!(!session.modes().echo(), "what is typed now would show\n{}", session.screen());
    }
}

#[test]
fn text_typed_ahead_of_the_next_round_does_not_show_either() {
    let mut session = Session::start(&["play", "cards", "--rounds", "2", "--set", "cards=1"]);
    session.wait_for("Enter your move card (1): ");
    session.send("1\r1\r1\r1\r");
    session.wait_for("Player 2 wins the session, 2 to 0!");
    session.wait_for("Review which round? (1 to 2, or Enter for none): ");
    session.enter("");
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
    assert!(!session.screen().contains("(1): 1"), "{}", session.screen());
}

#[test]
fn text_typed_ahead_in_the_menu_does_not_show_at_an_open_prompt() {
    let mut session = Session::start(&["--plain"]);
    session.wait_for("Choose a game: ");
    session.send("cards\r");
    session.wait_for("Who plays?");
    session.send("\r3\r");
    session.wait_for("Player 1, choose in secret.\nEnter your move card (1, 2, 3, 4, 5): ");
    session.enter("draw");
    session.wait_for("do you accept? (yes/no): ");
    session.enter("no");
    session.wait_for("declines the draw.");
    assert!(!session.screen().contains("(yes/no): 3"), "{}", session.screen());
}

#[test]
fn a_dumb_terminal_hides_cards_too() {
    let output = |one: &str, two: &str| {
        let home = Home::new();
        let mut session = home.start_with(&[("TERM", "dumb")], BOOK);
        for answer in [one, "9", two] {
            session.wait_for("Enter your move card (1, 2, 3, 4, 5): ");
            session.enter(answer);
        }
        revealed(&mut session).escape_ascii().to_string()
    };
    assert_eq!(output("1", "5"), output("4", "2"));
}

#[test]
fn an_answer_that_is_not_text_is_refused_and_not_shown() {
    let mut session = Session::start(BOOK);
    session.wait_for("Enter your move card (1, 2, 3, 4, 5): ");
    session.send(b"\xff3\r");
    session.wait_for("\nInvalid move. That is not one of your cards. You can choose 1, 2, 3, 4, 5.\nEnter your move card (1, 2, 3, 4, 5): ");
    session.enter("3");
    session.wait_for("\nPlayer 2, choose in secret.");
}

#[test]
fn secret_answers_are_not_remembered() {
    let home = Home::new();
    let mut session = home.start(TWELVE);
    for answer in ["11", "77", "12", "draw"] {
        session.wait_for("Enter your move card (");
        session.wait_for("): ");
        session.enter(answer);
    }
    session.wait_for("do you accept? (yes/no): ");
    session.enter("yes");
    session.decline_review();
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
    let typed = fs::read_to_string(home.path("numberline/typed.txt")).expect("what was typed");
    assert!(typed.contains("yes"), "nothing is remembered at all: {typed:?}");
    assert!(!typed.contains("11") && !typed.contains("77") && !typed.contains("12"), "{typed:?}");
}
