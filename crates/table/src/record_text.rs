//! Records as text: tag pairs, numbered moves, comments in braces, and the result.
//!
//! ```text
//! [Game "siege"]
//! [Variant "length=10 step=3"]
//! [Player1 "Ada"]
//! [Player2 "Grace"]
//! [Result "1-0"]
//! [Ending "won"]
//!
//! 1. 2 2. 2 {Now the trap is set.} 3. 3 4. 1 5. 2 1-0
//! ```
//!
//! A text is read back through the rules: an impossible match is refused, with the line and the reason.

use std::fmt;

use numberline_rules::Turn;

use crate::request::turns;
use crate::{AnyGame, Date, Ending, Limits, Name, Player, Record, RoundTag, Seats, Tags, find};

/// Why a text is not a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: String,
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, two] = &self.tags.names;
        write_tag(f, "Game", self.game.info().slug)?;
        write_tag(f, "Variant", &self.settings.to_string())?;
        if let Some(position) = &self.position {
            write_tag(f, "Position", position)?;
        }
        write_tag(f, "Player1", one.as_str())?;
        write_tag(f, "Player2", two.as_str())?;
        let seed = self.tags.seed.map(|seed| seed.to_string());
        let date = self.tags.date.map(|date| date.to_string());
        let round = self.tags.round.map(|round| round.to_string());
        let [computer_one, computer_two] =
            self.tags.computers.map(|player| player.map(|player| player.to_string()));
        let Limits { max_invalid, max_turns } = self.tags.limits;
        let setup = Some(self.tags.setup.join("; ")).filter(|turns| !turns.is_empty());
        for (name, value) in [
            ("Computer1", computer_one),
            ("Computer2", computer_two),
            ("Date", date),
            ("Round", round),
            ("Seats", self.tags.seats.map(|seats| seats.word().to_owned())),
            ("MaxInvalid", max_invalid.map(|most| most.to_string())),
            ("MaxTurns", max_turns.map(|most| most.to_string())),
            ("Seed", seed),
            ("SetupMoves", setup),
            ("Decisions", self.tags.decisions.map(|decisions| decisions.to_string())),
        ] {
            if let Some(value) = value {
                write_tag(f, name, &value)?;
            }
        }
        write_tag(f, "Result", Ending::result(self.ending))?;
        write_tag(f, "Ending", Ending::kind(self.ending))?;
        for (name, value) in &self.others {
            write_tag(f, name, value)?;
        }
        writeln!(f)?;
        let mut wrapped = Wrapped { f, column: 0 };
        for ply in 0..=self.plies.len() {
            for comment in self.comments_after(ply) {
                wrapped.word(&format!("{{{}}}", comment.replace('}', ")")))?;
            }
            if let Some(choices) = self.plies.get(ply) {
                wrapped.word(&format!("{}. {choices}", ply + 1))?;
            }
        }
        wrapped.word(Ending::result(self.ending))?;
        writeln!(f)
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
}

struct Wrapped<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    column: usize,
}

impl Wrapped<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        const WIDTH: usize = 80;
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH {
            writeln!(self.f)?;
            self.column = 0;
        } else if self.column > 0 {
            self.f.write_str(" ")?;
            self.column += 1;
        }
        self.column += length;
        self.f.write_str(word)
    }
}

/// Reads the records of a text, one after the other, and plays each through by the rules.
pub fn read_records(text: &str) -> Result<Vec<Record>, RecordError> {
    let mut drafts: Vec<Draft> = Vec::new();
    let mut open_comment: Option<(usize, String)> = None;
    // Some editors put a byte order mark before the first letter.
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    for (number, line) in text.lines().enumerate().map(|(place, line)| (place + 1, line)) {
        let tag = open_comment.is_none() && line.trim_start().starts_with('[');
        if tag && drafts.last().is_none_or(|draft| !draft.tokens.is_empty()) {
            drafts.push(Draft { line: number, ..Draft::default() });
        }
        match drafts.last_mut() {
            Some(draft) if tag => draft.tag(number, line.trim())?,
            Some(draft) => draft.moves(number, line, &mut open_comment),
            None if line.trim().is_empty() => {}
            None => return Err(wrong(number, "a record begins with [Game \"…\"]")),
        }
    }
    if let Some((line, _)) = open_comment {
        return Err(wrong(line, "the comment that begins here is never closed"));
    }
    if drafts.is_empty() {
        return Err(wrong(1, "it contains no record"));
    }
    drafts.into_iter().map(Draft::finish).collect()
}

/// The tags that we write; all others are kept as they are.
const OUR_TAGS: [&str; 17] = [
    "Game",
    "Variant",
    "Position",
    "Player1",
    "Player2",
    "Computer1",
    "Computer2",
    "Date",
    "Round",
    "Seats",
    "MaxInvalid",
    "MaxTurns",
    "Seed",
    "SetupMoves",
    "Decisions",
    "Result",
    "Ending",
];

