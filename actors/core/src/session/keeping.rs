//! What is kept of a visitor if messages expire (`docs/decisions/0025`).

use super::Session;
use super::restore::Head;
use crate::routing::Standing;
use crate::time::Timestamp;

/// What stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// Nothing: the visitor is erased.
    Nothing,
    /// Lines from this time on.
    LinesFrom(Timestamp),
}

impl Head {
    /// What is kept if messages older than `from` expire. An open session keeps all its entries, because a page reads
    /// it from the beginning. A visitor without a message since then is removed, unless they wait or talk.
    pub fn keeps(&self, from: Timestamp) -> Keeps {
        let is_with_people = match self.standing {
            Standing::Queued { .. } | Standing::Manual { .. } => true,
            Standing::Robot | Standing::Ended => false,
        };
        if !is_with_people && self.last_at < from && self.started < from {
            return Keeps::Nothing;
        }
        match self.standing {
            Standing::Ended => Keeps::LinesFrom(from),
            Standing::Robot | Standing::Queued { .. } | Standing::Manual { .. } => {
                Keeps::LinesFrom(from.min(self.started))
            }
        }
    }
}

impl Session {
    /// Whether nothing of the visitor is kept if messages older than `from` expire.
    pub fn keeps_nothing(&self, from: Timestamp) -> bool {
        self.head().keeps(from) == Keeps::Nothing
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::channel::ChannelConfig;
    use crate::ids::{AgentId, GroupId, Language, LinePlace, VisitorKey};
    use crate::session::commands::start::Start;
    use crate::session::details::Details;
    use std::sync::Arc;

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    fn head(standing: Standing, started: i64, last_at: i64) -> Head {
        let channel = ChannelConfig::plain("shop".into(), "web".into());
        let visitor = VisitorKey {
            tenant: "shop".into(),
            visitor: "v".into(),
        };
        let start = Start {
            page: "page".into(),
            channel: Arc::new(channel),
            language: Language::default(),
            details: Details::default(),
            vouched: None,
            vouched_anew: None,
        };
        let (session, _) = Session::start(at(started), visitor, start);
        Head {
            standing,
            started: at(started),
            last_at: at(last_at),
            ..session.head()
        }
    }

    fn queued() -> Standing {
        Standing::Queued {
            group: GroupId::everyone(),
            place: LinePlace(1),
            since: at(5),
        }
    }

    fn manual() -> Standing {
        Standing::Manual {
            agent: AgentId::from("lin"),
            group: GroupId::everyone(),
            since: at(5),
        }
    }

    #[test]
    fn an_open_session_keeps_all_lines_and_an_ended_one_loses_old_ones() {
        let from = at(100);

        assert_eq!(
            head(Standing::Ended, 50, 150).keeps(from),
            Keeps::LinesFrom(from)
        );
        for standing in [Standing::Robot, queued(), manual()] {
            assert_eq!(
                head(standing.clone(), 50, 150).keeps(from),
                Keeps::LinesFrom(at(50))
            );
            assert_eq!(head(standing, 120, 150).keeps(from), Keeps::LinesFrom(from));
        }
    }

    #[test]
    fn a_visitor_silent_for_too_long_is_erased_unless_they_wait_or_talk() {
        let from = at(100);

        for standing in [Standing::Robot, Standing::Ended] {
            assert_eq!(head(standing.clone(), 50, 99).keeps(from), Keeps::Nothing);
            assert_ne!(head(standing, 50, 100).keeps(from), Keeps::Nothing);
        }
        for standing in [queued(), manual()] {
            assert_eq!(head(standing, 50, 99).keeps(from), Keeps::LinesFrom(at(50)));
        }
    }

    #[test]
    fn a_visitor_who_just_arrived_stays_without_a_message() {
        assert_ne!(head(Standing::Robot, 200, 0).keeps(at(100)), Keeps::Nothing);
    }
}
