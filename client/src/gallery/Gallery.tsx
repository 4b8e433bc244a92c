import { useTranslation } from "react-i18next";
import type { Row } from "../conversation/rows";
import { QuickMenu } from "../features/frame/QuickMenu";
import { barEntries, type MenuEntry } from "../features/frame/quickMenu";
import { DateLine } from "../features/message/DateLine";
import { Divider } from "../features/message/Divider";
import { FaqMenu } from "../features/message/FaqMenu";
import { type MessageActions, MessageRow } from "../features/message/MessageRow";
import { ProductOffer } from "../features/message/ProductOffer";
import { SystemLine } from "../features/message/SystemLine";
import { Thinking } from "../features/message/Thinking";
import { TipsCard } from "../features/message/TipsCard";
import { QueueCard } from "../features/queue/QueueCard";
import type { FlowButton } from "../wire/answer";
import styles from "./Gallery.module.css";
import { channel, type Said } from "./makers";
import { shelves } from "./scenes";

const nothing = () => undefined;

export const actions: MessageActions = {
  onResend: nothing,
  onDiscard: nothing,
  onOpenImage: nothing,
  onShowQuoted: nothing,
  onAsk: nothing,
  onChoose: nothing,
  onTransfer: nothing,
  onFillIn: nothing,
  onRate: nothing,
  articleHref: (docId) => `/chat_online/question?docId=${docId}`,
};

/** Shows the shelves side by side, light and dark. */
export function Gallery() {
  const { t } = useTranslation();
  // Product texts serve as chat messages: they exist in every language.
  const said: Said = {
    question: t("composer_ask"),
    answer: t("feedback_thanks"),
    long: t("queue_hint"),
  };
  return (
    <div className={styles.gallery}>
      {(["light", "dark"] as const).map((theme) => (
        <section key={theme} className={styles.theme} style={{ colorScheme: theme }} aria-label={theme}>
          {shelves(said).map(({ name, rows }) => (
            <section key={name} className={styles.shelf} aria-label={`${name}, ${theme}`}>
              <h2 className={styles.name}>{name}</h2>
              {rows.map((row) => (
                <div key={row.key} data-row={row.kind}>
                  <GalleryRow row={row} />
                </div>
              ))}
            </section>
          ))}
          <section className={styles.shelf} aria-label={`cards of the list, ${theme}`}>
            <h2 className={styles.name}>cards of the list</h2>
            <TipsCard tips={[{ text: said.long, btnList: [said.question, said.answer] }]} onSay={nothing} />
            {channel.faq.map((faq) => (
              <FaqMenu key={faq.id} faq={faq} onAsk={nothing} />
            ))}
            <QueueCard
              position={3}
              sentence={said.long}
              hasRobot
              onLeave={nothing}
              onLeaveMessage={nothing}
            />
            {[1, 2, 4, 50].map((count) => (
              <QuickMenu key={count} entries={menu(count, said)} isTransferring={false} onChoose={nothing} />
            ))}
            {[2, 9].map((count) => (
              <QuickMenu
                key={`bar-${count}`}
                isBar
                entries={barEntries(bar(count, said))}
                isTransferring={false}
                onChoose={nothing}
              />
            ))}
          </section>
        </section>
      ))}
    </div>
  );
}

/** Makes `count` menu buttons: a tenant's own among the product's. */
function menu(count: number, { question, long }: Said): MenuEntry[] {
  return Array.from({ length: count }, (_, at) => ({
    key: String(at),
    name: at === 0 ? "" : at === 3 ? long : question,
    background: at === 1 ? "#1e5945" : "",
    colour: "",
    action: { kind: at === 0 ? "evaluate" : "transfer" },
  }));
}

/** Makes `count` robot buttons above the input: a few fit, many scroll. */
function bar(count: number, { question, long }: Said): FlowButton[] {
  return Array.from({ length: count }, (_, at) => ({
    nodeId: "menu",
    id: String(at),
    itemId: "",
    name: at === 2 ? long : question,
    bindCode: "",
    bindValue: "",
    link: at === 1 ? "https://example.com/" : "",
  }));
}

function GalleryRow({ row }: { row: Row }) {
  const { t } = useTranslation();
  switch (row.kind) {
    case "message":
      return (
        <MessageRow
          entry={row.entry}
          isFirstOfRun={row.isFirstOfRun}
          isLastOfRun={row.isLastOfRun}
          isNewest
          isOpen
          canTransfer
          canRate
          actions={actions}
        />
      );
    case "date":
      return <DateLine at={row.at} />;
    case "divider":
      return <Divider label={row.label} />;
    case "history":
      return <SystemLine text={t("list_older_end")} />;
    case "product":
      return <ProductOffer card={row.card} isBusy={false} onSend={nothing} onDismiss={nothing} />;
    case "thinking":
      return <Thinking who={row.who} name={channel.robotName} face={channel.robotIcon} />;
    case "transferring":
      return <SystemLine text={t("transfer_busy")} isLate />;
    case "faq":
    case "tips":
    case "queue":
      return null;
    default:
      return row satisfies never;
  }
}
