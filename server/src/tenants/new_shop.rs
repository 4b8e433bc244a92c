//! What a new tenant begins with: one channel, a robot that knows nothing yet, a group, a rating, and the administrator who
//! sets it up. Its texts are in `locales/shop.json`.

use crate::account_name;
use crate::fixtures::TenantFixture;
use crate::fixtures::findings::{FieldError, Findings, is_language};
use crate::new_password;
use chrono_tz::Tz;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// The sentences of a new tenant, in the field names of the fixtures, each by language.
const TEXTS: &str = include_str!("../../../locales/shop.json");

/// The language of the texts that are not written in the language asked for.
const FALLBACK: &str = "en";

/// The longest name of a shop and of a person, in characters.
const NAME_CHARS_MAX: usize = 60;

/// The longest name of a tenant that is made from the shop's.
const SLUG_BYTES_MAX: usize = 40;

/// The names of the things a new tenant has one of.
const ROBOT: &str = "assistant";
const GROUP: &str = "team";

/// What a person who sets up a shop enters.
#[derive(Clone, Debug)]
pub struct NewShop {
    /// Its name.
    pub shop_name: String,
    /// The language of its texts.
    pub lang: String,
    /// Its time zone.
    pub time_zone: String,
    /// What the first administrator signs in with.
    pub account: String,
    /// Their name; the account where there is none.
    pub nick: String,
    /// Their password.
    pub password: String,
}

impl NewShop {
    /// Every wrong field. Takes milliseconds, for the password.
    pub fn wrong_fields(&self) -> Vec<FieldError> {
        let mut findings = Findings::default();
        check_name(&mut findings, "shopName", &self.shop_name);
        if !is_language(&self.lang) {
            findings.add("lang", "is no language code");
        }
        if self.time_zone.parse::<Tz>().is_err() {
            let such_as = "is no time zone such as Asia/Shanghai or Europe/Berlin";
            findings.add("timeZone", such_as);
        }
        findings.account("account", &self.account);
        check_name(&mut findings, "nick", self.nick());
        let known = [self.account.as_str(), &self.shop_name, &self.nick];
        if let Some(problem) = new_password::problem(&self.password, &known) {
            findings.add("password", problem);
        }
        findings.into_errors()
    }

    fn nick(&self) -> &str {
        match self.nick.is_empty() {
            true => &self.account,
            false => &self.nick,
        }
    }

    /// The tenant of this name, and its channel of the same name.
    pub fn fixture(&self, id: &str, password_hash: &str) -> serde_json::Result<TenantFixture> {
        let texts = self.texts()?;
        let of = |thing: &str| texts.get(thing).cloned().unwrap_or_default();
        let account = account_name::normal(&self.account);
        Ok(TenantFixture {
            tenant: typed(json!({
                "tenantId": id,
                "name": self.shop_name,
                "hours": { "timeZone": self.time_zone, "week": always() },
            }))?,
            channels: vec![typed(with(of("channel"), channel(id)))?],
            groups: vec![typed(with(of("group"), json!({ "id": GROUP })))?],
            agents: vec![typed(json!({
                "adminId": account_name::id_of(&account),
                "account": account,
                "passwordHash": password_hash,
                "adminNick": self.nick(),
                "role": "admin",
                "groupIds": [GROUP],
                "capacity": 5,
            }))?],
            robots: vec![typed(with(of("robot"), json!({ "robotNo": ROBOT })))?],
            evaluation: typed(of("evaluation"))?,
            ..TenantFixture::default()
        })
    }

    fn texts(&self) -> serde_json::Result<Value> {
        let mut texts = serde_json::from_str(TEXTS)?;
        say(&mut texts, &self.lang, &self.shop_name);
        Ok(texts)
    }
}

fn check_name(findings: &mut Findings, field: &str, name: &str) {
    if let Some(problem) = name_problem(name) {
        findings.add(field, problem);
    }
}

