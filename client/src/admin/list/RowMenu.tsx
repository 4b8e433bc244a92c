import { Ellipsis } from "lucide-react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { useTranslation } from "react-i18next";
import menu from "../shell/Menu.module.css";
import styles from "./RowMenu.module.css";

export type RowAction = { id: string; name: string; isDanger?: boolean; onAction: () => void };

/** The rare actions of a row. */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const { t } = useTranslation("admin");
  return (
    <MenuTrigger>
      <AriaButton className={styles.more ?? ""} aria-label={t("list_actions", { name })}>
        <Ellipsis size={18} aria-hidden />
      </AriaButton>
      <Popover className={menu.popover ?? ""} placement="bottom end">
        <Menu
          className={menu.menu ?? ""}
          onAction={(key) => actions.find((one) => one.id === key)?.onAction()}
        >
          {actions.map((one) => (
            <MenuItem
              key={one.id}
              id={one.id}
              className={menu.item ?? ""}
              data-danger={one.isDanger ? "" : undefined}
            >
              {one.name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
