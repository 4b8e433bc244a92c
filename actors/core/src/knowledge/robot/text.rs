//! Prepares text for comparison: normalises it, cuts it into runs and folds words.
//!
//! There is no dictionary and no word breaker. Scripts without spaces are compared by what a reader sees as one
//! character.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{decompose_canonical, is_combining_mark};

/// A stretch of text that is compared as a whole.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub script: Script,
    pub text: String,
}

/// How a run is cut into pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    /// A word: letters, digits and marks of scripts with spaces between words.
    Spaced,
    /// Han and kana: one or two characters make a word.
    Ideographic,
    /// Thai, Lao, Khmer and Myanmar: a word has several clusters, and no space ends it.
    Unspaced,
}

/// Normalises text: NFKC, lower case, digits of every script as 0-9, Han simplified, kana as hiragana. Drops invisible
/// characters.
pub(super) fn normalise(text: &str) -> String {
    let signs = text
        .nfkc()
        .flat_map(char::to_lowercase)
        .filter(|c| !is_invisible(*c))
        .map(plain_digit);
    let normal: String = signs.map(one_of_both_ways).collect();
    if normal.chars().any(is_han) {
        fast2s::convert(&normal)
    } else {
        normal
    }
}

/// A key that is equal for questions that differ only in case, punctuation and spaces around characters. Empty if the
/// text has neither a letter nor a digit.
pub(super) fn exact_key(text: &str) -> String {
    let mut key = String::new();
    let mut before = None;
    for run in runs(text) {
        if before == Some(Script::Spaced) && run.script == Script::Spaced {
            key.push(' ');
        }
        key.push_str(&run.text);
        before = Some(run.script);
    }
    key
}

/// The runs of a text, in order. A character that is no letter, digit or mark only ends a run.
pub(super) fn runs(text: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut open = false;
    for c in normalise(text).chars() {
        let last = runs.last_mut().filter(|_| open);
        let script = match &last {
            Some(run) if is_combining_mark(c) => Some(run.script),
            _ => script_of(c),
        };
        open = script.is_some();
        let Some(script) = script else { continue };
        match last {
            Some(run) if run.script == script => run.text.push(c),
            _ => runs.push(Run {
                script,
                text: c.into(),
            }),
        }
    }
    runs
}

/// Folds a word: drops accents, and unifies letters that keyboards differ in.
///
/// Only Latin, Greek, Cyrillic and Arabic are folded. In other scripts a mark is a letter.
pub(super) fn fold(word: &str) -> String {
    let mut folded = String::with_capacity(word.len());
    let mut drops_marks = false;
    for c in word.chars() {
        if is_combining_mark(c) {
            if !drops_marks {
                folded.push(c);
            }
            continue;
        }
        let mut base = None;
        decompose_canonical(c, |part| {
            base.get_or_insert(part);
        });
        let base = base.unwrap_or(c);
        drops_marks =
            matches!(base, '\u{0}'..='\u{24f}' | '\u{370}'..='\u{52f}' | '\u{600}'..='\u{6ff}');
        if !drops_marks {
            folded.push(c);
            continue;
        }
        match base {
            'đ' | 'ð' => folded.push('d'),
            'ł' => folded.push('l'),
            'ø' => folded.push('o'),
            'ħ' => folded.push('h'),
            'ŧ' => folded.push('t'),
            'ı' => folded.push('i'),
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'þ' => folded.push_str("th"),
            'ٱ' => folded.push('ا'),
            'ی' | 'ى' => folded.push('ي'),
            'ک' => folded.push('ك'),
            'ة' | 'ہ' | 'ھ' | 'ە' => folded.push('ه'),
            'ـ' => {}
            _ => folded.push(base),
        }
    }
    folded
}

/// The words of sanitised rich text. Tags become spaces, and the entities that the sanitiser writes are decoded.
pub(super) fn words_of(rich: &str) -> String {
    let mut words = String::with_capacity(rich.len());
    let mut in_tag = false;
    for c in rich.chars() {
        match c {
            '<' => in_tag = true,
            '>' if in_tag => {
                in_tag = false;
                words.push(' ');
            }
            _ if in_tag => {}
            _ => words.push(c),
        }
    }
    for (entity, text) in [
        ("&nbsp;", " "),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&amp;", "&"),
    ] {
        if words.contains(entity) {
            words = words.replace(entity, text);
        }
    }
    words
}

fn script_of(c: char) -> Option<Script> {
    match c {
        '・' => None,
        '々'
        | '〇'
        | '\u{3040}'..='\u{30ff}'
        | '\u{31f0}'..='\u{31ff}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}' => Some(Script::Ideographic),
        _ if !c.is_alphanumeric() && !is_combining_mark(c) => None,
        // Thai and Lao, Myanmar with its extensions, Khmer with its symbols.
        '\u{e00}'..='\u{eff}'
        | '\u{1000}'..='\u{109f}'
        | '\u{a9e0}'..='\u{a9ff}'
        | '\u{aa60}'..='\u{aa7f}'
        | '\u{1780}'..='\u{17ff}'
        | '\u{19e0}'..='\u{19ff}' => Some(Script::Unspaced),
        _ => Some(Script::Spaced),
    }
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200d}' | '\u{feff}' | '\u{ad}')
}