/// What is wrong with the name of a shop or a person, if anything.
pub fn name_problem(name: &str) -> Option<String> {
    if name.trim().is_empty() {
        return Some("must not be empty".to_owned());
    }
    let is_odd = name.chars().count() > NAME_CHARS_MAX || name.chars().any(char::is_control);
    is_odd.then(|| format!("must be one line of at most {NAME_CHARS_MAX} characters"))
}

/// A name for addresses made from a shop's: its ASCII letters and digits, or `shop` where it has no such letter. `is_taken`
/// says which names cannot be had; the names of the demo are kept for it.
pub fn slug(shop_name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut words = String::new();
    for c in shop_name.chars() {
        if c.is_ascii_alphanumeric() {
            words.push(c.to_ascii_lowercase());
        } else if c != '\'' && !words.is_empty() && !words.ends_with('-') {
            words.push('-');
        }
    }
    words.truncate(SLUG_BYTES_MAX);
    let words = words.trim_end_matches('-');
    let is_word = words.bytes().any(|byte| byte.is_ascii_alphabetic());
    let is_the_demos = words == "demo" || words.starts_with("demo-");
    let begins = match (is_word, is_the_demos) {
        (false, _) => "shop".to_owned(),
        (true, true) => format!("shop-{words}"),
        (true, false) => words.to_owned(),
    };
    let numbered = (2_u64..).map(|number| format!("{begins}-{number}"));
    let mut names = std::iter::once(begins.clone()).chain(numbered);
    names.find(|name| !is_taken(name)).unwrap_or(begins)
}

/// Whether these colours of a channel, as it is stored, are another's than a new shop's.
pub fn has_own_colours(channel: &Map<String, Value>) -> bool {
    const COLOURS: [&str; 5] = [
        "mainColor",
        "cusColor",
        "kitBgcolor",
        "kitTxcolor",
        "navigationBarColor",
    ];
    let new = channel_colours();
    COLOURS.iter().any(|field| {
        let colour = channel.get(*field).and_then(Value::as_str).unwrap_or("");
        let new = new.get(*field).and_then(Value::as_str).unwrap_or("");
        !colour.eq_ignore_ascii_case(new)
    })
}

fn channel_colours() -> Value {
    json!({ "mainColor": "" })
}

/// The settings of a new channel beside its texts.
fn channel(id: &str) -> Value {
    let settings = json!({
        "tenantId": id,
        "channelId": id,
        "robotNo": ROBOT,
        "mainWidth": 960,
        "mainHeight": 680,
        "navigationBarShowFlag": 1,
        "receiveMode": 0,
        "transferUserMode": 1,
        "evaluateMode": 1,
        "leaveMsgMode": 1,
        "leaveMsgType": 1,
        "commentDocMode": 1,
        "imageButtonFlag": 1,
        "fileButtonFlag": 1,
        "adminWelcomeMode": 1,
        "adminOfflineMode": 1,
        "adminCloseMode": 1,
        "adminTimeoutMode": 1,
        "adminTimeoutTime": 2,
        "userTimeoutMode": 1,
        "userTimeoutTime": 5,
        "userQueueMode": 1,
        "robotGuideTransferUserMode": 1,
        "robotUnknownTransferUserMode": 1,
    });
    with(channel_colours(), settings)
}

fn always() -> Value {
    let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    let each = days.map(|day| (day.to_owned(), json!([["00:00", "24:00"]])));
    Value::Object(each.into_iter().collect())
}

/// The fields of both.
fn with(one: Value, other: Value) -> Value {
    match (one, other) {
        (Value::Object(mut one), Value::Object(other)) => {
            one.extend(other);
            Value::Object(one)
        }
        (_, other) => other,
    }
}

/// Puts one text in the place of each text by language.
fn say(texts: &mut Value, lang: &str, shop_name: &str) {
    match texts {
        Value::Object(fields) if fields.contains_key(FALLBACK) => {
            let text = fields.get(lang).or_else(|| fields.get(FALLBACK));
            let text = text.and_then(Value::as_str).unwrap_or_default();
            *texts = text.replace("{shop}", shop_name).into();
        }
        Value::Object(fields) => fields
            .values_mut()
            .for_each(|value| say(value, lang, shop_name)),
        Value::Array(items) => items.iter_mut().for_each(|item| say(item, lang, shop_name)),
        _ => {}
    }
}

