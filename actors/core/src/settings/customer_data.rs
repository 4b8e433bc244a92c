//! How a tenant's own system is asked for what it knows of a customer (Protocol, 'Customer data').

use crate::secret::Secret;
use crate::time::Timestamp;

/// The settings of a tenant whose system is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct CustomerData {
    /// Where the requests go.
    pub address: Box<str>,
    /// Signs each request: `whsec_` and base64.
    pub secret: Secret,
    /// The secret before, which signs beside the new one for a while.
    pub previous: Option<RetiringSecret>,
}

/// A replaced secret.
#[derive(Clone, Debug, PartialEq)]
pub struct RetiringSecret {
    /// The secret.
    pub secret: Secret,
    /// Until when it signs.
    pub until: Timestamp,
}

impl CustomerData {
    /// The secrets that sign a request at this time, the newest first.
    pub fn secrets(&self, now: Timestamp) -> impl Iterator<Item = &Secret> {
        let previous = self.previous.as_ref();
        let previous = previous.filter(|previous| now < previous.until);
        std::iter::once(&self.secret).chain(previous.map(|previous| &previous.secret))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replaced_secret_signs_until_its_time_is_over() {
        let data = CustomerData {
            address: "https://shop.example.com/customer".into(),
            secret: Secret::new("new"),
            previous: Some(RetiringSecret {
                secret: Secret::new("old"),
                until: Timestamp::from_millis(10),
            }),
        };
        let at = |millis| {
            let now = Timestamp::from_millis(millis);
            data.secrets(now).map(Secret::expose).collect::<Vec<_>>()
        };

        assert_eq!(at(9), ["new", "old"]);
        assert_eq!(at(10), ["new"]);
    }
}
