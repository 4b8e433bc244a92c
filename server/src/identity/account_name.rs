//! The names that people sign in with: a plain name, or an e-mail address.

/// The longest account, in bytes. An e-mail address of 100 bytes fits a screen and a key.
const BYTES_MAX: usize = 100;

/// The longest plain name, in bytes, as of every other id.
const PLAIN_BYTES_MAX: usize = 64;

/// What an account must be, as the end of a sentence that begins with the field.
pub const RULE: &str =
    "must be 1 to 64 letters, digits, '-', '_' or '.', or an e-mail address of at most 100";

/// Returns the account without white space around it. An e-mail address is in lower case, because people write the
/// same address in both ways.
pub fn normal(account: &str) -> String {
    let account = account.trim();
    match account.contains('@') {
        true => account.to_ascii_lowercase(),
        false => account.to_owned(),
    }
}

/// Whether an account in its normal form may be used.
pub fn is_valid(account: &str) -> bool {
    match account.split_once('@') {
        None => is_plain(account, b"-_.") && account.len() <= PLAIN_BYTES_MAX,
        Some((name, host)) => {
            account.len() <= BYTES_MAX
                && is_plain(name, b"-_.+")
                && is_plain(host, b"-.")
                && host.contains('.')
                && !host.ends_with('.')
                && !host.contains("..")
        }
    }
}

fn is_plain(text: &str, others: &[u8]) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || others.contains(&byte);
    !text.is_empty() && !text.starts_with('.') && text.bytes().all(plain)
}

/// Returns the id of the first administrator with this account: an id is part of addresses and keys, so it is the
/// beginning of an e-mail address.
pub fn id_of(account: &str) -> String {
    let name = account.split('@').next().unwrap_or_default();
    let plain = name.chars().filter(|c| *c != '+');
    plain.take(PLAIN_BYTES_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_a_plain_name_or_an_email_address() {
        let long = format!("{}@example.com", "a".repeat(88));
        for good in [
            "ada",
            "a.b-c_1",
            "ada@example.com",
            "a+shop@mail.example.com",
            &long,
        ] {
            assert!(is_valid(good), "{good}");
        }
        let longer = format!("a{long}");
        let name = "a".repeat(65);
        for bad in [
            "",
            ".a",
            "a b",
            "a/b",
            "@example.com",
            "ada@",
            "ada@home",
            "a@b@example.com",
            "ada@.example",
            "ada@example.",
            "ada@a..b",
            "ada@exa mple.com",
            "爱@example.com",
            &longer,
            &name,
        ] {
            assert!(!is_valid(bad), "{bad}");
        }
    }

    #[test]
    fn the_case_of_an_email_address_does_not_matter() {
        assert_eq!(normal(" Ada@Example.COM "), "ada@example.com");
        assert_eq!(normal("Ada"), "Ada");
    }

    #[test]
    fn an_id_is_the_plain_beginning_of_an_address() {
        assert_eq!(id_of("rowan.a+shop@example.com"), "rowan.ashop");
        assert_eq!(id_of("ada"), "ada");
    }
}
