//! The set-up as it is seen: the line as it would be, the fields, and what the chosen field is about.

use numberline_rules::{FirstTurn, Mark, Seat, Span as Cells};
use numberline_table::{AnyMatch, First, Rounds};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::choices::{Choices, MOST_ROUNDS};
use super::field::Field;
use crate::board::Board;
use crate::form::{Form, Row, Value};
use crate::text_field::TextField;
use crate::{Look, Role};

/// Where the parts of the set-up lie.
pub(super) struct Places {
    board: Rect,
    pub(super) form: Rect,
    about: Rect,
    /// Whether there is room for headings.
    roomy: bool,
}

impl Places {
    pub(super) fn new(choices: &Choices, area: Rect) -> Self {
        if area.width >= 120 && area.height >= 26 {
            return Self::wide(choices, area);
        }
        let margin = Margin::new(u16::from(area.width > 60), 0);
        let inner = area.inner(margin);
        let about = match area.height {
            10.. => 2,
            8.. => 1,
            _ => 0,
        };
        let most = if area.height >= 10 { area.height / 3 } else { 0 };
        let board = board_height(choices, Rect { height: most, ..inner }).min(most);
        let gap = u16::from(area.height >= 20);
        let [_, board, _, form, about] = Layout::vertical([
            Constraint::Length(gap),
            Constraint::Length(board),
            Constraint::Length(gap),
            Constraint::Fill(1),
            Constraint::Length(about),
        ])
        .areas(inner);
        Self { board, form, about, roomy: false }
    }

    /// The fields on the left, everything else on the right.
    fn wide(choices: &Choices, area: Rect) -> Self {
        let inner = area.inner(Margin::new(4, 2)).centered_horizontally(Constraint::Max(170));
        let [form, _, right] =
            Layout::horizontal([Constraint::Length(62), Constraint::Length(4), Constraint::Fill(1)])
                .areas(inner);
        let board = board_height(choices, Rect { height: right.height / 2, ..right });
        let [board, _, about] =
            Layout::vertical([Constraint::Length(board), Constraint::Length(2), Constraint::Fill(1)])
                .areas(right);
        Self { board, form, about, roomy: true }
    }
}

pub(super) fn draw(
    choices: &Choices,
    focus: Field,
    refused: Option<&str>,
    frame: &mut Frame<'_>,
    area: Rect,
    look: &Look,
) {
    let places = Places::new(choices, area);
    match (&choices.start, &choices.picture) {
        (Ok(()), Some(game)) => {
            Board::new(&**game, point_of_interest(&**game)).draw(frame, places.board, look);
        }
        _ => {
            let line = Line::styled("There is no such line: see below.", look.style(Role::Warning));
            let middle = places.board.centered_vertically(Constraint::Length(1));
            frame.render_widget(line.centered(), middle);
        }
    }
    let (fields, rows): (Vec<_>, Vec<_>) = rows(choices, area, refused).into_iter().unzip();
    let place = fields.iter().position(|field| *field == Some(focus)).unwrap_or(0);
    Form::new(&rows, place, places.form).draw(frame, look);
    let about = about(choices, focus);
    let lines = textwrap::wrap(&about, usize::from(places.about.width).max(1));
    let lines = lines.into_iter().map(|line| Line::styled(line, look.style(Role::Faint)));
    frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), places.about);
}

/// The rows of the form, each with its field; headings and what cannot be changed have none.
pub(super) fn rows(choices: &Choices, area: Rect, refused: Option<&str>) -> Vec<(Option<Field>, Row)> {
    let roomy = Places::new(choices, area).roomy;
    let mut rows = Vec::new();
    let heading = |text: &str, rows: &mut Vec<(Option<Field>, Row)>| {
        if roomy {
            rows.push((None, Row::new("", Value::Heading)));
            rows.push((None, Row::new(text, Value::Heading)));
        }
    };
    for field in choices.fields() {
        match field {
            Field::Seat(Seat::One) => heading("Players", &mut rows),
            Field::Number(0) | Field::Word(0) => heading("The line", &mut rows),
            Field::Rounds if choices.game.info().first == FirstTurn::Fixed => {
                heading("The session", &mut rows);
                let fixed = Value::Fixed("as the book says".to_owned());
                rows.push((None, Row::new("Who begins", fixed)));
            }
            Field::First => heading("The session", &mut rows),
            _ => {}
        }
        let problem = match field {
            Field::Play => refused.map(str::to_owned).or_else(|| choices.problem(field)),
            _ => choices.problem(field),
        };
        let row = Row::new(label(choices, field), value(choices, field)).with_note(note(choices, field));
        rows.push((Some(field), row.with_problem(problem)));
    }
    rows
}

