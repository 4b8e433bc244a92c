import { useAtom } from "../../state/jotai";
import { answeredAtom, draftsAtom, notingAtom } from "../state/sending.atoms";

/** What the composer of a conversation holds: the text, whether it is a note, and the message that it answers. */
export function useDraft(userId: string) {
  const [drafts, setDrafts] = useAtom(draftsAtom);
  const [noting, setNoting] = useAtom(notingAtom);
  const [answered, setAnswered] = useAtom(answeredAtom);
  return {
    draft: drafts[userId] ?? "",
    setDraft: (draft: string) => setDrafts((all) => ({ ...all, [userId]: draft })),
    isNote: noting[userId] ?? false,
    setNote: (isNote: boolean) => setNoting((all) => ({ ...all, [userId]: isNote })),
    answered: answered[userId] ?? "",
    setAnswered: (messageId: string) => setAnswered((all) => ({ ...all, [userId]: messageId })),
  };
}
