/**
 * Chooses the buttons above the composer: the quick menu's and the robot's bar (Protocol, 'Configuration'; 'Answers',
 * menubar).
 */
import { safeLink } from "../../lib/links";
import type { FlowButton } from "../../wire/answer";
import type { Channel, MenuAction, MenuItem } from "../../wire/channel";
import type { Phase } from "../../wire/session";

/** A button without a name gets the product's name for its action. */
export type MenuEntry = Omit<MenuItem, "action"> & { key: string; action: EntryAction };
export type EntryAction = MenuAction | { kind: "choose"; button: FlowButton };

export type MenuSize = "small" | "normal" | "large";

type Rules = Pick<Channel, "menus" | "transferUserMode" | "evaluateMode" | "leaveMsgMode">;

/**
 * Returns the tenant's buttons, then those its switches add. `canEnd` is false if the visitor cannot end the chat. Only
 * a visitor who talks to the robot can ask for an agent.
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

/** Returns the robot's buttons: a link opens directly, any other continues the flow. */
export function barEntries(buttons: readonly FlowButton[]): MenuEntry[] {
  return buttons.map((button) => {
    const { id, itemId, name } = button;
    const link = safeLink(button.link);
    return {
      key: `${id}|${itemId}|${name}`,
      name,
      background: "",
      colour: "",
      action: link ? { kind: "open", link } : { kind: "choose", button },
    };
  });
}

/** Requirement CH-08: small above four, normal above two, else large. */
export function menuSize(entries: number): MenuSize {
  if (entries > 4) return "small";
  return entries > 2 ? "normal" : "large";
}
