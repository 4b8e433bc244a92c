//! The dictionary between the wire's names and ours. Legacy numbers and spellings live here and nowhere else.

pub mod envelope;
