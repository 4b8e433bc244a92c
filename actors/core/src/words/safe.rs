//! Colours, links and pictures that are safe in a page. Every value for a style sheet, a picture or a link is parsed
//! here first.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The longest link or picture path, in bytes.
const ADDRESS_BYTES_MAX: usize = 2_000;

/// A colour for a style sheet: `#rgb`, `#rrggbb` or `#rrggbbaa`, lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Color(Box<str>);

/// A tenant's picture: a path of this server, such as `/demo/faces/mia.svg`, or an https address. The server fetches
/// neither. Pages show an address if its host is on the tenant's list (pictureHosts).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TenantImage(Box<str>);

/// A link that a visitor may follow: http, https, tel, mailto, or a path of this server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link(Box<str>);

/// A picture in a message: a path of this server, or an http or https address. The server never fetches it; the page's
/// policy decides which ones a browser may load.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture(Box<str>);

/// Why a colour, a picture or a link is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NotSafe {
    /// Not one of the three forms.
    #[error("a colour is written #rgb, #rrggbb or #rrggbbaa")]
    Color,
    /// Neither a plain path of this server nor https.
    #[error(
        "a picture is a path on this server, such as /demo/faces/mia.svg, or an https:// address"
    )]
    Image,
    /// Another scheme, an address without a host, or unsafe characters.
    #[error("a link starts with https://, http://, tel:, mailto: or /")]
    Link,
    /// Neither a path of this server nor http or https.
    #[error("a picture starts with https://, http:// or /")]
    Picture,
}

impl FromStr for Color {
    type Err = NotSafe;

    fn from_str(text: &str) -> Result<Self, NotSafe> {
        let digits = text.strip_prefix('#').ok_or(NotSafe::Color)?;
        if !matches!(digits.len(), 3 | 6 | 8)
            || !digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        {
            return Err(NotSafe::Color);
        }
        Ok(Color(text.to_ascii_lowercase().into()))
    }
}

impl FromStr for TenantImage {
    type Err = NotSafe;

    fn from_str(text: &str) -> Result<Self, NotSafe> {
        if text.starts_with("https://") && text.parse::<Link>().is_ok() {
            return Ok(TenantImage(text.into()));
        }
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte);
        let path = text.strip_prefix('/').ok_or(NotSafe::Image)?;
        let walks = path
            .split('/')
            .any(|step| step.is_empty() || step.starts_with('.'));
        if walks || text.len() > ADDRESS_BYTES_MAX || !path.bytes().all(plain) {
            return Err(NotSafe::Image);
        }
        Ok(TenantImage(text.into()))
    }
}

impl FromStr for Link {
    type Err = NotSafe;

    fn from_str(text: &str) -> Result<Self, NotSafe> {
        let odd = |c: char| c.is_control() || c.is_whitespace() || "\"'<>\\`".contains(c);
        if text.len() > ADDRESS_BYTES_MAX || text.contains(odd) {
            return Err(NotSafe::Link);
        }
        if text.starts_with('/') && !text.starts_with("//") {
            return Ok(Link(text.into()));
        }
        let (scheme, rest) = text.split_once(':').ok_or(NotSafe::Link)?;
        let leads_somewhere = match scheme.to_ascii_lowercase().as_str() {
            "http" | "https" => rest.strip_prefix("//").is_some_and(names_a_host),
            "tel" | "mailto" => !rest.is_empty(),
            _ => false,
        };
        if leads_somewhere {
            Ok(Link(text.into()))
        } else {
            Err(NotSafe::Link)
        }
    }
}

impl FromStr for Picture {
    type Err = NotSafe;

    fn from_str(text: &str) -> Result<Self, NotSafe> {
        let is_own = || text.parse::<TenantImage>().is_ok();
        let is_elsewhere = || {
            let scheme = text.split_once(':').map(|(scheme, _)| scheme);
            scheme.is_some_and(|scheme| {
                scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
            }) && text.parse::<Link>().is_ok()
        };
        if is_own() || is_elsewhere() {
            Ok(Picture(text.into()))
        } else {
            Err(NotSafe::Picture)
        }
    }
}

/// Refuses names before an `@`: `https://shop@evil.example` looks like the shop but leads elsewhere.
fn names_a_host(rest: &str) -> bool {
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    !host.is_empty() && !host.contains('@')
}

macro_rules! as_text {
    ($($name:ident)*) => {$(
        impl $name {
            /// The text as it was written.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}

as_text! { Color TenantImage Link Picture }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_cannot_carry_a_style_sheet() {
        for good in ["#1f6f54", "#FFF", "#1f6f54cc"] {
            assert_eq!(
                good.parse::<Color>().unwrap().as_str(),
                good.to_ascii_lowercase()
            );
        }
        for bad in [
            "",
            "red",
            "#12345",
            "#ggg",
            "red;background:url(//evil)",
            "#fff;",
            "＃fff",
        ] {
            assert_eq!(bad.parse::<Color>(), Err(NotSafe::Color), "{bad}");
        }
    }

    #[test]
    fn a_tenants_picture_is_a_path_of_this_server_or_https() {
        for good in [
            "/demo/faces/mia.svg",
            "https://pictures.example.com/mia.png?w=64",
        ] {
            assert!(good.parse::<TenantImage>().is_ok(), "{good}");
        }
        for bad in [
            "javascript:alert(1)",
            "http://pictures.example.com/mia.png",
            "https://",
            "https://x y.png",
            "//evil/x.png",
            "/../etc/passwd",
            "/a b.png",
            "x.png",
            "/a//b",
            "/",
        ] {
            assert_eq!(bad.parse::<TenantImage>(), Err(NotSafe::Image), "{bad}");
        }
    }

    #[test]
    fn a_picture_in_a_message_is_a_path_of_this_server_or_http() {
        for good in [
            "/api/files/4c1d.png",
            "https://cdn.example.com/a.png?w=1",
            "HTTP://example.com/a",
        ] {
            assert!(good.parse::<Picture>().is_ok(), "{good}");
        }
        for bad in [
            "javascript:alert(1)",
            "data:image/png;base64,x",
            "//evil/x.png",
            "tel:1",
            "https://a@evil/x",
            "x.png",
            "",
        ] {
            assert_eq!(bad.parse::<Picture>(), Err(NotSafe::Picture), "{bad}");
        }
    }

    #[test]
    fn a_link_with_a_misleading_target_or_an_active_scheme_is_refused() {
        for good in [
            "https://example.com/a?b=c#d",
            "http://example.com",
            "tel:+49301234",
            "mailto:a@example.com",
            "/x?a=1@2",
        ] {
            assert!(good.parse::<Link>().is_ok(), "{good}");
        }
        for bad in [
            "javascript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "\u{1}javascript:alert(1)",
            "//evil.example",
            "/\\evil.example",
            "https://shop@evil.example",
            "java\nscript:alert(1)",
            "https://",
            "example.com",
            "",
        ] {
            assert_eq!(bad.parse::<Link>(), Err(NotSafe::Link), "{bad}");
        }
    }
}
