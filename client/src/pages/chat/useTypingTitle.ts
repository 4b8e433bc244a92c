import { useEffect } from "react";

/** Protocol, 'Times of the pages': so long the window's title says that somebody types. */
const SHOWN_MS = 1200;

/** While the agent types the tab says so for a moment, then it has its own title back. */
export function useTypingTitle(isTyping: boolean, typingTitle: string, title: string): void {
  useEffect(() => {
    document.title = title;
    if (!isTyping) return;
    document.title = typingTitle;
    const timer = setTimeout(() => {
      document.title = title;
    }, SHOWN_MS);
    return () => {
      clearTimeout(timer);
      document.title = title;
    };
  }, [isTyping, typingTitle, title]);
}
