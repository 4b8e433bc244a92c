//! The socket in the data folder that a running server takes the operator's orders on. Only the owner of the folder may
//! write to it.

use super::{Bases, Done, Order, Refused, Setting, carry_out, of_tenant, said};
use crate::account_name;
use crate::admin::audit::OPERATOR;
use crate::backup::source::read_store;
use crate::blocking::run;
use crate::operators;
use crate::register;
use crate::routes::health;
use crate::state::State;
use actix_web::dev::ServerHandle;
use actix_web::web::{self, Data, Json};
use actix_web::{App, HttpResponse, HttpServer, rt};
use actors_core::ids::{AgentId, TenantId};
use futures_util::TryStreamExt as _;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The name of the socket.
pub const FILE: &str = "control.sock";

/// Where orders are posted to.
pub const PATH: &str = "/control";

/// Where the records of the store are read.
pub const RECORDS: &str = "/records";

/// Answers as `/readyz` does.
pub const READY: &str = "/readyz";

/// A socket that is served until it is closed.
pub struct ControlSocket {
    path: PathBuf,
    server: ServerHandle,
}

impl ControlSocket {
    /// Opens the socket. If that fails, the server runs without it, and the log gives the reason.
    pub fn open(folder: &Path, state: Data<State>, bases: Bases) -> Option<Self> {
        let path = folder.join(FILE);
        match listen(&path, state, bases) {
            Ok(server) => Some(Self { path, server }),
            Err(cause) => {
                let path = path.display();
                tracing::warn!(code = "FD203", %path, %cause, "cannot listen on the control socket: the server runs without it");
                None
            }
        }
    }

    /// Takes no further order and removes the socket.
    pub async fn close(self) {
        self.server.stop(false).await;
        // It may be gone with the folder.
        let _ = std::fs::remove_file(self.path);
    }
}

fn listen(path: &Path, state: Data<State>, bases: Bases) -> io::Result<ServerHandle> {
    match std::fs::remove_file(path) {
        // Only the process that has the store open uses the socket, so a killed process left this one.
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let bases = Data::new(bases);
    let server = HttpServer::new(move || {
        App::new()
            .app_data(state.clone())
            .app_data(bases.clone())
            .route(PATH, web::post().to(take))
            .route(READY, web::get().to(health::ready))
            .route(RECORDS, web::get().to(records))
    })
    .workers(1)
    .disable_signals()
    .bind_uds(path)?;
    close_to_others(path)?;
    let server = server.run();
    let handle = server.handle();
    rt::spawn(server);
    Ok(handle)
}

/// Lets nobody but the folder's owner use a socket.
pub(crate) fn close_to_others(path: &Path) -> io::Result<()> {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(path, Permissions::from_mode(0o600))
}

async fn take(
    state: Data<State>,
    bases: Data<Bases>,
    Json(order): Json<Order>,
) -> Json<Result<Done, Refused>> {
    Json(obey(state, Bases::clone(&bases), order).await)
}

/// Everything that the store keeps, as the server writes on. Closing the connection ends the reading.
async fn records(state: Data<State>) -> HttpResponse {
    let pieces = read_store(Arc::clone(state.office.store()), state.now());
    let pieces = pieces.inspect_err(
        |error| tracing::error!(code = "FD204", %error, "a backup or an export ends early"),
    );
    HttpResponse::Ok().streaming(pieces.map_err(actix_web::error::ErrorInternalServerError))
}

async fn obey(state: Data<State>, bases: Bases, order: Order) -> Result<Done, Refused> {
    match order {
        Order::DisableTenant { tenant_id } => {
            let disabled = register::disable(&state, TenantId::from(tenant_id.as_str()), by());
            disabled
                .await
                .map_err(|error| of_tenant(&tenant_id, error))?;
            Ok(Done::Changed)
        }
        Order::EnableTenant { tenant_id } => {
            let enabled = register::enable(&state, TenantId::from(tenant_id.as_str()), by());
            enabled
                .await
                .map_err(|error| of_tenant(&tenant_id, error))?;
            Ok(Done::Changed)
        }
        Order::RemoveOperator { ref account } | Order::ResetOperator { ref account, .. } => {
            let _alone = state.admin.changing_tenants().await;
            let setting = setting(&state, bases);
            let id = AgentId::from(account_name::normal(account).as_str());
            run(move || shut_out(&state, &id, order, &setting))
                .await
                .map_err(said)?
        }
        order => {
            // A link must not be made while its tenant is.
            let _alone = state.admin.changing_tenants().await;
            let setting = setting(&state, bases);
            let store = Arc::clone(state.office.store());
            run(move || carry_out(store.as_ref(), order, &setting))
                .await
                .map_err(said)?
        }
    }
}

/// Carries out an order that ends an operator's sign-ins, under the operator's lock: nobody can sign in meanwhile.
fn shut_out(state: &State, id: &AgentId, order: Order, setting: &Setting) -> Result<Done, Refused> {
    let home = operators::home();
    let _turn = state.two_steps.turn(&home, id);
    let done = carry_out(state.office.store().as_ref(), order, setting)?;
    state.agents.forget_seen(&home, id, None);
    Ok(done)
}

fn by() -> AgentId {
    AgentId::from(OPERATOR)
}

/// Where and when a running server carries an order out.
pub fn setting(state: &State, bases: Bases) -> Setting {
    let now = state.now();
    Setting {
        bases,
        now,
        at: state.admin.audit.draw(now),
    }
}
