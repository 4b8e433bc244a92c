import { expect, it } from "vitest";
import { isQueueLine, queueLine } from "./queueLine";

// [ST-05]
it("fills the position in, and recognizes the sentence with any position", () => {
  const sentence = "You are number ## in the line.";

  expect(queueLine(sentence, 3)).toBe("You are number 3 in the line.");
  expect(isQueueLine("You are number 12 in the line.", sentence)).toBe(true);
  expect(isQueueLine("You are number one in the line.", sentence)).toBe(false);
  expect(isQueueLine("Anything", "")).toBe(false);
});
