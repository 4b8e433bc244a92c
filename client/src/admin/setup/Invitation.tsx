import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/http";
import { Button } from "../../ui/Button";
import { Skeleton } from "../../ui/Skeleton";
import { Door } from "./Door";

export type InvitationProps<T> = {
  /** Asks the server whose password the link sets. */
  ask: (token: string) => Promise<T>;
  token: string;
  /** The title until that is known. */
  title: string;
  /** What to do if the link was used already. */
  spent: string;
  children: (found: T) => ReactNode;
};

/** Looks up a one-time link, and shows why that did not work. */
export function Invitation<T extends object>({ ask, token, title, spent, children }: InvitationProps<T>) {
  const { t } = useTranslation("admin");
  const [tries, setTries] = useState(0);
  const found = useInvitation(ask, token, tries);
  if (found === undefined)
    return (
      <Door title={title} text={t("loading")}>
        <Skeleton width="100%" height="44px" />
      </Door>
    );
  if (found === "spent") return <Door title={t("join_spent_title")} text={spent} />;
  if (found === "unreachable") return <UnreachableDoor title={title} onRetry={() => setTries(tries + 1)} />;
  return children(found);
}

/** Says that the server did not answer, and offers a retry. */
export function UnreachableDoor({ title, onRetry }: { title: string; onRetry: () => void }) {
  const { t } = useTranslation("admin");
  return (
    <Door title={title} text={t("door_unreachable")}>
      <Button look="primary" onClick={onRetry}>
        {t("retry")}
      </Button>
    </Door>
  );
}

/** Asks whose password a link sets. Another number of `tries` asks again; undefined while it is asked. */
function useInvitation<T>(ask: (token: string) => Promise<T>, token: string, tries: number) {
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
