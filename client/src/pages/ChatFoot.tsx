import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Composer } from "../features/composer/Composer";
import { QuickBar } from "../features/frame/QuickBar";
import { imageFault, measured } from "../lib/image";
import { lazily } from "../lib/lazily";
import {
  evaluationAtom,
  hasMetAgentAtom,
  isTransferringAtom,
  phaseAtom,
  sendImageAtom,
  sendTextAtom,
  stageAtom,
  startAgainAtom,
  transferAtom,
  typingAtom,
} from "../state/chat.atoms";
import { useAtomValue, useSetAtom } from "../state/jotai";
import { openDialogAtom } from "../state/page.atoms";
import { showToast } from "../ui/toast";
import type { Channel } from "../wire/channel";

const later = () => import("./later");
const DisplacedNotice = lazily(async () => (await later()).DisplacedNotice);
const EndedBar = lazily(async () => (await later()).EndedBar);
const EmojiPanel = lazily(async () => (await later()).EmojiPanel);

export type ChatFootProps = { channel: Channel };

/** Under the list: the composer, or what follows when the chat is over. */
export function ChatFoot({ channel }: ChatFootProps) {
  const stage = useAtomValue(stageAtom);
  const phase = useAtomValue(phaseAtom);
  const isTransferring = useAtomValue(isTransferringAtom);
  const startAgain = useSetAtom(startAgainAtom);
  const sendText = useSetAtom(sendTextAtom);
  const typing = useSetAtom(typingAtom);
  const transfer = useSetAtom(transferAtom);
  const takeImages = useImages();
  const rating = useRating(channel);
  const openDialog = useSetAtom(openDialogAtom);

  if (stage === "displaced") {
    return (
      <Suspense>
        <DisplacedNotice onContinueHere={() => void startAgain()} />
      </Suspense>
    );
  }
  if (phase === "ended") {
    return (
      <Suspense>
        <EndedBar
          rating={rating}
          onRate={(stars) => openDialog({ kind: "evaluation", stars, occasion: "ByVisitor" })}
          onStartAgain={() => void startAgain()}
        />
      </Suspense>
    );
  }
  const isWithAgent = phase === "manual";
  const canTransfer = channel.transferUserMode && phase === "robot" && stage === "open";
  return (
    <>
      {canTransfer || channel.leaveMsgMode ? (
        <QuickBar
          isTransferring={isTransferring}
          onTransfer={canTransfer ? () => void transfer() : undefined}
          onLeaveMessage={
            channel.leaveMsgMode ? () => openDialog({ kind: "leave", tab: "submit" }) : undefined
          }
        />
      ) : null}
      <Composer
        mood={isWithAgent || channel.receivesBy === "agentOnly" ? "write" : "ask"}
        takesImages={isWithAgent && channel.imageButtonFlag}
        onSend={(words) => sendText(words)}
        onImages={takeImages}
        onTyping={typing}
        renderEmoji={(onChoose, onClose) => (
          <Suspense>
            <EmojiPanel onChoose={onChoose} onClose={onClose} />
          </Suspense>
        )}
      />
    </>
  );
}

function useRating(channel: Channel): "agent" | "robot" | "done" | undefined {
  const evaluation = useAtomValue(evaluationAtom);
  const hasMetAgent = useAtomValue(hasMetAgentAtom);
  if (evaluation.isDone) return "done";
  if (!channel.evaluateMode || !evaluation.isAllowed) return undefined;
  return hasMetAgent ? "agent" : "robot";
}

/** Checks pictures and sends them; a pasted one is shown first. */
function useImages(): (files: readonly File[], isPasted: boolean) => void {
  const { t } = useTranslation();
  const sendImage = useSetAtom(sendImageAtom);
  const openDialog = useSetAtom(openDialogAtom);

  const take = async (file: File, isPasted: boolean) => {
    const fault = imageFault(file);
    if (fault) {
      showToast("error", t(fault === "size" ? "image_too_big" : "image_only"));
      return;
    }
    const url = URL.createObjectURL(file);
    const size = await measured(url);
    if (!size) {
      URL.revokeObjectURL(url);
      showToast("error", t("image_only"));
      return;
    }
    if (isPasted) openDialog({ kind: "sendImage", file, url, ...size });
    else sendImage(file, { url, ...size });
  };
  return (files, isPasted) => {
    for (const file of files) void take(file, isPasted);
  };
}
