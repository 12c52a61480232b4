//! The setup screen: a preview of the line, the fields, and the description of the selected field.

use numberline_rules::{FirstTurn, Mark, Seat, Span as Cells};
use numberline_table::{AnyMatch, Request, Seats, capital, changed_settings, explain_parameter};
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::widgets::Paragraph;

use super::choices::{Choices, Entry};
use super::field::{Field, Kind};
use crate::board::Board;
use crate::form::{self, FormRow, FormValue};
use crate::page::Page;
use crate::pane::Text;
use crate::{Look, Role, coach};

/// The layout of the setup.
struct SetupLayout {
    board: Rect,
    form: Rect,
    about: Rect,
    /// Whether there is room for headings.
    roomy: bool,
}

/// The chosen field is visible, with one above and one below it.
const LEAST_FIELDS: u16 = 3;

impl SetupLayout {
    /// With room for as many rows of text as `said` takes in a width.
    fn new(choices: &Choices, area: Rect, said: &dyn Fn(u16) -> usize) -> Self {
        if area.width >= 120 && area.height >= 26 {
            return Self::wide(choices, area);
        }
        let margin = Margin::new(u16::from(area.width > 60), 0);
        let inner = area.inner(margin);
        let said = u16::try_from(said(inner.width)).unwrap_or(u16::MAX);
        let about = match area.height {
            10.. => said.max(if choices.more { 2 } else { 3 }).min(area.height - LEAST_FIELDS),
            8.. => 1,
            _ => 0,
        };
        let most = if area.height >= 10 { area.height / 3 } else { 0 };
        let board = board_height(choices, Rect { height: most, ..inner }).min(most);
        // What is said comes first.
        let board = if board + about + LEAST_FIELDS > area.height { 0 } else { board };
        let gap = u16::from(area.height >= 20);
        // Few fields leave more room for what is said about them.
        let fields = u16::try_from(rows(choices, false).len()).unwrap_or(u16::MAX);
        let form = fields.min(inner.height.saturating_sub(2 * gap + board + about));
        let form = if choices.terms.is_ok() { Constraint::Length(form) } else { Constraint::Fill(1) };
        let [_, board, _, form, _, about] = Layout::vertical([
            Constraint::Length(gap),
            Constraint::Length(board),
            Constraint::Length(gap),
            form,
            Constraint::Length(if choices.more { 0 } else { gap }),
            if choices.terms.is_ok() { Constraint::Fill(1) } else { Constraint::Length(about) },
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

/// Draws the setup; what was asked about the variant takes the place of the description.
pub(super) fn draw(
    choices: &Choices,
    focus: Field,
    (told, shortfalls): (Option<&str>, &[String]),
    offer: Option<&str>,
    page: &mut Page<'_, '_>,
    area: Rect,
    look: &Look,
) {
    // Where there is no free row above the line, the offer is all that fits.
    let roomy = area.height >= 20;
    let said = |width: u16| {
        let mut text = Text::new(width, look);
        for shortfall in shortfalls {
            text.say(shortfall, Role::Warning);
        }
        match (told, offer.filter(|_| focus == Field::Play && !roomy)) {
            (Some(told), _) => text.say(told, Role::Text),
            (None, Some(offer)) => text.say(offer, Role::Accent),
            (None, None) => text.say(&about(choices, focus), Role::Faint),
        }
        text.lines
    };
    let places = SetupLayout::new(choices, area, &|width| said(width).len());
    match &choices.picture {
        Some(game) if choices.has_line => {
            let board = Board::new(&**game, point_of_interest(&**game));
            Board { names: Some(&choices.names), ..board }.draw(page, places.board, look);
        }
        _ => {
            let line = look.line("This line is not possible: see below.", Role::Warning);
            let middle = places.board.centered_vertically(Constraint::Length(1));
            page.render_widget(line.centered(), middle);
        }
    }
    let chosen = choices.fields().iter().position(|field| *field == focus).unwrap_or(0);
    form::draw(&rows(choices, places.roomy), chosen, page, places.form, look);
    if let Some(offer) = offer.filter(|_| roomy) {
        let row = Rect { height: 1, ..area.inner(Margin::new(1, 0)) };
        page.render_widget(look.line(offer.to_owned(), Role::Accent), row);
    }
    page.render_widget(Paragraph::new(said(places.about.width)), places.about);
}

/// The rows of the form: an item for each field, with headings where there is room for them.
fn rows(choices: &Choices, roomy: bool) -> Vec<FormRow> {
    let mut rows = Vec::new();
    let heading = |text: &str, rows: &mut Vec<FormRow>| {
        if roomy {
            rows.extend(["", text].map(|text| FormRow::new(text, FormValue::Heading)));
        }
    };
    for entry in choices.entries() {
        match entry.field {
            Field::Player(Seat::One) => heading("Players", &mut rows),
            Field::Set(0) => heading("The line", &mut rows),
            Field::Rounds if choices.game.info().first == FirstTurn::Fixed => {
                heading("The session", &mut rows);
                let fixed = FormValue::Fixed("as the book says".to_owned());
                rows.push(FormRow::new("Who begins", fixed));
            }
            Field::First => heading("The session", &mut rows),
            _ => {}
        }
        let label = match entry.field {
            Field::More if choices.more => "Fewer settings",
            Field::More => "More settings",
            Field::Name(_) if !choices.more => "Your name",
            _ => &*entry.label,
        };
        rows.push(FormRow {
            note: note(choices, entry.field),
            problem: choices.problem(entry.field),
            ..FormRow::new(label, value(choices, entry))
        });
    }
    rows
}

fn value(choices: &Choices, entry: &Entry) -> FormValue {
    match entry.kind {
        Kind::Button => FormValue::Button,
        Kind::Choice(_) => FormValue::Choice(said(choices, entry.field)),
        Kind::Typed | Kind::Number { .. } => {
            let instead = match entry.field {
                Field::Name(seat) => choices.usual_name(seat).to_string(),
                Field::MaxTurns | Field::MaxInvalid => "none".to_owned(),
                _ => String::new(),
            };
            FormValue::Typed(entry.text.clone(), instead)
        }
    }
}

/// The selected word, in plain words.
fn said(choices: &Choices, field: Field) -> String {
    let name = |seat: Seat| match choices.text(Field::Name(seat)).trim() {
        "" => choices.usual_name(seat).to_string(),
        name => name.to_owned(),
    };
    let word = choices.text(field);
    match (field, word.as_str()) {
        (Field::Game, _) => choices.game.info().title.to_owned(),
        (Field::Opponent, _) => match choices.player(choices.opponent()) {
            None => "Another person here".to_owned(),
            Some(player) => player.title(),
        },
        (Field::Player(seat), _) => choices.player(seat).map_or("Person".to_owned(), |player| player.title()),
        (Field::First, "") => name(Seat::One),
        (Field::First, "2") => name(Seat::Two),
        (Field::First, _) => "toss a coin".to_owned(),
        (Field::Rounds, "") => "one match".to_owned(),
        (Field::Rounds, "all") => "several, all played".to_owned(),
        (Field::Rounds, _) => "best of several".to_owned(),
        (Field::Seats, "") => "default".to_owned(),
        _ => word,
    }
}

/// The possible values.
fn note(choices: &Choices, field: Field) -> String {
    match field {
        Field::Set(place) => choices.parameter(place).map_or(String::new(), |it| it.domain.to_string()),
        Field::Count => format!("1 to {}", Request::MOST_ROUNDS),
        _ => String::new(),
    }
}

/// A description of the field, in a sentence or two.
fn about(choices: &Choices, field: Field) -> String {
    let text = match field {
        Field::Play | Field::Game => return goal(choices),
        Field::Opponent => match choices.player(choices.opponent()) {
            None => "Two people at this keyboard.",
            Some(player) => {
                let seat = choices.opponent().other();
                return format!("{} You play as Player {seat}.", player.belief());
            }
        },
        Field::More => "Names, seats, the numbers of the game, rounds, the coach and limits.",
        Field::Player(seat) => match choices.player(seat) {
            None => "A person at this keyboard.",
            Some(player) => return player.belief(),
        },
        Field::Name(seat) => return format!("Leave it empty for {}.", choices.usual_name(seat)),
        Field::Set(place) => {
            let Some(parameter) = choices.parameter(place) else { return String::new() };
            return format!("{}.", capital(&explain_parameter(parameter, None)));
        }
        Field::First => match choices.game.info().first {
            FirstTurn::EitherSeat => "The players agree who takes the first turn.",
            FirstTurn::WhoIsPlayerOne => "Player 1 begins; the players agree who that is.",
            FirstTurn::Fixed => "The book says who begins.",
        },
        Field::Rounds => {
            "Play all rounds with a running score, or stop once one player has won more than half."
        }
        Field::Count => return format!("1 to {} rounds.", Request::MOST_ROUNDS),
        Field::Seats => return format!("{}.", Seats::HELP),
        Field::Coach => {
            let (show, tip) = (coach::SHOW, coach::TIP);
            return format!(
                "The coach warns before a mistake. Either way, {show} shows values and {tip} gives hints."
            );
        }
        Field::MaxTurns => "After this many turns the game is a draw.",
        Field::MaxInvalid => "This many invalid moves in a row lose the game.",
    };
    text.to_owned()
}

/// What to do and how to win, and what differs from the book.
fn goal(choices: &Choices) -> String {
    let Some(game) = choices.picture.as_deref() else { return choices.game.info().summary.to_owned() };
    let goal = game.goal(&choices.names).whole;
    match changed_settings(&game.settings()) {
        Some(changed) => format!("{goal} Not as in the book: {changed}."),
        None => goal,
    }
}

fn board_height(choices: &Choices, area: Rect) -> u16 {
    let picture = choices.picture.as_deref();
    picture.map_or(1, |game| Board::new(game, point_of_interest(game)).height(area))
}

/// A cell worth showing on a long line: where a piece stands, or else the beginning.
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
