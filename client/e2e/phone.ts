/** Imitates a phone's keyboard for the page. Runs in the page before its scripts. */

/** A keyboard over the page: the visual viewport is smaller than the layout's. `keyboard(height, top, scale)` moves it. */
export function pretendKeyboard(): void {
  if (window !== window.top) return;
  const seen = Object.assign(new EventTarget(), {
    width: 390,
    height: 844,
    offsetTop: 0,
    offsetLeft: 0,
    scale: 1,
  });
  Object.defineProperty(window, "visualViewport", { value: seen });
  Object.assign(window, {
    keyboard: (height: number, offsetTop = 0, scale = 1) => {
      Object.assign(seen, { height, offsetTop, scale });
      for (const kind of ["resize", "scroll"]) seen.dispatchEvent(new Event(kind));
    },
  });
}
