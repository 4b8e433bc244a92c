use super::*;
use crate::rehearsal::day::AgentAccount;

fn day() -> Day {
    Day {
        visitors_per_hour: vec![0.0, 3_600.0, 0.0],
        speed_up: 3.0,
        ..Day::default()
    }
}

fn agent(capacity: u32) -> AgentAccount {
    AgentAccount {
        tenant: String::new(),
        account: "mia".to_owned(),
        password_env: None,
        password_file: None,
        capacity,
    }
}

#[test]
fn visitors_arrive_as_the_curve_says() {
    let plan = Plan::of(&day()).unwrap();

    // Half of an hour on each side of the peak at 3,600 an hour, played three times as fast: 1,200 in all.
    assert!(
        (1_080..1_320).contains(&plan.visits.len()),
        "{}",
        plan.visits.len()
    );
    let third = plan.duration / 3;
    let in_the_middle = plan
        .visits
        .iter()
        .filter(|visit| visit.at > third && visit.at < third * 2);
    let middle = in_the_middle.count() as f64 / plan.visits.len() as f64;
    assert!((0.7..0.8).contains(&middle), "{middle}");
    assert!(plan.visits.is_sorted_by_key(|visit| visit.at));
    assert!(plan.visits.iter().all(|visit| visit.at <= plan.duration));
    assert_eq!(plan.peak_clock, "01:30");
    assert_eq!(plan.peak_per_hour, 3_600.0);
}

#[test]
fn the_same_seed_plays_the_same_day() {
    let times = |seed| {
        let plan = Plan::of(&Day { seed, ..day() }).unwrap();
        plan.visits.iter().map(|visit| visit.at).collect::<Vec<_>>()
    };

    assert_eq!(times(1), times(1));
    assert_ne!(times(1), times(2));
}

#[test]
fn the_shares_and_the_mean_of_messages_are_those_of_the_day() {
    let plan = Plan::of(&Day {
        agents: vec![agent(500)],
        ..day()
    })
    .unwrap();

    let all = plan.visits.len() as f64;
    let share = |wish| {
        plan.visits
            .iter()
            .filter(|visit| visit.wish == wish)
            .count() as f64
            / all
    };
    assert!(
        (share(Wish::Robot) - 0.7).abs() < 0.05,
        "{}",
        share(Wish::Robot)
    );
    assert!(
        (share(Wish::Person) - 0.2).abs() < 0.05,
        "{}",
        share(Wish::Person)
    );
    let mean = plan
        .visits
        .iter()
        .map(|visit| f64::from(visit.messages))
        .sum::<f64>()
        / all;
    assert!((mean - 4.0).abs() < 0.2, "{mean}");
    assert_eq!(
        plan.messages,
        plan.visits
            .iter()
            .map(|visit| messages_of(*visit))
            .sum::<u64>()
    );
}

#[test]
fn a_day_beyond_one_machine_is_refused_with_what_to_do() {
    let day = Day {
        visitors_per_hour: vec![500_000.0],
        ..Day::default()
    };

    let refused = Plan::of(&day).unwrap_err().to_string();

    assert!(refused.contains("from several machines"), "{refused}");
}

#[test]
fn the_plan_notes_what_would_mislead() {
    let few = Plan::of(&Day {
        agents: vec![agent(1)],
        ..day()
    })
    .unwrap();
    let fast = Plan::of(&Day {
        speed_up: 600.0,
        ..day()
    })
    .unwrap();
    let calm = Plan::of(&Day {
        agents: vec![agent(20)],
        person_share: 0.01,
        reply_seconds: 20.0,
        ..day()
    })
    .unwrap();

    assert!(
        few.notes[0].contains("Visitors will wait"),
        "{:?}",
        few.notes
    );
    assert!(
        fast.notes[0].contains("names no agents"),
        "{:?}",
        fast.notes
    );
    assert!(fast.notes[1].contains("A speed_up of"), "{:?}", fast.notes);
    assert!(calm.notes.is_empty(), "{:?}", calm.notes);
    assert!(few.to_string().contains("It costs"), "{few}");
}

#[test]
fn numbers_are_written_for_people() {
    assert_eq!(count(1_234_567), "1,234,567");
    assert_eq!(count(12), "12");
    assert_eq!(span(0.5), "0.5 s");
    assert_eq!(span(90.0), "90 s");
    assert_eq!(span(125.0), "2 min 5 s");
    assert_eq!(span(86_400.0), "24 h 0 min");
}
