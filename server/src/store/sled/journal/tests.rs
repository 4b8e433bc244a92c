use super::*;
use crate::store::record::open_group;
use std::fs::OpenOptions;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const EPOCH: &str = "0123456789abcdef0123456789abcdef";

/// A group's number and content.
type Said = (u64, Vec<u8>);

/// Opens the journal in `folder` as the next process does. Groups up to `folded` are folded; a file holds two groups.
fn open(folder: &Path, folded: u64) -> Result<Journal, StoreError> {
    find(folder, folded).map(|(journal, _)| journal)
}

/// Like [`open`]. Also returns the groups that it found.
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

/// Damages the first byte of the first occurrence of `bytes`.
fn damage(file: &Path, bytes: &[u8]) {
    let whole = std::fs::read(file).unwrap();
    let mut places = whole.windows(bytes.len());
    let place = places.position(|found| found == bytes).unwrap();
    let file = OpenOptions::new().write(true).open(file).unwrap();
    file.write_all_at(&[bytes[0] ^ 1], place as u64).unwrap();
}

#[test]
fn the_next_process_reads_the_groups_and_continues_their_numbers() {
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
fn an_added_group_that_was_not_written_is_not_found() {
    let folder = TempDir::new().unwrap();
    let mut journal = open(folder.path(), 0).unwrap();
    commit(&mut journal, &[b"one"]);

    journal.add(b"two").unwrap();

    let said = held(folder.path(), 0);
    assert_eq!(said, [(1, b"one".to_vec())]);
}

#[test]
fn groups_behind_a_damaged_one_are_never_read() {
    let folder = TempDir::new().unwrap();
    let mut journal = open(folder.path(), 0).unwrap();
    // Two groups of one commit. A power cut kept the second and not the first.
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
fn a_reused_file_holds_no_old_groups() {
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
fn folded_groups_are_not_read_although_they_are_still_on_disk() {
    let folder = TempDir::new().unwrap();
    commit(
        &mut open(folder.path(), 0).unwrap(),
        &[b"one", b"two", b"three"],
    );

    let (mut journal, left) = find(folder.path(), 2).unwrap();
    assert_eq!(left, [(3, b"three".to_vec())]);

    commit(&mut journal, &[b"four"]);
    assert_eq!(files(folder.path()).len(), 2, "the first file is reused");
    let said = held(folder.path(), 2);
    assert_eq!(said, [(3, b"three".to_vec()), (4, b"four".to_vec())]);
}

#[test]
fn a_gap_between_two_files_is_an_error() {
    let folder = TempDir::new().unwrap();
    commit(
        &mut open(folder.path(), 0).unwrap(),
        &[b"one", b"two", b"three"],
    );
    damage(&files(folder.path())[0], b"two");

    let Err(error) = open(folder.path(), 0) else {
        panic!("the damaged journal opened")
    };

    assert!(error.to_string().contains("missing: 1"), "{error}");
}

#[test]
fn a_file_begins_only_when_everything_before_it_is_durable() {
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
fn a_cleared_journal_keeps_only_its_next_number() {
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
    assert!(
        open(folder.path(), 1).is_err(),
        "groups 2 and 3 are missing"
    );
}

#[test]
fn a_journals_group_opens_as_a_group_of_records() {
    let folder = TempDir::new().unwrap();
    let mut journal = open(folder.path(), 0).unwrap();

    let group = journal.add(b"").unwrap();

    assert_eq!(open_group(&group.bytes[FRAME_BYTES..]).unwrap(), []);
}

#[test]
fn many_processes_killed_early_fill_the_journal() {
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

    // Half of the files hold the groups of half of the processes.
    assert_eq!(journal.half(), processes.div_ceil(2) as u64);
}
