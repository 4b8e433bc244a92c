//! The pure machines of the product: session, router, desk and robot. They decide; nothing here waits, reads a
//! clock, rolls dice or touches a socket, a file or a log. In reading order:
//!
//! - [`time`], [`ids`], [`message`], [`event`]: the words.
//! - [`text`], [`form`], [`sensitive`]: what may be said at all.
//! - [`tenant`], [`channel`], [`evaluation`]: what a tenant set up; [`local_text`]: what it wrote.
//! - [`record`]: what is kept.
//! - [`session`]: one visitor's session.
//! - [`routing`]: what sessions, the router and the desks tell each other.
//! - [`router`]: who is served by whom, and who waits where.
//! - [`desk`]: an agent's own mailbox.
//! - [`contact`], [`leave_message`], [`work_order`]: what is written when nobody is there.
//! - [`robot`]: a knowledge base that answers questions; [`model`]: a large model that answers from it.
//! - [`flow`]: graphs of buttons and forms that a robot leads through.
//! - [`clock_trust`]: whether the clock may be believed where something is removed.
//! - [`tried`]: what came of the robot, for whoever takes over.

pub mod call;
pub mod channel;
pub mod clock_trust;
pub mod contact;
pub mod desk;
pub mod evaluation;
pub mod event;
pub mod flow;
pub mod form;
pub mod ids;
pub mod leave_message;
pub mod local_text;
pub mod message;
pub mod model;
pub mod record;
pub mod robot;
pub mod router;
pub mod routing;
pub mod sensitive;
pub mod session;
pub mod tenant;
pub mod text;
pub mod time;
pub mod tried;
pub mod work_order;
