//! Reads a text file in the encoding that it was saved in. Programs for tables save UTF-8, UTF-16, or the encoding of
//! the machine's language, such as GB18030.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, GB18030, GBK, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

/// The bytes that the guess of an encoding is based on.
const GUESSED_FROM: usize = 1 << 20;

/// Returns the file as UTF-8 without a byte order mark, and the encoding that it was in. Bytes that are no text in the
/// encoding stay as they are, so that the reader reports their line.
pub fn utf8(bytes: Vec<u8>) -> (Vec<u8>, &'static Encoding) {
    if let Some((encoding, mark)) = Encoding::for_bom(&bytes) {
        let text = &bytes[mark..];
        let text = match encoding == UTF_8 {
            true => text.to_vec(),
            false => decoded(encoding, text).unwrap_or(bytes),
        };
        return (text, encoding);
    }
    if let Some(encoding) = without_mark(&bytes) {
        return (decoded(encoding, &bytes).unwrap_or(bytes), encoding);
    }
    if std::str::from_utf8(&bytes).is_ok() || is_damaged_utf8(&bytes) {
        return (bytes, UTF_8);
    }
    let encoding = guess(&bytes);
    (decoded(encoding, &bytes).unwrap_or(bytes), encoding)
}

/// Returns the file as UTF-8 without a byte order mark, read in the encoding that a person chose; `None` if it is no
/// text in that encoding.
pub fn utf8_from(encoding: &'static Encoding, bytes: &[u8]) -> Option<Vec<u8>> {
    let marked = Encoding::for_bom(bytes).filter(|(marked, _)| *marked == encoding);
    decoded(encoding, &bytes[marked.map_or(0, |(_, mark)| mark)..])
}

fn decoded(encoding: &'static Encoding, bytes: &[u8]) -> Option<Vec<u8>> {
    let (text, has_errors) = encoding.decode_without_bom_handling(bytes);
    let text = match text {
        Cow::Borrowed(text) => text.to_owned(),
        Cow::Owned(text) => text,
    };
    (!has_errors).then(|| text.into_bytes())
}

/// UTF-16 without a byte order mark: every other byte of the field names in the first line is 0.
fn without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [first, 0, second, 0, ..] if *first != 0 && *second != 0 => Some(UTF_16LE),
        [0, first, 0, second, ..] if *first != 0 && *second != 0 => Some(UTF_16BE),
        _ => None,
    }
}

/// Whether most characters beyond ASCII are valid UTF-8, so that the others are an error and no other encoding.
fn is_damaged_utf8(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let wrong = text
        .chars()
        .filter(|c| *c == char::REPLACEMENT_CHARACTER)
        .count();
    let right = text.chars().filter(|c| !c.is_ascii()).count() - wrong;
    right > wrong * 3
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let begin = &bytes[..bytes.len().min(GUESSED_FROM)];
    detector.feed(begin, begin.len() == bytes.len());
    match detector.guess(None, Utf8Detection::Deny) {
        // Every text in GBK is also one in GB18030, which has more characters.
        encoding if encoding == GBK => GB18030,
        encoding => encoding,
    }
}

/// Returns the character that separates the cells: the most frequent of comma, semicolon and tab in the first line.
pub fn separator(text: &[u8]) -> u8 {
    let first = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let count = |wanted: u8| first.iter().filter(|byte| **byte == wanted).count();
    [b'\t', b';', b',']
        .into_iter()
        .max_by_key(|byte| count(*byte))
        .unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "docId,question,answer\n浇水,多久浇一次水？,每周一次，夏天每周两次。\n";

    fn read(bytes: &[u8]) -> String {
        String::from_utf8(utf8(bytes.to_vec()).0).unwrap()
    }

    fn utf16(text: &str, write: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(write).collect()
    }

    #[test]
    fn a_table_is_read_in_the_encoding_it_was_saved_in() {
        assert_eq!(read(TEXT.as_bytes()), TEXT);
        assert_eq!(read(format!("\u{feff}{TEXT}").as_bytes()), TEXT);
        assert_eq!(read(&GBK.encode(TEXT).0), TEXT);
        let rare = format!("{TEXT}㐂,𠮷？,好\n");
        assert_eq!(read(&GB18030.encode(&rare).0), rare);
        for mark in ["", "\u{feff}"] {
            let text = format!("{mark}{TEXT}");
            assert_eq!(read(&utf16(&text, u16::to_le_bytes)), TEXT);
            assert_eq!(read(&utf16(&text, u16::to_be_bytes)), TEXT);
        }
    }

    #[test]
    fn damaged_utf8_is_not_taken_for_another_encoding() {
        let mut damaged = TEXT.as_bytes().to_vec();
        damaged.extend(b"a,\xff,b\n");

        assert_eq!(utf8(damaged.clone()), (damaged, UTF_8));
    }

    #[test]
    fn a_person_chooses_the_encoding_where_a_short_text_allows_several() {
        let gbk = GBK.encode("docId,question,answer\n1,价格？,见首页\n").0;
        let (_, guessed) = utf8(gbk.to_vec());

        let chosen =
            |encoding| utf8_from(encoding, &gbk).map(|text| String::from_utf8(text).unwrap());

        assert_ne!(guessed, UTF_8);
        assert!(chosen(GBK).unwrap().contains("价格？"));
        assert!(chosen(encoding_rs::WINDOWS_1252).unwrap().contains("¼Û"));
        assert_eq!(chosen(UTF_8), None);
        assert_eq!(
            utf8_from(UTF_8, "\u{feff}好".as_bytes()),
            Some("好".as_bytes().to_vec())
        );
    }

    #[test]
    fn the_separator_is_the_most_frequent_one() {
        assert_eq!(separator(b"docId,question\na;b;c;d"), b',');
        assert_eq!(separator(b"docId;question;answer"), b';');
        assert_eq!(separator(b"docId\tquestion, more\tanswer"), b'\t');
        assert_eq!(separator(b""), b',');
    }
}
