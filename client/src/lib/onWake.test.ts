import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { onWake } from "./onWake";

let woken = 0;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  woken = 0;
  stop = onWake(window, () => {
    woken += 1;
  });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

it("wakes when the network comes or goes, and when the page is restored from the cache", () => {
  window.dispatchEvent(new Event("online"));
  window.dispatchEvent(new Event("offline"));
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }));
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));

  expect(woken).toBe(3);
});

it("notices that the device slept, on the next tick or when the page is shown", () => {
  vi.advanceTimersByTime(60_000);
  expect(woken).toBe(0);

  vi.setSystemTime(Date.now() + 600_000);
  vi.advanceTimersByTime(5000);
  expect(woken).toBe(1);

  vi.setSystemTime(Date.now() + 600_000);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(woken).toBe(2);
});

it("does not wake after it is stopped", () => {
  stop();
  window.dispatchEvent(new Event("online"));
  vi.setSystemTime(Date.now() + 600_000);
  vi.advanceTimersByTime(60_000);

  expect(woken).toBe(0);
});
