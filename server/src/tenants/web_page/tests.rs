use super::*;

fn page(body: &str) -> String {
    format!(
        "<html lang=zh-CN><head><title>Help | Fern &amp; Field</title></head><body>{body}</body></html>"
    )
}

fn parts(body: &str) -> Vec<(String, String)> {
    let read = read(&page(body), "https://shop.example/help/").unwrap();
    let parts = read.parts.into_iter();
    parts.map(|part| (part.question, part.answer)).collect()
}

const LONG: &str = "We pack every plant in straw and paper, and send it by courier on the same day, so that it \
    arrives fresh. Nobody has to be at home: the courier leaves the box in the shade beside the door, and writes a \
    message when it is there. If the leaves are bent, water the plant and wait for two days, because most recover.";

#[test]
fn a_page_is_split_at_its_headings_without_menu_and_footer() {
    let found = parts(&format!(
        "<nav><a href=/a>Shop</a><a href=/b>Sign in</a></nav>
         <main><h1>Delivery and returns</h1><p>{LONG}</p>
         <section><h2>How long does it <em>take</em>?</h2><p>Two to <b>four</b> working days. {LONG}</p>
           <ul><li>Islands: six days</li><li></li></ul><img src=/fern.png></section>
         <section><div><h2>Can I send it back?</h2></div><p>Yes, see <a href='../returns' onclick=x()>returns</a>.
           {LONG}</p></section></main>
         <footer>© 2026 Fern &amp; Field. All rights reserved.</footer>"
    ));

    let questions: Vec<&str> = found
        .iter()
        .map(|(question, _)| question.as_str())
        .collect();
    assert_eq!(
        questions,
        [
            "Delivery and returns",
            "How long does it take?",
            "Can I send it back?"
        ]
    );
    assert!(found[1].1.contains("<b>four</b>"), "{}", found[1].1);
    assert!(found[1].1.contains("<li>Islands: six days</li>"));
    assert!(found[2].1.contains("href=\"https://shop.example/returns\""));
    for (_, answer) in &found {
        for gone in ["<img", "onclick", "<li></li>", "Sign in", "rights", "<div"] {
            assert!(!answer.contains(gone), "{gone}: {answer}");
        }
        assert_eq!(rich_text::clean(answer), *answer);
    }
}

#[test]
fn questions_that_fold_out_and_lists_of_terms_are_documents() {
    let fold = |question: &str| {
        format!("<details><summary><span>{question}</span></summary><p>{LONG}</p></details>")
    };
    let found = parts(&format!(
        "<main><h1>FAQ</h1>{}{}<dl><dt>How do I pay?</dt><dd>By card. {LONG}</dd></dl></main>",
        fold("Where is my order?"),
        fold("Do you ship abroad?"),
    ));

    let questions: Vec<&str> = found
        .iter()
        .map(|(question, _)| question.as_str())
        .collect();
    assert_eq!(
        questions,
        ["Where is my order?", "Do you ship abroad?", "How do I pay?"]
    );
}

#[test]
fn a_short_page_without_headings_is_one_document_with_the_title() {
    let read = read(
        &page("<p>We are open from 9 to 5.</p>"),
        "https://shop.example/",
    )
    .unwrap();

    assert_eq!(read.language, "zh-CN");
    assert_eq!(read.parts.len(), 1, "{read:?}");
    assert_eq!(read.parts[0].question, read.title);
    assert_eq!(read.parts[0].answer, "<p>We are open from 9 to 5.</p>");
}

#[test]
fn a_page_without_text_is_refused() {
    for empty in [
        "",
        "<div id=root></div><script>start()</script>",
        "<h1></h1>",
    ] {
        let read = read(&page(empty), "https://shop.example/");
        assert_eq!(read, Err(Unreadable::NoText), "{empty}");
    }
}

#[test]
fn a_hostile_page_is_refused_before_it_costs_much() {
    let deep = page(&"<div>".repeat(1_000));
    let deeper = page(&"<div>".repeat(100_000));
    let wide = page(&"<p>a</p>".repeat(100_000));
    let long = page(&format!("<p {}>a</p>", "a ".repeat(100_000)));
    for html in [deep, deeper, wide, long] {
        let begun = std::time::Instant::now();

        assert_eq!(
            read(&html, "https://shop.example/"),
            Err(Unreadable::TooLarge)
        );

        assert!(begun.elapsed().as_secs() < 5, "{:?}", begun.elapsed());
    }
}
