//! Receives the form of an upload, counts its bytes on arrival, and writes the file to the spool folder, never to
//! memory.

use crate::error::ApiError;
use crate::files::budget::Reservation;
use crate::secrets;
use actix_multipart::{Field, Multipart};
use futures_util::StreamExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::io::AsyncWriteExt as _;

/// Maximum size of a file. Protocol, 'Files': 50 MB.
pub const FILE_BYTES_MAX: u64 = 52_428_800;

/// The refusal of a file that is too big (Protocol, 'Files').
pub const TOO_BIG: &str = "The file cannot be larger than 50M !";

/// Maximum bytes of a form besides its file.
const FORM_BYTES_MAX: u64 = 32 * 1_024;

/// Maximum bytes of a text field.
const FIELD_BYTES_MAX: usize = 1_024;

/// Maximum number of text fields.
const FIELDS_MAX: usize = 8;

/// Maximum time without a byte.
const SILENCE_MAX: Duration = Duration::from_secs(30);

/// Maximum time for the whole form: 50 MB at 60 kB a second. It also ends a form that trickles.
const FORM_TIME_MAX: Duration = Duration::from_secs(15 * 60);

/// A file in the spool folder, deleted when the value is dropped.
#[derive(Debug)]
pub struct Spooled(pub PathBuf);

/// A received file that is not checked yet; deleted when dropped.
pub struct Received {
    /// The file in the spool folder.
    pub file: Spooled,
    /// The name of the upload.
    pub name: String,
    /// Size in bytes.
    pub bytes: u64,
    /// The text fields of the form.
    pub fields: Vec<(String, String)>,
    /// The upload's share of the budget, held until this is dropped.
    _reservation: Reservation,
}

impl Spooled {
    /// An unused name in `folder`.
    pub fn new(folder: &Path) -> Self {
        Self(folder.join(secrets::random_name()))
    }
}

impl Drop for Spooled {
    fn drop(&mut self) {
        // The file does not exist if nothing was written.
        let _ = std::fs::remove_file(&self.0);
    }
}

impl Received {
    /// The value of a text field.
    pub fn field(&self, wanted: &str) -> Option<&str> {
        let mut fields = self.fields.iter();
        fields.find_map(|(name, value)| (name == wanted).then_some(value.as_str()))
    }
}

/// Refuses a form whose announced length is too large.
///
/// # Errors
/// 400 with the sentence that the page shows.
pub fn check_announced(content_length: Option<u64>) -> Result<(), ApiError> {
    if content_length.is_some_and(|length| length > FILE_BYTES_MAX + FORM_BYTES_MAX) {
        return Err(ApiError::invalid(TOO_BIG));
    }
    Ok(())
}

/// Receives the file of a form.
///
/// # Errors
/// 400 with the sentence that the page shows as soon as the file is too big, and if the form has no file. 408 if no
/// bytes arrive for too long, or the whole form takes too long. The errors of `reservation`.
pub async fn receive(
    folder: &Path,
    form: Multipart,
    reservation: Reservation,
) -> Result<Received, ApiError> {
    tokio::time::timeout(FORM_TIME_MAX, receive_form(folder, form, reservation))
        .await
        .map_err(|_| ApiError::SlowBody)?
}

async fn receive_form(
    folder: &Path,
    mut form: Multipart,
    mut reservation: Reservation,
) -> Result<Received, ApiError> {
    let mut received = None;
    let mut fields = Vec::new();
    while let Some(field) = in_time(form.next()).await? {
        let field = field.map_err(|_| ApiError::invalid("the form cannot be read"))?;
        let file_name = field
            .content_disposition()
            .and_then(|disposition| disposition.get_filename().map(str::to_owned));
        match (field.name(), file_name) {
            (Some("file"), Some(name)) if received.is_none() => {
                let (file, bytes) = receive_file(folder, field, &mut reservation).await?;
                received = Some((file, bytes, name));
            }
            (Some(name), None) if fields.len() < FIELDS_MAX => {
                let name = name.to_owned();
                // A reader of the first value would act for another visitor than a reader of the last.
                if fields.iter().any(|(known, _)| *known == name) {
                    return Err(ApiError::invalid("the form has a field twice"));
                }
                fields.push((name, text(field).await?));
            }
            _ => return Err(ApiError::invalid("the form has an unexpected field")),
        }
    }
    let (file, bytes, name) = received.ok_or_else(|| ApiError::invalid("file is missing"))?;
    Ok(Received {
        file,
        name,
        bytes,
        fields,
        _reservation: reservation,
    })
}

