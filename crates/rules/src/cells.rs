//! Sets of cells on a line of any length.
//!
//! A line of up to 64 cells is one machine word, which makes the book's games fast. A longer line is kept as its
//! maximal runs, so that its cost grows with the moves made and not with its length. Both answer alike.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};

use crate::run_map::{MapRuns, RunMap};
use crate::select::{pick, places};

/// Consecutive cells of a set, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Run {
    /// The leftmost cell.
    pub first: u64,
    /// The rightmost cell.
    pub last: u64,
}

impl Run {
    /// How many cells there are.
    #[must_use]
    pub fn len(self) -> u64 {
        self.last - self.first + 1
    }

    /// Always false; a run has at least one cell.
    #[must_use]
    pub fn is_empty(self) -> bool {
        false
    }
}

/// A set of cells of a line whose cells are numbered from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cells(Set);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Set {
    /// Bit `n - 1` stands for cell `n`.
    Word(u64),
    /// The cells of a longer line. They live elsewhere, so that a short line stays small enough for registers.
    Runs(Box<RunMap>),
}

/// Sets of lines that differ in kind are hardly ever compared, so a short one is hashed as its word alone.
impl Hash for Cells {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Set::Word(word) => state.write_u64(*word),
            Set::Runs(runs) => runs.hash(state),
        }
    }
}

const WORD_CELLS: u64 = u64::BITS as u64;

impl Cells {
    /// No cell of a line of this length.
    #[must_use]
    pub fn none(length: u64) -> Self {
        Self(if length <= WORD_CELLS { Set::Word(0) } else { Set::Runs(Box::default()) })
    }

    /// All cells of a line of this length.
    #[must_use]
    pub fn all(length: u64) -> Self {
        let mut cells = Self::none(length);
        if length > 0 {
            cells.insert(Run { first: 1, last: length });
        }
        cells
    }

