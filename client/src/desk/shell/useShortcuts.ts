import { useEffect } from "react";
import { useLocation } from "wouter";
import { useStore } from "../../state/jotai";
import { deskAtom, mineAtom } from "../state/desk.atoms";
import { useTake } from "../useTake";

export type ShortcutsSetup = { onPanel: (panel: "commands" | "shortcuts") => void };

/** Handles the desk's shortcuts. While a field has the focus, only those with Alt, Ctrl or Command apply. */
export function useShortcuts({ onPanel }: ShortcutsSetup): void {
  const store = useStore();
  const [, goTo] = useLocation();
  const { take } = useTake();

  useEffect(() => {
    const step = (by: 1 | -1) => {
      const rows = store.get(mineAtom);
      const at = rows.findIndex((row) => row.userId === store.get(deskAtom).openId);
      const next = rows[at < 0 ? 0 : (at + by + rows.length) % rows.length];
      if (next) goTo(`/talk/${next.userId}`);
    };
    const deedOf = (event: KeyboardEvent): (() => void) | undefined => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k")
        return () => onPanel("commands");
      if (event.altKey && event.code === "KeyN") return () => void take(undefined);
      if (event.altKey && event.key === "ArrowDown") return () => step(1);
      if (event.altKey && event.key === "ArrowUp") return () => step(-1);
      if (isPlain(event) && event.key === "j") return () => focusRow(1);
      if (isPlain(event) && event.key === "k") return () => focusRow(-1);
      if (event.key === "?" && !isField(event.target)) return () => onPanel("shortcuts");
      return undefined;
    };
    const onKey = (event: KeyboardEvent) => {
      const deed = deedOf(event);
      if (!deed) return;
      event.preventDefault();
      deed();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

/** Moves the focus to the next or the previous row of the shown list; Enter then opens it. */
function focusRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[role="tabpanel"] a[href]')];
  const focused = rows.findIndex((row) => row.matches(":focus"));
  const at = focused < 0 ? rows.findIndex((row) => row.hasAttribute("aria-current")) : focused;
  const next = at < 0 ? 0 : (at + by + rows.length) % rows.length;
  rows[next]?.focus();
}

/** Whether a key means itself: no field has the focus, no dialog is open, and no other key is held. */
function isPlain({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isInDialog = target instanceof HTMLElement && target.closest("dialog") !== null;
  return !(ctrlKey || metaKey || altKey || isField(target) || isInDialog);
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select");
}
