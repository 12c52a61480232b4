//! Tables of keys. A screen has one: its handler, the footer and `?` all read it, so none can lack an entry.

#[cfg(test)]
mod tests;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::Look;
use crate::screen::{Context, Step};

/// A row of a table: the names of keys, what they do, when, and the action.
pub(crate) struct Binding<S: 'static, A: 'static = Act<S>> {
    keys: &'static str,
    does: &'static str,
    when: fn(&S) -> bool,
    action: A,
}

/// What a key of a screen does.
pub(crate) type Act<S> = fn(&mut S, KeyEvent, &mut Context) -> Step;

/// The rows of a table, perhaps of several one after the other.
pub(crate) trait KeyTable<S: 'static, A: 'static = Act<S>>:
    IntoIterator<Item = &'static Binding<S, A>>
{
}

impl<S: 'static, A: 'static, T: IntoIterator<Item = &'static Binding<S, A>>> KeyTable<S, A> for T {}

/// A row. Of its keys, whose names are separated by spaces, the footer shows the first, and `?` all. Consecutive rows with
/// the same action are shown as one.
pub(crate) const fn bind<S, A: Copy>(
    keys: &'static str,
    does: &'static str,
    when: fn(&S) -> bool,
    action: A,
) -> Binding<S, A> {
    Binding { keys, does, when, action }
}

/// The condition of a row that applies at any time.
pub(crate) fn always<S>(_: &S) -> bool {
    true
}

/// The action of a key. If several rows apply, the first counts.
pub(crate) fn find<S: 'static, A: Copy + 'static>(
    table: impl KeyTable<S, A>,
    state: &S,
    key: KeyEvent,
) -> Option<A> {
    let rows: Vec<_> = table.into_iter().filter(|row| (row.when)(state)).collect();
    let action = |key: KeyEvent| {
        let name = name(key)?;
        let is_meant = |keys: &str| keys.split(' ').any(|known| is_called(&name, known));
        rows.iter().find(|row| is_meant(row.keys)).map(|row| row.action)
    };
    action(key).or_else(|| action(KeyEvent { modifiers: key.modifiers - KeyModifiers::SHIFT, ..key }))
}

/// A screen with a table of keys.
pub(crate) trait Keyed: Sized + 'static {
    /// The rows that apply at the moment.
    fn table(&self) -> impl KeyTable<Self>;

    /// Takes a key that is in no row.
    fn other_key(&mut self, _key: KeyEvent, _context: &mut Context) -> Step {
        Step::PASS
    }
}

/// What every screen with a table of keys does with them.
pub(crate) trait TakesKeys {
    /// Adds the keys that can be pressed now.
    fn keys(&self, keys: &mut KeyList);

    /// The name of the key that does this now, for a sentence that tells the player to press it. If there is none, the key
    /// that lists them all.
    fn key_to(&self, does: &str) -> &'static str {
        let mut keys = KeyList::default();
        self.keys(&mut keys);
        let row = keys.rows.iter().find(|row| row.does == does);
        row.and_then(|row| row.keys.last().copied()).unwrap_or("?")
    }

    /// Takes a key. If this screen has no use for it, the keys that every screen has are tried.
    fn key(&mut self, key: KeyEvent, context: &mut Context) -> Step;
}

impl<S: Keyed> TakesKeys for S {
    fn keys(&self, keys: &mut KeyList) {
        keys.add(self.table(), self);
    }

    fn key(&mut self, key: KeyEvent, context: &mut Context) -> Step {
        match find(self.table(), self, key) {
            Some(act) => act(self, key, context),
            None => self.other_key(key, context),
        }
    }
}

/// The keys that can be pressed now, from the tables that take them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct KeyList {
    pub(crate) rows: Vec<KeyHelp>,
    names: Vec<&'static str>,
}

/// Keys, and what they do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct KeyHelp {
    /// The first key of each row of the table.
    pub(crate) keys: Vec<&'static str>,
    /// The others, each with its place in its row.
    others: Vec<(usize, &'static str)>,
    /// Such as `choose a cell`.
    pub(crate) does: &'static str,
}

