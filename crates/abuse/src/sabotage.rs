//! The faults of the negative controls. A trial that still passes with its fault proves nothing.

/// A fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sabotage {
    /// The server acknowledges first and commits a moment later.
    AcknowledgeEarly,
    /// The server forgets the clients' command ids.
    ForgetClients,
    /// The server takes an hour from the clocks of every room that existed before it started.
    ChargeOutage,
    /// The server acknowledges what did not fit on the disk.
    HideFullDisk,
    /// The server says that nothing changed where it does not know.
    FeignCertainty,
    /// The server acknowledges what went into a file that is gone.
    IgnoreMove,
    /// The server has no limits.
    NoLimits,
    /// The server writes its log while the request waits.
    DirectLog,
    /// The server does other work on the threads that serve requests, once it gets SIGUSR1.
    HogThreads,
    /// The server holds memory that it does not use.
    Ballast,
    /// The server waits before each commit.
    SlowCommit,
    /// The server waits before it listens.
    SlowStart,
    /// The harness lets the server run when it should be stopped, so that clocks run.
    KeepRunning,
    /// The disk reports syncs that it has not made.
    SkipSyncs,
    /// The client skips one of the changes that it receives.
    SkipChange,
    /// The oracle records one move twice.
    CountTwice,
    /// The database confirms commits that are not on its disk, or not on its standby, and the server does not look.
    ConfirmEarly,
    /// The server acknowledges moves that came too late.
    IgnoreStale,
    /// The server does not hear of the others.
    LoseNotices,
    /// The server does not say that it is not ready before it shuts down.
    SkipDrain,
}

impl Sabotage {
    /// All of them.
    pub const ALL: [Self; 20] = [
        Self::AcknowledgeEarly,
        Self::ForgetClients,
        Self::ChargeOutage,
        Self::HideFullDisk,
        Self::FeignCertainty,
        Self::IgnoreMove,
        Self::NoLimits,
        Self::DirectLog,
        Self::HogThreads,
        Self::Ballast,
        Self::SlowCommit,
        Self::SlowStart,
        Self::KeepRunning,
        Self::SkipSyncs,
        Self::SkipChange,
        Self::CountTwice,
        Self::ConfirmEarly,
        Self::IgnoreStale,
        Self::LoseNotices,
        Self::SkipDrain,
    ];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::AcknowledgeEarly => "acknowledge-early",
            Self::ForgetClients => "forget-clients",
            Self::ChargeOutage => "charge-outage",
            Self::HideFullDisk => "hide-full-disk",
            Self::FeignCertainty => "feign-certainty",
            Self::IgnoreMove => "ignore-move",
            Self::NoLimits => "no-limits",
            Self::DirectLog => "direct-log",
            Self::HogThreads => "hog-threads",
            Self::Ballast => "ballast",
            Self::SlowCommit => "slow-commit",
            Self::SlowStart => "slow-start",
            Self::KeepRunning => "keep-running",
            Self::SkipSyncs => "skip-syncs",
            Self::SkipChange => "skip-change",
            Self::CountTwice => "count-twice",
            Self::ConfirmEarly => "confirm-early",
            Self::IgnoreStale => "ignore-stale",
            Self::LoseNotices => "lose-notices",
            Self::SkipDrain => "skip-drain",
        }
    }

    /// The fault with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sabotage| sabotage.name() == name)
    }

    /// Whether the fault is in the server, not in the client or the oracle.
    #[must_use]
    pub fn breaks_server(self) -> bool {
        !matches!(
            self,
            Self::KeepRunning | Self::SkipSyncs | Self::SkipChange | Self::CountTwice | Self::SkipDrain
        )
    }
}
