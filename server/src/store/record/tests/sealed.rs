//! Groups, chunks, and damaged or meaningless bytes.

use super::*;
use proptest::prelude::*;

fn frames() -> Vec<u8> {
    let mut frames = Vec::new();
    for record in [
        conformance::line("v1", 1, 1),
        conformance::head("v1", 1, conformance::queued(4), Some(9)),
        conformance::line("v2", 3, 70_000),
    ] {
        frame(&record, &mut frames).unwrap();
    }
    frame_document(b"\x01demo/web", Some(b"{\"a\":1}"), &mut frames).unwrap();
    frame_document(b"\x01demo/old", None, &mut frames).unwrap();
    frames
}

pub fn group() -> Vec<u8> {
    let mut sealed = Vec::new();
    seal_group(&frames(), &mut sealed);
    sealed
}

pub fn chunk() -> Vec<u8> {
    let mut lines = Vec::new();
    for seq in 1..=3 {
        let entry = conformance::entry(100 + seq, "hello");
        let mut line = Vec::new();
        encode_into(entry.as_ref(), &mut line).unwrap();
        lines.push((seq, line));
    }
    let lines: Vec<ChunkLine<'_>> = lines
        .iter()
        .map(|(seq, line)| ChunkLine {
            seq: Seq(seq.unsigned_abs()),
            line,
        })
        .collect();
    seal_chunk(&lines).unwrap()
}

#[test]
fn a_group_returns_the_records_put_into_it() {
    let sealed = group();

    let mut found = open_group(&sealed).unwrap();

    let documents = found.split_off(3);
    are_the_records(&sealed, found);
    let expected = [
        (b"\x01demo/web".to_vec(), Some(b"{\"a\":1}".to_vec())),
        (b"\x01demo/old".to_vec(), None),
    ];
    let documents = documents.into_iter().map(|framed| match framed {
        Framed::Document { key, sealed: at } if at.is_empty() => (key, None),
        Framed::Document { key, sealed: at } => (key, Some(open_document(&sealed[at]).unwrap())),
        Framed::Record { .. } => panic!("{framed:?}"),
    });
    assert_eq!(documents.collect::<Vec<_>>(), expected);
}

fn are_the_records(sealed: &[u8], found: Vec<Framed>) {
    let records = found.into_iter().map(|framed| match framed {
        Framed::Record { subject, body, .. } => (subject, &sealed[body]),
        Framed::Document { .. } => panic!("{framed:?}"),
    });
    let records: Vec<_> = records.collect();
    assert_eq!(records.len(), 3);
    let line: Entry = decode(records[0].1).unwrap();
    assert_eq!(line, *conformance::entry(100_001, "v1 1/1"));
    let head: Head = decode(records[1].1).unwrap();
    assert_eq!(head.standing, conformance::queued(4));
    assert_eq!(
        records[2].0,
        Subject {
            visitor: conformance::visitor("v2"),
            kind: SubjectKind::Line {
                session: SessionNo(3),
                seq: Seq(70_000)
            },
        }
    );
}

#[test]
fn a_group_of_the_first_version_is_read_and_one_of_a_newer_version_is_named() {
    let first = read_dump(include_str!("../golden/group.layout1"));
    are_the_records(&first, open_group(&first).unwrap());

    let newer = seal(group::VERSION + 1, &frames());

    assert!(is_whole_group(&newer));
    let error = open_group(&newer).unwrap_err().to_string();
    assert!(
        error.contains("group of the journal: layout 3 is not known here"),
        "{error}"
    );
}

#[test]
fn a_lines_time_is_read_without_decoding_the_line() {
    let mut line = Vec::new();
    encode_into(conformance::entry(-77, "hello").as_ref(), &mut line).unwrap();

    assert_eq!(line_time(&line).unwrap(), Timestamp::from_millis(-77));
    assert!(line_time(&line[..1]).is_err());
    assert!(line_time(&[]).is_err());
}

#[test]
fn an_error_names_what_was_being_read() {
    let other = Standing::Robot;
    let mut sealed = seal_value(&other).unwrap();
    sealed[6..].fill(0);
    let last = sealed.len() - 1;
    sealed[last] ^= 1;

    let error = unseal_value::<Standing>(&sealed).unwrap_err().to_string();

    assert!(error.contains("visitor's standing"), "{error}");
}

#[test]
fn a_newer_layout_is_refused() {
    let sealed = seal(Head::VERSION + 1, b"whatever");

    let error = unseal_value::<Head>(&sealed).unwrap_err().to_string();

    assert!(error.contains("layout 8 is not known here"), "{error}");
}

#[test]
fn a_huge_length_allocates_no_memory() {
    let mut bytes = vec![Entry::VERSION];
    bytes.extend_from_slice(&[0, 0, 0, 0, 253, 255, 255, 255, 255, 255, 255, 255, 127]);

    assert!(decode::<Entry>(&bytes).is_err());
}

proptest! {
    #[test]
    fn flipped_bits_are_errors(places in prop::collection::btree_set(0_usize..4_000, 1..4)) {
        for sealed in [group(), chunk(), seal_document(b"{\"a\":1}")] {
            let mut damaged = sealed.clone();
            for place in &places {
                let bit = place % (sealed.len() * 8);
                damaged[bit / 8] ^= 1 << (bit % 8);
            }
            prop_assume!(damaged != sealed);

            prop_assert!(open_group(&damaged).is_err());
            prop_assert!(open_chunk(&damaged).is_err());
            prop_assert!(open_document(&damaged).is_err());
        }
    }

    #[test]
    fn truncated_bytes_are_an_error(keep in 0.0..1.0_f64) {
        let group = group();
        let chunk = chunk();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
        let part = |whole: &[u8]| whole[..(whole.len() as f64 * keep) as usize].to_vec();

        prop_assert!(open_group(&part(&group)).is_err());
        prop_assert!(open_chunk(&part(&chunk)).is_err());
    }

    #[test]
    fn meaningless_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = decode::<Entry>(&bytes);
        let _ = decode::<Head>(&bytes);
        let _ = decode_first::<Subject>(&bytes);
        let _ = open_group(&bytes);
        // The same bytes with a matching checksum.
        let _ = open_group(&seal(group::VERSION, &bytes));
        let _ = open_chunk(&seal(CHUNK_VERSION, &bytes));
    }
}
