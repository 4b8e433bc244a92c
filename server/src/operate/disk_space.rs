//! Free space of the disk that holds the data folder, and what it must suffice for (docs/decisions/0115).

use crate::settings::DiskSettings;
use parking_lot::Mutex;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long a reading is good for.
const GOOD_FOR: Duration = Duration::from_secs(2);

/// The store keeps one part in so many of a small disk for itself,
const RESERVE_PART: u64 = 200;
/// but never less than this: the journal and the database grow by files of some MiB.
const RESERVE_MIN: u64 = 8 << 20;

/// Uploads never need more than one part in so many of a disk to be free, however small it is.
const UPLOADS_PART: u64 = 4;

/// The space of a disk, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// What this process may still write.
    pub free: u64,
    /// All of it.
    pub total: u64,
}

impl Space {
    /// The space of the disk that `folder` lies on.
    ///
    /// # Errors
    /// What the system says.
    pub fn of(folder: &Path) -> io::Result<Self> {
        let disk = rustix::fs::statvfs(folder)?;
        Ok(Self {
            free: disk.f_bavail.saturating_mul(disk.f_frsize),
            total: disk.f_blocks.saturating_mul(disk.f_frsize),
        })
    }

    /// What the store keeps free: `bytes`, and less on a small disk.
    pub fn reserve(self, bytes: u64) -> u64 {
        bytes.min((self.total / RESERVE_PART).max(RESERVE_MIN))
    }

    /// Whether an upload leaves enough: so many percent and so many bytes. On a small disk a quarter is enough.
    pub fn suffices_for_uploads(self, percent: u8, bytes: u64) -> bool {
        self.has_percent(percent) && self.free >= bytes.min(self.total / UPLOADS_PART)
    }

    /// Whether at least so much is free.
    pub fn has_percent(self, percent: u8) -> bool {
        u128::from(self.free) * 100 >= u128::from(self.total) * u128::from(percent)
    }
}

/// The disk of the data folder, read when a request needs it and at most once in two seconds.
pub struct DiskWatch {
    folder: PathBuf,
    settings: DiskSettings,
    read: Mutex<Option<(Instant, Space)>>,
}

impl DiskWatch {
    /// The disk that `folder` lies on.
    pub fn new(folder: &Path, settings: &DiskSettings) -> Self {
        Self {
            folder: folder.to_owned(),
            settings: settings.clone(),
            read: Mutex::new(None),
        }
    }

    /// Whether a new chat may begin. Chats that are open need the rest.
    pub fn has_room_for_chats(&self) -> bool {
        // A disk that tells nothing refuses nobody: a write that fails is told anyway.
        self.space()
            .is_none_or(|space| space.has_percent(self.settings.chat_free_percent))
    }

    fn space(&self) -> Option<Space> {
        let mut read = self.read.lock();
        if let Some((at, space)) = *read
            && at.elapsed() < GOOD_FOR
        {
            return Some(space);
        }
        let space = Space::of(&self.folder).ok()?;
        *read = Some((Instant::now(), space));
        Some(space)
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
    fn uploads_need_a_tenth_and_five_gigabytes_of_a_large_disk() {
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
    fn a_new_chat_needs_the_percentage_that_is_set() {
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
