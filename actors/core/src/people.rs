//! Who is served by whom, and who waits where.

pub mod desk;
pub mod router;
pub mod routing;
pub mod waiting;
