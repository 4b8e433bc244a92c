import { CircleUser, Languages, LogOut, SunMoon } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { useTranslation } from "react-i18next";
import { ACCOUNT_PAGE } from "../../desk/keeping";
import { LanguageOptions } from "../../desk/LanguageOptions";
import { useLanguage } from "../../desk/useLanguage";
import { useSetAtom } from "../../state/jotai";
import { Avatar } from "../../ui/Avatar";
import type { SignedIn } from "../../wire/account";
import { signOutAtom } from "../session/session.atoms";
import styles from "./AccountMenu.module.css";
import { askBeforeAtom } from "./guard";
import { ShadeOptions, useShade } from "./ShadeOptions";

/** The menu of an administrator. */
export function AccountMenu({ agent }: { agent: SignedIn }) {
  const signOut = useSetAtom(signOutAtom);
  const askBefore = useSetAtom(askBeforeAtom);
  return (
    <StaffMenu
      name={agent.nick}
      face={agent.face}
      account={`${ACCOUNT_PAGE}#next=/desk/admin/`}
      onSignOut={() => askBefore(() => void signOut())}
    />
  );
}

export type StaffMenuProps = {
  name: string;
  face: string;
  /** The page of the own account. */
  account: string;
  onSignOut: () => void;
};

/** Language, theme, the own account, and signing out. */
export function StaffMenu({ name, face, account, onSignOut }: StaffMenuProps) {
  const { t } = useTranslation("admin");
  const { language, choose: speak } = useLanguage();
  const { shade, choose: show } = useShade();
  return (
    <DialogTrigger>
      <Button className={styles.button ?? ""} aria-label={t("account_menu", { name })}>
        <Avatar src={face} name={name} size={32} />
      </Button>
      <Popover className={styles.popover ?? ""} placement="bottom end">
        <Dialog className={styles.panel ?? ""} aria-label={t("account_label")}>
          {({ close }) => (
            <>
              <p className={styles.name} dir="auto">
                {name}
              </p>
              <label className={styles.item}>
                <Languages size={18} aria-hidden />
                <span>{t("account_language")}</span>
                <select value={language} onChange={(event) => speak(event.target.value)}>
                  <LanguageOptions />
                </select>
              </label>
              <label className={styles.item}>
                <SunMoon size={18} aria-hidden />
                <span>{t("account_theme")}</span>
                <select value={shade} onChange={(event) => show(event.target.value)}>
                  <ShadeOptions />
                </select>
              </label>
              <a href={account} className={styles.item} onClick={close}>
                <CircleUser size={18} aria-hidden />
                <span>{t("own_title")}</span>
              </a>
              <button type="button" className={styles.item} onClick={onSignOut}>
                <LogOut size={18} aria-hidden />
                <span>{t("account_sign_out")}</span>
              </button>
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
