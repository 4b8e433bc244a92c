import { Bell } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Push } from "../../session/push";
import { Button } from "../../ui/Button";
import { showToast } from "../../ui/toast";

/** Offers to tell the visitor of an answer while the chat is closed; once they agreed, offers to stop. */
export function PushOffer({ push }: { push: Push }) {
  const { t } = useTranslation();
  /** Undefined while unknown, and once the visitor refused. */
  const [isOn, setIsOn] = useState<boolean>();
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    push.resume().then(setIsOn, () => setIsOn(false));
  }, [push]);

  // The button stays enabled, so that it keeps the focus.
  const change = async () => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      const permission = isOn ? await push.stop() : await push.start();
      setIsOn(permission === "denied" ? undefined : permission === "granted");
    } catch {
      showToast("error", t("page_error"));
    }
    setIsBusy(false);
  };

  if (isOn === undefined) return null;
  return (
    <div style={{ textAlign: "center" }}>
      <span role="status">{isOn ? t("push_on") : null}</span>{" "}
      <Button
        look="quiet"
        size="small"
        icon={<Bell size={16} aria-hidden="true" />}
        onClick={() => void change()}
      >
        {t(isOn ? "push_stop" : "push_offer")}
      </Button>
    </div>
  );
}
