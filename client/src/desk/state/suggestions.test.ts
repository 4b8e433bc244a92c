import { expect, it } from "vitest";
import { message } from "../../../test/desk";
import type { Entry } from "../../conversation/types";
import { newestQuestion } from "./suggestions.atoms";

const entry = (place: number, text: string, sender: Entry["sender"], more: Partial<Entry> = {}): Entry => ({
  ...message(place, text),
  key: String(place),
  sender: sender === "system" ? "system" : sender,
  delivery: "sent",
  ...more,
});

it("the newest question is what the visitor said last, whatever notes and notices follow", () => {
  const asked = entry(1, "Where is my order?", "visitor");
  const line = entry(2, "", "system", { content: { kind: "line", text: "Mia is here", lineKey: "x" } });
  const note = entry(3, "Rude", "agent", { isNote: true });

  expect(newestQuestion([asked, line, note])).toEqual({ id: asked.id, text: "Where is my order?" });
  expect(newestQuestion([asked, entry(4, "One moment", "agent")])).toBeUndefined();
  expect(newestQuestion([{ ...asked, isRecalled: true }])).toBeUndefined();
  expect(newestQuestion([])).toBeUndefined();
});

it("a long question is cut to what the server takes, and a picture is none", () => {
  const long = entry(1, "a".repeat(500), "visitor");
  const picture = entry(2, "", "visitor", { content: { kind: "image", url: "/x.png", fileName: "x.png" } });

  expect(newestQuestion([long])?.text).toHaveLength(400);
  expect(newestQuestion([long, picture])).toBeUndefined();
});
