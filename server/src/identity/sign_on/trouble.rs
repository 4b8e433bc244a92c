//! Everything that can go wrong with single sign-on, in words that say what to do.

use crate::error::ApiError;
use crate::fixtures::findings::{About, FieldError};
use crate::relay::exchange::NoAnswer;

/// Why somebody is not signed in, or why a provider cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Trouble {
    Off,
    Expired,
    Provider(NoAnswer),
    Status,
    NoDocument,
    OtherIssuer,
    NoKeys,
    Endpoint,
    Client,
    Unclear,
    Code,
    NoToken,
    TokenAudience,
    TokenExpired,
    TokenIssuer,
    TokenNonce,
    TokenKey,
    TokenSignature,
    TokenBroken,
    NoSubject,
    NoAccount,
    EmailUnproven,
    AccountTaken,
    Disabled,
    Removed,
    NoRole,
    LastAdmin,
    NotCreated,
    Busy,
}

impl Trouble {
    /// The name on the wire, by which pages choose their words (Protocol, 'Single sign-on').
    pub fn code(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Expired => "expired",
            Self::Provider(NoAnswer::Refused) => "addressRefused",
            Self::Provider(NoAnswer::Private) => "addressPrivate",
            Self::Provider(NoAnswer::NotReached) => "notReached",
            Self::Provider(NoAnswer::TooSlow) => "tooSlow",
            Self::Provider(NoAnswer::TooLarge) => "tooLarge",
            Self::Status => "status",
            Self::NoDocument => "noDocument",
            Self::OtherIssuer => "otherIssuer",
            Self::NoKeys => "noKeys",
            Self::Endpoint => "endpoint",
            Self::Client => "client",
            Self::Unclear => "unclear",
            Self::Code => "code",
            Self::NoToken => "noToken",
            Self::TokenAudience => "tokenAudience",
            Self::TokenExpired => "tokenExpired",
            Self::TokenIssuer => "tokenIssuer",
            Self::TokenNonce => "tokenNonce",
            Self::TokenKey => "tokenKey",
            Self::TokenSignature => "tokenSignature",
            Self::TokenBroken => "tokenBroken",
            Self::NoSubject => "noSubject",
            Self::NoAccount => "noAccount",
            Self::EmailUnproven => "emailUnproven",
            Self::AccountTaken => "accountTaken",
            Self::Disabled => "disabled",
            Self::Removed => "removed",
            Self::NoRole => "noRole",
            Self::LastAdmin => "lastAdmin",
            Self::NotCreated => "notCreated",
            Self::Busy => "busy",
        }
    }

    /// The same as a sentence.
    #[expect(clippy::too_many_lines, reason = "a list of sentences, one a kind")]
    pub fn message(self) -> &'static str {
        match self {
            Self::Off => {
                "single sign-on is off for this shop: sign in with your account and password"
            }
            Self::Expired => {
                "this sign-in took longer than 10 minutes, was used, or began in another tab: begin again"
            }
            Self::Provider(NoAnswer::Refused) => {
                "the provider's address must be https with a public host name and no port: correct it, or ask the operator to allow the host"
            }
            Self::Provider(NoAnswer::Private) => {
                "the provider's name leads to a private network: ask the operator to allow the host"
            }
            Self::Provider(NoAnswer::NotReached) => {
                "the provider cannot be reached: try again, and check its address if it stays so"
            }
            Self::Provider(NoAnswer::TooSlow) => {
                "the provider did not answer within 10 seconds: try again later"
            }
            Self::Provider(NoAnswer::TooLarge) => {
                "the provider answered with more than 512 KiB: check its address"
            }
            Self::Status => {
                "the provider's address has no OpenID Connect description: check its address"
            }
            Self::NoDocument => {
                "the provider's description cannot be read: check that its address is one of OpenID Connect"
            }
            Self::OtherIssuer => {
                "the provider names itself differently: enter its address exactly as its description says in `issuer`"
            }
            Self::NoKeys => "the provider has no key that signs: ask who runs it",
            Self::Endpoint => {
                "the provider's description names no usable page for signing in: ask who runs it"
            }
            Self::Client => {
                "the provider does not accept the client id or the client secret: an administrator must correct them"
            }
            Self::Unclear => {
                "the provider does not say whether it knows the client: sign in once to find out"
            }
            Self::Code => {
                "the provider does not accept this sign-in any more, perhaps because it was used before: begin again"
            }
            Self::NoToken => {
                "the provider sent no ID token: an administrator must set it up for OpenID Connect"
            }
            Self::TokenAudience => {
                "the provider's token is for another client: an administrator must correct the client id"
            }
            Self::TokenExpired => {
                "the provider's token has expired or comes from the future: begin again, and let the clocks be checked"
            }
            Self::TokenIssuer => {
                "the token comes from another provider: an administrator must correct the address"
            }
            Self::TokenNonce => "the provider's token belongs to another sign-in: begin again",
            Self::TokenKey => {
                "the provider's token is signed with an unknown key: try again in a minute"
            }
            Self::TokenSignature => {
                "the provider's token has no valid signature of a kind that is accepted: an administrator must choose RS256 or ES256 there"
            }
            Self::TokenBroken => "the provider's token cannot be read: ask who runs the provider",
            Self::NoSubject => {
                "the provider's token does not have the claim that names a person: an administrator must correct the claim"
            }
            Self::NoAccount => "you have no account in this shop: ask an administrator to add you",
            Self::EmailUnproven => {
                "the provider does not confirm your e-mail address: let it be confirmed there, or ask an administrator"
            }
            Self::AccountTaken => {
                "an account with your name exists and is not linked to you: ask an administrator"
            }
            Self::Disabled => "your account is disabled: ask an administrator",
            Self::Removed => "your account was removed: ask an administrator",
            Self::NoRole => {
                "none of your groups at the provider may use this shop: ask an administrator"
            }
            Self::LastAdmin => {
                "your groups at the provider make you no administrator, but you are the last one: add another one first"
            }
            Self::NotCreated => {
                "an account could not be made for you: ask an administrator to add you"
            }
            Self::Busy => "too many people sign in at this moment: try again in a minute",
        }
    }
}

impl From<NoAnswer> for Trouble {
    fn from(no: NoAnswer) -> Self {
        Self::Provider(no)
    }
}

impl From<Trouble> for ApiError {
    fn from(trouble: Trouble) -> Self {
        if trouble == Trouble::Busy {
            return Self::TooMany(60);
        }
        let field = FieldError::new("signOn", trouble.message());
        Self::SignInNeeds(Box::new(field.with_code(trouble.code(), About::default())))
    }
}
