import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { showToast } from "../../ui/toast";
import { seekAtom, soughtAtom } from "../state/search.atoms";
import { loadOlderAtom } from "../state/talk.atoms";
import type { Talk } from "../types";

/** The most pages of older messages that are read for one message. */
const PAGES_MAX = 50;

/** The id of a message's element. */
export const lineId = (key: string) => `message-${key}`;

/** Scrolls to the message that a search found, and reads older messages until it is there. */
export function useSought(userId: string, talk: Talk): void {
  const { t } = useTranslation("desk");
  const sought = useAtomValue(soughtAtom);
  const seek = useSetAtom(seekAtom);
  const loadOlder = useSetAtom(loadOlderAtom);
  const pages = useRef(0);
  const wanted = sought?.userId === userId ? sought.messageId : undefined;
  useEffect(() => {
    if (wanted === undefined) {
      pages.current = 0;
      return;
    }
    const entry = talk.entries.find((one) => one.id === wanted);
    if (entry) {
      const line = document.getElementById(lineId(entry.key));
      line?.scrollIntoView({ block: "center" });
      line?.focus({ preventScroll: true });
      seek(undefined);
    } else if (talk.isLoaded && (talk.older === "end" || talk.hasFailed || pages.current >= PAGES_MAX)) {
      showToast("error", t("sought_older"));
      seek(undefined);
    } else if (talk.isLoaded && talk.older === "idle") {
      pages.current += 1;
      void loadOlder(userId);
    }
  }, [wanted, talk, seek, loadOlder, userId, t]);
}
