//! Valid and invalid files of knowledge.

use super::*;

fn file(content: &[u8], format: Format) -> Result<Vec<Imported>, WrongFile> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kb");
    std::fs::write(&path, content).unwrap();
    read(&path, format, None).unwrap().lines
}

fn wrong(content: &str, format: Format) -> Vec<(usize, String, String)> {
    let wrong = file(content.as_bytes(), format).unwrap_err();
    assert_eq!(wrong.total, wrong.errors.len());
    let errors = wrong.errors.into_iter();
    errors
        .map(|error| (error.line, error.field, error.message))
        .collect()
}

fn is(line: usize, field: &str, message: &str) -> (usize, String, String) {
    (line, field.to_owned(), message.to_owned())
}

#[test]
fn json_lines_are_read_with_a_byte_order_mark_crlf_and_unknown_fields() {
    let content = "\u{feff}{\"docId\": \"water\", \"lang\": \"en\", \"question\": \"How often?\", \
        \"similar\": [\"When?\"], \"answer\": \"Weekly.\", \"kind\": \"in\"}\r\n\r\n\
        {\"docId\": \"water\", \"lang\": \"zh\", \"question\": \"多久？\", \"answer\": \"<b>每周</b><script>x</script>\"}";

    let read = file(content.as_bytes(), Format::of("kb.jsonl")).unwrap();

    assert_eq!(read.len(), 2);
    assert_eq!(&*read[0].document.similar[0], "When?");
    assert_eq!(&*read[1].document.answer, "<b>每周</b>");
}

#[test]
fn csv_cells_may_contain_commas_quotes_and_line_breaks() {
    let content = "docId,question,similar,answer,lang\r\n\
        water,\"How often, then?\",\"When?\nHow much?\n\",\"Say \"\"weekly\"\".\",en\r\n\
        light,Where?,,At the window.,\r\n";

    let read = file(content.as_bytes(), Format::of("KB.CSV")).unwrap();

    let similar: Vec<&str> = read[0].document.similar.iter().map(|it| &**it).collect();
    assert_eq!(similar, ["When?", "How much?"]);
    assert_eq!(&*read[0].document.question, "How often, then?");
    assert_eq!(&*read[0].document.answer, "Say \"weekly\".");
    assert_eq!(&*read[1].document.language, "");
}

#[test]
fn every_wrong_line_is_reported_without_its_content() {
    let content = "{\"docId\": \"a\", \"question\": \"Q\", \"answer\": \"A\"}\n\
        {\"docId\": \"b\", \"question\": <script>\n\
        [1]\n\
        {\"docId\": \"a/b\", \"lang\": \"xx\", \"question\": \" \", \"similar\": [\"\"], \"answer\": \"\"}\n\
        {\"docId\": 7, \"question\": \"Q\", \"answer\": [\"A\"]}\n\
        {\"docId\": \"a\", \"question\": \"Q\", \"answer\": \"A\"}\n";

    let told = wrong(content, Format::JsonLines);

    assert_eq!(
        told,
        [
            is(2, "", "is not JSON"),
            is(3, "", "must be a JSON object"),
            is(4, "docId", "must be 1 to 100 bytes without '/'"),
            is(
                4,
                "lang",
                "must be a supported language code such as en or zh"
            ),
            is(4, "question", "must not be empty"),
            is(4, "similar[0]", "must not be empty"),
            is(4, "answer", "must not be empty"),
            is(5, "answer", "has the wrong type"),
            is(5, "docId", "has the wrong type"),
            is(6, "docId", "is already used in line 1"),
        ]
    );
}

#[test]
fn a_csv_error_has_the_line_number_that_an_editor_shows() {
    let content = "docId,question,answer\na,\"two\nlines\",A\nb,,B\n";

    assert_eq!(
        wrong(content, Format::Csv),
        [is(4, "question", "must not be empty")]
    );
    let windows = "\r\n".to_owned() + &content.replace('\n', "\r\n") + "\r\n\r\n,C,D\r\n";
    assert_eq!(
        wrong(&windows, Format::Csv),
        [
            is(5, "question", "must not be empty"),
            is(8, "docId", "must be 1 to 100 bytes without '/'")
        ]
    );
    assert_eq!(
        wrong("name;text\na;Q\n", Format::Csv),
        [
            is(1, "docId", "is missing from the first line"),
            is(1, "question", "is missing from the first line"),
            is(1, "answer", "is missing from the first line")
        ]
    );
    let mut damaged = "docId,question,answer\na,多久浇一次水？,A\n"
        .as_bytes()
        .to_vec();
    damaged.extend(b"b,\xff,B\n");
    let damaged = file(&damaged, Format::Csv).unwrap_err();
    assert_eq!(
        (damaged.errors[0].line, damaged.errors[0].message.as_str()),
        (3, NO_TEXT)
    );
}

