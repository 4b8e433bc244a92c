use super::*;
use crate::store::record::open_group;
use std::fs::OpenOptions;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const EPOCH: &str = "0123456789abcdef0123456789abcdef";

/// The number of a group and what it says.
type Said = (u64, Vec<u8>);

/// The journal in `folder` as the next process finds it, where groups up to `folded` are folded; a file holds two groups.
fn open(folder: &Path, folded: u64) -> Result<Journal, StoreError> {
    find(folder, folded).map(|(journal, _)| journal)
}

/// The same, with what it holds.
fn find(folder: &Path, folded: u64) -> Result<(Journal, Vec<Said>), StoreError> {
    let (segments, begun) = Segments::open(folder, PART_BYTES).unwrap();
    let named = (Arc::new(segments), Arc::from(EPOCH));
    let mut held = Vec::new();
    let journal = Journal::open(
        named,
        begun,
        folded,
        (PARTS_MIN * PART_BYTES, 2 * PARTS_MIN),
        |_, content| {
            for group in &content.groups {
                let group = &content.bytes[group.clone()];
                let number = u64::from_le_bytes(*group.first_chunk().unwrap());
                held.push((number, group[FRAMES_START..].to_vec()));
            }
            Ok(())
        },
    )?;
    Ok((journal, held))
}

fn held(folder: &Path, folded: u64) -> Vec<Said> {
    find(folder, folded).unwrap().1
}

