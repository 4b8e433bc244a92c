import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazily, parts, whenIdle } from "../../lib/lazily";
import { RichText } from "../../ui/RichText";
import { Bubble } from "./Bubble";
import type { MessageRowProps } from "./MessageRow";
import { SystemLine } from "./SystemLine";
import { TextBubble } from "./TextBubble";

const later = parts(() => import("./later"));
const AgentCard = lazily(later, (all) => all.AgentCard);
const AnswerView = lazily(later, (all) => all.AnswerView);
const CardView = lazily(later, (all) => all.CardView);
const FileView = lazily(later, (all) => all.FileView);
const FilledForm = lazily(later, (all) => all.FilledForm);
const FormCard = lazily(later, (all) => all.FormCard);
const ImageView = lazily(later, (all) => all.ImageView);
const MenuView = lazily(later, (all) => all.MenuView);
const QuoteView = lazily(later, (all) => all.QuoteView);

whenIdle([later.fetch]);

/** Shows a message of any kind. */
export function ContentView(props: MessageRowProps) {
  return (
    <Suspense fallback={null}>
      <Kind {...props} />
    </Suspense>
  );
}

/** The only switch over the kinds of message: a new kind is one file and one case. */
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
    case "audio":
    case "file":
      return <FileView file={content} progress={progress} onCancel={onCancel} />;
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
