//! Limits on uploads, so that nobody fills the disk or the network. Each caller has two uploads at once and a number
//! of bytes an hour. Each address and tenant has a number of bytes a day. The total being received is limited, and a
//! part of the disk stays free.

use crate::disk_space::Space;
use crate::error::ApiError;
use crate::rates::sweep;
use crate::settings::uploads::UploadSettings;
use actors_core::ids::TenantId;
use dashmap::DashMap;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Maximum uploads in progress for one caller.
const AT_ONCE: u32 = 2;

/// Maximum uploads in progress for all callers.
const AT_ONCE_OF_ALL: usize = 512;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Bytes are charged in steps of this size.
const STEP: u64 = 1 << 20;

/// The limits on uploads, and what is used of them.
pub struct Budget {
    under_way: DashMap<u64, u32>,
    /// In KiB.
    hourly: Option<DefaultKeyedRateLimiter<u64>>,
    /// In steps.
    daily_by_address: Option<DefaultKeyedRateLimiter<IpAddr>>,
    /// In steps.
    daily_by_tenant: Option<DefaultKeyedRateLimiter<TenantId>>,
    clock: DefaultClock,
    spooled: AtomicU64,
    spool_bytes_max: u64,
    folder: PathBuf,
    disk_free_percent: u8,
    disk_free_bytes: u64,
}

/// The origin of an upload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uploader {
    /// The caller.
    pub caller: u64,
    /// The tenant that the files belong to.
    pub tenant: TenantId,
    /// The address of a visitor. Agents have none: they share an address at work, and are known by name.
    pub address: Option<IpAddr>,
}

#[cfg(test)]
impl Uploader {
    /// A caller without an address, at the tenant `shop`.
    pub fn of(caller: u64) -> Self {
        Self {
            caller,
            tenant: "shop".into(),
            address: None,
        }
    }
}

/// An upload in progress. Dropping it releases its share of the limits.
pub struct Reservation {
    budget: Arc<Budget>,
    uploader: Uploader,
    taken: u64,
}

impl Budget {
    /// Creates an unused budget. `folder` receives the files.
    pub fn new(settings: &UploadSettings, folder: &Path, is_limited: bool) -> Self {
        let hourly = u32::try_from(settings.bytes_per_hour.div_ceil(1_024)).unwrap_or(u32::MAX);
        let hourly = NonZeroU32::new(hourly).filter(|_| is_limited);
        Self {
            under_way: DashMap::new(),
            hourly: hourly.map(|kib| RateLimiter::keyed(Quota::per_hour(kib))),
            daily_by_address: daily(settings.bytes_per_day_per_address, is_limited),
            daily_by_tenant: daily(settings.bytes_per_day_per_tenant, is_limited),
            clock: DefaultClock::default(),
            spooled: AtomicU64::new(0),
            spool_bytes_max: settings.spool_bytes_max,
            folder: folder.to_owned(),
            disk_free_percent: settings.disk_free_percent.min(100),
            disk_free_bytes: settings.disk_free_bytes,
        }
    }

    /// Begins an upload.
    ///
    /// # Errors
    /// 429 if the caller has two uploads in progress; 503 if the server has too many or the disk too little space.
    pub fn begin(self: &Arc<Self>, uploader: Uploader) -> Result<Reservation, ApiError> {
        if self.under_way.len() >= AT_ONCE_OF_ALL {
            return Err(ApiError::unavailable("too many uploads are under way"));
        }
        self.check_disk()?;
        let mut count = self.under_way.entry(uploader.caller).or_default();
        if *count >= AT_ONCE {
            return Err(ApiError::TooMany(1));
        }
        *count += 1;
        Ok(Reservation {
            budget: Arc::clone(self),
            uploader,
            taken: 0,
        })
    }

    /// Forgets callers who have their full allowance again. Call this from time to time.
    pub fn sweep(&self) {
        self.hourly.iter().for_each(sweep);
        self.daily_by_address.iter().for_each(sweep);
        self.daily_by_tenant.iter().for_each(sweep);
    }

    fn check_disk(&self) -> Result<(), ApiError> {
        let space = Space::of(&self.folder).map_err(ApiError::internal)?;
        if space.suffices_for_uploads(self.disk_free_percent, self.disk_free_bytes) {
            Ok(())
        } else {
            Err(ApiError::DiskFull)
        }
    }

    /// Charges one step, first to the caller, so that a refused caller uses up nothing of others.
    fn pay(&self, uploader: &Uploader) -> Result<(), ApiError> {
        let kib = NonZeroU32::new(u32::try_from(STEP / 1_024).unwrap_or(1));
        if let (Some(hourly), Some(kib)) = (&self.hourly, kib) {
            match hourly.check_key_n(&uploader.caller, kib) {
                Ok(paid) => paid.map_err(|no| self.too_many(&no))?,
                Err(_) => return Err(ApiError::TooMany(3_600)),
            }
        }
        if let (Some(daily), Some(address)) = (&self.daily_by_address, &uploader.address) {
            let paid = daily.check_key(address);
            paid.map_err(|no| self.too_many(&no))?;
        }
        if let Some(daily) = &self.daily_by_tenant {
            let paid = daily.check_key(&uploader.tenant);
            paid.map_err(|no| self.too_many(&no))?;
        }
        Ok(())
    }

    fn too_many(
        &self,
        no: &governor::NotUntil<<DefaultClock as governor::clock::Clock>::Instant>,
    ) -> ApiError {
        ApiError::TooMany(no.wait_time_from(self.clock.now()).as_secs() + 1)
    }
}

