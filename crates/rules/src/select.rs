//! Which bit of a machine word is the n-th that is set, without a loop or a branch.
//!
//! A random game asks this in every ply, and a loop of a random number of rounds costs more than all the rest of the
//! ply. Eight bytes are counted side by side in one word; the method is Sebastiano Vigna's broadword selection.

/// 1 in each byte. Multiplied by it, each byte becomes the sum of itself and the bytes below.
const ONES: u64 = u64::MAX / 255;
/// The highest bit of each byte.
const HIGHEST: u64 = ONES << 7;

/// The set bits of a word, counted.
#[derive(Clone, Copy)]
pub(crate) struct Counted {
    word: u64,
    /// In each byte: how many bits are set up to the end of it.
    upto: u64,
}

impl Counted {
    #[inline]
    pub(crate) fn new(word: u64) -> Self {
        let pairs = word - (word >> 1 & (u64::MAX / 3));
        let fours = (pairs & (u64::MAX / 5)) + (pairs >> 2 & (u64::MAX / 5));
        let bytes = (fours + (fours >> 4)) & (u64::MAX / 17);
        Self { word, upto: bytes.wrapping_mul(ONES) }
    }

    /// How many bits are set.
    #[inline]
    pub(crate) fn count(self) -> u64 {
        self.upto >> 56
    }

    /// The place of the n-th set bit, counted from 0; without that many, a place without meaning.
    #[inline]
    pub(crate) fn place(self, n: u64) -> u64 {
        // The lowest byte with more than n bits up to its end is the one that is looked for.
        let at_most = (n.wrapping_mul(ONES) | HIGHEST).wrapping_sub(self.upto);
        let shift = u64::from((!at_most & HIGHEST).trailing_zeros()) & 56;
        let rest = n.wrapping_sub(self.upto << 8 >> shift) & 7;
        let byte = self.word >> shift & 0xff;
        shift + PLACES.get((rest << 8 | byte) as usize).copied().map_or(0, u64::from)
    }
}

/// For each n below 8 and each byte: the place of the n-th set bit, or 0 without that many.
static PLACES: [u8; 2048] = places();

#[expect(clippy::indexing_slicing, reason = "computed by the compiler, which looks at every index")]
const fn places() -> [u8; 2048] {
    let mut table = [0; 2048];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut n) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[n << 8 | byte] = place as u8;
                n += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_every_bit() {
        let mut word = 1_u64;
        for round in 0..20_000_u64 {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(round | 1);
            let sparse = word & word >> 3 & word << 11;
            for word in [word, sparse, word | word >> 9, 1 << (word >> 58), u64::MAX, 0] {
                let counted = Counted::new(word);
                assert_eq!(counted.count(), u64::from(word.count_ones()), "{word:b}");
                let places = (0..64).filter(|place| word >> place & 1 == 1);
                for (n, place) in (0..).zip(places) {
                    assert_eq!(counted.place(n), place, "{word:b}, bit {n}");
                }
            }
        }
    }
}
