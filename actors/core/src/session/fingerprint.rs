//! Fingerprints: 64-bit hashes of texts. They are stored, so they must never change. They are neither secret nor a
//! signature.

use crate::ids::{ClientId, PollId};
use crate::message::{Content, Sender};

/// FNV-1a over the parts, each followed by its length, so that ("ab", "c") and ("a", "bc") differ. Never 0, which can
/// mean "none".
pub(crate) fn fingerprint(parts: &[&str]) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let hash = parts.iter().fold(BASIS, |hash, part| {
        let len = part.len() as u64;
        part.bytes()
            .chain(len.to_le_bytes())
            .fold(hash, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(PRIME)
            })
    });
    hash.max(1)
}

/// The fingerprint of a page.
pub(crate) fn of_page(page: &PollId) -> u64 {
    fingerprint(&[page.as_str()])
}

/// The fingerprint of a client id. The same id of different agents gives different fingerprints.
pub(crate) fn of_client_id(sender: &Sender, id: &ClientId) -> u64 {
    match sender {
        Sender::Agent(card) => fingerprint(&["agent", card.agent.as_str(), id.as_str()]),
        Sender::Visitor | Sender::Robot | Sender::System => fingerprint(&["visitor", id.as_str()]),
    }
}

/// The fingerprint of a message. The same text to the robot is another message.
pub(crate) fn of_content(content: &Content, told: Told) -> u64 {
    let told = match told {
        Told::People => "people",
        Told::Robot => "robot",
        Told::Nobody => "nobody",
    };
    match content {
        Content::Text(text) => fingerprint(&[told, "text", text]),
        Content::RichText(text) => fingerprint(&[told, "rich", text]),
        Content::Image(file) => fingerprint(&[told, "image", &file.url, &file.name]),
        Content::File(file) => fingerprint(&[told, "file", &file.url, &file.name]),
        Content::Video(file) => fingerprint(&[told, "video", &file.url, &file.name]),
        Content::Audio(file) => fingerprint(&[told, "audio", &file.url, &file.name]),
        // The same program writes both sides of a comparison, so the debug format is good enough.
        Content::Card(_)
        | Content::Goods(_)
        | Content::Order(_)
        | Content::Link(_)
        | Content::Form(_)
        | Content::InterfaceForm(_)
        | Content::FilledForm(_)
        | Content::Note(_) => fingerprint(&[told, "card", &format!("{content:?}")]),
        // No client sends these.
        Content::Robot(_) | Content::Line(_) | Content::Menu(_) => fingerprint(&[told, "ours"]),
    }
}

/// The recipient of a client's message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    People,
    Robot,
    /// An internal note.
    Nobody,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boundary_between_parts_matters() {
        assert_ne!(fingerprint(&["ab", "c"]), fingerprint(&["a", "bc"]));
        assert_ne!(fingerprint(&["a"]), fingerprint(&["a", ""]));
    }

    #[test]
    fn a_fingerprint_never_changes() {
        assert_eq!(fingerprint(&["visitor", "c-1"]), 0x946f_24c1_5f00_dfa6);
    }
}
