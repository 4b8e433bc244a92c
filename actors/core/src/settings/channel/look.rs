//! A channel's appearance.

use crate::local_text::LocalText;
use crate::safe::{Color, TenantImage};

/// Colours, sizes and pictures of a channel's pages (Protocol, 'Configuration').
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Look {
    /// Header, the visitor's bubbles, buttons (mainColor).
    pub main_color: Option<Color>,
    /// The visitor's bubbles, if they differ (cusColor).
    pub visitor_color: Option<Color>,
    /// Background of quick-menu buttons without their own (kitBgcolor).
    pub kit_background: Option<Color>,
    /// Text of quick-menu buttons without their own colour (kitTxcolor).
    pub kit_text: Option<Color>,
    /// Whether there is a header (navigationBarShowFlag).
    pub shows_header: bool,
    /// Header on desktops, if it differs (navigationBarColor).
    pub header_color: Option<Color>,
    /// Window width in pixels, on desktops; 0: the product's own (mainWidth).
    pub width_px: u16,
    /// Window height in pixels, on desktops; 0: the product's own (mainHeight).
    pub height_px: u16,
    /// Picture behind the window (backgroundImage).
    pub background: Option<TenantImage>,
    /// Title of the page (titleDesc).
    pub title: LocalText,
    /// Picture of the tenant (avatar).
    pub avatar: Option<TenantImage>,
}
