//! Saves what visitors and agents upload, and serves it (Contract §4, upload).
//!
//! A file is named by dice, checked by its content, and, where it is a picture, drawn anew so that nothing it carried
//! besides the picture is kept.

pub mod described;
pub mod kind;
pub mod picture;

use crate::error::ApiError;
use crate::secrets;
use actix_files::NamedFile;
use actix_multipart::Multipart;
use actix_web::http::header::{self, ContentDisposition, DispositionType, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};
use dashmap::DashMap;
use futures_util::StreamExt as _;
use kind::{Family, Kind};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::io::AsyncWriteExt as _;
use tokio::sync::{Semaphore, SemaphorePermit};

/// Spec §9: 50 MB.
pub const FILE_BYTES_MAX: u64 = 52_428_800;

/// Spec §5.
pub const TOO_BIG: &str = "The file cannot be larger than 50M !";

/// Spec §5.
pub const WRONG_TYPE: &str = "Wrong file type, only pictures or movies can be sent!";

/// What a file name may have for display.
const NAME_CHARS_MAX: usize = 255;

/// A text field beside the file.
const FIELD_BYTES_MAX: usize = 1_024;

/// Uploads one caller may have under way.
const AT_ONCE: u32 = 2;

/// Which families of files are taken.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// Pictures.
    pub images: bool,
    /// Films.
    pub videos: bool,
    /// Pdf, office, text and zip files.
    pub files: bool,
}

/// A file that was received and is not checked yet; forgotten unless it is kept.
#[derive(Debug)]
pub struct Received {
    path: PathBuf,
    name: String,
    bytes: u64,
    /// The text fields that came with it.
    pub fields: Vec<(String, String)>,
}

/// A file that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// Its own name, unguessable.
    pub stored: String,
    /// The name it came with, cleaned.
    pub name: String,
    /// Its suffix, without the dot.
    pub suffix: &'static str,
    /// What it is.
    pub family: Family,
    /// Bytes, as stored.
    pub bytes: u64,
    /// Width and height, where it is a picture.
    pub pixels: Option<(u32, u32)>,
}

/// The folder uploads lie in.
pub struct Uploads {
    folder: PathBuf,
    under_way: Arc<DashMap<u64, u32>>,
    turns: Semaphore,
}

/// Pictures redrawn at once: each may take a few hundred megabytes for a moment.
const REDRAWN_AT_ONCE: usize = 2;

