//! Settings of uploaded files.

use serde::{Deserialize, Serialize};

/// Where uploaded files lie, and how much of everything they may take.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct UploadSettings {
    /// Where they lie.
    pub place: FilePlace,
    /// The bucket, with `place = "s3"` alone.
    pub s3: S3Settings,
    /// Bytes one caller may upload in an hour.
    pub bytes_per_hour: u64,
    /// Bytes that visitors may upload in a day from one address.
    pub bytes_per_day_per_address: u64,
    /// Bytes that visitors and agents of one tenant may upload in a day.
    pub bytes_per_day_per_tenant: u64,
    /// Bytes that may lie half received on the local disk at once, of all callers.
    pub spool_bytes_max: u64,
    /// The part of the local disk that stays free, in percent: below it nothing is received.
    pub disk_free_percent: u8,
    /// The same in bytes; a quarter of a small disk is enough.
    pub disk_free_bytes: u64,
    /// After how many hours a file is removed that nothing has named.
    pub unused_hours: u32,
}

/// Where uploaded files lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FilePlace {
    /// In the data folder.
    Disk,
    /// In a bucket of a server that speaks S3.
    S3,
}

/// A bucket.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct S3Settings {
    /// Its name.
    pub bucket: String,
    /// The server's address; empty for Amazon's own.
    pub endpoint: String,
    /// The region.
    pub region: String,
    /// The name of the key.
    pub access_key: String,
    /// The key.
    pub secret_key: String,
    /// What every file's name in the bucket begins with.
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
