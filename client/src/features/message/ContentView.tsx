import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyComponent, parts, whenIdle } from "../../lib/lazyParts";
import { RichText } from "../../ui/RichText";
import { Bubble } from "./Bubble";
import type { MessageRowProps } from "./MessageRow";
import { SystemLine } from "./SystemLine";
import { TextBubble } from "./TextBubble";

const idleParts = parts(() => import("./idleParts"));
const AgentCard = lazyComponent(idleParts, (all) => all.AgentCard);
const AnswerView = lazyComponent(idleParts, (all) => all.AnswerView);
const CardView = lazyComponent(idleParts, (all) => all.CardView);
const FileView = lazyComponent(idleParts, (all) => all.FileView);
const FilledForm = lazyComponent(idleParts, (all) => all.FilledForm);
const FormCard = lazyComponent(idleParts, (all) => all.FormCard);
const ImageView = lazyComponent(idleParts, (all) => all.ImageView);
const MenuView = lazyComponent(idleParts, (all) => all.MenuView);
const QuoteView = lazyComponent(idleParts, (all) => all.QuoteView);

whenIdle([idleParts.fetch]);

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
