use super::*;
use crate::rehearsal::diary::Diary;
use crate::rehearsal::host::Failure;
use crate::rehearsal::ledger::Faults;

/// Ten parts of a second each, and ten hours of the day.
fn day() -> Day {
    Day {
        begins: 8,
        visitors_per_hour: vec![100.0; 10],
        speed_up: 3_600.0,
        ..Day::default()
    }
}

struct Played(Diary);

impl Played {
    fn new() -> Self {
        let played = Self(Diary::begin(Duration::from_secs(10)));
        for tenths in 0..100 {
            let at = played.at(f64::from(tenths) / 10.0);
            played.0.called(at);
            played.0.took(Measure::Open, at, Duration::from_millis(3));
        }
        played
    }

    fn at(&self, second: f64) -> std::time::Instant {
        self.0.start() + Duration::from_secs_f64(second)
    }

    fn slow(self, measure: Measure, from: f64, to: f64, took: Duration) -> Self {
        for place in 0..40 {
            let at = from + (to - from) * f64::from(place) / 40.0;
            self.0.took(measure, self.at(at), took);
        }
        self
    }

    fn line(self) -> (Verdict, String) {
        let record = self.0.record();
        let verdict = judge(&record, &Limits::default());
        let line = Line(&verdict, &record, &day()).to_string();
        (verdict, line)
    }
}

#[test]
fn a_quiet_day_holds() {
    let (verdict, line) = Played::new().line();

    assert_eq!(verdict, Verdict::Holds);
    assert_eq!(line, "holds");
}

#[test]
fn the_earliest_breach_gives_first() {
    let (_, line) = Played::new()
        .slow(Measure::Robot, 8.0, 9.0, Duration::from_secs(4))
        .slow(Measure::Deliver, 6.3, 10.0, Duration::from_millis(1_800))
        .line();

    assert_eq!(
        line,
        "does not hold, and delivery gives first: p99 of delivery reached 1.8 s (limit 1 s), from 14:00 on, at 0.0 \
         messages a second and 0 visitors at once"
    );
}

#[test]
fn a_breach_that_passes_has_an_end() {
    let (_, line) = Played::new()
        .slow(Measure::Robot, 3.0, 4.0, Duration::from_secs(4))
        .line();

    assert!(line.contains("from 11:00 to 12:00"), "{line}");
}

#[test]
fn a_breach_after_the_day_is_told_as_such() {
    let (_, line) = Played::new()
        .slow(Measure::Send, 11.0, 12.0, Duration::from_secs(4))
        .line();

    assert!(
        line.ends_with("after the last visitor had arrived"),
        "{line}"
    );
}

#[test]
fn one_lost_message_is_enough() {
    let played = Played::new();
    played.0.faults(Faults {
        lost: 1,
        ..Faults::default()
    });

    let (_, line) = played.line();

    assert!(
        line.contains("messages gives first: of the acknowledged messages: 1 lost"),
        "{line}"
    );
}

#[test]
fn failed_calls_over_the_share_give() {
    let few = Played::new();
    few.0.called(few.at(4.0));
    let many = Played::new();
    let refused = Failure::of("503 not available at the moment");
    for _ in 0..5 {
        many.0.failed("sendMsg", many.at(5.0), &refused);
    }

    let (_, line) = many.line();

    assert_eq!(few.line().0, Verdict::Holds);
    assert!(
        line.contains("failed calls gives first: 5 of 100 calls failed"),
        "{line}"
    );
    assert!(line.contains("sendMsg: 503"), "{line}");
    assert!(line.contains("13:00"), "{line}");
}

#[test]
fn a_few_slow_calls_of_a_busy_part_are_within_the_percentile() {
    let played = Played::new();
    for _ in 0..500 {
        played
            .0
            .took(Measure::Send, played.at(2.0), Duration::from_millis(5));
    }
    played
        .0
        .took(Measure::Send, played.at(2.0), Duration::from_secs(5));

    assert_eq!(played.line().0, Verdict::Holds);
}

#[test]
fn a_late_tool_cannot_say() {
    let (late, line) = Played::new()
        .slow(Measure::Late, 0.0, 10.0, Duration::from_millis(400))
        .slow(Measure::Deliver, 6.0, 10.0, Duration::from_secs(3))
        .line();

    assert!(matches!(late, Verdict::Unclear(_)));
    assert!(
        line.starts_with("cannot say: this tool itself was up to"),
        "{line}"
    );
}

#[test]
fn a_day_without_a_chat_cannot_say() {
    let empty = Played(Diary::begin(Duration::from_secs(10)));

    assert!(matches!(empty.line().0, Verdict::Unclear(_)));
}
