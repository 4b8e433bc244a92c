//! The sockets that the server listens on: those that systemd hands over, or its own (docs/decisions/0019).
//!
//! systemd keeps a socket open while the server restarts. So connections wait meanwhile and are not refused.

use crate::settings::Settings;
use anyhow::{Context as _, bail, ensure};
use listenfd::ListenFd;
use std::net::TcpListener;
use std::time::Duration;

/// The names of the sockets beside the public one, as `FileDescriptorName=` of systemd sets them.
const OPERATOR: &str = "frontdesk-operator";
const REDIRECT: &str = "frontdesk-redirect";

/// How long a connection that was accepted has to send its first request, while another server takes the next ones.
pub const MOMENT: Duration = Duration::from_millis(200);

/// The sockets of a server.
pub struct Listeners {
    /// For the chat, the desk and the API.
    pub public: TcpListener,
    /// For the operator, if systemd handed one over or the caller holds one.
    pub operator: Option<TcpListener>,
    /// For plain HTTP that leads to https.
    pub redirect: Option<TcpListener>,
    /// For requests that other nodes of a cluster forward.
    pub internal: Option<TcpListener>,
    /// When a stopping server closes the public socket.
    pub drains: Drains,
}

/// When a stopping server closes its public socket.
#[derive(Clone, Copy)]
pub enum Drains {
    /// After load balancers could see /readyz fail.
    AfterNotice,
    /// At once: systemd or the caller keeps the socket, so connections wait for the next server.
    AtOnce,
}

/// The sockets that systemd handed over.
#[derive(Default)]
struct Handed {
    /// Replaces the setting `listen`.
    public: Option<TcpListener>,
    /// Replaces `operator_listen`.
    operator: Option<TcpListener>,
    /// Replaces `tls.redirect_from`.
    redirect: Option<TcpListener>,
}

impl Listeners {
    /// Takes the sockets that systemd hands over, and opens the others. A process can take them once.
    ///
    /// # Errors
    /// An address cannot be opened, or the sockets do not fit the settings; the text says which.
    pub fn open(settings: &Settings) -> anyhow::Result<Self> {
        let handed = Handed::from_environment()?;
        let (public, drains) = match handed.public {
            Some(listener) => (listener, Drains::AtOnce),
            None => {
                let listener = TcpListener::bind(settings.listen);
                let opening = || format!("listening on {}, the setting `listen`", settings.listen);
                let listener = listener.with_context(opening)?;
                (listener, Drains::AfterNotice)
            }
        };
        let redirect = match (handed.redirect, settings.tls.redirect_from) {
            (Some(listener), _) => Some(listener),
            (None, Some(from)) => {
                let listener = TcpListener::bind(from);
                let opening = || format!("listening on {from}, the setting `tls.redirect_from`");
                Some(listener.with_context(opening)?)
            }
            (None, None) => None,
        };
        ensure!(
            redirect.is_none() || settings.tls.certificate.is_some(),
            "redirecting plain HTTP needs the settings `tls.certificate` and `tls.key`"
        );
        let internal = settings.cluster.is_on().then_some(settings.cluster.listen);
        let opening = |address| format!("listening on {address}, the setting `cluster.listen`");
        let internal = internal
            .map(|address| TcpListener::bind(address).with_context(|| opening(address)))
            .transpose()?;
        Ok(Self {
            public,
            operator: handed.operator,
            redirect,
            internal,
            drains,
        })
    }

    /// The same, with the operator's address, for a caller that holds all of them while servers come and go. If the
    /// operator's address is taken, each server tries to open it.
    ///
    /// # Errors
    /// Those of [`Self::open`].
    pub fn hold(settings: &Settings) -> anyhow::Result<Self> {
        let mut held = Self::open(settings)?;
        if held.operator.is_none() {
            held.operator = TcpListener::bind(settings.operator_listen).ok();
        }
        Ok(held)
    }

    /// Returns the same sockets for one server. When it stops, these stay open, so connections wait for the next one.
    ///
    /// # Errors
    /// The operating system's.
    pub fn for_a_server(&self) -> std::io::Result<Self> {
        let same = |listener: &Option<TcpListener>| {
            listener.as_ref().map(TcpListener::try_clone).transpose()
        };
        Ok(Self {
            public: self.public.try_clone()?,
            operator: same(&self.operator)?,
            redirect: same(&self.redirect)?,
            internal: same(&self.internal)?,
            drains: Drains::AtOnce,
        })
    }
}

impl Handed {
    fn from_environment() -> anyhow::Result<Self> {
        let mut sockets = ListenFd::from_env();
        let names = std::env::var("LISTEN_FDNAMES").unwrap_or_default();
        let mut names = names.split(':');
        let mut handed = Self::default();
        for index in 0..sockets.len() {
            let name = names.next().unwrap_or_default();
            let taken = sockets.take_tcp_listener(index);
            let taken = taken.with_context(|| format!("taking the socket {name} from systemd"))?;
            let place = match name {
                OPERATOR => &mut handed.operator,
                REDIRECT => &mut handed.redirect,
                _ => &mut handed.public,
            };
            if place.is_some() {
                bail!(
                    "systemd hands over two sockets for one purpose: use one ListenStream= for each, and name those \
                     beside the first FileDescriptorName={OPERATOR} or FileDescriptorName={REDIRECT}"
                );
            }
            *place = taken;
        }
        Ok(handed)
    }
}
