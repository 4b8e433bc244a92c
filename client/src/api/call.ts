/** The calls about calls, of either side, each with exactly the body of its golden request: Protocol, 'Calls'. */

import { type Call, call, type Signal } from "../wire/call";
import { nothing } from "../wire/envelope";
import { VISITOR_PREFIX } from "./channel";
import { createHttp, type HttpSettings } from "./http";

/** What a page can say of a call. */
export type CallApi = {
  /** Rings at the partner's; where the partner rings already, this takes their call. */
  invite: (partner: string, isVideo: boolean) => Promise<Call>;
  /** Takes a call. A visitor takes it by the first offer (decision 0027) and needs to say nothing else. */
  answer: (callId: string) => Promise<void>;
  /** Not taken, or hung up. `isLeaving`: the page is going. */
  hangUp: (callId: string, isLeaving: boolean) => Promise<void>;
  signal: (callId: string, signal: Signal) => Promise<void>;
};

// A call says beside itself what went wrong with it.
const quiet = { isQuiet: true };

export function createVisitorCallApi(settings: Omit<HttpSettings, "prefix">, userId: () => string): CallApi {
  const http = createHttp({ ...settings, prefix: VISITOR_PREFIX });
  const videoType = (isVideo: boolean) => (isVideo ? "video" : "voice");
  return {
    invite: (_agent, isVideo) =>
      http.post("userVideoInvitation", { userId: userId(), videoType: videoType(isVideo) }, call, quiet),
    answer: async () => undefined,
    hangUp: async (callId, isLeaving) => {
      const options = { ...quiet, outlivesPage: isLeaving };
      await http.post("callSignal", { userId: userId(), callId, kind: "hangup" }, nothing, options);
    },
    signal: async (callId, { kind, payload }) => {
      await http.post("callSignal", { userId: userId(), callId, kind, payload }, nothing, quiet);
    },
  };
}

export function createAgentCallApi(settings: Omit<HttpSettings, "prefix">): CallApi {
  const http = createHttp({ ...settings, prefix: "/api/agent/" });
  return {
    invite: (userId, isVideo) =>
      http.post("inviteCall", { userId, videoType: isVideo ? "video" : "voice" }, call, quiet),
    answer: async (callId) => {
      await http.post("answerCall", { callId }, call, quiet);
    },
    hangUp: async (callId, isLeaving) => {
      await http.post("refuseCall", { callId }, nothing, { ...quiet, outlivesPage: isLeaving });
    },
    signal: async (callId, { kind, payload }) => {
      await http.post("callSignal", { callId, kind, payload }, nothing, quiet);
    },
  };
}
