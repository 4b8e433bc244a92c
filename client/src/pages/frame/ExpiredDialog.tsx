import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { newId } from "../../lib/newId";
import { chatPath } from "../../lib/paths";
import { readQuery } from "../../lib/query";
import { forgetIdentity } from "../../session/identity";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { keeper } from "../../state/keepers";
import { lastChat } from "../../state/lastTheme";
import { closeDialogAtom, dialogAtom } from "../../state/page.atoms";
import { ConfirmDialog } from "../../ui/ConfirmDialog";

/** Protocol, 'Errors', code 401: asks to sign in again or to stay. Open while the page's dialog is `expired`. */
export function ExpiredDialog({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation();
  const dialog = useAtomValue(dialogAtom);
  const close = useSetAtom(closeDialogAtom);
  if (dialog.kind !== "expired") return null;
  return (
    <ConfirmDialog
      title={t("expired_title")}
      text={t("expired_text")}
      yes={t("expired_again")}
      no={t("page_cancel")}
      onYes={() => {
        close();
        onAgain();
      }}
      onNo={close}
    />
  );
}

export type ExpiredHereProps = {
  /** The page's tenant; empty if the address does not name it. */
  tenantId?: string;
  /** Loads the page's content again, if there is no chat to go to. */
  onReload: () => void;
};

/**
 * The same dialog on a page without a chat. Signing in again forgets the visitor and leads to the chat of the page's
 * address, or to this device's last chat with the tenant.
 */
export function ExpiredHere({ tenantId = "", onReload }: ExpiredHereProps) {
  const [, navigate] = useLocation();
  const signInAgain = () => {
    const query = readQuery(location.search);
    const last = lastChat(tenantId);
    if (last) forgetIdentity(keeper, last.tenantId);
    const channelId = query.channelId || last?.channelId;
    if (channelId) navigate(chatPath({ ...query, channelId }, newId()));
    else onReload();
  };
  return <ExpiredDialog onAgain={signInAgain} />;
}
