import type { PageQuery } from "../../lib/query";
import { closeChatAtom } from "../../state/chat.atoms";
import { useSetAtom } from "../../state/jotai";

/**
 * Ends the chat for good: in a shop's frame the shop's page hides it and takes it away; with the close flag the
 * window goes. Requirement CH-19, Closing. Nothing goes while the server has not heard of it.
 */
export function useEnding(query: PageQuery, onLeaveFrame: () => void): () => Promise<void> {
  const closeChat = useSetAtom(closeChatAtom);
  return async () => {
    if (!(await closeChat())) return;
    if (query.isEmbedded) onLeaveFrame();
    if (query.closesWindow) window.close();
  };
}