fn typed<T: DeserializeOwned>(value: Value) -> serde_json::Result<T> {
    serde_json::from_value(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::TenantSetup;
    use crate::fixtures::hours::is_open;
    use actors_core::time::Timestamp;

    fn shop(lang: &str) -> NewShop {
        NewShop {
            shop_name: "Moss & Bark".into(),
            lang: lang.into(),
            time_zone: "Europe/Berlin".into(),
            account: "ada".into(),
            nick: String::new(),
            password: "three frogs in a pot".into(),
        }
    }

    #[test]
    fn a_new_shop_is_right_and_open_in_every_language() {
        for lang in ["zh", "en", "de", "ar", "zu"] {
            let new = shop(lang);
            assert_eq!(new.wrong_fields(), []);

            let fixture = new.fixture("moss-bark", "$argon2id$").unwrap();
            let setup = TenantSetup::read(&fixture).unwrap();

            let channel = setup.channels.values().next().unwrap();
            assert_eq!(channel.id.as_str(), "moss-bark");
            let hours = channel.hours.as_ref().unwrap();
            assert!(is_open(hours, Timestamp::from_millis(1_790_000_000_000)));
            assert_eq!(setup.tenant.name.or_empty(lang), "Moss & Bark");
        }
    }

    #[test]
    fn the_texts_are_in_the_language_asked_for_or_in_english() {
        let welcome = |lang: &str| {
            let texts = shop(lang).texts().unwrap();
            texts["robot"]["robotWelcomeMsg"]
                .as_str()
                .unwrap()
                .to_owned()
        };

        assert!(welcome("zh").contains("欢迎来到Moss & Bark"));
        assert!(welcome("en").contains("welcome to Moss & Bark"));
        assert_eq!(welcome("fr"), welcome("en"));
        let texts: Value = serde_json::from_str(TEXTS).unwrap();
        let said = serde_json::to_string(&texts).unwrap();
        assert_eq!(
            said.matches("\"en\":").count(),
            said.matches("\"zh\":").count()
        );
    }

    #[test]
    fn a_name_for_addresses_is_plain_and_nobody_elses() {
        let free = |name: &str| slug(name, |_| false);

        assert_eq!(free("Moss & Bark"), "moss-bark");
        assert_eq!(free("  Bob's 24h Shop!"), "bobs-24h-shop");
        assert_eq!(free("蕨与野"), "shop");
        assert_eq!(free("24"), "shop");
        assert_eq!(free("Demo"), "shop-demo");
        assert_eq!(free("demo agents"), "shop-demo-agents");
        let long = free(&"abc ".repeat(40));
        assert_eq!(long.len(), SLUG_BYTES_MAX - 1, "{long}: no dash at its end");
        let taken = ["moss-bark", "moss-bark-2"];
        assert_eq!(
            slug("Moss Bark", |name| taken.contains(&name)),
            "moss-bark-3"
        );
    }

    #[test]
    fn every_wrong_field_is_named_at_once() {
        let wrong = NewShop {
            shop_name: " ".into(),
            lang: "xx".into(),
            time_zone: "Mars/Olympus".into(),
            account: "a b".into(),
            nick: "a\nb".into(),
            password: "short".into(),
        };

        let fields: Vec<String> = wrong
            .wrong_fields()
            .into_iter()
            .map(|one| one.field)
            .collect();

        assert_eq!(
            fields,
            [
                "shopName", "lang", "timeZone", "account", "nick", "password"
            ]
        );
    }

    #[test]
    fn a_new_shop_has_no_colours_of_its_own() {
        let Value::Object(mut channel) = channel("moss") else {
            panic!("no object")
        };
        assert!(!has_own_colours(&channel));

        channel.insert("mainColor".into(), json!("#1f5d43"));

        assert!(has_own_colours(&channel));
    }
}
