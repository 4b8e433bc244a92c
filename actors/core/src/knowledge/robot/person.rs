//! Recognises a request for a person: "agent please", "转人工", "bir insanla konuşmak istiyorum".
//!
//! `person/words.txt` sorts the words of such requests by kind. A clause asks for a person if it contains only such
//! words, or a phrase that is a request by itself: "talk to" before a person, or a person before "sprechen". A word of
//! another kind beside the person ("human hair", "insurance agent") makes it another question. All languages are one
//! list, because visitors do not keep to the language of their page.

use super::text::{Run, Script, fold, runs};
use super::{Question, Robot};
use crate::channel::ChannelConfig;
use crate::message::content::{ReplyKind, RobotReply, TransferOffer};
use std::collections::BTreeMap;
use std::sync::LazyLock;

const WORDS: &str = include_str!("person/words.txt");
/// Longer texts have another subject; in characters.
const TEXT_CHARS_MAX: usize = 160;
/// The characters that end a clause.
const CLAUSE_ENDS: [char; 16] = [
    '.', ',', ';', '!', '?', '\n', '。', '，', '！', '？', '、', '؟', '،', '।', '။', '។',
];
/// The score of a question asked word for word.
const CERTAIN: f32 = 1.0;

/// The role of a word in a request for a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// Has no role.
    Fill,
    /// Negates what precedes it.
    NotAfter,
    /// Negates what follows it.
    Not,
    /// Asks for the person before it.
    After,
    /// Asks for the person after it, who ends the clause.
    Want,
    /// Asks for the person after it.
    Talk,
    /// Names the person.
    Who,
    /// Is a request by itself.
    Phrase,
    /// Has another subject.
    Other,
}

impl Kind {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "fill" => Kind::Fill,
            "not_after" => Kind::NotAfter,
            "not" => Kind::Not,
            "after" => Kind::After,
            "want" => Kind::Want,
            "talk" => Kind::Talk,
            "who" => Kind::Who,
            "phrase" => Kind::Phrase,
            "other" => Kind::Other,
            _ => return None,
        })
    }

    fn is_of_asking(self) -> bool {
        !matches!(self, Kind::Other | Kind::Not | Kind::NotAfter)
    }
}

/// The words of `words.txt`, keyed by their [`joined`] units. A word of two kinds has the later kind in the order of
/// [`Kind`].
#[derive(Debug, Default)]
struct Words {
    whole: BTreeMap<String, Kind>,
    /// Prefixes of words.
    open: BTreeMap<String, Kind>,
    /// The number of units of the longest entry that begins with each unit.
    longest: BTreeMap<String, usize>,
}

static KNOWN: LazyLock<Words> = LazyLock::new(|| {
    let mut words = Words::default();
    let lines = WORDS.lines().filter_map(|line| line.split_once(": "));
    let lines = lines.filter_map(|(name, entries)| Some((Kind::named(name)?, entries)));
    for (kind, entries) in lines {
        for entry in entries.split_whitespace() {
            let into = if entry.ends_with('-') {
                &mut words.open
            } else {
                &mut words.whole
            };
            let units = units(entry);
            let known = into.entry(joined(&units)).or_insert(kind);
            *known = kind.max(*known);
            if let Some(first) = units.first() {
                let longest = words.longest.entry(first.text.clone()).or_default();
                *longest = units.len().max(*longest);
            }
        }
    }
    words
});

/// A word, or a character of a script without spaces.
#[derive(Debug, PartialEq, Eq)]
struct Unit {
    text: String,
    is_word: bool,
}

impl Robot {
    /// Replies on a channel. A visitor who asks for a person is offered one, even beside a document whose question they
    /// asked word for word.
    pub fn reply_on(&self, channel: &ChannelConfig, question: &Question<'_>) -> (RobotReply, f32) {
        let offers = channel.offers();
        let (reply, score) = self.reply(question, offers);
        let is_asked = || asks_for_person(question.text, &channel.person_phrases);
        if offers.person == TransferOffer::None || !is_asked() {
            return (reply, score);
        }
        let is_certain = reply.kind == ReplyKind::Answer && score >= CERTAIN;
        let reply = if is_certain {
            RobotReply {
                offer: reply.offer.max(offers.person),
                ..reply
            }
        } else {
            RobotReply {
                kind: ReplyKind::Person,
                offer: offers.person,
                ..RobotReply::default()
            }
        };
        (reply, CERTAIN)
    }
}

