//! Phone numbers and e-mail addresses that visitors give (Protocol, 'Form before the chat').

use thiserror::Error;

/// The longest valid e-mail address, in bytes.
const EMAIL_BYTES_MAX: usize = 254;

/// Why a phone number or an e-mail address is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ContactError {
    /// Not eleven digits that begin with 1.
    #[error("a phone number has 11 digits and begins with 1")]
    Phone,
    /// Not an e-mail address in the usual form.
    #[error("an e-mail address looks like name@example.com")]
    Email,
}

/// Checks a phone number. An empty one is valid.
///
/// # Errors
/// Anything but eleven ASCII digits that begin with 1.
pub fn check_phone(phone: &str) -> Result<(), ContactError> {
    let fits = phone.len() == 11
        && phone.starts_with('1')
        && phone.bytes().all(|byte| byte.is_ascii_digit());
    if phone.is_empty() || fits {
        Ok(())
    } else {
        Err(ContactError::Phone)
    }
}

/// Checks an e-mail address. An empty one is valid.
///
/// # Errors
/// An address without a name, without a domain of at least two parts, or with unusual characters.
pub fn check_email(email: &str) -> Result<(), ContactError> {
    if email.is_empty() || is_email(email) {
        Ok(())
    } else {
        Err(ContactError::Email)
    }
}

fn is_email(email: &str) -> bool {
    if email.len() > EMAIL_BYTES_MAX {
        return false;
    }
    let Some((name, domain)) = email.split_once('@') else {
        return false;
    };
    let labels: Vec<&str> = domain.split('.').collect();
    let is_name = (1..=64).contains(&name.len())
        && name
            .split('.')
            .all(|part| !part.is_empty() && part.bytes().all(is_of_a_name));
    let is_ending = labels.last().is_some_and(|ending| {
        ending.len() >= 2 && ending.bytes().all(|byte| byte.is_ascii_alphabetic())
    });
    is_name && labels.len() >= 2 && labels.iter().all(|label| is_label(label)) && is_ending
}

fn is_of_a_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&byte)
}

fn is_label(label: &str) -> bool {
    (1..=63).contains(&label.len())
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_number_is_empty_or_eleven_digits_that_begin_with_1() {
        for good in ["", "13800138000", "10000000000"] {
            assert_eq!(check_phone(good), Ok(()), "{good}");
        }
        for bad in [
            "1380013800",
            "138001380000",
            "23800138000",
            "１３８００１３８０００",
            "+8613800138000",
            "+8613800138",
            " 13800138000",
            "138 0013 800",
            "1380013800a",
        ] {
            assert_eq!(check_phone(bad), Err(ContactError::Phone), "{bad}");
        }
    }

    #[test]
    fn an_email_address_is_empty_or_a_name_and_a_domain() {
        for good in [
            "",
            "a@b.co",
            "first.last+tag@shop.example.com",
            "o'neil@mail-1.example",
        ] {
            assert_eq!(check_email(good), Ok(()), "{good}");
        }
        let endless = format!("{}@example.com", "a".repeat(10_240));
        for bad in [
            "a",
            "a@",
            "@b.co",
            "a@b",
            "a@b..co",
            "a..b@c.co",
            ".a@b.co",
            "a.@b.co",
            "a@b.c",
            "a@-b.co",
            "a@b-.co",
            "a b@c.co",
            "a@b@c.co",
            "a@b.c1",
            "用户@例子.中国",
            "<a@b.co>",
            "a@b.co\n",
            &endless,
        ] {
            assert_eq!(check_email(bad), Err(ContactError::Email), "{bad}");
        }
    }
}
