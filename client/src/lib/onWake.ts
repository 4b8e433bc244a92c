/** Detects that a page should check its state: the device slept, the network changed, or the page was restored. */

const TICK_MS = 5000;
/** If two ticks are further apart, the device slept. */
const ASLEEP_MS = 15_000;

/** Calls `wake` at each such moment. Returns a function that stops it. */
export function onWake(page: Window, wake: () => void): () => void {
  const over = new AbortController();
  const { signal } = over;
  let last = Date.now();
  const look = () => {
    const slept = Date.now() - last > ASLEEP_MS;
    last = Date.now();
    if (slept) wake();
  };
  const timer = setInterval(look, TICK_MS);
  // A hidden page ticks rarely, so the check also runs when the page is shown.
  page.document.addEventListener("visibilitychange", () => page.document.hidden || look(), { signal });
  // `offline` too: otherwise a long poll would not notice for minutes.
  for (const sign of ["online", "offline"]) page.addEventListener(sign, wake, { signal });
  page.addEventListener("pageshow", (event) => event.persisted && wake(), { signal });
  return () => {
    clearInterval(timer);
    over.abort();
  };
}
