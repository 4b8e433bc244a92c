//! Tests more than a thousand combinations of known XSS payloads and contexts that are known to hide them.

use super::clean;

/// Payloads that would run, submit, frame or load something.
const PAYLOADS: [&str; 28] = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//elsewhere.example/x.js></SCRIPT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<img src=x onerror=alert(1)>",
    "<img src=`x` onerror\n=\nalert(1)>",
    "<img/src=\"x\"/onerror=\"alert(1)\">",
    "<svg onload=alert(1)>",
    "<svg><script href=data:,alert(1) />",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<svg><a xlink:href=\"javascript:alert(1)\"><text>x</text></a>",
    "<math><mi xlink:href=\"data:x,<script>alert(1)</script>\">x</mi></math>",
    "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<iframe src=javascript:alert(1)></iframe>",
    "<iframe srcdoc=\"<img src=1 onerror=alert(1)>\"></iframe>",
    "<object data=\"data:text/html;base64,PHNjcmlwdD4=\"></object>",
    "<embed src=\"//elsewhere.example/x.swf\">",
    "<a href=\"javascript:alert(1)\">x</a>",
    "<a href=\"java\nscript:alert(1)\">x</a>",
    "<a href=\"\u{1}javascript:alert(1)\">x</a>",
    "<a href=\"&#106;avascript&colon;alert(1)\">x</a>",
    "<a href=\"vbscript:x\">x</a><a href=\"data:text/html,x\">x</a><a href=\"//evil\">x</a>",
    "<body onload=alert(1)><base href=\"//elsewhere.example/\">",
    "<meta http-equiv=refresh content=\"0;url=javascript:alert(1)\">",
    "<link rel=stylesheet href=//elsewhere.example/x.css><style>@import '//elsewhere.example';</style>",
    "<form action=javascript:alert(1)><button formaction=javascript:alert(1)>x</button></form>",
    "<details open ontoggle=alert(1)><summary>x</summary></details>",
    "<p style=\"background:url(//elsewhere.example)\" onmouseover=alert(1)>x</p>",
];

/// Contexts around a payload, which is `{}`.
const SETTINGS: [&str; 38] = [
    "{}",
    "<b>{}</b>",
    "<p>{}",
    "</p>{}",
    "<div><div>{}</div>",
    "<table><tr><td>{}</td></tr></table>",
    "<table>{}</table>",
    "<ul><li>{}</ul>",
    "<select><option>{}</select>",
    "<textarea>{}</textarea>",
    "<title>{}</title>",
    "<noscript>{}</noscript>",
    "<noscript><p title=\"</noscript>{}\">",
    "<style>{}</style>",
    "<style><!--</style>{}-->",
    "<!--{}-->",
    "<!-->{}-->",
    "<!--!>{}",
    "<![CDATA[{}]]>",
    "<?xml {}?>",
    "<svg>{}</svg>",
    "<svg><desc>{}</desc></svg>",
    "<svg><style>{}</style></svg>",
    "<svg><foreignObject>{}</foreignObject></svg>",
    "<math>{}</math>",
    "<math><annotation-xml encoding=\"text/html\">{}</annotation-xml></math>",
    "<template>{}</template>",
    "<xmp>{}</xmp>",
    "<plaintext>{}",
    "<noembed>{}</noembed>",
    "<noframes>{}</noframes>",
    "<a title='{}'>x</a>",
    "<a title=\"x\">{}</a>",
    "<img alt='{}'>",
    "<x-y {}>",
    "\u{feff}{}",
    "a\0{}",
    "&lt;b&gt;{}",
];

/// The tags of cleaned text, each with the names and values of its attributes.
fn tags(html: &str) -> Vec<(String, Vec<(String, String)>)> {
    let mut tags = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let end = rest.find(|c: char| c.is_whitespace() || c == '>');
        let name = rest[..end.unwrap_or(rest.len())].to_owned();
        rest = &rest[name.len()..];
        let mut attributes = Vec::new();
        while let Some(after) = rest.strip_prefix(' ') {
            // The cleaner always writes attributes as name="value".
            let (attribute, after) = after.split_once("=\"").expect("a value in quotes");
            let (value, after) = after.split_once('"').expect("an end of the value");
            attributes.push((attribute.to_owned(), value.to_owned()));
            rest = after;
        }
        assert!(rest.starts_with('>'), "{html}");
        tags.push((name, attributes));
    }
    tags
}

/// The same with sorted attributes, because the cleaner does not fix their order.
fn sorted_tags(html: &str) -> Vec<(String, Vec<(String, String)>)> {
    let mut tags = tags(html);
    for (_, attributes) in &mut tags {
        attributes.sort();
    }
    tags
}

fn is_harmless(html: &str) -> bool {
    const NEVER: [&str; 19] = [
        "script", "style", "iframe", "object", "embed", "svg", "math", "form", "button", "input",
        "base", "meta", "link", "template", "noscript", "textarea", "title", "!--", "animate",
    ];
    tags(html).iter().all(|(name, attributes)| {
        let is_plain = !NEVER.contains(&name.trim_start_matches('/').to_lowercase().as_str());
        is_plain
            && attributes.iter().all(|(attribute, value)| {
                let value = value.to_lowercase();
                let is_path = value.starts_with('/') && !value.starts_with("//");
                match attribute.as_str() {
                    "src" => is_path,
                    "href" | "cite" => {
                        let schemes = ["http://", "https://", "mailto:", "tel:"];
                        is_path
                            || !value.contains(':')
                            || schemes.iter().any(|it| value.starts_with(it))
                    }
                    "style" | "srcdoc" | "formaction" | "action" | "xlink:href" => false,
                    other => !other.starts_with("on"),
                }
            })
    })
}

#[test]
fn a_thousand_payloads_become_harmless_and_cleaning_again_changes_nothing() {
    let mut tried = 0;
    for payload in PAYLOADS {
        for setting in SETTINGS {
            let written = setting.replace("{}", payload);

            let left = clean(&written);

            assert!(is_harmless(&left), "{written}\nbecomes {left}");
            let again = clean(&left);
            assert!(is_harmless(&again), "{written}\nbecomes {again}");
            // A text without a tag counts as plain text, whose line breaks become tags.
            let is_same = sorted_tags(&again) == sorted_tags(&left);
            assert!(is_same || !left.contains('<'), "{written}\n{left}\n{again}");
            tried += 1;
        }
    }
    assert!(tried > 1_000, "{tried}");
}

#[test]
fn the_check_itself_detects_harmful_html() {
    for bad in [
        "<img src=\"x\" onerror=\"y\">",
        "<a href=\"javascript:x\">x</a>",
        "<script>x</script>",
        "<p style=\"x\">x</p>",
        "<img src=\"//evil/x.png\">",
    ] {
        assert!(!is_harmless(bad), "{bad}");
    }
    assert!(is_harmless(
        "<p>a <b>b</b> <img src=\"/api/files/x.png\"> &lt;script&gt;</p>"
    ));
}
