//! A moment to wait for that others may move: one thread waits, others set it and stop it. Where it is set anew before it
//! has come, or before whoever waits has heard, only what was set last counts.

#[cfg(target_os = "linux")]
mod kernel;
#[cfg(any(test, not(target_os = "linux")))]
mod portable;

#[cfg(target_os = "linux")]
pub use kernel::Timer;
#[cfg(not(target_os = "linux"))]
pub use portable::Timer;

use std::time::Duration;

/// Longer than anybody waits; what is further off is as good as never.
const NEVER: Duration = Duration::from_secs(3_600);

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    macro_rules! waits_as_a_timer_does {
        ($name:ident) => {
            mod $name {
                use super::*;
                use crate::store::sled::timer::$name::Timer;

                #[test]
                fn a_wait_ends_when_what_was_set_last_has_come() {
                    let timer = Timer::new().unwrap();
                    let start = Instant::now();

                    timer.set(Duration::MAX);
                    timer.set(Duration::from_millis(2));
                    timer.wait();
                    assert!(start.elapsed() >= Duration::from_millis(2));

                    timer.set(Duration::ZERO);
                    timer.wait();
                }

                #[test]
                fn what_was_stopped_ends_no_wait() {
                    let timer = Timer::new().unwrap();

                    timer.set(Duration::ZERO);
                    timer.stop();
                    let start = Instant::now();
                    timer.set(Duration::from_millis(2));
                    timer.wait();

                    assert!(start.elapsed() >= Duration::from_millis(2));
                }

                #[test]
                fn who_waits_hears_of_what_is_set_then() {
                    let timer = Timer::new().unwrap();

                    std::thread::scope(|scope| {
                        scope.spawn(|| timer.wait());
                        timer.set(Duration::ZERO);
                    });
                }
            }
        };
    }

    #[cfg(target_os = "linux")]
    waits_as_a_timer_does!(kernel);
    waits_as_a_timer_does!(portable);
}
