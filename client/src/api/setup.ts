/** The calls of somebody who has no account yet: the first start, and an invitation. Protocol, 'First start'. */
import { invitation, joined, setUp, setupState } from "../wire/setup";
import { createHttp } from "./http";

export type NewShop = {
  shopName: string;
  lang: string;
  timeZone: string;
  account: string;
  /** Without one, the account is the name. */
  nick?: string | undefined;
  password: string;
};

export type SetupApi = ReturnType<typeof createSetupApi>;

export function createSetupApi() {
  const nobody = { token: () => undefined, onUnauthorised: () => undefined, onServerError: () => undefined };
  const setup = createHttp({ ...nobody, prefix: "/api/setup/" });
  const agent = createHttp({ ...nobody, prefix: "/api/agent/" });
  const quiet = { isQuiet: true };
  return {
    state: (token: string) => setup.post("state", { token }, setupState, quiet),
    create: (token: string, shop: NewShop) => setup.post("create", { token, ...shop }, setUp, quiet),
    invitation: (token: string) => agent.post("joinInfo", { token }, invitation, quiet),
    join: (token: string, password: string) => agent.post("join", { token, password }, joined, quiet),
  };
}
