//! Bodies of the bare server, field by field those of the golden files, so that both servers read and write as much.
#![allow(missing_docs)] // the names are the wire's, and the golden files explain them

use serde::{Deserialize, Serialize};

/// The one agent.
pub const AGENT: &str = "agent-000";
/// As long as the product's.
pub const EPOCH: &str = "665db3124e1b453080d7149f1f901be6";
/// As long as the product's, and never read.
pub const TOKEN: &str = "kd22859da.eyJ0IjoiYmVuY2giLCJ1Ijoidl85MDEyMzFmYzY2ZGIzYjk0ZjE4ZWZmNzBiMTAzMjYzZSIs\
    ImMiOiJiZW5jaCIsImUiOjE3OTc3OTgxODE2MTd9.VYYziKNp83XunBWctrJyOW4edX3RUTjGtcDURlfY5Cs";

/// The body of chatStart.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code)] // parsed because the product parses it
pub struct StartBody {
    pub channel_id: String,
    pub pid: String,
    pub params: String,
    pub user_name: String,
    pub user_id: String,
    pub email: String,
    pub phone: String,
    pub group_id: String,
    pub admin_id: String,
    pub locale: String,
    pub previous_url: String,
    pub refer: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Started {
    pub user_id: String,
    pub session_id: String,
    pub poll_id: String,
    pub status: u8,
    pub server_time: u64,
    pub admin_nick: &'static str,
    pub token: &'static str,
    pub epoch: &'static str,
    pub verified: bool,
    pub offline: u32,
    pub enable_evaluate: bool,
    pub wait_index: u32,
    pub evaluated: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code)] // parsed because the product parses it
pub struct TransferBody {
    pub user_id: String,
    pub group_id: String,
    pub admin_id: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Transferred {
    pub admin_id: &'static str,
    pub status: u8,
    pub admin_nick: &'static str,
    pub wait_index: u32,
}

/// A poll's body; only the visitor is used.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PollBody {
    pub user_id: String,
    #[allow(dead_code)] // parsed because the product's poll has it
    pub poll_id: String,
    #[allow(dead_code)]
    pub wait: u32,
    #[allow(dead_code)]
    pub cursor: u64,
    #[allow(dead_code)]
    pub epoch: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SendBody {
    pub user_id: String,
    pub id: String,
    pub msg_type: u8,
    pub msg_content: String,
}

/// A message in the response to a poll, field by field as in the golden file.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    pub event: u16,
    pub seq: u64,
    pub msg_id: String,
    pub session_id: String,
    pub msg_type: u8,
    pub msg_content: String,
    pub sender_type: u8,
    pub sender_name: &'static str,
    pub face_url: &'static str,
    pub msg_time: u64,
    pub recall_flag: u8,
    pub sensitive_flag: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

#[derive(Serialize)]
pub struct Envelope<T> {
    pub code: u16,
    pub message: &'static str,
    pub data: T,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Events {
    pub status: u8,
    pub wait_index: u32,
    pub msg_list: Vec<Event>,
    pub cursor: u64,
    pub epoch: &'static str,
    pub more: bool,
    pub gap: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sent {
    pub id: String,
    pub msg_id: String,
    pub msg_time: u64,
    pub seq: u64,
}
