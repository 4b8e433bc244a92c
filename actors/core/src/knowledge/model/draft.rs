//! A large model's reply while it arrives: without citation marks, and without a word that may still become a refusal.

/// What the model replies if the documents do not contain the answer.
pub const REFUSAL: &str = "NOT_IN_DOCUMENTS";

/// The longest citation mark, in bytes: `[[1,2,3,4,5,6]]`.
const MARK_BYTES_MAX: usize = 32;

/// An incomplete answer.
#[derive(Clone, Debug)]
pub struct Draft {
    text: String,
    chars_left: usize,
    sources: usize,
}

/// A complete answer: Markdown, not sanitised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The answer, without citation marks.
    pub text: String,
    /// The documents it cites, by their position in the brief, each once.
    pub cited: Vec<usize>,
}

/// Why a reply is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// The documents do not contain the answer.
    NotInDocuments,
    /// It has neither a letter nor a digit.
    Blank,
}

/// The answer exceeds its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

impl Draft {
    /// An empty answer with a limit of characters, from this many documents.
    pub fn new(chars_max: usize, sources: usize) -> Self {
        Self {
            text: String::new(),
            chars_left: chars_max,
            sources,
        }
    }

    /// Adds a piece of the reply.
    ///
    /// # Errors
    /// The answer exceeds its limit of characters.
    pub fn push(&mut self, piece: &str) -> Result<(), TooLong> {
        for c in piece.chars() {
            self.chars_left = self.chars_left.checked_sub(1).ok_or(TooLong)?;
            match c {
                '\t' => self.text.push(' '),
                '\n' => self.text.push(c),
                c if c.is_control() || turns(c) => {}
                c => self.text.push(c),
            }
        }
        Ok(())
    }

    /// What a visitor may read so far: nothing while it may be a refusal, and no incomplete mark.
    pub fn readable(&self) -> String {
        let text = self.text.trim_start();
        if REFUSAL.starts_with(text) || text.contains(REFUSAL) {
            return String::new();
        }
        let mut upto = text.len();
        for mark in [open_mark(text), open_refusal(text)].into_iter().flatten() {
            upto = upto.min(mark);
        }
        self.without_marks(&text[..upto], &mut Vec::new())
    }

    /// Ends the answer.
    ///
    /// # Errors
    /// The reply is a refusal or blank.
    pub fn finish(self) -> Result<Finished, Unusable> {
        if self.text.contains(REFUSAL) {
            return Err(Unusable::NotInDocuments);
        }
        let mut cited = Vec::new();
        let text = self.without_marks(self.text.trim(), &mut cited);
        let text = text.trim().to_owned();
        if !text.chars().any(char::is_alphanumeric) {
            return Err(Unusable::Blank);
        }
        Ok(Finished { text, cited })
    }

    fn without_marks(&self, text: &str, cited: &mut Vec<usize>) -> String {
        let mut plain = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find("[[") {
            let (before, from) = rest.split_at(at);
            match self.mark(from) {
                Some((numbers, after)) => {
                    plain.push_str(before.strip_suffix(' ').unwrap_or(before));
                    for number in numbers {
                        if number < self.sources && !cited.contains(&number) {
                            cited.push(number);
                        }
                    }
                    rest = after;
                }
                None => {
                    plain.push_str(before);
                    plain.push_str("[[");
                    rest = &from[2..];
                }
            }
        }
        plain.push_str(rest);
        plain
    }

    /// The documents that a mark at the start of the text cites, counted from 0, and the text after it.
    fn mark<'a>(&self, text: &'a str) -> Option<(Vec<usize>, &'a str)> {
        let (inside, after) = text.strip_prefix("[[")?.split_once("]]")?;
        if inside.len() > MARK_BYTES_MAX {
            return None;
        }
        let numbers = inside
            .split(',')
            .map(|number| number.trim().parse::<usize>().ok());
        let numbers: Option<Vec<usize>> = numbers
            .map(|number| number.and_then(|number| number.checked_sub(1)))
            .collect();
        Some((numbers?, after))
    }
}

