import { Minus, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { AgentStatus } from "../../wire/account";
import styles from "./StatusPicker.module.css";

export type StatusPickerProps = {
  status: AgentStatus;
  /** Maximum number of simultaneous conversations. */
  capacity: number;
  /** Number of current conversations. */
  openCount: number;
  onStatus: (status: AgentStatus) => void;
  onCapacity: (capacity: number) => void;
};

export const STATUSES: readonly AgentStatus[] = ["online", "busy", "offline"];
export const CAPACITY_MAX = 50;

/** Sets whether the agent receives visitors, and how many at once. */
export function StatusPicker({ status, capacity, openCount, onStatus, onCapacity }: StatusPickerProps) {
  const { t } = useTranslation("desk");
  return (
    <div className={styles.picker}>
      <span className={styles.status} data-status={status}>
        <select
          aria-label={t("status_label")}
          value={status}
          onChange={(event) => {
            const wish = STATUSES.find((one) => one === event.target.value);
            if (wish) onStatus(wish);
          }}
        >
          {STATUSES.map((one) => (
            <option key={one} value={one}>
              {t(`status_${one}`)}
            </option>
          ))}
        </select>
      </span>
      <fieldset className={styles.capacity}>
        <legend className="visually-hidden">{t("capacity_label")}</legend>
        <button
          type="button"
          aria-label={t("capacity_less")}
          title={t("capacity_less")}
          disabled={capacity <= 1}
          onClick={() => onCapacity(capacity - 1)}
        >
          <Minus size={14} aria-hidden />
        </button>
        <output title={t("capacity_title", { taken: openCount, capacity })}>
          {openCount}/{capacity}
        </output>
        <button
          type="button"
          aria-label={t("capacity_more")}
          title={t("capacity_more")}
          disabled={capacity >= CAPACITY_MAX}
          onClick={() => onCapacity(capacity + 1)}
        >
          <Plus size={14} aria-hidden />
        </button>
      </fieldset>
    </div>
  );
}
