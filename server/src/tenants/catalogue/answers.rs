//! Answers that say nothing but settings, written once and kept as bytes with their ETag (`docs/decisions/0030`).
//!
//! They belong to one snapshot of a tenant's settings and go with it: nothing has to be taken back when a setting
//! changes.

use crate::error::ApiError;
use crate::fixtures::findings::is_language;
use crate::wire::envelope;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};
use actors_core::ids::{ChannelId, Language};
use bytes::Bytes;
use dashmap::DashMap;
use serde::Serialize;

/// What an answer is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum About {
    /// A channel (channelInfo).
    Channel(ChannelId),
    /// What visitors are asked about the service (getEvaluateInfo).
    Evaluation,
}

/// The answers of one snapshot, by what they are about and in which language.
#[derive(Debug, Default)]
pub struct Answers(DashMap<(About, Language), Kept>);

/// An answer as it goes out.
#[derive(Clone, Debug)]
pub struct Kept {
    body: Bytes,
    etag: HeaderValue,
}

impl Answers {
    /// The answer about this in this language; `write` says it the first time. In a language there are no texts for it
    /// is said anew each time: callers could fill the memory otherwise.
    ///
    /// # Errors
    /// 500: what was to be answered cannot be written.
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

    /// 200 with the answer, or 304 where the caller has it already.
    pub fn answer(&self, request: &HttpRequest) -> HttpResponse {
        let mut response = if self.is_known_to(request) {
            HttpResponse::NotModified()
        } else {
            HttpResponse::Ok()
        };
        response.insert_header((header::ETAG, self.etag.clone()));
        response.insert_header((header::CACHE_CONTROL, "no-cache"));
        if self.is_known_to(request) {
            return response.finish();
        }
        response
            .content_type("application/json")
            .body(self.body.clone())
    }

    fn is_known_to(&self, request: &HttpRequest) -> bool {
        let asked = request.headers().get_all(header::IF_NONE_MATCH);
        let mut tags = asked
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .map(|tag| tag.trim().trim_start_matches("W/"));
        tags.any(|tag| tag == "*" || tag.as_bytes() == self.etag.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_kept_in_the_products_languages_and_in_no_other() {
        let answers = Answers::default();
        for code in ["en", "zh", "aaaaaaaa", "x-1", "en"] {
            let language = Language::parse(code).unwrap();
            let kept = answers.about(About::Evaluation, language, || code).unwrap();
            assert!(String::from_utf8_lossy(&kept.body).contains(code));
        }

        assert_eq!(answers.0.len(), 2);
    }
}
