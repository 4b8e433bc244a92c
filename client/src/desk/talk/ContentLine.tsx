import { clsx } from "clsx";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { Entry } from "../../conversation/types";
import { wordsOf } from "../../conversation/words";
import { CardView } from "../../features/message/CardView";
import { emojiAlone } from "../../features/message/emoji";
import { FileView } from "../../features/message/FileView";
import { FilledForm, FormCard } from "../../features/message/FormCard";
import { SendProgress } from "../../features/message/SendProgress";
import { shownPicture } from "../../lib/links";
import { LinkedText } from "../../ui/LinkedText";
import { RichText } from "../../ui/RichText";
import type { AnswerPart } from "../../wire/answer";
import { notePieces } from "../mentionedIn";
import type { ViewedImage } from "./ImageViewer";
import styles from "./MessageLine.module.css";
import { QuoteLine } from "./QuoteLine";

export type ContentLineProps = {
  entry: Entry;
  onImage: (image: ViewedImage) => void;
  /** Cancels a file that is not sent yet. */
  onCancel: () => void;
};

/** Shows every kind of message content on the desk. */
export function ContentLine(props: ContentLineProps) {
  // The translations for cards, forms and files belong to the visitors' pages and load when first needed.
  return (
    <Suspense fallback={null}>
      <Kind {...props} />
    </Suspense>
  );
}

function Kind({ entry, onImage, onCancel }: ContentLineProps) {
  const { t } = useTranslation("desk");
  const { content, delivery, quote } = entry;
  const isGoing = delivery === "sending" || delivery === "waiting";
  const progress = isGoing ? (entry.progress ?? 0) : undefined;
  const quoted = quote ? <QuoteLine quote={quote} /> : null;
  switch (content.kind) {
    case "text": {
      const count = quoted ? 0 : emojiAlone(content.text);
      if (count > 0) return <span className={styles.emoji}>{content.text}</span>;
      return (
        <div className={styles.bubble} dir="auto">
          {quoted}
          {notePieces(content.text, entry.mentions ?? []).map(({ text, mentioned }, at) =>
            mentioned ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a note's parts never change order
              <strong key={at} className={styles.mentioned}>
                {text}
              </strong>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a note's parts never change order
              <LinkedText key={at} text={text} />
            ),
          )}
        </div>
      );
    }
    case "richText":
      return (
        <div className={styles.bubble} dir="auto">
          {quoted}
          <RichText html={content.html} />
        </div>
      );
    case "answer":
      return (
        <div className={styles.bubble} dir="auto">
          {content.parts.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an answer's parts never change order
            <Part key={at} part={part} />
          ))}
        </div>
      );
    case "image": {
      const source = shownPicture(content.url);
      const name = content.fileName || t("line_image");
      return (
        <div className={clsx(styles.picture, "edged")}>
          <button
            type="button"
            aria-label={t("image_open", { name })}
            onClick={() => onImage({ url: source, name })}
          >
            <img src={source} alt="" {...shownSize(content.width, content.height)} decoding="async" />
          </button>
          {progress === undefined ? null : <SendProgress progress={progress} onCancel={onCancel} isOver />}
        </div>
      );
    }
    case "video":
    case "audio":
    case "file":
      return <FileView file={content} progress={progress} onCancel={onCancel} />;
    case "card":
      return <CardView card={content.card} />;
    case "form":
      return <FormCard form={content.form} isOpen={false} />;
    case "filledForm":
      return <FilledForm form={content.form} />;
    case "menu":
      return (
        <div className={styles.bubble} dir="auto">
          {wordsOf(content) || t("message_unsupported")}
        </div>
      );
    case "unsupported":
      return <div className={styles.bubble}>{t("message_unsupported")}</div>;
    case "line":
    case "agentCard":
      return null;
    default:
      return content satisfies never;
  }
}

function Part({ part }: { part: AnswerPart }) {
  switch (part.kind) {
    case "text":
      return <RichText html={part.text} />;
    case "card":
      return <CardView card={part.card} />;
    case "form":
      return <FormCard form={part.form} isOpen={false} />;
    default:
      return part satisfies never;
  }
}

const HEIGHT_MAX = 240;
const WIDTH_MAX = 320;

/** Size of a picture before it has loaded. */
function shownSize(width = 240, height = 180): { width: number; height: number } {
  const scale = Math.min(1, HEIGHT_MAX / height, WIDTH_MAX / width);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
