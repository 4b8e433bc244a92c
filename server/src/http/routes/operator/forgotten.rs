//! forgotPassword: a link for another password, by mail (Protocol, 'Operators').

use crate::account_name;
use crate::authentication::first_language;
use crate::blocking::work;
use crate::body::Json;
use crate::error::{Answer, ApiError};
use crate::forgotten;
use crate::mail::words::Tongue;
use crate::rates::ByAddress;
use crate::state::State;
use crate::wire::envelope::{Nothing, success};
use crate::wire::operator::OperatorForgotRequest;
use actix_web::HttpRequest;
use actix_web::web::Data;

/// forgotPassword: the answer and its time do not tell whether the account exists.
///
/// # Errors
/// 409 if the server sends no mail, 429 after too many.
pub async fn forgot_password(
    state: Data<State>,
    request: HttpRequest,
    Json(body): Json<OperatorForgotRequest>,
) -> Answer {
    state.limits.address(&request, ByAddress::Login)?;
    if !state.mail.is_on() {
        return Err(ApiError::Conflict(
            "this server sends no mail: run `frontdesk operator reset-password` for a link",
        ));
    }
    let account = account_name::normal(&body.account);
    let tongue = Tongue::for_reader(first_language(&request));
    work(move || forgotten::ask_as_operator(&state, &account, tongue)).await?;
    Ok(success(&Nothing {}))
}
