import { useEffect, useState } from "react";
import { ApiError } from "../../api/http";
import { EvaluationDialog } from "../../features/evaluation/EvaluationDialog";
import type { PageQuery } from "../../lib/query";
import { closeChatAtom, declineEvaluationAtom, evaluateAtom, hasMetAgentAtom } from "../../state/chat.atoms";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { closeDialogAtom, type Dialog, pageAtom } from "../../state/page.atoms";
import type { Channel } from "../../wire/channel";
import type { EvaluationSetting } from "../../wire/evaluation";
import { useVariant } from "../frame/useVariant";
import { useEnding } from "./useEnding";

export type RatingProps = {
  dialog: Extract<Dialog, { kind: "evaluation" }>;
  channel: Channel;
  query: PageQuery;
  onLeaveFrame: () => void;
};

/**
 * Rates this chat. On closing, the dialog comes first and the chat ends after it, rated or not (Protocol, 'Ratings').
 * The server takes the rating of an ended chat, so the chat is closed before the rating is sent.
 */
export function Rating({ dialog, channel, query, onLeaveFrame }: RatingProps) {
  const variant = useVariant();
  const hasMetAgent = useAtomValue(hasMetAgentAtom);
  const evaluate = useSetAtom(evaluateAtom);
  const closeChat = useSetAtom(closeChatAtom);
  const decline = useSetAtom(declineEvaluationAtom);
  const close = useSetAtom(closeDialogAtom);
  const end = useEnding(query, onLeaveFrame);
  const about = hasMetAgent ? "agent" : "robot";
  const setting = useSetting(channel, about === "agent");
  const isClosing = dialog.occasion === "OnClosing";
  return (
    <EvaluationDialog
      about={about}
      stars={dialog.stars}
      setting={setting}
      variant={variant}
      onSubmit={async (draft) => {
        if (isClosing && !(await closeChat())) return false;
        return (await evaluate({ about, ...draft, occasion: dialog.occasion })) ?? false;
      }}
      onClose={() => {
        decline();
        close();
        if (isClosing) void end();
      }}
    />
  );
}

function useSetting(channel: Channel, isWanted: boolean): EvaluationSetting | undefined {
  const page = useAtomValue(pageAtom);
  const [setting, setSetting] = useState<EvaluationSetting | undefined>(undefined);
  useEffect(() => {
    if (!isWanted || page.kind !== "ready") return;
    page.api.evaluationSetting(channel.tenantId, channel.channelId).then(setSetting, (cause: unknown) => {
      // Without the tenant's setting, plain stars are shown.
      if (!(cause instanceof ApiError)) throw cause;
    });
  }, [page, channel, isWanted]);
  return setting;
}
