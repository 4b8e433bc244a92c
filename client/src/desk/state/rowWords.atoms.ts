/** Reads the conversations whose rows cannot say what the visitor waits for: a list has the last message alone. */
import { atom } from "../../state/jotai";
import { isAnswer, isAutomatic } from "../rowWords";
import { isTalking, type Row } from "../types";
import { changeDeskAtom, deskAtom, talkOf } from "./desk.atoms";
import { servicesAtom } from "./services";

const readingAtom = atom(false);

/** Reads them one after the other. Each session is tried once; opening a conversation reads it anyway. */
export const readRowWordsAtom = atom(null, async (get, set) => {
  if (get(readingAtom)) return;
  set(readingAtom, true);
  const tried = new Set<string>();
  const next = () =>
    [...get(deskAtom).mine, ...get(deskAtom).queue].find(
      (row) => needsWords(row) && !talkOf(get, row.userId).isLoaded && !tried.has(row.sessionId),
    );
  for (let row = next(); row; row = next()) {
    const { userId } = row;
    tried.add(row.sessionId);
    const page = await get(servicesAtom)
      .api.history(userId, 0)
      .catch(() => undefined);
    if (page) set(changeDeskAtom, { kind: "historyRead", userId, page, isNewest: true });
  }
  set(readingAtom, false);
});

function needsWords(row: Row): boolean {
  const { lastMessage: last } = row;
  if (row.isQueued) return last !== undefined && isAutomatic(last);
  return isTalking(row) && !(last && isAnswer(last, row));
}
