//! The project tasks behind `cargo xtask`.
fn main() {}
