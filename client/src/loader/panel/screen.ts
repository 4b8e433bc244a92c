/** While the chat covers the screen, the page behind does not scroll, and the chat ends at the keyboard. */
export function screenHolder(panel: HTMLElement, isFullScreen: () => boolean): (hold: boolean) => void {
  const root = document.documentElement.style;
  const view = window.visualViewport;
  let held: { overflow: string; top: number; left: number } | undefined;
  let following = new AbortController();
  const follow = (): void => {
    if (view === null) return;
    panel.style.setProperty("--height", `${view.height}px`);
    panel.style.setProperty("--top", `${view.offsetTop}px`);
  };
  return (hold) => {
    if (hold && !held && isFullScreen()) {
      held = { overflow: root.overflow, top: scrollY, left: scrollX };
      root.overflow = "hidden";
      following = new AbortController();
      const { signal } = following;
      follow();
      view?.addEventListener("resize", follow, { signal });
      view?.addEventListener("scroll", follow, { signal });
    } else if (!hold && held) {
      following.abort();
      root.overflow = held.overflow;
      // The keyboard may have scrolled the page behind.
      scrollTo({ top: held.top, left: held.left, behavior: "instant" });
      held = undefined;
    }
  };
}
