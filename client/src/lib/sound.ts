/** Synthesizes the short sound of a new message. Browsers keep it silent until the visitor interacts with the page. */
let context: AudioContext | undefined;
let lastAt = Number.NEGATIVE_INFINITY;

/** Messages within this time share one sound. */
const APART_MS = 1000;

export function playChime(): void {
  if (typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false) return;
  if (performance.now() - lastAt < APART_MS) return;
  lastAt = performance.now();
  context ??= new AudioContext();
  const { currentTime: now, destination } = context;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0, now);
  volume.gain.linearRampToValueAtTime(0.12, now + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.35);
  volume.connect(destination);
  for (const [hertz, start] of [
    [880, 0],
    [1318.5, 0.09],
  ] as const) {
    const tone = context.createOscillator();
    tone.frequency.value = hertz;
    tone.connect(volume);
    tone.start(now + start);
    tone.stop(now + 0.4);
  }
}
