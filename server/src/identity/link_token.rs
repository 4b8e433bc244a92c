//! Tokens in links: one opens a work order or a form (Protocol, 'Work orders'), another a conversation from a mail
//! (Protocol, 'Mail to a visitor who left'). A token contains what it opens, so it is accepted for nothing else.

use crate::mail::stopped;
use crate::mail::words::Tongue;
use crate::secrets::{self, KeyRing};
use crate::visitor_token::Claims;
use actors_core::ids::{TemplateId, TenantId, VisitorKey, Voucher, WorkOrderId};
use actors_core::time::{Span, Timestamp};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Protocol, 'Work orders': how long a form may be submitted after it is opened.
pub const FORM_VALID_FOR: Span = Span::from_minutes(120);

/// Protocol, 'Mail to a visitor who left': how long a mail's link opens the conversation.
pub const BACK_VALID_FOR: Span = Span::from_minutes(7 * 24 * 60);

#[derive(Serialize, Deserialize)]
#[serde(tag = "k")]
enum Payload<'a> {
    /// Never expires: the visitor may return weeks later.
    #[serde(rename = "link")]
    Link {
        #[serde(rename = "t", borrow)]
        tenant: Cow<'a, str>,
        #[serde(rename = "w", borrow)]
        order: Cow<'a, str>,
    },
    #[serde(rename = "form")]
    Form {
        #[serde(rename = "t", borrow)]
        tenant: Cow<'a, str>,
        #[serde(rename = "m", borrow)]
        template: Cow<'a, str>,
        #[serde(rename = "n", borrow)]
        form: Cow<'a, str>,
        #[serde(rename = "e")]
        ends: i64,
    },
    #[serde(rename = "back")]
    Back {
        #[serde(rename = "t", borrow)]
        tenant: Cow<'a, str>,
        // Not the name that a visitor's token has: neither is taken for the other.
        #[serde(rename = "b", borrow)]
        visitor: Cow<'a, str>,
        #[serde(rename = "c", borrow)]
        channel: Cow<'a, str>,
        #[serde(rename = "e")]
        ends: i64,
        #[serde(rename = "v", default, skip_serializing_if = "Option::is_none")]
        vouched: Option<Voucher>,
    },
    /// Never expires: the owner of the address may end its mails at any time.
    #[serde(rename = "stop")]
    Stop {
        #[serde(rename = "t", borrow)]
        tenant: Cow<'a, str>,
        #[serde(rename = "a", borrow)]
        hash: Cow<'a, str>,
        #[serde(rename = "l")]
        tongue: Tongue,
    },
}

/// What a valid token opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opens {
    /// A work order.
    Order(TenantId, WorkOrderId),
    /// A form.
    Form(FormClaims),
    /// The visitor's conversation, by a token issued at this time.
    Conversation(Claims, Timestamp),
    /// The end of mails to an address.
    Stop {
        /// Whose mails.
        tenant: TenantId,
        /// The hash of the address.
        hash: String,
        /// The language of the mail.
        tongue: Tongue,
    },
}

/// A form that a caller has open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormClaims {
    /// The form's tenant.
    pub tenant: TenantId,
    /// The template of the form.
    pub template: TemplateId,
    /// The random name of this form.
    pub form: Box<str>,
}

/// Returns the token of a work order's link; always the same for the same order and key.
pub fn of_order(keys: &KeyRing, tenant: &TenantId, order: &WorkOrderId) -> String {
    sign(
        keys,
        &Payload::Link {
            tenant: tenant.as_str().into(),
            order: order.as_str().into(),
        },
    )
}

/// Returns a token for a form that is opened at `now`.
pub fn of_form(keys: &KeyRing, tenant: &TenantId, template: &TemplateId, now: Timestamp) -> String {
    sign(
        keys,
        &Payload::Form {
            tenant: tenant.as_str().into(),
            template: template.as_str().into(),
            form: secrets::random_name().into(),
            ends: (now + FORM_VALID_FOR).as_millis(),
        },
    )
}

/// Returns a token that opens the visitor's conversation, for a link in a mail.
pub fn of_conversation(keys: &KeyRing, claims: &Claims, now: Timestamp) -> String {
    sign(
        keys,
        &Payload::Back {
            tenant: claims.visitor.tenant.as_str().into(),
            visitor: claims.visitor.visitor.as_str().into(),
            channel: claims.channel.as_str().into(),
            ends: (now + BACK_VALID_FOR).as_millis(),
            vouched: claims.vouched,
        },
    )
}

/// Returns the token of the link that ends mails to an address.
pub fn of_address(keys: &KeyRing, tenant: &TenantId, address: &str, tongue: Tongue) -> String {
    sign(
        keys,
        &Payload::Stop {
            tenant: tenant.as_str().into(),
            hash: stopped::hash(tenant, address).into(),
            tongue,
        },
    )
}

