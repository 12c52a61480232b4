//! What stays the same from round to round: who plays what, the score, and what is written down.

use numberline_history::today;
use numberline_rules::Seat;
use numberline_table::{
    AnyGame, AnyMatch, Computer, Limits, Name, Player, Record, Score, Setup, Table, Tags, Wanted,
    read_records,
};

use crate::Unfinished;

/// A session of rounds.
pub(super) struct Session {
    pub(super) game: &'static dyn AnyGame,
    pub(super) players: [Option<Player>; 2],
    pub(super) coach: bool,
    tags: Tags,
    seed: u64,
    limits: Limits,
    start: Start,
    score: Score,
    /// The same score with nothing counted, for another session of the same kind.
    fresh: Score,
    finished: Vec<Record>,
    /// What is gone on with, for what it says besides the moves.
    earlier: Option<Record>,
    announcement: Option<String>,
}

/// Where each round begins.
enum Start {
    Setup(Setup),
    Record(Box<Record>),
}

impl Session {
    /// A session as it is wanted, with its first match, and what the toss said if there was one.
    pub(super) fn begin(wanted: Wanted) -> Result<(Self, Table, Option<String>), String> {
        let seating = wanted.seating().map_err(|error| error.to_string())?;
        let Wanted { game, mut setup, first, rounds, coach, limits, seed, .. } = wanted;
        setup.first = first.map(|_| seating.first).or(setup.first);
        let start = setup.start(game).map_err(|error| error.to_string())?;
        let tags = Tags { names: seating.names, date: today(), round: None, seed: Some(seed) };
        let score = Score::new(rounds);
        let mut session = Self {
            game,
            players: seating.players,
            coach,
            tags,
            seed,
            limits: limits.between(&seating.players),
            start: Start::Setup(setup),
            fresh: score.clone(),
            score,
            finished: Vec::new(),
            earlier: None,
            announcement: None,
        };
        session.announce();
        let table = session.table(start);
        Ok((session, table, seating.toss))
    }

    /// A session that was left unfinished, with its match.
    pub(super) fn resume(unfinished: &Unfinished) -> Result<(Self, Table), String> {
        let mut finished = read_records(&unfinished.records).map_err(|error| error.to_string())?;
        let last = finished.pop().filter(|record| record.ending().is_none());
        let record = last.ok_or("the game that was left is finished")?;
        let game = record.game();
        let mut at = record.begin().map_err(|error| error.to_string())?;
        for choices in record.plies() {
            at.play_turn_unseen(&choices.to_string()).map_err(|error| error.to_string())?;
        }
        let [one, two] = unfinished.players.each_ref().map(|text| Player::at(game.info().slug, text));
        let players = [one.map_err(|error| error.to_string())?, two.map_err(|error| error.to_string())?];
        let endings = finished.iter().filter_map(Record::ending);
        let score = Score::resumed(record.tags.round, endings);
        let session = Self {
            game,
            players,
            coach: unfinished.coach,
            tags: record.tags.clone(),
            seed: record.tags.seed.unwrap_or_default(),
            limits: unfinished.limits().between(&players),
            start: Start::Record(Box::new(record.clone())),
            fresh: Score::resumed(record.tags.round, std::iter::empty()),
            announcement: score.next_round().and_then(|round| round.announcement),
            score,
            finished,
            earlier: Some(record),
        };
        let table = session.table(at);
        Ok((session, table))
    }

    pub(super) fn name(&self, seat: Seat) -> &Name {
        seat.of(&self.tags.names)
    }

    pub(super) fn names(&self) -> &[Name; 2] {
        &self.tags.names
    }

    pub(super) fn is_computer(&self, seat: Seat) -> bool {
        seat.of(&self.players).is_some()
    }

    /// The seat of the only person, if there is only one.
    pub(super) fn only_person(&self) -> Option<Seat> {
        match self.players {
            [None, Some(_)] => Some(Seat::One),
            [Some(_), None] => Some(Seat::Two),
            _ => None,
        }
    }

    /// Whether nobody plays but computers.
    pub(super) fn is_watched(&self) -> bool {
        self.players.iter().all(Option::is_some)
    }

    /// Whether two people share the screen.
    pub(super) fn is_shared(&self) -> bool {
        self.players.iter().all(Option::is_none)
    }

    /// The computers that play, each in its seat.
    pub(super) fn computers(&self) -> [Option<Box<Computer>>; 2] {
        Seat::BOTH.map(|seat| {
            let player = seat.of(&self.players);
            player.map(|player| Box::new(Computer::new(player, self.game, self.seed, seat)))
        })
    }

    /// Which round it is, if there are several.
    pub(super) fn announcement(&self) -> Option<&str> {
        self.announcement.as_deref()
    }

    /// The score, if there are several rounds; the result once they are over.
    pub(super) fn standing(&self) -> Option<String> {
        match self.score.next_round() {
            None => self.score.result(self.names()),
            Some(_) => self.score.running(self.names()),
        }
    }

    /// Whether there is another round to be played.
    pub(super) fn goes_on(&self) -> bool {
        self.score.next_round().is_some()
    }

    /// The match as it stands.
    pub(super) fn record(&self, table: &Table) -> Record {
        let record = Record::of(self.game, table, self.tags.clone());
        match &self.earlier {
            Some(earlier) => record.continuing(earlier),
            None => record,
        }
    }

    /// The match has ended: its record is kept, and handed out.
    pub(super) fn finish(&mut self, table: &Table) -> Record {
        let record = self.record(table);
        self.earlier = None;
        self.finished.push(record.clone());
        if let Some(ending) = table.ending() {
            self.score.count(ending);
        }
        record
    }

    /// The match of the next round; after the last, the first of another session of the same kind.
    pub(super) fn next(&mut self) -> Result<Table, String> {
        if !self.goes_on() {
            self.score = self.fresh.clone();
            self.finished.clear();
            self.seed = self.seed.wrapping_add(1);
            self.tags.seed = Some(self.seed);
            self.tags.date = today();
        }
        let game = self.start_game()?;
        self.announce();
        Ok(self.table(game))
    }

    /// How to go on with a match that is left as it stands; after a round, with the next one. There is nothing to go on with
    /// where nobody has moved.
    pub(super) fn unfinished(&self, table: &Table) -> Option<Unfinished> {
        let going = if table.ending().is_none() {
            if table.game().length() == 0 && self.finished.is_empty() {
                return None;
            }
            self.record(table)
        } else {
            let mut tags = self.tags.clone();
            tags.round = self.score.next_round()?.tag;
            Record::of(self.game, &self.table(self.start_game().ok()?), tags)
        };
        let records = self.finished.iter().chain([&going]).map(ToString::to_string).collect::<Vec<_>>();
        let players =
            self.players.map(|player| player.map_or_else(|| "human".to_owned(), |it| it.to_string()));
        let Limits { max_invalid, max_turns } = self.limits;
        let (coach, records) = (self.coach, records.join("\n"));
        Some(Unfinished { players, coach, max_invalid, max_turns, records })
    }

    fn start_game(&self) -> Result<Box<dyn AnyMatch>, String> {
        match &self.start {
            Start::Setup(setup) => setup.start(self.game).map_err(|error| error.to_string()),
            Start::Record(record) => record.begin().map_err(|error| error.to_string()),
        }
    }

    fn table(&self, game: Box<dyn AnyMatch>) -> Table {
        Table::new(game, self.tags.names.clone(), self.limits)
    }

    fn announce(&mut self) {
        let round = self.score.next_round();
        self.tags.round = round.as_ref().and_then(|round| round.tag);
        self.announcement = round.and_then(|round| round.announcement);
    }
}
