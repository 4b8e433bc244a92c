/** A call as a page shows it. Plain values; `caller.ts` changes them. */
import type { DeviceFault } from "./devices";

/**
 * `asking`: the browser asks for microphone and camera; `calling`: it rings at the other side; `ringing`: the other
 * side calls; `active`: answered; `notice`: a message about the last call, until dismissed.
 */
export type CallPhase = "idle" | "asking" | "calling" | "ringing" | "active" | "notice";

/** Why there is no call. Each has its own text, with what to do. */
export type CallNotice = "declined" | "unanswered" | "failed" | "lost" | DeviceFault;

export type CallView = {
  phase: CallPhase;
  callId: string;
  /** The visitor's id on the desk; empty on a visitor's page, which has one agent. */
  partner: string;
  isVideo: boolean;
  link: "connecting" | "live" | "reconnecting";
  /** When the call was answered, in ms since the epoch. */
  since: number;
  isMuted: boolean;
  /** The own picture is being sent. */
  hasOwnPicture: boolean;
  /** There is more than one camera to choose from. */
  canFlip: boolean;
  /** The camera in use faces its user. */
  facesSelf: boolean;
  /** A device fault that does not end the call. */
  fault: DeviceFault | undefined;
  isOtherMuted: boolean;
  hasPicture: boolean;
  local: MediaStream | undefined;
  remote: MediaStream | undefined;
  notice: CallNotice | undefined;
  /** Other incoming calls during this one. */
  waiting: readonly Incoming[];
};

/** An incoming call that is not shown yet. */
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
