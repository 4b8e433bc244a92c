/** How long somebody has waited, and how urgent that is. */

export type Tone = "calm" | "amber" | "red";

const AMBER_MS = 60_000;
const RED_MS = 180_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Returns the colour of a waiting time: amber after a minute, red after three. */
export function toneOf(ageMs: number): Tone {
  if (ageMs >= RED_MS) return "red";
  return ageMs >= AMBER_MS ? "amber" : "calm";
}

/** Returns an age in its largest unit: `0:07`, `4:31`, `2 h`. If the local clock is behind the server's, it is 0:00. */
export function ageParts(ageMs: number): { unit: "clock"; text: string } | { unit: "hours"; count: number } {
  const age = Math.max(0, ageMs);
  if (age >= HOUR_MS) return { unit: "hours", count: Math.floor(age / HOUR_MS) };
  const seconds = String(Math.floor((age % MINUTE_MS) / 1000)).padStart(2, "0");
  return { unit: "clock", text: `${Math.floor(age / MINUTE_MS)}:${seconds}` };
}
