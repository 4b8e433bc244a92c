/** Sound and title: what tells an agent who looks elsewhere that somebody wants them. */

export type Notice = "message" | "assigned" | "waiting";

/** Pitches of each notice in Hz, one after the other: a new visitor rises, a message is short, the queue low. */
const TUNES: Record<Notice, readonly number[]> = {
  message: [880],
  assigned: [660, 880, 1100],
  waiting: [520, 520],
};
const NOTE_S = 0.11;
const LOUDNESS = 0.12;

/** A player without files, so that nothing is fetched; silent until the page has been touched. */
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

/** The tab's title: how many messages nobody has looked at stand before the name. */
export function titleOf(name: string, unread: number): string {
  return unread > 0 ? `(${unread > 99 ? "99+" : unread}) ${name}` : name;
}
