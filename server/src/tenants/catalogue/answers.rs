//! Caches responses that depend only on settings, as bytes with their ETag (`docs/decisions/0030`).
//!
//! The cache belongs to one snapshot of a tenant's settings and is dropped with it, so nothing needs to be invalidated.

use crate::assets;
use crate::error::ApiError;
use crate::fixtures::findings::is_language;
use crate::wire::envelope;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};
use actors_core::ids::{ChannelId, Language};
use bytes::Bytes;
use dashmap::DashMap;
use serde::Serialize;

/// The subject of a response.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum About {
    /// A channel (channelInfo).
    Channel(ChannelId),
    /// The questions to visitors about the service (getEvaluateInfo).
    Evaluation,
}

/// The responses of one snapshot, by subject and language.
#[derive(Debug, Default)]
pub struct Answers(DashMap<(About, Language), Kept>);

/// A serialised response.
#[derive(Clone, Debug)]
pub struct Kept {
    body: Bytes,
    etag: HeaderValue,
}

impl Answers {
    /// Returns the response on this subject in this language; `write` creates it the first time. A language that the
    /// product does not have is never cached, because callers could fill the memory with made-up languages.
    ///
    /// # Errors
    /// 500: the response cannot be serialised.
    pub fn about<T: Serialize>(
        &self,
        about: About,
        language: Language,
        write: impl FnOnce() -> T,
    ) -> Result<Kept, ApiError> {
        if !is_language(language.as_str()) {
            return Kept::new(&write());
        }
        let place = (about, language);
        if let Some(kept) = self.0.get(&place) {
            return Ok(kept.clone());
        }
        let kept = Kept::new(&write())?;
        self.0.insert(place, kept.clone());
        Ok(kept)
    }
}

impl Kept {
    fn new<T: Serialize>(data: &T) -> Result<Self, ApiError> {
        let body = envelope::written(data).map_err(ApiError::internal)?;
        let hash = blake3::hash(&body).to_hex();
        let etag = HeaderValue::from_str(&format!("\"{}\"", &hash[..32]));
        Ok(Self {
            body: body.into(),
            etag: etag.map_err(ApiError::internal)?,
        })
    }

    /// Returns 200 with the body, or 304 if the caller's ETag matches.
    pub fn answer(&self, request: &HttpRequest) -> HttpResponse {
        let is_known = assets::is_known(request, self.etag.to_str().unwrap_or_default());
        let mut response = if is_known {
            HttpResponse::NotModified()
        } else {
            HttpResponse::Ok()
        };
        response.insert_header((header::ETAG, self.etag.clone()));
        response.insert_header((header::CACHE_CONTROL, "no-cache"));
        if is_known {
            return response.finish();
        }
        response
            .content_type("application/json")
            .body(self.body.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_is_cached_only_in_the_products_languages() {
        let answers = Answers::default();
        for code in ["en", "zh", "aaaaaaaa", "x-1", "en"] {
            let language = Language::parse(code).unwrap();
            let kept = answers.about(About::Evaluation, language, || code).unwrap();
            assert!(String::from_utf8_lossy(&kept.body).contains(code));
        }

        assert_eq!(answers.0.len(), 2);
    }
}
