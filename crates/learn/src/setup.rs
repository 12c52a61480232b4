//! A position as lessons name it: `length=9: start > 5`, or `runs 4 4 / 1`.

use std::fmt;

use numberline_table::{AnyGame, AnyMatch, Request};

/// A position of a game: settings, a position or the start, and turns played from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    settings: Vec<String>,
    /// `None` is the start.
    position: Option<String>,
    turns: Vec<String>,
}

impl Setup {
    /// Reads `[NAME=VALUE …:] start|POSITION [> TURN]…`.
    pub fn read(text: &str) -> Result<Self, String> {
        let (settings, rest) = match text.split_once(':') {
            Some((settings, rest)) => (settings.split_whitespace().map(str::to_owned).collect(), rest),
            None => (Vec::new(), text),
        };
        let mut parts = rest.split('>').map(str::trim);
        let position = parts.next().unwrap_or_default();
        let turns: Vec<String> = parts.map(str::to_owned).collect();
        if position.is_empty() || turns.iter().any(String::is_empty) {
            return Err(format!(
                "'{}' is not a position; write start, or one as the game writes it",
                text.trim()
            ));
        }
        let position = (position != "start").then(|| position.to_owned());
        Ok(Self { settings, position, turns })
    }

    /// A match that begins there.
    pub fn begin(&self, game: &'static dyn AnyGame) -> Result<Box<dyn AnyMatch>, String> {
        let request = Request {
            game: game.info().slug.to_owned(),
            set: self.settings.clone(),
            position: self.position.clone(),
            ..Request::default()
        };
        let mut at = request.start(game).map_err(|error| format!("{self}: {error}"))?;
        for turn in &self.turns {
            at.play_turn(turn).map_err(|error| format!("{self}: {error}"))?;
        }
        // What was played to get here is no part of the exercise.
        game.start_at(&at.settings(), &at.position()).map_err(|error| format!("{self}: {error}"))
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.settings.is_empty() {
            write!(f, "{}: ", self.settings.join(" "))?;
        }
        f.write_str(self.position.as_deref().unwrap_or("start"))?;
        self.turns.iter().try_for_each(|turn| write!(f, " > {turn}"))
    }
}
