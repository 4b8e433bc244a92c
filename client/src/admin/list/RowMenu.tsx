import { Ellipsis } from "lucide-react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { useTranslation } from "react-i18next";
import menu from "../shell/Menu.module.css";
import styles from "./RowMenu.module.css";

export type RowAction = { name: string; onAction: () => void };

export type RowMenuProps = {
  name: string;
  actions: readonly RowAction[];
  onRemove: (() => void) | undefined;
};

/** The menu at the end of a row. */
export function RowMenu({ name, actions, onRemove }: RowMenuProps) {
  const { t } = useTranslation("admin");
  return (
    <MenuTrigger>
      <AriaButton className={styles.more ?? ""} aria-label={t("list_actions", { name })}>
        <Ellipsis size={18} aria-hidden />
      </AriaButton>
      <Popover className={menu.popover ?? ""} placement="bottom end">
        <Menu className={menu.menu ?? ""}>
          {actions.map((one) => (
            <MenuItem key={one.name} className={menu.item ?? ""} onAction={one.onAction}>
              {one.name}
            </MenuItem>
          ))}
          {onRemove ? (
            <MenuItem className={menu.item ?? ""} data-danger="" onAction={onRemove}>
              {t("delete")}
            </MenuItem>
          ) : null}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
