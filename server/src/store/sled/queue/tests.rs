use super::*;

fn queue(late: Duration) -> Queue {
    Queue::new(1_000, late).unwrap()
}

fn push(queue: &Queue, appends: usize) {
    let mut gathered = Gathered::default();
    for _ in 0..appends {
        gathered.add(Vec::new(), Box::new(|_| ()));
    }
    queue.push(&mut gathered);
}

fn may_begin(queue: &Queue) -> bool {
    queue.state.lock().may_begin(queue.late)
}

fn needs_stand_in(queue: &Queue) -> bool {
    queue.state.lock().needs_stand_in(queue.late)
}

#[test]
fn beside_a_late_commit_of_few_another_begins_and_no_third() {
    let queue = queue(Duration::ZERO);
    let mut gathered = Gathered::default();

    push(&queue, SMALL);
    let mut first = queue.take(&mut gathered).unwrap();
    push(&queue, 1);
    assert!(!may_begin(&queue), "what was taken before is not written");
    first.wrote();
    let mut second = queue.take_late(&mut gathered).unwrap();
    assert_eq!(gathered.answers.len(), 1);
    second.wrote();
    push(&queue, 1);
    assert!(!may_begin(&queue) && !needs_stand_in(&queue));
    drop(second);
    assert!(needs_stand_in(&queue), "the first is still under way");
    assert_eq!(
        (first.number, queue.take_late(&mut gathered).unwrap().number),
        (0, 2)
    );
}

#[test]
fn a_commit_that_is_late_is_answered_for_once_though_nothing_else_waits() {
    let queue = queue(Duration::ZERO);
    let mut gathered = Gathered::default();

    push(&queue, 1);
    queue.take(&mut gathered).unwrap().wrote();
    assert!(!needs_stand_in(&queue), "it is done");
    push(&queue, 1);
    let mut first = queue.take(&mut gathered).unwrap();
    first.wrote();
    let second = queue.take_late(&mut gathered).unwrap();
    assert!(gathered.answers.is_empty());
    drop(second);
    assert!(!needs_stand_in(&queue));
}

#[test]
fn whoever_was_told_and_does_not_look_is_stood_in_for() {
    let queue = queue(Duration::from_millis(2));
    let mut gathered = Gathered::default();
    let start = Instant::now();

    push(&queue, 1);
    let turn = queue.take_late(&mut gathered).unwrap();

    assert!(start.elapsed() >= queue.late);
    assert_eq!((turn.number, gathered.answers.len()), (0, 1));
}

#[test]
fn while_the_first_is_stood_in_for_it_may_take_what_the_stand_in_is_late_for() {
    let queue = queue(Duration::ZERO);
    let mut gathered = Gathered::default();

    push(&queue, 1);
    let mut turn = queue.take_late(&mut gathered).unwrap();
    turn.wrote();
    push(&queue, 2);

    let _second = queue.take(&mut gathered).unwrap();
    assert_eq!(gathered.answers.len(), 2);
}

#[test]
fn whoever_stood_in_leaves_what_came_meanwhile_to_the_first() {
    let queue = queue(Duration::ZERO);
    let mut gathered = Gathered::default();
    push(&queue, SMALL + 1);
    let mut turn = queue.take_late(&mut gathered).unwrap();
    turn.wrote();
    // The first has looked, and found the commit of many under way.
    queue.state.lock().told = None;
    push(&queue, 1);

    drop(turn);

    assert!(queue.state.lock().told.is_some());
}

#[test]
fn beside_a_commit_in_time_or_one_of_many_none_begins() {
    for (late, appends) in [(Duration::MAX, 1), (Duration::ZERO, SMALL + 1)] {
        let queue = queue(late);
        let mut gathered = Gathered::default();

        push(&queue, appends);
        let mut first = queue.take(&mut gathered).unwrap();
        first.wrote();
        push(&queue, 1);
        assert!(!may_begin(&queue) && !needs_stand_in(&queue));
        drop(first);
        assert!(may_begin(&queue));
    }
}

#[test]
fn a_commit_that_breaks_off_before_it_wrote_lets_the_next_begin() {
    let queue = queue(Duration::ZERO);
    push(&queue, 1);
    drop(queue.take(&mut Gathered::default()));

    push(&queue, 1);

    assert!(may_begin(&queue));
}

#[test]
fn both_end_when_nothing_more_comes() {
    let queue = queue(Duration::MAX);
    push(&queue, 1);
    queue.end();

    let mut gathered = Gathered::default();
    assert!(queue.take_late(&mut gathered).is_none());
    assert!(queue.take(&mut gathered).is_some(), "what waits is taken");
    assert!(queue.take(&mut gathered).is_none());
}

#[test]
fn the_stand_in_hears_of_the_end_whatever_the_other_does_then() {
    let queue = queue(Duration::MAX);
    push(&queue, 1);
    queue.end();
    let mut gathered = Gathered::default();
    drop(queue.take(&mut gathered));
    assert!(queue.take(&mut gathered).is_none());
    push(&queue, 1);

    // Where the word of the end was taken back, this would not end.
    queue.watch.wait();

    assert!(queue.take_late(&mut gathered).is_none());
}
