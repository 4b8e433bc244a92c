//! What uploads may take, so that nobody fills the disk or the wire: two at once and so many bytes an hour for each
//! caller, so many bytes half received of all callers together, and a part of the disk that stays free.

use crate::error::ApiError;
use crate::settings::uploads::UploadSettings;
use dashmap::DashMap;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Uploads one caller may have under way.
const AT_ONCE: u32 = 2;

/// Uploads of all callers under way.
const AT_ONCE_OF_ALL: usize = 512;

/// Bytes are paid for in steps of this many.
const STEP: u64 = 1 << 20;

/// What uploads may take.
pub struct Budget {
    under_way: DashMap<u64, u32>,
    /// In KiB.
    hourly: Option<DefaultKeyedRateLimiter<u64>>,
    clock: DefaultClock,
    spooled: AtomicU64,
    spool_bytes_max: u64,
    folder: PathBuf,
    disk_free_percent: u64,
}

/// A caller's upload under way; what it takes is given back when this is dropped.
pub struct Place {
    budget: Arc<Budget>,
    caller: u64,
    taken: u64,
}

impl Budget {
    /// Nothing is taken. `folder` is where files are received.
    pub fn new(settings: &UploadSettings, folder: &Path, is_limited: bool) -> Self {
        let hourly = u32::try_from(settings.bytes_per_hour / 1_024).unwrap_or(u32::MAX);
        let hourly = NonZeroU32::new(hourly).filter(|_| is_limited);
        Self {
            under_way: DashMap::new(),
            hourly: hourly.map(|kib| RateLimiter::keyed(Quota::per_hour(kib))),
            clock: DefaultClock::default(),
            spooled: AtomicU64::new(0),
            spool_bytes_max: settings.spool_bytes_max,
            folder: folder.to_owned(),
            disk_free_percent: settings.disk_free_percent.min(100).into(),
        }
    }

    /// Begins an upload.
    ///
    /// # Errors
    /// 429 where the caller has two under way, 503 where the server has too many or the disk too little room.
    pub fn begin(self: &Arc<Self>, caller: u64) -> Result<Place, ApiError> {
        if self.under_way.len() >= AT_ONCE_OF_ALL {
            return Err(ApiError::unavailable("too many uploads are under way"));
        }
        self.check_disk()?;
        let mut count = self.under_way.entry(caller).or_default();
        if *count >= AT_ONCE {
            return Err(ApiError::TooMany(1));
        }
        *count += 1;
        Ok(Place {
            budget: Arc::clone(self),
            caller,
            taken: 0,
        })
    }

    /// Forgets callers who may upload as much as ever. To be called once in a while.
    pub fn sweep(&self) {
        if let Some(hourly) = &self.hourly {
            hourly.retain_recent();
            hourly.shrink_to_fit();
        }
    }

    fn check_disk(&self) -> Result<(), ApiError> {
        let disk = rustix::fs::statvfs(&self.folder).map_err(ApiError::internal)?;
        let is_low = u128::from(disk.f_bavail) * 100
            < u128::from(disk.f_blocks) * u128::from(self.disk_free_percent);
        if is_low {
            return Err(ApiError::unavailable("the disk is nearly full"));
        }
        Ok(())
    }

    fn pay(&self, caller: u64) -> Result<(), ApiError> {
        let step = NonZeroU32::new(u32::try_from(STEP / 1_024).unwrap_or(1));
        let (Some(hourly), Some(step)) = (&self.hourly, step) else {
            return Ok(());
        };
        match hourly.check_key_n(&caller, step) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(no)) => Err(ApiError::TooMany(
                no.wait_time_from(self.clock.now()).as_secs() + 1,
            )),
            Err(_) => Err(ApiError::TooMany(3_600)),
        }
    }
}

impl Place {
    /// Takes what an upload of so many bytes needs.
    ///
    /// # Errors
    /// 429 where the caller has uploaded too much in an hour, 503 where there is no room.
    pub fn grow(&mut self, bytes: u64) -> Result<(), ApiError> {
        while self.taken < bytes {
            self.budget.pay(self.caller)?;
            let before = self.budget.spooled.fetch_add(STEP, Ordering::Relaxed);
            self.taken += STEP;
            if before + STEP > self.budget.spool_bytes_max {
                return Err(ApiError::unavailable("too much is being received"));
            }
            if self.taken.is_multiple_of(8 * STEP) {
                self.budget.check_disk()?;
            }
        }
        Ok(())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.budget.spooled.fetch_sub(self.taken, Ordering::Relaxed);
        self.budget
            .under_way
            .remove_if_mut(&self.caller, |_, count| {
                *count -= 1;
                *count == 0
            });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(change: impl FnOnce(&mut UploadSettings)) -> Arc<Budget> {
        let mut settings = UploadSettings {
            disk_free_percent: 0,
            ..UploadSettings::default()
        };
        change(&mut settings);
        Arc::new(Budget::new(&settings, Path::new("/"), true))
    }

    #[test]
    fn a_third_upload_at_once_waits() {
        let budget = budget(|_| {});
        let one = budget.begin(7).unwrap();
        let _two = budget.begin(7).unwrap();

        assert!(matches!(budget.begin(7), Err(ApiError::TooMany(_))));
        assert!(budget.begin(8).is_ok());
        drop(one);
        assert!(budget.begin(7).is_ok());
    }

    #[test]
    fn a_hundred_megabytes_an_hour_and_no_more() {
        let budget = budget(|_| {});
        for _ in 0..2 {
            budget.begin(7).unwrap().grow(50 << 20).unwrap();
        }

        let refused = budget.begin(7).unwrap().grow(1).unwrap_err();

        assert!(matches!(refused, ApiError::TooMany(seconds) if seconds > 10));
        assert!(budget.begin(8).unwrap().grow(50 << 20).is_ok());
    }

    #[test]
    fn what_is_half_received_has_a_limit_and_is_given_back() {
        let budget = budget(|settings| settings.spool_bytes_max = 60 << 20);
        let mut one = budget.begin(1).unwrap();
        one.grow(50 << 20).unwrap();

        let refused = budget.begin(2).unwrap().grow(20 << 20).unwrap_err();
        assert!(matches!(refused, ApiError::Unavailable(_)));
        drop(one);
        assert!(budget.begin(2).unwrap().grow(20 << 20).is_ok());
        assert_eq!(budget.spooled.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn the_disk_is_never_filled() {
        let full = budget(|settings| settings.disk_free_percent = 100);

        assert!(matches!(full.begin(1), Err(ApiError::Unavailable(_))));
        assert!(full.under_way.is_empty());
    }
}
