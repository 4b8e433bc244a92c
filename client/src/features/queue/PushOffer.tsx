import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Push } from "../../session/push";
import { Button } from "../../ui/Button";
import { showToast } from "../../ui/toast";
import styles from "./PushOffer.module.css";

/** Offers to tell the visitor of an answer while the chat is closed; once they agreed, offers to stop. */
export function PushOffer({ push }: { push: Push }) {
  const { t } = useTranslation(["push", "chat"]);
  const [state, setState] = useState<"unknown" | "off" | "on" | "denied">("unknown");
  const [isBusy, setIsBusy] = useState(false);
  const isOn = state === "on";

  useEffect(() => {
    let isOver = false;
    const found = (isTold: boolean) => {
      if (!isOver) setState(isTold ? "on" : "off");
    };
    push.resume().then(found, () => found(false));
    return () => {
      isOver = true;
    };
  }, [push]);

  // The button stays enabled, so that it keeps the focus.
  const change = async () => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      if (isOn) await push.stop();
      const permission = isOn ? "default" : await push.start();
      setState(permission === "granted" ? "on" : permission === "denied" ? "denied" : "off");
    } catch {
      showToast("error", t("chat:page_error"));
    }
    setIsBusy(false);
  };

  if (state === "unknown") return null;
  return (
    <div className={styles.line}>
      <span role="status">{isOn ? t("push_on") : state === "denied" ? t("push_denied") : null}</span>
      {state === "denied" ? null : (
        <Button look="quiet" size="small" onClick={() => void change()}>
          {t(isOn ? "push_stop" : "push_offer")}
        </Button>
      )}
    </div>
  );
}
