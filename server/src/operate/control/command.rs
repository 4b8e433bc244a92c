//! The operator's commands: an order to the server that runs, or to the store where none runs.

use super::operators::Listed;
use super::socket::{FILE, PATH, READY, RECORDS};
use super::{Bases, Done, Order, Refused, Setting, carry_out};
use crate::backup::lines::Pieces;
use crate::backup::source::open_store;
use crate::cluster;
use crate::format;
use crate::register::ListedTenant;
use crate::settings::commands::{AdminCommand, DataArgs, OperatorCommand, TenantCommand};
use crate::settings::{self, Settings};
use actors_runtime::clock::{Clock as _, SteadyClock};
use actors_runtime::ports::Store as _;
use anyhow::Context as _;
use futures_util::{StreamExt as _, TryStreamExt as _};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

/// How long a server may take to carry an order out.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long a server may take to say whether it is ready.
const HEALTH_PATIENCE: Duration = Duration::from_secs(5);

/// What the operator reads before a link, and the order.
pub struct Command {
    order: Order,
    before: String,
}

impl Command {
    /// `frontdesk setup-link`.
    pub fn setup_link() -> Self {
        Self {
            order: Order::SetupLink,
            before: "Set up your shop".to_owned(),
        }
    }

    /// `frontdesk tenant …`.
    pub fn tenant(command: TenantCommand) -> Self {
        let (order, before) = match command {
            TenantCommand::Add { name } => {
                let before = format!("Set up {name}");
                (Order::AddTenant { name }, before)
            }
            TenantCommand::List => (Order::ListTenants, String::new()),
            TenantCommand::Disable { id } => {
                let before = format!("tenant {id} is disabled");
                (Order::DisableTenant { tenant_id: id }, before)
            }
            TenantCommand::Enable { id } => {
                let before = format!("tenant {id} is enabled");
                (Order::EnableTenant { tenant_id: id }, before)
            }
        };
        Self { order, before }
    }

    /// `frontdesk operator …`.
    pub fn operator(command: OperatorCommand) -> Self {
        let (order, before) = match command {
            OperatorCommand::Add { name } => {
                let before = format!("Choose a password for {name}");
                (Order::AddOperator { account: name }, before)
            }
            OperatorCommand::List => (Order::ListOperators, String::new()),
            OperatorCommand::Remove { name } => {
                let before = format!("operator {name} is removed");
                (Order::RemoveOperator { account: name }, before)
            }
            OperatorCommand::ResetPassword { totp, name } => {
                let before = format!("Choose a new password for {name}");
                let account = name;
                (Order::ResetOperator { account, totp }, before)
            }
        };
        Self { order, before }
    }

    /// `frontdesk admin …`.
    pub fn admin(command: AdminCommand) -> Self {
        let AdminCommand::ResetPassword {
            tenant,
            totp,
            account,
        } = command;
        Self {
            before: format!("Choose a new password for {account}"),
            order: Order::ResetPassword {
                tenant_id: tenant,
                account,
                totp,
            },
        }
    }

    /// Gives the order and prints what came of it.
    ///
    /// # Errors
    /// Why it was refused, or could not be given.
    #[allow(clippy::print_stdout)]
    pub fn run(self, args: DataArgs) -> anyhow::Result<()> {
        let settings = settings::of_data(args)?;
        format::refuse_newer(&settings.data)?;
        let socket = settings.data.join(FILE);
        let done = match UnixStream::connect(&socket) {
            Ok(_) => ask(&socket, &self.order)?,
            Err(_) if cluster::control::is_follower(&settings.data) => {
                anyhow::bail!(cluster::control::NOT_OWNER)
            }
            Err(_) => alone(&settings, self.order)?,
        };
        match done.map_err(anyhow::Error::msg)? {
            Done::Link { link, .. } => println!("{}: {link}", self.before),
            Done::Tenants { list } => print!("{}", table(&list)),
            Done::Operators { list } => print!("{}", of_operators(&list)),
            Done::Changed => println!("{}", self.before),
        }
        Ok(())
    }
}

/// Gives an order to the server that runs.
fn ask(socket: &Path, order: &Order) -> anyhow::Result<Result<Done, Refused>> {
    let body = serde_json::to_vec(order)?;
    let answer = actix_web::rt::System::new().block_on(async {
        let asked = client(socket)
            .timeout(PATIENCE)
            .build()?
            .post(format!("http://localhost{PATH}"))
            .header("content-type", "application/json")
            .body(body);
        asked.send().await?.error_for_status()?.bytes().await
    });
    let answer = answer.context("asking the server that runs")?;
    serde_json::from_slice(&answer).context("reading the server's answer")
}

/// Calls a socket of the data folder.
pub(crate) fn client(socket: &Path) -> reqwest::ClientBuilder {
    // Building a client needs a provider, though no TLS is spoken here.
    drop(rustls::crypto::ring::default_provider().install_default());
    // The certificates of the system are not read: there may be none in a container.
    reqwest::Client::builder()
        .unix_socket(socket)
        .no_proxy()
        .tls_certs_only([])
}

