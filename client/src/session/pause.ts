/** How long to wait before something is tried again. */
import { ApiError } from "../api/http";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 20_000;

/**
 * The pause after so many failures in a row: doubling, never in step with other pages, and as long as the server
 * asked for. `random` is 0 to 1.
 */
export function pauseAfter(failures: number, cause: unknown, random: number): number {
  const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  const asked = cause instanceof ApiError ? (cause.retryAfterMs ?? 0) : 0;
  return Math.max(asked, full * (0.5 + random / 2));
}
