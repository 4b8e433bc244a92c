/** The ring tone, generated and not downloaded. Browsers mute it until the user touches the page. */

/** Pitches in Hz and the interval in ms: the called side hears a chord, the caller a dial tone. */
const TUNES = {
  incoming: { pitches: [587, 740, 880], everyMs: 2_400, noteS: 0.16, loudness: 0.14 },
  outgoing: { pitches: [425], everyMs: 4_000, noteS: 0.9, loudness: 0.05 },
} as const;

/** Rings until the returned function is called. */
export function startRinging(tune: keyof typeof TUNES): () => void {
  if (typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false) {
    return () => undefined;
  }
  const { pitches, everyMs, noteS, loudness } = TUNES[tune];
  const context = new AudioContext();
  const ring = () => {
    for (const [at, pitch] of pitches.entries()) {
      const start = context.currentTime + at * noteS;
      const note = context.createOscillator();
      const volume = context.createGain();
      note.frequency.value = pitch;
      volume.gain.setValueAtTime(0, start);
      volume.gain.linearRampToValueAtTime(loudness, start + 0.03);
      volume.gain.setValueAtTime(loudness, start + noteS * 0.8);
      volume.gain.linearRampToValueAtTime(0, start + noteS * 1.2);
      note.connect(volume).connect(context.destination);
      note.start(start);
      note.stop(start + noteS * 1.3);
    }
  };
  ring();
  const timer = setInterval(ring, everyMs);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}
