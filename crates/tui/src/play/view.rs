//! How a match looks: players above, the line in the middle, messages below, the coach or the moves beside.

use numberline_rules::{Choices, Seat, Turn};
use numberline_table::{Ending, Name, capital, changed_settings};
use ratatui::Frame;
use ratatui::layout::{Constraint, Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};

use super::{MOTION, Play, State};
use crate::app::bars;
use crate::bench::Benched;
use crate::board::{Board, Motion, emblem, hands_of, takes_several, width};
use crate::keys::{KeyHelp, KeyList, TakesKeys};
use crate::page::Page;
use crate::pane::{Text, balanced, cut_bottom, cut_right, cut_top, inside, pane, shortened, wrap};
use crate::{Look, Role};

/// The layout. A part without room has size zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Layout {
    /// Who plays.
    head: Rect,
    /// What to do and how to win.
    goal: Rect,
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
/// From this height the moves stay below the coach.
const TALL: u16 = 30;
/// Below this height, a coach below the board takes what it can get.
const CRAMPED: u16 = 14;
/// The coach has at least a title and two rows.
const COACHED: u16 = 3;
/// Longer lines are hard to read.
const READABLE: u16 = 96;
/// The signs of the players, where there are symbols.
const SIGNS: [&str; 2] = ["●", "○"];
/// From this width the end has a frame.
const ROOMY: u16 = 56;

impl Play {
    pub(super) fn layout(&self, area: Rect) -> Layout {
        let (mut rest, mut places) = (area, Layout::default());
        if self.shows_coach() && area.width >= WIDE {
            let mut side = cut_right(&mut rest, (area.width / 3).clamp(36, 64));
            if area.height >= TALL {
                places.moves = cut_bottom(&mut side, area.height / 3);
            }
            places.coach = side;
        } else if self.shows_coach() {
            // The board keeps what it needs, and the coach gets the rest, at least half of it. On a small screen the goal
            // comes first, as long as the coach keeps a little.
            let needed = self.rows_of_board(Rect { height: area.height / 2, ..area });
            let around = 1 + self.foot_rows(area, area);
            let least =
                self.rows_of_board(Rect { height: 0, ..area }) + rows_of(&self.goal_lines(area.width, false));
            let least = least.saturating_add(around).min(area.height.saturating_sub(COACHED));
            let rows = needed.saturating_add(around).min(area.height.div_ceil(2)).max(least).max(6);
            places.coach = cut_bottom(&mut rest, area.height.saturating_sub(rows));
        } else if area.width >= WIDER {
            places.moves = cut_right(&mut rest, 30);
        }
        places.head = cut_top(&mut rest, 1);
        let column = rest;
        let board = |height: u16| beside(Rect { height, ..column });
        // Nothing is said in part: what was said comes first, then the goal, and the board adapts.
        let least = self.rows_of_board(board(0)).min(rest.height);
        let foot = self.foot_rows(rest, area).min(rest.height - least).max(1).min(rest.height);
        let [full, brief] = [true, false].map(|whole| rows_of(&self.goal_lines(rest.width, whole)));
        let room = |goal: u16| rest.height.saturating_sub(foot).saturating_sub(goal);
        let is_untouched = self.session.at().length() == 0;
        let goals = [full, brief].into_iter();
        let framed = goals.clone().find(|goal| self.board_fits(board(room(*goal))));
        let first = (is_untouched && room(full) >= least).then_some(full).or(framed);
        // The marks in the board's frame give way as well, until the ending says why.
        let unframed = Some(brief).filter(|goal| room(*goal) >= least && self.session.ending().is_none());
        if let Some(goal) = first.or(unframed) {
            places.goal = cut_top(&mut rest, goal);
        }
        // A little space on both sides, if there is room.
        let mut line = beside(rest);
        line.height = rest.height.saturating_sub(foot);
        let rows = self.rows_of_board(line).min(line.height);
        let spare = line.height - rows;
        places.board = Rect { y: line.y + spare / 2, height: rows, ..line };
        places.foot = Rect { y: places.board.bottom() + spare.div_ceil(2).min(2), height: foot, ..rest };
        places
    }

    fn rows_of_board(&self, area: Rect) -> u16 {
        self.valued_board().height(area)
    }

