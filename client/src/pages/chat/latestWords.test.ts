import { describe, expect, it } from "vitest";
import { changed, message, open, received } from "../../../test/conversations";
import { rowsOf } from "../../conversation/rows";
import { latestWords } from "./latestWords";

describe("what the host page gets of the newest message", () => {
  it("is the first line alone", () => {
    const text = "\nYour order is on its way.\r\nThe parcel number is 42.";
    const chat = changed(open(), received(message(1, { sender: "agent", content: { kind: "text", text } })));

    expect(latestWords(rowsOf(chat))).toBe("Your order is on its way.");
  });
});
