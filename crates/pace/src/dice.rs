//! Two small sources of numbers that are the same in every run.

/// Weyl's sequence, mixed by one wide multiplication: so fast that it does not count beside a move.
pub struct Dice(pub u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let wide = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        (wide >> 64) as u64 ^ wide as u64
    }

    /// A number below `count`, all of them equally likely to one part in 2^32.
    pub fn below(&mut self, count: u64) -> u64 {
        ((self.roll() >> 32) * count) >> 32
    }
}

/// Marsaglia's xorshift, which every language can repeat in three lines.
pub struct Shifts(pub u64);

impl Shifts {
    /// A number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}
