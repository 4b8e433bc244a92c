//! Stores the files that visitors and agents upload, and serves them (Protocol, 'Files', upload).
//!
//! An upload is received into a spool folder and checked by its content. A picture is encoded anew, so that no
//! metadata is kept. The result is stored on the shelf under a random name.
//!
//! - [`budget`]: limits on uploads. [`receive`]: the upload form. [`kind`]: suffix and content.
//! - [`picture`]: encoding anew. [`name`]: names. [`shelf`]: storage, in a folder or S3.
//! - [`described`]: who owns a file. [`references`]: references to files. [`unused`]: removing unreferenced files.
//!   [`usage`]: how many bytes each tenant has.
//!   [`serve`]: reading.

pub mod budget;
pub mod described;
pub mod kind;
pub mod name;

pub mod picture;
pub mod receive;
pub mod references;
pub mod serve;
pub mod shelf;
pub mod unused;
pub mod usage;

use crate::blocking::{run, run_holding};
use crate::error::ApiError;
use crate::secrets;
use crate::settings::uploads::UploadSettings;
use crate::telemetry::numbers;
use actix_multipart::Multipart;
use budget::{Budget, Reservation, Uploader};
use kind::{Family, Kind};
use parking_lot::Mutex;
use picture::Encoded;
use receive::Received;
use shelf::{Shelf, ShelfError};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The refusal of a file type (Protocol, 'Files').
pub const WRONG_TYPE: &str = "Wrong file type, only pictures or movies can be sent!";

/// Which families of files are accepted.
#[derive(Clone, Copy, Debug)]
pub struct Accepted {
    /// Pictures.
    pub images: Images,
    /// Films.
    pub videos: bool,
    /// Sounds.
    pub audio: bool,
    /// Pdf, office, text and zip files.
    pub files: bool,
}

/// Which pictures are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Images {
    /// None.
    None,
    /// Those that may be attached to a left message (Protocol, 'Files').
    Attachable,
    /// All.
    All,
}

impl Accepted {
    /// Pictures for a left message or a work order.
    pub const ATTACHMENTS: Self = Self {
        images: Images::Attachable,
        videos: false,
        audio: false,
        files: false,
    };

    /// Every kind of file that is accepted anywhere.
    pub const EVERYTHING: Self = Self {
        images: Images::All,
        videos: true,
        audio: true,
        files: true,
    };

    fn accepts(&self, kind: &Kind) -> bool {
        match kind.family {
            Family::Image => match self.images {
                Images::None => false,
                Images::Attachable => kind.is_attachable(),
                Images::All => true,
            },
            Family::Video => self.videos,
            Family::Audio => self.audio,
            Family::File => self.files,
        }
    }

    /// The kind of a file with this name.
    ///
    /// # Errors
    /// 400 if such a file is not accepted here.
    fn kind_of(&self, name: &str) -> Result<&'static Kind, ApiError> {
        match Kind::by_name(name) {
            Some(kind) if self.accepts(kind) => Ok(kind),
            None if name.to_ascii_lowercase().ends_with(".svg") => {
                let accepted = kind::KINDS.iter().filter(|kind| self.accepts(kind));
                let accepted: Vec<_> = accepted.map(|kind| kind.suffix).collect();
                let accepted = accepted.join(", ");
                let refused = format!("an svg is not accepted; accepted kinds: {accepted}");
                Err(ApiError::invalid(refused))
            }
            Some(_) | None => Err(ApiError::invalid(WRONG_TYPE)),
        }
    }
}

/// A stored file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// Its stored name, which nobody can guess.
    pub stored: String,
    /// The name of the upload, cleaned.
    pub name: String,
    /// Its suffix, without the dot.
    pub suffix: &'static str,
    /// The kind of content.
    pub family: Family,
    /// Size in bytes, as stored.
    pub bytes: u64,
    /// Width and height of a picture.
    pub pixels: Option<(u32, u32)>,
}

