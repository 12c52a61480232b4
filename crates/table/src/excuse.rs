//! Why the coach is silent, said once: later positions may be small enough.

use numberline_solver::SolveError;

/// What the coach says once instead of a warning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CoachExcuse {
    said: bool,
}

impl CoachExcuse {
    /// It could not look at a move.
    pub fn too_far(&mut self, refusal: &SolveError) -> Option<String> {
        self.once().then(|| format!("The coach cannot look that far ahead: {refusal}."))
    }

    /// Two people at one screen choose in secret: the other player would hear any warning about a choice, or notice that
    /// there was none. So this is said whatever was chosen.
    pub fn secret(&mut self) -> Option<&'static str> {
        self.once().then_some(
            "The coach is silent here: a warning would tell the other player about a secret choice. \
             Type hint for advice that both may hear.",
        )
    }

    fn once(&mut self) -> bool {
        !std::mem::replace(&mut self.said, true)
    }
}
