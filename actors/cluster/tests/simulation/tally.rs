//! What the schedules reached.

/// How often something happened.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub acknowledged: u64,
    pub owned: u64,
    pub lost_to_a_claim: u64,
    pub lost_behind_a_purge: u64,
    pub gaps_read: u64,
    pub expected_ignored: u64,
    pub refused: u64,
    pub dropped: u64,
    pub acks_lost: u64,
    pub late: u64,
    pub doubled: u64,
    pub overtaken: u64,
    pub owner_crashed_in_flight: u64,
    pub owner_stopped_in_flight: u64,
    pub stale_reads: u64,
    pub snapshots_loaded: u64,
}

impl Tally {
    pub fn each(&self) -> [(&'static str, u64); 16] {
        [
            ("acknowledged groups", self.acknowledged),
            ("claims that counted", self.owned),
            ("owners lost to a claim", self.lost_to_a_claim),
            ("owners lost behind a purge", self.lost_behind_a_purge),
            ("gaps and unknown outcomes read", self.gaps_read),
            ("wrong expected sequences ignored", self.expected_ignored),
            ("publishes refused", self.refused),
            ("publishes dropped", self.dropped),
            ("acknowledgements lost", self.acks_lost),
            ("publishes stored after their timeout", self.late),
            ("publishes stored twice", self.doubled),
            ("publishes overtaken", self.overtaken),
            ("owners crashed in flight", self.owner_crashed_in_flight),
            ("owners stopped in flight", self.owner_stopped_in_flight),
            ("reads of a former leader", self.stale_reads),
            ("snapshots loaded", self.snapshots_loaded),
        ]
    }

    pub fn add(&mut self, other: &Self) {
        self.acknowledged += other.acknowledged;
        self.owned += other.owned;
        self.lost_to_a_claim += other.lost_to_a_claim;
        self.lost_behind_a_purge += other.lost_behind_a_purge;
        self.gaps_read += other.gaps_read;
        self.expected_ignored += other.expected_ignored;
        self.refused += other.refused;
        self.dropped += other.dropped;
        self.acks_lost += other.acks_lost;
        self.late += other.late;
        self.doubled += other.doubled;
        self.overtaken += other.overtaken;
        self.owner_crashed_in_flight += other.owner_crashed_in_flight;
        self.owner_stopped_in_flight += other.owner_stopped_in_flight;
        self.stale_reads += other.stale_reads;
        self.snapshots_loaded += other.snapshots_loaded;
    }
}
