/** Help of the tenant's large model: translations of messages and drafts, and a summary for who takes over. */
import { ApiError } from "../../api/http";
import type { Entry } from "../../conversation/types";
import { wordsOf } from "../../conversation/words";
import { localeOf } from "../../i18n/choose";
import { atom, type Getter, type Setter } from "../../state/jotai";
import type { Help, HelpProblem } from "../../wire/assist";
import { agentAtom, shopAtom } from "./agent.atoms";
import { deskAtom, openRowAtom, openTalkAtom } from "./desk.atoms";
import { servicesAtom } from "./services";
import { openVisitorAtom } from "./talk.atoms";

/** Why there is no help; `unreachable`: this server gave no answer. */
export type HelpTrouble = HelpProblem | "unreachable";

/** One piece of help. */
export type Helped =
  | { phase: "asking" }
  | { phase: "here"; text: string }
  | { phase: "failed"; trouble: HelpTrouble };

/** The most older messages that are translated when an agent switches translation on. */
const OLDER_MAX = 20;

export const hasModelAtom = atom((get) => get(shopAtom).hasModel);

/** The agent's own language. */
function agentLanguage(): string {
  return localeOf(document.documentElement.lang) ?? "en";
}

const translatingAtom = atom<Readonly<Record<string, boolean>>>({});

/** Whether the open conversation is translated. */
export const isTranslatingAtom = atom(
  (get) => get(hasModelAtom) && (get(translatingAtom)[get(deskAtom).openId] ?? false),
);

export const switchTranslationAtom = atom(null, (get, set, isOn: boolean) => {
  set(translatingAtom, { ...get(translatingAtom), [get(deskAtom).openId]: isOn });
});

/** Translations by language and message. */
const translationsAtom = atom<Readonly<Record<string, Helped>>>({});

const nameOf = (language: string, id: string) => `${language}/${id}`;

/** Returns the translation of a message of the open conversation; undefined if there is none. */
export const translationOfAtom = atom((get) => {
  const all = get(isTranslatingAtom) ? get(translationsAtom) : {};
  const language = agentLanguage();
  return (id: string): Helped | undefined => all[nameOf(language, id)];
});

/** The newest messages with words, newest first, without notes and the program's own lines. */
export function translatable(entries: readonly Entry[]): { id: string; text: string }[] {
  return entries
    .filter(({ id, isNote, isRecalled, sender, content }) => {
      const hasWords = content.kind === "text" || content.kind === "richText" || content.kind === "answer";
      return id !== "" && !isNote && !isRecalled && sender !== "system" && hasWords;
    })
    .slice(-OLDER_MAX)
    .reverse()
    .map(({ id, content }) => ({ id, text: wordsOf(content).trim() }))
    .filter(({ text }) => text !== "");
}

/** Troubles of one message alone. After any other, the next message would fare no better. */
const OF_ONE: readonly HelpTrouble[] = ["tooLong", "unusable", "cutOff"];

/** The next message to translate: one at a time, and none after a trouble that lasts. */
export const untranslatedAtom = atom((get): { id: string; text: string } | undefined => {
  if (!get(isTranslatingAtom)) return undefined;
  const known = get(translationsAtom);
  const language = agentLanguage();
  const messages = translatable(get(openTalkAtom).entries);
  const helped = messages.map(({ id }) => known[nameOf(language, id)]);
  const waits = helped.some(
    (one) => one?.phase === "asking" || (one?.phase === "failed" && !OF_ONE.includes(one.trouble)),
  );
  return waits ? undefined : messages[helped.indexOf(undefined)];
});

/** Translates one message. Asking again after a failure is the agent's decision. */
export const translateMessageAtom = atom(null, async (get, set, message: { id: string; text: string }) => {
  const language = agentLanguage();
  const name = nameOf(language, message.id);
  const put = (helped: Helped) => set(translationsAtom, { ...get(translationsAtom), [name]: helped });
  put({ phase: "asking" });
  put(await askFor(get, (api, userId) => api.translate(userId, message.text, language)));
});

