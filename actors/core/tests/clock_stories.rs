//! Stories of machine clocks that are set, and of the time that retention then uses.

use actors_core::clock_trust::ClockTrust;
use actors_core::time::{Span, Timestamp};

const MINUTE: u64 = 1;
const HOUR: u64 = 60;
const DAY: u64 = 24 * HOUR;
const YEAR: u64 = 365 * DAY;

/// A time, in minutes.
fn at(minutes: u64) -> Timestamp {
    Timestamp::from_millis(0) + Span::from_minutes(minutes)
}

/// Advances both clocks from `from` to `to` and checks them every hour.
fn goes_on(trust: ClockTrust, from: u64, to: u64) -> ClockTrust {
    let looks = (from..=to).step_by(60).chain([to]);
    looks.fold(trust, |trust, now| trust.look(at(now), at(now)))
}

/// A clock that is trusted at `now`.
fn believed_at(now: u64) -> ClockTrust {
    let trust = goes_on(ClockTrust::default(), now - 2 * DAY, now);
    assert_eq!(trust.believed(), Some(at(now)));
    trust
}

#[test]
fn a_clock_without_history_is_trusted_after_a_day() {
    let trust = goes_on(ClockTrust::default(), YEAR, YEAR + DAY - MINUTE);
    assert_eq!(trust.believed(), None);

    let trust = goes_on(trust, YEAR + DAY - MINUTE, YEAR + DAY);
    assert_eq!(trust.believed(), Some(at(YEAR + DAY)));
}

#[test]
fn a_restart_of_some_minutes_keeps_the_trust() {
    let trust = believed_at(YEAR);

    // One hour since the last stored check, plus a restart of five minutes.
    let trust = trust.look(at(YEAR + HOUR + 5), at(YEAR + HOUR + 5));

    assert_eq!(trust.believed(), Some(at(YEAR + HOUR + 5)));
}

#[test]
fn a_day_with_a_restart_still_counts_as_a_day() {
    let trust = goes_on(ClockTrust::default(), YEAR, YEAR + DAY / 2);
    // Each process starts with the state that the previous one stored.
    let trust = goes_on(trust, YEAR + DAY / 2 + 10, YEAR + DAY);

    assert_eq!(trust.believed(), Some(at(YEAR + DAY)));
}

#[test]
fn a_clock_in_the_future_at_start_is_not_trusted_until_a_day_after_its_correction() {
    let wrong = believed_at(YEAR).look(at(11 * YEAR), at(11 * YEAR));
    assert_eq!(wrong.believed(), None);

    // The process keeps counting from the wrong time at its start.
    let hours = |hours: u64| {
        let look = |hour| (at(11 * YEAR + hour * HOUR), at(YEAR + hour * HOUR));
        (1..=hours)
            .map(look)
            .fold(wrong, |trust, (steady, machine)| {
                trust.look(steady, machine)
            })
    };

    assert_eq!(hours(24).believed(), None);
    assert_eq!(hours(25).believed(), Some(at(YEAR + 25 * HOUR)));
}

#[test]
fn a_machines_clock_that_is_set_ahead_is_never_trusted() {
    let mut trust = believed_at(YEAR);
    for hour in 1..100 {
        let now = at(YEAR + hour * HOUR);
        trust = trust.look(now, at(11 * YEAR + hour * HOUR));
        assert_eq!(trust.believed(), Some(now));
    }

    // The next process does not trust it either.
    let restarted = trust.look(at(11 * YEAR + 100 * HOUR), at(11 * YEAR + 100 * HOUR));
    assert_eq!(restarted.believed(), None);
}

#[test]
fn a_machines_clock_that_is_set_back_is_not_trusted() {
    let trust = believed_at(YEAR).look(at(YEAR + 1), at(YEAR - 3 * HOUR));

    assert_eq!(trust.believed(), None);
}

#[test]
fn a_process_that_was_halted_for_hours_uses_its_own_time() {
    let trust = believed_at(YEAR);

    let trust = trust.look(at(YEAR + 1), at(YEAR + 5 * HOUR));

    assert_eq!(trust.believed(), Some(at(YEAR + 1)));
}

#[test]
fn after_a_long_stop_the_clock_is_trusted_after_a_day() {
    let trust = believed_at(YEAR);

    let from = YEAR + 90 * DAY;
    assert_eq!(goes_on(trust, from, from + DAY - HOUR).believed(), None);
    let later = from + DAY;
    assert_eq!(goes_on(trust, from, later).believed(), Some(at(later)));
}

#[test]
fn a_check_is_stored_again_after_an_hour_or_a_jump() {
    let kept = believed_at(YEAR);
    let look = |minutes| kept.look(at(YEAR + minutes), at(YEAR + minutes));

    assert!(!kept.is_outdated_by(look(59)));
    assert!(kept.is_outdated_by(look(60)));
    assert!(kept.is_outdated_by(kept.look(at(YEAR + 1), at(YEAR - DAY))));
    assert!(ClockTrust::default().is_outdated_by(look(1)));
}
