//! What a large model says, as it comes: without the marks it was asked for, and never a word that might still turn out
//! to be a refusal.

/// What the model says instead of an answer where the documents have none.
pub const REFUSAL: &str = "NOT_IN_DOCUMENTS";

/// The longest mark of sources that is one, in bytes: `[[1,2,3,4,5,6]]`.
const MARK_BYTES_MAX: usize = 32;

/// An answer that is being written.
#[derive(Clone, Debug)]
pub struct Draft {
    text: String,
    chars_left: usize,
    sources: usize,
}

/// An answer that was written to its end: Markdown, not sanitised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// What it says.
    pub text: String,
    /// The documents it names, by their place in the brief, each once.
    pub cited: Vec<usize>,
}

/// Why what was written is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// The documents do not say.
    NotInDocuments,
    /// There is nothing to read.
    Blank,
}

/// There is more than may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

impl Draft {
    /// An answer of at most so many characters, from so many documents.
    pub fn new(chars_max: usize, sources: usize) -> Self {
        Self {
            text: String::new(),
            chars_left: chars_max,
            sources,
        }
    }

    /// More of it.
    ///
    /// # Errors
    /// That is too much.
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

    /// What a visitor may read by now: nothing while it may be a refusal, and no mark that is half there.
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

    /// The whole of it.
    ///
    /// # Errors
    /// It is no answer.
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

    /// The documents a mark at the beginning of the text names, counted from 0, and what comes after it.
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

/// Whether a sign turns the direction of what follows. Signs without a width stay: scripts are spelt with them.
fn turns(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Where a mark begins that may not be there in full.
fn open_mark(text: &str) -> Option<usize> {
    if text.ends_with('[') && !text.ends_with("[[") {
        return Some(text.len() - 1);
    }
    let at = text.rfind("[[")?;
    let is_open = !text[at..].contains("]]") && text.len() - at <= MARK_BYTES_MAX;
    is_open.then_some(at)
}

/// Where the text ends with what may become a refusal.
fn open_refusal(text: &str) -> Option<usize> {
    (1..REFUSAL.len())
        .rev()
        .find(|bytes| text.ends_with(&REFUSAL[..*bytes]))
        .map(|bytes| text.len() - bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What can be read after each piece.
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
    fn an_answer_is_read_as_it_comes_and_its_sources_are_not() {
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
    fn a_refusal_is_never_read_however_it_comes() {
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
    fn what_only_looks_like_a_source_stays_and_a_source_there_is_not_counts_for_nothing() {
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
    fn nothing_to_read_is_no_answer() {
        for blank in ["", " \n", "[[1]]", "…", "\u{200b}"] {
            assert_eq!(finished(blank), Err(Unusable::Blank), "{blank}");
        }
    }

    #[test]
    fn it_ends_where_it_gets_too_long() {
        let mut draft = Draft::new(10, 1);
        draft.push("012345678").unwrap();

        assert_eq!(draft.push("9a"), Err(TooLong));
    }

    #[test]
    fn signs_that_steer_are_left_out_and_those_that_spell_are_not() {
        assert_eq!(readable(&["a\u{0}b\u{202e}c\n\td"]), ["abc\n d"]);
        assert_eq!(readable(&["می\u{200c}شود"]), ["می\u{200c}شود"]);
    }
}
