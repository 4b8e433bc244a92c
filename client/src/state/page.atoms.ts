/** The page around the chat: its channel, query and api, and the one open dialog. */
import type { VisitorApi } from "../api/visitor";
import type { PageQuery } from "../lib/query";
import type { Picked } from "../session/sender";
import type { Channel } from "../wire/channel";
import type { PreChatForm } from "../wire/preChat";
import { atom } from "./jotai";

export type Page =
  | { kind: "loading" }
  /** The server is not reached; the page keeps retrying. */
  | { kind: "waiting" }
  | { kind: "missing" }
  | {
      kind: "ready";
      channel: Channel;
      query: PageQuery;
      api: VisitorApi;
      who: Who;
      /** Why the shop refuses this visitor, in the server's words. */
      refusal?: string;
    };

/** The visitor of this page; empty until they are known, set by each chatStart. */
export type Who = { userId: string; token: string; pollId?: string };

/** The open dialog. Those with `answer` resolve a promise. */
export type Dialog =
  | { kind: "none" }
  | { kind: "end" }
  | { kind: "expired" }
  /** The popup for leaving a message, with its open tab. */
  | { kind: "leave"; tab: "submit" | "mine" }
  | { kind: "evaluation"; stars: number; occasion: "ByVisitor" | "Invited" | "OnClosing" }
  | { kind: "image"; url: string }
  /** Fills in the form of a message. */
  | { kind: "form"; messageId: string }
  /** Shows files before they are sent. */
  | { kind: "sendFiles"; picked: readonly Picked[]; isScreenshot: boolean }
  /** Explains screen sharing before it starts; `onPicture` gets the screenshot. */
  | { kind: "screenTips"; onPicture: (picture: File) => void }
  /** Asks whether to leave the page; `leave` does it. */
  | { kind: "leavePage"; leave: () => void }
  /** The form before the chat. */
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
/** The text in the composer. */
export const draftAtom = atom(
  (get) => get(heldDraftAtom),
  (_get, set, text: string) => set(heldDraftAtom, text),
);
export const setPageAtom = atom(null, (_get, set, page: Page) => set(heldPageAtom, page));

/** Notes that the visitor returns to the chat from leaving a message. */
export const returnToChatAtom = atom(null, (_get, set) => set(heldIsReturningAtom, true));

/** Whether the visitor has returned to the chat; resets the note. */
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

/** Resolves a waiting dialog without an answer. */
function giveUp(open: Dialog): void {
  if (open.kind === "pickGroup" || open.kind === "preChat") open.answer(undefined);
}
