import { useCallback, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSetAtom } from "../../state/jotai";
import type { Choice } from "../keys/offers.atoms";
import { receiversAtom } from "../state/talk.atoms";
import { optionsOf } from "./HandOver";

/** Returns what loads the possible receivers as choices. `onChoose` gets the chosen one, such as `colleague:jo`. */
export function useReceiverChoices(
  onChoose: (value: string) => void,
): (signal: AbortSignal) => Promise<readonly Choice[] | undefined> {
  const { t } = useTranslation("desk");
  const ask = useSetAtom(receiversAtom);
  const chosen = useRef(onChoose);
  chosen.current = onChoose;
  return useCallback(
    async (signal) => {
      const receivers = await ask(signal);
      if (!receivers) return undefined;
      return optionsOf(receivers).map(({ kind, value, name, isFull }) => ({
        key: value,
        name: isFull ? t("hand_over_full", { name }) : name,
        note: t(kind === "group" ? "search_group" : "search_agent"),
        isOff: isFull,
        run: () => chosen.current(value),
      }));
    },
    [ask, t],
  );
}
