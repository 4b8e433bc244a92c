import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/Dialog";
import styles from "./Panels.module.css";
import { SearchList } from "./SearchList";
import { useCommands } from "./useCommands";

export type CommandBarProps = {
  isOpen: boolean;
  onClose: () => void;
  onPanel: (panel: "shortcuts") => void;
};

/** Finds every command and conversation by a few letters. */
export function CommandBar({ isOpen, onClose, onPanel }: CommandBarProps) {
  const { t } = useTranslation("desk");
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t("menu_commands")} closeLabel={t("close")}>
      <Search onClose={onClose} onPanel={onPanel} />
    </Dialog>
  );
}

function Search({ onClose, onPanel }: Omit<CommandBarProps, "isOpen">) {
  const { t } = useTranslation("desk");
  const [text, setText] = useState("");
  const all = useCommands(() => onPanel("shortcuts"));
  const wanted = text.trim().toLowerCase();
  const found = all.filter((command) => command.name.toLowerCase().includes(wanted));
  return (
    <>
      <SearchList
        label={t("menu_commands")}
        hint={t("commands_search")}
        text={text}
        onText={setText}
        found={found}
        render={(command) => command.name}
        onChoose={(command) => {
          onClose();
          command.run();
        }}
      />
      {found.length === 0 ? <p className={styles.nothing}>{t("commands_none")}</p> : null}
    </>
  );
}
