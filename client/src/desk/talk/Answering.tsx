import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAtom, useAtomValue } from "../../state/jotai";
import { IconButton } from "../../ui/IconButton";
import { answeredAtom, quoteOfAtom } from "../state/sending.atoms";
import styles from "./Composer.module.css";
import { QuoteLine } from "./QuoteLine";

/** Shows the message that the agent answers, above the field, with a button to cancel. */
export function Answering({ userId, onLeave }: { userId: string; onLeave: () => void }) {
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
