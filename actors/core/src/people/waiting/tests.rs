use super::*;

const NOW: Timestamp = Timestamp::from_millis(1_790_000_000_000);

fn sales() -> GroupId {
    GroupId::from("sales")
}

fn minutes(minutes: u64) -> Span {
    Span::from_minutes(minutes)
}

/// Conversations of so many minutes, which end one after the other.
fn served(waits: &mut Waits, lasted: &[u64]) -> Timestamp {
    let mut now = NOW;
    for (number, lasted) in lasted.iter().enumerate() {
        let visitor = VisitorId::from(format!("served {number}"));
        waits.seated(&visitor, &sales(), now);
        now = now + minutes(*lasted);
        waits.served(&visitor, &sales(), now);
    }
    now
}

/// Visitors who join at the first position and are taken after so many minutes.
fn waited(waits: &mut Waits, from: Timestamp, took: &[u64]) -> Timestamp {
    for (number, took) in took.iter().enumerate() {
        let visitor = VisitorId::from(format!("waited {number}"));
        waits.joined(visitor.clone(), &sales(), 1, 1, from);
        waits.seated(&visitor, &sales(), from + minutes(*took));
        waits.serving.clear();
    }
    from
}

fn vic() -> VisitorId {
    VisitorId::from("vic")
}

#[test]
fn nobody_is_told_anything_before_enough_estimates_were_judged() {
    let mut waits = Waits::default();
    let now = served(&mut waits, &[5, 5, 5, 5, 5]);
    let now = waited(&mut waits, now, &[5; JUDGED_MIN - 1]);
    waits.joined(vic(), &sales(), 2, 1, now);

    assert_eq!(waits.told(&vic(), now), None);

    waited(&mut waits, now, &[5]);
    let told = waits.told(&vic(), now).unwrap();
    assert!(told.contains(minutes(10)), "{told:?}");
}

#[test]
fn an_estimate_counts_down_and_one_that_proves_wrong_is_not_told() {
    let mut waits = Waits::default();
    let now = served(&mut waits, &[5, 5, 5, 5, 5]);
    let now = waited(&mut waits, now, &[5; JUDGED_MIN]);
    waits.joined(vic(), &sales(), 2, 1, now);
    let told = waits.told(&vic(), now).unwrap();

    let later = waits.told(&vic(), now + minutes(3)).unwrap();

    assert_eq!(
        later.to.as_millis() + minutes(3).as_millis(),
        told.to.as_millis()
    );
    let too_late = now + told.to + Span::from_millis(1);
    assert_eq!(waits.told(&vic(), too_late), None);
}

#[test]
fn nobody_is_told_anything_while_fewer_than_four_of_five_estimates_were_right() {
    let mut waits = Waits::default();
    let now = served(&mut waits, &[5, 5, 5, 5, 5]);
    let now = waited(&mut waits, now, &[5; 40]);
    // Each wait is longer than any range could foresee.
    let longer: Vec<u64> = (1..=11).map(|step| 60 << step).collect();
    let now = waited(&mut waits, now, &longer);
    waits.joined(vic(), &sales(), 1, 1, now);

    let share = waits.share(&sales());
    assert_eq!((share.right, share.judged), (40, 51));
    assert_eq!(waits.told(&vic(), now), None);

    let now = waited(&mut waits, now, &[5; JUDGED_MAX]);
    waits.joined(vic(), &sales(), 1, 1, now);
    assert!(waits.told(&vic(), now).is_some());
}

#[test]
fn service_times_older_than_an_hour_do_not_count() {
    let mut waits = Waits::default();
    let now = served(&mut waits, &[5, 5, 5, 5, 5]);
    let now = waited(&mut waits, now, &[5; JUDGED_MIN]);

    waits.joined(vic(), &sales(), 1, 1, now + minutes(61));

    assert_eq!(waits.told(&vic(), now + minutes(61)), None);
}

#[test]
fn a_visitor_who_gives_up_in_time_says_nothing_about_the_estimate() {
    let mut waits = Waits::default();
    let now = served(&mut waits, &[5, 5, 5, 5, 5]);
    waits.joined(vic(), &sales(), 1, 1, now);
    waits.gave_up(&vic(), now + minutes(1));
    assert_eq!(waits.share(&sales()), Share::default());

    waits.joined(vic(), &sales(), 1, 1, now);
    waits.gave_up(&vic(), now + minutes(50));
    assert_eq!(
        waits.share(&sales()),
        Share {
            right: 0,
            judged: 1
        }
    );
}

#[test]
fn what_is_remembered_is_bounded() {
    let mut waits = Waits::default();
    let now = served(&mut waits, &[1; 400]);
    waited(&mut waits, now, &[1; 400]);
    for number in 0..3_000 {
        let visitor = VisitorId::from(format!("v{number}"));
        waits.joined(visitor, &sales(), 1, 1, now);
    }

    let known = &waits.groups[&sales()];
    assert!(known.services.len() <= SERVICES_MAX);
    assert!(known.deviations.len() <= DEVIATIONS_MAX && known.verdicts.len() <= JUDGED_MAX);
    assert_eq!(waits.open.len(), OPEN_MAX);
}
