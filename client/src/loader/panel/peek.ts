/** Shows an unread line above the launcher, so that the visitor knows whether to open the chat. */

import { button, child, icon, SHUT } from "../dom";

export interface Peek {
  /** Shows the line; `close` labels its close button. */
  show(line: string, close: string): void;
  clear(): void;
}

export function makePeek(into: Node, open: () => void): Peek {
  const peek = child(into, "div", "peek");
  peek.role = "status";
  peek.hidden = true;
  const clear = (): void => {
    peek.hidden = true;
    line.textContent = "";
  };
  const line = button(peek, "line", open);
  line.dir = "auto";
  const dismiss = button(peek, "dismiss", clear);
  icon(dismiss, SHUT, "");
  return {
    show(words, close) {
      line.textContent = words;
      dismiss.ariaLabel = close;
      peek.hidden = false;
    },
    clear,
  };
}
