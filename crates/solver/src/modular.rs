//! The weights of two strategies with known supports, exactly, by way of remainders.
//!
//! With `B` for the payoffs where the supports meet, the weights solve `B·y = 1` and `x·B = 1`. Multiplied by the
//! determinant of `B` they are whole numbers, and those follow from their remainders for enough primes. Remainders are
//! machine numbers, so this costs little more than floating-point numbers would.

use dashu_int::IBig;

use crate::simplex::Optimum;

/// The most primes that are tried. They are enough for numbers of 4,000 bits, and bound the time and the memory.
const MOST_PRIMES: usize = 128;

/// The weights for a square matrix, row after row; none if it is singular or needs too many primes. Primes are added
/// until one more makes no difference, which is all but certain to be the end. The caller proves the weights.
pub(crate) fn weights(size: usize, entries: &[i64]) -> Option<Optimum<IBig>> {
    let mut found = Reconstruction::new(2 * size + 1);
    let mut singular = 0;
    for prime in primes().take(MOST_PRIMES) {
        match System::new(Field::new(prime), size, entries).solve() {
            Some(remainders) if found.refine(prime, &remainders) => return found.optimum(size),
            Some(_) => {}
            // A prime may happen to divide the determinant, but hardly two of them.
            None if singular > 0 => return None,
            None => singular += 1,
        }
    }
    None
}

/// The primes below 2^31, from the largest.
fn primes() -> impl Iterator<Item = u32> {
    (1..1_u32 << 31).rev().step_by(2).filter(|number| is_prime(*number))
}

/// Miller's and Rabin's test, which these three bases make certain for machine numbers of 32 bits.
fn is_prime(number: u32) -> bool {
    if number < 62 || number.is_multiple_of(2) {
        return (2..number).all(|divisor| !number.is_multiple_of(divisor)) && number > 1;
    }
    let wide = u64::from(number);
    let shift = (number - 1).trailing_zeros();
    [2, 7, 61].into_iter().all(|base| {
        let mut power = power(base, (number - 1) >> shift, wide);
        if power == 1 {
            return true;
        }
        for _ in 1..shift {
            if power == wide - 1 {
                return true;
            }
            power = power * power % wide;
        }
        power == wide - 1
    })
}

fn power(base: u64, mut exponent: u32, modulus: u64) -> u64 {
    let (mut result, mut square) = (1, base % modulus);
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = result * square % modulus;
        }
        square = square * square % modulus;
        exponent /= 2;
    }
    result
}

/// Arithmetic modulo a prime, on numbers multiplied by 2^32: Montgomery's way to do without divisions.
#[derive(Clone, Copy)]
struct Field {
    prime: u32,
    /// `-1 / prime` modulo 2^32.
    negative_inverse: u32,
}

impl Field {
    fn new(prime: u32) -> Self {
        // Each step doubles the number of correct low bits, of which an odd number starts with 3.
        let inverse = (0..4)
            .fold(prime, |inverse, _| inverse.wrapping_mul(2_u32.wrapping_sub(prime.wrapping_mul(inverse))));
        Self { prime, negative_inverse: inverse.wrapping_neg() }
    }

    fn of(self, number: i64) -> u32 {
        let prime = i128::from(self.prime);
        // The remainder is below the prime, so it fits.
        (i128::from(number) << 32).rem_euclid(prime) as u32
    }

    /// The remainder itself.
    fn remainder(self, number: u32) -> u32 {
        self.reduced(number.into())
    }

    /// A number divided by 2^32.
    #[inline]
    fn reduced(self, number: u64) -> u32 {
        let factor = (number as u32).wrapping_mul(self.negative_inverse);
        let reduced = ((number + u64::from(factor) * u64::from(self.prime)) >> 32) as u32;
        reduced.min(reduced.wrapping_sub(self.prime))
    }

    #[inline]
    fn times(self, a: u32, b: u32) -> u32 {
        self.reduced(u64::from(a) * u64::from(b))
    }

    #[inline]
    fn minus(self, a: u32, b: u32) -> u32 {
        let difference = a.wrapping_sub(b);
        difference.min(difference.wrapping_add(self.prime))
    }

    fn negative(self, a: u32) -> u32 {
        self.minus(0, a)
    }

    /// Fermat: the power to the prime less 2.
    fn inverse(self, a: u32) -> u32 {
        let (mut result, mut square, mut exponent) = (self.of(1), a, self.prime - 2);
        while exponent > 0 {
            if exponent % 2 == 1 {
                result = self.times(result, square);
            }
            square = self.times(square, square);
            exponent /= 2;
        }
        result
    }
}

/// Both systems of equations modulo a prime: the matrix, ones on the right, minus ones and 0 below.
struct System {
    field: Field,
    size: usize,
    rows: Vec<Vec<u32>>,
}

impl System {
    fn new(field: Field, size: usize, entries: &[i64]) -> Self {
        let one = field.of(1);
        let mut rows: Vec<Vec<u32>> = entries
            .chunks_exact(size)
            .map(|row| row.iter().map(|entry| field.of(*entry)).chain([one]).collect())
            .collect();
        let mut prices = vec![field.negative(one); size];
        prices.push(0);
        rows.push(prices);
        Self { field, size, rows }
    }

