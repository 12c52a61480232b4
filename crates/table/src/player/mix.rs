//! Drawing a move from an optimal mix, exactly as often as the mix says.
//!
//! A random real number is found digit by digit, each digit 64 bits, until it is certain between which two sums of the
//! weights it lies. Nothing is rounded, so the chances are exact; nearly always one digit is enough.

use numberline_solver::Fraction;

use crate::Dice;

/// The place of a weight, drawn with that probability; `None` if the weights do not add up to 1.
pub(crate) fn draw_exactly<'a>(
    weights: &(impl Iterator<Item = &'a Fraction> + Clone),
    dice: &mut Dice,
) -> Option<usize> {
    if let Some(sure) = weights.clone().position(Fraction::is_one) {
        return Some(sure);
    }
    let first = dice.word();
    draw_from(weights, first, dice)
}

/// The same, with the first digit already drawn.
fn draw_from<'a>(
    weights: &(impl Iterator<Item = &'a Fraction> + Clone),
    first: u64,
    dice: &mut Dice,
) -> Option<usize> {
    let digit = Fraction::new(1, 1 << 64)?;
    let (mut low, mut width) = (Fraction::ZERO, Fraction::ONE);
    let mut word = first;
    loop {
        width = &width * &digit;
        low = &low + &(&width * &Fraction::new(word.into(), 1)?);
        let high = &low + &width;
        let mut sum = Fraction::ZERO;
        let mut reached = false;
        for (place, weight) in weights.clone().enumerate() {
            sum = &sum + weight;
            if low < sum {
                if high <= sum {
                    return Some(place);
                }
                reached = true;
                break;
            }
        }
        if !reached {
            return None;
        }
        word = dice.word();
    }
}

/// A mix that is drawn from many times.
#[derive(Clone, Debug)]
pub(crate) struct Lots {
    weights: Vec<Fraction>,
    /// The sums of the weights times 2^64, rounded down.
    cuts: Vec<u64>,
    sure: Option<usize>,
}

impl Lots {
    pub(crate) fn new(weights: Vec<Fraction>) -> Self {
        let sure = weights.iter().position(Fraction::is_one);
        let whole = Fraction::new(1 << 64, 1).unwrap_or_default();
        let mut sum = Fraction::ZERO;
        let cuts = weights.iter().map(|weight| {
            sum = &sum + weight;
            u64::try_from((&sum * &whole).floor()).unwrap_or(u64::MAX)
        });
        let cuts = cuts.collect();
        Self { weights, cuts, sure }
    }

    pub(crate) fn draw(&self, dice: &mut Dice) -> Option<usize> {
        if self.sure.is_some() {
            return self.sure;
        }
        let word = dice.word();
        let place = self.cuts.iter().position(|cut| word <= *cut)?;
        if self.cuts.get(place) == Some(&word) {
            // The digit is exactly on the border, and more digits have to decide.
            return draw_from(&self.weights.iter(), word, dice);
        }
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(texts: &[&str]) -> Vec<Fraction> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn draws_as_often_as_the_weights_say() {
        for mix in
            [weights(&["1/3", "0", "1/2", "1/6"]), weights(&["0", "28983752/72184713", "43200961/72184713"])]
        {
            let lots = Lots::new(mix.clone());
            let (mut dice, mut again) = (Dice::new(5, 5), Dice::new(5, 5));
            let mut counts = vec![0_u32; mix.len()];
            for _ in 0..20_000 {
                let place = draw_exactly(&mix.iter(), &mut dice).unwrap();
                assert_eq!(lots.draw(&mut again), Some(place), "both ways draw the same");
                counts[place] += 1;
            }
            for (weight, count) in mix.iter().zip(counts) {
                let expected = weight.approximate() * 20_000.0;
                assert!((f64::from(count) - expected).abs() < 300.0, "{weight}: {count}");
                assert_eq!(weight.is_zero(), count == 0);
            }
        }
    }

    #[test]
    fn a_digit_on_the_border_is_decided_by_the_next() {
        let third = weights(&["1/3", "2/3"]);
        // 2^64 is one more than a multiple of 3, so this digit belongs to the first weight for a third of the next ones.
        let border = u64::MAX / 3;
        let places: Vec<usize> = (0..100)
            .map(|stream| draw_from(&third.iter(), border, &mut Dice::new(9, stream)).unwrap())
            .collect();
        assert!((15..55).contains(&places.iter().filter(|place| **place == 0).count()));
        assert_eq!(draw_from(&third.iter(), border - 1, &mut Dice::new(9, 0)), Some(0));
        assert_eq!(draw_from(&third.iter(), border + 1, &mut Dice::new(9, 0)), Some(1));
    }

    #[test]
    fn weights_that_are_not_a_mix_draw_nothing() {
        assert_eq!(draw_exactly(&weights(&["0", "0"]).iter(), &mut Dice::new(1, 1)), None);
        assert_eq!(draw_exactly(&[].iter(), &mut Dice::new(1, 1)), None);
    }
}
