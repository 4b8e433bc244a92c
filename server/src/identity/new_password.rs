//! What a person may choose as a password (Protocol, 'First start').

use crate::error::ApiError;
use crate::passwords;

/// The shortest password, in characters.
pub const CHARS_MIN: usize = 12;

/// The longest password, in characters: hashing takes time.
pub const CHARS_MAX: usize = 200;

/// A password that is found within so many guesses is refused: it is one of the commonest, or hardly more.
const GUESSES_MIN: u64 = 10_000;

/// What is wrong with a password, if anything. `known` is what a stranger who guesses knows: the account, the name of the
/// shop. Takes milliseconds: do not call it on a connection's thread.
pub fn problem(password: &str, known: &[&str]) -> Option<String> {
    let chars = password.chars().count();
    if chars < CHARS_MIN {
        return Some(format!("must have at least {CHARS_MIN} characters"));
    }
    if chars > CHARS_MAX {
        return Some(format!("must have at most {CHARS_MAX} characters"));
    }
    let is_easy = zxcvbn::zxcvbn(password, known).guesses() <= GUESSES_MIN;
    is_easy.then(|| "is too easy to guess: choose another one".to_owned())
}

/// The hash of a password that a person chose.
///
/// # Errors
/// 500: it cannot be hashed.
pub fn hashed(password: &str) -> Result<String, ApiError> {
    passwords::hash(password).map_err(ApiError::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_long_and_not_common() {
        for fine in [
            "a-long-password",
            "another-password",
            "correct horse battery",
            "蕨与野的花盆里有三只青蛙",
        ] {
            assert_eq!(problem(fine, &[]), None, "{fine}");
        }
        for short in ["", "password", "elevenchars"] {
            assert_eq!(
                problem(short, &[]).as_deref(),
                Some("must have at least 12 characters")
            );
        }
        for easy in [
            "1q2w3e4r5t6y",
            "passwordpassword",
            "aaaaaaaaaaaaaa",
            "abcdefghijklmnop",
        ] {
            let problem = problem(easy, &[]);
            assert!(problem.is_some_and(|text| text.contains("easy")), "{easy}");
        }
        assert!(problem(&"蕨".repeat(201), &[]).is_some_and(|text| text.contains("200")));
    }

    #[test]
    fn the_account_and_the_shops_name_are_no_passwords() {
        let known = ["ada-lovelace", "Moss and Bark"];

        for easy in ["ada-lovelace", "Moss and Bark", "moss and bark"] {
            assert!(problem(easy, &known).is_some(), "{easy}");
        }
        assert_eq!(problem("ada-lovelace", &[]), None);
    }
}
