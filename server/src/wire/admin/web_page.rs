//! docs/readPage (Protocol, 'Other calls').

use crate::secrets::hex;
use crate::web_page::WebPage;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// docs/readPage.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ReadPageRequest {
    /// The robot.
    pub robot_no: String,
    /// The page's address. Without a scheme it counts as https.
    pub address: String,
}

/// The response of docs/readPage.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ReadPageResponse {
    /// The address after all redirects.
    pub address: String,
    /// The page's title.
    pub title: String,
    /// The page's language, if it is one of the product's; else empty.
    pub lang: String,
    /// The proposed documents, at most 200. They are not stored.
    pub list: Vec<ProposedDocument>,
}

/// A proposed document.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProposedDocument {
    /// An id made of the address and the heading, so that a page that is imported again changes its documents.
    pub doc_id: String,
    /// The heading.
    pub question: String,
    /// The text below it, as sanitised rich text.
    pub answer: String,
}

impl ReadPageResponse {
    /// Names the documents of a page.
    pub fn new(address: &str, page: WebPage, lang: &str) -> Self {
        let host = address.split("://").nth(1).unwrap_or_default();
        let host = host.split(['/', ':', '?', '#']).next().unwrap_or_default();
        let host: String = host.chars().take(60).collect();
        let mut used = BTreeSet::new();
        let parts = page.parts.into_iter().map(|part| {
            let name = |time: u32| {
                let text = format!("{address}\0{}\0{time}", part.question);
                let hash = blake3::hash(text.as_bytes());
                format!("{host}-{}", hex(&hash.as_bytes()[..5]))
            };
            let doc_id = (0..).map(name).find(|id| used.insert(id.clone()));
            ProposedDocument {
                doc_id: doc_id.unwrap_or_default(),
                question: part.question,
                answer: part.answer,
            }
        });
        Self {
            address: address.to_owned(),
            title: page.title,
            lang: lang.to_owned(),
            list: parts.collect(),
        }
    }
}
