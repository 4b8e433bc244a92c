import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../../../ui/toast";
import { UNDO_MS } from "../../../things/removals.atoms";
import type { Group } from "./group";
import { useResolve } from "./useResolve";

/** Dismisses a group when the time for an undo is over or the page is closed, also if another page is open then. */
export function useDismissal(group: Group) {
  const { t } = useTranslation("admin");
  const { resolve } = useResolve(group);
  const [isDismissed, setDismissed] = useState(false);
  const stop = useRef<() => void>(() => undefined);

  const dismiss = () => {
    setDismissed(true);
    const send = async (outlivesPage: boolean) => {
      stop.current();
      if (await resolve({ action: "dismiss" }, { outlivesPage })) return;
      showToast("error", t("trouble_other"));
      setDismissed(false);
    };
    const leave = () => void send(true);
    const timer = setTimeout(() => void send(false), UNDO_MS);
    addEventListener("pagehide", leave);
    stop.current = () => {
      clearTimeout(timer);
      removeEventListener("pagehide", leave);
    };
  };
  return {
    isDismissed,
    dismiss,
    undo: () => {
      stop.current();
      setDismissed(false);
    },
  };
}
