//! Draws an svg as a picture of dots. What it refers to outside of itself, or carries inside as a picture, is left out:
//! a file of a visitor's may make this server fetch or open nothing.
//!
//! An svg is a program of sorts, so it may be neither long nor elaborate: the limits here bound the time one takes.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Node, Options, Tree, fontdb};
use std::sync::{Arc, OnceLock};

/// The longest text.
const BYTES_MAX: usize = 512 * 1_024;

/// Shapes, groups and the like, those of patterns and masks included.
const NODES_MAX: usize = 3_000;

/// Filters, masks and patterns: each is drawn over the whole picture.
const EFFECTS_MAX: usize = 16;

/// The longer side of what is drawn, in pixels.
const SIDE_MAX: f32 = 1_200.0;

/// Draws it; none where it is no svg, or more than is taken.
pub fn draw(svg: &[u8]) -> Option<Pixmap> {
    if svg.len() > BYTES_MAX {
        return None;
    }
    let options = Options {
        resources_dir: None,
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        fontdb: fonts(),
        ..Options::default()
    };
    let tree = Tree::from_data(svg, &options).ok()?;
    let effects =
        tree.filters().len() + tree.masks().len() + tree.patterns().len() + tree.clip_paths().len();
    if effects > EFFECTS_MAX || nodes(tree.root(), 0) > NODES_MAX {
        return None;
    }
    let size = tree.size();
    let scale = (SIDE_MAX / size.width().max(size.height())).min(1.0);
    let width = side(size.width() * scale)?;
    let height = side(size.height() * scale)?;
    let mut picture = Pixmap::new(width, height)?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut picture.as_mut(),
    );
    Some(picture)
}

/// A side in whole pixels, at least one.
fn side(length: f32) -> Option<u32> {
    if !length.is_finite() || length > SIDE_MAX + 1.0 {
        return None;
    }
    // Between one and a little over a thousand.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    Some(length.round().max(1.0) as u32)
}

/// Counts until there are too many.
fn nodes(group: &resvg::usvg::Group, depth: usize) -> usize {
    if depth > 64 {
        return NODES_MAX + 1;
    }
    let mut count = 0;
    for node in group.children() {
        count += 1;
        if let Node::Group(group) = node {
            count += nodes(group, depth + 1);
        }
        node.subroots(|root| count += nodes(root, depth + 1));
        if count > NODES_MAX {
            break;
        }
    }
    count
}

/// The machine's fonts, looked for once.
fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| {
        let mut fonts = fontdb::Database::new();
        fonts.load_system_fonts();
        Arc::new(fonts)
    });
    Arc::clone(fonts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(inside: &str) -> Vec<u8> {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"40\" height=\"20\">{inside}</svg>").into_bytes()
    }

    #[test]
    fn a_drawing_becomes_a_picture() {
        let drawn = draw(&svg("<rect width=\"40\" height=\"20\" fill=\"#00ff00\"/>")).unwrap();

        assert_eq!((drawn.width(), drawn.height()), (40, 20));
        let middle = drawn.pixel(20, 10).unwrap();
        assert_eq!((middle.red(), middle.green()), (0, 255));
    }

    #[test]
    fn nothing_outside_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let secret = folder.path().join("secret.svg");
        std::fs::write(
            &secret,
            svg("<rect width=\"40\" height=\"20\" fill=\"#ff0000\"/>"),
        )
        .unwrap();
        let secret = secret.display();
        let by_address = "http://127.0.0.1:1/x.png";
        for inside in [
            format!("<image xlink:href=\"{secret}\" width=\"40\" height=\"20\"/>"),
            format!("<image href=\"file://{secret}\" width=\"40\" height=\"20\"/>"),
            format!("<image href=\"{by_address}\" width=\"40\" height=\"20\"/>"),
            format!("<use href=\"{secret}#a\"/>"),
            format!("<style>@import url({by_address});</style>"),
        ] {
            let drawn = draw(&svg(&inside)).unwrap();
            assert!(drawn.data().iter().all(|byte| *byte == 0), "{inside}");
        }
        let entity = format!(
            "<!DOCTYPE svg [<!ENTITY x SYSTEM \"{secret}\">]><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"4\"><text>&x;</text></svg>"
        );
        assert!(
            draw(entity.as_bytes()).is_none_or(|drawn| drawn.data().iter().all(|byte| *byte == 0))
        );
    }

    #[test]
    fn what_would_take_too_long_is_refused() {
        let mut uses = String::from("<defs><g id=\"a0\"><rect width=\"1\" height=\"1\"/></g>");
        for level in 1..12 {
            let below = format!("<use href=\"#a{}\"/>", level - 1).repeat(10);
            uses.push_str(&format!("<g id=\"a{level}\">{below}</g>"));
        }
        uses.push_str("</defs><use href=\"#a11\"/>");
        let entities = "<!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\"><!ENTITY d \"&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;\"><!ENTITY e \"&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;\">]><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"4\"><text>&e;&e;&e;&e;&e;&e;</text></svg>";
        let many = svg(&"<rect width=\"1\" height=\"1\"/>".repeat(NODES_MAX + 1));
        let blur = "<filter id=\"f\"><feGaussianBlur stdDeviation=\"9\"/></filter>";
        let blurs: String = (0..EFFECTS_MAX + 1)
            .map(|n| {
                format!(
                    "{}<rect width=\"9\" height=\"9\" filter=\"url(#f{n})\"/>",
                    blur.replace("\"f\"", &format!("\"f{n}\""))
                )
            })
            .collect();

        let begun = std::time::Instant::now();
        for refused in [svg(&uses), many, svg(&blurs), vec![b' '; BYTES_MAX + 1]] {
            assert!(draw(&refused).is_none());
        }
        drop(draw(entities.as_bytes()));
        assert!(begun.elapsed().as_secs() < 20);
    }

    #[test]
    fn a_vast_drawing_is_drawn_small() {
        let vast = b"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100000\" height=\"50000\"><rect width=\"9\" height=\"9\"/></svg>";

        let drawn = draw(vast).unwrap();

        assert_eq!((drawn.width(), drawn.height()), (1_200, 600));
    }
}