impl Uploads {
    /// Makes the folder where it is not there, and clears it of what a crash left half received.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn open(data: &Path) -> io::Result<Self> {
        let folder = data.join("uploads");
        let incoming = folder.join("incoming");
        if incoming.exists() {
            fs::remove_dir_all(&incoming)?;
        }
        fs::create_dir_all(&incoming)?;
        Ok(Self {
            folder,
            under_way: Arc::new(DashMap::new()),
            turns: Semaphore::new(REDRAWN_AT_ONCE),
        })
    }

    /// Takes one of the caller's places; it is given back when the value is dropped.
    ///
    /// # Errors
    /// 429 where both are taken.
    pub fn begin(&self, caller: u64) -> Result<Place, ApiError> {
        let mut count = self.under_way.entry(caller).or_default();
        if *count >= AT_ONCE {
            return Err(ApiError::TooMany(1));
        }
        *count += 1;
        Ok(Place {
            under_way: Arc::clone(&self.under_way),
            caller,
        })
    }

    /// Waits for a turn at checking a file.
    ///
    /// # Errors
    /// Never: the door is not closed while the server lives.
    pub async fn turn(&self) -> Result<SemaphorePermit<'_>, ApiError> {
        self.turns.acquire().await.map_err(ApiError::internal)
    }

    /// Receives the file of a form, counting as it comes.
    ///
    /// # Errors
    /// 400 with the specification's sentence as soon as it is too big, and where the form has no file.
    pub async fn receive(&self, mut form: Multipart) -> Result<Received, ApiError> {
        let mut file = None;
        let mut fields = Vec::new();
        while let Some(field) = form.next().await {
            let field = field.map_err(|_| ApiError::invalid("the form cannot be read"))?;
            let file_name = field
                .content_disposition()
                .and_then(|disposition| disposition.get_filename().map(str::to_owned));
            match (field.name(), file_name) {
                (Some("file"), Some(name)) if file.is_none() => {
                    file = Some(self.receive_file(field, name).await?);
                }
                (Some(name), None) if fields.len() < 8 => {
                    let name = name.to_owned();
                    fields.push((name, text(field).await?));
                }
                _ => return Err(ApiError::invalid("the form has fields it should not have")),
            }
        }
        let mut received = file.ok_or_else(|| ApiError::invalid("file is missing"))?;
        received.fields = fields;
        Ok(received)
    }

    async fn receive_file(
        &self,
        mut field: actix_multipart::Field,
        name: String,
    ) -> Result<Received, ApiError> {
        let path = self.folder.join("incoming").join(secrets::random_name());
        let mut file = tokio::fs::File::create_new(&path)
            .await
            .map_err(ApiError::internal)?;
        // From here on the file goes with the value.
        let mut received = Received {
            path,
            name,
            bytes: 0,
            fields: Vec::new(),
        };
        while let Some(chunk) = field.next().await {
            let chunk = chunk.map_err(|_| ApiError::invalid("the file ended early"))?;
            received.bytes += chunk.len() as u64;
            if received.bytes > FILE_BYTES_MAX {
                return Err(ApiError::invalid(TOO_BIG));
            }
            file.write_all(&chunk).await.map_err(ApiError::internal)?;
        }
        file.flush().await.map_err(ApiError::internal)?;
        Ok(received)
    }

    /// Checks a received file and keeps it. Slow: for a blocking pool.
    ///
    /// # Errors
    /// 400 with the specification's sentence where it is not what is taken here, or not what its name says.
    pub fn keep(&self, received: &Received, taken: Taken) -> Result<Saved, ApiError> {
        let wrong = || ApiError::invalid(WRONG_TYPE);
        let kind = Kind::by_name(&received.name).ok_or_else(wrong)?;
        let is_taken = match kind.family {
            Family::Image => taken.images,
            Family::Video => taken.videos,
            Family::File => taken.files,
        };
        if !is_taken
            || received.bytes == 0
            || !kind
                .agrees_with(&received.path)
                .map_err(ApiError::internal)?
        {
            return Err(wrong());
        }
        let stored = format!("{}.{}", secrets::random_name(), kind.suffix);
        let target = self.folder.join(&stored);
        let pixels = match kind.family {
            Family::Image => {
                Some(picture::redraw(&received.path, kind.suffix).map_err(|_| wrong())?)
            }
            Family::Video | Family::File => None,
        };
        let bytes = fs::File::open(&received.path)
            .and_then(|file| {
                file.sync_all()?;
                Ok(file.metadata()?.len())
            })
            .map_err(ApiError::internal)?;
        fs::rename(&received.path, target).map_err(ApiError::internal)?;
        fs::File::open(&self.folder)
            .and_then(|folder| folder.sync_all())
            .map_err(ApiError::internal)?;
        Ok(Saved {
            stored,
            name: clean_name(&received.name),
            suffix: kind.suffix,
            family: kind.family,
            bytes,
            pixels,
        })
    }

    /// Serves a kept file: shown only where it is a picture or a film, and never as a page of ours.
    ///
    /// # Errors
    /// 404 where there is none of that name.
    pub async fn serve(
        &self,
        request: &HttpRequest,
        stored: &str,
    ) -> Result<HttpResponse, ApiError> {
        let kind = kind_of_stored(stored).ok_or(ApiError::NotFound)?;
        let path = self.folder.join(stored);
        let file = actix_web::web::block(move || NamedFile::open(path))
            .await
            .map_err(ApiError::internal)?
            .map_err(|_| ApiError::NotFound)?;
        let shown = match kind.family {
            Family::Image | Family::Video => DispositionType::Inline,
            Family::File => DispositionType::Attachment,
        };
        let mut response = file
            .use_last_modified(false)
            .set_content_type(kind.mime.parse().map_err(ApiError::internal)?)
            .set_content_disposition(ContentDisposition {
                disposition: shown,
                parameters: Vec::new(),
            })
            .into_response(request);
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static("sandbox; default-src 'none'"),
        );
        headers.insert(
            header::CROSS_ORIGIN_RESOURCE_POLICY,
            HeaderValue::from_static("same-site"),
        );
        headers.insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, max-age=31536000, immutable"),
        );
        Ok(response)
    }
}

/// The kind of a file this server named; nothing for any other name.
fn kind_of_stored(stored: &str) -> Option<&'static Kind> {
    let (name, suffix) = stored.split_once('.')?;
    let is_ours = name.len() == 32
        && name
            .bytes()
            .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    if is_ours {
        Kind::by_suffix(suffix)
    } else {
        None
    }
}

