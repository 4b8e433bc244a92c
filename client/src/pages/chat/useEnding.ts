import type { PageQuery } from "../../lib/query";
import { closeChatAtom } from "../../state/chat.atoms";
import { useSetAtom } from "../../state/jotai";

/**
 * Ends the chat. In a frame, the host page then hides and removes the frame; with the close flag, the window closes.
 * If the call fails, nothing closes. Requirement CH-19, Closing.
 */
export function useEnding(query: PageQuery, onLeaveFrame: () => void): () => Promise<void> {
  const closeChat = useSetAtom(closeChatAtom);
  return async () => {
    if (!(await closeChat())) return;
    if (query.isEmbedded) onLeaveFrame();
    if (query.closesWindow) window.close();
  };
}