/// Memory for pictures that are being encoded at the same time, in MiB. A picture that needs more is encoded alone.
const DECODING_MIB: u32 = 256;

/// Maximum number of screenshots in progress. They arrive inside JSON, and so in memory.
const SCREENSHOTS_AT_ONCE: usize = 4;

/// The uploaded files. Checks everything but the caller's permission.
pub struct Uploads {
    spool: PathBuf,
    budget: Arc<Budget>,
    shelf: Shelf,
    decoding: Arc<Semaphore>,
    screenshots: Semaphore,
    naming: Arc<Mutex<()>>,
    /// How long an unreferenced file is kept.
    pub unused_for: actors_core::time::Span,
}

impl Uploads {
    /// Creates missing folders, and deletes uploads that a crash left unfinished.
    ///
    /// # Errors
    /// Fails if a folder cannot be created or the settings name no usable storage.
    pub fn open(
        data: &Path,
        settings: &UploadSettings,
        is_limited: bool,
    ) -> Result<Self, ShelfError> {
        let shelf = Shelf::open(settings, &data.join("uploads"))?;
        Self::open_on(shelf, data, settings, is_limited)
    }

    /// The same, with files on this shelf.
    ///
    /// # Errors
    /// Fails if a folder cannot be created.
    pub fn open_on(
        shelf: Shelf,
        data: &Path,
        settings: &UploadSettings,
        is_limited: bool,
    ) -> Result<Self, ShelfError> {
        let folder = data.join("uploads");
        let spool = folder.join("incoming");
        if spool.exists() {
            fs::remove_dir_all(&spool)?;
        }
        fs::create_dir_all(&spool)?;
        Ok(Self {
            budget: Arc::new(Budget::new(settings, &spool, is_limited)),
            shelf,
            spool,
            decoding: Arc::new(Semaphore::new(DECODING_MIB as usize)),
            screenshots: Semaphore::new(SCREENSHOTS_AT_ONCE),
            naming: Arc::default(),
            unused_for: actors_core::time::Span::from_minutes(
                u64::from(settings.unused_hours) * 60,
            ),
        })
    }

    /// Begins an upload of this caller.
    ///
    /// # Errors
    /// 429 if the caller has too many uploads in progress; 503 if there is no room.
    pub fn begin(&self, uploader: Uploader) -> Result<Reservation, ApiError> {
        self.budget.begin(uploader)
    }

    /// Receives the file of a form and counts its bytes on arrival.
    ///
    /// # Errors
    /// 400 with the sentence that the page shows as soon as the file is too big, and if the form has no file.
    pub async fn receive(
        &self,
        form: Multipart,
        announced: Option<u64>,
        reservation: Reservation,
    ) -> Result<Received, ApiError> {
        receive::check_announced(announced)?;
        receive::receive(&self.spool, form, reservation).await
    }

