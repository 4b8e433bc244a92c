//! What opens one work order to whoever has its link, and one card form to whoever has its page (Protocol, 'Work orders'). A token
//! says what it opens, so that none is taken for another or for a visitor's.

use crate::secrets::{self, KeyRing};
use actors_core::ids::{TemplateId, TenantId, WorkOrderId};
use actors_core::time::{Span, Timestamp};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Protocol, 'Work orders': how long a form may be filled in.
pub const FORM_VALID_FOR: Span = Span::from_minutes(120);

#[derive(Serialize, Deserialize)]
#[serde(tag = "k")]
enum Payload<'a> {
    /// Does not end: the visitor may come back to it weeks later.
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
    /// This work order.
    Order(TenantId, WorkOrderId),
    /// This form.
    Form(FormClaims),
}

/// A form that somebody has before them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormClaims {
    /// Whose.
    pub tenant: TenantId,
    /// What is asked.
    pub template: TemplateId,
    /// The form's own name, made by dice.
    pub form: Box<str>,
}

/// The token of a work order's link. The same each time.
pub fn of_order(keys: &KeyRing, tenant: &TenantId, order: &WorkOrderId) -> String {
    sign(
        keys,
        &Payload::Link {
            tenant: tenant.as_str().into(),
            order: order.as_str().into(),
        },
    )
}

/// A token for a form that is opened at this moment.
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

/// What a token opens, while it is valid.
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
    fn a_link_opens_its_order_for_good() {
        let (_folder, keys) = keys();
        let token = of_order(&keys, &"shop".into(), &"w1".into());

        let years_later = NOW + Span::from_minutes(5_000_000);
        let opened = read(&keys, &token, years_later);

        assert_eq!(opened, Some(Opens::Order("shop".into(), "w1".into())));
        assert_eq!(token, of_order(&keys, &"shop".into(), &"w1".into()));
    }

    #[test]
    fn a_form_is_open_for_two_hours_and_no_two_are_the_same() {
        let (_folder, keys) = keys();
        let token = of_form(&keys, &"shop".into(), &"visit".into(), NOW);
        let other = of_form(&keys, &"shop".into(), &"visit".into(), NOW);

        let Some(Opens::Form(claims)) =
            read(&keys, &token, NOW + Span::from_millis(2 * 3_600_000 - 1))
        else {
            panic!("it is not open");
        };

        assert_eq!(
            (claims.tenant.as_str(), claims.template.as_str()),
            ("shop", "visit")
        );
        assert_ne!(token, other);
        assert_eq!(read(&keys, &token, NOW + FORM_VALID_FOR), None);
    }

    #[test]
    fn no_token_is_taken_for_another() {
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
