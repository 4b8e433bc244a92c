import { useEffect } from "react";

/** Protocol, 'Times of the pages': how long the window's title shows that the agent types. */
const SHOWN_MS = 1200;

/** Shows in the tab's title that the agent types, then restores the title. */
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
