import { expect, it } from "vitest";
import { emojiAlone } from "./emoji";

it.each([
  ["👍", 1],
  ["🎉 🎉\n🎉", 3],
  ["❤️", 1],
  ["👩‍👩‍👧‍👦", 1],
  ["👋🏽", 1],
  ["🇩🇪🇨🇳", 2],
  ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", 1],
])("a message of emoji alone has this number of emoji: %s", (text, count) => {
  expect(emojiAlone(text)).toBe(count);
});

it.each([["Hi 👍"], ["123"], ["#"], ["©"], ["…"], ["👍!"], ["  "], [""], ["👍".repeat(13)]])(
  "a message with anything else, or with too many emoji, is a text: %s",
  (text) => {
    expect(emojiAlone(text)).toBe(0);
  },
);