fn sign(keys: &KeyRing, payload: &Payload<'_>) -> String {
    keys.sign(&serde_json::to_vec(payload).unwrap_or_default())
}

/// Returns what a token opens, if it is valid.
pub fn read(keys: &KeyRing, token: &str, now: Timestamp) -> Option<Opens> {
    let bytes = keys.verify(token)?;
    match serde_json::from_slice(&bytes).ok()? {
        Payload::Link { tenant, order } => Some(Opens::Order((&*tenant).into(), (&*order).into())),
        Payload::Form { ends, .. } if now.as_millis() >= ends => None,
        Payload::Form {
            tenant,
            template,
            form,
            ..
        } => Some(Opens::Form(FormClaims {
            tenant: (&*tenant).into(),
            template: (&*template).into(),
            form: (&*form).into(),
        })),
        Payload::Back { ends, .. } if now.as_millis() >= ends => None,
        Payload::Back {
            tenant,
            visitor,
            channel,
            ends,
            vouched,
        } => {
            let visitor = VisitorKey {
                tenant: (&*tenant).into(),
                visitor: (&*visitor).into(),
            };
            let claims = Claims {
                visitor,
                channel: (&*channel).into(),
                vouched,
            };
            let issued = Timestamp::from_millis(ends) - BACK_VALID_FOR;
            Some(Opens::Conversation(claims, issued))
        }
        Payload::Stop {
            tenant,
            hash,
            tongue,
        } => Some(Opens::Stop {
            tenant: (&*tenant).into(),
            hash: hash.into_owned(),
            tongue,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::visitor_token;

    const NOW: Timestamp = Timestamp::from_millis(1_790_000_000_000);

    fn keys() -> (tempfile::TempDir, KeyRing) {
        let folder = tempfile::tempdir().unwrap();
        let keys = KeyRing::open(folder.path(), None).unwrap();
        (folder, keys)
    }

    #[test]
    fn a_link_never_expires() {
        let (_folder, keys) = keys();
        let token = of_order(&keys, &"shop".into(), &"w1".into());

        let years_later = NOW + Span::from_minutes(5_000_000);
        let opened = read(&keys, &token, years_later);

        assert_eq!(opened, Some(Opens::Order("shop".into(), "w1".into())));
        assert_eq!(token, of_order(&keys, &"shop".into(), &"w1".into()));
    }

    #[test]
    fn a_form_expires_after_two_hours_and_each_has_its_own_token() {
        let (_folder, keys) = keys();
        let token = of_form(&keys, &"shop".into(), &"visit".into(), NOW);
        let other = of_form(&keys, &"shop".into(), &"visit".into(), NOW);

        let Some(Opens::Form(claims)) =
            read(&keys, &token, NOW + Span::from_millis(2 * 3_600_000 - 1))
        else {
            panic!("the form is not open");
        };

        assert_eq!(
            (claims.tenant.as_str(), claims.template.as_str()),
            ("shop", "visit")
        );
        assert_ne!(token, other);
        assert_eq!(read(&keys, &token, NOW + FORM_VALID_FOR), None);
    }

    #[test]
    fn a_mails_link_opens_the_conversation_for_a_week() {
        let (_folder, keys) = keys();
        let visitor = VisitorKey {
            tenant: "shop".into(),
            visitor: "v1".into(),
        };
        let claims = Claims {
            visitor,
            channel: "web".into(),
            vouched: None,
        };
        let token = of_conversation(&keys, &claims, NOW);

        let last = NOW + BACK_VALID_FOR - Span::from_millis(1);
        assert_eq!(
            read(&keys, &token, last),
            Some(Opens::Conversation(claims, NOW))
        );
        assert_eq!(read(&keys, &token, NOW + BACK_VALID_FOR), None);
    }

    #[test]
    fn no_token_is_accepted_for_another_kind() {
        let (_folder, keys) = keys();
        let visitor = VisitorKey {
            tenant: "shop".into(),
            visitor: "v1".into(),
        };
        let claims = Claims {
            visitor,
            channel: "web".into(),
            vouched: None,
        };
        let visitors = visitor_token::issue(&keys, &claims, NOW);
        let link = of_order(&keys, &"shop".into(), &"w1".into());
        let form = of_form(&keys, &"shop".into(), &"visit".into(), NOW);

        assert_eq!(read(&keys, &visitors, NOW), None);
        let back = of_conversation(&keys, &claims, NOW);
        let stop = of_address(&keys, &"shop".into(), "ann@example.com", Tongue::En);
        for token in [link, form, back, stop] {
            assert_eq!(visitor_token::read(&keys, &token, NOW), None);
            assert_eq!(read(&keys, &token[1..], NOW), None);
        }
    }
}
