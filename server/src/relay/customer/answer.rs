//! Reads the answer of a tenant's system, and keeps only what the desk may show: short plain texts, and https addresses.

use super::NoContext;
use actors_core::text::is_hidden;
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE};
use reqwest::{Response, Url};
use serde::Serialize;
use serde_json::{Map, Value};

/// The most fields (Protocol, 'Customer data').
const FIELDS_MAX: usize = 30;
/// The most links, and the most pictures (Protocol, 'Customer data').
const LINKS_MAX: usize = 10;
/// The longest label, in characters (Protocol, 'Customer data').
const LABEL_CHARS_MAX: usize = 60;
/// The longest value, in characters (Protocol, 'Customer data').
const VALUE_CHARS_MAX: usize = 500;
/// The longest address, in bytes (Protocol, 'Customer data').
const ADDRESS_BYTES_MAX: usize = 2_000;
/// The most remarks on what is left out.
const LEFT_OUT_MAX: usize = 20;

/// What a tenant's system knows of a customer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CustomerContext {
    /// Names and values, in the system's order.
    pub fields: Vec<CustomerField>,
    /// Links, such as the customer's page in the shop's own system.
    pub links: Vec<CustomerLink>,
    /// Pictures.
    pub pictures: Vec<CustomerLink>,
    /// What is not shown, and why: for the trial in the administration.
    pub left_out: Vec<String>,
    /// The system answered that it does not know the customer (404 or 204).
    pub is_unknown: bool,
}

/// A name and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct CustomerField {
    /// The name, as plain text.
    pub label: String,
    /// The value, as plain text.
    pub value: String,
}

/// A link or a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct CustomerLink {
    /// What it is, as plain text.
    pub label: String,
    /// An https address.
    pub url: String,
}

