import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useI18n } from "../../i18n/useI18n";
import { useAtomValue, useStore } from "../../state/jotai";
import { openDeskAtom } from "../../state/leave.atoms";
import { deskOf } from "../../state/openLeave";
import { pageAtom } from "../../state/page.atoms";
import { Dialog } from "../../ui/Dialog";
import { LeavePanel, type LeaveTab } from "../leave-message/LeavePanel";

/** The popup over the chat for leaving a message, with its two tabs. Protocol, 'Left messages'. */
export function LeaveDialog({ tab, onClose }: { tab: LeaveTab; onClose: () => void }) {
  const { t } = useTranslation("form");
  const i18n = useI18n();
  const { t: tChat } = useTranslation();
  const store = useStore();
  const page = useAtomValue(pageAtom);
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    const leaving = new AbortController();
    const now = store.get(pageAtom);
    if (now.kind === "ready") {
      store.set(openDeskAtom, deskOf(store, i18n, now), leaving.signal);
      setIsOpen(true);
    }
    return () => leaving.abort();
  }, [store, i18n]);

  if (page.kind !== "ready" || !isOpen) return null;
  return (
    <Dialog isOpen onClose={onClose} title={t("leave_title")} closeLabel={tChat("page_close")}>
      <LeavePanel title={page.channel.leaveMsgTitle} first={tab} />
    </Dialog>
  );
}
