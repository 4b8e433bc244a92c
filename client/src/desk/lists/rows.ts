/** The focus among the rows of the shown list. */

const ROWS = '[role="tabpanel"] a[href]';
/** A row of the table of left items, which has a box to choose it besides its link. */
const ITEM = "[data-item]";

function shownRows(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(ROWS)];
}

/** Whether the focus is in a row. */
export function isInRow(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.matches(ROWS) || target.closest(ITEM) !== null);
}

/** The left item whose row has the focus. */
export function focusedItem(): string | undefined {
  return document.activeElement?.closest<HTMLElement>(ITEM)?.dataset.item;
}

/** Whether the lists are on the screen: on a phone, a conversation covers them. */
export function isListShown(): boolean {
  const panel = document.querySelector('[role="tabpanel"]');
  return panel === null || panel.checkVisibility?.() !== false;
}

/** Whether the shown list has what is open. */
export function hasOpenRow(): boolean {
  return shownRows().some((row) => row.hasAttribute("aria-current"));
}

/** Moves the focus to the next or the previous row; Enter then opens it. */
export function focusRow(by: 1 | -1): void {
  const rows = shownRows();
  const focused = rows.findIndex((row) => (row.closest(ITEM) ?? row).contains(document.activeElement));
  const at = focused < 0 ? rows.findIndex((row) => row.hasAttribute("aria-current")) : focused;
  const next = at < 0 ? 0 : (at + by + rows.length) % rows.length;
  rows[next]?.focus();
}

/** Gives the focus to the open row, or to the row of `place`, or to the first one; without any, to the list's tab. */
export function focusOpenRow(place = ""): void {
  const rows = shownRows();
  const row =
    rows.find((one) => one.hasAttribute("aria-current")) ??
    rows.find((one) => place !== "" && one.getAttribute("href")?.endsWith(place)) ??
    rows[0];
  const tab = document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
  (row ?? tab)?.focus();
}

/** Runs after the page has drawn what was just changed. A key that comes before is no text of the field that is left. */
export function focusLater(focus: () => void): void {
  const left = document.activeElement;
  if (left instanceof HTMLElement && left.matches("input, textarea")) left.blur();
  let isOvertaken = false;
  const overtake = () => {
    isOvertaken = true;
  };
  document.addEventListener("keydown", overtake, { capture: true, once: true });
  const settle = () => {
    document.removeEventListener("keydown", overtake, { capture: true });
    // What that key opened has the focus now.
    const isElsewhere = isOvertaken && document.activeElement !== document.body;
    if (!isElsewhere) focus();
  };
  requestAnimationFrame(() => requestAnimationFrame(settle));
}