    /// Takes one of the places for screenshots.
    ///
    /// # Errors
    /// 503 if all are taken.
    pub fn screenshot(&self) -> Result<tokio::sync::SemaphorePermit<'_>, ApiError> {
        let place = self.screenshots.try_acquire();
        place.map_err(|_| ApiError::unavailable("too many screenshots are under way"))
    }

    /// Stores bytes that did not come in a form in the spool folder.
    ///
    /// # Errors
    /// The errors of `place`; 500 if the disk reports an error.
    pub async fn spool(
        &self,
        name: &str,
        bytes: &[u8],
        reservation: Reservation,
    ) -> Result<Received, ApiError> {
        receive::spool(&self.spool, name, bytes, reservation).await
    }

    /// Checks a received file and stores it. The file is durable when this returns.
    ///
    /// # Errors
    /// 400 with the sentence that the page shows if the kind is not accepted or the content does not match the name.
    /// 400 with the accepted kinds for an svg. 503 if the shelf does not accept it.
    pub async fn keep(&self, received: Received, accepted: Accepted) -> Result<Saved, ApiError> {
        let wrong = || ApiError::invalid(WRONG_TYPE);
        let kind = accepted.kind_of(&received.name)?;
        if received.bytes == 0 {
            return Err(wrong());
        }
        let received = Arc::new(received);
        let checked = Arc::clone(&received);
        let agrees = run(move || kind.agrees_with(&checked.file.0)).await?;
        if !agrees.map_err(ApiError::internal)? {
            return Err(wrong());
        }
        let Some(format) = kind.format else {
            return self.put(&received, kind).await.inspect(count);
        };
        let encoded = self.encode(&received, format).await?.ok_or_else(wrong)?;
        self.put_picture(&received, &encoded).await.inspect(count)
    }

    /// Removes a file and its thumbnail.
    ///
    /// # Errors
    /// 503: one of them may still be there.
    pub async fn remove(&self, stored: &str, pixels: Option<(u32, u32)>) -> Result<(), ApiError> {
        if let Some(small) = name::thumbnail(stored, pixels) {
            self.shelf
                .remove(&small.stored)
                .await
                .map_err(ApiError::unavailable)?;
        }
        self.shelf
            .remove(stored)
            .await
            .map_err(ApiError::unavailable)
    }

    /// The lock for updating references to files.
    fn naming(&self) -> Arc<Mutex<()>> {
        Arc::clone(&self.naming)
    }

    /// Forgets limits that have expired. Call this from time to time.
    pub fn sweep(&self) {
        self.budget.sweep();
    }

    /// Encodes a picture anew once there is memory for it. Returns `None` if it is not an accepted picture.
    async fn encode(
        &self,
        received: &Arc<Received>,
        format: kind::Format,
    ) -> Result<Option<Encoded>, ApiError> {
        let read = Arc::clone(received);
        let header = run(move || picture::header(&read.file.0, format)).await?;
        let Ok(header) = header else {
            return Ok(None);
        };
        let room = header.mib().min(DECODING_MIB);
        let turn = Arc::clone(&self.decoding).acquire_many_owned(room).await;
        let turn = turn.map_err(ApiError::internal)?;
        let read = Arc::clone(received);
        let encoded = run_holding(turn, move || picture::encode(&read.file.0, &header)).await?;
        Ok(encoded.ok())
    }

    async fn put_picture(&self, received: &Received, encoded: &Encoded) -> Result<Saved, ApiError> {
        let stored = format!("{}.{}", secrets::random_name(), encoded.suffix);
        let small = name::thumbnail(&stored, Some(encoded.pixels));
        if let (Some(small), Some(file)) = (small, &encoded.thumbnail) {
            self.shelf
                .put(&small.stored, &file.0)
                .await
                .map_err(ApiError::unavailable)?;
        }
        let bytes = fs::metadata(&encoded.picture.0)
            .map_err(ApiError::internal)?
            .len();
        self.shelf
            .put(&stored, &encoded.picture.0)
            .await
            .map_err(ApiError::unavailable)?;
        Ok(Saved {
            stored,
            name: name::clean(&received.name),
            suffix: encoded.suffix,
            family: Family::Image,
            bytes,
            pixels: Some(encoded.pixels),
        })
    }

    async fn put(&self, received: &Received, kind: &'static Kind) -> Result<Saved, ApiError> {
        let stored = format!("{}.{}", secrets::random_name(), kind.suffix);
        self.shelf
            .put(&stored, &received.file.0)
            .await
            .map_err(ApiError::unavailable)?;
        Ok(Saved {
            stored,
            name: name::clean(&received.name),
            suffix: kind.suffix,
            family: kind.family,
            bytes: received.bytes,
            pixels: None,
        })
    }
}

fn count(saved: &Saved) {
    numbers().uploads.increment(1);
    numbers().uploaded_bytes.increment(saved.bytes);
}

#[cfg(test)]
#[path = "files/tests.rs"]
mod tests;
