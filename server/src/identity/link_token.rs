//! Tokens that open one work order to the holder of its link, and one form to the holder of its page
//! (Protocol, 'Work orders'). A token contains what it opens, so that none is accepted for another or for a visitor's.

use crate::secrets::{self, KeyRing};
use actors_core::ids::{TemplateId, TenantId, WorkOrderId};
use actors_core::time::{Span, Timestamp};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Protocol, 'Work orders': how long a form may be submitted after it is opened.
pub const FORM_VALID_FOR: Span = Span::from_minutes(120);

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
}

/// What a valid token opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opens {
    /// A work order.
    Order(TenantId, WorkOrderId),
    /// A form.
    Form(FormClaims),
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
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::visitor_token::{self, Claims};
    use actors_core::ids::VisitorKey;

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
        for token in [link, form] {
            assert_eq!(visitor_token::read(&keys, &token, NOW), None);
            assert_eq!(read(&keys, &token[1..], NOW), None);
        }
    }
}
