import { Suspense, useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { isQueueLine } from "../../conversation/queueLine";
import type { Row } from "../../conversation/rows";
import type { Entry } from "../../conversation/types";
import { DateLine } from "../../features/message/DateLine";
import { Divider } from "../../features/message/Divider";
import { MessageList } from "../../features/message/MessageList";
import { type MessageActions, MessageRow } from "../../features/message/MessageRow";
import { SystemLine } from "../../features/message/SystemLine";
import { Thinking } from "../../features/message/Thinking";
import { lazyComponent } from "../../lib/lazyParts";
import { articleHref } from "../../lib/paths";
import type { PageQuery } from "../../lib/query";
import {
  agentAtom,
  discardAtom,
  endSoughtAtom,
  foundAtom,
  isTransferringAtom,
  loadOlderAtom,
  olderAtom,
  phaseAtom,
  rateAnswerAtom,
  resendAtom,
  rowsAtom,
  seekAtom,
  sendCardAtom,
  sendTextAtom,
  sessionIdAtom,
  showCardAtom,
  soughtAtom,
  stageAtom,
  transferAtom,
} from "../../state/chat.atoms";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { openDialogAtom, pageAtom } from "../../state/page.atoms";
import { showToast } from "../../ui/toast";
import type { Channel } from "../../wire/channel";
import { LatestAnnounced } from "./LatestAnnounced";
import { idleParts } from "./loadIdleParts";

const FaqMenu = lazyComponent(idleParts, (all) => all.FaqMenu);
const ProductOffer = lazyComponent(idleParts, (all) => all.ProductOffer);
const WaitingCard = lazyComponent(idleParts, (all) => all.WaitingCard);
const TipsCard = lazyComponent(idleParts, (all) => all.TipsCard);

/** The message list of this chat; renders each kind of row. */
export function ChatLog({ channel, query }: { channel: Channel; query: PageQuery }) {
  const { t } = useTranslation();
  const rows = useAtomValue(rowsAtom);
  const older = useAtomValue(olderAtom);
  const phase = useAtomValue(phaseAtom);
  const stage = useAtomValue(stageAtom);
  const agent = useAtomValue(agentAtom);
  const isTransferring = useAtomValue(isTransferringAtom);
  const loadOlder = useSetAtom(loadOlderAtom);
  const sessionId = useAtomValue(sessionIdAtom);
  const sendCard = useSetAtom(sendCardAtom);
  const showCard = useSetAtom(showCardAtom);
  const actions = useMessageActions(query);
  const newest = useMemo(() => rows.findLast(isSaid)?.key, [rows]);
  const isTalking = stage === "open" && phase !== "ended";
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
            isOpen={isTalking && row.entry.sessionId === sessionId}
            canTransfer={canTransfer}
            canRate={channel.commentDocMode}
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
            <TipsCard tips={channel.autoTip} onSay={(text) => actions.onAsk(text, "")} />
          </Suspense>
        );
      case "product":
        return (
          <Suspense>
            <ProductOffer
              card={row.card}
              isBusy={isTransferring}
              onSend={() => void sendCard()}
              onDismiss={() => showCard(undefined)}
            />
          </Suspense>
        );
      case "thinking":
        return row.who === "robot" ? (
          <Thinking who="robot" name={channel.robotName} face={channel.robotIcon} />
        ) : (
          <Thinking who="agent" name={agent?.nick ?? ""} face={agent?.face ?? ""} />
        );
      case "transferring":
        return <SystemLine text={t("transfer_busy")} isLate />;
      case "queue":
        // A page that no longer polls knows no place.
        return stage === "open" ? (
          <Suspense>
            <WaitingCard channel={channel} hasRobot={hasRobot} />
          </Suspense>
        ) : null;
      default:
        return row satisfies never;
    }
  };

  return (
    <>
      <MessageList
        rows={rows}
        older={older}
        sought={useAtomValue(soughtAtom)}
        endSought={useAtomValue(endSoughtAtom)}
        onFound={useSetAtom(foundAtom)}
        renderRow={renderRow}
        onNeedOlder={useCallback(() => void loadOlder(), [loadOlder])}
      />
      <LatestAnnounced rows={rows} />
    </>
  );
}

/** Whether an entry is the tenant's queue sentence; the queue card shows it with the current position. */
function isQueueEntry({ content }: Entry, channel: Channel): boolean {
  return content.kind === "line" && content.lineKey === "" && isQueueLine(content.text, channel.userQueueMsg);
}

/** Whether a row is a message of a person or the robot; a system line does not make an older message outdated. */
function isSaid(row: Row): boolean {
  return row.kind === "message" && row.entry.sender !== "system";
}

function useMessageActions(query: PageQuery): MessageActions {
  const resend = useSetAtom(resendAtom);
  const discard = useSetAtom(discardAtom);
  const send = useSetAtom(sendTextAtom);
  const transfer = useSetAtom(transferAtom);
  const rate = useSetAtom(rateAnswerAtom);
  const seek = useSetAtom(seekAtom);
  const { t } = useTranslation();
  const openDialog = useSetAtom(openDialogAtom);
  const page = useAtomValue(pageAtom);
  const who = page.kind === "ready" ? page.who.userId : "";
  return useMemo(
    () => ({
      onResend: resend,
      onDiscard: discard,
      onOpenImage: (url) => openDialog({ kind: "image", url }),
      onShowQuoted: async (messageId) => {
        if ((await seek(messageId)) === "gone") showToast("error", t("message_quoted_gone"));
      },
      onAsk: (question, docId) => send(question, { docId }),
      onChoose: (button) => send(button.name, { button }),
      onTransfer: () => void transfer(),
      onFillIn: (messageId) => openDialog({ kind: "form", messageId }),
      onRate: (messageId, isUseful) => void rate(messageId, isUseful),
      articleHref: (docId) => articleHref(query, docId, who),
    }),
    [resend, discard, send, transfer, rate, seek, openDialog, query, who, t],
  );
}
