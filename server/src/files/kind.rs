//! The accepted files by suffix, and whether a file's content matches its suffix.

use crate::files::name;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// The kind of content, as the chat distinguishes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Shown in the chat.
    Image,
    /// Played in the chat.
    Video,
    /// Played in the chat, and sent only by agents.
    Audio,
    /// Offered for download.
    File,
}

/// A kind of accepted file.
#[derive(Debug)]
pub struct Kind {
    /// The suffix as stored, without the dot.
    pub suffix: &'static str,
    /// The kind of content.
    pub family: Family,
    /// The content type it is served with.
    pub mime: &'static str,
    /// How a picture is decoded; `None` for other files.
    pub format: Option<Format>,
    /// How its content is recognised.
    evidence: Evidence,
}

/// How a picture is decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Format {
    Png,
    Jpeg,
    Gif,
    Bmp,
    Webp,
    /// Whichever of these the content shows.
    Any,
}

#[derive(Debug)]
enum Evidence {
    /// The first bytes show one of these types.
    Bytes(&'static [&'static str]),
    /// The content starts with these bytes, for types that the library does not know.
    Start(&'static [u8]),
    /// These bytes follow the first four.
    Brand(&'static [u8]),
    /// Valid UTF-8 without NUL.
    Text,
}

use Evidence::{Brand, Bytes, Start, Text};
use Family::{Audio, File as Plain, Image, Video};

const fn kind(
    suffix: &'static str,
    family: Family,
    mime: &'static str,
    evidence: Evidence,
) -> Kind {
    Kind {
        suffix,
        family,
        mime,
        format: None,
        evidence,
    }
}

const fn picture(
    suffix: &'static str,
    mime: &'static str,
    format: Format,
    evidence: Evidence,
) -> Kind {
    Kind {
        suffix,
        family: Image,
        mime,
        format: Some(format),
        evidence,
    }
}

const OLE: &[&str] = &[
    "application/msword",
    "application/vnd.ms-excel",
    "application/vnd.ms-powerpoint",
    "application/x-ole-storage",
];
const ZIPPED: &[&str] = &[
    "application/zip",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
];

const OPEN: &[&str] = &[
    "application/vnd.oasis.opendocument.text",
    "application/vnd.oasis.opendocument.spreadsheet",
    "application/vnd.oasis.opendocument.presentation",
];
const PICTURES: &[&str] = &[
    "image/png",
    "image/jpeg",
    "image/gif",
    "image/bmp",
    "image/webp",
];

/// The suffix lists of the protocol ('Files'). `pic` names no format, so it may be any picture; `webp` is what
/// browsers save. `svg` is missing: the page converts it, because a small svg can take any amount of time and memory
/// (Protocol, 'Files').
pub const KINDS: &[Kind] = &[
    picture("png", "image/png", Format::Png, Bytes(&["image/png"])),
    picture("jpg", "image/jpeg", Format::Jpeg, Bytes(&["image/jpeg"])),
    picture("jpeg", "image/jpeg", Format::Jpeg, Bytes(&["image/jpeg"])),
    picture("gif", "image/gif", Format::Gif, Bytes(&["image/gif"])),
    picture("bmp", "image/bmp", Format::Bmp, Bytes(&["image/bmp"])),
    picture("webp", "image/webp", Format::Webp, Bytes(&["image/webp"])),
    picture("pic", "image/png", Format::Any, Bytes(PICTURES)),
    kind(
        "mp4",
        Video,
        "video/mp4",
        Bytes(&["video/mp4", "video/x-m4v"]),
    ),
    kind("mov", Video, "video/quicktime", Bytes(&["video/quicktime"])),
    kind("avi", Video, "video/x-msvideo", Bytes(&["video/x-msvideo"])),
    kind("flv", Video, "video/x-flv", Bytes(&["video/x-flv"])),
    kind("rm", Video, "application/vnd.rn-realmedia", Start(b".RMF")),
    kind(
        "rmvb",
        Video,
        "application/vnd.rn-realmedia-vbr",
        Start(b".RMF"),
    ),
    kind("3gp", Video, "video/3gpp", Brand(b"ftyp3g")),
    kind("mp3", Audio, "audio/mpeg", Bytes(&["audio/mpeg"])),
    kind("wav", Audio, "audio/wav", Bytes(&["audio/x-wav"])),
    kind("ogg", Audio, "audio/ogg", Bytes(&["audio/ogg"])),
    kind("pdf", Plain, "application/pdf", Bytes(&["application/pdf"])),
    kind("zip", Plain, "application/zip", Bytes(ZIPPED)),
    kind("docx", Plain, "application/octet-stream", Bytes(ZIPPED)),
    kind("xlsx", Plain, "application/octet-stream", Bytes(ZIPPED)),
    kind("pptx", Plain, "application/octet-stream", Bytes(ZIPPED)),
    kind("odt", Plain, "application/octet-stream", Bytes(OPEN)),
    kind("ods", Plain, "application/octet-stream", Bytes(OPEN)),
    kind("odp", Plain, "application/octet-stream", Bytes(OPEN)),
    kind("csv", Plain, "text/plain; charset=utf-8", Text),
    kind("doc", Plain, "application/octet-stream", Bytes(OLE)),
    kind("xls", Plain, "application/octet-stream", Bytes(OLE)),
    kind("ppt", Plain, "application/octet-stream", Bytes(OLE)),
    kind("txt", Plain, "text/plain; charset=utf-8", Text),
];

impl Kind {
    /// The kind that a file name claims.
    pub fn by_name(name: &str) -> Option<&'static Self> {
        if name.contains('\0') {
            return None;
        }
        let (stem, suffix) = name.rsplit_once('.')?;
        if name::clean(stem).is_empty() {
            None
        } else {
            Self::by_suffix(&suffix.to_ascii_lowercase())
        }
    }

    /// Whether a left message or a work order accepts such a picture (Protocol, 'Files': gif, jpeg, png, jpg, bmp).
    pub fn is_attachable(&self) -> bool {
        matches!(self.suffix, "gif" | "jpeg" | "png" | "jpg" | "bmp")
    }

    /// The kind with this suffix.
    pub fn by_suffix(suffix: &str) -> Option<&'static Self> {
        KINDS.iter().find(|kind| kind.suffix == suffix)
    }

    /// Whether the file's content is of this kind.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn agrees_with(&self, path: &Path) -> io::Result<bool> {
        let mut start = Vec::with_capacity(8_192);
        File::open(path)?.take(8_192).read_to_end(&mut start)?;
        Ok(match self.evidence {
            Bytes(types) => {
                infer::get(&start).is_some_and(|found| types.contains(&found.mime_type()))
            }
            Start(bytes) => start.starts_with(bytes),
            Brand(bytes) => start.get(4..).is_some_and(|rest| rest.starts_with(bytes)),
            Text => is_text(&start) && infer::get(&start).is_none(),
        })
    }
}

/// The end of `start` may cut the last character in half.
fn is_text(start: &[u8]) -> bool {
    let whole = match std::str::from_utf8(start) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none() && start.len() == 8_192,
    };
    whole && !start.contains(&0)
}
