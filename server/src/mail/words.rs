//! The sentences of mails, from `locales/<code>/mail.json`, in English and Chinese.

use crate::system_texts;
use actors_core::ids::Language;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A language of mails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tongue {
    /// English, also for readers of any other language.
    En,
    /// Chinese.
    Zh,
}

impl Tongue {
    /// The language of mails for a reader of this language.
    pub fn of(code: &str) -> Self {
        match code.split(['-', '_']).next().unwrap_or_default() {
            "zh" | "tw" => Self::Zh,
            _ => Self::En,
        }
    }

    /// The same, of a typed code.
    pub fn for_reader(language: Language) -> Self {
        Self::of(language.as_str())
    }

    /// Its code in `locales`.
    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh",
        }
    }

    /// Its standard tag.
    pub fn tag(self) -> &'static str {
        system_texts::tag(self.code())
    }

    /// A sentence with its places filled.
    pub fn say(self, key: &str, places: &[(&str, &str)]) -> String {
        let text = texts(self).get(key).map_or(key, String::as_str);
        filled(text, places)
    }

    /// A sentence in the plural form of this number, with its places filled.
    pub fn say_counted(self, key: &str, count: u64, places: &[(&str, &str)]) -> String {
        let form = match (self, count) {
            (Self::En, 1) => "one",
            (Self::En | Self::Zh, _) => "other",
        };
        self.say(&format!("{key}_{form}"), places)
    }
}

fn texts(tongue: Tongue) -> &'static BTreeMap<String, String> {
    static TEXTS: OnceLock<[BTreeMap<String, String>; 2]> = OnceLock::new();
    let both = TEXTS.get_or_init(|| {
        [Tongue::En, Tongue::Zh].map(|tongue| {
            let texts = system_texts::texts(tongue.code(), "mail").ok().flatten();
            let texts = texts.and_then(|texts| serde_json::from_value(texts).ok());
            texts.unwrap_or_default()
        })
    });
    match tongue {
        Tongue::En => &both[0],
        Tongue::Zh => &both[1],
    }
}

/// Fills all places in one pass, so that a value never fills another place.
fn filled(text: &str, places: &[(&str, &str)]) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        filled.push_str(before);
        let Some((name, end)) = after.split_once("}}") else {
            rest = after;
            break;
        };
        let value = places.iter().find(|(known, _)| *known == name.trim());
        filled.push_str(value.map_or("", |(_, value)| value));
        rest = end;
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sentence_is_there_in_both_languages() {
        // Chinese has one plural form.
        let keys = |tongue| {
            let keys = texts(tongue).keys();
            keys.filter(|key| !key.ends_with("_one"))
                .collect::<Vec<_>>()
        };

        assert!(keys(Tongue::En).len() > 20);
        assert_eq!(keys(Tongue::En), keys(Tongue::Zh));
    }

    #[test]
    fn a_value_never_fills_another_place() {
        let places = [("one", "{{two}}"), ("two", "2")];

        assert_eq!(filled("{{one}} {{ two }}{{three}}.", &places), "{{two}} 2.");
    }

    #[test]
    fn one_is_singular() {
        let hours = |tongue: Tongue, count: u64| {
            tongue.say_counted("link_once", count, &[("hours", &count.to_string())])
        };

        assert!(hours(Tongue::En, 1).contains("within 1 hour."));
        assert!(hours(Tongue::En, 72).contains("within 72 hours."));
        assert!(hours(Tongue::Zh, 1).contains("在 1 小时内"));
    }

    #[test]
    fn readers_of_other_languages_read_english() {
        for (code, tongue) in [
            ("zh", Tongue::Zh),
            ("zh-CN", Tongue::Zh),
            ("tw", Tongue::Zh),
            ("de", Tongue::En),
            ("", Tongue::En),
        ] {
            assert_eq!(Tongue::of(code), tongue, "{code}");
        }
    }
}
