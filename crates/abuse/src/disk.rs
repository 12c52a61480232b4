//! A model of a disk: what is on it for certain, and what may be lost when the power fails.
//!
//! A file's content is certain once a sync of the file has ended that began after it was written. Its name is certain
//! once a sync of its folder has. Everything else may survive in any part: each sector of each write, each change of the
//! length, and each name, whatever came before or after it.

use std::collections::{BTreeMap, HashMap};

use numberline_table::Dice;

/// The size of what a disk writes as a whole.
const SECTOR: usize = 512;

/// Something that happens to the files of a folder. Files are named without the folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// A file is created if there is none.
    Create(String),
    /// A file is removed.
    Remove(String),
    /// Bytes are written.
    Write(String, usize, Vec<u8>),
    /// A file gets a length.
    Truncate(String, usize),
    /// A thread begins to wait for a file, or for the folder.
    SyncBegins(String, Option<String>),
    /// What a thread waited for is on disk.
    SyncEnds(String),
}

/// What survives of what was not synced.
#[derive(Debug)]
pub enum Survival<'a> {
    /// Nothing.
    Nothing,
    /// Each part with a chance that is drawn first.
    Parts(&'a mut Dice),
}

/// The files of a folder, as they are after a power cut.
pub type Remains = BTreeMap<String, Vec<u8>>;

/// A folder on a disk.
#[derive(Clone, Default, Debug)]
pub struct Disk {
    files: Vec<File>,
    /// The names as programs see them, with the places of their files.
    names: BTreeMap<String, usize>,
    certain_names: BTreeMap<String, usize>,
    renamed: Vec<NameChange>,
    /// What the threads wait for: a file or the folder, and how many of its changes that covers.
    syncs: HashMap<String, (Option<usize>, usize)>,
}

#[derive(Clone, Default, Debug)]
struct File {
    certain: Vec<u8>,
    changes: Vec<Change>,
}

#[derive(Clone, Debug)]
enum Change {
    Write(usize, Vec<u8>),
    Truncate(usize),
}

#[derive(Clone, Debug)]
enum NameChange {
    Create(String, usize),
    Remove(String),
}

impl Disk {
    /// Something happens.
    pub fn take(&mut self, deed: Deed) {
        match deed {
            Deed::Create(name) => {
                if !self.names.contains_key(&name) {
                    self.names.insert(name.clone(), self.files.len());
                    self.renamed.push(NameChange::Create(name, self.files.len()));
                    self.files.push(File::default());
                }
            }
            Deed::Remove(name) => {
                if self.names.remove(&name).is_some() {
                    self.renamed.push(NameChange::Remove(name));
                }
            }
            Deed::Write(name, at, bytes) => self.change(&name, Change::Write(at, bytes)),
            Deed::Truncate(name, length) => self.change(&name, Change::Truncate(length)),
            Deed::SyncBegins(thread, Some(name)) => {
                if let Some(place) = self.names.get(&name).copied() {
                    let changes = self.files.get(place).map_or(0, |file| file.changes.len());
                    self.syncs.insert(thread, (Some(place), changes));
                }
            }
            Deed::SyncBegins(thread, None) => {
                self.syncs.insert(thread, (None, self.renamed.len()));
            }
            Deed::SyncEnds(thread) => self.synced(&thread),
        }
    }

    fn change(&mut self, name: &str, change: Change) {
        let place = self.names.get(name).copied();
        if let Some(file) = place.and_then(|place| self.files.get_mut(place)) {
            file.changes.push(change);
        }
    }

    fn synced(&mut self, thread: &str) {
        match self.syncs.remove(thread) {
            Some((Some(place), count)) => {
                let Some(file) = self.files.get_mut(place) else { return };
                for change in file.changes.drain(..count.min(file.changes.len())) {
                    change.apply(&mut file.certain);
                }
                // Another sync of the same file may cover fewer changes than there were.
                for (other, covered) in self.syncs.values_mut() {
                    *covered = covered.saturating_sub(if *other == Some(place) { count } else { 0 });
                }
            }
            Some((None, count)) => {
                for change in self.renamed.drain(..count.min(self.renamed.len())) {
                    change.apply(&mut self.certain_names);
                }
            }
            None => {}
        }
    }

    /// Whether anything about these files is not certain.
    #[must_use]
    pub fn is_at_risk(&self, matters: impl Fn(&str) -> bool) -> bool {
        let mut files = self.names.iter().filter(|(name, _)| matters(name));
        let has_changed = |place: usize| self.files.get(place).is_some_and(|file| !file.changes.is_empty());
        !self.renamed.is_empty() || files.any(|(_, place)| has_changed(*place))
    }

