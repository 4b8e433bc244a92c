//! Files in JetStream, by the trait of the server's other storage. The layout is that of NATS' object stores, so that
//! the `nats` tool lists and reads them too.

mod bucket;
mod info;
mod reading;
mod upload;
mod writer;

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt as _, TryStreamExt as _};
use object_store::path::Path;
use object_store::{
    CopyMode, CopyOptions, Error, Extensions, GetOptions, GetResult, GetResultPayload, ListResult,
    MultipartUpload, ObjectMeta, ObjectStore, ObjectStoreExt as _, PutMode, PutMultipartOptions,
    PutOptions, PutPayload, PutResult, Result,
};

use crate::cell::StreamError;
use crate::link::Link;
use bucket::Bucket;
use upload::Upload;
use writer::{Existing, Writer};

/// The files of a cluster. Clones share them.
#[derive(Clone, Debug)]
pub struct Objects {
    bucket: Bucket,
}

impl Objects {
    /// Opens the bucket `FD_FILES`, and creates it if there is none. A large file takes its time on the connection, so
    /// the link should not be the one that publishes a cell's messages.
    ///
    /// # Errors
    /// [`StreamError`]: JetStream does not answer, or the bucket has settings that lose files.
    pub async fn open(link: &Link, replicas: usize) -> std::result::Result<Self, StreamError> {
        Ok(Self {
            bucket: Bucket::open(link, replicas).await?,
        })
    }

    /// Removes what uploads have left that a crash cut off, if nothing was added for `age`, such as a day. Returns the
    /// number of these uploads.
    ///
    /// # Errors
    /// [`Error`]: JetStream does not answer.
    pub async fn sweep(&self, age: Duration) -> Result<usize> {
        self.bucket.sweep(age).await
    }
}

impl fmt::Display for Objects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JetStream")
    }
}

#[async_trait]
impl ObjectStore for Objects {
    async fn put_opts(
        &self,
        location: &Path,
        payload: PutPayload,
        opts: PutOptions,
    ) -> Result<PutResult> {
        let existing = match opts.mode {
            PutMode::Overwrite => Existing::Replaced,
            PutMode::Create => Existing::Refused,
            PutMode::Update(_) => return Err(not_implemented("conditional replacement")),
        };
        let mut writer = Writer::new(self.bucket.clone(), location.clone());
        let put = async {
            writer.write(&payload).await?;
            writer.finish(existing).await
        };
        match put.await {
            Ok(nuid) => Ok(put_result(nuid)),
            Err(error) => {
                writer.discard().await;
                Err(error)
            }
        }
    }

    async fn put_multipart_opts(
        &self,
        location: &Path,
        _: PutMultipartOptions,
    ) -> Result<Box<dyn MultipartUpload>> {
        let writer = Writer::new(self.bucket.clone(), location.clone());
        Ok(Box::new(Upload::start(writer)))
    }

    async fn get_opts(&self, location: &Path, options: GetOptions) -> Result<GetResult> {
        let found = self.bucket.find(location).await?;
        let meta = found.meta(location.clone());
        options.check_preconditions(&meta)?;
        let range = match &options.range {
            None => 0..meta.size,
            Some(range) => range.as_range(meta.size).map_err(generic)?,
        };
        let pieces = if options.head {
            futures_util::stream::empty().boxed()
        } else {
            reading::pieces(self.bucket.clone(), &found, range.clone())?
        };
        Ok(GetResult {
            payload: GetResultPayload::Stream(pieces),
            meta,
            range,
            attributes: object_store::Attributes::default(),
            extensions: Extensions::default(),
        })
    }

    fn delete_stream(
        &self,
        locations: BoxStream<'static, Result<Path>>,
    ) -> BoxStream<'static, Result<Path>> {
        let bucket = self.bucket.clone();
        let delete = move |location: Path| {
            let bucket = bucket.clone();
            async move {
                bucket.delete(&location).await?;
                Ok(location)
            }
        };
        locations.and_then(delete).boxed()
    }

    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
        let (bucket, prefix) = (self.bucket.clone(), prefix.cloned());
        let listed = async move { bucket.list(prefix).await };
        futures_util::stream::once(listed).try_flatten().boxed()
    }

    async fn list_with_delimiter(&self, prefix: Option<&Path>) -> Result<ListResult> {
        let (mut objects, mut folders) = (Vec::new(), BTreeSet::new());
        let depth = prefix.map_or(0, |prefix| prefix.parts().count());
        let mut listed = self.list(prefix);
        while let Some(meta) = listed.try_next().await? {
            if meta.location.parts().count() > depth + 1 {
                folders.insert(meta.location.parts().take(depth + 1).collect::<Path>());
            } else {
                objects.push(meta);
            }
        }
        Ok(ListResult {
            common_prefixes: folders.into_iter().collect(),
            objects,
            extensions: Extensions::default(),
        })
    }

    async fn copy_opts(&self, from: &Path, to: &Path, options: CopyOptions) -> Result<()> {
        let existing = match options.mode {
            CopyMode::Overwrite => Existing::Replaced,
            CopyMode::Create => Existing::Refused,
        };
        let mut pieces = self.get(from).await?.into_stream();
        let mut writer = Writer::new(self.bucket.clone(), to.clone());
        let copy = async {
            while let Some(piece) = pieces.try_next().await? {
                writer.write(&PutPayload::from(piece)).await?;
            }
            writer.finish(existing).await
        };
        let copied = copy.await;
        if copied.is_err() {
            writer.discard().await;
        }
        copied.map(drop)
    }
}

fn put_result(nuid: String) -> PutResult {
    PutResult {
        e_tag: Some(nuid),
        version: None,
        extensions: Extensions::default(),
    }
}

fn generic(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::Generic {
        store: "JetStream",
        source: source.into(),
    }
}

fn not_implemented(operation: &str) -> Error {
    Error::NotImplemented {
        operation: operation.to_owned(),
        implementer: "JetStream".to_owned(),
    }
}
