import { SearchX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/Empty";
import styles from "./TalkPane.module.css";

/** Fills the middle column for an address without a conversation: its visitor was erased, or the link is wrong. */
export function MissingTalk({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation("desk");
  return (
    <div className={styles.nothing}>
      <Empty icon={<SearchX size={28} aria-hidden />} title={t("talk_missing")} text={t("talk_missing_hint")}>
        <Button look="outline" onClick={onLeave}>
          {t("talk_missing_back")}
        </Button>
      </Empty>
    </div>
  );
}
