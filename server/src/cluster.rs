//! A node of a cluster (docs/decisions/0134 and 0135): one node owns the cell and runs the whole program, the others follow
//! its log, stand by, and forward.
//!
//! - [`node`]: the loop of a node. [`membership`]: what it knows of its cluster, and who tells it.
//! - [`edge`]: what a node that is not the owner does with requests. [`frames`]: many polls on one connection.
//! - [`key`]: the key that all nodes share. [`forwarded`]: the headers between nodes.
//! - [`cell`]: a data folder stays with its cell. [`contact`]: whether a node reaches NATS and the owner.
//! - [`gate`]: which calls are refused while the store takes no writes.
//! - [`snapshot`]: what a new node begins from. [`control`]: `frontdesk cluster`.

pub mod cell;
pub mod contact;
pub mod control;
pub mod edge;
pub mod forwarded;
pub mod frames;
pub mod gate;
pub mod key;
pub mod membership;
pub mod node;
pub mod snapshot;
