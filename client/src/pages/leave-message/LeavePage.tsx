import { ArrowLeft, X } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useI18n } from "../../i18n/useI18n";
import { newId } from "../../lib/newId";
import { chatPath } from "../../lib/paths";
import { forgetIdentity } from "../../session/identity";
import { useAtomValue, useSetAtom, useStore } from "../../state/jotai";
import { keeper } from "../../state/keepers";
import { leaveDeskAtom } from "../../state/leave.atoms";
import { openLeave } from "../../state/openLeave";
import { type Page, pageAtom, returnToChatAtom } from "../../state/page.atoms";
import { IconButton } from "../../ui/IconButton";
import { ExpiredDialog } from "../frame/ExpiredDialog";
import { PageFrame } from "../frame/PageFrame";
import { PageSkeleton } from "../frame/PageSkeleton";
import { usePresence } from "../frame/usePresence";
import { LeavePanel } from "./LeavePanel";

const fetchDeeds = () => import("../frame/tellDeeds");

/** The page for leaving a message: /leaveMsg, and /leaveMessage in a host page's frame. Protocol, 'Visitor pages'. */
export function LeavePage() {
  const store = useStore();
  const i18n = useI18n();
  const [, navigate] = useLocation();
  const page = useAtomValue(pageAtom);
  const desk = useAtomValue(leaveDeskAtom);

  useEffect(() => {
    const leaving = new AbortController();
    void openLeave({ store, i18n: i18n, signal: leaving.signal });
    return () => leaving.abort();
  }, [store, i18n]);

  useEffect(() => {
    if (page.kind === "missing") navigate("/404", { replace: true });
  }, [page, navigate]);

  if (page.kind !== "ready" || !desk) return <PageSkeleton isLate={page.kind === "waiting"} />;
  return <OpenPage page={page} />;
}

function OpenPage({ page }: { page: Extract<Page, { kind: "ready" }> }) {
  const { t } = useTranslation("form");
  const { t: tChat } = useTranslation();
  const [, navigate] = useLocation();
  const { channel, query } = page;
  const presence = usePresence(query.isEmbedded, fetchDeeds);
  const returnToChat = useSetAtom(returnToChatAtom);
  const back = () => {
    returnToChat();
    navigate(chatPath(query, newId()));
  };

  return (
    <PageFrame
      title={t("leave_title")}
      line={channel.titleDesc || channel.robotName}
      isEmbedded={query.isEmbedded}
      start={
        query.isEmbedded ? (
          <IconButton
            look="onAccent"
            label={t("leave_back")}
            icon={<ArrowLeft size={22} className="mirrored" />}
            onClick={back}
          />
        ) : undefined
      }
      end={
        <IconButton
          look="onAccent"
          label={query.isEmbedded ? tChat("header_hide") : t("leave_back")}
          icon={<X size={22} />}
          onClick={query.isEmbedded ? presence.hide : back}
        />
      }
    >
      <LeavePanel title={channel.leaveMsgTitle} first="submit" />
      <ExpiredDialog
        onAgain={() => {
          forgetIdentity(keeper, channel.tenantId);
          back();
        }}
      />
    </PageFrame>
  );
}
