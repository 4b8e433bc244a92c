/** Voice and video calls: Protocol, 'Calls', decision 0027. Both polls carry a call's signals as events. */
import * as v from "valibot";
import { SenderType } from "./codes";
import { count, lenientList, maybeCount, text } from "./scalars";

const iceServer = v.object({
  urls: v.union([v.string(), v.array(v.string())]),
  username: v.optional(v.string()),
  credential: v.optional(v.string()),
});
export type IceServer = v.InferOutput<typeof iceServer>;

/** Response of userVideoInvitation, and of an agent's inviteCall and answerCall. */
export const call = v.pipe(
  v.object({ callId: text, videoType: text, iceServers: lenientList(iceServer) }),
  v.transform((wire) => ({
    id: wire.callId,
    isVideo: wire.videoType === "video",
    iceServers: wire.iceServers,
  })),
);
export type Call = v.InferOutput<typeof call>;

/** The two sides of a call. */
export type Side = "visitor" | "agent";

/** A message from one browser to the other. */
export type Signal = { kind: "offer" | "answer" | "candidate" | "toVoice"; payload: unknown };

/** Why a call ended. */
export type CallEnd = "hungUp" | "unanswered" | "vanished" | "otherPage" | "conversationOver" | "restart";

/** An event about a call, in either poll; `by` is the side that caused it, undefined for the system. */
export type CallNews = { callId: string; by: Side | undefined } & (
  | { step: "invited"; isVideo: boolean; iceServers: readonly IceServer[] }
  | { step: "answered"; isVideo: boolean; iceServers: readonly IceServer[] }
  | { step: "declined" }
  | { step: "ended"; why: CallEnd; seconds: number | undefined }
  | { step: "signalled"; signal: Signal }
);

const news = v.looseObject({
  callId: v.pipe(v.string(), v.nonEmpty()),
  kind: text,
  senderType: count,
  videoType: text,
  payload: v.optional(v.unknown()),
  reason: text,
  duration: maybeCount,
  iceServers: lenientList(iceServer),
});

/** Reads a call event of either poll; undefined for an unknown one. */
export function readCallNews(raw: unknown): CallNews | undefined {
  const read = v.safeParse(news, raw);
  if (!read.success) return undefined;
  const { callId, kind, senderType, videoType, payload, reason, duration, iceServers } = read.output;
  const from = { callId, by: sideOf(senderType) };
  switch (kind) {
    case "invite":
      return { ...from, step: "invited", isVideo: videoType === "video", iceServers };
    case "accept":
      return { ...from, step: "answered", isVideo: videoType === "video", iceServers };
    case "refuse":
      return { ...from, step: "declined" };
    case "hangup":
      return { ...from, step: "ended", why: endOf(reason), seconds: duration };
    case "offer":
    case "answer":
    case "candidate":
    case "toVoice":
      return { ...from, step: "signalled", signal: { kind, payload } };
    default:
      return undefined;
  }
}

function sideOf(senderType: number): Side | undefined {
  if (senderType === SenderType.Visitor) return "visitor";
  return senderType === SenderType.Agent ? "agent" : undefined;
}

function endOf(reason: string): CallEnd {
  switch (reason) {
    case "unanswered":
    case "vanished":
    case "otherPage":
    case "conversationOver":
    case "restart":
      return reason;
    default:
      return "hungUp";
  }
}
