//! The free space of the disk that holds the data folder, and the limits on it (docs/decisions/0115).

use crate::settings::DiskSettings;
use std::io;
use std::path::{Path, PathBuf};

/// On a small disk, the store's reserve is one part in this many of the disk,
const RESERVE_PART: u64 = 200;
/// but at least this many bytes, because the journal and the database grow by files of some MiB.
const RESERVE_MIN: u64 = 8 << 20;

/// On a small disk, uploads need at most one part in this many of it to be free.
const UPLOADS_PART: u64 = 4;

/// The space of a disk, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// The bytes this process may still write.
    pub free: u64,
    /// The size of the disk.
    pub total: u64,
}

impl Space {
    /// Returns the space of the disk that holds `folder`.
    ///
    /// # Errors
    /// The operating system's.
    pub fn of(folder: &Path) -> io::Result<Self> {
        let disk = rustix::fs::statvfs(folder)?;
        Ok(Self {
            free: disk.f_bavail.saturating_mul(disk.f_frsize),
            total: disk.f_blocks.saturating_mul(disk.f_frsize),
        })
    }

    /// Returns the bytes that the store keeps free: `bytes`, or less on a small disk.
    pub fn reserve(self, bytes: u64) -> u64 {
        bytes.min((self.total / RESERVE_PART).max(RESERVE_MIN))
    }

    /// Returns whether an upload leaves `percent` and `bytes` free. On a small disk, a quarter of it replaces `bytes`.
    pub fn suffices_for_uploads(self, percent: u8, bytes: u64) -> bool {
        self.has_percent(percent) && self.free >= bytes.min(self.total / UPLOADS_PART)
    }

    /// Returns whether at least this part of the disk is free.
    pub fn has_percent(self, percent: u8) -> bool {
        u128::from(self.free) * 100 >= u128::from(self.total) * u128::from(percent)
    }
}

/// The disk of the data folder. It is read when a chat begins.
pub struct DiskWatch {
    folder: PathBuf,
    settings: DiskSettings,
}

impl DiskWatch {
    /// Watches the disk that holds `folder`.
    pub fn new(folder: &Path, settings: &DiskSettings) -> Self {
        Self {
            folder: folder.to_owned(),
            settings: settings.clone(),
        }
    }

    /// Returns the space of the disk; `None` if it cannot be read.
    pub fn space(&self) -> Option<Space> {
        Space::of(&self.folder).ok()
    }

    /// Returns whether a new chat may begin. Below the limit, the free space is left to open chats.
    pub fn has_room_for_chats(&self) -> bool {
        // If the disk cannot be read, chats may begin: a write that fails is reported anyway.
        self.space()
            .is_none_or(|space| space.has_percent(self.settings.chat_free_percent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;
    const GIB: u64 = 1 << 30;

    fn disk(total: u64, free: u64) -> Space {
        Space { free, total }
    }

    #[test]
    fn uploads_need_a_tenth_of_a_large_disk_and_five_gigabytes() {
        let suffices = |total, free| disk(total, free).suffices_for_uploads(10, 5 * GIB);

        assert!(suffices(100 * GIB, 10 * GIB));
        assert!(!suffices(100 * GIB, 10 * GIB - 1));
        assert!(suffices(30 * GIB, 5 * GIB));
        assert!(!suffices(30 * GIB, 5 * GIB - 1));
    }

    #[test]
    fn uploads_need_a_quarter_of_a_small_disk() {
        let suffices = |free| disk(2 * GIB, free).suffices_for_uploads(10, 5 * GIB);

        assert!(suffices(512 * MIB));
        assert!(!suffices(511 * MIB));
    }

    #[test]
    fn the_reserve_shrinks_with_the_disk() {
        let reserve = |total| disk(total, 0).reserve(256 * MIB);

        assert_eq!(reserve(1_000 * GIB), 256 * MIB);
        assert_eq!(reserve(20 * GIB), 20 * GIB / 200);
        assert_eq!(reserve(64 * MIB), 8 * MIB);
        assert_eq!(disk(GIB, 0).reserve(0), 0);
    }

    #[test]
    fn a_new_chat_needs_the_configured_percentage() {
        let watch = |chat_free_percent| {
            let settings = DiskSettings {
                chat_free_percent,
                ..DiskSettings::default()
            };
            DiskWatch::new(Path::new("/"), &settings)
        };

        assert!(watch(0).has_room_for_chats());
        assert!(!watch(100).has_room_for_chats());
    }
}
