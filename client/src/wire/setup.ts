/** Responses of the first start and of invitations: Protocol, 'First start'. */
import * as v from "valibot";
import { count, flag, text, wireTime } from "./scalars";

/** Response of setup/state: `valid` says whether the token opens the set-up. */
export const setupState = v.object({ needed: flag, valid: flag });

/** Response of setup/create. */
export const setUp = v.pipe(
  v.object({ tenantId: text, channelId: text, robotNo: text, adminId: text, agentToken: text }),
  v.transform((wire) => ({
    tenant: wire.tenantId,
    channel: wire.channelId,
    robot: wire.robotNo,
    agent: wire.adminId,
    token: wire.agentToken,
  })),
);

/** Response of joinInfo. */
export const invitation = v.object({ shopName: text, account: text, nick: text, purpose: text });
export type Invitation = v.InferOutput<typeof invitation>;

/** Response of join, which is that of login. */
export const joined = v.object({
  /** Empty if signing in needs a code. */
  token: text,
  tenantId: text,
  mustSetUpTotp: v.optional(flag, 0),
});

/** Response of admin/start: what a new shop has already done. */
export const start = v.pipe(
  v.object({
    answers: count,
    coloursSet: flag,
    embedded: flag,
    agents: count,
    tried: flag,
    channelId: text,
    shopName: text,
  }),
  v.transform((wire) => ({
    answers: wire.answers,
    hasColours: wire.coloursSet,
    isEmbedded: wire.embedded,
    agents: wire.agents,
    isTried: wire.tried,
    channel: wire.channelId,
    shopName: wire.shopName,
  })),
);
export type Start = v.InferOutput<typeof start>;

/** Response of agents/invite. */
export const invited = v.object({ link: text, expiresAt: wireTime });
