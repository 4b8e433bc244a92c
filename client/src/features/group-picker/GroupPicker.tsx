import { ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/Dialog";
import styles from "./GroupPicker.module.css";

export type GroupPickerProps = {
  groups: readonly { groupId: string; groupName: string }[];
  onPick: (groupId: string) => void;
  onClose: () => void;
};

/** Asks which group the visitor wants to talk to. */
export function GroupPicker({ groups, onPick, onClose }: GroupPickerProps) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen onClose={onClose} title={t("group_title")} closeLabel={t("page_close")}>
      <ul className={styles.groups}>
        {groups.map((group) => (
          <li key={group.groupId}>
            <button type="button" className={styles.group} onClick={() => onPick(group.groupId)}>
              <span dir="auto">{group.groupName || group.groupId}</span>
              <ChevronRight size={18} aria-hidden className="mirrored" />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
