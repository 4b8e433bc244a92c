/** What a supervisor does in a colleague's conversation: Protocol, 'Supervisor's wall'. */
import { ApiError } from "../../api/http";
import { atom } from "../../state/jotai";
import { servicesAtom } from "./services";
import { loadNewestAtom } from "./talk.atoms";

export type Overseen = "live" | "over" | "unreachable";

/** Has the server tell of each message for a minute, and reads what came before. Returns whether it does. */
export const overseeAtom = atom(null, async (get, set, userId: string): Promise<Overseen> => {
  try {
    await get(servicesAtom).api.oversee(userId);
  } catch (cause) {
    const kind = cause instanceof ApiError ? cause.kind : "unreachable";
    return kind === "conflict" || kind === "notFound" || kind === "forbidden" ? "over" : "unreachable";
  }
  void set(loadNewestAtom, userId);
  return "live";
});

export type WhisperTrouble = "noAgent" | "refused" | "unreachable";

/** Tells the agent of a conversation something that no visitor sees. Returns what went wrong, or undefined. */
export const whisperAtom = atom(
  null,
  async (
    get,
    set,
    { userId, text }: { userId: string; text: string },
  ): Promise<WhisperTrouble | undefined> => {
    const { api, newId } = get(servicesAtom);
    try {
      await api.whisper(userId, newId(), text);
    } catch (cause) {
      const kind = cause instanceof ApiError ? cause.kind : "unreachable";
      if (kind === "conflict" || kind === "notFound") return "noAgent";
      return kind === "unreachable" || kind === "unavailable" ? "unreachable" : "refused";
    }
    // The note itself comes with the next read: the poll tells the conversation's own agent.
    void set(loadNewestAtom, userId);
    return undefined;
  },
);

/** Ends a conversation for its agent. Returns what went wrong, or undefined. */
export const forceCloseAtom = atom(null, (get, _set, userId: string) =>
  get(servicesAtom)
    .api.forceClose(userId)
    .then(
      () => undefined,
      (cause: unknown) => {
        const kind = cause instanceof ApiError ? cause.kind : "unreachable";
        if (kind === "notFound" || kind === "conflict") return "ended" as const;
        return kind === "forbidden" ? ("refused" as const) : ("unreachable" as const);
      },
    ),
);
