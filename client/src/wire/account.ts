/** Who is signed in: the responses of login and me. Protocol, 'Seat'. */
import * as v from "valibot";
import { count, flag, lenientList, text } from "./scalars";

export type AgentStatus = "online" | "busy" | "offline";
export type Group = { id: string; name: string };

export const status = v.pipe(text, v.transform(statusOf));

const account = v.object({
  adminId: text,
  adminNick: text,
  adminFace: text,
  role: text,
  groupIds: lenientList(v.string()),
  capacity: count,
});

function agentOf(wire: v.InferOutput<typeof account>) {
  return {
    id: wire.adminId,
    nick: wire.adminNick,
    face: wire.adminFace,
    role: wire.role,
    groupIds: wire.groupIds,
    capacity: wire.capacity,
  };
}
export type SignedIn = ReturnType<typeof agentOf>;

/** Response of login and signOn/finish. If `mustSetUpTotp`, the token is good for the set-up of the second step alone. */
export const loggedIn = v.pipe(
  v.object({
    ...account.entries,
    token: v.pipe(v.string(), v.nonEmpty()),
    tenantId: text,
    mustSetUpTotp: v.optional(flag, 0),
    signOutUrl: v.optional(text, ""),
  }),
  v.transform((wire) => ({
    token: wire.token,
    tenantId: wire.tenantId,
    mustSetUpTotp: wire.mustSetUpTotp,
    signOutUrl: wire.signOutUrl,
    agent: agentOf(wire),
  })),
);

/** Response of signOn/info: Protocol, 'Single sign-on'. */
export const signOnOffer = v.pipe(
  v.object({ enabled: flag, buttonText: text, only: flag, returnAddress: text }),
  v.transform((wire) => ({
    isOffered: wire.enabled,
    buttonText: wire.buttonText,
    isOnly: wire.only,
    returnAddress: wire.returnAddress,
  })),
);
export type SignOnOffer = v.InferOutput<typeof signOnOffer>;

/** Response of signOn/begin. The server has checked that `url` is an https address. */
export const signOnBegun = v.object({ url: v.string(), secret: v.string() });

export const groupList = lenientList(
  v.pipe(
    v.object({ groupId: text, groupName: text }),
    v.transform((wire): Group => ({ id: wire.groupId, name: wire.groupName })),
  ),
);

/** Response of me. */
export const me = v.pipe(
  v.object({
    ...account.entries,
    status,
    groups: groupList,
    pictureHosts: lenientList(v.string()),
    sendsMail: v.optional(flag, 0),
    shopName: text,
    hasModel: v.optional(flag, 0),
  }),
  v.transform((wire) => ({
    agent: agentOf(wire),
    status: wire.status,
    groups: wire.groups,
    pictureHosts: wire.pictureHosts,
    sendsMail: wire.sendsMail,
    shopName: wire.shopName,
    hasModel: wire.hasModel,
  })),
);
export type Me = v.InferOutput<typeof me>;

export function statusOf(name: string): AgentStatus {
  return name === "online" || name === "busy" ? name : "offline";
}
