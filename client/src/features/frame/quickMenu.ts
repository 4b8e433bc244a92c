/** Which buttons stand in the quick menu: Spec §2, §3, §6. */
import type { Channel, MenuAction, MenuItem } from "../../wire/channel";
import type { Phase } from "../../wire/session";

/** A button without a name has the product's own for what it does. */
export type MenuEntry = MenuItem & { key: string };

export type MenuSize = "small" | "normal" | "large";

type Rules = Pick<Channel, "menus" | "transferUserMode" | "evaluateMode" | "leaveMsgMode">;

/**
 * The tenant's buttons, then those its switches add. `canEnd` is false where the visitor has no button to end the
 * chat. Only somebody the robot talks to can ask for an agent.
 */
export function quickMenu(rules: Rules, phase: Phase, canEnd: boolean): MenuEntry[] {
  const isThere = (kind: MenuAction["kind"]) => {
    switch (kind) {
      case "transfer":
        return rules.transferUserMode && phase === "robot";
      case "evaluate":
        return rules.evaluateMode;
      case "leaveMessage":
        return rules.leaveMsgMode;
      case "close":
        return canEnd;
      default:
        return true;
    }
  };
  const added = (["transfer", "evaluate", "leaveMessage"] as const)
    .filter((kind) => !rules.menus.some((item) => item.action.kind === kind))
    .map((kind): MenuItem => ({ name: "", background: "", colour: "", action: { kind } }));
  return [...rules.menus, ...added]
    .filter((item) => isThere(item.action.kind))
    .map((item, at) => ({ ...item, key: `${item.action.kind}-${at}` }));
}

/** Spec §2: small above four, normal above two, else large. */
export function menuSize(entries: number): MenuSize {
  if (entries > 4) return "small";
  return entries > 2 ? "normal" : "large";
}
