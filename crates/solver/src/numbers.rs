//! Positions numbered in the order in which they are found.
//!
//! The positions stand side by side in one piece of memory, and a flat table beside them finds the number of each by its
//! hash: eight bytes a place, and no second copy of a position.

use core::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

/// Different positions with their numbers, counted from 0; fewer than 2^32 of them.
#[derive(Clone, Debug)]
pub(crate) struct Numbers<G> {
    positions: Vec<G>,
    /// The number of a position plus 1 in the lower half, a part of its hash in the upper; 0 for a free place. There are
    /// 2^n places, and at least a third of them are free.
    places: Vec<u64>,
}

impl<G> Default for Numbers<G> {
    fn default() -> Self {
        Self { positions: Vec::new(), places: Vec::new() }
    }
}

impl<G: Eq + Hash> Numbers<G> {
    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    pub(crate) fn get(&self, number: usize) -> Option<&G> {
        self.positions.get(number)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &G> {
        self.positions.iter()
    }

    /// The number of a position that is known.
    pub(crate) fn find(&self, position: &G) -> Option<u32> {
        self.look(hash(position), position).ok()
    }

    /// The number of a position, which gets the next one if it is new.
    pub(crate) fn of(&mut self, position: G) -> u32 {
        if 3 * (self.len() + 1) > 2 * self.places.len() {
            self.grow();
        }
        let hash = hash(&position);
        match self.look(hash, &position) {
            Ok(number) => number,
            Err(free) => {
                self.positions.push(position);
                let number = self.len() as u32;
                if let Some(place) = self.places.get_mut(free) {
                    *place = tag(hash) | u64::from(number);
                }
                number - 1
            }
        }
    }

    /// The number of a position, or the free place where it belongs.
    fn look(&self, hash: u64, position: &G) -> Result<u32, usize> {
        let mut at = home(hash, self.places.len());
        loop {
            let place = self.places.get(at).copied().unwrap_or(0);
            let Some(number) = (place as u32).checked_sub(1) else { return Err(at) };
            if place & TAG == tag(hash) && self.positions.get(number as usize) == Some(position) {
                return Ok(number);
            }
            at = (at + 1) & (self.places.len() - 1);
        }
    }

    /// Makes room for twice as many.
    fn grow(&mut self) {
        self.places = vec![0; (2 * self.places.len()).max(64)];
        let mask = self.places.len() - 1;
        for (position, number) in self.positions.iter().zip(1_u64..) {
            let hash = hash(position);
            let mut at = home(hash, self.places.len());
            while self.places.get(at).is_some_and(|place| *place != 0) {
                at = (at + 1) & mask;
            }
            if let Some(place) = self.places.get_mut(at) {
                *place = tag(hash) | number;
            }
        }
    }
}

/// The upper half of a place.
const TAG: u64 = u64::MAX << 32;

fn hash(position: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    position.hash(&mut hasher);
    // The last step of the hash leaves the upper bits mixed best, and both halves are used.
    let hash = hasher.finish();
    hash ^ hash >> 29
}

fn tag(hash: u64) -> u64 {
    hash & TAG
}

/// Where the search for a position begins.
fn home(hash: u64, places: usize) -> usize {
    hash as usize & places.wrapping_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All of them have the same hash.
    #[derive(Clone, PartialEq, Eq, Debug)]
    struct Alike(u32);

    impl Hash for Alike {
        fn hash<H: Hasher>(&self, state: &mut H) {
            state.write_u8(7);
        }
    }

    #[test]
    fn everything_keeps_its_number() {
        let mut numbers = Numbers::default();
        assert_eq!(numbers.find(&5_u64), None);
        for round in 0..3 {
            for value in 0..10_000_u64 {
                assert_eq!(numbers.of(value * value), value as u32, "round {round}");
            }
        }
        assert_eq!(numbers.len(), 10_000);
        assert_eq!(numbers.find(&(77 * 77)), Some(77));
        assert_eq!(numbers.find(&2), None);
        assert_eq!(numbers.get(3), Some(&9));
    }

    #[test]
    fn what_has_the_same_hash_is_told_apart() {
        let mut numbers = Numbers::default();
        for value in (0..200).chain(0..200) {
            assert_eq!(numbers.of(Alike(value)), value);
        }
        assert_eq!(numbers.find(&Alike(200)), None);
        assert!(numbers.iter().map(|alike| alike.0).eq(0..200));
    }
}
