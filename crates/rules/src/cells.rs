//! Sets of cells on a line of any length.
//!
//! A line of up to 64 cells is one machine word, which makes the book's games fast. A longer line is kept as its
//! maximal runs, so that its cost grows with the moves made and not with its length. Both answer alike.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use crate::select::Counted;

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
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cells(Set);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Set {
    /// Bit `n - 1` stands for cell `n`.
    Word(u64),
    /// The maximal runs: first cell to last cell.
    Runs(BTreeMap<u64, u64>),
}

const WORD_CELLS: u64 = u64::BITS as u64;

impl Cells {
    /// No cell of a line of this length.
    #[must_use]
    pub fn none(length: u64) -> Self {
        Self(if length <= WORD_CELLS { Set::Word(0) } else { Set::Runs(BTreeMap::new()) })
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
            Set::Runs(runs) => runs.range(..=cell).next_back().is_some_and(|(_, last)| cell <= *last),
        }
    }

    /// Adds a run of cells that are not yet in the set.
    #[inline]
    pub fn insert(&mut self, run: Run) {
        match &mut self.0 {
            Set::Word(word) => *word |= bits(run),
            Set::Runs(runs) => {
                let mut joined = run;
                let left = runs.range(..run.first).next_back().map(|(first, last)| (*first, *last));
                if let Some((first, last)) = left
                    && last + 1 == run.first
                {
                    joined.first = first;
                }
                if let Some(last) = runs.remove(&(run.last + 1)) {
                    joined.last = last;
                }
                runs.insert(joined.first, joined.last);
            }
        }
    }

    /// Removes a cell from the set, if it is there. A cell beyond the line never is.
    #[inline]
    pub fn remove(&mut self, cell: u64) {
        match &mut self.0 {
            Set::Word(word) => *word &= !bit(cell),
            Set::Runs(runs) => {
                let Some((&first, &last)) = runs.range(..=cell).next_back() else { return };
                if cell > last {
                    return;
                }
                runs.remove(&first);
                if first < cell {
                    runs.insert(first, cell - 1);
                }
                if cell < last {
                    runs.insert(cell + 1, last);
                }
            }
        }
    }

    /// Removes the cells of a run that begins on the line from the set, those of them that are there.
    #[inline]
    pub fn remove_run(&mut self, run: Run) {
        match &mut self.0 {
            Set::Word(word) => *word &= !bits(run),
            Set::Runs(_) => (run.first..=run.last).for_each(|cell| self.remove(cell)),
        }
    }

    /// The cell of the set that `choose` picks, given how many there are; `None` for an empty set.
    #[inline]
    pub(crate) fn pick_cell(&self, choose: impl FnOnce(u64) -> u64) -> Option<u64> {
        match &self.0 {
            Set::Word(word) => {
                let cells = Counted::new(*word);
                (cells.count() > 0).then(|| cells.place(choose(cells.count())) + 1)
            }
            Set::Runs(_) => {
                let cells = self.places(1);
                if cells > 0 { self.place(1, choose(cells)) } else { None }
            }
        }
    }

    /// The same for single cells and pairs of neighbours together.
    #[inline]
    pub(crate) fn pick_cell_or_pair(&self, choose: impl FnOnce(u64) -> u64) -> Option<Run> {
        const HALF: u64 = WORD_CELLS / 2;
        if let Set::Word(word) = &self.0
            && word >> HALF == 0
        {
            // A short line leaves half of the word free for the places where pairs begin.
            let all = Counted::new(word | (word & word >> 1) << HALF);
            if all.count() == 0 {
                return None;
            }
            let place = all.place(choose(all.count()));
            let first = place % HALF + 1;
            return Some(Run { first, last: first + place / HALF });
        }
        let (cells, pairs) = (self.places(1), self.places(2));
        let chosen = if cells > 0 { choose(cells + pairs) } else { return None };
        match chosen.checked_sub(cells) {
            None => self.place(1, chosen).map(|cell| Run { first: cell, last: cell }),
            Some(pair) => self.place(2, pair).map(|cell| Run { first: cell, last: cell + 1 }),
        }
    }

    /// At how many places this many neighbouring cells are in the set.
    fn places(&self, width: u64) -> u64 {
        self.runs().map(|run| (run.len() + 1).saturating_sub(width)).sum()
    }

    /// The first cell of the n-th such place from the left, counted from 0.
    fn place(&self, width: u64, n: u64) -> Option<u64> {
        let mut before = n;
        self.runs().find_map(|run| {
            let here = (run.len() + 1).saturating_sub(width);
            if before < here {
                return Some(run.first + before);
            }
            before -= here;
            None
        })
    }

    /// The maximal runs from left to right.
    pub fn runs(&self) -> Runs<'_> {
        match &self.0 {
            Set::Word(word) => Runs::Word(*word),
            Set::Runs(runs) => Runs::Map(runs.iter()),
        }
    }

    /// The cells from left to right.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.runs().flat_map(|run| run.first..=run.last)
    }
}

/// The maximal runs of a set of cells, from left to right.
#[derive(Clone, Debug)]
pub enum Runs<'a> {
    /// Of a line that fits one machine word: the cells still to come.
    Word(u64),
    /// Of a longer line.
    Map(alloc::collections::btree_map::Iter<'a, u64, u64>),
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
            Self::Map(runs) => runs.next().map(|(first, last)| Run { first: *first, last: *last }),
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
fn read_count(digits: &str, most: u64) -> Result<u64, Unread> {
    match crate::text::number(digits) {
        Some(0) => Err(Unread::Shape),
        Some(count) if count <= most => Ok(count),
        None if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) => Err(Unread::Shape),
        Some(_) | None => Err(Unread::TooLong),
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
            times = read_count(digits, most)?;
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
    if length > 0 { Ok((parts, length)) } else { Err(Unread::Shape) }
}

/// Reads `runs 4 4`: the lengths of the runs, set one cell apart from the left, and how many cells they take.
pub(crate) fn read_runs(text: &str, most: u64) -> Result<(Vec<Run>, u64), Unread> {
    let mut runs = Vec::new();
    let mut next = 1_u64;
    for word in text.strip_prefix("runs").ok_or(Unread::Shape)?.split_whitespace() {
        let length = read_count(word, most)?;
        let run = Run { first: next, last: next.checked_add(length - 1).ok_or(Unread::TooLong)? };
        next = run.last.checked_add(2).filter(|next| *next <= most + 2).ok_or(Unread::TooLong)?;
        runs.push(run);
    }
    let length = runs.last().map_or(1, |run| run.last);
    Ok((runs, length))
}
