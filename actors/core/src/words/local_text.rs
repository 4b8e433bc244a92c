//! A tenant's text, in one version for everybody or in several languages.
//!
//! The product's own sentences are not here but in `locales/`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The key for "any other language" in the written form of a [`LocalText`].
pub const ANY_LANGUAGE: &str = "default";

/// A text with at most one version for each language (Protocol, 'Languages', channelInfo's `locale`).
///
/// Written as a plain string (one version for everybody) or as an object from language code to
/// text, with `"default"` for the languages not named: `{"zh": "您好", "default": "Hello"}`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct LocalText {
    versions: BTreeMap<Box<str>, Box<str>>,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Plain(Box<str>),
    Versions(BTreeMap<Box<str>, Box<str>>),
}

impl LocalText {
    /// The text for a reader of this language; `None` if the tenant wrote none.
    ///
    /// Looks in this order: the language itself, its base (`zh` for `zh-CN` and for `tw`), the version for everybody,
    /// English, any version.
    pub fn in_language(&self, language: &str) -> Option<&str> {
        [language, base_language(language), ANY_LANGUAGE, "en"]
            .into_iter()
            .find_map(|wanted| self.versions.get(wanted))
            .or_else(|| self.versions.values().next())
            .map(AsRef::as_ref)
    }

    /// Like [`LocalText::in_language`], with an empty text for `None`.
    pub fn or_empty(&self, language: &str) -> &str {
        self.in_language(language).unwrap_or_default()
    }

    /// Whether the text has no version.
    pub fn is_empty(&self) -> bool {
        self.versions.is_empty()
    }

    /// The language codes of its versions, including [`ANY_LANGUAGE`] if present.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.versions.keys().map(AsRef::as_ref)
    }

    /// All versions, by language code.
    pub fn versions(&self) -> impl Iterator<Item = (&str, &str)> {
        self.versions
            .iter()
            .map(|(language, text)| (language.as_ref(), text.as_ref()))
    }

    /// This text, or the other one if this is empty.
    pub fn or(self, other: &LocalText) -> LocalText {
        if self.is_empty() { other.clone() } else { self }
    }
}

impl From<&str> for LocalText {
    fn from(text: &str) -> Self {
        LocalText::from_iter([(ANY_LANGUAGE, text)])
    }
}

/// Drops blank versions.
impl<L: Into<Box<str>>, T: Into<Box<str>>> FromIterator<(L, T)> for LocalText {
    fn from_iter<I: IntoIterator<Item = (L, T)>>(versions: I) -> Self {
        let versions = versions
            .into_iter()
            .map(|(language, text)| (language.into(), text.into()))
            .filter(|(_, text): &(Box<str>, Box<str>)| !text.trim().is_empty())
            .collect();
        LocalText { versions }
    }
}

impl From<Written> for LocalText {
    fn from(written: Written) -> Self {
        match written {
            Written::Plain(text) => LocalText::from_iter([(ANY_LANGUAGE, text)]),
            Written::Versions(versions) => versions.into_iter().collect(),
        }
    }
}

impl From<LocalText> for Written {
    fn from(text: LocalText) -> Self {
        let mut versions = text.versions;
        if versions.is_empty() {
            return Written::Plain(Box::default());
        }
        if versions.len() == 1
            && let Some(only) = versions.remove(ANY_LANGUAGE)
        {
            return Written::Plain(only);
        }
        Written::Versions(versions)
    }
}

/// The base language of a code: `zh` for `zh-CN` and for `tw`.
pub fn base_language(language: &str) -> &str {
    match language.split(['-', '_']).next().unwrap_or_default() {
        "tw" => "zh",
        base => base,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_gets_their_language_or_the_nearest_one() {
        let text = LocalText::from_iter([("zh", "您好"), ("en", "Hello"), ("vi", "Xin chào")]);

        assert_eq!(text.in_language("vi"), Some("Xin chào"));
        assert_eq!(text.in_language("zh-CN"), Some("您好"));
        assert_eq!(text.in_language("tw"), Some("您好"));
        assert_eq!(text.in_language("de"), Some("Hello"));
    }

    #[test]
    fn the_version_for_everybody_comes_before_english() {
        let text = LocalText::from_iter([("default", "Servus"), ("en", "Hello")]);

        assert_eq!(text.in_language("de"), Some("Servus"));
        assert_eq!(text.in_language("en"), Some("Hello"));
    }

    #[test]
    fn a_blank_text_is_empty() {
        assert_eq!(LocalText::from("  ").in_language("en"), None);
        assert!(LocalText::default().is_empty());
    }

    #[test]
    fn a_text_is_written_as_it_was_read() {
        for written in [
            r#""Hello""#,
            r#"{"en":"Hello","zh":"您好"}"#,
            r#""""#,
            r#"{"zh":"您好"}"#,
        ] {
            let text: LocalText = serde_json::from_str(written).unwrap();
            assert_eq!(serde_json::to_string(&text).unwrap(), written);
        }
    }
}
