import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazily, whenIdle } from "../../lib/lazily";
import { LinkedText } from "../../ui/LinkedText";
import { RichText } from "../../ui/RichText";
import { AnswerView } from "./AnswerView";
import { Bubble } from "./Bubble";
import type { MessageRowProps } from "./MessageRow";
import { SystemLine } from "./SystemLine";

const later = () => import("./later");
const AgentCard = lazily(async () => (await later()).AgentCard);
const FileCard = lazily(async () => (await later()).FileCard);
const ImageView = lazily(async () => (await later()).ImageView);

whenIdle([later]);

/** One message, whatever it is. */
export function ContentView(props: MessageRowProps) {
  return (
    <Suspense fallback={null}>
      <Kind {...props} />
    </Suspense>
  );
}

/** The one switch over what a message can be: a new kind is one file and one case. */
function Kind({ entry, isNewest, canTransfer, actions }: MessageRowProps) {
  const { t } = useTranslation();
  const { content, sender } = entry;
  switch (content.kind) {
    case "text":
      return (
        <Bubble isMine={sender === "visitor"}>
          <LinkedText text={content.text} />
        </Bubble>
      );
    case "richText":
      return (
        <Bubble isMine={false}>
          <RichText html={content.html} />
        </Bubble>
      );
    case "answer":
      return (
        <AnswerView
          answer={content}
          isNewest={isNewest}
          canTransfer={canTransfer}
          onAsk={actions.onAsk}
          onTransfer={actions.onTransfer}
        />
      );
    case "image":
      return (
        <ImageView
          image={content}
          isMine={sender === "visitor"}
          progress={entry.delivery === "sending" ? entry.progress : undefined}
          onOpen={actions.onOpenImage}
        />
      );
    case "video":
      return <FileCard url={content.url} name={content.fileName} kind="video" />;
    case "audio":
      return <FileCard url={content.url} name={content.fileName} kind="audio" />;
    case "file":
      return <FileCard url={content.url} name={content.fileName} kind="file" sizeBytes={content.sizeBytes} />;
    case "line":
      return <SystemLine text={content.text} lineKey={content.lineKey} />;
    case "agentCard":
      return <AgentCard agent={content.agent} />;
    case "card":
    case "form":
    case "filledForm":
    case "menu":
    case "unsupported":
      return (
        <Bubble isMine={sender === "visitor"}>
          <em>{t("message_unsupported")}</em>
        </Bubble>
      );
    default:
      return content satisfies never;
  }
}
