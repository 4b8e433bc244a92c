/** When a page should look around: the device slept, the network is another, or the page comes back from its rest. */

const TICK_MS = 5000;
/** A tick that is so late was not late but asleep. */
const ASLEEP_MS = 15_000;

/** Calls `wake` at each such moment, until the answer is called. */
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
  // A hidden page's ticks are rare: what was missed is looked for as it is shown.
  page.document.addEventListener("visibilitychange", () => page.document.hidden || look(), { signal });
  // `offline` too: a call that waits would not notice for minutes.
  for (const sign of ["online", "offline"]) page.addEventListener(sign, wake, { signal });
  page.addEventListener("pageshow", (event) => event.persisted && wake(), { signal });
  return () => {
    clearInterval(timer);
    over.abort();
  };
}
