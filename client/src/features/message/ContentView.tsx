import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazily, whenIdle } from "../../lib/lazily";
import { RichText } from "../../ui/RichText";
import { Bubble } from "./Bubble";
import type { MessageRowProps } from "./MessageRow";
import { SystemLine } from "./SystemLine";
import { TextBubble } from "./TextBubble";

const later = () => import("./later");
const AgentCard = lazily(async () => (await later()).AgentCard);
const AnswerView = lazily(async () => (await later()).AnswerView);
const AudioView = lazily(async () => (await later()).AudioView);
const CardView = lazily(async () => (await later()).CardView);
const FileCard = lazily(async () => (await later()).FileCard);
const FilledForm = lazily(async () => (await later()).FilledForm);
const FormCard = lazily(async () => (await later()).FormCard);
const ImageView = lazily(async () => (await later()).ImageView);
const MenuView = lazily(async () => (await later()).MenuView);
const QuoteView = lazily(async () => (await later()).QuoteView);
const VideoView = lazily(async () => (await later()).VideoView);

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
function Kind(props: MessageRowProps) {
  const { entry, isOpen, actions } = props;
  const { t } = useTranslation();
  const { content, quote } = entry;
  const isMine = entry.sender === "visitor";
  const progress = entry.delivery === "sending" ? entry.progress : undefined;
  const quoted = quote ? <QuoteView quote={quote} onShow={actions.onShowQuoted} /> : null;
  const onCancel = () => actions.onDiscard(entry.key);
  switch (content.kind) {
    case "text":
      return <TextBubble text={content.text} isMine={isMine} quoted={quoted} />;
    case "richText":
      return (
        <Bubble isMine={false}>
          {quoted}
          <RichText html={content.html} />
        </Bubble>
      );
    case "answer":
      return <AnswerView {...props} answer={content} quote={quoted} />;
    case "image":
      return (
        <>
          {quoted}
          <ImageView
            image={content}
            isMine={isMine}
            progress={progress}
            onOpen={actions.onOpenImage}
            onCancel={onCancel}
          />
        </>
      );
    case "video":
      return <VideoView url={content.url} name={content.fileName} progress={progress} onCancel={onCancel} />;
    case "audio":
      return <AudioView url={content.url} name={content.fileName} />;
    case "file":
      return (
        <FileCard
          url={content.url}
          name={content.fileName}
          kind="file"
          sizeBytes={content.sizeBytes}
          progress={progress}
          onCancel={onCancel}
        />
      );
    case "card":
      return <CardView card={content.card} />;
    case "form":
      return <FormCard form={content.form} isOpen={isOpen} onFillIn={() => actions.onFillIn(entry.id)} />;
    case "filledForm":
      return <FilledForm form={content.form} />;
    case "menu":
      return <MenuView menu={content} onAsk={actions.onAsk} />;
    case "line":
      return <SystemLine text={content.text} lineKey={content.lineKey} />;
    case "agentCard":
      return <AgentCard agent={content.agent} />;
    case "unsupported":
      return (
        <Bubble isMine={isMine}>
          {quoted}
          <em>{t("message_unsupported")}</em>
        </Bubble>
      );
    default:
      return content satisfies never;
  }
}
