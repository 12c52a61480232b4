//! A sixth game is one file that implements `Game` and `Picture`, its `mod` line, and one row in the catalog. The tests
//! below show what it then gets for free, whether one seat moves at a time or both choose at once.

#[path = "../../table/tests/countdown/mod.rs"]
mod countdown;
#[path = "../../table/tests/hideout/mod.rs"]
mod hideout;
#[path = "../../table/tests/laws/mod.rs"]
mod laws;

use std::io;

use countdown::Countdown;
use hideout::Hideout;
use numberline_cli::{Advice, Left, Out, Recorder, Round, Script};
use numberline_rules::Seat;
use numberline_table::{
    AnyGame, Bounds, ByInduction, ByRetrograde, Ending, OracleCache, Request, Session, game,
};

use crate::paper::Paper;

#[test]
fn it_keeps_the_laws() {
    let row = game::<Countdown, ByRetrograde>();
    let walk = laws::hold(row, &row.book_settings());
    assert_eq!((walk.positions, walk.ends), (14, 2));
    // The start, four cells used up or found, and then twelve pairs of two cells used up or one of them found.
    let row = game::<Hideout, ByInduction>();
    let walk = laws::hold(row, &row.book_settings());
    assert_eq!((walk.positions, walk.ends), (27, 22));
}

/// What line mode prints for these answers, its remarks, and the record of the match.
fn played(row: &'static dyn AnyGame, answers: &'static str, ending: Ending) -> [String; 3] {
    let terms = Request::default().terms_of(row, &Bounds::LOCAL).unwrap();
    let mut session = Session::begin(terms, None, 1);
    let (recorder, cache) = (Recorder::new(None, None), OracleCache::shared());
    let (transcript, asides) = (Paper::default(), Paper::default());
    let mut out = Out::to(Box::new(transcript.clone()), Box::new(asides.clone()));
    let mut script = Script::new(io::Cursor::new(answers));
    let left =
        Round::new(&mut session, &recorder, &cache, Advice::default(), &mut script, &mut out).play().unwrap();
    assert_eq!((left, session.ending()), (Left::Finished, Some(ending)));
    [transcript.text(), asides.text(), session.record().to_string()]
}

#[test]
fn it_is_played_in_line_mode() {
    let row = game::<Countdown, ByRetrograde>();
    let [transcript, asides, record] = played(row, "1\n3\nhint\n2\n2\n2\n", Ending::Won(Seat::Two));
    assert_eq!(
        transcript,
        "Welcome to Countdown!
Number Line: 0 1 2 3 4 5 6 [7]

Player 1's turn.
Enter your move (e.g., '2'): 1
Player 1 played: 1
Number Line: 0 1 2 3 4 5 [6] 7

Player 2's turn.
Enter your move (e.g., '2'): 3
Invalid move. You cannot take 3.
Enter your move (e.g., '2'): hint
Enter your move (e.g., '2'): 2
Player 2 played: 2
Number Line: 0 1 2 3 [4] 5 6 7

Player 1's turn.
Enter your move (e.g., '2'): 2
Player 1 played: 2
Number Line: 0 1 [2] 3 4 5 6 7

Player 2's turn.
Enter your move (e.g., '2'): 2
Player 2 played: 2
Number Line: [0] 1 2 3 4 5 6 7

Player 2 wins the game!
"
    );
    assert_eq!(asides, "You lose if the opponent makes no mistake.\n");
    assert!(record.ends_with("1. 1 2. 2 3. 2 4. 2 0-1\n"), "{record}");
}

/// Each seat is asked separately, and a hint about a mix says how often to choose each cell.
#[test]
fn it_is_chosen_in_secret_in_line_mode() {
    let row = game::<Hideout, ByInduction>();
    let answers = "7\n4\nhint\nhint\nhint\nhint\n2\n2\n1\n";
    let [transcript, asides, record] = played(row, answers, Ending::Won(Seat::Two));
    assert_eq!(
        transcript,
        "Welcome to Hideout!
Number Line: 1 2 3 4

Both players choose in secret.
Player 1, make your choice. What you type is not shown.
Enter your move (e.g., '2'): 7
Invalid move. That is not one of your cells. You can choose 1, 2, 3, 4.
Enter your move (e.g., '2'): 4
Player 2, make your choice. What you type is not shown.
Enter your move (e.g., '2'): hint
Enter your move (e.g., '2'): hint
Enter your move (e.g., '2'): hint
Enter your move (e.g., '2'): hint
Enter your move (e.g., '2'): 2
Player 1 played: 4
Player 2 played: 2
Number Line: 1 2 3 X

Both players choose in secret.
Player 1, make your choice. What you type is not shown.
Enter your move (e.g., '2'): 2
Player 2, make your choice. What you type is not shown.
Enter your move (e.g., '2'): 1
Player 1 played: 2
Player 2 played: 1
Number Line: 1 2(O) 3 X

Player 2 wins the game!
"
    );
    assert_eq!(
        asides,
        "With best play your chance of winning is 75 %.
Look for 2 of your 4 cells to mix.
Choose at random: 1 with 50 %, 3 with 50 %.
That guarantees 75 % whatever the opponent plays, and nothing guarantees more.
"
    );
    assert!(record.ends_with("1. 4/2 2. 2/1 0-1\n"), "{record}");
}
