//! A sign that somebody is thinking, and how far they are.

use crate::Look;

/// A sign that somebody is thinking, and how far they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Spinner {
    moments: u32,
    progress: Option<(u64, u64)>,
}

impl Spinner {
    /// A moment has passed.
    pub(crate) fn turn(&mut self) {
        self.moments = self.moments.wrapping_add(1);
    }

    /// So much is done.
    pub(crate) fn so_far(&mut self, done: u64, total: u64) {
        self.progress = Some((done, total));
    }

    /// Whether it turns for so long that one would notice. An answer that comes at once should not flash on the screen.
    pub(crate) fn is_slow(self) -> bool {
        self.moments >= 2
    }

    /// The sign as it stands.
    pub(crate) fn sign(self, look: &Look) -> &'static str {
        const UNICODE: [&str; 8] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧"];
        const ASCII: [&str; 8] = ["|", "/", "-", "\\", "|", "/", "-", "\\"];
        let place = if look.motion { self.moments % 8 } else { 0 };
        let place = usize::try_from(place).unwrap_or_default();
        look.symbol(UNICODE.get(place).unwrap_or(&"…"), ASCII.get(place).unwrap_or(&"."))
    }

    /// How far it is in percent, once that is known.
    pub(crate) fn percent(self) -> Option<u64> {
        let (done, total) = self.progress.filter(|(_, total)| *total > 0)?;
        let percent = u128::from(done).saturating_mul(100) / u128::from(total);
        u64::try_from(percent.min(100)).ok()
    }

    /// `⠋ thinking, 42 %`.
    pub(crate) fn words(self, look: &Look, doing: &str) -> String {
        let sign = self.sign(look);
        match self.percent() {
            Some(percent) => format!("{sign} {doing}, {percent} %"),
            None => format!("{sign} {doing}{}", look.symbol("…", "...")),
        }
    }
}
