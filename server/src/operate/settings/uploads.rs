//! Settings of uploaded files.

use serde::{Deserialize, Serialize};

/// Where uploaded files are stored, and how much they may use. `limits = "off"` disables the limits per hour and per
/// day.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct UploadSettings {
    /// Where files are stored: `disk` (the data folder), `s3`, or `cluster` (the cluster's object store). Default: `disk`.
    pub place: FilePlace,
    /// The bucket; used only with `place = "s3"`.
    pub s3: S3Settings,
    /// Bytes that one caller may upload in an hour; 0 means no limit. Default: 104,857,600 (100 MiB).
    pub bytes_per_hour: u64,
    /// Bytes that visitors may upload from one address in a day. Default: 2,147,483,648 (2 GiB).
    pub bytes_per_day_per_address: u64,
    /// Bytes that one tenant's visitors and agents may upload in a day. Default: 21,474,836,480 (20 GiB).
    pub bytes_per_day_per_tenant: u64,
    /// Bytes of unfinished uploads on the local disk, of all callers. Beyond it, uploads are answered 503. Default:
    /// 2,147,483,648 (2 GiB).
    pub spool_bytes_max: u64,
    /// Free part of the local disk, in percent, below which uploads are answered 503. Default: 10.
    pub disk_free_percent: u8,
    /// Free bytes of the local disk below which uploads are answered 503. On a disk under 20 GiB it is a quarter of the
    /// disk. Default: 5,368,709,120 (5 GiB).
    pub disk_free_bytes: u64,
    /// Hours after which an uploaded file is removed if no message or order refers to it. Default: 24.
    pub unused_hours: u32,
}

/// Where uploaded files are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FilePlace {
    /// In the data folder.
    Disk,
    /// In a bucket of an S3-compatible server.
    S3,
    /// In the object store of the cluster.
    Cluster,
}

/// A bucket on an S3-compatible server.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct S3Settings {
    /// The name of the bucket.
    pub bucket: String,
    /// The URL of the server. Default: empty, which means Amazon S3.
    pub endpoint: String,
    /// The region of the bucket. Default: `us-east-1`.
    pub region: String,
    /// The access key id.
    pub access_key: String,
    /// The secret access key.
    pub secret_key: String,
    /// The beginning of every object's name. Default: `uploads`.
    pub prefix: String,
}

impl Default for UploadSettings {
    fn default() -> Self {
        Self {
            place: FilePlace::Disk,
            s3: S3Settings::default(),
            bytes_per_hour: 100 << 20,
            bytes_per_day_per_address: 2 << 30,
            bytes_per_day_per_tenant: 20 << 30,
            spool_bytes_max: 2 << 30,
            disk_free_percent: 10,
            disk_free_bytes: 5 << 30,
            unused_hours: 24,
        }
    }
}

impl Default for S3Settings {
    fn default() -> Self {
        Self {
            bucket: String::new(),
            endpoint: String::new(),
            region: "us-east-1".to_owned(),
            access_key: String::new(),
            secret_key: String::new(),
            prefix: "uploads".to_owned(),
        }
    }
}
