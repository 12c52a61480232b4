//! Where the messages of a room are sent. Each is encoded once, and only if there is a follower who wants it.

use numberline_rules::Seat;
use tokio::sync::broadcast;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// An encoded message, shared by all its receivers.
pub type Told = Utf8Bytes;

/// How many messages a follower may lag behind before it gets the full state instead.
const BACKLOG: usize = 16;

/// How much a follower wants to be told of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Detail {
    /// The whole state.
    #[default]
    Full,
    /// A step where that says it all, and the whole state elsewhere.
    Brief,
    /// What has changed, with the moves of the follower's own seat.
    Diffs,
}

impl Detail {
    pub(crate) fn wanted(brief: bool, diffs: bool) -> Self {
        match (brief, diffs) {
            (true, _) => Self::Brief,
            (_, true) => Self::Diffs,
            _ => Self::Full,
        }
    }
}

/// Where messages are sent. There is a channel once a follower has asked for it.
type Channel = broadcast::Sender<Told>;

/// The channels of a room.
#[derive(Default)]
pub(super) struct Channels {
    full: Option<Channel>,
    brief: Option<Channel>,
    /// Diffs for each player, by the seat they first took, and for spectators.
    players: [Option<Channel>; 2],
    spectators: Option<Channel>,
}

impl Channels {
    pub(super) fn hear(&mut self, detail: Detail, home: Option<Seat>) -> broadcast::Receiver<Told> {
        let channel = match (detail, home) {
            (Detail::Full, _) => &mut self.full,
            (Detail::Brief, _) => &mut self.brief,
            (Detail::Diffs, Some(home)) => home.of_mut(&mut self.players),
            (Detail::Diffs, None) => &mut self.spectators,
        };
        channel.get_or_insert_with(|| broadcast::Sender::new(BACKLOG)).subscribe()
    }

    pub(super) fn full(&self) -> Option<&Channel> {
        heard(&self.full)
    }

    pub(super) fn brief(&self) -> Option<&Channel> {
        heard(&self.brief)
    }

    /// The followers who want diffs, by the seat they first took.
    pub(super) fn diffs(&self) -> impl Iterator<Item = (Option<Seat>, &Channel)> {
        let [one, two] = &self.players;
        let all = [(Some(Seat::One), one), (Some(Seat::Two), two), (None, &self.spectators)];
        all.into_iter().filter_map(|(home, channel)| Some((home, heard(channel)?)))
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Channel> {
        let diffs = self.diffs().map(|(_, channel)| channel);
        self.full().into_iter().chain(self.brief()).chain(diffs)
    }

    /// Everyone gets the same message.
    pub(super) fn send(&self, message: &Told) {
        for channel in self.all() {
            // The last receiver may have gone in this moment.
            let _ = channel.send(message.clone());
        }
    }
}

/// A channel that has followers.
fn heard(channel: &Option<Channel>) -> Option<&Channel> {
    channel.as_ref().filter(|channel| channel.receiver_count() > 0)
}
