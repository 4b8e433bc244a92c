/** A call as a page shows it. Plain values; what changes them is `caller.ts`. */
import type { DeviceFault } from "./devices";

/**
 * `asking`: the browser asks for microphone and camera; `calling`: it rings at the other's; `ringing`: the other
 * calls; `active`: answered; `notice`: something about the last call stands until it is put away.
 */
export type CallPhase = "idle" | "asking" | "calling" | "ringing" | "active" | "notice";

/** Why there is no call. Each is said in words, with what to do. */
export type CallNotice = "declined" | "unanswered" | "failed" | "lost" | DeviceFault;

export type CallView = {
  phase: CallPhase;
  callId: string;
  /** With whom: the visitor's id at the desk; empty on a visitor's page, who talks to one agent. */
  partner: string;
  isVideo: boolean;
  link: "connecting" | "live" | "reconnecting";
  /** When it was answered, in ms since the epoch. */
  since: number;
  isMuted: boolean;
  /** The own picture is on its way. */
  hasOwnPicture: boolean;
  /** More than one camera to choose from. */
  canFlip: boolean;
  /** The camera that is used looks at who holds it. */
  facesSelf: boolean;
  /** Something is wrong with a device; the call goes on. */
  fault: DeviceFault | undefined;
  isOtherMuted: boolean;
  hasPicture: boolean;
  local: MediaStream | undefined;
  remote: MediaStream | undefined;
  notice: CallNotice | undefined;
  /** Who else calls meanwhile. */
  waiting: readonly Incoming[];
};

/** A call that rings here and is not looked at yet. */
export type Incoming = { callId: string; partner: string; isVideo: boolean };

export const idleView: CallView = {
  phase: "idle",
  callId: "",
  partner: "",
  isVideo: false,
  link: "connecting",
  since: 0,
  isMuted: false,
  hasOwnPicture: false,
  canFlip: false,
  facesSelf: true,
  fault: undefined,
  isOtherMuted: false,
  hasPicture: false,
  local: undefined,
  remote: undefined,
  notice: undefined,
  waiting: [],
};