/// Han that may be written in traditional script.
fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}')
}

/// Unifies characters that writers interchange: katakana becomes hiragana, and a few Han variants become one.
fn one_of_both_ways(c: char) -> char {
    /// The distance between a katakana and its hiragana.
    const BETWEEN: u32 = 0x60;
    match c {
        '\u{30a1}'..='\u{30f6}' | 'ヽ' | 'ヾ' => {
            char::from_u32(u32::from(c) - BETWEEN).unwrap_or(c)
        }
        '妳' => '你',
        '牠' => '它',
        '著' => '着',
        '祇' => '只',
        '帳' | '帐' => '账',
        c => c,
    }
}

fn plain_digit(c: char) -> char {
    const ZEROS: [char; 8] = ['٠', '۰', '०', '০', '๐', '໐', '၀', '០'];
    for zero in ZEROS {
        let value = u32::from(c).wrapping_sub(u32::from(zero));
        if value < 10 {
            return char::from_digit(value, 10).unwrap_or(c);
        }
    }
    c
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<(Script, String)> {
        runs(text)
            .into_iter()
            .map(|run| (run.script, run.text))
            .collect()
    }

    #[test]
    fn width_case_digits_and_invisible_characters_make_no_difference() {
        assert_eq!(normalise("ＡＢＣ１２３"), "abc123");
        assert_eq!(normalise("so\u{ad}ft\u{200b}\u{feff}"), "soft");
        assert_eq!(normalise("٢٣ ๒๓ ၂၃"), "23 23 23");
    }

    #[test]
    fn traditional_and_simplified_han_compare_equal_and_so_do_both_kana() {
        assert_eq!(
            normalise("請問運費怎麼計算？"),
            normalise("请问运费怎么计算？")
        );
        assert_eq!(
            normalise("我的帳號裡看著沒有餅乾"),
            normalise("我的账号里看着没有饼干")
        );
        assert_eq!(normalise("妳們幾點開門"), normalise("你们几点开门"));
        assert_eq!(normalise("ｷｬﾝｾﾙ"), normalise("きゃんせる"));
        assert_eq!(normalise("ギフトカード"), normalise("ぎふとかーど"));
        assert_eq!(normalise("한국어 カ ก"), "한국어 か ก");
    }

    #[test]
    fn a_text_is_cut_into_words_and_into_runs_without_spaces() {
        assert_eq!(
            cut("Mein iPhone15手机，真的？ ราคา"),
            [
                (Script::Spaced, "mein".to_owned()),
                (Script::Spaced, "iphone15".to_owned()),
                (Script::Ideographic, "手机".to_owned()),
                (Script::Ideographic, "真的".to_owned()),
                (Script::Unspaced, "ราคา".to_owned()),
            ]
        );
    }

    #[test]
    fn marks_stay_with_their_letter() {
        assert_eq!(cut("কীভাবে"), [(Script::Spaced, "কীভাবে".to_owned())]);
        assert_eq!(cut("ที่อยู่"), [(Script::Unspaced, "ที่อยู่".to_owned())]);
    }

    #[test]
    fn folding_drops_accents_except_where_a_mark_is_a_letter() {
        assert_eq!(fold("điện"), "dien");
        assert_eq!(fold("größe"), "grosse");
        assert_eq!(fold("ışık"), "isik");
        assert_eq!(fold("أُرِيدُ"), "اريد");
        assert_eq!(fold("کتابی"), fold("كتابي"));
        assert_eq!(fold("ہفتہ"), fold("هفته"));
        assert_eq!(fold("مُـحَـمَّد"), "محمد");
        assert_eq!(fold(&normalise("ﻣﺮﺣﺒﺎ")), "مرحبا");
        assert_eq!(fold("কীভাবে"), "কীভাবে");
    }

    #[test]
    fn case_punctuation_and_spaces_do_not_change_the_key() {
        assert_eq!(
            exact_key("How do I return it?!"),
            exact_key("how  do i return it")
        );
        assert_eq!(exact_key("怎么 退货？"), exact_key("怎么退货"));
        assert_ne!(exact_key("re turn"), exact_key("return"));
        assert_eq!(exact_key("?!…"), "");
    }

    #[test]
    fn tags_and_entities_of_rich_text_leave_only_words() {
        assert_eq!(
            words_of("<p>Cut <b>back</b></p><p>salt &amp; pepper</p>").trim(),
            "Cut  back   salt & pepper"
        );
        assert_eq!(words_of("5 &gt; 3"), "5 > 3");
    }
}
