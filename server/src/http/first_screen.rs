//! The chat's document with everything its first screen needs: the channel, the texts of one language, and a field to
//! write in before any script has loaded (`docs/decisions/0028`). Such a page makes no request before it can be used.
//!
//! The data is a block of JSON, which no browser runs, so the policy needs no exception. It is made once for each
//! channel and language, and dropped with the settings it was made from.

use crate::assets::{self, Source};
use crate::catalogue::TenantSettings;
use crate::error::ApiError;
use crate::fixtures::findings::is_language;
use crate::system_texts;
use crate::wire::channel::ChannelInfo;
use crate::wire::envelope;
use actix_web::HttpRequest;
use actix_web::http::header;
use actors_core::channel::{ChannelConfig, ReceiveMode};
use actors_core::ids::{ChannelId, Language};
use actors_core::text;
use bytes::Bytes;
use dashmap::DashMap;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::sync::Arc;

/// The text namespaces that the page needs for its first screen.
const NAMESPACES: [&str; 2] = ["chat", "system"];
/// The block goes at the end of the body, so that the browser loads everything else meanwhile.
const END: &str = "</body>";
/// The chunks that the chat loads as soon as it runs: the chat itself, and what it shares with other pages.
const CHUNKS: [&str; 3] = ["chatParts-", "parts-", "talk-"];
/// The preload hints go at the end of the head.
const HEAD: &str = "</head>";
/// The tag whose language and direction are replaced.
const ROOT: &str = "<html lang=\"zh\">";
/// The most languages of `Accept-Language` that are read. A browser sends few.
const LANGUAGES_READ_MAX: usize = 20;

/// The documents for one version of a tenant's settings.
#[derive(Debug, Default)]
pub struct FirstScreens(DashMap<(ChannelId, Language), Arc<FirstScreen>>);

/// A document, ready to send.
#[derive(Debug)]
pub struct FirstScreen {
    /// The hash of the build's document it was made from.
    built_as: [u8; 32],
    /// The whole document.
    pub plain: Bytes,
    /// The whole document, compressed with gzip.
    pub gzip: Bytes,
    /// Changes when the document does.
    pub etag: String,
}

impl FirstScreens {
    /// Returns the document of this channel in this language. The language must be one that has texts, or callers could
    /// fill the memory.
    ///
    /// # Errors
    /// 404 if the client was built without it, 500 if it cannot be written.
    pub fn of(
        &self,
        channel: &ChannelConfig,
        settings: &TenantSettings,
        language: Language,
    ) -> Result<Arc<FirstScreen>, ApiError> {
        let shell = assets::source("index.html").ok_or(ApiError::NotFound)?;
        let place = (channel.id.clone(), language);
        if let Some(kept) = self.0.get(&place)
            && kept.built_as == shell.hash
        {
            return Ok(Arc::clone(&kept));
        }
        let info = ChannelInfo::new(channel, &settings.groups, language.as_str());
        let answer = envelope::written(&info).map_err(ApiError::internal)?;
        let made = Arc::new(FirstScreen::new(&shell, channel, &answer, language)?);
        self.0.insert(place, Arc::clone(&made));
        Ok(made)
    }
}

impl FirstScreen {
    fn new(
        shell: &Source,
        channel: &ChannelConfig,
        answer: &[u8],
        language: Language,
    ) -> Result<Self, ApiError> {
        let words = words(language)?;
        let field = field(&words, channel.receive_mode);
        let block = block(answer, language, words)?;
        let text = shell.text();
        let text = text.ok_or_else(|| ApiError::internal("the document is no text"))?;
        let html = text
            .replacen(ROOT, &root(language), 1)
            .replacen(HEAD, &format!("{}{HEAD}", hints()), 1)
            .replace(END, &format!("{field}{block}{END}"));
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(html.as_bytes())
            .map_err(ApiError::internal)?;
        let gzip = gzip.finish().map_err(ApiError::internal)?;
        let etag = format!("W/\"{}\"", &blake3::hash(html.as_bytes()).to_hex()[..32]);
        Ok(Self {
            built_as: shell.hash,
            plain: html.into(),
            gzip: gzip.into(),
            etag,
        })
    }
}

/// Returns hints to load the chat's chunks together with the page's script. That saves a round trip.
fn hints() -> String {
    let hint = |path: String| {
        if path.ends_with(".js") {
            format!(
                "<link rel=\"modulepreload\" fetchpriority=\"low\" crossorigin href=\"{path}\">"
            )
        } else {
            format!("<link rel=\"preload\" as=\"style\" crossorigin href=\"{path}\">")
        }
    };
    assets::named(&CHUNKS).into_iter().map(hint).collect()
}

/// The texts of the first screen, by namespace.
type Words = serde_json::Map<String, serde_json::Value>;

