//! What a negative control breaks. A trial that stays green with its sabotage shows nothing.

/// What is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sabotage {
    /// The server acknowledges first and commits a moment later.
    AcknowledgeEarly,
    /// The server forgets what clients call their commands.
    ForgetClients,
    /// The server takes an hour from the clocks of every room that was there before it.
    ChargeOutage,
    /// The server says that it has written what did not fit on the disk.
    HideFullDisk,
    /// The server takes everything from everybody, for as long as they like.
    NoLimits,
    /// The server holds memory that it has no use for.
    Ballast,
    /// The server waits before each commit.
    SlowCommit,
    /// The server waits before it listens.
    SlowStart,
    /// The client passes over one of the changes that it is sent.
    SkipChange,
    /// The oracle is told of one move twice.
    CountTwice,
}

impl Sabotage {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::AcknowledgeEarly,
        Self::ForgetClients,
        Self::ChargeOutage,
        Self::HideFullDisk,
        Self::NoLimits,
        Self::Ballast,
        Self::SlowCommit,
        Self::SlowStart,
        Self::SkipChange,
        Self::CountTwice,
    ];

    /// As the command line has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::AcknowledgeEarly => "acknowledge-early",
            Self::ForgetClients => "forget-clients",
            Self::ChargeOutage => "charge-outage",
            Self::HideFullDisk => "hide-full-disk",
            Self::NoLimits => "no-limits",
            Self::Ballast => "ballast",
            Self::SlowCommit => "slow-commit",
            Self::SlowStart => "slow-start",
            Self::SkipChange => "skip-change",
            Self::CountTwice => "count-twice",
        }
    }

    /// The one with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sabotage| sabotage.name() == name)
    }

    /// Whether it is the server that is broken, and not the client or the oracle.
    #[must_use]
    pub fn breaks_server(self) -> bool {
        !matches!(self, Self::SkipChange | Self::CountTwice)
    }
}