/** Forgets the failed translations, so that they are tried again. */
export const retryTranslationsAtom = atom(null, (get, set) => {
  const kept = Object.entries(get(translationsAtom)).filter(([, { phase }]) => phase !== "failed");
  set(translationsAtom, Object.fromEntries(kept));
});

/** A draft in the visitor's language, by conversation. `of` is the draft that was translated. */
type DraftHelp = { of: string; helped: Helped };
const draftsHelpedAtom = atom<Readonly<Record<string, DraftHelp>>>({});

export const openDraftHelpAtom = atom((get) => get(draftsHelpedAtom)[get(deskAtom).openId]);

/** The visitor's language, if the agent's draft can be translated into it. */
export const draftLanguageAtom = atom((get) => {
  const language = localeOf(get(openVisitorAtom)?.locale ?? "");
  return get(isTranslatingAtom) && language !== undefined && language !== agentLanguage()
    ? language
    : undefined;
});

export const translateDraftAtom = atom(null, async (get, set, draft: string) => {
  const { openId } = get(deskAtom);
  const language = get(draftLanguageAtom);
  if (language === undefined) return;
  const put = (helped: Helped) =>
    set(draftsHelpedAtom, { ...get(draftsHelpedAtom), [openId]: { of: draft, helped } });
  put({ phase: "asking" });
  put(await askFor(get, (api, userId) => api.translate(userId, draft, language)));
});

export const dropDraftHelpAtom = atom(null, (get, set) => forgetDraft(get, set));

function forgetDraft(get: Getter, set: Setter): void {
  const { [get(deskAtom).openId]: _, ...rest } = get(draftsHelpedAtom);
  set(draftsHelpedAtom, rest);
}

/** Summaries by session. `upTo` is the newest message that it covers. */
type Summary = { upTo: string; helped: Helped };
const summariesAtom = atom<Readonly<Record<string, Summary>>>({});

export const openSummaryAtom = atom((get) => {
  const summary = get(summariesAtom)[get(openRowAtom)?.sessionId ?? ""];
  const newest = get(openTalkAtom).entries.at(-1)?.id ?? "";
  return summary && { ...summary.helped, isOld: summary.upTo !== newest };
});

/** Whether a colleague served this session before, so that the agent has to read up. */
export const isTakenOverAtom = atom((get) => {
  const sessionId = get(openRowAtom)?.sessionId;
  const own = get(agentAtom)?.nick;
  return get(openTalkAtom).entries.some(
    (entry) =>
      entry.sessionId === sessionId &&
      entry.sender === "agent" &&
      entry.senderName !== "" &&
      entry.senderName !== own,
  );
});

export const sumUpAtom = atom(null, async (get, set) => {
  const sessionId = get(openRowAtom)?.sessionId ?? "";
  const upTo = get(openTalkAtom).entries.at(-1)?.id ?? "";
  const put = (helped: Helped) =>
    set(summariesAtom, { ...get(summariesAtom), [sessionId]: { upTo, helped } });
  put({ phase: "asking" });
  put(await askFor(get, (api, userId) => api.sumUp(userId, agentLanguage())));
});

/** Forgets everything before another agent signs in. */
export const forgetHelpAtom = atom(null, (_get, set) => {
  set(translatingAtom, {});
  set(translationsAtom, {});
  set(draftsHelpedAtom, {});
  set(summariesAtom, {});
});

type Api = Pick<ReturnType<typeof apiOf>, "translate" | "sumUp">;

function apiOf(get: Getter) {
  return get(servicesAtom).api;
}

async function askFor(get: Getter, ask: (api: Api, userId: string) => Promise<Help>): Promise<Helped> {
  try {
    const { text, problem } = await ask(apiOf(get), get(deskAtom).openId);
    return problem ? { phase: "failed", trouble: problem } : { phase: "here", text };
  } catch (cause) {
    const isTooOften = cause instanceof ApiError && cause.kind === "tooMany";
    return { phase: "failed", trouble: isTooOften ? "tooMany" : "unreachable" };
  }
}
