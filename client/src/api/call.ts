/** The requests for a visitor's voice and video calls, each as its golden request: Protocol, 'Calls'. */

import { type Call, call, type Signal } from "../wire/call";
import { nothing } from "../wire/envelope";
import { VISITOR_PREFIX } from "./channel";
import { createHttp, type HttpSettings } from "./http";

/** What a page can do with a voice or video call. */
export type CallApi = {
  /** Calls the partner. If the partner is already calling, this takes their call. */
  invite: (partner: string, isVideo: boolean) => Promise<Call>;
  /** Takes a call. A visitor's first offer takes it (decision 0027), so the visitor sends nothing here. */
  answer: (callId: string) => Promise<void>;
  /** Refuses a call or hangs up. `isLeaving`: the page is being closed. */
  hangUp: (callId: string, isLeaving: boolean) => Promise<void>;
  signal: (callId: string, signal: Signal) => Promise<void>;
};

export function createVisitorCallApi(settings: Omit<HttpSettings, "prefix">, userId: () => string): CallApi {
  const http = createHttp({ ...settings, prefix: VISITOR_PREFIX });
  return {
    invite: (_agent, isVideo) =>
      http.post("userVideoInvitation", { userId: userId(), videoType: isVideo ? "video" : "voice" }, call),
    answer: async () => undefined,
    hangUp: async (callId, isLeaving) => {
      const body = { userId: userId(), callId, kind: "hangup" };
      await http.post("callSignal", body, nothing, { outlivesPage: isLeaving });
    },
    signal: async (callId, { kind, payload }) => {
      await http.post("callSignal", { userId: userId(), callId, kind, payload }, nothing);
    },
  };
}
