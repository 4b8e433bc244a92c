/** Frames to wait for a part of the page that is still being fetched, on a slow line too: about 15 seconds. */
const FRAMES_MAX = 900;

/**
 * Focuses what `find` finds, once the page shows it. Gives up when the user has gone elsewhere meanwhile. `isReady`
 * says whether everything is there that could come before it.
 */
export function focusSoon(find: () => HTMLElement | null | undefined, isReady: () => boolean): void {
  let from: Element | null;
  const attempt = (left: number) =>
    requestAnimationFrame(() => {
      // A dialog that closes gives the focus back first.
      if (left === FRAMES_MAX) from = document.activeElement;
      if (document.activeElement !== from && document.activeElement !== document.body) return;
      const found = find();
      if (left > 0 && !(found && isReady())) {
        attempt(left - 1);
        return;
      }
      found?.focus({ preventScroll: true });
      found?.scrollIntoView({ block: "nearest" });
    });
  attempt(FRAMES_MAX);
}

/** Where the typing begins in a step's fields. */
export const FIRST_FIELD = '[role="textbox"], input, textarea, select';

/** The fields of a panel are there: none of them is still a placeholder. */
export function isLoaded(panel: Element | null | undefined): boolean {
  return panel !== null && panel !== undefined && panel.querySelector("[data-loading]") === null;
}
