import { useEffect, useState } from "react";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import type { Watched } from "../../wire/visitor";
import { loadNewestAtom } from "../state/talk.atoms";
import { unwatchAtom, watchAtom, watchRoundAtom } from "../state/watching.atoms";

/** How often the server must hear that the page shows the conversation; it tells for a minute. */
const WATCH_EVERY_MS = 20_000;

/**
 * Has the server tell what is new in a conversation of somebody else while the page shows it. Reads what came before it
 * did. Returns whom the visitor is with; undefined if the server does not tell.
 */
export function useWatch(userId: string, isShown: boolean): Watched | undefined {
  const watch = useSetAtom(watchAtom);
  const unwatch = useSetAtom(unwatchAtom);
  const load = useSetAtom(loadNewestAtom);
  const round = useAtomValue(watchRoundAtom);
  const [watched, setWatched] = useState<Watched>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks again
  useEffect(() => {
    if (!isShown) return;
    let isLeft = false;
    let isTold = false;
    const ask = async () => {
      const answer = await watch(userId);
      if (isLeft || answer === "unreachable") return;
      const isBeginning = answer !== "refused" && !isTold;
      isTold = answer !== "refused";
      setWatched(answer === "refused" ? undefined : answer);
      if (isBeginning) void load(userId);
    };
    const timer = setInterval(() => void ask(), WATCH_EVERY_MS);
    void ask();
    return () => {
      isLeft = true;
      clearInterval(timer);
    };
  }, [watch, load, userId, isShown, round]);
  useEffect(() => {
    if (!isShown) return;
    return () => unwatch(userId);
  }, [unwatch, userId, isShown]);
  return watched;
}
