import { useEffect } from "react";

/** A larger scale means a pinch zoom: the visible part is then smaller, but not because of a keyboard. */
const PULLED_SCALE = 1.05;

const PROPERTIES = ["--seen-height", "--seen-top", "--hidden-below"] as const;

/**
 * Keeps the page and its dialogs as high as the visible part of the window. If the keyboard covers the page without
 * shrinking it, the list shrinks, and the focused field stays visible.
 */
export function useKeyboardInset(): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const root = document.documentElement;
    const follow = () => {
      if (view.scale > PULLED_SCALE) {
        for (const property of PROPERTIES) root.style.removeProperty(property);
        return;
      }
      const below = Math.max(0, root.clientHeight - view.offsetTop - view.height);
      root.style.setProperty("--seen-height", `${view.height}px`);
      root.style.setProperty("--seen-top", `${view.offsetTop}px`);
      root.style.setProperty("--hidden-below", `${below}px`);
      if (below > 0) showField();
    };
    follow();
    view.addEventListener("resize", follow);
    view.addEventListener("scroll", follow);
    return () => {
      view.removeEventListener("resize", follow);
      view.removeEventListener("scroll", follow);
    };
  }, []);
}

/** Scrolls the focused field into view, because the form may be too short to show it. */
function showField(): void {
  const field = document.activeElement;
  if (field?.matches("input, textarea, select")) field.scrollIntoView({ block: "nearest" });
}
