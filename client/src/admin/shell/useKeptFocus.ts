import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** Elements remembered to go back to. */
const REMEMBERED = 20;

/**
 * Keeps the focus for people who use the keyboard. A browser loses it when the focused element is removed or disabled:
 * after a save, in a deleted row, on another page. The hook then focuses the element that had it before. On another
 * page it focuses `main`.
 */
export function useKeptFocus(main: RefObject<HTMLElement | null>, address: string): void {
  const seen = useRef<HTMLElement[]>([]);
  const open = useRef(address);

  // Before the observer below looks for something on the old page.
  useLayoutEffect(() => {
    if (open.current === address) return;
    open.current = address;
    if (isLost()) {
      seen.current = [];
      main.current?.focus({ preventScroll: true });
    }
  }, [address, main]);

  useEffect(() => {
    let isWaiting = false;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      isWaiting = false;
      seen.current = [...seen.current.filter((one) => one !== target), target].slice(-REMEMBERED);
    };
    const look = () => {
      const last = seen.current.at(-1);
      if (!last || !isLost()) return;
      // Somebody pressed beside it.
      if (isUsable(last) && !isWaiting) return;
      isWaiting = last.isConnected && last.parentElement?.querySelector("[aria-busy=true]") !== null;
      if (!isWaiting) seen.current.findLast(isUsable)?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ["disabled", "aria-busy"],
    });
    document.addEventListener("focusin", note);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", note);
    };
  }, []);
}

function isLost(): boolean {
  const { activeElement: active, body } = document;
  return active === null || active === body || active.matches(":disabled");
}

function isUsable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(":disabled");
}