async fn text(mut field: actix_multipart::Field) -> Result<String, ApiError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = field.next().await {
        let chunk = chunk.map_err(|_| ApiError::invalid("the form cannot be read"))?;
        if bytes.len() + chunk.len() > FIELD_BYTES_MAX {
            return Err(ApiError::invalid("a field of the form is too long"));
        }
        bytes.extend_from_slice(&chunk);
    }
    String::from_utf8(bytes).map_err(|_| ApiError::invalid("a field of the form is not text"))
}

/// The name for display: its last part, without what steers terminals, bidirectional text or headers.
fn clean_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    last.chars()
        .filter(|c| !c.is_control() && !matches!(*c, '"' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}'))
        .take(NAME_CHARS_MAX)
        .collect()
}

impl Drop for Received {
    fn drop(&mut self) {
        // Gone already where it was kept.
        let _ = fs::remove_file(&self.path);
    }
}

/// A caller's place among their uploads.
pub struct Place {
    under_way: Arc<DashMap<u64, u32>>,
    caller: u64,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.under_way.remove_if_mut(&self.caller, |_, count| {
            *count -= 1;
            *count == 0
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Taken = Taken {
        images: true,
        videos: true,
        files: true,
    };

    fn received(uploads: &Uploads, name: &str, bytes: &[u8]) -> Received {
        let path = uploads.folder.join("incoming").join(secrets::random_name());
        fs::write(&path, bytes).unwrap();
        Received {
            path,
            name: name.to_owned(),
            bytes: bytes.len() as u64,
            fields: Vec::new(),
        }
    }

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = io::Cursor::new(Vec::new());
        image::DynamicImage::new_rgb8(width, height)
            .write_to(&mut bytes, image::ImageFormat::Png)
            .unwrap();
        bytes.into_inner()
    }

    #[test]
    fn a_picture_is_kept_under_a_name_nobody_can_guess() {
        let folder = tempfile::tempdir().unwrap();
        let uploads = Uploads::open(folder.path()).unwrap();

        let saved = uploads
            .keep(&received(&uploads, "../shelf.PNG", &png(4, 3)), ALL)
            .unwrap();

        assert_eq!(
            (saved.name.as_str(), saved.suffix, saved.pixels),
            ("shelf.PNG", "png", Some((4, 3)))
        );
        assert!(kind_of_stored(&saved.stored).is_some());
        assert!(folder.path().join("uploads").join(&saved.stored).exists());
        assert_eq!(
            fs::read_dir(folder.path().join("uploads/incoming"))
                .unwrap()
                .count(),
            0
        );
    }

    #[test]
    fn what_is_not_taken_or_not_what_its_name_says_is_refused_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let uploads = Uploads::open(folder.path()).unwrap();
        let picture = png(1, 1);
        let page = b"<html><script>alert(1)</script></html>";
        let cases: [(&str, &[u8]); 12] = [
            ("a.html", page),
            ("a.png", page),
            ("a.png.html", &picture),
            ("a.png\0.html", &picture),
            ("\u{200b}.htaccess", b"x"),
            ("a.png.", &picture),
            ("a.png ", &picture),
            ("a.jpg", &picture),
            ("a.svg", b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
            ("a.mp4", &picture),
            ("png", &picture),
            ("a.png", b""),
        ];

        for (name, bytes) in cases {
            let refused = uploads
                .keep(&received(&uploads, name, bytes), ALL)
                .unwrap_err();
            assert_eq!(refused.message(), WRONG_TYPE, "{name:?}");
        }
        let only_videos = Taken {
            images: false,
            videos: true,
            files: false,
        };
        assert!(
            uploads
                .keep(&received(&uploads, "a.png", &picture), only_videos)
                .is_err()
        );
        let left = fs::read_dir(folder.path().join("uploads")).unwrap().count();
        assert_eq!(left, 1, "only the folder for what comes in");
    }

    #[test]
    fn a_third_upload_at_once_waits() {
        let folder = tempfile::tempdir().unwrap();
        let uploads = Uploads::open(folder.path()).unwrap();
        let one = uploads.begin(7).unwrap();
        let _two = uploads.begin(7).unwrap();

        assert!(matches!(uploads.begin(7), Err(ApiError::TooMany(_))));
        assert!(uploads.begin(8).is_ok());
        drop(one);
        assert!(uploads.begin(7).is_ok());
    }

    #[test]
    fn a_name_cannot_steer_what_shows_it() {
        assert_eq!(clean_name("C:\\x\\a\u{202e}gpj.png"), "agpj.png");
        assert_eq!(clean_name("../../etc/passwd"), "passwd");
        assert_eq!(clean_name("a\r\nSet-Cookie: \"b\""), "aSet-Cookie: b");
        assert_eq!(clean_name(&"x".repeat(5_000)).len(), 255);
    }
}
