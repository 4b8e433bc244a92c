import { useAtom, useAtomValue, useSetAtom } from "../../state/jotai";
import { draftsAtom, notingAtom, setNotingAtom, writeDraftAtom } from "../state/drafts.atoms";
import { answeredAtom } from "../state/sending.atoms";

/** What the composer of a conversation holds: the text, whether it is a note, and the message that it answers. */
export function useDraft(userId: string) {
  const drafts = useAtomValue(draftsAtom);
  const noting = useAtomValue(notingAtom);
  const writeDraft = useSetAtom(writeDraftAtom);
  const setNoting = useSetAtom(setNotingAtom);
  const [answered, setAnswered] = useAtom(answeredAtom);
  return {
    draft: drafts[userId] ?? "",
    setDraft: (text: string) => writeDraft({ userId, text }),
    isNote: noting[userId] ?? false,
    setNote: (isOn: boolean) => setNoting({ userId, isOn }),
    answered: answered[userId] ?? "",
    setAnswered: (messageId: string) => setAnswered((all) => ({ ...all, [userId]: messageId })),
  };
}
