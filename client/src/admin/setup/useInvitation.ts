import { useEffect, useState } from "react";
import { ApiError } from "../../api/http";

/** Asks whose password a link sets. Another number of `tries` asks again; undefined while it is asked. */
export function useInvitation<T>(ask: (token: string) => Promise<T>, token: string, tries: number) {
  const [found, setFound] = useState<T | "spent" | "unreachable">();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    setFound(undefined);
    ask(token).then(setFound, (cause) => {
      const isLost =
        cause instanceof ApiError && (cause.kind === "unreachable" || cause.kind === "unavailable");
      setFound(isLost ? "unreachable" : "spent");
    });
  }, [ask, token, tries]);

  return found;
}
