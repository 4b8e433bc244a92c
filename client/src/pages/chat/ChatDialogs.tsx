import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { GroupPicker } from "../../features/group-picker/GroupPicker";
import { lazyPart } from "../../lib/lazyParts";
import type { PageQuery } from "../../lib/query";
import { evaluationAtom, signInAgainAtom } from "../../state/chat.atoms";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { closeDialogAtom, dialogAtom, openDialogAtom } from "../../state/page.atoms";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import type { Channel } from "../../wire/channel";
import { ExpiredDialog } from "../frame/ExpiredDialog";
import { Rating } from "./Rating";
import { SendFiles } from "./SendFiles";
import { useEnding } from "./useEnding";

const MessageForm = lazyPart(() => import("./MessageForm"), "MessageForm");
const LeaveDialog = lazyPart(() => import("./LeaveDialog"), "LeaveDialog");
const PreChat = lazyPart(() => import("./PreChat"), "PreChat");
const ScreenTips = lazyPart(() => import("./ScreenTips"), "ScreenTips");
const ImageViewer = lazy(() => import("../frame/lazyImageViewer"));

export type ChatDialogsProps = {
  channel: Channel;
  query: PageQuery;
  /** Asks the host page to remove the frame, because the chat is over. */
  onLeaveFrame: () => void;
};

/** The open dialog, if any. */
export function ChatDialogs(props: ChatDialogsProps): ReactNode {
  return (
    <Suspense>
      <OpenDialog {...props} />
    </Suspense>
  );
}

function OpenDialog({ channel, query, onLeaveFrame }: ChatDialogsProps) {
  const dialog = useAtomValue(dialogAtom);
  const close = useSetAtom(closeDialogAtom);
  useInvitation(channel);

  switch (dialog.kind) {
    case "none":
      return null;
    case "end":
      return <EndQuestion channel={channel} query={query} onLeaveFrame={onLeaveFrame} />;
    case "leavePage":
      return <LeaveQuestion onLeave={dialog.leave} />;
    case "expired":
      return <ExpiredQuestion />;
    case "sendFiles":
      return <SendFiles dialog={dialog} />;
    case "screenTips":
      return <ScreenTips onPicture={dialog.onPicture} />;
    case "image":
      return <ImageViewer url={dialog.url} onClose={close} />;
    case "pickGroup":
      return <GroupPicker groups={dialog.groups} onPick={dialog.answer} onClose={close} />;
    case "form":
      return <MessageForm messageId={dialog.messageId} onClose={close} />;
    case "preChat":
      return <PreChat dialog={dialog} query={query} />;
    case "leave":
      return <LeaveDialog tab={dialog.tab} onClose={close} />;
    case "evaluation":
      return <Rating dialog={dialog} channel={channel} query={query} onLeaveFrame={onLeaveFrame} />;
    default:
      return dialog satisfies never;
  }
}

/** Requirement CH-19: closing asks for confirmation and, with inviteEvaluate, for a rating first. */
function EndQuestion({ channel, query, onLeaveFrame }: ChatDialogsProps) {
  const { t } = useTranslation();
  const { isDone } = useAtomValue(evaluationAtom);
  const openDialog = useSetAtom(openDialogAtom);
  const close = useSetAtom(closeDialogAtom);
  const end = useEnding(query, onLeaveFrame);
  const isRatedFirst = query.evaluatesFirst && channel.evaluateMode && !isDone;
  return (
    <ConfirmDialog
      title={t("end_title")}
      text={t("end_text")}
      yes={t("end_confirm")}
      no={t("end_stay")}
      onYes={() => {
        close();
        if (isRatedFirst) openDialog({ kind: "evaluation", stars: 0, occasion: "OnClosing" });
        else void end();
      }}
      onNo={close}
    />
  );
}

function LeaveQuestion({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  const close = useSetAtom(closeDialogAtom);
  return (
    <ConfirmDialog
      title={t("leave_title")}
      text={t("leave_text")}
      yes={t("leave_confirm")}
      no={t("end_stay")}
      onYes={() => {
        close();
        onLeave();
      }}
      onNo={close}
    />
  );
}

function ExpiredQuestion() {
  const signInAgain = useSetAtom(signInAgainAtom);
  return <ExpiredDialog onAgain={() => void signInAgain()} />;
}

/** Event 1203: the agent asks for a rating. */
function useInvitation(channel: Channel): void {
  const { isInvited, isDone } = useAtomValue(evaluationAtom);
  const openDialog = useSetAtom(openDialogAtom);
  useEffect(() => {
    if (isInvited && !isDone && channel.evaluateMode) {
      openDialog({ kind: "evaluation", stars: 0, occasion: "Invited" });
    }
  }, [isInvited, isDone, channel, openDialog]);
}
