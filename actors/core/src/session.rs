//! One visitor's session: a pure state machine, `(state, command, now) → (reply, effects)` (Contract §6).

pub mod restore;
