//! Tests of the API on the real server: one process, real sockets, one file for each area.

#![allow(clippy::unwrap_used)]

mod abandoned;
mod absence;
mod account;
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
mod backups;
mod boxes;
mod calls;
#[path = "../common/certificate.rs"]
mod certificate;
#[path = "../common/collector.rs"]
mod collector;
mod command;
mod customer_data;
mod data_folders;
mod document_uses;
mod documentation;
mod evaluation;
mod export;
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
mod join;
mod kept_clean;
mod keyed_calls;
mod keys;
mod large_model;
mod leave_messages;
mod mail;
mod matrix;
mod messages;
mod opening;
mod operators;
mod pages;
mod poll;
mod push;
mod queue;
mod rehearsal;
mod restart;
mod retention;
mod robot;
mod robot_inbox;
mod robot_tests;
mod search;
mod service_manager;
mod session;
mod setup;
mod shop_page;
mod sign_on;
mod silence;
#[path = "../common/smtp.rs"]
mod smtp;
mod start;
mod talk;
mod talk_calls;
mod talk_forms;
mod team;
mod threads;
mod tls;
mod transport;
mod uploads;
mod visitors;
mod way_in;
mod web_page;
mod webhooks;
mod work_orders;
