import { useTranslation } from "react-i18next";
import { showToast } from "../ui/toast";

/** Copies a text and says so. */
export function useCopy(): (text: string) => Promise<void> {
  const { t } = useTranslation("admin");
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      showToast("success", t("copied"));
    } catch {
      showToast("error", t("copy_failed"));
    }
  };
}
