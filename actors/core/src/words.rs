//! Ids, times and texts: what everything else is made of.

pub mod clock_trust;
pub mod ids;
pub mod local_text;
pub mod safe;
pub mod secret;
pub mod sensitive;
pub mod text;
pub mod time;