fn label(choices: &Choices, field: Field) -> String {
    match field {
        Field::Play => "Play".to_owned(),
        Field::Seat(seat) => format!("Player {seat}"),
        Field::Name(_) => "  Name".to_owned(),
        Field::Number(place) | Field::Word(place) => {
            let parameter = choices.game.parameters().get(place);
            capital(parameter.map_or("", |parameter| parameter.name))
        }
        Field::First => "Who begins".to_owned(),
        Field::Rounds => "Rounds".to_owned(),
        Field::Count => "  How many".to_owned(),
        Field::Coach => "Coach".to_owned(),
        Field::MaxTurns => "Turn limit".to_owned(),
        Field::MaxInvalid => "Attempts".to_owned(),
    }
}

fn value(choices: &Choices, field: Field) -> Value {
    let typed = |instead: String| {
        let (before, after) = choices.text(field).map(TextField::halves).unwrap_or_default();
        Value::Typed { before, after, instead }
    };
    match field {
        Field::Play => Value::Button,
        Field::Seat(seat) => {
            Value::Choice(choices.player(seat).map_or_else(|| "Person".to_owned(), |player| player.title()))
        }
        Field::Name(seat) => typed(choices.usual_name(seat).to_string()),
        Field::Number(_) | Field::Count => typed(String::new()),
        Field::Word(place) => Value::Choice(choices.word(place)),
        Field::First => {
            let name = |seat: Seat| match choices.text(Field::Name(seat)).map(TextField::text) {
                Some(name) if !name.trim().is_empty() => name.trim().to_owned(),
                _ => choices.usual_name(seat).to_string(),
            };
            Value::Choice(match choices.first() {
                None | Some(First::Seat(Seat::One)) => name(Seat::One),
                Some(First::Seat(Seat::Two)) => name(Seat::Two),
                Some(First::Toss) => "toss a coin".to_owned(),
            })
        }
        Field::Rounds => Value::Choice(
            match choices.rounds() {
                Rounds::One => "one match",
                Rounds::All(_) => "several, all played",
                Rounds::BestOf(_) => "best of several",
            }
            .to_owned(),
        ),
        Field::Coach => Value::Choice(if choices.coach { "on" } else { "off" }.to_owned()),
        Field::MaxTurns | Field::MaxInvalid => typed("none".to_owned()),
    }
}

/// Which values there are.
fn note(choices: &Choices, field: Field) -> String {
    match field {
        Field::Number(place) | Field::Word(place) => {
            let parameter = choices.game.parameters().get(place);
            parameter.map(|parameter| parameter.domain.to_string()).unwrap_or_default()
        }
        Field::Count => format!("1 to {MOST_ROUNDS}"),
        _ => String::new(),
    }
}

/// What the field is about, in a sentence or two.
fn about(choices: &Choices, field: Field) -> String {
    match field {
        Field::Play => choices.game.info().summary.to_owned(),
        Field::Seat(seat) => match choices.player(seat) {
            None => "A person at this keyboard.".to_owned(),
            Some(player) => player.belief(),
        },
        Field::Name(seat) => format!("Leave it empty for {}.", choices.usual_name(seat)),
        Field::Number(place) | Field::Word(place) => {
            choices.game.parameters().get(place).map_or_else(String::new, |parameter| {
                let (domain, book) = (&parameter.domain, parameter.domain.book());
                format!("{} ({domain}; book {book}).", capital(parameter.help))
            })
        }
        Field::First => match choices.game.info().first {
            FirstTurn::EitherSeat => "The players agree who takes the first turn.",
            FirstTurn::WhoIsPlayerOne => "Who begins sits as Player 1; the players agree who that is.",
            FirstTurn::Fixed => "The book says who begins.",
        }
        .to_owned(),
        Field::Rounds => {
            "All rounds with a running score, or only until one player has more than half.".to_owned()
        }
        Field::Count => format!("1 to {MOST_ROUNDS} rounds."),
        Field::Coach => {
            "The coach warns before a mistake. Values and hints are behind c and t, with it or without."
                .to_owned()
        }
        Field::MaxTurns => "After so many turns the game is a draw.".to_owned(),
        Field::MaxInvalid => "The invalid move in a row that loses the game.".to_owned(),
    }
}

fn board_height(choices: &Choices, area: Rect) -> u16 {
    let picture = choices.picture.as_deref();
    picture.map_or(1, |game| Board::new(game, point_of_interest(game)).height(area))
}

/// A cell that is worth looking at on a long line: where a piece stands, or else the beginning.
fn point_of_interest(game: &dyn AnyMatch) -> i64 {
    const LOOKED_AT: i64 = 64;
    let extent = game.extent();
    let middle = extent.first.midpoint(extent.last);
    let looked_at =
        [extent.first, middle].map(|cell| Cells { first: cell, last: cell }.widened(LOOKED_AT, extent));
    let marked = looked_at.into_iter().find_map(|window| {
        game.line(window).cells.into_iter().find(|cell| cell.mark != Mark::Open).map(|cell| cell.number)
    });
    marked.unwrap_or(extent.first)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
