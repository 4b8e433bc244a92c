//! The golden files of `fixtures/wire`: the server parses every request and writes every response with the same keys.

#![allow(clippy::unwrap_used)]

mod account;
mod admin;
mod agent;
mod assist;
mod calls;
mod customer;
mod editor;
mod flow;
mod forms;
mod helpers;
mod items;
mod keys;
mod kinds;
mod mail;
mod operator;
mod orders;
mod partial;
mod requests;
mod setup;
mod sign_on;
mod supervising;
mod talk;
mod team;
mod visitor;
mod webhooks;
