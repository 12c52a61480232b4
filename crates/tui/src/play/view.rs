//! How a match looks: players above, the line in the middle, messages below, the coach or the moves beside.

use numberline_rules::{Choices, Seat, Turn};
use ratatui::Frame;
use ratatui::layout::{Constraint, Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};

use super::{MOTION, Play, State};
use crate::bench::Benched;
use crate::board::{Board, Motion, emblem, width};
use crate::keys::{KeyList, TakesKeys};
use crate::page::Page;
use crate::pane::{Text, cut_bottom, cut_right, cut_top, inside, pane, wrap};
use crate::{Look, Role};

/// The layout.
pub(super) struct Layout {
    /// Who plays.
    head: Rect,
    pub(super) board: Rect,
    /// The messages.
    foot: Rect,
    pub(super) coach: Rect,
    /// The moves so far.
    moves: Rect,
}

/// From this width the coach is beside the board.
const WIDE: u16 = 96;
/// From this width the moves are too.
const WIDER: u16 = 110;

impl Play {
    pub(super) fn layout(&self, area: Rect) -> Layout {
        let (mut rest, mut coach, mut moves) = (area, Rect::ZERO, Rect::ZERO);
        let foot_rows = self.foot_rows(area);
        if self.shows_coach() && area.width >= WIDE {
            coach = cut_right(&mut rest, (area.width / 3).clamp(36, 64));
        } else if self.shows_coach() {
            // The board keeps what it needs, and the coach gets the rest, at least half of it.
            let needed = self.rows_of_board(Rect { height: area.height / 2, ..area });
            let rows = needed.saturating_add(1 + foot_rows).min(area.height.div_ceil(2)).max(6);
            coach = cut_bottom(&mut rest, area.height.saturating_sub(rows));
        } else if area.width >= WIDER {
            moves = cut_right(&mut rest, 30);
        }
        let head = cut_top(&mut rest, 1);
        // If the board is short of room, messages get one row.
        let room = Rect { height: rest.height.saturating_sub(foot_rows), ..rest };
        let short = self.session.ending().is_none() && self.rows_of_board(room) > room.height;
        let foot_rows = if short { 1 } else { foot_rows }.min(rest.height);
        // A little space on both sides, if there is room.
        let mut board = rest.inner(Margin::new(if rest.width >= 60 { 2 } else { 0 }, 0));
        board.height = rest.height - foot_rows;
        let rows = self.rows_of_board(board).min(board.height);
        let spare = board.height - rows;
        board = Rect { y: board.y + spare / 2, height: rows, ..board };
        let foot = Rect { y: board.bottom() + spare.div_ceil(2).min(2), height: foot_rows, ..rest };
        Layout { head, board, foot, coach, moves }
    }

    fn rows_of_board(&self, area: Rect) -> u16 {
        Board { values: self.bench.coach.values(self.session.at()), ..self.plain_board() }.height(area)
    }

    fn foot_rows(&self, area: Rect) -> u16 {
        let is_long = wrap(&self.bench.note.text, area.width).len() > 1;
        match (self.session.ending().is_some(), area.height) {
            (_, 0..=7) => 1,
            (true, 14..) => 6,
            (true, _) => 3,
            (false, 14..) if is_long => 3,
            (false, _) => 2,
        }
    }

    /// The score, if there are several rounds; the result once they are over.
    fn standing(&self) -> Option<String> {
        self.session.result().or_else(|| self.session.running_score())
    }

