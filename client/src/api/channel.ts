/** The first call of a page; it loads the channel's configuration: Protocol, 'Configuration', channelInfo. */
import { type Channel, channel } from "../wire/channel";
import { createHttp, type HttpSettings } from "./http";

export const VISITOR_PREFIX = "/api/chat/visitor/";

export function createChannelApi(settings: Omit<HttpSettings, "prefix">) {
  const http = createHttp({ ...settings, prefix: VISITOR_PREFIX });
  return {
    channelInfo: (id: string, locale: string): Promise<Channel> =>
      http.post("channelInfo", { id, locale }, channel, { isQuiet: true }),
  };
}