/// Whether a character changes the direction of the following text. Zero-width characters stay, because some scripts
/// need them.
fn turns(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Where an incomplete mark may start.
fn open_mark(text: &str) -> Option<usize> {
    if text.ends_with('[') && !text.ends_with("[[") {
        return Some(text.len() - 1);
    }
    let at = text.rfind("[[")?;
    let is_open = !text[at..].contains("]]") && text.len() - at <= MARK_BYTES_MAX;
    is_open.then_some(at)
}

/// Where the end of the text may become a refusal.
fn open_refusal(text: &str) -> Option<usize> {
    (1..REFUSAL.len())
        .rev()
        .find(|bytes| text.ends_with(&REFUSAL[..*bytes]))
        .map(|bytes| text.len() - bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a visitor can read after each piece.
    fn readable(pieces: &[&str]) -> Vec<String> {
        let mut draft = Draft::new(1_000, 3);
        let mut read = Vec::new();
        for piece in pieces {
            draft.push(piece).unwrap();
            read.push(draft.readable());
        }
        read
    }

    fn finished(text: &str) -> Result<Finished, Unusable> {
        let mut draft = Draft::new(1_000, 3);
        draft.push(text).unwrap();
        draft.finish()
    }

    #[test]
    fn an_answer_is_readable_while_it_arrives_and_its_marks_are_not() {
        assert_eq!(
            readable(&[
                "Within",
                " a week [",
                "[1",
                "]]. Free",
                " above 50 [[2,3]]."
            ]),
            [
                "Within",
                "Within a week ",
                "Within a week ",
                "Within a week. Free",
                "Within a week. Free above 50."
            ]
        );
        assert_eq!(
            finished("Within a week [[1]]. Free [[3, 1]]."),
            Ok(Finished {
                text: "Within a week. Free.".to_owned(),
                cited: vec![0, 2]
            })
        );
    }

    #[test]
    fn a_refusal_is_never_readable_however_it_is_split() {
        assert_eq!(readable(&["", "NOT", "_IN_", "DOCUMENTS", "."]), [""; 5]);
        assert_eq!(
            readable(&["Sorry. ", "NOT_IN", "_DOCUMENTS"]),
            ["Sorry. ", "Sorry. ", ""]
        );
        for refusal in [
            "NOT_IN_DOCUMENTS",
            " NOT_IN_DOCUMENTS.\n",
            "Sorry: NOT_IN_DOCUMENTS",
        ] {
            assert_eq!(
                finished(refusal),
                Err(Unusable::NotInDocuments),
                "{refusal}"
            );
        }
        assert_eq!(readable(&["NOT", " today."]), ["", "NOT today."]);
    }

    #[test]
    fn text_like_a_mark_stays_and_unknown_documents_are_not_cited() {
        assert_eq!(
            finished("See [[here]] [1] [[9]]").unwrap(),
            Finished {
                text: "See [[here]] [1]".to_owned(),
                cited: vec![]
            }
        );
        assert_eq!(
            finished("a [[0]] [[18446744073709551615]]").unwrap().cited,
            [0; 0]
        );
    }

    #[test]
    fn a_blank_reply_is_no_answer() {
        for blank in ["", " \n", "[[1]]", "…", "\u{200b}"] {
            assert_eq!(finished(blank), Err(Unusable::Blank), "{blank}");
        }
    }

    #[test]
    fn an_answer_over_its_limit_is_an_error() {
        let mut draft = Draft::new(10, 1);
        draft.push("012345678").unwrap();

        assert_eq!(draft.push("9a"), Err(TooLong));
    }

    #[test]
    fn control_and_direction_characters_are_dropped_and_joiners_stay() {
        assert_eq!(readable(&["a\u{0}b\u{202e}c\n\td"]), ["abc\n d"]);
        assert_eq!(readable(&["می\u{200c}شود"]), ["می\u{200c}شود"]);
    }
}
