import { useEffect } from "react";

/** From here on somebody has pulled the page larger with two fingers: what is seen is a part of it, and no keyboard. */
const PULLED_SCALE = 1.05;

const PLACES = ["--seen-height", "--seen-top", "--hidden-below"] as const;

/**
 * Keeps the page and its dialogs as high as what is seen of them: where the keyboard lies over the page instead of
 * shrinking it, the list gives way, and the field that is written in stays in sight.
 */
export function useKeyboardInset(): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const root = document.documentElement;
    const follow = () => {
      if (view.scale > PULLED_SCALE) {
        for (const place of PLACES) root.style.removeProperty(place);
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

/** The field with the focus, where a form has become too short to show it. */
function showField(): void {
  const field = document.activeElement;
  if (field?.matches("input, textarea, select")) field.scrollIntoView({ block: "nearest" });
}
