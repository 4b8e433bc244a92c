/** The requests for an agent's voice and video calls, each as its golden request: Protocol, 'Calls'. */
import { call } from "../wire/call";
import { nothing } from "../wire/envelope";
import type { CallApi } from "./call";
import { createHttp, type HttpSettings } from "./http";

export function createAgentCallApi(settings: Omit<HttpSettings, "prefix">): CallApi {
  const http = createHttp({ ...settings, prefix: "/api/agent/" });
  return {
    invite: (userId, isVideo) =>
      http.post("inviteCall", { userId, videoType: isVideo ? "video" : "voice" }, call),
    answer: async (callId) => {
      await http.post("answerCall", { callId }, call);
    },
    hangUp: async (callId, isLeaving) => {
      await http.post("refuseCall", { callId }, nothing, { outlivesPage: isLeaving });
    },
    signal: async (callId, { kind, payload }) => {
      await http.post("callSignal", { callId, kind, payload }, nothing);
    },
  };
}
