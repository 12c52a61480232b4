//! Everything around a board: the pointer, the coach, the last note, and the input line. A match being played and an
//! analysis share it, with its keys and mouse actions.

use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent};
use numberline_rules::{Aim, Seat, Span};
use numberline_table::{AnyMatch, OwnFiles, Record};
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::board::{Pointer, Towards, takes_several};
use crate::coach::Coach;
use crate::effect::Errand;
use crate::keys::{Binding, KeyHelp, Keyed, TakesKeys, always, bind};
use crate::note::Note;
use crate::page::{Mouse, Spot};
use crate::pending::Pending;
use crate::screen::{Context, Step};
use crate::text_field::TextField;
use crate::{Effect, Look, Ticket};

/// Everything around a board.
pub(crate) struct Bench {
    pub(crate) pointer: Pointer,
    pub(crate) coach: Coach,
    pub(crate) note: Note,
    /// The input line, and what it is for.
    prompt: Option<(Prompt, TextField)>,
    /// The name of a file that is being written.
    exporting: Pending<String>,
    /// The files that were written.
    own: OwnFiles,
}

/// Terminals take no more than this at once.
const LONGEST_COPY: usize = 50_000;

/// What the input line is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Prompt {
    /// A move.
    Move,
    /// The answer to a question.
    Answer,
    /// The name of a file to save the match to.
    File,
}

impl Bench {
    pub(crate) fn new(coach: Coach, said: impl Into<String>) -> Self {
        let (pointer, exporting) = (Pointer::default(), Pending::default());
        Self { pointer, coach, note: Note::said(said), prompt: None, exporting, own: OwnFiles::default() }
    }

    /// What the input line is for, if it is open.
    pub(crate) fn prompt(&self) -> Option<Prompt> {
        self.prompt.as_ref().map(|(prompt, _)| *prompt)
    }

    /// The input line, as drawn.
    pub(crate) fn prompt_line(&self, width: u16, look: &Look) -> Option<Line<'static>> {
        let (prompt, field) = self.prompt.as_ref()?;
        let label = match prompt {
            Prompt::Move => "Move:",
            Prompt::Answer => "Answer:",
            Prompt::File => "Save to:",
        };
        Some(field.line(label, width, look))
    }

    /// What is typed of a move.
    pub(crate) fn typed_move(&self) -> Option<String> {
        self.prompt.as_ref().filter(|(prompt, _)| *prompt == Prompt::Move).map(|(_, field)| field.text())
    }

    fn open(&mut self, prompt: Prompt, text: &str) {
        self.prompt = Some((prompt, TextField::new(text, TextField::LONG)));
    }

    /// Stops typing a move.
    pub(crate) fn drop_move(&mut self) {
        self.prompt.take_if(|(prompt, _)| *prompt == Prompt::Move);
    }

    pub(crate) fn awaits(&self, ticket: Ticket) -> bool {
        self.coach.thinking.awaits(ticket) || self.exporting.awaits(ticket)
    }

    /// A file was written, or could not be; it may be the one that the match was saved to.
    pub(crate) fn exported(&mut self, ticket: Ticket, written: &Result<(), String>) {
        if let Some(name) = self.exporting.take(ticket) {
            self.note = Note::written(&name, written);
        }
    }
}

/// A screen with a board and everything around it.
pub(crate) trait Benched: Keyed {
    /// In a game whose moves may take several cells, one needs to know how.
    const WIDER: Binding<Self> =
        bind("↑ k", "one or two", Self::takes_several, |it, _, at| it.point(Towards::Wider, at));
    const NARROWER: Binding<Self> =
        bind("↓ j", "one or two", Self::takes_several, |it, _, at| it.point(Towards::Narrower, at));

