/** Responses of the operators' calls: Protocol, 'Operators'. */
import * as v from "valibot";
import { count, flag, lenientList, text, wireTime } from "./scalars";

/** Response of login and join; `token` is empty if signing in needs a code. */
export const operatorEntered = v.object({ token: text, account: text });

/** Response of joinInfo. */
export const operatorInvitation = v.object({ account: text, purpose: text });
export type OperatorInvitation = v.InferOutput<typeof operatorInvitation>;

const load = v.object({
  visitors: count,
  withRobot: count,
  waiting: count,
  talking: count,
  agentsOnline: count,
  agents: count,
  messages: count,
});

/** What goes on at a tenant now. */
export type Load = v.InferOutput<typeof load>;

const tenant = v.pipe(
  v.object({ tenantId: text, name: text, enabled: flag, load: v.nullish(load), fileBytes: v.nullish(count) }),
  v.transform((wire) => ({
    id: wire.tenantId,
    name: wire.name || wire.tenantId,
    isEnabled: wire.enabled,
    load: wire.load ?? undefined,
    fileBytes: wire.fileBytes ?? undefined,
  })),
);

/** A tenant; a disabled one has no load. `fileBytes` is missing until the server has counted them. */
export type Tenant = v.InferOutput<typeof tenant>;

/** Response of tenants/list. */
export const tenants = v.object({ list: lenientList(tenant), countedFrom: wireTime });
export type Tenants = v.InferOutput<typeof tenants>;
