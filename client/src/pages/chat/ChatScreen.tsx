import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConnectionNotice } from "../../features/frame/ConnectionNotice";
import { Header, type HeaderProps } from "../../features/frame/Header";
import type { Variant } from "../../lib/device";
import { lazyComponent, lazyPart } from "../../lib/lazyParts";
import type { PageQuery } from "../../lib/query";
import { canCallAtom, hasCallAtom, isOnCallAtom, startCallAtom } from "../../state/call.atoms";
import { agentAtom, connectionAtom, isAgentTypingAtom, phaseAtom, stageAtom } from "../../state/chat.atoms";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { openDialogAtom } from "../../state/page.atoms";
import { isSoundOnAtom, toggleSoundAtom } from "../../state/sound.atoms";
import type { Channel } from "../../wire/channel";
import { usePresence } from "../frame/usePresence";
import { useVariant } from "../frame/useVariant";
import { useLeaving } from "../leave-message/useLeaving";
import { ChatFoot } from "./ChatFoot";
import { ChatLog } from "./ChatLog";
import { DesktopLayout } from "./DesktopLayout";
import { idleParts } from "./loadIdleParts";
import { MobileLayout } from "./MobileLayout";
import { useTypingTitle } from "./useTypingTitle";

const ChatDialogs = lazyComponent(idleParts, (all) => all.ChatDialogs);
const Notice = lazyComponent(idleParts, (all) => all.Notice);
const Refused = lazyPart(() => import("./Refused"), "Refused");
const VisitorCall = lazyPart(() => import("../../features/call/VisitorCall"), "VisitorCall");

export type ChatScreenProps = {
  channel: Channel;
  query: PageQuery;
  /** Why the shop refuses this visitor, in the server's words. */
  refusal?: string | undefined;
};

/** The chat of a loaded channel, in the mobile or the desktop layout. */
export function ChatScreen({ channel, query, refusal }: ChatScreenProps) {
  const { t } = useTranslation();
  const variant = useVariant();
  const presence = usePresence(query.isEmbedded, idleParts.fetch);
  const hasCall = useAtomValue(hasCallAtom);
  const connection = useAtomValue(connectionAtom);
  const isTyping = useAtomValue(isAgentTypingAtom);
  const title = channel.titleDesc || channel.robotName;
  useTypingTitle(
    isTyping,
    t("title_typing"),
    presence.unread > 0 ? t("title_unread", { count: presence.unread }) : title,
  );
  const header = useHeader({ channel, query, refusal }, variant, presence.hide);

  const parts = {
    header: channel.navigationBarShowFlag ? <Header {...header} /> : null,
    notice: (
      <>
        <ConnectionNotice connection={connection} />
        {channel.noticeMode && channel.noticeMsg.trim() !== "" ? (
          <Suspense>
            <Notice text={channel.noticeMsg} />
          </Suspense>
        ) : null}
      </>
    ),
    log:
      refusal === undefined ? (
        <ChatLog channel={channel} query={query} />
      ) : (
        <Suspense>
          <Refused text={refusal} />
        </Suspense>
      ),
    foot: refusal === undefined ? <ChatFoot channel={channel} query={query} /> : null,
  };
  return (
    <>
      {hasCall ? (
        <Suspense>
          <VisitorCall onRinging={presence.ring} />
        </Suspense>
      ) : null}
      {variant === "mobile" ? (
        <MobileLayout {...parts} />
      ) : (
        <DesktopLayout {...parts} channel={channel} isEmbedded={query.isEmbedded} />
      )}
      <Suspense>
        <ChatDialogs channel={channel} query={query} onLeaveFrame={presence.end} />
      </Suspense>
    </>
  );
}

/** Whether the browser supports calls; a page without https has no access to the microphone. */
function browserCanCall(): boolean {
  return navigator.mediaDevices !== undefined && typeof RTCPeerConnection !== "undefined";
}

function useHeader(
  { channel, query, refusal }: ChatScreenProps,
  variant: Variant,
  hide: () => void,
): HeaderProps {
  const { t } = useTranslation();
  const phase = useAtomValue(phaseAtom);
  const stage = useAtomValue(stageAtom);
  const agent = useAtomValue(agentAtom);
  const isTyping = useAtomValue(isAgentTypingAtom);
  const isSoundOn = useAtomValue(isSoundOnAtom);
  const toggleSound = useSetAtom(toggleSoundAtom);
  const openDialog = useSetAtom(openDialogAtom);
  const leave = useLeaving(query.isEmbedded);
  const [hasReferrer] = useState(() => document.referrer !== "" && window.history.length > 1);
  const mayCall = useAtomValue(canCallAtom) && browserCanCall();
  const isOnCall = useAtomValue(isOnCallAtom);
  const startCall = useSetAtom(startCallAtom);
  const isOpen = refusal === undefined && stage === "open" && phase !== "ended";
  const canEnd = isOpen && !query.hidesClose && (variant === "desktop" || phase === "manual");
  const state = agent
    ? agent.signature || t("header_agent")
    : t(phase === "queued" ? "header_waiting" : "header_robot");
  const line = isTyping ? t("header_typing") : state;
  return {
    name: agent?.nick || channel.robotName || channel.titleDesc,
    face: agent?.face || (agent ? "" : channel.robotIcon || channel.avatar),
    line: refusal === undefined ? line : "",
    isDesktop: variant === "desktop",
    onBack:
      hasReferrer && !query.isEmbedded
        ? () => {
            if (isOpen) openDialog({ kind: "leavePage", leave });
            else leave();
          }
        : undefined,
    onHide: query.isEmbedded ? hide : undefined,
    onEnd: canEnd ? () => openDialog({ kind: "end" }) : undefined,
    onCall: mayCall ? (isVideo) => void startCall(isVideo).catch(() => undefined) : undefined,
    isOnCall,
    sound: variant === "desktop" ? { isOn: isSoundOn, onToggle: toggleSound } : undefined,
  };
}
