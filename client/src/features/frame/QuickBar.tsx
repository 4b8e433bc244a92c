import { Headset } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import styles from "./QuickBar.module.css";

export type QuickBarProps = {
  isTransferring: boolean;
  onTransfer: () => void;
};

/** Ways on from the robot, above the composer. */
export function QuickBar({ isTransferring, onTransfer }: QuickBarProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.bar}>
      <Button
        look="outline"
        size="small"
        isBusy={isTransferring}
        icon={<Headset size={16} aria-hidden />}
        onClick={onTransfer}
      >
        {t(isTransferring ? "transfer_busy" : "transfer_button")}
      </Button>
    </div>
  );
}
