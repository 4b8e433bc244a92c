//! Names of files: the original name, cleaned for display, and the name under which a file is served.

use crate::files::kind::Kind;

/// Maximum length of a name for display, in characters.
const NAME_CHARS_MAX: usize = 255;

/// The longer side of a thumbnail, in pixels.
pub const THUMBNAIL_SIDE: u32 = 480;

/// What a thumbnail's name adds to the picture's.
const THUMBNAIL_MARK: &str = "-480";

/// A thumbnail of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thumbnail {
    /// Its stored name.
    pub stored: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// The thumbnail of a stored picture, if it is still and larger than a thumbnail. Derived from the name and size
/// alone, so that nothing else must be stored.
pub fn thumbnail(stored: &str, pixels: Option<(u32, u32)>) -> Option<Thumbnail> {
    let (width, height) = pixels?;
    let (name, suffix) = stored.split_once('.')?;
    let longer = width.max(height);
    if longer <= THUMBNAIL_SIDE || !matches!(suffix, "png" | "jpg" | "jpeg") {
        return None;
    }
    let scaled = |side: u32| {
        let scaled = u64::from(side) * u64::from(THUMBNAIL_SIDE) + u64::from(longer) / 2;
        u32::try_from(scaled / u64::from(longer))
            .unwrap_or(THUMBNAIL_SIDE)
            .max(1)
    };
    Some(Thumbnail {
        stored: format!("{name}{THUMBNAIL_MARK}.jpg"),
        width: scaled(width),
        height: scaled(height),
    })
}

/// The kind of a file with a stored name; `None` for any other name.
pub fn kind_of_stored(stored: &str) -> Option<&'static Kind> {
    let (name, suffix) = stored.split_once('.')?;
    let name = match name.strip_suffix(THUMBNAIL_MARK) {
        Some(name) if suffix == "jpg" => name,
        Some(_) => return None,
        None => name,
    };
    let is_ours = name.len() == 32
        && name
            .bytes()
            .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    if is_ours {
        Kind::by_suffix(suffix)
    } else {
        None
    }
}

/// A name for display: the last part of the path, without characters that control terminals, text direction or
/// headers.
pub fn clean(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    last.chars()
        .filter(|c| !c.is_control() && !matches!(*c, '"' | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'))
        .take(NAME_CHARS_MAX)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cleaned_name_cannot_manipulate_what_displays_it() {
        assert_eq!(clean("C:\\x\\a\u{202e}gpj.png"), "agpj.png");
        assert_eq!(clean("../../etc/passwd"), "passwd");
        assert_eq!(clean("a\r\nSet-Cookie: \"b\""), "aSet-Cookie: b");
        assert_eq!(clean("\u{200b}a\u{2066}b\u{feff}.png"), "ab.png");
        assert_eq!(clean(&"x".repeat(5_000)).len(), 255);
        assert_eq!(clean("حذاء.png"), "حذاء.png");
    }

    #[test]
    fn only_a_large_still_picture_has_a_thumbnail() {
        let stored = |suffix: &str| format!("{}.{suffix}", "0".repeat(32));
        let of = |suffix: &str, pixels| thumbnail(&stored(suffix), Some(pixels));

        let small = of("png", (640, 480)).unwrap();
        assert_eq!((small.width, small.height), (480, 360));
        assert!(kind_of_stored(&small.stored).is_some());
        assert_eq!(of("jpg", (1, 30_000)).unwrap().width, 1);
        assert_eq!(of("png", (480, 480)), None);
        assert_eq!(of("gif", (900, 900)), None);
        assert_eq!(thumbnail(&stored("mp4"), None), None);
    }

    #[test]
    fn a_name_of_another_form_is_not_a_stored_file() {
        let hex = "0123456789abcdef0123456789abcdef";
        assert!(kind_of_stored(&format!("{hex}.png")).is_some());
        for name in [
            "x.png".to_owned(),
            format!("{hex}.exe"),
            format!("{hex}-480.png"),
            format!("{hex}-480-480.jpg"),
            format!("../{hex}.png"),
            hex.to_owned(),
        ] {
            assert!(kind_of_stored(&name).is_none(), "{name}");
        }
    }
}