/// A daily limit of `bytes` for each key, counted in steps.
fn daily<K: Clone + Eq + Hash>(bytes: u64, is_limited: bool) -> Option<DefaultKeyedRateLimiter<K>> {
    let steps = u32::try_from(bytes / STEP).unwrap_or(u32::MAX);
    let steps = NonZeroU32::new(steps.max(1)).filter(|_| is_limited)?;
    let quota = Quota::with_period(DAY / steps.get())?.allow_burst(steps);
    Some(RateLimiter::keyed(quota))
}

impl Reservation {
    /// Charges for an upload that has grown to `bytes`.
    ///
    /// # Errors
    /// 429 if the caller has uploaded too much in an hour, or the address or tenant in a day; 503 if there is no room.
    pub fn grow(&mut self, bytes: u64) -> Result<(), ApiError> {
        while self.taken < bytes {
            self.budget.pay(&self.uploader)?;
            let before = self.budget.spooled.fetch_add(STEP, Ordering::Relaxed);
            self.taken += STEP;
            if before + STEP > self.budget.spool_bytes_max {
                return Err(ApiError::unavailable("too many bytes are being received"));
            }
            if self.taken.is_multiple_of(8 * STEP) {
                self.budget.check_disk()?;
            }
        }
        Ok(())
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.budget.spooled.fetch_sub(self.taken, Ordering::Relaxed);
        self.budget
            .under_way
            .remove_if_mut(&self.uploader.caller, |_, count| {
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
            disk_free_bytes: 0,
            ..UploadSettings::default()
        };
        change(&mut settings);
        Arc::new(Budget::new(&settings, Path::new("/"), true))
    }

    fn uploader(caller: u64) -> Uploader {
        Uploader::of(caller)
    }

    #[test]
    fn a_third_upload_at_once_is_refused() {
        let budget = budget(|_| {});
        let one = budget.begin(uploader(7)).unwrap();
        let _two = budget.begin(uploader(7)).unwrap();

        assert!(matches!(
            budget.begin(uploader(7)),
            Err(ApiError::TooMany(_))
        ));
        assert!(budget.begin(uploader(8)).is_ok());
        drop(one);
        assert!(budget.begin(uploader(7)).is_ok());
    }

    #[test]
    fn a_caller_uploads_at_most_a_hundred_megabytes_an_hour() {
        let budget = budget(|_| {});
        for _ in 0..2 {
            budget.begin(uploader(7)).unwrap().grow(50 << 20).unwrap();
        }

        let refused = budget.begin(uploader(7)).unwrap().grow(1).unwrap_err();

        assert!(matches!(refused, ApiError::TooMany(seconds) if seconds > 10));
        assert!(budget.begin(uploader(8)).unwrap().grow(50 << 20).is_ok());
    }

    #[test]
    fn a_small_hourly_budget_is_still_a_budget() {
        let budget = budget(|settings| settings.bytes_per_hour = 500);

        let refused = budget.begin(uploader(7)).unwrap().grow(1).unwrap_err();

        assert!(matches!(refused, ApiError::TooMany(_)));
    }

    #[test]
    fn bytes_being_received_have_a_limit_and_are_released() {
        let budget = budget(|settings| settings.spool_bytes_max = 60 << 20);
        let mut one = budget.begin(uploader(1)).unwrap();
        one.grow(50 << 20).unwrap();

        let refused = budget
            .begin(uploader(2))
            .unwrap()
            .grow(20 << 20)
            .unwrap_err();
        assert!(matches!(refused, ApiError::Unavailable(_)));
        drop(one);
        assert!(budget.begin(uploader(2)).unwrap().grow(20 << 20).is_ok());
        assert_eq!(budget.spooled.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn a_nearly_full_disk_refuses_uploads() {
        let full = budget(|settings| settings.disk_free_percent = 100);

        assert!(matches!(full.begin(uploader(1)), Err(ApiError::DiskFull)));
        assert!(full.under_way.is_empty());
    }

    fn from_network(caller: u64, network: &str, tenant: &str) -> Uploader {
        Uploader {
            caller,
            tenant: tenant.into(),
            address: Some(network.parse().unwrap()),
        }
    }

    #[test]
    fn a_new_visitor_does_not_reset_the_daily_limit_of_their_address() {
        let budget = budget(|settings| settings.bytes_per_day_per_address = 30 << 20);
        for caller in 0..3 {
            let uploader = from_network(caller, "10.0.0.9", "shop");
            budget.begin(uploader).unwrap().grow(10 << 20).unwrap();
        }

        let begin = |network| budget.begin(from_network(7, network, "shop")).unwrap();
        let refused = begin("10.0.0.9").grow(1).unwrap_err();

        assert!(matches!(refused, ApiError::TooMany(seconds) if seconds > 600));
        assert!(begin("10.0.0.8").grow(1).is_ok());
        // An agent is not charged by address.
        assert!(budget.begin(uploader(8)).unwrap().grow(1).is_ok());
    }

    #[test]
    fn each_tenant_has_its_own_daily_limit() {
        let budget = budget(|settings| settings.bytes_per_day_per_tenant = 20 << 20);
        for caller in 0..2 {
            let uploader = from_network(caller, &format!("10.0.0.{caller}"), "shop");
            budget.begin(uploader).unwrap().grow(10 << 20).unwrap();
        }

        let begin = |tenant| budget.begin(from_network(7, "10.0.0.7", tenant)).unwrap();
        let refused = begin("shop").grow(1).unwrap_err();

        assert!(matches!(refused, ApiError::TooMany(seconds) if seconds > 600));
        assert!(begin("rival").grow(1).is_ok());
    }
}
