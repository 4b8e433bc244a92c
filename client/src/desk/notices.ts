/** Sounds and tab title that tell an agent who looks elsewhere about news. */

export type Notice = "message" | "assigned" | "waiting" | "mentioned" | "due";

/** Pitches of each notice in Hz, in sequence: rising for a new visitor, short for a message, low for the queue, falling for a mention, twice
 * and then higher for what is due. */
const TUNES: Record<Notice, readonly number[]> = {
  message: [880],
  assigned: [660, 880, 1100],
  waiting: [520, 520],
  mentioned: [990, 740],
  due: [740, 740, 990],
};
const NOTE_S = 0.11;
const LOUDNESS = 0.12;

/**
 * Creates a player that generates its sounds, so nothing is downloaded. It is silent until the user touches the page.
 */
export function createPlayer(isOn: () => boolean): (notice: Notice) => void {
  let context: AudioContext | undefined;
  return (notice) => {
    if (!isOn() || !navigator.userActivation?.hasBeenActive) return;
    context ??= new AudioContext();
    const { currentTime, destination } = context;
    for (const [at, pitch] of TUNES[notice].entries()) {
      const start = currentTime + at * NOTE_S;
      const note = context.createOscillator();
      const loudness = context.createGain();
      note.frequency.value = pitch;
      loudness.gain.setValueAtTime(0, start);
      loudness.gain.linearRampToValueAtTime(LOUDNESS, start + 0.015);
      loudness.gain.exponentialRampToValueAtTime(0.0001, start + NOTE_S * 1.8);
      note.connect(loudness).connect(destination);
      note.start(start);
      note.stop(start + NOTE_S * 2);
    }
  };
}

/** Returns the tab's title: the number of unread messages, then the name. */
export function titleOf(name: string, unread: number): string {
  return unread > 0 ? `(${unread > 99 ? "99+" : unread}) ${name}` : name;
}
