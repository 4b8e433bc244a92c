//! Storage for files: a folder, or a bucket of a server that speaks S3. Files are written and read in pieces. A file
//! is never in memory as a whole.

use crate::settings::uploads::{FilePlace, S3Settings, UploadSettings};
use bytes::{Bytes, BytesMut};
use futures_util::stream::BoxStream;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path as Name;
use object_store::{
    ClientOptions, Error, GetOptions, GetRange, GetResult, GetResultPayload, ObjectStore,
    ObjectStoreExt as _, PutPayload, RetryConfig,
};
use std::collections::BTreeMap;
use std::fs;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt as _};

/// Size of a written piece: the minimum of S3 for every piece except the last.
const PIECE_IN: usize = 5 << 20;

/// Size of a piece read from a folder.
const PIECE_OUT: usize = 64 << 10;

/// How long requests to the bucket's server are retried.
const TRIED_FOR: Duration = Duration::from_secs(20);

/// Why a file could not be written, read or removed; for the log.
#[derive(Debug, thiserror::Error)]
pub enum ShelfError {
    /// The settings name no usable storage.
    #[error("uploads: {0}")]
    Settings(&'static str),
    /// The storage reported an error.
    #[error("uploads: {0}")]
    Place(#[from] Error),
    /// The local disk reported an error.
    #[error("uploads: {0}")]
    File(#[from] std::io::Error),
}

/// The storage for files.
#[derive(Clone, Debug)]
pub struct Shelf {
    objects: Arc<dyn ObjectStore>,
    prefix: String,
}

/// A file, or a range of one.
pub struct Fetched {
    /// Size of the whole file in bytes.
    pub size: u64,
    /// The bytes that `pieces` contain.
    pub range: Range<u64>,
    /// The content.
    pub pieces: BoxStream<'static, Result<Bytes, ShelfError>>,
}

/// A requested range of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stretch {
    /// All of it.
    Whole,
    /// From the first byte to the second, both included; without the second, to the end.
    From(u64, Option<u64>),
    /// The last bytes, as many as given.
    Last(u64),
}

impl Shelf {
    /// Opens the storage that the settings name; by default the folder.
    ///
    /// # Errors
    /// [`ShelfError`]: the storage cannot be used.
    pub fn open(settings: &UploadSettings, folder: &Path) -> Result<Self, ShelfError> {
        let shelf = Self::open_beside(settings, folder)?;
        if settings.place == FilePlace::Disk {
            remove_half_written(folder)?;
        }
        Ok(shelf)
    }

    /// Opens the same storage beside a server that may be writing to it.
    ///
    /// # Errors
    /// [`ShelfError`]: the storage cannot be used.
    pub fn open_beside(settings: &UploadSettings, folder: &Path) -> Result<Self, ShelfError> {
        match settings.place {
            FilePlace::Disk => Self::folder(folder),
            FilePlace::S3 => Self::bucket(&settings.s3),
            FilePlace::Cluster => Err(ShelfError::Settings(
                "`place = \"cluster\"` needs a node of a cluster that runs",
            )),
        }
    }

    /// Keeps files in a folder of a store that the caller opened: that of the cluster.
    pub fn of(objects: Arc<dyn ObjectStore>, folder: &str) -> Self {
        Self {
            objects,
            prefix: format!("{folder}/"),
        }
    }

    /// Opens the place of an address: `s3://bucket/prefix`, or a folder. A bucket's keys, region and server come from the
    /// environment: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT`.
    ///
    /// # Errors
    /// [`ShelfError`]: the place cannot be used.
    pub fn at(address: &str) -> Result<Self, ShelfError> {
        let Some(bucket) = address.strip_prefix("s3://") else {
            return Self::folder(Path::new(address));
        };
        let (bucket, prefix) = bucket.split_once('/').unwrap_or((bucket, ""));
        let from_environment = |name: &str| std::env::var(name).unwrap_or_default();
        let region = from_environment("AWS_REGION");
        Self::bucket(&S3Settings {
            endpoint: from_environment("AWS_ENDPOINT"),
            bucket: bucket.to_owned(),
            prefix: prefix.to_owned(),
            region: if region.is_empty() {
                S3Settings::default().region
            } else {
                region
            },
            access_key: from_environment("AWS_ACCESS_KEY_ID"),
            secret_key: from_environment("AWS_SECRET_ACCESS_KEY"),
        })
    }

    /// Opens a folder; creates it if there is none.
    ///
    /// # Errors
    /// [`ShelfError`]: the folder cannot be used.
    pub fn folder(folder: &Path) -> Result<Self, ShelfError> {
        fs::create_dir_all(folder)?;
        let files = LocalFileSystem::new_with_prefix(folder)?.with_fsync(true);
        Ok(Self {
            objects: Arc::new(files),
            prefix: String::new(),
        })
    }

    fn bucket(settings: &S3Settings) -> Result<Self, ShelfError> {
        if settings.bucket.is_empty() {
            return Err(ShelfError::Settings("s3.bucket is missing"));
        }
        if settings.access_key.is_empty() || settings.secret_key.is_empty() {
            return Err(ShelfError::Settings(
                "s3.access_key or s3.secret_key is missing",
            ));
        }
        // The first call sets the process's TLS cryptography; every caller in this program sets the same.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let options = ClientOptions::new()
            .with_connect_timeout(Duration::from_secs(5))
            .with_timeout(Duration::from_secs(60))
            .with_allow_http(settings.endpoint.starts_with("http://"));
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(&settings.bucket)
            .with_region(&settings.region)
            .with_access_key_id(&settings.access_key)
            .with_secret_access_key(&settings.secret_key)
            .with_client_options(options)
            .with_retry(RetryConfig {
                max_retries: 3,
                retry_timeout: TRIED_FOR,
                ..RetryConfig::default()
            });
        if !settings.endpoint.is_empty() {
            builder = builder
                .with_endpoint(settings.endpoint.trim_end_matches('/'))
                .with_virtual_hosted_style_request(false);
        }
        let prefix = settings.prefix.trim_matches('/');
        Ok(Self {
            objects: Arc::new(builder.build()?),
            prefix: if prefix.is_empty() {
                String::new()
            } else {
                format!("{prefix}/")
            },
        })
    }

    fn name(&self, name: &str) -> Name {
        Name::from(format!("{}{name}", self.prefix))
    }

    /// Stores a local file. It is durable when this returns.
    ///
    /// # Errors
    /// [`ShelfError`]: nothing was stored.
    pub async fn put(&self, name: &str, from: &Path) -> Result<(), ShelfError> {
        self.put_from(name, tokio::fs::File::open(from).await?)
            .await
    }

    /// Stores what `from` reads. It is durable when this returns.
    ///
    /// # Errors
    /// [`ShelfError`]: nothing was stored.
    pub async fn put_from(
        &self,
        name: &str,
        mut from: impl AsyncRead + Unpin,
    ) -> Result<(), ShelfError> {
        let name = self.name(name);
        let mut piece = read_piece(&mut from).await?;
        if piece.len() < PIECE_IN {
            self.objects.put(&name, PutPayload::from(piece)).await?;
            return Ok(());
        }
        let mut upload = self.objects.put_multipart(&name).await?;
        let put = async {
            while !piece.is_empty() {
                upload.put_part(PutPayload::from(piece)).await?;
                piece = read_piece(&mut from).await?;
            }
            upload.complete().await?;
            Ok(())
        };
        let put: Result<(), ShelfError> = put.await;
        if put.is_err()
            && let Err(error) = upload.abort().await
        {
            tracing::warn!(code = "FD408", %error, "an incomplete upload is left in the bucket");
        }
        put
    }

    /// Reads a file, or a range of it. Returns `None` if there is no such file, and no bytes if the range lies
    /// outside.
    ///
    /// # Errors
    /// [`ShelfError`]: the storage does not respond.
    pub async fn fetch(
        &self,
        name: &str,
        stretch: &Stretch,
    ) -> Result<Option<Fetched>, ShelfError> {
        let options = GetOptions {
            range: match stretch {
                Stretch::Whole => None,
                Stretch::From(first, None) => Some(GetRange::Offset(*first)),
                Stretch::From(first, Some(last)) => {
                    Some(GetRange::Bounded(*first..last.saturating_add(1)))
                }
                Stretch::Last(bytes) => Some(GetRange::Suffix(*bytes)),
            },
            ..GetOptions::default()
        };
        match self.objects.get_opts(&self.name(name), options).await {
            Ok(found) => Ok(Some(fetched(found)?)),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) if *stretch == Stretch::Whole => Err(error.into()),
            // A range outside the file gives the same error as any failure, so check the file's size.
            Err(error) => match self.objects.head(&self.name(name)).await {
                Ok(meta) if lies_outside(stretch, meta.size) => Ok(Some(Fetched {
                    size: meta.size,
                    range: 0..0,
                    pieces: stream::empty().boxed(),
                })),
                Ok(_) => Err(error.into()),
                Err(Error::NotFound { .. }) => Ok(None),
                Err(error) => Err(error.into()),
            },
        }
    }

    /// The names of all files below `folder`, with their sizes in bytes. The names do not contain the folder.
    ///
    /// # Errors
    /// [`ShelfError`]: the storage does not respond.
    pub async fn names(&self, folder: &str) -> Result<BTreeMap<String, u64>, ShelfError> {
        let within = self.name(folder);
        let parts = within.parts().count();
        let mut names = BTreeMap::new();
        let mut listed = self.objects.list((parts > 0).then_some(&within));
        while let Some(meta) = listed.try_next().await? {
            let rest: Vec<_> = meta.location.parts().skip(parts).collect();
            let rest = rest.iter().map(AsRef::as_ref).collect::<Vec<&str>>();
            names.insert(rest.join("/"), meta.size);
        }
        Ok(names)
    }

    /// Removes a file. A missing file is not an error.
    ///
    /// # Errors
    /// [`ShelfError`]: the file may still be there.
    pub async fn remove(&self, name: &str) -> Result<(), ShelfError> {
        match self.objects.delete(&self.name(name)).await {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// Removes what a crash left: a half written file has a `#` in its name.
fn remove_half_written(folder: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().contains('#') {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

fn lies_outside(stretch: &Stretch, size: u64) -> bool {
    match stretch {
        Stretch::Whole => false,
        Stretch::From(first, _) => *first >= size,
        Stretch::Last(bytes) => *bytes == 0 || size == 0,
    }
}

async fn read_piece(from: &mut (impl AsyncRead + Unpin)) -> std::io::Result<Bytes> {
    let mut piece = BytesMut::with_capacity(64 << 10);
    while piece.len() < PIECE_IN {
        let room = (PIECE_IN - piece.len()).min(256 << 10);
        piece.reserve(room);
        let read = from.take(room as u64).read_buf(&mut piece).await?;
        if read == 0 {
            break;
        }
    }
    Ok(piece.freeze())
}

fn fetched(found: GetResult) -> Result<Fetched, ShelfError> {
    let (size, range) = (found.meta.size, found.range.clone());
    let pieces = match found.payload {
        GetResultPayload::File(mut file, _) => {
            file.seek(SeekFrom::Start(range.start))?;
            from_file(file, range.end.saturating_sub(range.start))
        }
        GetResultPayload::Stream(pieces) => pieces.map_err(ShelfError::from).boxed(),
    };
    Ok(Fetched {
        size,
        range,
        pieces,
    })
}

/// The next `left` bytes of a file, read on a blocking thread.
fn from_file(file: fs::File, left: u64) -> BoxStream<'static, Result<Bytes, ShelfError>> {
    stream::try_unfold((file, left), |(mut file, left)| async move {
        if left == 0 {
            return Ok(None);
        }
        let read = tokio::task::spawn_blocking(move || {
            let mut piece = vec![0; PIECE_OUT.min(usize::try_from(left).unwrap_or(PIECE_OUT))];
            file.read_exact(&mut piece)?;
            Ok::<_, std::io::Error>((file, piece))
        });
        let (file, piece) = read.await.map_err(std::io::Error::other)??;
        let left = left - piece.len() as u64;
        Ok(Some((Bytes::from(piece), (file, left))))
    })
    .boxed()
}
