import { Suspense, useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { isQueueLine, queueLine } from "../conversation/queueLine";
import type { Row } from "../conversation/rows";
import type { Entry } from "../conversation/types";
import { DateLine } from "../features/message/DateLine";
import { Divider } from "../features/message/Divider";
import { MessageList } from "../features/message/MessageList";
import { type MessageActions, MessageRow } from "../features/message/MessageRow";
import { SystemLine } from "../features/message/SystemLine";
import { Thinking } from "../features/message/Thinking";
import { lazily } from "../lib/lazily";
import {
  agentAtom,
  discardAtom,
  isTransferringAtom,
  leaveQueueAtom,
  loadOlderAtom,
  olderAtom,
  phaseAtom,
  positionAtom,
  resendAtom,
  rowsAtom,
  sendTextAtom,
  stageAtom,
  transferAtom,
} from "../state/chat.atoms";
import { useAtomValue, useSetAtom } from "../state/jotai";
import { openDialogAtom } from "../state/page.atoms";
import type { Channel } from "../wire/channel";
import { LatestAnnounced } from "./LatestAnnounced";

const later = () => import("./later");
const FaqMenu = lazily(async () => (await later()).FaqMenu);
const QueueCard = lazily(async () => (await later()).QueueCard);
const TipsCard = lazily(async () => (await later()).TipsCard);

export type ChatLogProps = { channel: Channel };

/** The list of this chat, each kind of row with what it shows and can do. */
export function ChatLog({ channel }: ChatLogProps) {
  const { t } = useTranslation();
  const rows = useAtomValue(rowsAtom);
  const older = useAtomValue(olderAtom);
  const phase = useAtomValue(phaseAtom);
  const stage = useAtomValue(stageAtom);
  const position = useAtomValue(positionAtom);
  const agent = useAtomValue(agentAtom);
  const isTransferring = useAtomValue(isTransferringAtom);
  const loadOlder = useSetAtom(loadOlderAtom);
  const leaveQueue = useSetAtom(leaveQueueAtom);
  const openDialog = useSetAtom(openDialogAtom);
  const leaveMessage = () => openDialog({ kind: "leave", tab: "submit" });
  const actions = useMessageActions();
  const newest = useMemo(() => rows.findLast((row) => row.kind === "message")?.key, [rows]);
  const canTransfer = phase === "robot" && stage === "open" && !isTransferring;
  const hasRobot = channel.receivesBy === "robotFirst" || channel.receivesBy === "robotOnly";

  const renderRow = (row: Row) => {
    switch (row.kind) {
      case "message":
        if (isQueueEntry(row.entry, channel)) return null;
        return (
          <MessageRow
            entry={row.entry}
            isFirstOfRun={row.isFirstOfRun}
            isLastOfRun={row.isLastOfRun}
            isNewest={row.key === newest}
            canTransfer={canTransfer}
            actions={actions}
          />
        );
      case "date":
        return <DateLine at={row.at} />;
      case "divider":
        return <Divider label={row.label} />;
      case "history":
        return <SystemLine text={t("list_older_end")} />;
      case "faq":
        return (
          <Suspense>
            {channel.faq.map((faq) => (
              <FaqMenu key={faq.id} faq={faq} onAsk={actions.onAsk} />
            ))}
          </Suspense>
        );
      case "tips":
        return (
          <Suspense>
            <TipsCard tips={channel.autoTip} onSay={(words) => actions.onAsk(words, "")} />
          </Suspense>
        );
      case "product":
        return null;
      case "thinking":
        return row.who === "robot" ? (
          <Thinking who="robot" name={channel.robotName} face={channel.robotIcon} />
        ) : (
          <Thinking who="agent" name={agent?.nick ?? ""} face={agent?.face ?? ""} />
        );
      case "queue":
        return (
          <Suspense>
            <QueueCard
              position={position}
              sentence={
                channel.userQueueMode && position > 0 ? queueLine(channel.userQueueMsg, position) : ""
              }
              hasRobot={hasRobot}
              onLeave={() => void leaveQueue()}
              onLeaveMessage={channel.leaveMsgMode ? leaveMessage : undefined}
            />
          </Suspense>
        );
      default:
        return row satisfies never;
    }
  };

  return (
    <>
      <MessageList
        rows={rows}
        older={older}
        renderRow={renderRow}
        onNeedOlder={useCallback(() => void loadOlder(), [loadOlder])}
      />
      <LatestAnnounced rows={rows} />
    </>
  );
}

/** A record of the tenant's queue sentence: the queue's card says it with the number of now. */
function isQueueEntry({ content }: Entry, channel: Channel): boolean {
  return content.kind === "line" && content.lineKey === "" && isQueueLine(content.text, channel.userQueueMsg);
}

function useMessageActions(): MessageActions {
  const resend = useSetAtom(resendAtom);
  const discard = useSetAtom(discardAtom);
  const send = useSetAtom(sendTextAtom);
  const transfer = useSetAtom(transferAtom);
  const openDialog = useSetAtom(openDialogAtom);
  return useMemo(
    () => ({
      onResend: resend,
      onDiscard: discard,
      onOpenImage: (url) => openDialog({ kind: "image", url }),
      onAsk: (question, docId) => send(question, { docId }),
      onTransfer: () => void transfer(),
    }),
    [resend, discard, send, transfer, openDialog],
  );
}
