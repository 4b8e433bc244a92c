import { type RefObject, useEffect } from "react";

/** Where the focus goes if what had it is gone, the best first. */
const HOMES = [
  "textarea[data-focus-home]",
  "[data-focus-home]",
  "h2[tabindex]",
  '[role="tabpanel"] a[href]',
  '[role="tab"][aria-selected="true"]',
  "button, a[href]",
];

const COLUMNS = 'main, aside, [role="main"], [role="complementary"]';

/**
 * Keeps the focus on the page: if what has it disappears, for example with the last step of a form, it goes to the field
 * or the heading of the same column. Without it, a keyboard would begin again at the top of the page.
 */
export function useKeptFocus(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = page.current;
    if (!root) return;
    let last: { element: Element; column: Element } | undefined;
    const onFocus = ({ target }: FocusEvent) => {
      const column = target instanceof Element ? target.closest(COLUMNS) : null;
      last = target instanceof Element && column ? { element: target, column } : undefined;
    };
    const onChange = () => {
      if (!last || last.element.isConnected) return;
      if (document.activeElement && document.activeElement !== document.body) return;
      const { column } = last;
      last = undefined;
      // On a phone, the column itself may be gone.
      if (!focusHome(column)) focusHome(root);
    };
    root.addEventListener("focusin", onFocus);
    const observer = new MutationObserver(onChange);
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      root.removeEventListener("focusin", onFocus);
      observer.disconnect();
    };
  }, [page]);
}

/** Returns whether something took the focus. */
function focusHome(column: Element): boolean {
  // A field would open the keyboard of a phone.
  const skipsFields = matchMedia("(pointer: coarse)").matches;
  return HOMES.some((home) =>
    [...column.querySelectorAll<HTMLElement>(home)].some((one) => {
      if (!(skipsFields && one.matches("textarea"))) one.focus();
      return document.activeElement === one;
    }),
  );
}
