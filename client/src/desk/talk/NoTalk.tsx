import { MessagesSquare } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../state/jotai";
import { Empty } from "../../ui/Empty";
import { deskAtom } from "../state/desk.atoms";
import styles from "./TalkPane.module.css";

/** Fills the middle column while no conversation is open. */
export function NoTalk() {
  const { t } = useTranslation("desk");
  const { mine } = useAtomValue(deskAtom);
  const isAny = mine.length > 0;
  return (
    <div className={styles.nothing}>
      <Empty
        icon={<MessagesSquare size={28} aria-hidden />}
        title={t(isAny ? "talk_choose" : "talk_none")}
        text={t(isAny ? "talk_choose_hint" : "talk_none_hint")}
      />
    </div>
  );
}
