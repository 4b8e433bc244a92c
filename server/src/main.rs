//! The `frontdesk` program.
fn main() {}