/// Whether a text asks for a person; `phrases` are the tenant's own.
pub fn asks_for_person(text: &str, phrases: &[Box<str>]) -> bool {
    if text.chars().nth(TEXT_CHARS_MAX).is_some() {
        return false;
    }
    let all = units(text);
    if is_covered(&kinds(&all)) || phrases.iter().any(|phrase| holds(&all, &units(phrase))) {
        return true;
    }
    let clauses = text.split(CLAUSE_ENDS).map(|clause| kinds(&units(clause)));
    let mut clauses = clauses.filter(|kinds| kinds.len() > 1 || kinds == &[Kind::Phrase]);
    clauses.any(|kinds| is_covered(&kinds) || asks(&kinds))
}

/// Whether the words only ask for a person, and name one.
fn is_covered(kinds: &[Kind]) -> bool {
    let names = |kind: &Kind| matches!(kind, Kind::Who | Kind::Phrase);
    kinds.iter().any(names) && kinds.iter().all(|kind| kind.is_of_asking())
}

/// Whether a part of a clause asks for a person without negation.
fn asks(kinds: &[Kind]) -> bool {
    let is_known = |kind: &Kind| kind.is_of_asking();
    let is_taken_back = |from: usize, to: usize| {
        let before = kinds[..from].iter().rev().find(|kind| !is_known(kind));
        let after = kinds[to..].iter().find(|kind| !is_known(kind));
        before == Some(&Kind::Not) || after == Some(&Kind::NotAfter)
    };
    (0..kinds.len()).any(|at| match kinds[at] {
        Kind::Phrase => !is_taken_back(at, at + 1),
        Kind::Who => {
            let (before, behind) = (&kinds[..at], &kinds[at + 1..]);
            let earlier = before.iter().rev().find(|kind| **kind != Kind::Fill);
            let later = behind.iter().find(|kind| **kind != Kind::Fill);
            let is_asked = match earlier {
                Some(Kind::Talk) => behind.first().is_none_or(is_known),
                Some(Kind::Want) => behind.iter().all(is_known),
                _ => false,
            };
            (is_asked || later == Some(&Kind::After)) && !is_taken_back(at, at + 1)
        }
        _ => false,
    })
}

/// The kinds of a text's words, with the longest known entry first, from the left.
fn kinds(units: &[Unit]) -> Vec<Kind> {
    let mut kinds = Vec::new();
    let mut at = 0;
    while at < units.len() {
        let longest = KNOWN.longest.get(&units[at].text).copied();
        let most = longest.unwrap_or(1).min(units.len() - at);
        let known = (1..=most).rev().find_map(|count| {
            let kind = KNOWN.kind(&units[at..at + count])?;
            Some((kind, count))
        });
        let (kind, count) = known.unwrap_or((Kind::Other, 1));
        kinds.push(kind);
        at += count;
    }
    kinds
}

impl Words {
    fn kind(&self, units: &[Unit]) -> Option<Kind> {
        let text = joined(units);
        if let Some(kind) = self.whole.get(&text) {
            return Some(*kind);
        }
        let last = units.last().filter(|unit| unit.is_word)?;
        let start = text.len() - last.text.len();
        let ends = last
            .text
            .char_indices()
            .map(|(at, sign)| start + at + sign.len_utf8());
        let longest = ends.rev().find_map(|end| self.open.get(&text[..end]));
        longest.copied()
    }
}

fn units(text: &str) -> Vec<Unit> {
    let mut units = Vec::new();
    for Run { script, text } in runs(&text.replace('_', " ")) {
        match script {
            Script::Spaced => units.push(Unit {
                text: fold(&text),
                is_word: true,
            }),
            Script::Ideographic | Script::Unspaced => units.extend(text.chars().map(|sign| Unit {
                text: sign.into(),
                is_word: false,
            })),
        }
    }
    units
}

/// Units as one text, with a space between two words.
fn joined(units: &[Unit]) -> String {
    let mut joined = String::new();
    let mut after_word = false;
    for unit in units {
        if after_word && unit.is_word {
            joined.push(' ');
        }
        joined.push_str(&unit.text);
        after_word = unit.is_word;
    }
    joined
}

fn holds(text: &[Unit], phrase: &[Unit]) -> bool {
    !phrase.is_empty() && text.windows(phrase.len()).any(|window| window == phrase)
}

#[cfg(test)]
mod tests;
