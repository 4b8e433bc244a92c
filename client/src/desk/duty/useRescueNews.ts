import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../state/jotai";
import { showToast } from "../../ui/toast";
import { rescuesAtom } from "../state/rescues.atoms";

/** Shows a toast for each rescue. Only supervisors' desks hear of them. */
export function useRescueNews(): void {
  const { t } = useTranslation("desk");
  const newest = useAtomValue(rescuesAtom)[0];
  useEffect(() => {
    if (!newest) return;
    const { lapse, to } = newest.rescue;
    const isLost = to === "nobody" || to === "sameAgent";
    showToast(isLost ? "error" : "success", `${t(`rescue_${lapse}`)} ${t(`rescue_to_${to}`)}`);
  }, [newest, t]);
}
