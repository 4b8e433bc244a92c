/** Voice and video calls: Contract §4, §7. What is said in one is an event. */
import * as v from "valibot";
import { lenientList, text } from "./scalars";

const iceServer = v.object({
  urls: v.union([v.string(), v.array(v.string())]),
  username: v.optional(v.string()),
  credential: v.optional(v.string()),
});

/** Answer of userVideoInvitation, and of an agent's inviteCall and answerCall. */
export const call = v.pipe(
  v.object({ callId: text, videoType: text, adminId: text, iceServers: lenientList(iceServer) }),
  v.transform((wire) => ({
    id: wire.callId,
    isVideo: wire.videoType === "video",
    agentId: wire.adminId,
    iceServers: wire.iceServers,
  })),
);
export type Call = v.InferOutput<typeof call>;
