import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/http";
import type { VisitorApi } from "../api/visitor";
import { SendImageDialog } from "../features/composer/SendImageDialog";
import { EvaluationDialog } from "../features/evaluation/EvaluationDialog";
import { GroupPicker } from "../features/group-picker/GroupPicker";
import { lazily } from "../lib/lazily";
import type { PageQuery } from "../lib/query";
import {
  closeChatAtom,
  declineEvaluationAtom,
  evaluateAtom,
  evaluationAtom,
  hasMetAgentAtom,
  sendImageAtom,
  signInAgainAtom,
} from "../state/chat.atoms";
import { useAtomValue, useSetAtom } from "../state/jotai";
import { closeDialogAtom, type Dialog, dialogAtom, openDialogAtom } from "../state/page.atoms";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import type { Channel } from "../wire/channel";
import type { EvaluationSetting } from "../wire/evaluation";
import { useVariant } from "./useVariant";

const MessageForm = lazily(async () => (await import("./MessageForm")).MessageForm);
const LeaveDialog = lazily(async () => (await import("./LeaveDialog")).LeaveDialog);
const ImageViewer = lazy(() => import("./lazyImageViewer"));

export type ChatDialogsProps = { channel: Channel; api: VisitorApi; query: PageQuery };

/** The one dialog that may be open. */
export function ChatDialogs(props: ChatDialogsProps): ReactNode {
  return (
    <Suspense>
      <OpenDialog {...props} />
    </Suspense>
  );
}

function OpenDialog({ channel, api, query }: ChatDialogsProps) {
  const { t } = useTranslation();
  const dialog = useAtomValue(dialogAtom);
  const close = useSetAtom(closeDialogAtom);
  const sendImage = useSetAtom(sendImageAtom);
  const signInAgain = useSetAtom(signInAgainAtom);
  const endChat = useEndChat(query);
  useInvitation(channel);

  switch (dialog.kind) {
    case "none":
      return null;
    case "end":
      return (
        <ConfirmDialog
          title={t("end_title")}
          text={t("end_text")}
          yes={t("end_confirm")}
          no={t("end_stay")}
          onYes={endChat}
          onNo={close}
        />
      );
    case "expired":
      return (
        <ConfirmDialog
          title={t("expired_title")}
          text={t("expired_text")}
          yes={t("expired_again")}
          no={t("page_cancel")}
          onYes={() => {
            close();
            void signInAgain();
          }}
          onNo={close}
        />
      );
    case "sendImage":
      return (
        <SendImageDialog
          url={dialog.url}
          onClose={() => {
            URL.revokeObjectURL(dialog.url);
            close();
          }}
          onSend={() => {
            sendImage(dialog.file, dialog);
            close();
          }}
        />
      );
    case "image":
      return <ImageViewer url={dialog.url} onClose={close} />;
    case "pickGroup":
      return <GroupPicker groups={dialog.groups} onPick={dialog.answer} onClose={close} />;
    case "form":
      return <MessageForm messageId={dialog.messageId} onClose={close} />;
    case "leave":
      return <LeaveDialog tab={dialog.tab} onClose={close} />;
    case "evaluation":
      return <Rating dialog={dialog} channel={channel} api={api} query={query} />;
    default:
      return dialog satisfies never;
  }
}

type RatingProps = ChatDialogsProps & { dialog: Extract<Dialog, { kind: "evaluation" }> };

function Rating({ dialog, channel, api }: RatingProps) {
  const variant = useVariant();
  const hasMetAgent = useAtomValue(hasMetAgentAtom);
  const evaluate = useSetAtom(evaluateAtom);
  const decline = useSetAtom(declineEvaluationAtom);
  const close = useSetAtom(closeDialogAtom);
  const about = hasMetAgent ? "agent" : "robot";
  const setting = useSetting(api, channel, about === "agent");
  return (
    <EvaluationDialog
      about={about}
      stars={dialog.stars}
      setting={setting}
      variant={variant}
      onSubmit={async (draft) => (await evaluate({ about, ...draft, occasion: dialog.occasion })) ?? false}
      onClose={() => {
        decline();
        close();
      }}
    />
  );
}

function useSetting(api: VisitorApi, channel: Channel, isWanted: boolean): EvaluationSetting | undefined {
  const [setting, setSetting] = useState<EvaluationSetting | undefined>(undefined);
  useEffect(() => {
    if (!isWanted) return;
    api.evaluationSetting(channel.tenantId, channel.channelId).then(setSetting, (cause: unknown) => {
      // Without the tenant's words the plain stars do.
      if (!(cause instanceof ApiError)) throw cause;
    });
  }, [api, channel, isWanted]);
  return setting;
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

function useEndChat(query: PageQuery): () => void {
  const closeChat = useSetAtom(closeChatAtom);
  const openDialog = useSetAtom(openDialogAtom);
  const close = useSetAtom(closeDialogAtom);
  return () => {
    close();
    void Promise.resolve(closeChat()).then(() => {
      if (query.evaluatesFirst) openDialog({ kind: "evaluation", stars: 0, occasion: "OnClosing" });
      if (query.closesWindow) window.close();
    });
  };
}
