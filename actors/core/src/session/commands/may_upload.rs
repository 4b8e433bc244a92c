//! Whether the visitor may upload a file for the chat (upload, purpose chat).

use crate::session::commands::Command;
use crate::session::phase::Status;
use crate::session::refusal::Refusal;
use crate::session::{Effects, Session};
use crate::time::Timestamp;

/// Asks before any byte is read: allowed with an agent, for the kinds that the channel accepts (Protocol, 'Files').
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
    /// A video.
    Video,
    /// Anything else.
    File,
}

impl Command for MayUpload {
    type Reply = Result<(), Refusal>;

    fn apply(self, session: &mut Session, _: Timestamp, _: &mut Effects) -> Self::Reply {
        let takes = session.channel.attachments;
        let taken = match self.kind {
            UploadKind::Image => takes.images,
            UploadKind::Video => takes.videos,
            UploadKind::File => takes.files,
        };
        if !taken {
            return Err(Refusal::FilesOff);
        }
        match session.status() {
            Status::Manual => Ok(()),
            Status::Robot | Status::Queued | Status::Ended => Err(Refusal::NotWithAgent),
        }
    }
}
