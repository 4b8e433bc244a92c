//! What a provider's claims say of a person, for this tenant's setting. Nothing here reads the store.

use super::trouble::Trouble;
use crate::account_name;
use crate::fixtures::sign_on::{Otherwise, RoleRules, SignOn};
use actors_core::ids::GroupId;
use actors_core::tenant::Role;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The longest name of a person at a provider, in bytes.
const SUBJECT_BYTES_MAX: usize = 1_000;

/// The longest name that visitors see, in characters.
const NICK_CHARS_MAX: usize = 100;

/// The most values of a group claim that are read.
const VALUES_MAX: usize = 2_000;

/// Somebody whom a provider has proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// What the provider calls them for ever.
    pub subject: String,
    /// Their e-mail address in the normal form of accounts, if the provider has verified it.
    pub email: Option<String>,
    /// Whether the provider names an address that it has not verified.
    pub has_unproven_email: bool,
    /// The name that they sign in with at the provider, if it is no address.
    pub preferred: Option<String>,
    /// Their name.
    pub nick: String,
    /// What their groups give them.
    pub granted: Granted,
}

/// What a person's groups at the provider give them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Granted {
    /// The provider decides nothing: the administration does.
    AsSet,
    /// This role, and these groups of agents if any row names groups.
    Role(Role, Option<Vec<GroupId>>),
}

/// Reads the claims.
///
/// # Errors
/// The claims do not name the person, or their groups give them nothing.
pub fn read(claims: &Map<String, Value>, setting: &SignOn) -> Result<Person, Trouble> {
    let text = |name: &str| {
        let value = claims.get(name).and_then(Value::as_str).map(str::trim);
        value.filter(|text| !text.is_empty())
    };
    let verified = claims.get("email_verified");
    let is_verified =
        verified.is_some_and(|it| it.as_bool() == Some(true) || it.as_str() == Some("true"));
    let subject = subject(claims, &setting.subject_claim)?;
    if setting.subject_claim == "email" && !is_verified {
        return Err(Trouble::EmailUnproven);
    }
    let email = text("email").map(account_name::normal);
    let email = email.filter(|email| email.contains('@') && account_name::is_valid(email));
    let preferred = text("preferred_username").filter(|name| !name.contains('@'));
    let nick = text("name")
        .or(text("nickname"))
        .or(text("preferred_username"));
    let nick = nick.or(text("email").and_then(|email| email.split('@').next()));
    Ok(Person {
        has_unproven_email: email.is_some() && !is_verified,
        email: email.filter(|_| is_verified),
        preferred: preferred
            .filter(|name| account_name::is_valid(name))
            .map(str::to_owned),
        nick: plain(nick.unwrap_or("?")),
        granted: granted(claims, setting.roles.as_ref())?,
        subject,
    })
}

fn subject(claims: &Map<String, Value>, claim: &str) -> Result<String, Trouble> {
    let subject = claims.get(claim).and_then(Value::as_str);
    let subject = subject.filter(|it| !it.is_empty() && it.len() <= SUBJECT_BYTES_MAX);
    let subject = subject.ok_or(Trouble::NoSubject)?;
    // A person named by another claim is never the one whose `sub` reads the same.
    Ok(match claim {
        "sub" => subject.to_owned(),
        claim => format!("{claim}\n{subject}"),
    })
}

fn plain(name: &str) -> String {
    let shown = name.chars().filter(|c| !c.is_control());
    let shown = shown.filter(|c| !actors_core::text::is_hidden(*c));
    let name: String = shown.take(NICK_CHARS_MAX).collect();
    match name.trim() {
        "" => "?".to_owned(),
        name => name.to_owned(),
    }
}

fn granted(claims: &Map<String, Value>, rules: Option<&RoleRules>) -> Result<Granted, Trouble> {
    let Some(rules) = rules else {
        return Ok(Granted::AsSet);
    };
    let values = values(claims, &rules.claim);
    let fitting = || {
        rules
            .rows
            .iter()
            .filter(|row| values.contains(row.value.as_str()))
    };
    let role = fitting().map(|row| row.role).max();
    let role = match (role, rules.otherwise) {
        (Some(role), _) => role,
        (None, Otherwise::Agent) => Role::Agent,
        (None, Otherwise::Refused) => return Err(Trouble::NoRole),
    };
    let names_groups = rules.rows.iter().any(|row| !row.groups.is_empty());
    let groups: BTreeSet<GroupId> = fitting().flat_map(|row| row.groups.clone()).collect();
    Ok(Granted::Role(
        role,
        names_groups.then(|| groups.into_iter().collect()),
    ))
}

