import { useEffect } from "react";

/**
 * Keeps the page as high as what is seen of it: where the keyboard lies over the page instead of shrinking it,
 * the list gives way and the composer stays in sight.
 */
export function useKeyboardInset(): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const root = document.documentElement;
    const follow = () => {
      root.style.setProperty("--seen-height", `${view.height}px`);
      root.style.setProperty("--seen-top", `${view.offsetTop}px`);
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
