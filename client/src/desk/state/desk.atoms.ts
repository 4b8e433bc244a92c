/** The state of the desk, and the only way to change it. */
import { atom, type Getter } from "../../state/jotai";
import { type DeskChange, deskReduce, inOrder, tagsOf } from "../deskReduce";
import { type Desk, emptyDesk, emptyTalk, type Row, type Talk } from "../types";

const deskStateAtom = atom<Desk>(emptyDesk);

export const deskAtom = atom((get) => get(deskStateAtom));
// Parts of the desk that most events do not change: who reads one of them is not drawn again with each message.
export const openIdAtom = atom((get) => get(deskStateAtom).openId);
export const areListsLoadedAtom = atom((get) => get(deskStateAtom).areListsLoaded);
export const statusAtom = atom((get) => get(deskStateAtom).status);
export const capacityAtom = atom((get) => get(deskStateAtom).capacity);
/** The number of the agent's conversations that are not over. */
export const openCountAtom = atom(
  (get) => get(deskStateAtom).mine.filter((row) => row.end === undefined).length,
);
export const isOpenMineAtom = atom((get) => {
  const { mine, openId } = get(deskStateAtom);
  return mine.some(({ userId }) => userId === openId);
});

export const mineAtom = atom((get) => inOrder(get(deskStateAtom).mine));
export const queueAtom = atom((get) => get(deskStateAtom).queue);
export const robotAtom = atom((get) => get(deskStateAtom).robot);
export const unreadAtom = atom((get) => get(deskStateAtom).mine.reduce((sum, row) => sum + row.unread, 0));
export const openRowAtom = atom((get) => {
  const { mine, queue, robot, openId } = get(deskStateAtom);
  return [mine, queue, robot].map((rows) => rows.find((row) => row.userId === openId)).find((row) => row);
});
export const openTalkAtom = atom((get) => {
  const { talks, openId } = get(deskStateAtom);
  return talks[openId] ?? emptyTalk;
});

const tagsAtom = atom((get) => get(deskStateAtom).tags);
/**
 * Returns the ids of a conversation's tags. It stays the same function while no tag changes, so that other events draw
 * no row's tags again.
 */
export const tagsOfAtom = atom((get) => {
  const desk = { tags: get(tagsAtom) };
  return (userId: string, listed: Pick<Row, "sessionId" | "tags"> | undefined) =>
    tagsOf(desk, userId, listed);
});

export const changeDeskAtom = atom(null, (get, set, change: DeskChange) => {
  set(deskStateAtom, deskReduce(get(deskStateAtom), change));
});

/** Replaces the whole desk, for another agent. */
export const resetDeskAtom = atom(null, (_get, set, desk: Desk) => set(deskStateAtom, desk));

export function talkOf(get: Getter, userId: string): Talk {
  return get(deskStateAtom).talks[userId] ?? emptyTalk;
}
