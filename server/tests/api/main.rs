//! Tests of the API on the real server: one process, real sockets, one file for each area.

#![allow(clippy::unwrap_used)]

mod abandoned;
mod absence;
mod admin_agents;
mod admin_channel_info;
mod admin_drafts;
mod admin_effect;
mod admin_flows;
mod admin_history;
mod admin_import;
mod admin_knowledge;
mod admin_settings;
mod admin_visitors;
mod admission;
mod agent;
mod boxes;
mod calls;
mod evaluation;
mod files;
mod flows;
mod full_disk;
mod handover;
mod hardship;
mod helpers;
mod history;
mod hostile;
#[path = "../common/http.rs"]
mod http;
mod identity;
mod kept_clean;
mod large_model;
mod leave_messages;
mod matrix;
mod messages;
mod opening;
mod pages;
mod poll;
mod queue;
mod restart;
mod retention;
mod robot;
mod robot_inbox;
mod robot_tests;
mod session;
mod silence;
mod start;
mod talk;
mod talk_calls;
mod talk_forms;
mod threads;
mod transport;
mod uploads;
mod way_in;
mod work_orders;