/// Makes groups durable, one after the other.
fn commit(journal: &mut Journal, groups: &[&[u8]]) {
    for group in groups {
        journal.add(group).unwrap();
        journal.write().unwrap();
        journal.sync().unwrap();
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let found = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = found.map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

/// Damages a byte of the first place where `bytes` stand.
fn damage(file: &Path, bytes: &[u8]) {
    let whole = std::fs::read(file).unwrap();
    let mut places = whole.windows(bytes.len());
    let place = places.position(|found| found == bytes).unwrap();
    let file = OpenOptions::new().write(true).open(file).unwrap();
    file.write_all_at(&[bytes[0] ^ 1], place as u64).unwrap();
}

#[test]
fn the_next_process_finds_what_was_written_and_goes_on_with_the_numbers() {
    let folder = TempDir::new().unwrap();
    let mut journal = open(folder.path(), 0).unwrap();
    commit(&mut journal, &[b"one", b"two", b"three"]);

    let mut journal = open(folder.path(), 0).unwrap();
    commit(&mut journal, &[b"four"]);

    let said = held(folder.path(), 0);
    assert_eq!(
        said,
        [
            (1, b"one".to_vec()),
            (2, b"two".to_vec()),
            (3, b"three".to_vec()),
            (4, b"four".to_vec())
        ]
    );
}

#[test]
fn what_is_only_taken_up_is_not_there_after_the_end() {
    let folder = TempDir::new().unwrap();
    let mut journal = open(folder.path(), 0).unwrap();
    commit(&mut journal, &[b"one"]);

    journal.add(b"two").unwrap();

    let said = held(folder.path(), 0);
    assert_eq!(said, [(1, b"one".to_vec())]);
}

#[test]
fn what_stands_behind_a_group_that_is_not_whole_never_comes_back() {
    let folder = TempDir::new().unwrap();
    let mut journal = open(folder.path(), 0).unwrap();
    // Of one commit, of which a power cut kept the second group and not the first.
    for group in [b"one", b"two"] {
        journal.add(group).unwrap();
    }
    journal.write().unwrap();
    drop(journal);
    damage(&files(folder.path())[0], b"one");

    let (mut journal, left) = find(folder.path(), 0).unwrap();
    assert_eq!(left, []);
    commit(&mut journal, &[b"new"]);
    drop(journal);

    let said = held(folder.path(), 0);
    assert_eq!(said, [(1, b"new".to_vec())]);
}

#[test]
fn a_file_that_is_written_anew_says_nothing_of_before() {
    let folder = TempDir::new().unwrap();
    let mut journal = open(folder.path(), 0).unwrap();
    commit(&mut journal, &[b"one", b"two"]);
    for part in journal.take_oldest(1) {
        journal.segments.give_back(part.into_segment());
    }

    commit(&mut journal, &[b"new"]);

    assert_eq!(files(folder.path()).len(), 1);
    let said = held(folder.path(), 2);
    assert_eq!(said, [(3, b"new".to_vec())]);
}

#[test]
fn what_is_folded_is_not_read_though_it_is_still_there() {
    let folder = TempDir::new().unwrap();
    commit(
        &mut open(folder.path(), 0).unwrap(),
        &[b"one", b"two", b"three"],
    );

    let (mut journal, left) = find(folder.path(), 2).unwrap();
    assert_eq!(left, [(3, b"three".to_vec())]);

    commit(&mut journal, &[b"four"]);
    assert_eq!(files(folder.path()).len(), 2, "the first is written anew");
    let said = held(folder.path(), 2);
    assert_eq!(said, [(3, b"three".to_vec()), (4, b"four".to_vec())]);
}

#[test]
fn what_is_missing_between_two_files_is_told() {
    let folder = TempDir::new().unwrap();
    commit(
        &mut open(folder.path(), 0).unwrap(),
        &[b"one", b"two", b"three"],
    );
    damage(&files(folder.path())[0], b"two");

    let Err(error) = open(folder.path(), 0) else {
        panic!("it opened")
    };

    assert!(error.to_string().contains("missing: 1"), "{error}");
}

#[test]
fn a_file_begins_when_all_before_it_is_durable() {
    let folder = TempDir::new().unwrap();
    let mut journal = open(folder.path(), 0).unwrap();

    for _ in 0..9 {
        journal.add(b"of one commit").unwrap();
    }
    assert_eq!(journal.parts(), 1);
    journal.write().unwrap();
    journal.add(b"written and not synced").unwrap();
    assert_eq!(journal.parts(), 1);
    journal.write().unwrap();
    journal.sync().unwrap();
    journal.add(b"of the next").unwrap();

    assert_eq!(journal.parts(), 2);
}

#[test]
fn what_is_cleared_leaves_only_where_the_numbers_go_on() {
    let folder = TempDir::new().unwrap();
    let mut journal = open(folder.path(), 0).unwrap();
    commit(&mut journal, &[b"one", b"two", b"three"]);

    journal.clear().unwrap();

    let (_, begun) = Segments::open(folder.path(), PART_BYTES).unwrap();
    assert!(begun.iter().all(Segment::is_cleared));
    assert_eq!(begun.len(), 1);
    let (mut journal, left) = find(folder.path(), 3).unwrap();
    assert_eq!(left, []);
    assert_eq!(journal.add(b"four").unwrap().number, 4);
    assert!(open(folder.path(), 1).is_err(), "two were lost");
}

#[test]
fn a_group_is_as_records_read_it() {
    let folder = TempDir::new().unwrap();
    let mut journal = open(folder.path(), 0).unwrap();

    let group = journal.add(b"").unwrap();

    assert_eq!(open_group(&group.bytes[FRAME_BYTES..]).unwrap(), []);
}

#[test]
fn many_who_were_killed_after_little_make_a_long_journal() {
    let folder = TempDir::new().unwrap();
    let roomy = || {
        let (segments, begun) = Segments::open(folder.path(), PART_BYTES).unwrap();
        let named = (Arc::new(segments), Arc::from(EPOCH));
        let room = (1024 * PART_BYTES, 1024 * PART_GROUPS);
        Journal::open(named, begun, 0, room, |_, _| Ok(())).unwrap()
    };

    let mut processes = 0;
    let mut journal = roomy();
    while journal.fill() < 100 {
        assert!(processes <= FILES_MAX, "{processes} files are open");
        journal = roomy();
        commit(&mut journal, &[b"one"]);
        processes += 1;
    }

    // Half of the files hold what half of them wrote.
    assert_eq!(journal.half(), processes.div_ceil(2) as u64);
}
