use super::*;
use crate::store::conformance::forgetting::forget;
use crate::store::conformance::{head, line, queued, visitor};
use crate::store::sled::unfolded::Group;
use actors_core::record::{Forget, Record};
use std::io::Write as _;

/// What a killed process leaves that had written these groups, each into its own file. Returns the files as well.
fn left(groups: &[Vec<Record>]) -> (LeftOver, Vec<Arc<LeftFile>>) {
    find(Finding::default(), groups)
}

fn find(mut finding: Finding, groups: &[Vec<Record>]) -> (LeftOver, Vec<Arc<LeftFile>>) {
    let mut files = Vec::new();
    for (first, records) in (1..).zip(groups) {
        let mut frames = Vec::new();
        for record in records {
            record::frame(record, &mut frames).unwrap();
        }
        let mut bytes = b"before".to_vec();
        let start = bytes.len();
        record::seal_group(&frames, &mut bytes);
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&bytes).unwrap();
        let group = start..bytes.len();
        let file = LeftFile::new(Arc::new(file), first, std::slice::from_ref(&group)).unwrap();
        let file = Arc::new(file);
        finding.add(&file, &bytes, &[group], 0).unwrap();
        files.push(file);
    }
    (finding.end().0, files)
}

fn read(left: &LeftOver, name: &str) -> Option<LeftVisitor> {
    let name = visitor(name);
    left.visitor(&name).visitor(&name).unwrap()
}

fn groups(visitor: &LeftVisitor) -> Vec<u64> {
    let lines = visitor.visitor.lines.iter();
    let groups = lines.map(|line| &line.location.group);
    groups.map(|group: &Arc<Group>| group.number).collect()
}

#[test]
fn a_visitor_is_read_with_the_groups_of_their_records() {
    let (left, _) = left(&[
        vec![line("v", 1, 1), line("w", 1, 1)],
        vec![line("v", 1, 2), head("v", 1, queued(7), Some(4))],
        vec![line("v", 1, 1)],
    ]);

    let found = read(&left, "v").unwrap();

    assert_eq!(groups(&found), [3, 2]);
    assert_eq!(found.visitor.oldest(), 1);
    assert_eq!(found.visitor.due(), Some(Timestamp::from_millis(4)));
    assert!(read(&left, "u").is_none());
}

#[test]
fn a_file_is_released_with_the_last_visitor_in_it() {
    let (mut left, files) = left(&[
        vec![line("v", 1, 1), line("w", 1, 1)],
        vec![line("v", 1, 2)],
    ]);
    let held = || [&files[0], &files[1]].map(|file| Arc::strong_count(file) - 1);
    assert_eq!(held(), [1, 1]);

    let v = read(&left, "v").unwrap();
    assert!(left.take(&v));
    assert!(!left.take(&v), "a visitor is taken once");
    // A visitor that was read holds the file until they are dropped.
    assert_eq!(held(), [2, 1]);
    drop(v);
    assert_eq!(held(), [1, 0]);
    let w = read(&left, "w").unwrap();
    left.take(&w);
    drop(w);

    assert_eq!(held(), [0, 0]);
    assert!(left.older(u64::MAX).is_empty());
}

#[test]
fn visitors_with_the_same_hash_are_told_apart() {
    // The hash has 32 bits and differs at each start, so search some hundred thousand names for a collision.
    let of = LeftOver::default();
    let mut seen = HashMap::new();
    let (one, other) = (0_u32..)
        .find_map(|number| {
            let before = seen.insert(of.hash(&visitor(&number.to_string())), number)?;
            Some((before.to_string(), number.to_string()))
        })
        .unwrap();
    let finding = Finding {
        left: of,
        ..Finding::default()
    };
    let said = vec![
        line(&one, 1, 1),
        head(&one, 1, queued(1), Some(3)),
        line(&other, 1, 7),
        head(&other, 1, queued(1), Some(4)),
    ];
    let (mut left, _) = find(finding, &[said]);

    let first = read(&left, &one).unwrap();
    assert_eq!(first.visitor.lines.len(), 1);
    assert!(left.take(&first));

    assert!(read(&left, &one).is_none());
    let second = read(&left, &other).unwrap();
    assert_eq!(second.visitor.lines[0].seq.0, 7);
    let due = left.due(Timestamp::from_millis(9), 9).due().unwrap();
    assert_eq!(due, [(Timestamp::from_millis(4), visitor(&other))]);
}

#[test]
fn only_the_newest_head_is_due() {
    let (left, _) = left(&[
        vec![head("v", 1, queued(1), Some(3))],
        vec![
            head("w", 1, queued(1), Some(6)),
            head("u", 1, queued(1), Some(1)),
        ],
        vec![
            head("v", 1, queued(1), Some(5)),
            forget("u", Forget::Everything),
        ],
    ]);

    let due = |before, limit| {
        let due = left.due(Timestamp::from_millis(before), limit);
        due.due().unwrap().into_iter()
    };

    assert_eq!(due(5, 9).next(), None);
    let names: Vec<_> = due(9, 9).map(|(_, visitor)| visitor.visitor).collect();
    assert_eq!(names, ["v".into(), "w".into()]);
    assert_eq!(due(9, 1).count(), 1);
}

#[test]
fn visitors_with_old_records_are_found_by_group() {
    let (left, _) = left(&[
        vec![line("v", 1, 1)],
        vec![line("w", 1, 1)],
        vec![line("v", 1, 2)],
    ]);

    let mut old = left.older(2).keys().unwrap();

    old.sort();
    assert_eq!(old, [visitor("v"), visitor("w")]);
}

#[test]
fn a_very_long_record_is_read_completely() {
    let mut long = line("v", 1, 1);
    let text = "x".repeat(100_000);
    let actors_core::record::RecordBody::Entry { entry, .. } = &mut long.body else {
        panic!("the record is not a line")
    };
    *entry = crate::store::conformance::entry(1, &text);
    let (left, _) = left(&[vec![long]]);

    let found = read(&left, "v").unwrap();

    let bytes = found.visitor.lines[0].location.bytes();
    assert!(bytes.len() > 100_000);
    record::decode::<actors_core::event::Entry>(bytes).unwrap();
}

#[test]
fn a_frame_takes_sixteen_bytes() {
    assert_eq!(size_of::<Frame>(), 16);
}