    /// Whether there is no cell in the set.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        match &self.0 {
            Set::Word(word) => *word == 0,
            Set::Runs(runs) => runs.is_empty(),
        }
    }

    /// Whether the cell is in the set. A cell beyond the line never is.
    #[must_use]
    #[inline]
    pub fn contains(&self, cell: u64) -> bool {
        match &self.0 {
            Set::Word(word) => word & bit(cell) != 0,
            Set::Runs(runs) => runs.contains(cell),
        }
    }

    /// Adds a run of cells that are not yet in the set.
    #[inline]
    pub fn insert(&mut self, run: Run) {
        match &mut self.0 {
            Set::Word(word) => *word |= bits(run),
            Set::Runs(runs) => runs.insert(run),
        }
    }

    /// Removes all cells.
    #[inline]
    pub fn clear(&mut self) {
        match &mut self.0 {
            Set::Word(word) => *word = 0,
            Set::Runs(runs) => **runs = RunMap::default(),
        }
    }

    /// Removes a cell from the set, if it is there. A cell beyond the line never is.
    #[inline]
    pub fn remove(&mut self, cell: u64) {
        match &mut self.0 {
            Set::Word(word) => *word &= !bit(cell),
            Set::Runs(runs) => runs.remove(cell),
        }
    }

    /// Removes the cells of a run that begins on the line from the set, those of them that are there.
    #[inline]
    pub fn remove_run(&mut self, run: Run) {
        match &mut self.0 {
            Set::Word(word) => *word &= !bits(run),
            Set::Runs(runs) => (run.first..=run.last).for_each(|cell| runs.remove(cell)),
        }
    }

    /// The cell of the set that `choose` picks, given how many there are; `None` for an empty set.
    #[inline]
    pub(crate) fn pick_cell(&self, choose: impl FnOnce(u64) -> u64) -> Option<u64> {
        match &self.0 {
            Set::Word(word) => pick(*word, choose).map(|place| place + 1),
            Set::Runs(runs) => {
                let cells = runs.places(1);
                if cells > 0 { runs.nth_place(1, choose(cells)) } else { None }
            }
        }
    }

    /// The same for single cells and pairs of neighbours together.
    #[inline]
    pub(crate) fn pick_cell_or_pair(&self, choose: impl FnOnce(u64) -> u64) -> Option<Run> {
        if let Some(both) = self.cells_and_pairs::<16>() {
            return pick(both, choose).map(cell_or_pair::<16>);
        }
        if let Some(both) = self.cells_and_pairs::<32>() {
            return pick(both, choose).map(cell_or_pair::<32>);
        }
        let (cells, pairs) = (self.places(1), self.places(2));
        let chosen = if cells > 0 { choose(cells + pairs) } else { return None };
        match chosen.checked_sub(cells) {
            None => self.nth_place(1, chosen).map(|cell| Run { first: cell, last: cell }),
            Some(pair) => self.nth_place(2, pair).map(|cell| Run { first: cell, last: cell + 1 }),
        }
    }

    /// At how many places one cell is, or two neighbours are.
    fn places(&self, width: u64) -> u64 {
        match &self.0 {
            Set::Word(_) => self.runs().map(|run| places_in(run, width)).sum(),
            Set::Runs(runs) => runs.places(width),
        }
    }

    /// The first cell of the n-th such place from the left, counted from 0.
    fn nth_place(&self, width: u64, n: u64) -> Option<u64> {
        match &self.0 {
            Set::Word(_) => nth_place(self.runs(), width, n),
            Set::Runs(runs) => runs.nth_place(width, n),
        }
    }

    /// The maximal runs from left to right.
    #[inline]
    pub fn runs(&self) -> Runs<'_> {
        match &self.0 {
            Set::Word(word) => Runs::Word(*word),
            Set::Runs(runs) => runs.runs_from(1),
        }
    }

    /// The maximal runs that end at a cell or to the right of it.
    pub(crate) fn runs_from(&self, cell: u64) -> impl Iterator<Item = Run> + '_ {
        let runs = match &self.0 {
            Set::Word(_) => self.runs(),
            Set::Runs(runs) => runs.runs_from(cell),
        };
        runs.skip_while(move |run| run.last < cell)
    }

    /// The cells from left to right.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        let (word, runs) = match &self.0 {
            Set::Word(word) => (*word, None),
            Set::Runs(_) => (0, Some(self.runs())),
        };
        let beyond = runs.into_iter().flatten().flat_map(|run| run.first..=run.last);
        places(word).map(|place| place + 1).chain(beyond)
    }

    /// The cells of a line that fits one machine word. A list is filled from these at once, because they are counted.
    #[inline]
    pub(crate) fn counted_cells(&self) -> Option<impl Iterator<Item = u64> + use<>> {
        match &self.0 {
            Set::Word(word) => Some(places(*word).map(|place| place + 1)),
            Set::Runs(_) => None,
        }
    }

    /// The single cells and then the pairs of neighbours of a line that fits half of a machine word.
    #[inline]
    pub(crate) fn counted_cells_and_pairs(&self) -> Option<impl Iterator<Item = Run> + use<>> {
        self.cells_and_pairs::<32>().map(|both| places(both).map(cell_or_pair::<32>))
    }

    /// A short line leaves half of a word of `2 * HALF` bits free for the places where pairs begin.
    #[inline]
    fn cells_and_pairs<const HALF: u64>(&self) -> Option<u64> {
        match self.0 {
            Set::Word(word) if word >> HALF == 0 => Some(word | (word & word >> 1) << HALF),
            _ => None,
        }
    }
}

/// What a bit of a short line's word stands for, see [`Cells::cells_and_pairs`].
#[inline]
fn cell_or_pair<const HALF: u64>(place: u64) -> Run {
    let first = place % HALF + 1;
    Run { first, last: first + place / HALF }
}

/// At how many places in a run this many neighbouring cells are.
fn places_in(run: Run, width: u64) -> u64 {
    (run.len() + 1).saturating_sub(width)
}

/// The first cell of the n-th such place in these runs, counted from 0.
pub(crate) fn nth_place(runs: impl Iterator<Item = Run>, width: u64, n: u64) -> Option<u64> {
    nth(runs, n, |run| places_in(*run, width)).map(|(run, before)| run.first + before)
}

/// The part that has the n-th place, counted from 0, and how many of its own places come before that.
pub(crate) fn nth<T>(
    mut parts: impl Iterator<Item = T>,
    n: u64,
    places: impl Fn(&T) -> u64,
) -> Option<(T, u64)> {
    let mut before = n;
    parts.find_map(|part| {
        let here = places(&part);
        if before < here {
            return Some((part, before));
        }
        before -= here;
        None
    })
}

/// The maximal runs of a set of cells, from left to right.
#[derive(Clone, Debug)]
pub enum Runs<'a> {
    /// Of a line that fits one machine word: the cells still to come.
    Word(u64),
    /// Of a longer line.
    Map(MapRuns<'a>),
}