    /// Whether the board fits with edges around its cells.
    fn board_fits(&self, area: Rect) -> bool {
        let board = self.valued_board();
        board.is_framed(area) && board.height(area) <= area.height
    }

    fn valued_board(&self) -> Board<'_> {
        Board { values: self.bench.coach.values(self.session.at()), ..self.pointed_board() }
    }

    /// The rows that messages need; a row more than now, so that the board does not move with each of them. Below, a coach
    /// on a small screen leaves two.
    fn foot_rows(&self, area: Rect, screen: Rect) -> u16 {
        if self.session.ending().is_some() && !self.is_saving() {
            let rows = rows_of(&self.banner(banner_width(area.width)));
            let frame = if area.height >= rows + 8 && area.width >= ROOMY { 2 } else { 0 };
            return rows + 1 + frame;
        }
        let note = rows_of(&wrap(&self.bench.note.text, area.width));
        let rows = 1 + note.max(if area.height < 8 { 0 } else { 1 });
        let cramped = self.shows_coach() && screen.width < WIDE && screen.height < CRAMPED;
        if cramped { rows.min(2) } else { rows }
    }

    /// What to do and how to win, and what differs from the book. On a small screen only how to win.
    pub(super) fn goal_lines(&self, columns: u16, whole: bool) -> Vec<String> {
        let columns = columns.saturating_sub(2).min(READABLE);
        let table = self.session.table();
        let goal = table.goal();
        if !whole {
            // Where names are too long for one line, the signs of the players take their place.
            let sign =
                |seat: Seat| Name::new(seat.of::<&str>(&SIGNS)).unwrap_or_else(|_| Name::of_seat(seat));
            let short = table.game().goal(&Seat::BOTH.map(sign)).win;
            let fits = width(&goal.win) <= columns || width(&short) > columns;
            return balanced(if fits { &goal.win } else { &short }, columns);
        }
        let mut lines = balanced(&goal.whole, columns);
        if let Some(changed) = changed_settings(&self.session.at().settings()) {
            lines.extend(balanced(&format!("Not as in the book: {changed}."), columns));
        }
        lines
    }

    /// The score, if there are several rounds; the result once they are over.
    fn standing(&self) -> Option<String> {
        self.session.result().or_else(|| self.session.running_score())
    }

    /// The board with nothing but its pointer.
    pub(super) fn pointed_board(&self) -> Board<'_> {
        let aim = self.bench.pointer.aim().filter(|_| self.pointing().is_some());
        Board {
            names: Some(self.session.names()),
            aim,
            ..Board::new(self.session.at(), self.bench.pointer.focus)
        }
    }

    /// The board with everything that is marked on it.
    fn draw_board(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        let game = self.session.at();
        // An animated ply is shown alone.
        let moves = self.motion.is_some() && look.motion;
        let seat = self.pointing().filter(|_| !moves);
        let board = self.valued_board();
        let preview = self.pointed().filter(|_| !moves).and_then(|text| game.preview(&text).ok());
        let legal = match self.state {
            State::Choosing(seat, _) => Some(seat),
            _ => seat,
        };
        let motion = self.motion.filter(|_| look.motion).zip(self.last.as_ref());
        let board = Board {
            seat: legal,
            aim: board.aim.filter(|_| seat.is_some()),
            preview: preview.as_ref(),
            last: self.last.as_ref(),
            motion: motion.map(|(step, ply)| Motion { ply, step, of: MOTION }),
            ..board
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
        if !layout.goal.is_empty() {
            let full = self.goal_lines(layout.goal.width, true);
            let fits = rows_of(&full) <= layout.goal.height;
            let lines = if fits { full } else { self.goal_lines(layout.goal.width, false) };
            let signed = |line: String| {
                let signs = SIGNS.into_iter().zip(Seat::BOTH);
                signs.fold(line, |line, (sign, seat)| line.replace(sign, emblem(seat, look)))
            };
            let lines = lines.into_iter().map(|line| look.line(signed(line), Role::Faint));
            page.render_widget(Paragraph::new(lines.collect::<Vec<_>>()).centered(), layout.goal);
        }
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
            (
                if self.can_change() {
                    let key = self.key_to("change the choice");
                    format!("{other} has chosen, and can still change it: {key}.")
                } else {
                    String::new()
                },
                Role::Faint,
            ),
            (self.bench.note.text.clone(), self.bench.note.role),
        ];
        let mut said = Text::new(room, look);
        for (place, (text, role)) in texts.into_iter().enumerate() {
            if !text.is_empty() || place == 2 {
                said.say(&text, role);
            }
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
        // The longer name takes what the shorter one leaves.
        let [one, two] = Seat::BOTH.map(|seat| width(self.session.name(seat).as_str()));
        let room = area.width.saturating_sub(11);
        let rooms = [(room / 2).max(room.saturating_sub(two)), (room / 2).max(room.saturating_sub(one))];
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
                look.span(shortened(self.session.name(seat).as_str(), *seat.of(&rooms), look), role),
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

    fn draw_foot(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        if self.session.ending().is_some() && !self.is_saving() {
            self.draw_banner(page, area, look);
            return;
        }
        let mut text = Text::new(area.width, look);
        let fits = rows_of(&wrap(&self.bench.note.text, area.width)) < area.height;
        // Without room for both, a player who has not pointed yet reads what was said, and then what the move would do.
        let points = self.bench.prompt().is_some() || self.pointed().is_some();
        let reads = self.bench.note.role == Role::Warning || matches!(self.state, State::Pointing) && !points;
        if fits || !reads {
            text.lines.push(self.asked(area.width, look));
        }
        if fits || reads {
            text.say(&self.bench.note.text, self.bench.note.role);
        }
        page.render_widget(Paragraph::new(text.lines).centered(), area);
    }

    /// What the player is asked.
    fn asked(&self, columns: u16, look: &Look) -> Line<'static> {
        let strong = |text: String| look.span(text, Role::Strong);
        let faint = |text: String| look.span(text, Role::Faint);
        if let Some(mut line) = self.bench.prompt_line(columns, look) {
            let known = self.typed().map(|(seat, text)| self.effect_of(seat, &text));
            if let Some((does, role)) = known.map(|(does, role)| (format!("   {does}"), role))
                && line.width() + usize::from(width(&does)) <= usize::from(columns)
            {
                line.push_span(look.span(does, role));
            }
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
        let (name, table) = (self.session.name(seat), self.session.table());
        let Some(text) = self.pointed() else {
            let asked = format!("{name} to move");
            let room = columns.saturating_sub(width(&asked)).saturating_sub(3);
            let how = self.ways_to_move(seat, look).into_iter().find(|how| width(how) <= room);
            let how = how.map(|how| format!("   {how}")).unwrap_or_default();
            return Line::from(vec![strong(asked), faint(how)]);
        };
        if let Err(reason) = table.game().check(seat, &text) {
            return Line::from(faint(reason.to_string()));
        }
        let (does, role) = self.effect_of(seat, &text);
        let verb = if table.game().turn() == Turn::Both { "chooses" } else { "plays" };
        let aside = format!("   {} {verb} it", self.key_to("play"));
        let full = format!("{name}: {does}");
        let fits = |text: &str| width(text).saturating_add(width(&aside)) <= columns;
        let said = if fits(&full) { full } else { capital(&does) };
        let aside = if fits(&said) { aside } else { String::new() };
        Line::from(vec![look.span(said, role), faint(aside)])
    }

    /// What a move does, and how the match ends with it.
    fn effect_of(&self, seat: Seat, text: &str) -> (String, Role) {
        let table = self.session.table();
        let Some(effect) = table.effect(seat, text) else {
            return (format!("{} {text}", self.session.game().info().piece), Role::Strong);
        };
        let does = effect.short(self.session.names());
        let role = match effect.ending().map(Ending::winner) {
            Some(Some(winner)) if winner != seat => Role::Warning,
            Some(_) => Role::Accent,
            None => Role::Strong,
        };
        (does, role)
    }

    /// The allowed move that is typed so far.
    fn typed(&self) -> Option<(Seat, String)> {
        let (seat, typed) = (self.pointing()?, self.bench.typed_move()?);
        self.at().check(seat, &typed).ok()?;
        Some((seat, self.at().spell(&typed).ok()?))
    }

    /// What to point at and with which keys, from the longest sentence to the shortest.
    fn ways_to_move(&self, seat: Seat, look: &Look) -> Vec<String> {
        let (game, piece) = (self.session.at(), self.session.game().info().piece);
        let (arrows, up) = (look.symbol("← →", "arrows"), look.symbol("↑", "Up"));
        let point = format!("{arrows} point");
        if takes_several(game, seat) {
            let both = format!("{point}, {up} takes two");
            return vec![format!("{both}, or type one or two {piece}s"), both, format!("{up} takes two")];
        }
        if hands_of(game).is_some() {
            return vec![format!("{arrows} choose a {piece}")];
        }
        let example = game.moves(seat, 1).into_iter().next();
        let typed = example.into_iter().flat_map(|example| {
            [" a move, such as", ""].map(|what| format!("{point}, or type{what} {example}"))
        });
        typed.chain([point.clone()]).collect()
    }

    /// What was played last, how it ended and why, and where the session stands.
    fn banner(&self, columns: u16) -> Vec<(String, Role)> {
        let Some(ended) = self.session.ending() else { return Vec::new() };
        let result = self.session.table().conclusion().unwrap_or_default();
        // A person is congratulated, a computer is not.
        let is_feat = ended.winner().is_some_and(|winner| !self.session.is_computer(winner));
        let starred = format!("★ {result} ★");
        let result = if is_feat && width(&starred) <= columns { starred } else { result };
        // Where the book is ambiguous, the screen says which reading decided.
        let ruling = self.session.table().ruling().map(|ruling| (ruling.to_owned(), Role::Faint));
        let standing = self.standing().map(|standing| (standing, Role::Text));
        let said = [(self.bench.note.text.clone(), self.bench.note.role), (result, Role::Strong)];
        let said = said.into_iter().chain(standing).chain(ruling).filter(|(text, _)| !text.is_empty());
        said.flat_map(|(text, role)| wrap(&text, columns).into_iter().map(move |line| (line, role))).collect()
    }

    /// How it ended, and what can be done now.
    fn draw_banner(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        let star = look.symbol("★", "*");
        let lines = self.banner(banner_width(area.width));
        let mut lines: Vec<Line<'_>> =
            lines.into_iter().map(|(text, role)| look.line(text.replace('★', star), role)).collect();
        // What can be done now is never cut off.
        lines.truncate(usize::from(area.height).saturating_sub(1));
        let rows = rows_of(&lines).saturating_add(1);
        let framed = area.width >= ROOMY && area.height >= rows.saturating_add(2);
        let middle = if framed {
            let wide = banner_width(area.width).saturating_add(4);
            area.centered(Constraint::Length(wide), Constraint::Length(rows.saturating_add(2)))
        } else {
            area
        };
        let mut inner = if framed { inside(middle) } else { middle };
        if framed {
            page.render_widget(pane(look, "The end").border_style(look.style(Role::Accent)), middle);
        }
        let text = cut_top(&mut inner, rows - 1);
        page.render_widget(Paragraph::new(lines).centered(), text);
        let mut keys = KeyList::default();
        self.keys(&mut keys);
        let shown = ["next round", "play again", "analyse the game", "leave"];
        let shown: Vec<&KeyHelp> = keys.rows.iter().filter(|row| shown.contains(&row.does)).collect();
        bars::draw_keys(page, cut_top(&mut inner, 1), look, &shown, true);
    }

    /// The moves so far, the last ones if there are many.
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
            lines.push(look.line("none yet", Role::Faint));
        }
        frame.render_widget(pane(look, "Moves"), area);
        frame.render_widget(Paragraph::new(lines), inner);
    }
}

/// A little space on both sides, if there is room.
fn beside(area: Rect) -> Rect {
    area.inner(Margin::new(if area.width >= 60 { 2 } else { 0 }, 0))
}

/// How wide the text about the end may be: where there is room, it has a frame.
fn banner_width(columns: u16) -> u16 {
    if columns >= ROOMY { columns.min(76) - 4 } else { columns }
}

fn rows_of<T>(lines: &[T]) -> u16 {
    u16::try_from(lines.len()).unwrap_or(u16::MAX)
}
