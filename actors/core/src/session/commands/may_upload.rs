//! May the visitor upload a file for the chat (upload, purpose chat)?

use crate::session::commands::{Command, sealed};
use crate::session::refusal::Refusal;

/// Asks before bytes are taken: with an agent, and only what the channel takes (Spec §6).
#[derive(Clone, Copy, Debug)]
pub struct MayUpload {
    /// What kind of file.
    pub kind: UploadKind,
}

/// What a visitor uploads in the chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UploadKind {
    /// A picture.
    Image,
    /// A film.
    Video,
    /// Anything else.
    File,
}

impl sealed::Sealed for MayUpload {}

impl Command for MayUpload {
    type Reply = Result<(), Refusal>;
}
