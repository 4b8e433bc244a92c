import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/http";
import { useSetAtom } from "../../state/jotai";
import { refusalOf } from "../things/refusals";
import { troubleWords } from "../things/troubleWords";
import { changeEndedAtom } from "./ownApi";

export type Faults = Readonly<Record<string, string>>;

/** Runs a call that changes the account. Afterwards, `faults` says what is wrong by field, or `trouble` in one sentence. */
export function useDeed() {
  const { t } = useTranslation("admin");
  const changeEnded = useSetAtom(changeEndedAtom);
  const [isBusy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [trouble, setTrouble] = useState("");

  /** Returns whether it worked. */
  const run = useCallback(
    async (deed: () => Promise<void>): Promise<boolean> => {
      setBusy(true);
      setFaults({});
      setTrouble("");
      try {
        await deed();
        return true;
      } catch (cause) {
        const refusal = refusalOf(cause);
        if (cause instanceof ApiError && cause.kind === "unauthorised") changeEnded(true);
        else if (refusal.kind === "faults")
          setFaults(Object.fromEntries(refusal.faults.map((one) => [one.field, one.message])));
        else setTrouble(troubleWords(t, refusal));
        return false;
      } finally {
        setBusy(false);
      }
    },
    [t, changeEnded],
  );
  return { isBusy, faults, trouble, run };
}