    /// The remainders of the determinant, of the weights of the columns and of those of the rows; none if singular.
    fn solve(mut self) -> Option<Vec<u32>> {
        let field = self.field;
        let mut determinant = field.of(1);
        let mut order: Vec<usize> = (0..self.size).collect();
        for step in 0..self.size {
            let other =
                (step..self.size).find(|&row| self.entry(row, step).is_some_and(|entry| entry != 0))?;
            if other != step {
                self.rows.swap(step, other);
                order.swap(step, other);
                determinant = field.negative(determinant);
            }
            determinant = field.times(determinant, self.entry(step, step)?);
            self.pivot(step)?;
        }
        let scaled = |entry: u32| field.remainder(field.times(entry, determinant));
        let mut remainders = vec![field.remainder(determinant)];
        for row in self.rows.iter().take(self.size) {
            remainders.push(scaled(*row.last()?));
        }
        // The prices stand in the order that the rows have now.
        let prices = self.rows.last()?;
        let mut weights = vec![0; self.size];
        for (row, price) in order.into_iter().zip(prices) {
            *weights.get_mut(row)? = scaled(*price);
        }
        remainders.append(&mut weights);
        Some(remainders)
    }

    fn entry(&self, row: usize, column: usize) -> Option<u32> {
        self.rows.get(row)?.get(column).copied()
    }

    fn pivot(&mut self, step: usize) -> Option<()> {
        let field = self.field;
        let mut pivot_row = core::mem::take(self.rows.get_mut(step)?);
        let there = pivot_row.get_mut(step)?;
        let inverse = field.inverse(core::mem::replace(there, field.of(1)));
        pivot_row.iter_mut().for_each(|entry| *entry = field.times(*entry, inverse));
        for row in self.rows.iter_mut().filter(|row| !row.is_empty()) {
            let factor = core::mem::take(row.get_mut(step)?);
            for (entry, other) in row.iter_mut().zip(&pivot_row) {
                *entry = field.minus(*entry, field.times(factor, *other));
            }
        }
        *self.rows.get_mut(step)? = pivot_row;
        Some(())
    }
}

/// Whole numbers that are getting known by their remainders.
struct Reconstruction {
    /// The numbers of least size with all remainders so far.
    numbers: Vec<IBig>,
    /// The product of the primes so far.
    modulus: IBig,
}

impl Reconstruction {
    fn new(count: usize) -> Self {
        Self { numbers: vec![IBig::ZERO; count], modulus: IBig::ONE }
    }

    /// Adds the remainders for one more prime, and says whether they are what the numbers had anyway.
    fn refine(&mut self, prime: u32, remainders: &[u32]) -> bool {
        let field = Field::new(prime);
        let modulo = |number: &IBig| field.of(number % i64::from(prime));
        let inverse = field.inverse(modulo(&self.modulus));
        let mut same = true;
        for (number, remainder) in self.numbers.iter_mut().zip(remainders) {
            let missing = field.minus(field.of(i64::from(*remainder)), modulo(number));
            if missing != 0 {
                same = false;
                let steps = i64::from(field.remainder(field.times(missing, inverse)));
                let least = if steps > i64::from(prime / 2) { steps - i64::from(prime) } else { steps };
                *number += &self.modulus * least;
            }
        }
        self.modulus *= IBig::from(prime);
        same
    }

    fn optimum(self, size: usize) -> Option<Optimum<IBig>> {
        let mut numbers = self.numbers.into_iter();
        let scale = numbers.next()?;
        let columns: Vec<IBig> = numbers.by_ref().take(size).collect();
        let rows: Vec<IBig> = numbers.collect();
        Some(Optimum { total: columns.iter().sum(), rows, columns, scale }.with_positive_scale())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_prime() {
        assert!([2, 3, 59, 61, 97, 2_147_483_647].into_iter().all(is_prime));
        // The last three pass the test for base 2.
        assert!(![0, 1, 4, 25, 91, 325, 2_147_483_645, 2_047, 3_277, 4_033].into_iter().any(is_prime));
        assert_eq!(primes().take(3).collect::<Vec<_>>(), [2_147_483_647, 2_147_483_629, 2_147_483_587]);
    }

    #[test]
    fn arithmetic_is_that_of_remainders() {
        let field = Field::new(2_147_483_629);
        for a in [0, 1, -1, 2, 123_456_789, i64::MAX, i64::MIN] {
            assert_eq!(i128::from(field.remainder(field.of(a))), i128::from(a).rem_euclid(2_147_483_629));
            for b in [1, -3, 987_654_321, i64::MIN] {
                let product = (i128::from(a) * i128::from(b)).rem_euclid(2_147_483_629);
                assert_eq!(i128::from(field.remainder(field.times(field.of(a), field.of(b)))), product);
                assert_eq!(field.times(field.of(b), field.inverse(field.of(b))), field.of(1));
            }
        }
    }

    #[test]
    fn weights_solve_both_systems() {
        // The determinant is -2, and signs are such that it counts as 2: y = (-1, 1), x = (-1/2, 1/2).
        let found = weights(2, &[1, 2, 3, 4]).unwrap();
        assert_eq!(found.scale, IBig::from(2));
        assert_eq!(found.columns, [IBig::from(-2), IBig::from(2)]);
        assert_eq!(found.rows, [IBig::from(-1), IBig::from(1)]);
        assert!(weights(2, &[1, 2, 2, 4]).is_none(), "singular");
        // A zero on the diagonal makes rows change places, and numbers beyond a machine word need several primes.
        let large = [0, i64::MAX, 3, i64::MAX - 7, 5, 1, 2, 9, i64::MAX];
        let found = weights(3, &large).unwrap();
        for row in large.chunks_exact(3) {
            let sum: IBig = row.iter().zip(&found.columns).map(|(entry, weight)| weight * *entry).sum();
            assert_eq!(sum, found.scale);
        }
        for column in 0..3 {
            let entries = large.iter().skip(column).step_by(3);
            let sum: IBig = entries.zip(&found.rows).map(|(entry, weight)| weight * *entry).sum();
            assert_eq!(sum, found.scale);
        }
    }
}