    pub(super) fn plain_board(&self) -> Board<'_> {
        let labels = Seat::BOTH.map(|seat| self.session.name(seat).as_str().chars().take(12).collect());
        Board { labels, ..Board::new(self.session.at(), self.bench.pointer.focus) }
    }

    /// The board with everything that is marked on it.
    fn draw_board(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        let game = self.session.at();
        // An animated ply is shown alone.
        let moves = self.motion.is_some() && look.motion;
        let seat = self.pointing().filter(|_| !moves);
        let aim = self.bench.pointer.aim().filter(|_| seat.is_some());
        let preview = self.pointed().filter(|_| !moves).and_then(|text| game.preview(&text).ok());
        let legal = match self.state {
            State::Choosing(seat, _) => Some(seat),
            _ => seat,
        };
        let motion = self.motion.filter(|_| look.motion).zip(self.last.as_ref());
        let board = Board {
            seat: legal,
            aim,
            preview: preview.as_ref(),
            last: self.last.as_ref(),
            values: self.bench.coach.values(game),
            motion: motion.map(|(step, ply)| Motion { ply, step, of: MOTION }),
            ..self.plain_board()
        };
        board.draw(page, area, look);
    }

    pub(super) fn draw_all(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        if area.is_empty() {
            return;
        }
        match &self.state {
            State::Curtain(seat) => self.draw_curtain_of(*seat, page, area, look),
            _ => self.draw_table(page, area, look),
        }
    }

    fn draw_table(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        let layout = self.layout(area);
        self.draw_head(page, layout.head, look);
        self.draw_board(page, layout.board, look);
        self.draw_foot(page, layout.foot, look);
        self.bench.coach.draw(page, layout.coach, look);
        if !layout.moves.is_empty() {
            self.draw_moves(page, layout.moves, look);
        }
    }

    /// Only which player is to look away.
    fn draw_curtain_of(&self, seat: Seat, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let (name, other) = (self.session.name(seat), self.session.name(seat.other()));
        let columns = area.width.min(64);
        let room = inside(Rect { width: columns, ..area }).width;
        let texts = [
            (format!("{name} chooses."), Role::Strong),
            (format!("{other} looks away."), Role::Text),
            (String::new(), Role::Text),
            (
                format!("{name}, press {} when nobody else is looking.", self.key_to("I am alone")),
                Role::Accent,
            ),
            (self.bench.note.text.clone(), self.bench.note.role),
        ];
        let mut said = Text::new(room, look);
        for (text, role) in texts {
            said.say(&text, role);
        }
        let rows = u16::try_from(said.lines.len()).unwrap_or_default().saturating_add(2);
        let middle = area.centered(Constraint::Length(columns), Constraint::Length(rows.min(area.height)));
        frame.render_widget(Clear, area);
        frame.buffer_mut().set_style(area, look.style(Role::Text));
        frame.render_widget(pane(look, self.session.game().info().title), middle);
        frame.render_widget(Paragraph::new(said.lines).centered(), inside(middle));
    }

    /// Who plays, and whose turn it is.
    fn draw_head(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let player = |seat: Seat| {
            let acts = match self.state {
                State::Choosing(alone, _) => alone == seat,
                _ => self.session.ending().is_none() && self.session.at().turn().acts(seat),
            };
            let pointer = if acts { look.symbol("▸ ", "> ") } else { "  " };
            let role = if acts { Role::Seat(seat) } else { Role::Text };
            vec![
                look.span(pointer, Role::Accent),
                look.span(format!("{} ", emblem(seat, look)), Role::Seat(seat)),
                look.span(self.session.name(seat).as_str().to_owned(), role),
            ]
        };
        let mut spans = player(Seat::One);
        spans.push(look.span("   ", Role::Faint));
        spans.extend(player(Seat::Two));
        let pace = if self.computers.paused { "paused" } else { self.computers.speed() };
        let pace = self.session.is_watched().then(|| pace.to_owned());
        let mut line = Line::from(spans);
        // What does not fit is left out whole: half a score would be a wrong one.
        for text in pace.into_iter().chain(self.standing()) {
            let text = format!("     {text}");
            if line.width() + usize::from(width(&text)) <= usize::from(area.width) {
                line.push_span(look.span(text, Role::Faint));
            }
        }
        frame.render_widget(Paragraph::new(line).centered(), area);
    }

    fn draw_foot(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        if self.session.ending().is_some() && !self.is_saving() {
            self.draw_banner(frame, area, look);
            return;
        }
        let mut text = Text::new(area.width, look);
        match (area.height, self.bench.note.role) {
            (1, Role::Warning) => text.lines.push(look.line(self.bench.note.text.clone(), Role::Warning)),
            (1, _) => text.lines.push(self.asked(area.width, look)),
            _ => {
                text.lines.push(self.asked(area.width, look));
                text.say(&self.bench.note.text, self.bench.note.role);
            }
        }
        frame.render_widget(Paragraph::new(text.lines).centered(), area);
    }

    /// What the player is asked.
    fn asked(&self, columns: u16, look: &Look) -> Line<'static> {
        let strong = |text: String| look.span(text, Role::Strong);
        let faint = |text: String| look.span(text, Role::Faint);
        if let Some(line) = self.bench.prompt_line(columns, look) {
            return line;
        }
        match &self.state {
            State::Choosing(seat, _) => {
                let enter = self.key_to("choose in secret");
                let asked = format!("{}: type your choice, {enter}", self.session.name(*seat));
                let aside = " (not shown)";
                let fits = width(&asked).saturating_add(width(aside)) <= columns;
                let aside = if fits { aside } else { "" };
                return Line::from(vec![strong(asked), faint(aside.into())]);
            }
            State::Revealed => {
                return Line::from(vec![
                    strong("Both have chosen.".into()),
                    faint(format!("   {} continues", self.key_to("next turn"))),
                ]);
            }
            State::Pointing | State::Asking(..) | State::Curtain(_) => {}
        }
        if self.weighing.is_some() {
            return Line::from(faint(format!("The coach is checking it{}", look.symbol("…", "..."))));
        }
        if let Some(seat) = self.computers.slow() {
            let doing = format!("{} is thinking", self.session.name(seat));
            let words = self.computers.thinking.words(look, &doing);
            return Line::from(faint(format!("{words}   {} stops it", self.key_to("stop the computer"))));
        }
        if self.computers.paused && self.person().is_none() {
            return Line::from(faint(format!("Paused. {} resumes.", self.key_to("resume"))));
        }
        let Some(seat) = self.pointing() else { return Line::default() };
        let (name, game) = (self.session.name(seat), self.session.at());
        match self.pointed() {
            Some(text) => match game.check(seat, &text) {
                Ok(()) => {
                    let does = if game.turn() == Turn::Both { "chooses" } else { "plays" };
                    let full = format!("{name}: {text}");
                    let said = if width(&full) > columns { text } else { full };
                    let key = self.key_to("play");
                    Line::from(vec![strong(said), faint(format!("   {key} {does} it"))])
                }
                Err(reason) => Line::from(faint(reason.to_string())),
            },
            None => Line::from(strong(format!("{name} to move"))),
        }
    }

    /// How it ended, and what can be done now.
    fn draw_banner(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let Some(ended) = self.session.ending() else { return };
        let result = self.session.table().conclusion().unwrap_or_default();
        let star = look.symbol("★", "*");
        let result = if ended.winner().is_some() { format!("{star} {result} {star}") } else { result };
        let width = area.width.min(58);
        let wrapped = |text: &str, role| wrap(text, width).into_iter().map(move |line| look.line(line, role));
        let mut lines: Vec<Line<'_>> = wrapped(&result, Role::Strong).collect();
        if !self.bench.note.text.is_empty() {
            lines.extend(wrapped(&self.bench.note.text, self.bench.note.role));
        }
        if let Some(standing) = self.standing() {
            lines.push(look.line(standing, Role::Text));
        }
        // Where the book is ambiguous, the screen says which reading decided.
        let ruling =
            self.session.table().ruling().map(|ruling| wrap(ruling, area.width.min(58))).unwrap_or_default();
        if usize::from(area.height) > lines.len() + ruling.len() {
            lines.extend(ruling.into_iter().map(|line| look.line(line, Role::Faint)));
        }
        let mut keys = KeyList::default();
        self.keys(&mut keys);
        let shown = ["next round", "play again", "analyse the game", "back"];
        let shown = keys.rows.iter().filter(|row| shown.contains(&row.does));
        lines.push(Line::from_iter(shown.flat_map(|row| {
            [look.span(format!("  {} ", row.keys(look)), Role::Accent), look.span(row.does, Role::Faint)]
        })));
        let rows = u16::try_from(lines.len()).unwrap_or_default();
        let text = Paragraph::new(lines).centered();
        if area.height >= rows.saturating_add(2) {
            let middle = area
                .centered(Constraint::Length(area.width.min(60)), Constraint::Length(rows.saturating_add(2)));
            frame.render_widget(pane(look, "The end").border_style(look.style(Role::Accent)), middle);
            frame.render_widget(text, inside(middle));
        } else {
            frame.render_widget(text, area);
        }
    }

    /// The moves so far, the last ones if there are many; the summary of the game while there are none.
    fn draw_moves(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let inner = inside(area);
        let plies = self.session.at().plies();
        let skipped = plies.len().saturating_sub(usize::from(inner.height));
        let row = |(place, ply): (usize, &Choices<String>)| {
            let mut spans = vec![look.span(format!("{:>3}. ", place + 1), Role::Faint)];
            match ply {
                Choices::Of(seat, text) => spans.extend([
                    look.span(format!("{} ", emblem(*seat, look)), Role::Seat(*seat)),
                    look.span(text.clone(), Role::Text),
                ]),
                Choices::Both(one, two) => spans.extend([
                    look.span(format!("{} {one}  ", emblem(Seat::One, look)), Role::Seat(Seat::One)),
                    look.span(format!("{} {two}", emblem(Seat::Two, look)), Role::Seat(Seat::Two)),
                ]),
            }
            Line::from(spans)
        };
        let mut lines: Vec<Line<'_>> = plies.iter().enumerate().skip(skipped).map(row).collect();
        if plies.is_empty() {
            let what = wrap(self.session.game().info().summary, inner.width);
            lines.extend(what.into_iter().map(|line| look.line(line, Role::Faint)));
        }
        frame.render_widget(pane(look, "Moves"), area);
        frame.render_widget(Paragraph::new(lines), inner);
    }
}
