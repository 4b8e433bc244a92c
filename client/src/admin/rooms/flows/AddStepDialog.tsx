import { useTranslation } from "react-i18next";
import { AdminDialog } from "../../shell/AdminDialog";
import styles from "./AddStepDialog.module.css";
import { SOURCES, type Source } from "./flow";
import { ICONS } from "./kinds";

/** Asks for the kind of a new step. */
export function AddStepDialog({ onAdd, onClose }: { onAdd: (source: Source) => void; onClose: () => void }) {
  const { t } = useTranslation("admin");
  return (
    <AdminDialog onClose={onClose} title={t("flow_add_title")}>
      <ul className={styles.kinds}>
        {SOURCES.map((source) => {
          const Icon = ICONS[source];
          return (
            <li key={source}>
              <button type="button" className={styles.kind} onClick={() => onAdd(source)}>
                <Icon size={20} aria-hidden />
                <span>
                  <span className={styles.name}>{t(`flow_kind_${source}`)}</span>
                  <span className={styles.text}>{t(`flow_kind_${source}_help`)}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </AdminDialog>
  );
}
