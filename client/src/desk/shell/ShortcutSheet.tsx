import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/Dialog";
import styles from "./Panels.module.css";

/** Lists the desk's keyboard shortcuts. */
export function ShortcutSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation("desk");
  const keys = [
    [t("key_commands"), t("shortcut_commands")],
    [t("key_next"), t("shortcut_next")],
    [t("key_search"), t("shortcut_search")],
    [t("key_up_down"), t("shortcut_up_down")],
    ["j / k", t("shortcut_j_k")],
    ["x", t("shortcut_x")],
    [t("key_choose_all"), t("shortcut_ctrl_a")],
    [t("key_enter"), t("shortcut_enter")],
    [t("key_shift_enter"), t("shortcut_shift_enter")],
    ["/", t("shortcut_ready")],
    [t("key_suggestions"), t("shortcut_suggestions")],
    ["?", t("shortcut_sheet")],
  ];
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t("menu_shortcuts")} closeLabel={t("close")}>
      <dl className={styles.keys}>
        {keys.map(([key, deed]) => (
          <div key={key}>
            <dt>{deed}</dt>
            <dd>
              <kbd>{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