    /// The rows of its table that point, except for the arrows themselves.
    const POINTING: &'static [Binding<Self>] = &[
        Self::WIDER,
        Self::NARROWER,
        bind("H Shift-←", "extend", Self::takes_several, |it, _, at| it.point(Towards::MoreLeft, at)),
        bind("L Shift-→", "extend", Self::takes_several, |it, _, at| it.point(Towards::MoreRight, at)),
        bind("Tab", "next allowed move", Self::can_point, |it, _, at| it.point(Towards::Next, at)),
        bind("Shift-Tab", "previous allowed move", Self::can_point, |it, _, at| {
            it.point(Towards::Previous, at)
        }),
        bind("Home", "first, last", Self::can_point, |it, _, at| it.point(Towards::First, at)),
        bind("End", "first, last", Self::can_point, |it, _, at| it.point(Towards::Last, at)),
        bind("PgUp", "far along the line", Self::can_point, |it, _, at| it.point(Towards::PageLeft, at)),
        bind("PgDn", "far along the line", Self::can_point, |it, _, at| it.point(Towards::PageRight, at)),
    ];

    /// The keys for the coach's panel.
    const COACHING: &'static [Binding<Self>] = &[
        bind("[", "scroll the coach", Self::shows_coach, |it, _, at| it.scroll_coach(-3, at)),
        bind("]", "scroll the coach", Self::shows_coach, |it, _, at| it.scroll_coach(3, at)),
        bind("n", "nimbers", Self::shows_coach, |it, _, _| it.toggle_nimbers()),
    ];

    /// What the key does that opens the input line for the name of a file.
    const SAVE: &str = "save the game to a file";

    /// The keys that copy.
    const COPYING: &'static [Binding<Self>] = &[
        bind("C", "copy the record", always, |it, _, _| it.copy_record()),
        bind("P", "copy the position", always, |it, _, _| it.copy_position()),
    ];

    /// The keys while something is typed. All other keys type.
    const TYPING: &'static [Binding<Self>] = &[
        bind("Enter", "save", Self::is_saving, |it, _, at| it.finish_typing(at).into()),
        bind("Enter", "play it", always, |it, _, at| it.finish_typing(at).into()),
        bind("Esc", "cancel", always, |it, _, at| it.stop_typing(at).into()),
    ];

    fn bench(&self) -> &Bench;
    fn bench_mut(&mut self) -> &mut Bench;

    /// The current match.
    fn at(&self) -> &dyn AnyMatch;

    /// What the signs on the board and in the coach's panel mean.
    fn board_signs(&self, look: &Look) -> Vec<KeyHelp> {
        let mut signs = vec![
            (look.symbol("▾", "v"), "the last move"),
            (look.symbol("+", "!"), "what your move would change"),
            (look.symbol("×", "x"), "what a move blocks"),
            (look.symbol("•", "'"), "can be pointed at"),
        ];
        if self.shows_coach() {
            signs.extend([
                ("W5", "wins, in 5 turns"),
                ("L4", "loses, in 4 turns"),
                ("D", "nobody can force an end"),
                ("nimber", "the worth of a free run"),
                ("nim-sum", "that of all runs; 0 loses"),
            ]);
        }
        signs.into_iter().map(|(sign, means)| KeyHelp::sign(sign, means)).collect()
    }

    /// What is saved to a file.
    fn records(&self) -> Vec<Record>;

    /// The seat that the pointer is for.
    fn pointing(&self) -> Option<Seat>;

    /// Whether the keys point.
    fn can_point(&self) -> bool;

    /// Whether they can point at several cells.
    fn takes_several(&self) -> bool {
        self.can_point() && self.pointing().is_some_and(|seat| takes_several(self.at(), seat))
    }

    /// Points somewhere else.
    fn point(&mut self, towards: Towards, context: &mut Context) -> Step;

    /// Moves a seat's pointer. The view follows it.
    fn move_pointer(&mut self, towards: Towards, seat: Seat, area: Rect) {
        let (seen, mut pointer) = (self.window(area), self.bench().pointer.clone());
        pointer.turn(towards, self.at(), seat, seen);
        self.bench_mut().pointer = pointer;
        self.keep_view(area);
        self.tell_coach();
    }

    /// The visible part of the line stays as it is now, until something else is to be seen.
    fn keep_view(&mut self, area: Rect) {
        let seen = self.window(area);
        self.bench_mut().pointer.focus = middle(seen);
    }

    /// Whether clicking what is pointed at plays it.
    fn is_armed(&self) -> bool;
    fn arm(&mut self, armed: bool);

    /// Plays a move that was typed.
    fn play_typed(&mut self, text: &str, context: &mut Context) -> Effect;

    /// Plays what is pointed at.
    fn play_pointed(&mut self, context: &mut Context) -> Effect;

    /// Stops typing.
    fn typing_stopped(&mut self, _context: &mut Context) -> Effect {
        Effect::None
    }

    /// The visible cells.
    fn window(&self, area: Rect) -> Span;

    /// Where the coach is drawn, if it is.
    fn coach_area(&self, area: Rect) -> Rect;

    fn shows_coach(&self) -> bool {
        self.bench().coach.is_open()
    }

    /// The move that is pointed at.
    fn pointed(&self) -> Option<String> {
        self.at().meant(self.pointing()?, self.bench().pointer.aim()?)
    }

    /// Lets the coach show what the pointed move is worth.
    fn tell_coach(&mut self) {
        let text = self.pointed().and_then(|text| self.at().spell(&text).ok());
        self.bench_mut().coach.look_at(text.as_deref());
    }

    fn scroll_coach(&mut self, rows: i64, context: &Context) -> Step {
        let area = self.coach_area(context.area);
        self.bench_mut().coach.scroll(rows, area, &context.preferences.look());
        Step::STAY
    }

    fn toggle_nimbers(&mut self) -> Step {
        self.bench_mut().coach.toggle_nimbers();
        Step::STAY
    }

    /// Scrolls to another part of the line.
    fn scroll(&mut self, cells: i64, area: Rect) {
        let (seen, extent) = (self.window(area), self.at().extent());
        if seen.len() < extent.len() {
            self.look_at_cell(middle(seen).saturating_add(cells).clamp(extent.first, extent.last), area);
        }
    }

    /// Scrolls to a cell. What is no longer visible is no longer pointed at.
    fn look_at_cell(&mut self, cell: i64, area: Rect) {
        let mut pointer = self.bench().pointer.clone();
        pointer.focus = cell;
        pointer.lift();
        let before = std::mem::replace(&mut self.bench_mut().pointer, pointer);
        if before.is_within(self.window(area)) {
            self.bench_mut().pointer = before;
            self.bench_mut().pointer.focus = cell;
        }
        self.tell_coach();
    }

    fn copy_record(&mut self) -> Step {
        let text = self.records().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        self.copy(text, "record")
    }

    fn copy_position(&mut self) -> Step {
        let text = self.at().position();
        self.copy(text, "position")
    }

    /// A terminal does not say whether it takes what it is sent.
    fn copy(&mut self, text: String, what: &str) -> Step {
        if text.len() > LONGEST_COPY {
            let key = self.key_to(Self::SAVE);
            self.bench_mut().note =
                Note::warning(format!("The {what} is too long for the clipboard; {key} saves the game."));
            return Step::STAY;
        }
        self.bench_mut().note = Note::said(format!("Sent the {what} to the clipboard of the terminal."));
        Effect::Copy(text).into()
    }

    fn is_saving(&self) -> bool {
        self.bench().prompt() == Some(Prompt::File)
    }

    fn begin_saving(&mut self) -> Step {
        let name = format!("{}.txt", self.at().info().slug);
        self.bench_mut().open(Prompt::File, &name);
        Step::STAY
    }

    fn begin_answer(&mut self) {
        self.bench_mut().open(Prompt::Answer, "");
    }

    /// The first key of a move is a part of it, unless it only opens the input line.
    fn begin_move(&mut self, key: KeyEvent, context: &mut Context) -> Step {
        self.bench_mut().open(Prompt::Move, "");
        if key.code == KeyCode::Char(':') { Step::STAY } else { self.type_on(key, context) }
    }

    /// Handles a key for the input line, if it is open.
    fn type_on(&mut self, key: KeyEvent, context: &mut Context) -> Step {
        let Some((_, field)) = &mut self.bench_mut().prompt else { return Step::PASS };
        if key.code == KeyCode::Backspace && field.text().is_empty() {
            return self.stop_typing(context).into();
        }
        if !field.key(key) {
            return Step::PASS;
        }
        self.follow_typing();
        Step::STAY
    }

    fn take_paste(&mut self, text: &str) {
        let can_move = self.pointing().is_some();
        match &mut self.bench_mut().prompt {
            Some((_, field)) => field.insert(text),
            None if can_move => self.bench_mut().open(Prompt::Move, text.trim_start()),
            None => return,
        }
        self.follow_typing();
    }

    fn stop_typing(&mut self, context: &mut Context) -> Effect {
        self.bench_mut().prompt = None;
        self.typing_stopped(context)
    }

    fn finish_typing(&mut self, context: &mut Context) -> Effect {
        let Some((prompt, field)) = self.bench_mut().prompt.take() else { return Effect::None };
        let (text, stopped) = (field.text().trim().to_owned(), self.typing_stopped(context));
        stopped.and(match prompt {
            _ if text.is_empty() => Effect::None,
            Prompt::Move | Prompt::Answer => self.play_typed(&text, context),
            Prompt::File => {
                let own = self.bench().own.clone();
                let errand = Errand::Export(PathBuf::from(&text), own, self.records());
                self.bench_mut().exporting.ask(text, errand, context)
            }
        })
    }

    /// Points at what is being typed, as soon as it is a legal move.
    fn follow_typing(&mut self) {
        let (Some((Prompt::Move, field)), Some(seat)) = (&self.bench().prompt, self.pointing()) else {
            return;
        };
        if let Some(aim) = self.at().aim(seat, &field.text()) {
            self.bench_mut().pointer.point(aim);
            self.tell_coach();
        }
    }

    /// Mouse actions on the board and the coach: a click points, the same click again plays, dragging takes several cells,
    /// the wheel scrolls. `None` for anything else.
    fn use_mouse(&mut self, mouse: Mouse, context: &mut Context) -> Option<Step> {
        match mouse {
            Mouse::Wheel(by, Some(Spot::Coach)) => return Some(self.scroll_coach(3 * by, context)),
            Mouse::Wheel(by, Some(Spot::Board | Spot::Aim(_) | Spot::Ruler(_))) => {
                let step = i64::try_from(self.window(context.area).len() / 4).unwrap_or(1).max(1);
                self.scroll(by.saturating_mul(step), context.area);
            }
            Mouse::Click(Spot::Ruler(cell)) => self.look_at_cell(cell, context.area),
            Mouse::Click(Spot::Aim(aim)) => return Some(self.click(aim, context).into()),
            Mouse::Drag(Spot::Aim(aim)) => self.drag(aim),
            _ => return None,
        }
        Some(Step::STAY)
    }

    fn click(&mut self, aim: Aim, context: &mut Context) -> Effect {
        if self.pointing().is_none() || self.is_saving() {
            return Effect::None;
        }
        self.bench_mut().prompt = None;
        if self.is_armed() && self.bench().pointer.covers(aim) {
            self.arm(false);
            return self.play_pointed(context);
        }
        self.bench_mut().pointer.point(aim);
        self.arm(true);
        self.tell_coach();
        Effect::None
    }

    /// Takes the cells from where the button was pressed to here, if that is a move.
    fn drag(&mut self, to: Aim) {
        let Some(seat) = self.pointing().filter(|_| self.is_armed()) else { return };
        let wider = self.bench().pointer.dragged(to, self.at(), seat);
        if let Some(wider) = wider {
            self.bench_mut().pointer.point(wider);
            self.tell_coach();
        }
    }
}

/// The cell around which a window of this size is drawn.
fn middle(seen: Span) -> i64 {
    seen.first.saturating_add(i64::try_from(seen.len() / 2).unwrap_or_default())
}
