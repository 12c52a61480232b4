//! A sixth game is studied like the others: nothing in the server knows which games there are.
#![allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]

#[allow(dead_code, reason = "only the game itself is used here")]
#[path = "../../table/tests/countdown/mod.rs"]
mod countdown;

use countdown::Countdown;
use numberline_rules::Seat;
use numberline_server::Study;
use numberline_table::{ByRetrograde, Limits, Name, Record, Table, Tags, game};
use numberline_wire::Window;

#[tokio::test]
async fn it_is_drawn_analysed_and_reviewed() {
    let row = game::<Countdown, ByRetrograde>();
    let study = Study::default();
    let begin = || row.start(&row.book_settings(), Seat::One).unwrap();
    let board = study.board(begin(), Window::default()).await.unwrap();
    assert_eq!(board.moves[0].len(), 2);
    let (_, analysis) = study.analyse(row, begin()).await.unwrap();
    let best = analysis.moves.as_ref().unwrap().first().unwrap();
    assert_eq!((analysis.position_value, best.r#move.as_str()), (Some("win"), "1"));
    let names = Name::of_both_seats();
    let mut table = Table::new(begin(), names.clone(), Limits::default());
    table.play_turn("2").unwrap();
    let record = Record::of(row, &table, Tags { names, date: None, round: None, seed: None });
    let review = study.review(record).await.unwrap();
    assert_eq!(review.review.plies.first().unwrap().moves.first().unwrap().better, ["1"]);
    assert_eq!(review.chart.iter().map(|point| point.value).collect::<Vec<_>>(), [Some("win"), Some("lose")]);
}
