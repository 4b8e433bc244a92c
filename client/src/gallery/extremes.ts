/** Extreme content from people and tenants: too long, too many, or in both directions at once. */
import type { Row } from "../conversation/rows";
import type { Entry } from "../conversation/types";
import type { Card } from "../wire/card";
import type { Content } from "../wire/message";
import { answered, entry, MIA, opened, rows, type Said, suggested } from "./makers";

const emptyCard: Card = {
  look: "product",
  picture: "",
  title: "",
  subtitle: "",
  description: "",
  price: "",
  label: "",
  orderStatus: "",
  orderCode: "",
  orderTime: "",
  url: "",
};

const LONG_WORD = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung".repeat(2);
const MIXED = "طلبي FF-1042 لم يصل بعد. Where is it? أين هو (3) الآن؟";

export function extremes({ question, long }: Said): Row[] {
  const text = (value: string): Content => ({ kind: "text", text: value });
  const endless = `${long} `.repeat(5).trim();
  const card = {
    ...emptyCard,
    title: LONG_WORD,
    description: endless,
    price: "1,234,567,890.00 EUR a month",
  };
  const talk: Entry[] = [
    entry(0, "visitor", text(LONG_WORD)),
    entry(1, "visitor", text("😀😀😀")),
    entry(2, "visitor", text(MIXED)),
    { ...entry(3, "agent", text(MIXED)), senderName: LONG_WORD },
    { ...entry(4, "agent", text("1")), senderName: LONG_WORD, quote: quoteOf(text(endless)) },
    { ...entry(5, "agent", text(endless)), senderName: LONG_WORD },
    entry(6, "agent", text(`https://example.com/${"a/very/long/way/".repeat(12)}?x=1`)),
    entry(7, "agent", { kind: "file", url: "/api/files/a.xlsx", fileName: `${LONG_WORD}.xlsx` }),
    entry(8, "agent", {
      kind: "file",
      url: "/api/files/b.pdf",
      fileName: "قائمة أسعار النباتات والأصص لعام 2026.pdf",
    }),
    entry(9, "agent", { kind: "card", card }),
    entry(10, "system", { kind: "line", text: endless, lineKey: "" }),
    {
      ...entry(11, "system", text("")),
      content: { kind: "agentCard", agent: { ...MIA, nick: LONG_WORD, signature: endless } },
    },
    entry(
      12,
      "robot",
      answered({
        answerKind: "guide",
        suggestions: Array.from({ length: 20 }, (_, at) =>
          suggested(at % 5 === 4 ? long : `${question} ${at}`),
        ),
      }),
    ),
  ];
  return rows(opened(), talk);
}

function quoteOf(content: Content): NonNullable<Entry["quote"]> {
  return { messageId: "1", sender: "agent", senderName: LONG_WORD, isRecalled: false, content };
}
