import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAtom, useAtomValue } from "../../state/jotai";
import { IconButton } from "../../ui/IconButton";
import { answeredAtom, quoteOfAtom } from "../state/saying.atoms";
import styles from "./Composer.module.css";
import { QuoteLine } from "./QuoteLine";

export type AnsweringProps = { userId: string; onLeave: () => void };

/** Above the field: the message that is being answered, until it is or the agent would rather not. */
export function Answering({ userId, onLeave }: AnsweringProps) {
  const { t } = useTranslation("desk");
  const quote = useAtomValue(quoteOfAtom);
  const [answered, setAnswered] = useAtom(answeredAtom);
  if (!quote) return null;
  return (
    <div className={styles.answering}>
      <QuoteLine quote={quote} />
      <IconButton
        label={t("quote_drop")}
        icon={<X size={18} />}
        onClick={() => {
          setAnswered({ ...answered, [userId]: "" });
          onLeave();
        }}
      />
    </div>
  );
}
