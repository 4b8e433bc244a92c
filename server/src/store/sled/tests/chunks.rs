//! Records of lines under their numbers.

use super::super::chunks::Chunks;
use super::*;
use crate::store::conformance::visitor;
use crate::store::record::ChunkLine;

const SESSION: SessionNo = SessionNo(1);

/// As the store opens it, which waits for a database that was closed a moment ago to let go of its file.
fn database(folder: &TempDir) -> sled::Db {
    super::super::database::open(folder.path(), 16 << 20).unwrap()
}

/// Lines of so many bytes.
fn lines(seqs: std::ops::RangeInclusive<u64>, bytes: &[u8]) -> Vec<ChunkLine<'_>> {
    seqs.map(|seq| ChunkLine {
        seq: Seq(seq),
        line: bytes,
    })
    .collect()
}

fn seqs(chunks: &Chunks, name: &str) -> Vec<Vec<u64>> {
    let who = visitor(name);
    let found = chunks.from(&who, SESSION, Seq(1)).unwrap();
    found
        .map(|chunk| {
            let chunk = chunk.unwrap();
            let lines = chunk.lines().unwrap();
            lines.iter().map(|line| line.seq.0).collect()
        })
        .collect()
}

/// Records there are, whoever they belong to.
fn records(db: &sled::Db) -> usize {
    let tree = db.open_tree("chunks").unwrap();
    tree.iter()
        .filter(|pair| !pair.as_ref().unwrap().1.is_empty())
        .count()
}

#[test]
fn numbers_go_on_where_they_ended() {
    let folder = TempDir::new().unwrap();
    for start in 0..3 {
        let db = database(&folder);
        let chunks = Chunks::open(&db).unwrap();
        for number in 0..50 {
            let first = start * 1_000 + number * 10;
            let new = lines(first + 1..=first + 10, b"hello");
            chunks.add(&visitor("v"), SESSION, &new).unwrap();
        }
        drop(chunks);
        db.flush().unwrap();
    }

    let db = database(&folder);
    assert_eq!(records(&db), 150);
    let found = seqs(&Chunks::open(&db).unwrap(), "v");
    assert_eq!(found.len(), 150);
    assert!(found.concat().is_sorted_by(|one, other| one < other));
}

#[test]
fn what_is_replaced_goes() {
    let folder = TempDir::new().unwrap();
    let db = database(&folder);
    let chunks = Chunks::open(&db).unwrap();
    let who = visitor("v");
    chunks.add(&who, SESSION, &lines(1..=2, b"a")).unwrap();

    for last in 3..=30 {
        let before = chunks.at(&who, SESSION, Seq(last)).unwrap().unwrap();
        chunks.replace(&before, &lines(1..=last, b"a")).unwrap();
    }

    assert_eq!(seqs(&chunks, "v"), [(1..=30).collect::<Vec<_>>()]);
    assert_eq!(records(&db), 1);
}

#[test]
fn what_a_kill_left_of_a_replaced_record_goes_with_the_next() {
    let folder = TempDir::new().unwrap();
    let db = database(&folder);
    let chunks = Chunks::open(&db).unwrap();
    let who = visitor("v");
    chunks.add(&who, SESSION, &lines(1..=2, b"a")).unwrap();
    let before = chunks.at(&who, SESSION, Seq(1)).unwrap().unwrap();
    let tree = db.open_tree("chunks").unwrap();
    let (number, sealed) = tree.first().unwrap().unwrap();
    chunks.replace(&before, &lines(1..=3, b"a")).unwrap();
    // As if the process had ended before it was removed.
    tree.insert(number, sealed).unwrap();
    assert_eq!(records(&db), 2);

    let again = chunks.at(&who, SESSION, Seq(1)).unwrap().unwrap();
    chunks.replace(&again, &lines(1..=4, b"a")).unwrap();

    assert_eq!(seqs(&chunks, "v"), [[1, 2, 3, 4]]);
    assert_eq!(records(&db), 1);
}

#[test]
fn lines_are_written_about_once() {
    let folder = TempDir::new().unwrap();
    let db = database(&folder);
    let chunks = Chunks::open(&db).unwrap();
    let line = vec![b'x'; 5_000];

    for number in 0..4_000_u64 {
        // Not in the order of their keys.
        let name = format!("v{:04}", number * 7_919 % 4_000);
        chunks
            .add(&visitor(&name), SESSION, &lines(1..=1, &line))
            .unwrap();
    }
    db.flush().unwrap();

    let written = std::fs::metadata(folder.path().join("db")).unwrap().len();
    assert!(
        written < 4_000 * 5_000 * 3 / 2,
        "{written} bytes for {}",
        4_000 * 5_000
    );
}
