//! Chunks: records of several lines, each under a number.

use super::super::chunks::{Chunk, Chunks};
use super::super::database::Database;
use super::*;
use crate::store::conformance::visitor;
use crate::store::record::ChunkLine;

const SESSION: SessionNo = SessionNo(1);

/// Opens the database as the store does. This waits until a database that was just closed has released its file.
fn database(folder: &TempDir) -> sled::Db {
    Database::open(folder.path(), 16 << 20).unwrap().db
}

/// Lines with these numbers and this content.
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

/// The record of `v` that holds that line, or else the last record before it.
fn at(chunks: &Chunks, seq: u64) -> Chunk {
    let row = chunks.row(&visitor("v"), SESSION, Seq(seq)).unwrap();
    chunks.at(&row, Seq(seq)).unwrap().unwrap()
}

/// Number of records of all visitors.
fn records(db: &sled::Db) -> usize {
    let tree = db.open_tree("chunks").unwrap();
    tree.iter()
        .filter(|pair| !pair.as_ref().unwrap().1.is_empty())
        .count()
}

#[test]
fn record_numbers_continue_at_the_next_start() {
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
fn a_replaced_record_is_removed() {
    let folder = TempDir::new().unwrap();
    let db = database(&folder);
    let chunks = Chunks::open(&db).unwrap();
    let who = visitor("v");
    chunks.add(&who, SESSION, &lines(1..=2, b"a")).unwrap();

    for last in 3..=30 {
        let before = at(&chunks, last);
        chunks.replace(&before, &lines(1..=last, b"a")).unwrap();
    }

    assert_eq!(seqs(&chunks, "v"), [(1..=30).collect::<Vec<_>>()]);
    assert_eq!(records(&db), 1);
}

#[test]
fn a_replaced_record_left_by_a_kill_is_removed_with_the_next_replacement() {
    let folder = TempDir::new().unwrap();
    let db = database(&folder);
    let chunks = Chunks::open(&db).unwrap();
    let who = visitor("v");
    chunks.add(&who, SESSION, &lines(1..=2, b"a")).unwrap();
    let before = at(&chunks, 1);
    let tree = db.open_tree("chunks").unwrap();
    let (number, sealed) = tree.first().unwrap().unwrap();
    chunks.replace(&before, &lines(1..=3, b"a")).unwrap();
    // As if the process was killed before it removed the old record.
    tree.insert(number, sealed).unwrap();
    assert_eq!(records(&db), 2);

    let again = at(&chunks, 1);
    chunks.replace(&again, &lines(1..=4, b"a")).unwrap();

    assert_eq!(seqs(&chunks, "v"), [[1, 2, 3, 4]]);
    assert_eq!(records(&db), 1);
}

#[test]
fn the_last_line_of_a_record_is_known_without_reading_it() {
    let folder = TempDir::new().unwrap();
    let db = database(&folder);
    let chunks = Chunks::open(&db).unwrap();
    let who = visitor("v");
    let row = |seq| chunks.row(&who, SESSION, Seq(seq)).unwrap();
    let length_before = |seq| row(seq).length_before(Seq(seq));
    assert_eq!(length_before(1), None);

    chunks.add(&who, SESSION, &lines(1..=24, b"a")).unwrap();
    chunks.add(&who, SESSION, &lines(25..=26, b"a")).unwrap();
    assert_eq!(length_before(24), None, "the record reaches this line");
    assert_eq!(length_before(26), None, "the record reaches this line");
    assert_eq!(length_before(27), Some(2));

    let last = at(&chunks, 26);
    chunks.replace(&last, &lines(25..=40, b"a")).unwrap();
    assert_eq!(
        length_before(40),
        None,
        "the longer record reaches this line"
    );
    assert_eq!(length_before(41), Some(16));

    // Removing lines at its beginning does not change its end.
    let last = at(&chunks, 40);
    chunks.replace(&last, &lines(30..=40, b"a")).unwrap();
    assert_eq!(
        length_before(40),
        None,
        "the record still reaches this line"
    );

    let last = at(&chunks, 40);
    chunks.forget(&last).unwrap();
    assert_eq!(length_before(25), Some(24));
}

#[test]
fn a_record_with_a_very_wide_range_is_read_to_find_its_last_line() {
    let folder = TempDir::new().unwrap();
    let db = database(&folder);
    let chunks = Chunks::open(&db).unwrap();
    let who = visitor("v");
    let ends = [lines(1..=1, b"a"), lines(70_000..=70_000, b"a")].concat();

    chunks.add(&who, SESSION, &ends).unwrap();

    let row = chunks.row(&who, SESSION, Seq(80_000)).unwrap();
    assert_eq!(row.length_before(Seq(80_000)), None);
    let found = at(&chunks, 80_000);
    assert_eq!(found.lines().unwrap(), ends);
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
