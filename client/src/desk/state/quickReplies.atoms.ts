/** Texts that an agent can reuse: quick replies and the answers of the knowledge base. */
import { ApiError } from "../../api/http";
import { plainText } from "../../lib/html";
import { atom } from "../../state/jotai";
import type { LocalText, ReadyReply } from "../../wire/ready";
import { filledIn, type Values } from "../compose/variables";
import { agentAtom, shopAtom } from "./agent.atoms";
import { queueAtom } from "./desk.atoms";
import { servicesAtom } from "./services";
import { openVisitorAtom } from "./talk.atoms";

export type Ready = {
  key: string;
  kind: "reply" | "document";
  title: string;
  text: string;
  /** The answer of a document, as it is formatted. */
  html?: string;
  /** The id of an own quick reply, which the agent can remove. */
  ownId?: string;
};

type Held = { phase: "loading" | "here" | "failed"; replies: readonly ReadyReply[] };

const heldAtom = atom<Held>({ phase: "loading", replies: [] });
const foundAtom = atom<readonly Ready[]>([]);

export const quickRepliesPhaseAtom = atom((get) => get(heldAtom).phase);

/** The visitor's language, which selects the texts' language. */
const languageAtom = atom((get) => get(openVisitorAtom)?.locale || "en");

/** What the variables of a quick reply stand for. The page tells the order's number as `orderNo`. */
const variablesAtom = atom((get): Values => {
  const visitor = get(openVisitorAtom);
  return {
    "visitor.name": visitor?.name,
    "visitor.email": visitor?.email,
    "agent.name": get(agentAtom)?.nick,
    "shop.name": get(shopAtom).name,
    "order.number": visitor?.told.find(({ name }) => name === "orderNo")?.value,
    "queue.waiting": String(get(queueAtom).length),
  };
});

/** Returns the quick replies that contain the search text, in the visitor's language, and then the documents found. */
export const reusableTextsAtom = atom((get) => (search: string): readonly Ready[] => {
  const language = get(languageAtom);
  const variables = get(variablesAtom);
  const wanted = search.trim().toLowerCase();
  const replies = get(heldAtom)
    .replies.map((reply) => readyOf(reply, language))
    .map((ready) => ({ ...ready, text: filledIn(ready.text, variables) }))
    .filter(({ title, text }) => `${title}\n${text}`.toLowerCase().includes(wanted));
  return wanted === "" ? replies : [...replies, ...get(foundAtom)];
});

export const loadQuickRepliesAtom = atom(null, async (get, set) => {
  try {
    const { replies } = await get(servicesAtom).api.quickReplies("");
    set(heldAtom, { phase: "here", replies });
  } catch {
    // Loaded replies stay.
    if (get(heldAtom).phase !== "here") set(heldAtom, { phase: "failed", replies: [] });
  }
});

/** Searches the documents. A newer search aborts an older one through its signal. */
export const searchDocumentsAtom = atom(
  null,
  async (get, set, ask: { text: string; signal: AbortSignal }) => {
    const question = ask.text.trim();
    if (question === "") {
      set(foundAtom, []);
      return;
    }
    const language = get(languageAtom);
    const found = await get(servicesAtom)
      .api.documents(question, language, ask.signal)
      .catch(() => undefined);
    if (ask.signal.aborted || !found) return;
    set(
      foundAtom,
      found.map((doc) => ({
        key: `doc-${doc.robot}-${doc.id}-${doc.language}`,
        kind: "document" as const,
        title: doc.question,
        text: wordsOfAnswer(doc.answer),
        html: doc.answer,
      })),
    );
  },
);

/** The quick replies whose title or folder begins with the search, before those that only contain it. */
export const slashRepliesAtom = atom((get) => (search: string): readonly Ready[] => {
  const wanted = search.toLowerCase();
  const found = get(reusableTextsAtom)(search).filter(({ kind }) => kind === "reply");
  const begins = ({ title }: Ready) => title.toLowerCase().startsWith(wanted);
  return [...found.filter(begins), ...found.filter((ready) => !begins(ready))].slice(0, SLASH_MAX);
});

/** The agent's own quick replies, as written. */
export const ownRepliesAtom = atom((get) => get(heldAtom).replies.filter(({ shared }) => !shared));

/** The words of a document's answer. */
export function wordsOfAnswer(html: string): string {
  return plainText(html.replace(BLOCK_END, "$&\n")).trim();
}

/** Rich text starts a new line after these tags; plain text needs a newline. */
const BLOCK_END = /<\/(?:p|li|div|h[1-6]|tr)>|<br\s*\/?>/gi;

const TITLE_CHARS = 40;
/** The most quick replies below the field. */
const SLASH_MAX = 50;

/** Saves a text as the agent's own quick reply. Returns whether that worked. */
export const saveQuickReplyAtom = atom(null, async (get, set, text: string): Promise<boolean> => {
  const [line = ""] = text.trim().split("\n");
  const title = line.length > TITLE_CHARS ? `${line.slice(0, TITLE_CHARS).trim()}…` : line;
  const reply = { id: get(servicesAtom).newId(), title, text: text.trim(), version: 0 };
  return (await set(putQuickReplyAtom, reply)) === "saved";
});

export type OwnReply = { id: string; title: string; text: string; version: number };

/** Stores an own quick reply: a new one, or a change. Another tab may have changed it: then it is read again. */
export const putQuickReplyAtom = atom(
  null,
  async (get, set, reply: OwnReply): Promise<"saved" | "changed" | "unreachable"> => {
    const { api } = get(servicesAtom);
    try {
      const kept = await api.keepQuickReply(reply);
      const others = get(heldAtom).replies.filter((one) => one.shared || one.id !== kept.id);
      set(heldAtom, { phase: "here", replies: [...others, kept] });
      return "saved";
    } catch (cause) {
      const isChanged = cause instanceof ApiError && cause.kind === "conflict";
      if (isChanged) await set(loadQuickRepliesAtom);
      return isChanged ? "changed" : "unreachable";
    }
  },
);

/** Removes one of the agent's own quick replies. Returns whether that worked. */
export const removeQuickReplyAtom = atom(null, async (get, set, id: string): Promise<boolean> => {
  try {
    await get(servicesAtom).api.removeQuickReply(id);
    const { replies } = get(heldAtom);
    set(heldAtom, { phase: "here", replies: replies.filter((reply) => reply.shared || reply.id !== id) });
    return true;
  } catch {
    return false;
  }
});

/** Clears the texts before another agent signs in. */
export const forgetQuickRepliesAtom = atom(null, (_get, set) => {
  set(heldAtom, { phase: "loading", replies: [] });
  set(foundAtom, []);
});

function readyOf({ id, title, text, shared }: ReadyReply, language: string): Ready {
  return {
    key: `${shared}-${id}`,
    kind: "reply",
    title: inLanguage(title, language),
    text: inLanguage(text, language),
    ...(shared ? {} : { ownId: id }),
  };
}

function inLanguage(text: LocalText, language: string): string {
  if (typeof text === "string") return text;
  return text[language] ?? text.default ?? text.en ?? Object.values(text)[0] ?? "";
}