/// Stores bytes that did not come in a form in the spool folder.
///
/// # Errors
/// The errors of `reservation`; 500 if the disk reports an error.
pub async fn spool(
    folder: &Path,
    name: &str,
    bytes: &[u8],
    mut reservation: Reservation,
) -> Result<Received, ApiError> {
    reservation.grow(bytes.len() as u64)?;
    let file = Spooled::new(folder);
    tokio::fs::write(&file.0, bytes)
        .await
        .map_err(ApiError::internal)?;
    Ok(Received {
        file,
        name: name.to_owned(),
        bytes: bytes.len() as u64,
        fields: Vec::new(),
        _reservation: reservation,
    })
}

async fn receive_file(
    folder: &Path,
    mut field: Field,
    reservation: &mut Reservation,
) -> Result<(Spooled, u64), ApiError> {
    let spooled = Spooled::new(folder);
    let mut file = tokio::fs::File::create_new(&spooled.0)
        .await
        .map_err(ApiError::internal)?;
    let mut bytes = 0;
    while let Some(chunk) = in_time(field.next()).await? {
        let chunk = chunk.map_err(|_| ApiError::invalid("the file ended early"))?;
        bytes += chunk.len() as u64;
        if bytes > FILE_BYTES_MAX {
            return Err(ApiError::invalid(TOO_BIG));
        }
        reservation.grow(bytes)?;
        file.write_all(&chunk).await.map_err(ApiError::internal)?;
    }
    file.flush().await.map_err(ApiError::internal)?;
    Ok((spooled, bytes))
}

async fn text(mut field: Field) -> Result<String, ApiError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = in_time(field.next()).await? {
        let chunk = chunk.map_err(|_| ApiError::invalid("the form cannot be read"))?;
        if bytes.len() + chunk.len() > FIELD_BYTES_MAX {
            return Err(ApiError::invalid("a field of the form is too long"));
        }
        bytes.extend_from_slice(&chunk);
    }
    String::from_utf8(bytes).map_err(|_| ApiError::invalid("a field of the form is not text"))
}

async fn in_time<T>(next: impl Future<Output = T>) -> Result<T, ApiError> {
    tokio::time::timeout(SILENCE_MAX, next)
        .await
        .map_err(|_| ApiError::SlowBody)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::budget::Budget;

    #[test]
    fn a_form_that_announces_too_many_bytes_is_refused_at_once() {
        assert!(check_announced(None).is_ok());
        assert!(check_announced(Some(FILE_BYTES_MAX + 1_000)).is_ok());
        let refused = check_announced(Some(FILE_BYTES_MAX + FORM_BYTES_MAX + 1)).unwrap_err();
        assert_eq!(refused.message(), TOO_BIG);
    }

    /// A form whose file never ends: a byte comes every twenty seconds.
    fn trickling() -> Multipart {
        use actix_web::http::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
        let mut headers = HeaderMap::new();
        let kind = HeaderValue::from_static("multipart/form-data; boundary=edge");
        headers.insert(CONTENT_TYPE, kind);
        let head =
            b"--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n";
        let bytes = futures_util::stream::unfold(&head[..], |next| async move {
            tokio::time::sleep(Duration::from_secs(20)).await;
            Some((Ok(actix_web::web::Bytes::from_static(next)), &b"x"[..]))
        });
        Multipart::new(&headers, Box::pin(bytes))
    }

    #[actix_web::test]
    async fn a_trickling_form_times_out_and_leaves_no_file() {
        tokio::time::pause();
        let folder = tempfile::tempdir().unwrap();
        let settings = crate::settings::uploads::UploadSettings {
            disk_free_percent: 0,
            disk_free_bytes: 0,
            ..Default::default()
        };
        let budget = Budget::new(&settings, folder.path(), true);
        let reservation = std::sync::Arc::new(budget)
            .begin(crate::files::budget::Uploader::of(7))
            .unwrap();
        let begun = tokio::time::Instant::now();

        let given_up = receive(folder.path(), trickling(), reservation).await;

        assert!(matches!(given_up, Err(ApiError::SlowBody)));
        assert_eq!(begun.elapsed().as_secs(), FORM_TIME_MAX.as_secs());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[actix_web::test]
    async fn a_silent_form_times_out() {
        tokio::time::pause();

        let given_up = in_time(std::future::pending::<()>()).await;

        assert!(matches!(given_up, Err(ApiError::SlowBody)));
    }
}
