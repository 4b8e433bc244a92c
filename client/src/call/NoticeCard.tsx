import { RotateCcw, TriangleAlert, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/Button";
import { IconButton } from "../ui/IconButton";
import type { Side } from "../wire/call";
import styles from "./CallPanel.module.css";
import type { Caller } from "./caller";
import type { CallNotice } from "./view";
import { noticeWords } from "./words";

export type NoticeCardProps = {
  notice: CallNotice;
  caller: Caller;
  side: Side;
  name: string;
  heading: string;
};

/** Says why there is no call, until the user dismisses it: Protocol, 'Calls', the persistent warning. */
export function NoticeCard({ notice, caller, side, name, heading }: NoticeCardProps) {
  const { t } = useTranslation("call");
  const { title, text } = noticeWords(t, notice, side, name);
  return (
    <div className={styles.card} data-tone="warning">
      <div className={styles.notice} role="alert">
        <TriangleAlert size={20} aria-hidden />
        <div>
          <h2 id={heading}>{title}</h2>
          <p>{text}</p>
        </div>
      </div>
      <span className={styles.away}>
        <IconButton label={t("call_close")} icon={<X size={18} />} onClick={caller.dismiss} />
      </span>
      {notice === "declined" || notice === "unsupported" ? null : (
        <div className={styles.answers}>
          <Button look="outline" icon={<RotateCcw size={16} aria-hidden />} onClick={caller.again}>
            {t("call_again")}
          </Button>
        </div>
      )}
    </div>
  );
}