/// More tags than any record has.
const MOST_TAGS: usize = 64;

fn wrong(line: usize, reason: impl Into<String>) -> RecordError {
    RecordError { line, reason: reason.into() }
}

enum Token {
    Word(String),
    Comment(String),
}

/// A record as it is in the text, before anything is checked.
#[derive(Default)]
struct Draft {
    line: usize,
    tags: Vec<(usize, String, String)>,
    tokens: Vec<(usize, Token)>,
}

impl Draft {
    fn tag(&mut self, line: usize, text: &str) -> Result<(), RecordError> {
        let shape = || wrong(line, "a tag is written [Name \"value\"]");
        let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).ok_or_else(shape)?;
        let (name, value) = inside.trim().split_once(char::is_whitespace).ok_or_else(shape)?;
        let quoted =
            value.trim().strip_prefix('"').and_then(|value| value.strip_suffix('"')).ok_or_else(shape)?;
        let mut value = String::new();
        let mut chars = quoted.chars();
        while let Some(c) = chars.next() {
            match c {
                '\\' => value.push(chars.next().ok_or_else(shape)?),
                '"' => return Err(shape()),
                plain => value.push(plain),
            }
        }
        if self.tags.iter().any(|(_, known, _)| known == name) {
            return Err(wrong(line, format!("the tag {} is there twice", short(name))));
        }
        if self.tags.len() == MOST_TAGS {
            return Err(wrong(line, format!("there are more than {MOST_TAGS} tags")));
        }
        self.tags.push((line, name.to_owned(), value));
        Ok(())
    }

    fn moves(&mut self, number: usize, line: &str, open_comment: &mut Option<(usize, String)>) {
        let mut rest = line;
        loop {
            if let Some((began, mut comment)) = open_comment.take() {
                let Some((inside, after)) = rest.split_once('}') else {
                    comment.push_str(rest);
                    comment.push(' ');
                    *open_comment = Some((began, comment));
                    return;
                };
                comment.push_str(inside);
                self.tokens.push((began, Token::Comment(comment.trim().to_owned())));
                rest = after;
            }
            rest = rest.trim_start();
            if let Some(inside) = rest.strip_prefix('{') {
                *open_comment = Some((number, String::new()));
                rest = inside;
                continue;
            }
            let end = rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            if word.is_empty() {
                return;
            }
            self.tokens.push((number, Token::Word(word.to_owned())));
            rest = after;
        }
    }

    fn get(&self, name: &str) -> Option<(usize, &str)> {
        self.tags.iter().find(|(_, known, _)| known == name).map(|(line, _, value)| (*line, value.as_str()))
    }

    fn need(&self, name: &str) -> Result<(usize, &str), RecordError> {
        self.get(name).ok_or_else(|| wrong(self.line, format!("the tag {name} is missing")))
    }

    fn finish(self) -> Result<Record, RecordError> {
        let (line, slug) = self.need("Game")?;
        let game = find(slug).ok_or_else(|| wrong(line, format!("there is no game '{}'", short(slug))))?;
        let (line, variant) = self.need("Variant")?;
        let mut settings = game.book_settings();
        settings.assign_all(variant.split_whitespace()).map_err(|error| wrong(line, error.to_string()))?;
        let (result_line, result) = self.need("Result")?;
        let (ending_line, kind) = self.need("Ending")?;
        let ending = Ending::read(result, kind).ok_or_else(|| {
            wrong(
                ending_line,
                format!("the result {} and the ending {} do not match", short(result), short(kind)),
            )
        })?;
        let (moves, comments) = self.moves_and_comments(result)?;
        let record = Record {
            game,
            settings,
            position: self.get("Position").map(|(_, position)| position.to_owned()),
            tags: self.other_tags(game)?,
            plies: Vec::new(),
            comments,
            others: self.foreign_tags(),
            ending,
        };
        let line = self.get("Position").map_or(line, |(line, _)| line);
        self.played(record, line, &moves, result_line)
    }

    /// Replays the moves by the rules, and compares the result.
    fn played(
        &self,
        mut record: Record,
        start_line: usize,
        moves: &[(usize, String)],
        result_line: usize,
    ) -> Result<Record, RecordError> {
        let mut game = record.begin().map_err(|error| wrong(start_line, error.to_string()))?;
        if game.settings() != record.settings {
            return Err(wrong(
                start_line,
                format!("the position belongs to the variant {}", game.settings()),
            ));
        }
        for (place, (line, text)) in moves.iter().enumerate() {
            let number = place + 1;
            game.play_turn(text)
                .map_err(|reason| wrong(*line, format!("move {number} ({}): {reason}", short(text))))?;
        }
        record.plies = game.plies();
        if let Some((line, _)) = self.get("SetupMoves") {
            record.set_up().map_err(|error| wrong(line, format!("the setup cannot be played: {error}")))?;
        }
        match (game.turn(), record.ending) {
            (Turn::Over { winner }, Some(Ending::Won(named))) if winner == named => Ok(record),
            (Turn::Over { winner }, _) => Err(wrong(
                result_line,
                format!("by its moves Player {winner} won this game, but the record says otherwise"),
            )),
            (_, Some(Ending::Won(_))) => {
                Err(wrong(result_line, "the record says that the game was won, but its moves do not end it"))
            }
            (_, _) => Ok(record),
        }
    }

    fn foreign_tags(&self) -> Vec<(String, String)> {
        let foreign = self.tags.iter().filter(|(_, name, _)| !OUR_TAGS.contains(&name.as_str()));
        foreign.map(|(_, name, value)| (name.clone(), value.clone())).collect()
    }

    fn other_tags(&self, game: &dyn AnyGame) -> Result<Tags, RecordError> {
        let [one, two] = Name::of_both_seats();
        let name = |tag, seat: Name| match self.get(tag) {
            Some((line, text)) => Name::new(text).map_err(|error| wrong(line, error.to_string())),
            None => Ok(seat),
        };
        let computer = |tag| match self.get(tag) {
            Some((line, text)) => {
                Player::at(game.info().slug, text).map_err(|error| wrong(line, error.to_string()))
            }
            None => Ok(None),
        };
        let whole = |text: &str| text.parse().ok();
        Ok(Tags {
            names: [name("Player1", one)?, name("Player2", two)?],
            date: self.read("Date", Date::read, "a date is written 2026-11-15")?,
            round: self.read("Round", RoundTag::read, "a round is written 2/3")?,
            seed: self.read("Seed", |text| text.parse().ok(), "a seed is a whole number")?,
            computers: [computer("Computer1")?, computer("Computer2")?],
            seats: self.read("Seats", Seats::read, Seats::REFUSED)?,
            limits: Limits {
                max_invalid: self.read("MaxInvalid", whole, "a limit is a whole number, at least 1")?,
                max_turns: self.read("MaxTurns", whole, "a limit is a whole number, at least 1")?,
            },
            setup: self
                .get("SetupMoves")
                .into_iter()
                .flat_map(|(_, text)| turns(text))
                .map(str::to_owned)
                .collect(),
            decisions: self.read("Decisions", |text| text.parse().ok(), "decisions are a whole number")?,
        })
    }

    /// An optional tag.
    fn read<T>(
        &self,
        tag: &str,
        read: impl Fn(&str) -> Option<T>,
        shape: &str,
    ) -> Result<Option<T>, RecordError> {
        let found = self.get(tag).map(|(line, text)| read(text).ok_or_else(|| wrong(line, shape)));
        found.transpose()
    }

    #[expect(clippy::type_complexity, reason = "the two lists have no life beyond the one caller")]
    fn moves_and_comments(
        &self,
        result: &str,
    ) -> Result<(Vec<(usize, String)>, Vec<(usize, String)>), RecordError> {
        let mut moves: Vec<(usize, String)> = Vec::new();
        let mut comments = Vec::new();
        let last_word =
            self.tokens.iter().rposition(|(_, token)| matches!(token, Token::Word(_))).unwrap_or(0);
        let mut last_line = self.line;
        let mut result_found = false;
        for (place, (line, token)) in self.tokens.iter().enumerate() {
            last_line = *line;
            match token {
                Token::Comment(text) => comments.push((moves.len(), text.clone())),
                Token::Word(word) if is_result(word) && place == last_word => {
                    result_found = word == result;
                    if result_found {
                        continue;
                    }
                    return Err(wrong(
                        *line,
                        format!("the moves end with {word}, but the tag Result says {result}"),
                    ));
                }
                Token::Word(word) if word.ends_with('.') => {
                    let expected = format!("{}.", moves.len() + 1);
                    if *word != expected {
                        return Err(wrong(
                            *line,
                            format!("move {expected} is expected, not '{}'", short(word)),
                        ));
                    }
                    moves.push((*line, String::new()));
                }
                Token::Word(word) => match moves.last_mut() {
                    Some((_, text)) if text.is_empty() => text.push_str(word),
                    Some((_, text)) => {
                        text.push(' ');
                        text.push_str(word);
                    }
                    None => return Err(wrong(*line, "the moves begin with 1.")),
                },
            }
        }
        if result_found {
            return Ok((moves, comments));
        }
        Err(wrong(last_line, "the record ends without a result after the moves"))
    }
}

fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
}

/// The beginning of a text from the file, short enough for a message.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}
