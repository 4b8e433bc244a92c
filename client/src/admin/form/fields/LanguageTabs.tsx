import { clsx } from "clsx";
import { Languages } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { useTranslation } from "react-i18next";
import index from "../../../../../locales/index.json";
import menu from "../../shell/Menu.module.css";
import { ALL } from "../localText";
import styles from "./LanguageTabs.module.css";

export type LanguageTabsProps = {
  label: string;
  /** The languages with a tab; `default` is the text for all. */
  codes: readonly string[];
  chosen: string;
  /** The languages with a text. */
  filled: readonly string[];
  onChoose: (code: string) => void;
  onAdd: (code: string) => void;
};

const NAMES: Readonly<Record<string, { name: string }>> = index;

/** Chooses the language of a text, and adds languages. */
export function LanguageTabs({ label, codes, chosen, filled, onChoose, onAdd }: LanguageTabsProps) {
  const { t } = useTranslation("admin");
  const nameOf = (code: string) => (code === ALL ? t("language_all") : (NAMES[code]?.name ?? code));
  const others = Object.keys(index).filter((code) => !codes.includes(code));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a toolbar of buttons beside the label, not a fieldset
    <span role="group" aria-label={label} className={styles.tabs}>
      {codes.length < 2
        ? null
        : codes.map((code) => (
            <button
              key={code}
              type="button"
              aria-pressed={code === chosen}
              className={clsx(styles.tab, code === chosen && styles.chosen)}
              title={nameOf(code)}
              onClick={() => onChoose(code)}
            >
              {code === ALL ? t("language_all_short") : code}
              {filled.includes(code) ? null : (
                <span className={styles.empty}>
                  <span className="visually-hidden">{t("language_empty")}</span>
                </span>
              )}
            </button>
          ))}
      <MenuTrigger>
        <Button className={styles.add ?? ""} aria-label={codes.length < 2 ? undefined : t("language_add")}>
          <Languages size={14} aria-hidden />
          {codes.length < 2 ? t("language_translate") : "+"}
        </Button>
        <Popover className={menu.popover ?? ""} placement="bottom end">
          <Menu className={menu.menu ?? ""} onAction={(code) => onAdd(String(code))}>
            {others.map((code) => (
              <MenuItem key={code} id={code} className={menu.item ?? ""}>
                {nameOf(code)}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
    </span>
  );
}