impl KeyList {
    /// Adds the rows of a table that apply. A key that an earlier row uses is left out.
    pub(crate) fn add<S: 'static, A: 'static>(&mut self, table: impl KeyTable<S, A>, state: &S) {
        for row in table.into_iter().filter(|row| (row.when)(state)) {
            let free: Vec<&str> = row.keys.split(' ').filter(|name| !self.names.contains(name)).collect();
            let Some(first) = free.first() else { continue };
            if self.rows.last().is_none_or(|shown| shown.does != row.does) {
                self.rows.push(KeyHelp { keys: Vec::new(), others: Vec::new(), does: row.does });
            }
            if let Some(shown) = self.rows.last_mut() {
                shown.keys.push(first);
                shown.others.extend(free.iter().copied().enumerate().skip(1));
                shown.others.sort_by_key(|(place, _)| *place);
            }
            self.names.extend(free);
        }
    }
}

impl KeyHelp {
    /// A sign on the board, explained beside the keys.
    pub(crate) fn sign(sign: &'static str, means: &'static str) -> Self {
        Self { keys: vec![sign], others: Vec::new(), does: means }
    }

    /// Such as `← →`.
    pub(crate) fn keys(&self, look: &Look) -> String {
        look.keys(&self.keys.join(" "))
    }

    /// With all the other keys for the same action.
    pub(crate) fn all(&self, look: &Look) -> String {
        let all: Vec<&str> =
            self.keys.iter().chain(self.others.iter().map(|(_, name)| name)).copied().collect();
        look.keys(&all.join(" "))
    }
}

/// Whether a name in a table, which may be a range such as `0-9`, includes the key with this name.
fn is_called(name: &str, known: &str) -> bool {
    match (known.as_bytes(), name.as_bytes()) {
        ([first, b'-', last], [letter]) => (first..=last).contains(&letter),
        _ => known == name,
    }
}

/// What a key is called in a table.
fn name(key: KeyEvent) -> Option<String> {
    let (shift, name) = match key.code {
        // A letter itself shows whether Shift was pressed.
        KeyCode::Char(' ') => (false, "Space".to_owned()),
        KeyCode::Char(letter) if key.modifiers.contains(KeyModifiers::CONTROL) => {
            (false, letter.to_ascii_uppercase().to_string())
        }
        KeyCode::Char(letter) => (false, letter.to_string()),
        KeyCode::F(number) => (true, format!("F{number}")),
        KeyCode::BackTab => (false, "Shift-Tab".to_owned()),
        code => {
            let name = match code {
                KeyCode::Left => "←",
                KeyCode::Right => "→",
                KeyCode::Up => "↑",
                KeyCode::Down => "↓",
                KeyCode::Home => "Home",
                KeyCode::End => "End",
                KeyCode::PageUp => "PgUp",
                KeyCode::PageDown => "PgDn",
                KeyCode::Enter => "Enter",
                KeyCode::Tab => "Tab",
                KeyCode::Esc => "Esc",
                KeyCode::Backspace => "Backspace",
                _ => return None,
            };
            (true, name.to_owned())
        }
    };
    let held =
        [("Ctrl-", KeyModifiers::CONTROL), ("Alt-", KeyModifiers::ALT), ("Shift-", KeyModifiers::SHIFT)];
    let held = held.into_iter().filter(|(_, modifier)| key.modifiers.contains(*modifier));
    let prefix: String = held.map(|(text, _)| text).filter(|text| shift || *text != "Shift-").collect();
    Some(prefix + &name)
}

/// The key with this name in a table; `None` for a range of keys, or one that needs another held down.
pub(crate) fn code(known: &str) -> Option<KeyCode> {
    const NAMED: [KeyCode; 12] = [
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Enter,
        KeyCode::Tab,
        KeyCode::Esc,
        KeyCode::Backspace,
    ];
    let mut letters = known.chars();
    let letter = letters.next().map(KeyCode::Char).filter(|_| letters.next().is_none());
    let others = [KeyCode::Char(' '), KeyCode::BackTab, KeyCode::F(1), KeyCode::F(5)];
    let mut codes = NAMED.into_iter().chain(others).chain(letter);
    codes.find(|code| name(KeyEvent::from(*code)).as_deref() == Some(known))
}
