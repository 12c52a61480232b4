//! A pending request: its progress, and which answer belongs to it.

use crate::screen::Context;
use crate::{Effect, Look, Ticket};

/// What a screen waits for, with what it asked about; one question at a time. Asking again, or stopping, drops the answer
/// to the previous question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pending<T>(Option<Asked<T>>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Asked<T> {
    ticket: Ticket,
    about: T,
    moments: u32,
    progress: Option<(u64, u64)>,
}

impl<T> Default for Pending<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Pending<T> {
    /// Starts a thought or an errand.
    pub(crate) fn ask<Q>(&mut self, about: T, question: Q, context: &mut Context) -> Effect
    where
        Effect: From<(Ticket, Q)>,
    {
        let ticket = context.ticket();
        self.0 = Some(Asked { ticket, about, moments: 0, progress: None });
        Effect::from((ticket, question))
    }

    /// Whether an answer is the expected one.
    pub(crate) fn awaits(&self, ticket: Ticket) -> bool {
        self.0.as_ref().is_some_and(|asked| asked.ticket == ticket)
    }

    /// The answer has arrived: what it is about. `None` if it is not the expected one.
    pub(crate) fn take(&mut self, ticket: Ticket) -> Option<T> {
        self.0.take_if(|asked| asked.ticket == ticket).map(|asked| asked.about)
    }

    /// The answer is no longer needed.
    pub(crate) fn stop(&mut self) -> Effect {
        self.0.take().map_or(Effect::None, |asked| Effect::Cancel(asked.ticket))
    }

    /// What was asked about; `None` if nothing is pending.
    pub(crate) fn about(&self) -> Option<&T> {
        self.0.as_ref().map(|asked| &asked.about)
    }

    pub(crate) fn is_some(&self) -> bool {
        self.0.is_some()
    }

    /// A tick has passed.
    pub(crate) fn tick(&mut self) {
        if let Some(asked) = &mut self.0 {
            asked.moments = asked.moments.wrapping_add(1);
        }
    }

    /// Reports progress.
    pub(crate) fn advance(&mut self, ticket: Ticket, done: u64, total: u64) {
        if let Some(asked) = self.0.as_mut().filter(|asked| asked.ticket == ticket) {
            asked.progress = Some((done, total));
        }
    }

    /// Whether it takes noticeably long. An answer that comes at once should not flash on the screen.
    pub(crate) fn is_slow(&self) -> bool {
        self.0.as_ref().is_some_and(|asked| asked.moments >= 2)
    }

    /// The progress in percent, once known.
    pub(crate) fn percent(&self) -> Option<u64> {
        let (done, total) = self.0.as_ref()?.progress.filter(|(_, total)| *total > 0)?;
        let percent = u128::from(done).saturating_mul(100) / u128::from(total);
        u64::try_from(percent.min(100)).ok()
    }

    /// `⠋ thinking, 42 %`.
    pub(crate) fn words(&self, look: &Look, doing: &str) -> String {
        const UNICODE: [&str; 8] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧"];
        const ASCII: [&str; 8] = ["|", "/", "-", "\\", "|", "/", "-", "\\"];
        let moments = self.0.as_ref().filter(|_| look.motion).map_or(0, |asked| asked.moments);
        let place = usize::try_from(moments % 8).unwrap_or_default();
        let sign = look.symbol(UNICODE.get(place).unwrap_or(&"…"), ASCII.get(place).unwrap_or(&"."));
        match self.percent() {
            Some(percent) => format!("{sign} {doing}, {percent} %"),
            None => format!("{sign} {doing}{}", look.symbol("…", "...")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::Errand;
    use crate::tests::trial::Trial;

    #[test]
    fn a_stale_answer_is_dropped() {
        let mut trial = Trial::new(80, 24);
        let mut pending = Pending::default();
        let mut ask = |about, pending: &mut Pending<&'static str>| match pending.ask(
            about,
            Errand::Recall,
            &mut trial.context,
        ) {
            Effect::Run(ticket, Errand::Recall) => ticket,
            _ => panic!("nothing was asked"),
        };
        let stale = ask("before", &mut pending);
        let current = ask("now", &mut pending);
        assert!(!pending.awaits(stale) && pending.awaits(current));
        assert_eq!(pending.take(stale), None);
        pending.advance(stale, 1, 2);
        assert_eq!(pending.percent(), None, "its progress is dropped too");
        assert_eq!(pending.about(), Some(&"now"), "the current question is still open");
        assert_eq!(pending.take(current), Some("now"));
        assert_eq!(pending.take(current), None, "an answer is taken once");
        let stopped = ask("once more", &mut pending);
        assert!(matches!(pending.stop(), Effect::Cancel(ticket) if ticket == stopped));
        assert!(!pending.is_some() && matches!(pending.stop(), Effect::None), "once is enough");
        assert_eq!(pending.take(stopped), None);
    }
}
