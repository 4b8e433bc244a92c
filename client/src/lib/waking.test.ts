import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { onWake } from "./waking";

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

it("looks around when the network comes or goes, and when the page comes back from its rest", () => {
  window.dispatchEvent(new Event("online"));
  window.dispatchEvent(new Event("offline"));
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }));
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));

  expect(woken).toBe(3);
});

it("notices that the device slept, on its next tick or when it is looked at", () => {
  vi.advanceTimersByTime(60_000);
  expect(woken).toBe(0);

  vi.setSystemTime(Date.now() + 600_000);
  vi.advanceTimersByTime(5000);
  expect(woken).toBe(1);

  vi.setSystemTime(Date.now() + 600_000);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(woken).toBe(2);
});

it("is quiet once it is stopped", () => {
  stop();
  window.dispatchEvent(new Event("online"));
  vi.setSystemTime(Date.now() + 600_000);
  vi.advanceTimersByTime(60_000);

  expect(woken).toBe(0);
});
