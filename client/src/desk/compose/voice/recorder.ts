/** Records a voice note with the microphone. */
import { wavOf } from "./wav";

/** The longest voice note. */
export const VOICE_MS_MAX = 120_000;

/** Enough for speech; two minutes take 3.8 MB. */
const RATE = 16_000;

/** Why nothing is recorded: not allowed, no microphone, or the browser cannot. */
export type VoiceTrouble = "denied" | "none" | "failed";

export type Recording = {
  /** Ends the recording. Undefined if it cannot be read. */
  stop: () => Promise<File | undefined>;
  /** Ends it, and drops what was recorded. */
  drop: () => void;
};

/** Asks for the microphone, and begins. */
export async function record(): Promise<Recording | VoiceTrouble> {
  if (!("mediaDevices" in navigator) || typeof MediaRecorder === "undefined") return "failed";
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  } catch (cause) {
    return troubleOf(cause);
  }
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    return begun(new MediaRecorder(stream), release);
  } catch {
    release();
    return "failed";
  }
}

function begun(recorder: MediaRecorder, release: () => void): Recording {
  const pieces: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => pieces.push(data));
  recorder.start();
  const ended = () =>
    new Promise<void>((resolve) => {
      if (recorder.state === "inactive") return resolve();
      recorder.addEventListener("stop", () => resolve(), { once: true });
      recorder.stop();
    });
  return {
    async stop() {
      await ended();
      release();
      return speech(new Blob(pieces, { type: recorder.mimeType })).catch(() => undefined);
    },
    drop() {
      void ended().then(release);
    },
  };
}

/** The recording as a wav file of one channel, because not every browser plays what another one records. */
async function speech(recorded: Blob): Promise<File> {
  const reader = new OfflineAudioContext(1, 1, RATE);
  const sound = await reader.decodeAudioData(await recorded.arrayBuffer());
  const mixer = new OfflineAudioContext(1, Math.max(1, Math.ceil(sound.duration * RATE)), RATE);
  const source = mixer.createBufferSource();
  source.buffer = sound;
  source.connect(mixer.destination);
  source.start();
  const mixed = await mixer.startRendering();
  return new File([wavOf(mixed.getChannelData(0), RATE)], "voice-note.wav", { type: "audio/wav" });
}

function troubleOf(cause: unknown): VoiceTrouble {
  const name = cause instanceof DOMException ? cause.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  return name === "NotFoundError" || name === "OverconstrainedError" ? "none" : "failed";
}