    /// What is left when the power fails now.
    #[must_use]
    pub fn cut(&self, survival: &mut Survival<'_>) -> Remains {
        let Survival::Parts(dice) = survival else {
            let certain = |place: &usize| self.files.get(*place).map(|file| file.certain.clone());
            let names = self.certain_names.iter();
            return names.filter_map(|(name, place)| Some((name.clone(), certain(place)?))).collect();
        };
        // Nearly nothing, half, or nearly everything of it.
        let chance = [16, 128, 240].get(dice.below(3) as usize).copied().unwrap_or_default();
        let mut names = self.certain_names.clone();
        for change in self.renamed.iter().filter(|_| dice.happens(chance)) {
            change.apply(&mut names);
        }
        let survived = |(name, place): (String, usize)| {
            let file = self.files.get(place)?;
            let mut content = file.certain.clone();
            for change in &file.changes {
                change.tear(&mut content, &mut || dice.happens(chance));
            }
            Some((name, content))
        };
        names.into_iter().filter_map(survived).collect()
    }
}

impl Change {
    fn apply(&self, content: &mut Vec<u8>) {
        self.tear(content, &mut || true);
    }

    /// Makes the parts of the change that survive.
    fn tear(&self, content: &mut Vec<u8>, survives: &mut impl FnMut() -> bool) {
        match self {
            Self::Truncate(length) => {
                if survives() {
                    content.resize(*length, 0);
                }
            }
            Self::Write(at, bytes) => {
                let (mut at, mut rest) = (*at, bytes.as_slice());
                while !rest.is_empty() {
                    // The first part ends where a sector does.
                    let (part, after) = rest.split_at(rest.len().min(SECTOR - at % SECTOR));
                    if survives() {
                        if content.len() < at + part.len() {
                            content.resize(at + part.len(), 0);
                        }
                        if let Some(place) = content.get_mut(at..at + part.len()) {
                            place.copy_from_slice(part);
                        }
                    }
                    (at, rest) = (at + part.len(), after);
                }
            }
        }
    }
}

impl NameChange {
    fn apply(&self, names: &mut BTreeMap<String, usize>) {
        match self {
            Self::Create(name, place) => drop(names.insert(name.clone(), *place)),
            Self::Remove(name) => drop(names.remove(name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(deeds: Vec<Deed>) -> Disk {
        let mut disk = Disk::default();
        deeds.into_iter().for_each(|deed| disk.take(deed));
        disk
    }

    fn write(text: &str) -> Deed {
        Deed::Write("a".into(), 0, text.into())
    }

    fn begins(what: Option<&str>) -> Deed {
        Deed::SyncBegins("thread".into(), what.map(Into::into))
    }

    fn ends() -> Deed {
        Deed::SyncEnds("thread".into())
    }

    fn certain(deeds: Vec<Deed>) -> Option<Vec<u8>> {
        after(deeds).cut(&mut Survival::Nothing).remove("a")
    }

    #[test]
    fn only_what_was_waited_for_is_certain() {
        let create = || Deed::Create("a".into());
        let named = || vec![create(), begins(None), ends()];
        assert_eq!(certain(vec![create(), write("x"), begins(Some("a")), ends()]), None, "the name is not");
        assert_eq!(certain([named(), vec![write("x")]].concat()), Some(vec![]));
        assert_eq!(certain([named(), vec![write("x"), begins(Some("a"))]].concat()), Some(vec![]));
        let late = vec![write("x"), begins(Some("a")), write("y"), ends()];
        assert_eq!(certain([named(), late].concat()), Some(b"x".to_vec()));
        let removed = vec![write("x"), begins(Some("a")), ends(), Deed::Remove("a".into())];
        assert_eq!(certain([named(), removed.clone()].concat()), Some(b"x".to_vec()));
        assert_eq!(certain([named(), removed, vec![begins(None), ends()]].concat()), None);
    }

    #[test]
    fn any_sector_may_survive_without_the_others() {
        let disk = after(vec![
            Deed::Create("a".into()),
            begins(None),
            ends(),
            Deed::Write("a".into(), 256, vec![1; 1_024]),
            Deed::Truncate("a".into(), 600),
        ]);
        let mut dice = Dice::new(1, 1);
        let mut lengths = std::collections::BTreeSet::new();
        for _ in 0..1_000 {
            let remains = disk.cut(&mut Survival::Parts(&mut dice));
            let content = &remains["a"];
            assert!(content.iter().take(256).all(|byte| *byte == 0));
            lengths.insert((content.len(), content.get(300).copied(), content.get(520).copied()));
        }
        // Nothing, the first part, all of it, cut off, and all of it with a hole.
        for expected in [
            (0, None, None),
            (512, Some(1), None),
            (1_280, Some(1), Some(1)),
            (600, Some(1), Some(1)),
            (1_280, Some(0), Some(1)),
            (600, Some(0), Some(0)),
        ] {
            assert!(lengths.contains(&expected), "{expected:?} in {lengths:?}");
        }
    }
}