/// The values of a claim. A claim inside others is named with dots, such as `realm_access.roles`.
fn values<'a>(claims: &'a Map<String, Value>, claim: &str) -> BTreeSet<&'a str> {
    let found = claims.get(claim).or_else(|| {
        let (first, rest) = claim.split_once('.')?;
        let inner = rest.split('.');
        inner.fold(claims.get(first), |value, name| value?.get(name))
    });
    match found {
        Some(Value::String(one)) => BTreeSet::from([one.as_str()]),
        Some(Value::Array(all)) => all
            .iter()
            .take(VALUES_MAX)
            .filter_map(Value::as_str)
            .collect(),
        _ => BTreeSet::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::findings::Findings;
    use crate::fixtures::sign_on::WrittenSignOn;
    use serde_json::json;

    fn setting(changes: Value) -> SignOn {
        let written: WrittenSignOn = serde_json::from_value(changes).unwrap();
        written.read(&mut Findings::default())
    }

    fn person(claims: Value, changes: Value) -> Result<Person, Trouble> {
        read(claims.as_object().unwrap(), &setting(changes))
    }

    #[test]
    fn an_address_counts_only_if_the_provider_has_verified_it() {
        let claims = |verified: Value| json!({ "sub": "1", "email": "Ada@Example.com", "email_verified": verified });

        for proven in [json!(true), json!("true")] {
            let person = person(claims(proven), json!({})).unwrap();
            assert_eq!(person.email.as_deref(), Some("ada@example.com"));
        }
        for unproven in [json!(false), json!("false"), json!(1), json!(null)] {
            let person = person(claims(unproven), json!({})).unwrap();
            assert_eq!(person.email, None);
            assert!(person.has_unproven_email);
        }
        assert_eq!(
            person(claims(json!(false)), json!({ "subjectClaim": "email" })),
            Err(Trouble::EmailUnproven)
        );
    }

    #[test]
    fn a_person_must_have_the_claim_that_names_them() {
        for claims in [json!({}), json!({ "sub": "" }), json!({ "sub": 7 })] {
            assert_eq!(person(claims, json!({})), Err(Trouble::NoSubject));
        }
        let by_sub = person(json!({ "sub": "1", "oid": "1" }), json!({})).unwrap();
        let by_oid = person(
            json!({ "sub": "1", "oid": "1" }),
            json!({ "subjectClaim": "oid" }),
        );
        assert_ne!(by_sub.subject, by_oid.unwrap().subject);
    }

    #[test]
    fn the_highest_role_of_all_values_counts_and_groups_add_up() {
        let rows = json!({ "groupClaim": "groups", "roles": [
            { "value": "staff", "role": "agent", "groupIds": ["sales"] },
            { "value": "leads", "role": "supervisor", "groupIds": ["care"] },
            { "value": "owners", "role": "admin" }
        ] });
        let granted = |groups: Value| {
            person(json!({ "sub": "1", "groups": groups }), rows.clone()).map(|it| it.granted)
        };

        let both = Some(vec!["care".into(), "sales".into()]);
        assert_eq!(
            granted(json!(["staff", "leads", "x"])),
            Ok(Granted::Role(Role::Supervisor, both))
        );
        assert_eq!(
            granted(json!("owners")),
            Ok(Granted::Role(Role::Admin, Some(Vec::new())))
        );
        for none in [
            json!([]),
            json!(null),
            json!(["Staff"]),
            json!({ "staff": 1 }),
        ] {
            assert_eq!(granted(none), Err(Trouble::NoRole));
        }
    }

    #[test]
    fn rows_without_groups_leave_the_groups_of_agents_alone() {
        let setting = json!({ "groupClaim": "realm_access.roles", "unmatched": "agent",
            "roles": [{ "value": "owners", "role": "admin" }] });
        let claims = |roles: Value| json!({ "sub": "1", "realm_access": { "roles": roles } });

        assert_eq!(
            person(claims(json!(["owners"])), setting.clone())
                .unwrap()
                .granted,
            Granted::Role(Role::Admin, None)
        );
        assert_eq!(
            person(claims(json!([])), setting).unwrap().granted,
            Granted::Role(Role::Agent, None)
        );
    }

    #[test]
    fn a_name_is_one_short_plain_line() {
        let nick = |name: &str| {
            person(json!({ "sub": "1", "name": name }), json!({}))
                .unwrap()
                .nick
        };

        assert_eq!(nick("Ada\n Lovelace\u{202e}"), "Ada Lovelace");
        assert_eq!(nick(&"a".repeat(300)).len(), 100);
        assert_eq!(nick("\u{200b}"), "?");
        let unnamed = person(json!({ "sub": "1", "email": "ada@example.com" }), json!({}));
        assert_eq!(unnamed.unwrap().nick, "ada");
    }
}
