//! The HTTP server of Frontdesk.
