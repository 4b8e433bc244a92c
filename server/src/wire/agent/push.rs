//! The browsers that get an agent's or a visitor's notifications (Protocol, 'Push').

use crate::fixtures::findings::Flag;
use crate::push::devices::Device;
use serde::{Deserialize, Serialize};

/// push/list.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct PushListRequest {
    /// The endpoint of this browser's subscription, if it has one.
    pub endpoint: Option<String>,
}

/// The response of push/list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PushListResponse {
    /// The server's public key, for a browser's subscription (VAPID).
    pub public_key: String,
    /// 1: notifications say only that something happened.
    pub without_content: Flag,
    /// The caller's browsers, the newest first.
    pub list: Vec<WirePushDevice>,
}

/// A browser that gets notifications.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WirePushDevice {
    /// Its id.
    pub device_id: String,
    /// The browser, such as `Firefox 144`; empty if unknown.
    pub browser: String,
    /// The system, such as `Windows`; empty if unknown.
    pub system: String,
    /// When it was subscribed.
    pub at: i64,
    /// 1: the browser with the endpoint of the request.
    pub current: Flag,
}

impl WirePushDevice {
    /// This browser; `endpoint` is that of the request.
    pub fn of(device: &Device, endpoint: &str) -> Self {
        Self {
            device_id: device.id.clone(),
            browser: device.browser.clone(),
            system: device.system.clone(),
            at: device.at.as_millis(),
            current: Flag(device.endpoint == endpoint),
        }
    }
}

/// push/subscribe: what `PushSubscription` has.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct PushSubscribeRequest {
    /// Where the push service takes notifications for this browser.
    pub endpoint: String,
    /// Its key `p256dh`, in base64url.
    pub p256dh: String,
    /// Its key `auth`, in base64url.
    pub auth: String,
}

/// The response of a visitor's push/key.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PushKeyResponse {
    /// The server's public key, for a browser's subscription (VAPID).
    pub public_key: String,
}

/// The response of push/subscribe.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PushSubscribeResponse {
    /// The id of the browser.
    pub device_id: String,
}

/// push/unsubscribe.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PushUnsubscribeRequest {
    /// Which of the caller's browsers.
    pub device_id: String,
}

/// The response of push/test.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PushTestResponse {
    /// The number of browsers whose push service took the notification.
    pub delivered: usize,
    /// The number of the others.
    pub failed: usize,
}
