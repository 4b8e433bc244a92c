/** The pause before a retry. */
import { ApiError } from "../api/http";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 20_000;

/**
 * The pause in milliseconds after `failures` failures in a row. It doubles, has a random part so that pages spread out,
 * and is at least as long as the server asked for. `random` is 0 to 1.
 */
export function pauseAfter(failures: number, cause: unknown, random: number): number {
  const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  const asked = cause instanceof ApiError ? (cause.retryAfterMs ?? 0) : 0;
  return Math.max(asked, full * (0.5 + random / 2));
}
