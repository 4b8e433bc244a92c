import { clsx } from "clsx";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { wordsOf } from "../../conversation/words";
import { shownPicture } from "../../lib/links";
import type { Quote } from "../../wire/message";
import styles from "./QuoteView.module.css";

/**
 * Shows a quoted message above its answer: the author and two lines of text. A press shows the original. Protocol,
 * 'Message fields', replyMsg.
 */
export function QuoteView({ quote, onShow }: { quote: Quote; onShow: (messageId: string) => void }) {
  const { t } = useTranslation();
  const name = quote.sender === "visitor" ? t("sender_you") : quote.senderName || t("sender_agent");
  const picture = quote.content.kind === "image" && !quote.isRecalled ? shownPicture(quote.content.url) : "";
  const inside = (
    <>
      <span className={styles.words}>
        <bdi className={styles.name}>{name}</bdi>
        <span className={clsx(styles.text, "two-lines")} dir="auto">
          {quote.isRecalled ? t("message_recalled") : quotedWords(quote, t)}
        </span>
      </span>
      {picture === "" ? null : <img className={styles.picture} src={picture} alt="" width={40} height={40} />}
    </>
  );
  return (
    <blockquote className={styles.quote} aria-label={t("message_quoted", { name })}>
      {quote.isRecalled || quote.messageId === "" ? (
        inside
      ) : (
        <button type="button" className={styles.show} onClick={() => onShow(quote.messageId)}>
          {inside}
        </button>
      )}
    </blockquote>
  );
}

function quotedWords({ content }: Quote, t: TFunction<"chat">): string {
  const name = wordsOf(content);
  switch (content.kind) {
    case "image":
      return t("message_image", { name });
    case "video":
      return t("message_video", { name });
    case "audio":
      return t("message_audio", { name });
    case "file":
      return t("message_file", { name });
    default:
      return name || t("message_unsupported");
  }
}