impl Iterator for Runs<'_> {
    type Item = Run;

    fn next(&mut self) -> Option<Run> {
        match self {
            Self::Word(0) => None,
            Self::Word(word) => {
                let skipped = word.trailing_zeros();
                let length = (*word >> skipped).trailing_ones();
                let run = Run { first: u64::from(skipped) + 1, last: u64::from(skipped + length) };
                *word &= !bits(run);
                Some(run)
            }
            Self::Map(runs) => runs.next(),
        }
    }
}

#[inline]
fn bit(cell: u64) -> u64 {
    if (1..=WORD_CELLS).contains(&cell) { 1 << (cell - 1) } else { 0 }
}

#[inline]
fn bits(run: Run) -> u64 {
    // What reaches beyond the line is shifted out of the word.
    (2_u64 << (run.last - run.first)).wrapping_sub(1) << (run.first - 1)
}

/// A line longer than this writes repeated cells as `.{1000}`.
const SPELLED_OUT: u64 = 1_000;

/// Writes the cells of a line: a letter for each of the given runs, `gap` for what lies between them.
pub(crate) fn write_cells(
    f: &mut fmt::Formatter<'_>,
    length: u64,
    gap: char,
    parts: impl Iterator<Item = (Run, char)>,
) -> fmt::Result {
    let mut parts: Vec<_> = parts.collect();
    parts.sort_unstable();
    let mut next = 1;
    for (run, letter) in parts {
        write_repeated(f, length, gap, run.first - next)?;
        write_repeated(f, length, letter, run.len())?;
        next = run.last + 1;
    }
    write_repeated(f, length, gap, length + 1 - next)
}

fn write_repeated(f: &mut fmt::Formatter<'_>, length: u64, letter: char, times: u64) -> fmt::Result {
    if length > SPELLED_OUT && times > 3 {
        return write!(f, "{letter}{{{times}}}");
    }
    (0..times).try_for_each(|_| write!(f, "{letter}"))
}

/// Why a text is not a line of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unread {
    /// It does not look like one.
    Shape,
    /// It would have more cells than the longest line.
    TooLong,
}

/// Reads how many cells there are, at least 1.
fn read_count(digits: &str) -> Result<u64, Unread> {
    match crate::text::number(digits) {
        Some(0) => Err(Unread::Shape),
        Some(count) => Ok(count),
        None if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) => Err(Unread::Shape),
        None => Err(Unread::TooLong),
    }
}

/// Reads what [`write_cells`] writes: the runs of equal letters, and how many cells there are in all.
pub(crate) fn read_cells(text: &str, letters: &[char], most: u64) -> Result<(Vec<(Run, char)>, u64), Unread> {
    let mut parts: Vec<(Run, char)> = Vec::new();
    let mut length = 0_u64;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        rest = rest.get(letter.len_utf8()..).ok_or(Unread::Shape)?;
        if !letters.contains(&letter) {
            return Err(Unread::Shape);
        }
        let mut times = 1;
        if let Some(counted) = rest.strip_prefix('{') {
            let (digits, after) = counted.split_once('}').ok_or(Unread::Shape)?;
            times = read_count(digits)?;
            rest = after;
        }
        let run = Run { first: length + 1, last: length.checked_add(times).ok_or(Unread::TooLong)? };
        length = run.last;
        if length > most {
            return Err(Unread::TooLong);
        }
        match parts.last_mut() {
            Some((before, same)) if *same == letter => before.last = run.last,
            _ => parts.push((run, letter)),
        }
    }
    let length = parts.last().map(|(run, _)| run.last).ok_or(Unread::Shape)?;
    Ok((parts, length))
}

/// Reads `runs 4 4`: the lengths of the runs, set one cell apart from the left, and how many cells they take.
pub(crate) fn read_runs(text: &str, most: u64) -> Result<(Vec<Run>, u64), Unread> {
    let mut runs = Vec::new();
    let mut next = 1_u64;
    for word in text.strip_prefix("runs").ok_or(Unread::Shape)?.split_whitespace() {
        let length = read_count(word)?;
        let run = Run { first: next, last: next.checked_add(length - 1).ok_or(Unread::TooLong)? };
        next = run.last.checked_add(2).filter(|next| *next <= most + 2).ok_or(Unread::TooLong)?;
        runs.push(run);
    }
    let length = runs.last().map_or(1, |run| run.last);
    Ok((runs, length))
}
