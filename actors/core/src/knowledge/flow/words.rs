//! Variables inside texts: `{name}`. Braces without a variable of the flow stay as they are.

use crate::text::escaped;
use std::borrow::Cow;

/// Fills variables into a rich text. Values are escaped, and tags stay unchanged, because a value there could be an
/// address.
pub(super) fn rich<'t, 'v>(text: &'t str, value: impl Fn(&str) -> Option<&'v str>) -> Cow<'t, str> {
    filled(text, Inside::Words, |name| {
        value(name).map(|value| Cow::Owned(escaped(value)))
    })
}

/// Fills variables into a plain text.
pub(super) fn plain<'t, 'v>(
    text: &'t str,
    value: impl Fn(&str) -> Option<&'v str>,
) -> Cow<'t, str> {
    filled(text, Inside::All, |name| value(name).map(Cow::Borrowed))
}

/// Where variables are filled in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    /// Everywhere.
    All,
    /// Everywhere except in tags.
    Words,
}

fn filled<'t, 'v>(
    text: &'t str,
    inside: Inside,
    value: impl Fn(&str) -> Option<Cow<'v, str>>,
) -> Cow<'t, str> {
    if !text.contains('{') {
        return Cow::Borrowed(text);
    }
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    let mut in_tag = false;
    while let Some(at) = rest.find(['{', '<', '>']) {
        let (before, from) = rest.split_at(at);
        filled.push_str(before);
        let variable = from.strip_prefix('{').filter(|_| !in_tag);
        let variable = variable.and_then(|from| from.split_once('}'));
        let known = variable.and_then(|(name, after)| Some((value(name)?, after)));
        if let Some((value, after)) = known {
            filled.push_str(&value);
            rest = after;
            continue;
        }
        in_tag = match (inside, &from[..1]) {
            (Inside::Words, "<") => true,
            (_, ">") => false,
            _ => in_tag,
        };
        filled.push_str(&from[..1]);
        rest = &from[1..];
    }
    filled.push_str(rest);
    Cow::Owned(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(name: &str) -> Option<&'static str> {
        match name {
            "order" => Some("<b onclick=x>FF & \"1\"</b>"),
            "none" => Some(""),
            _ => None,
        }
    }

    #[test]
    fn a_variable_is_escaped_in_rich_text_and_never_filled_into_a_tag() {
        assert_eq!(
            rich("<p>{order}, {none}{other} {</p>", value),
            "<p>&lt;b onclick=x&gt;FF &amp; &quot;1&quot;&lt;/b&gt;, {other} {</p>"
        );
        assert_eq!(
            rich("<a href=\"/track/{order}\">{none}it</a>", value),
            "<a href=\"/track/{order}\">it</a>"
        );
    }

    #[test]
    fn in_plain_text_a_variable_is_not_escaped() {
        assert_eq!(plain("{order}!", value), "<b onclick=x>FF & \"1\"</b>!");
        assert_eq!(plain("a < {none} b", value), "a <  b");
        assert_eq!(plain("{{none}", value), "{");
        assert_eq!(plain("{unclosed", value), "{unclosed");
    }
}