/// `frontdesk healthcheck`: asks the server that runs on the data folder, whatever address it listens on.
///
/// # Errors
/// No server runs there, its store refuses writes, or it is stopping.
pub fn check_health(args: DataArgs) -> anyhow::Result<()> {
    let data = settings::of_data(args)?.data;
    // A node of a cluster that does not own the cell has a socket of its own.
    let socket = match UnixStream::connect(data.join(FILE)) {
        Err(_) if data.join(cluster::control::FILE).exists() => data.join(cluster::control::FILE),
        _ => data.join(FILE),
    };
    let status = actix_web::rt::System::new().block_on(async {
        let asked = client(&socket).timeout(HEALTH_PATIENCE).build()?;
        let answer = asked.get(format!("http://localhost{READY}")).send().await?;
        anyhow::Ok(answer.status())
    });
    let status = status.with_context(|| {
        let socket = socket.display();
        format!(
            "no server answers at {socket}: `--data` must name the data folder of a running server"
        )
    })?;
    anyhow::ensure!(
        status.is_success(),
        "the server is not ready: its log says whether the store refuses writes or the server is stopping"
    );
    Ok(())
}

/// The records of the server that runs; `None` if none runs.
///
/// # Errors
/// The server does not answer.
pub async fn records(socket: &Path) -> anyhow::Result<Option<Pieces>> {
    if UnixStream::connect(socket).is_err() {
        return Ok(None);
    }
    let asked = client(socket).read_timeout(PATIENCE).build()?;
    let answer = asked.get(format!("http://localhost{RECORDS}")).send().await;
    let answer = answer.and_then(reqwest::Response::error_for_status);
    let answer = answer.context("asking the server that runs")?;
    let pieces = answer.bytes_stream();
    let pieces = pieces.map_err(|error| {
        anyhow::Error::new(error).context("the server ended the records early: its log says why")
    });
    Ok(Some(pieces.boxed()))
}

/// Carries an order out in the store, which no server has open.
fn alone(settings: &Settings, order: Order) -> anyhow::Result<Result<Done, Refused>> {
    let store = open_store(settings)?;
    let now = SteadyClock::from_machine().now();
    let setting = Setting {
        bases: Bases::of(
            (settings.tls.scheme(), settings.listen),
            Some(settings.operator_listen),
        ),
        now,
        at: now.as_millis(),
    };
    let done = carry_out(&store, order, &setting);
    store.close();
    Ok(done)
}

/// The tenants in columns.
fn table(list: &[ListedTenant]) -> String {
    if list.is_empty() {
        return "there is no tenant yet: `frontdesk setup-link` makes a link for the first one\n"
            .to_owned();
    }
    let head = ["id", "name", "state", "channels", "agents"].map(str::to_owned);
    let rows = list.iter().map(|tenant| {
        let counts = [tenant.channels, tenant.agents].map(|count| count.to_string());
        let [channels, agents] = counts;
        let name = tenant.name.clone();
        [
            tenant.tenant_id.clone(),
            name,
            tenant.state.clone(),
            channels,
            agents,
        ]
    });
    columns(std::iter::once(head).chain(rows).collect())
}

/// The operators in columns.
fn of_operators(list: &[Listed]) -> String {
    if list.is_empty() {
        return "there is no operator yet: `frontdesk operator add NAME` makes one\n".to_owned();
    }
    let head = ["account", "password", "second step"].map(str::to_owned);
    let said = |is_so: bool, yes: &str, no: &str| if is_so { yes } else { no }.to_owned();
    let rows = list.iter().map(|operator| {
        [
            operator.account.clone(),
            said(operator.has_password, "set", "not yet"),
            said(operator.has_totp, "on", "off"),
        ]
    });
    columns(std::iter::once(head).chain(rows).collect())
}

fn columns<const COUNT: usize>(rows: Vec<[String; COUNT]>) -> String {
    let width = |at: usize| {
        let cells = rows.iter().map(|row| row[at].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..COUNT).map(width).collect();
    let line = |row: &[String; COUNT]| {
        let cells = row.iter().zip(&widths);
        let padded = cells.map(|(cell, width)| format!("{cell:<width$}"));
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tenants_stand_in_columns() {
        let tenant = |id: &str, name: &str| ListedTenant {
            tenant_id: id.into(),
            name: name.into(),
            state: "enabled".into(),
            channels: 1,
            agents: 12,
        };

        let text = table(&[tenant("moss-bark", "Moss & Bark"), tenant("shop", "蕨与野")]);

        assert_eq!(
            text,
            "id         name         state    channels  agents\n\
             moss-bark  Moss & Bark  enabled  1         12\n\
             shop       蕨与野          enabled  1         12\n"
        );
        assert!(table(&[]).contains("setup-link"));
    }

    #[test]
    fn operators_stand_in_columns() {
        let operator = |account: &str, is_ready: bool| Listed {
            account: account.into(),
            has_password: is_ready,
            has_totp: is_ready,
        };

        let text = of_operators(&[operator("olga", true), operator("otto@example.com", false)]);

        assert_eq!(
            text,
            "account           password  second step\n\
             olga              set       on\n\
             otto@example.com  not yet   off\n"
        );
        assert!(of_operators(&[]).contains("operator add"));
    }
}
