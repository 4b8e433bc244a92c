import { Suspense, useRef, useState } from "react";
import { receiverOf } from "../../conversation/transferRules";
import { Composer, type ComposerTips } from "../../features/composer/Composer";
import { lazyComponent, lazyPart } from "../../lib/lazyParts";
import type { PageQuery } from "../../lib/query";
import {
  evaluationAtom,
  hasMetAgentAtom,
  phaseAtom,
  sendTextAtom,
  stageAtom,
  startAgainAtom,
  typingAtom,
} from "../../state/chat.atoms";
import { useAtom, useAtomValue, useSetAtom } from "../../state/jotai";
import { draftAtom, openDialogAtom, pageAtom } from "../../state/page.atoms";
import type { Channel } from "../../wire/channel";
import { useVariant } from "../frame/useVariant";
import { ChatMenu } from "./ChatMenu";
import type { TipsHandle } from "./ChatTips";
import { idleParts } from "./loadIdleParts";
import { useFiles } from "./useFiles";

const ChatTips = lazyComponent(idleParts, (all) => all.ChatTips);
const DisplacedNotice = lazyComponent(idleParts, (all) => all.DisplacedNotice);
const EndedBar = lazyComponent(idleParts, (all) => all.EndedBar);
const EmojiPanel = lazyComponent(idleParts, (all) => all.EmojiPanel);
const PageDrop = lazyComponent(idleParts, (all) => all.PageDrop);
const ScreenTool = lazyComponent(idleParts, (all) => all.ScreenTool);
const FileTools = lazyComponent(idleParts, (all) => all.FileTools);
const ChatPush = lazyPart(() => import("./ChatPush"), "ChatPush");

/** Protocol, 'Times of the pages': the pause after which the page sends `typing`; shorter to an agent on desktops. */
const TYPING_PAUSE_MS = 500;
const TYPING_PAUSE_DESKTOP_MS = 300;

/** Below the list: the composer, or the next actions when the chat has ended or was opened elsewhere. */
export function ChatFoot({ channel, query }: { channel: Channel; query: PageQuery }) {
  const stage = useAtomValue(stageAtom);
  const phase = useAtomValue(phaseAtom);
  const startAgain = useSetAtom(startAgainAtom);
  const rating = useRating(channel);
  const openDialog = useSetAtom(openDialogAtom);
  const page = useAtomValue(pageAtom);

  if (stage === "displaced" || stage === "ticketOver") {
    return (
      <Suspense>
        <DisplacedNotice why={stage} onContinueHere={() => void startAgain()} />
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
  return (
    <>
      {stage === "open" && phase !== "robot" && page.kind === "ready" && mayPush() ? (
        <Suspense>
          <ChatPush key={page.who.userId} tenantId={channel.tenantId} who={page.who} />
        </Suspense>
      ) : null}
      <ChatMenu channel={channel} query={query} />
      <Writing channel={channel} />
    </>
  );
}

/** Whether this browser can tell of an answer. A frame cannot ask for the permission. */
function mayPush(): boolean {
  return (
    window.top === window &&
    "PushManager" in window &&
    "Notification" in window &&
    Notification.permission !== "denied"
  );
}

function Writing({ channel }: { channel: Channel }) {
  const phase = useAtomValue(phaseAtom);
  const variant = useVariant();
  const [draft, setDraft] = useAtom(draftAtom);
  const sendText = useSetAtom(sendTextAtom);
  const typing = useSetAtom(typingAtom);
  const { takes, take, takeScreen } = useFiles(channel);
  const isWithAgent = phase === "manual";
  const asksRobot = receiverOf(channel, phase) === "robot";
  const tips = useRef<TipsHandle>(null);
  const [shownTips, setShownTips] = useState<ComposerTips["shown"]>(undefined);

  return (
    <>
      <Composer
        text={draft}
        mood={isWithAgent || channel.receivesBy === "agentOnly" ? "write" : "ask"}
        isPreviewed={isWithAgent && channel.typingPreview}
        pauseMs={isWithAgent && variant === "desktop" ? TYPING_PAUSE_DESKTOP_MS : TYPING_PAUSE_MS}
        onText={(text) => {
          setDraft(text);
          if (text.trim() === "") tips.current?.clear();
        }}
        onSend={(text) => {
          setDraft("");
          tips.current?.clear();
          sendText(text);
        }}
        onPasteFiles={take && ((files) => take(files, true))}
        onTyping={(text) => {
          typing(text);
          tips.current?.look(text);
        }}
        tools={
          take ? (
            <Suspense>
              <FileTools takes={takes} onFiles={take} />
              {takeScreen ? <ScreenTool onShow={takeScreen} /> : null}
            </Suspense>
          ) : null
        }
        tips={
          asksRobot
            ? {
                shown: shownTips,
                onKeyDown: (event) => tips.current?.onKeyDown(event) ?? false,
                list: (
                  <Suspense>
                    <ChatTips ref={tips} robotNo={channel.robotNo} onShown={setShownTips} />
                  </Suspense>
                ),
              }
            : undefined
        }
        renderEmoji={(onChoose, onClose) => (
          <Suspense>
            <EmojiPanel onChoose={onChoose} onClose={onClose} />
          </Suspense>
        )}
      />
      <Suspense>
        <PageDrop onFiles={take} />
      </Suspense>
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