#[test]
fn a_table_may_be_in_gbk_in_utf16_with_tabs_or_a_workbook() {
    let table = "docId,question,similar,answer\nwater,多久浇一次水？,要不要每天浇水？,每周一次。\n";
    let rows: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.split(',').collect())
        .collect();
    let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
    let tabs = format!("\u{feff}{}", table.replace(',', "\t"));
    let utf16: Vec<u8> = tabs.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let gbk = encoding_rs::GBK.encode(table).0.into_owned();
    for (name, content) in [
        ("kb.csv", gbk),
        ("kb.csv", utf16),
        ("kb.csv", table.replace(',', ";").into_bytes()),
        ("KB.XLSX", sheet::tests::made(&rows)),
    ] {
        let read = file(&content, Format::of(name)).unwrap();
        assert_eq!(read.len(), 1, "{name}");
        assert_eq!(&*read[0].document.question, "多久浇一次水？");
        assert_eq!(&*read[0].document.similar[0], "要不要每天浇水？");
        assert_eq!(&*read[0].document.answer, "每周一次。");
    }
}

#[test]
fn a_workbook_names_its_wrong_rows() {
    let content = sheet::tests::made(&[
        &["docId", "question", "answer"],
        &["a", "Q", "A"],
        &["b", "", "B"],
    ]);
    let wrong = file(&content, Format::Xlsx).unwrap_err();
    assert_eq!(
        (wrong.errors[0].line, wrong.errors[0].field.as_str()),
        (3, "question")
    );
    for (content, format, message) in [
        (
            b"no".as_slice(),
            Format::Xlsx,
            "the file is not a readable .xlsx file",
        ),
        (
            b"no",
            Format::of("kb.xls"),
            "save the table as .xlsx or .csv",
        ),
    ] {
        assert_eq!(
            file(content, format).unwrap_err().errors[0].message,
            message
        );
    }
}

#[test]
fn empty_files_and_other_formats_are_refused_early() {
    for empty in ["", "\n\n", "docId,question,answer\n"] {
        let format = Format::of(if empty.starts_with('d') {
            "a.csv"
        } else {
            "a.jsonl"
        });
        assert_eq!(
            wrong(empty, format),
            [is(0, "", "the file has no documents")]
        );
    }
    let noise = "?\n".repeat(200_000);
    let refused = file(noise.as_bytes(), Format::JsonLines).unwrap_err();
    assert_eq!((refused.errors.len(), refused.total), (100, ERRORS_MAX));
    let endless = vec![b'x'; LINE_BYTES_MAX + 10];
    let refused = file(&endless, Format::JsonLines).unwrap_err();
    assert_eq!(refused.errors[0].message, "the line is longer than 4 MB");
}

#[test]
fn a_file_of_test_questions_is_read_and_its_errors_name_its_fields() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, content: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        read::<WrittenTestQuestion>(&path, Format::of(name), None)
            .unwrap()
            .lines
    };

    let table = "questionId,question,docId\nwrap,\"Wrapped, please?\",gift\nrain,Will it rain?,\n";
    let names = file("a.csv", table).unwrap();
    let names: Vec<&str> = names.iter().map(|it| it.question_id.as_str()).collect();
    assert_eq!(names, ["wrap", "rain"]);
    let lines = "{\"questionId\": \"a\", \"question\": \"?\"}\n{\"questionId\": \"a\", \"question\": 7}\n\
        {\"questionId\": \"a\", \"question\": \"\"}\n";
    let wrong = file("a.jsonl", lines).unwrap_err();
    let wrong = wrong.errors.into_iter();
    let wrong: Vec<_> = wrong
        .map(|error| (error.line, error.field, error.message))
        .collect();
    assert_eq!(
        wrong,
        [
            is(2, "question", "has the wrong type"),
            is(3, "question", "must not be empty"),
            is(3, "questionId", "is already used in line 1"),
        ]
    );
    let many: String = (0..=TEST_QUESTIONS_MAX)
        .map(|at| format!("{{\"questionId\": \"q{at}\", \"question\": \"Where?\"}}\n"))
        .collect();
    let wrong = file("a.jsonl", &many).unwrap_err();
    assert_eq!(
        wrong.errors[0].message,
        "the file has more than 1000 questions"
    );
}
