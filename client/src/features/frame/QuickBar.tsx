import { Headset, MessageSquareText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import styles from "./QuickBar.module.css";

export type QuickBarProps = {
  isTransferring: boolean;
  /** Absent where the visitor cannot be handed on now. */
  onTransfer: (() => void) | undefined;
  /** Absent where the channel takes no messages. */
  onLeaveMessage: (() => void) | undefined;
};

/** Ways on from the robot, above the composer. */
export function QuickBar({ isTransferring, onTransfer, onLeaveMessage }: QuickBarProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.bar}>
      {onTransfer ? (
        <Button
          look="outline"
          size="small"
          isBusy={isTransferring}
          icon={<Headset size={16} aria-hidden />}
          onClick={onTransfer}
        >
          {t(isTransferring ? "transfer_busy" : "transfer_button")}
        </Button>
      ) : null}
      {onLeaveMessage ? (
        <Button
          look="outline"
          size="small"
          icon={<MessageSquareText size={16} aria-hidden />}
          onClick={onLeaveMessage}
        >
          {t("menu_leave_message")}
        </Button>
      ) : null}
    </div>
  );
}
