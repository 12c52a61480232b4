//! Which bits of a machine word are set: all of them, or the n-th without a loop or a branch.
//!
//! A random game asks this in every ply, and a loop of a random number of rounds costs more than all the rest of the
//! ply. Each ply waits for the one before, so what counts is the longest chain of steps, not how many there are.

/// The place of the set bit that `choose` picks, given how many there are; `None` where there is none.
#[inline]
pub(crate) fn pick(word: u64, choose: impl FnOnce(u64) -> u64) -> Option<u64> {
    match u32::try_from(word) {
        Ok(0) => None,
        Ok(short) => {
            let bits = Short::new(short);
            Some(bits.place(choose(bits.count())))
        }
        Err(_) => {
            let bits = Counted::new(word);
            Some(bits.place(choose(bits.count())))
        }
    }
}

/// The set bits of half a word, its bytes counted by a table.
#[derive(Clone, Copy)]
struct Short {
    word: u32,
    /// How many bits are set up to the end of each byte.
    upto: [u32; 4],
}

impl Short {
    #[inline]
    fn new(word: u32) -> Self {
        let [one, two, three, four] = word.to_le_bytes().map(|byte| u32::from(count(byte)));
        Self { word, upto: [one, one + two, one + two + three, one + two + (three + four)] }
    }

    #[inline]
    fn count(self) -> u64 {
        let [.., all] = self.upto;
        all.into()
    }

    #[inline]
    fn place(self, n: u64) -> u64 {
        let n = n as u32;
        let [one, two, three, _] = self.upto;
        // Every comparison is made, so that none has to wait for another.
        let bytes = u32::from(n >= one) + u32::from(n >= two) + u32::from(n >= three);
        let before = if n >= two {
            if n >= three { three } else { two }
        } else if n >= one {
            one
        } else {
            0
        };
        u64::from(8 * bytes) + place_in_byte((self.word >> (8 * bytes)) as u8, n - before)
    }
}

/// How many bits of a byte are set.
#[inline]
fn count(byte: u8) -> u8 {
    COUNTS.get(usize::from(byte)).copied().unwrap_or_default()
}

/// The place of the n-th set bit of a byte, counted from 0.
#[inline]
fn place_in_byte(byte: u8, n: u32) -> u64 {
    let row = (n as usize & 7) << 8;
    PLACES.get(row | usize::from(byte)).copied().map_or(0, u64::from)
}

/// 1 in each byte. Multiplied by it, each byte becomes the sum of itself and the bytes below.
const ONES: u64 = u64::MAX / 255;
/// The highest bit of each byte.
const HIGHEST: u64 = ONES << 7;

/// The set bits of a word, its eight bytes counted side by side. The method is Sebastiano Vigna's broadword selection.
#[derive(Clone, Copy)]
struct Counted {
    word: u64,
    /// In each byte: how many bits are set up to the end of it.
    upto: u64,
}

impl Counted {
    #[inline]
    fn new(word: u64) -> Self {
        let pairs = word - (word >> 1 & (u64::MAX / 3));
        let fours = (pairs & (u64::MAX / 5)) + (pairs >> 2 & (u64::MAX / 5));
        let bytes = (fours + (fours >> 4)) & (u64::MAX / 17);
        Self { word, upto: bytes.wrapping_mul(ONES) }
    }

    /// How many bits are set.
    #[inline]
    fn count(self) -> u64 {
        self.upto >> 56
    }

    /// The place of the n-th set bit, counted from 0; without that many, a place without meaning.
    #[inline]
    fn place(self, n: u64) -> u64 {
        // The lowest byte with more than n bits up to its end is the one that is looked for.
        let at_most = (n.wrapping_mul(ONES) | HIGHEST).wrapping_sub(self.upto);
        let shift = u64::from((!at_most & HIGHEST).trailing_zeros()) & 56;
        let rest = n.wrapping_sub(self.upto << 8 >> shift);
        shift + place_in_byte((self.word >> shift) as u8, rest as u32)
    }
}

/// The places of the set bits, from the lowest. They are counted first, so a list asks for their room only once.
#[inline]
pub(crate) fn places(word: u64) -> impl Iterator<Item = u64> {
    let mut left = word;
    (0..word.count_ones()).map(move |_| {
        let place = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        place.into()
    })
}

static COUNTS: [u8; 256] = counts();

#[expect(clippy::indexing_slicing, reason = "computed by the compiler, which looks at every index")]
const fn counts() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = byte.count_ones() as u8;
        byte += 1;
    }
    table
}

/// For each n below 8 and each byte: the place of the n-th set bit, or 0 without that many.
static PLACES: [u8; 2048] = places_in_bytes();

#[expect(clippy::indexing_slicing, reason = "computed by the compiler, which looks at every index")]
const fn places_in_bytes() -> [u8; 2048] {
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
            for word in
                [word, sparse, word | word >> 9, word >> 32, sparse >> 40, 1 << (word >> 58), u64::MAX, 0]
            {
                let counted = Counted::new(word);
                assert_eq!(counted.count(), u64::from(word.count_ones()), "{word:b}");
                assert_eq!(pick(word, |_| 0).is_none(), word == 0, "{word:b}");
                let expected = (0..64).filter(|place| word >> place & 1 == 1);
                assert!(places(word).eq(expected.clone()), "{word:b}");
                for (n, place) in (0..).zip(expected) {
                    assert_eq!(counted.place(n), place, "{word:b}, bit {n}");
                    let choose = |count| if count == u64::from(word.count_ones()) { n } else { 0 };
                    assert_eq!(pick(word, choose), Some(place), "{word:b}, bit {n}");
                }
            }
        }
    }
}