/// Reads an answer of at most this many bytes.
pub async fn read(mut answer: Response, bytes_max: usize) -> Result<CustomerContext, NoContext> {
    match answer.status().as_u16() {
        200 => {}
        204 | 404 => {
            return Ok(CustomerContext {
                is_unknown: true,
                ..CustomerContext::default()
            });
        }
        status @ (401 | 403) => return Err(NoContext::Refused(status)),
        status @ 300..=399 => return Err(NoContext::Redirects(status)),
        status => return Err(NoContext::Status(status)),
    }
    let kind = answer.headers().get(CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let coding = answer.headers().get(CONTENT_ENCODING);
    let is_plain = coding.is_none_or(|coding| coding == "identity");
    if !kind.eq_ignore_ascii_case("application/json") || !is_plain {
        return Err(NoContext::NotJson);
    }
    let mut body = Vec::new();
    let cut = |error: reqwest::Error| match error.is_timeout() {
        true => NoContext::TooSlow,
        false => NoContext::NotReached,
    };
    while let Some(chunk) = answer.chunk().await.map_err(cut)? {
        if body.len() + chunk.len() > bytes_max {
            return Err(NoContext::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    parse(&body)
}

fn parse(body: &[u8]) -> Result<CustomerContext, NoContext> {
    let value: Value = serde_json::from_slice(body).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        NoContext::Wrong(format!("it is no JSON at line {line}, column {column}"))
    })?;
    let Value::Object(object) = value else {
        return Err(NoContext::Wrong("it must be an object".to_owned()));
    };
    let mut reader = Reader::default();
    let fields = reader.list(&object, "fields", FIELDS_MAX, Reader::field)?;
    let links = reader.list(&object, "links", LINKS_MAX, Reader::link)?;
    let pictures = reader.list(&object, "pictures", LINKS_MAX, Reader::link)?;
    Ok(CustomerContext {
        fields,
        links,
        pictures,
        left_out: reader.left_out,
        is_unknown: false,
    })
}

/// Reads lists, and notes what it leaves out.
#[derive(Default)]
struct Reader {
    left_out: Vec<String>,
}

impl Reader {
    /// Reads one list. A wrong type is an error, because the shop's programmer must see it.
    fn list<T>(
        &mut self,
        object: &Map<String, Value>,
        name: &str,
        most: usize,
        read: impl Fn(&mut Self, &Map<String, Value>, &str) -> Result<Option<T>, NoContext>,
    ) -> Result<Vec<T>, NoContext> {
        let items = match object.get(name) {
            None | Some(Value::Null) => return Ok(Vec::new()),
            Some(Value::Array(items)) => items,
            Some(_) => return Err(NoContext::Wrong(format!("{name} must be a list"))),
        };
        if items.len() > most {
            self.leave_out(format!("{name}: only the first {most} are shown"));
        }
        let mut read_items = Vec::new();
        for (at, item) in items.iter().take(most).enumerate() {
            let place = format!("{name}[{at}]");
            let Value::Object(item) = item else {
                return Err(NoContext::Wrong(format!("{place} must be an object")));
            };
            read_items.extend(read(self, item, &place)?);
        }
        Ok(read_items)
    }

    fn field(
        &mut self,
        item: &Map<String, Value>,
        place: &str,
    ) -> Result<Option<CustomerField>, NoContext> {
        let label = self.text(item, place, "label", LABEL_CHARS_MAX)?;
        let value = self.text(item, place, "value", VALUE_CHARS_MAX)?;
        if label.is_empty() || value.is_empty() {
            self.leave_out(format!("{place} has no label or no value"));
            return Ok(None);
        }
        Ok(Some(CustomerField { label, value }))
    }

    fn link(
        &mut self,
        item: &Map<String, Value>,
        place: &str,
    ) -> Result<Option<CustomerLink>, NoContext> {
        let label = self.text(item, place, "label", LABEL_CHARS_MAX)?;
        let written = item.get("url").and_then(Value::as_str);
        let written =
            written.ok_or_else(|| NoContext::Wrong(format!("{place}.url must be a text")))?;
        let Some(url) = safe_address(written) else {
            self.leave_out(format!("{place}.url must be an https address"));
            return Ok(None);
        };
        if label.is_empty() {
            self.leave_out(format!("{place} has no label"));
            return Ok(None);
        }
        Ok(Some(CustomerLink { label, url }))
    }

    /// Returns a text, number or boolean as short plain text; nothing for null.
    fn text(
        &mut self,
        item: &Map<String, Value>,
        place: &str,
        name: &str,
        chars_max: usize,
    ) -> Result<String, NoContext> {
        let text = match item.get(name) {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            Some(Value::Bool(is)) => is.to_string(),
            Some(Value::Array(_) | Value::Object(_)) => {
                let problem = format!("{place}.{name} must be a text, a number, true or false");
                return Err(NoContext::Wrong(problem));
            }
        };
        let plain = text.trim().chars();
        let plain = plain.map(|c| if c.is_whitespace() { ' ' } else { c });
        let mut plain = plain.filter(|c| !c.is_control() && !is_hidden(*c));
        let short: String = plain.by_ref().take(chars_max).collect();
        if plain.next().is_some() {
            self.leave_out(format!("{place}.{name} is cut to {chars_max} characters"));
        }
        Ok(short)
    }

    fn leave_out(&mut self, why: String) {
        if self.left_out.len() < LEFT_OUT_MAX {
            self.left_out.push(why);
        }
    }
}

/// Returns the address if it is https and names no account.
fn safe_address(address: &str) -> Option<String> {
    let is_plain = |c: char| !c.is_control() && !c.is_whitespace() && c != '\\';
    if address.len() > ADDRESS_BYTES_MAX || !address.chars().all(is_plain) {
        return None;
    }
    let url = Url::parse(address).ok()?;
    let names_nobody = url.username().is_empty() && url.password().is_none();
    (url.scheme() == "https" && url.has_host() && names_nobody).then(|| url.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(answer: &Value) -> Result<CustomerContext, NoContext> {
        parse(answer.to_string().as_bytes())
    }

    fn wrong(answer: &Value) -> String {
        read(answer).unwrap_err().to_string()
    }

    #[test]
    fn texts_are_short_and_plain_and_numbers_become_texts() {
        let read = read(&json!({
            "fields": [
                { "label": "Orders\u{202e}", "value": 12 },
                { "label": "Since", "value": " 2019\n<b>x</b> " },
                { "label": "Long", "value": "x".repeat(501) },
                { "label": "Empty", "value": null },
            ],
            "more": "is ignored",
        }))
        .unwrap();

        let fields: Vec<(&str, &str)> = read
            .fields
            .iter()
            .map(|field| (field.label.as_str(), field.value.as_str()))
            .collect();
        assert_eq!(fields[..2], [("Orders", "12"), ("Since", "2019 <b>x</b>")]);
        assert_eq!(fields[2].1.len(), 500);
        assert_eq!(
            read.left_out,
            [
                "fields[2].value is cut to 500 characters",
                "fields[3] has no label or no value"
            ]
        );
    }

    #[test]
    fn only_https_links_and_pictures_remain() {
        let link = |url: &str| json!({ "label": "Profile", "url": url });
        let bad = [
            "javascript:alert(1)",
            "http://shop.example.com/",
            "data:text/html,x",
            "https://a:b@shop.example.com/",
            "https://shop.example.com/\n",
            "/orders",
            "",
        ];
        let all: Vec<Value> = bad
            .into_iter()
            .chain(["https://shop.example.com/4711"])
            .map(link)
            .collect();

        let read =
            read(&json!({ "links": all, "pictures": [link("javascript:alert(1)")] })).unwrap();

        let urls: Vec<&str> = read.links.iter().map(|link| link.url.as_str()).collect();
        assert_eq!(urls, ["https://shop.example.com/4711"]);
        assert_eq!(read.pictures, []);
        assert_eq!(read.left_out.len(), bad.len() + 1);
        assert_eq!(read.left_out[0], "links[0].url must be an https address");
    }

    #[test]
    fn lists_have_limits() {
        let fields: Vec<Value> = (0..31)
            .map(|number| json!({ "label": "n", "value": number }))
            .collect();

        let read = read(&json!({ "fields": fields })).unwrap();

        assert_eq!(read.fields.len(), FIELDS_MAX);
        assert_eq!(read.left_out, ["fields: only the first 30 are shown"]);
    }

    #[test]
    fn an_answer_of_another_shape_is_named_exactly() {
        assert_eq!(
            parse(b"{\"fields\": [}").unwrap_err().to_string(),
            "the answer is wrong: it is no JSON at line 1, column 13"
        );
        assert_eq!(
            wrong(&json!([])),
            "the answer is wrong: it must be an object"
        );
        assert_eq!(
            wrong(&json!({ "fields": {} })),
            "the answer is wrong: fields must be a list"
        );
        assert_eq!(
            wrong(&json!({ "links": ["x"] })),
            "the answer is wrong: links[0] must be an object"
        );
        assert_eq!(
            wrong(&json!({ "fields": [{ "label": "a", "value": [] }] })),
            "the answer is wrong: fields[0].value must be a text, a number, true or false"
        );
        assert_eq!(
            wrong(&json!({ "pictures": [{ "label": "a" }] })),
            "the answer is wrong: pictures[0].url must be a text"
        );
    }
}