fn words(language: Language) -> Result<Words, ApiError> {
    let mut words = Words::new();
    for namespace in NAMESPACES {
        let texts =
            system_texts::texts(language.as_str(), namespace).map_err(ApiError::internal)?;
        words.insert(namespace.to_owned(), texts.unwrap_or_default());
    }
    Ok(words)
}

fn root(language: Language) -> String {
    let code = language.as_str();
    let (tag, dir) = (system_texts::tag(code), system_texts::direction(code));
    format!("<html lang=\"{tag}\" dir=\"{dir}\">")
}

/// Returns the field that the visitor writes in until the page's own field takes over its text. Its style is
/// `first.css`.
fn field(words: &Words, receives: ReceiveMode) -> String {
    let texts = words.get("chat");
    let say = |key: &str| {
        let words = texts
            .and_then(|texts| texts.get(key))
            .and_then(|text| text.as_str());
        text::escaped(words.unwrap_or_default())
    };
    let placeholder = match receives {
        ReceiveMode::AgentOnly => "composer_write",
        ReceiveMode::RobotFirst | ReceiveMode::AgentFirst | ReceiveMode::RobotOnly => {
            "composer_ask"
        }
    };
    let (label, placeholder) = (say("composer_label"), say(placeholder));
    format!(
        "<form id=\"first-field\" aria-label=\"{label}\"><textarea rows=\"1\" dir=\"auto\" enterkeyhint=\"send\" \
         autocomplete=\"off\" aria-label=\"{label}\" placeholder=\"{placeholder}\"></textarea></form>"
    )
}

fn block(answer: &[u8], language: Language, words: Words) -> Result<String, ApiError> {
    let answer: serde_json::Value = serde_json::from_slice(answer).map_err(ApiError::internal)?;
    let first =
        serde_json::json!({ "locale": language.as_str(), "answer": answer, "words": words });
    // No text may end the script element. In JSON, `<` occurs only in texts, so it can be escaped.
    let json = first.to_string().replace('<', "\\u003c");
    Ok(format!(
        "<script type=\"application/json\" id=\"first\">{json}</script>"
    ))
}

/// Returns the language a page begins in: the channel's, the query's, the browser's, or zh (Protocol, 'Languages').
pub fn language(request: &HttpRequest, channel: &ChannelConfig, asked: Option<&str>) -> Language {
    let accepted = request.headers().get(header::ACCEPT_LANGUAGE);
    let accepted = accepted.and_then(|value| value.to_str().ok());
    let wishes = accepted.unwrap_or_default().split(',');
    let wishes = wishes.map(|wish| wish.split(';').next().unwrap_or_default().trim());
    let wish = asked
        .into_iter()
        .chain(wishes.take(LANGUAGES_READ_MAX))
        .find_map(code_of);
    let wish = wish.unwrap_or_else(|| "zh".to_owned());
    Language::parse(channel.language_for(&wish)).unwrap_or_default()
}

/// Returns a code that has texts: `en-GB` is en, `zh-Hant-HK` is tw, `tl` is fil. The client does the same.
fn code_of(wish: &str) -> Option<String> {
    let tag = wish.to_ascii_lowercase().replace('_', "-");
    let (base, rest) = tag.split_once('-').unwrap_or((&tag, ""));
    let region = rest.split('-').next().unwrap_or_default();
    let code = match base {
        "zh" if ["tw", "hk", "mo", "hant"].contains(&region) => "tw",
        "tl" => "fil",
        other => other,
    };
    is_language(code).then(|| code.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browser_languages_map_to_codes_that_have_texts() {
        let pairs = [
            ("en-GB", Some("en")),
            ("zh_CN", Some("zh")),
            ("zh-Hant-HK", Some("tw")),
            ("zh-TW", Some("tw")),
            ("tl-PH", Some("fil")),
            ("sv", None),
            ("../../x", None),
            ("", None),
        ];
        for (wish, code) in pairs {
            assert_eq!(code_of(wish).as_deref(), code, "{wish}");
        }
    }

    #[test]
    fn no_text_can_end_the_script_element() {
        let answer = br#"{"data":{"titleDesc":"</script><script>alert(1)//<!--"}}"#;

        let english = Language::parse("en").unwrap();
        let block = block(answer, english, words(english).unwrap()).unwrap();

        assert_eq!(block.matches("</script").count(), 1);
        assert!(!block.contains("<!--"));
        let json = block
            .split_once('>')
            .unwrap()
            .1
            .trim_end_matches("</script>");
        let read: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(
            read["answer"]["data"]["titleDesc"],
            "</script><script>alert(1)//<!--"
        );
        assert!(read["words"]["chat"]["composer_send"].is_string());
        assert!(read["words"]["system"].is_object());
    }
}
