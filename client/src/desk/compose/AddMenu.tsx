import { CreditCard, ListChecks, Mic, Plus, Type } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Menu } from "../shell/Menu";
import styles from "./AddMenu.module.css";

/** What opens above or instead of the field. */
export type Extra = "card" | "form" | "rich" | "voice";

const ITEMS = [
  { extra: "rich", name: "add_rich", icon: <Type size={18} aria-hidden /> },
  { extra: "card", name: "add_card", icon: <CreditCard size={18} aria-hidden /> },
  { extra: "form", name: "add_form", icon: <ListChecks size={18} aria-hidden /> },
  { extra: "voice", name: "add_voice", icon: <Mic size={18} aria-hidden /> },
] as const;

/** What else an agent can send. */
export function AddMenu({ onChoose }: { onChoose: (extra: Extra) => void }) {
  const { t } = useTranslation("desk");
  return (
    <Menu label={t("add")} icon={<Plus size={20} />} placement="above">
      {ITEMS.map(({ extra, name, icon }) => (
        <button key={extra} type="button" className={styles.item} onClick={() => onChoose(extra)}>
          {icon}
          {t(name)}
        </button>
      ))}
    </Menu>
  );
}
