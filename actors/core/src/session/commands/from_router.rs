//! What the router says.

use crate::routing::RouterNews;
use crate::session::commands::{Command, sealed};

/// News from the tenant's router. It may be late or come twice; the session decides what it is worth.
#[derive(Clone, Debug)]
pub struct FromRouter(pub RouterNews);

impl sealed::Sealed for FromRouter {}

impl Command for FromRouter {
    type Reply = ();
}
