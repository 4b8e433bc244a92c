/** The page around the chat: its channel, its address, its api, and the one dialog that may be open. */
import type { VisitorApi } from "../api/visitor";
import type { PageQuery } from "../lib/query";
import type { Picked } from "../session/sender";
import type { Channel } from "../wire/channel";
import type { PreChatForm } from "../wire/preChat";
import { atom } from "./jotai";

export type Page =
  | { kind: "loading" }
  /** The server has not been reached for a while; the page goes on trying. */
  | { kind: "waiting" }
  | { kind: "missing" }
  | { kind: "ready"; channel: Channel; query: PageQuery; api: VisitorApi; who: Who };

/** The visitor of this page: empty until they are known, changed by each start. */
export type Who = { userId: string; token: string; pollId?: string };

/** One dialog at a time. Those with `answer` end a promise somebody waits for. */
export type Dialog =
  | { kind: "none" }
  | { kind: "end" }
  | { kind: "expired" }
  /** The leave-message popup, with one of its tabs open. */
  | { kind: "leave"; tab: "submit" | "mine" }
  | { kind: "evaluation"; stars: number; occasion: "ByVisitor" | "Invited" | "OnClosing" }
  | { kind: "image"; url: string }
  /** The form of a message is filled in. */
  | { kind: "form"; messageId: string }
  /** Files to be looked at before they go. */
  | { kind: "sendFiles"; picked: readonly Picked[]; isScreenshot: boolean }
  /** What happens when a screen is shown; its picture is taken on from there. */
  | { kind: "screenTips"; onPicture: (picture: File) => void }
  /** The visitor goes away from the page; `leave` does it. */
  | { kind: "leavePage"; leave: () => void }
  /** What the channel asks before a chat. */
  | { kind: "preChat"; form: PreChatForm; answer: (isDone: boolean | undefined) => void }
  | {
      kind: "pickGroup";
      groups: readonly { groupId: string; groupName: string }[];
      answer: (groupId: string | undefined) => void;
    };

const heldPageAtom = atom<Page>({ kind: "loading" });
const heldDraftAtom = atom("");
const heldIsReturningAtom = atom(false);
const heldDialogAtom = atom<Dialog>({ kind: "none" });

export const pageAtom = atom((get) => get(heldPageAtom));
export const dialogAtom = atom((get) => get(heldDialogAtom));
/** What stands in the composer. */
export const draftAtom = atom(
  (get) => get(heldDraftAtom),
  (_get, set, words: string) => set(heldDraftAtom, words),
);
export const setPageAtom = atom(null, (_get, set, page: Page) => set(heldPageAtom, page));

/** The visitor goes back to the chat from the page where messages are left. */
export const returnToChatAtom = atom(null, (_get, set) => set(heldIsReturningAtom, true));

/** Whether the chat is opened by somebody who comes back to it; asked once. */
export const takeReturnAtom = atom(null, (get, set) => {
  const isReturning = get(heldIsReturningAtom);
  set(heldIsReturningAtom, false);
  return isReturning;
});

export const openDialogAtom = atom(null, (get, set, dialog: Dialog) => {
  giveUp(get(heldDialogAtom));
  set(heldDialogAtom, dialog);
});

export const closeDialogAtom = atom(null, (get, set) => {
  giveUp(get(heldDialogAtom));
  set(heldDialogAtom, { kind: "none" });
});

/** Whoever waits for an answer hears that there is none. */
function giveUp(open: Dialog): void {
  if (open.kind === "pickGroup" || open.kind === "preChat") open.answer(undefined);
}
