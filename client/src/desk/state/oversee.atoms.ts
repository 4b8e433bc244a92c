/** What a supervisor does in a colleague's conversation: Protocol, 'Supervisor's wall'. */
import { ApiError } from "../../api/http";
import { atom } from "../../state/jotai";
import { servicesAtom } from "./services";

export type WhisperTrouble = "noAgent" | "refused" | "unreachable";

/** Tells the agent of a conversation something that no visitor sees. Returns what went wrong, or undefined. */
export const whisperAtom = atom(
  null,
  async (
    get,
    _set,
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
