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
])("a message of emoji alone is known by how many there are: %s", (text, count) => {
  expect(emojiAlone(text)).toBe(count);
});

it.each([["Hi 👍"], ["123"], ["#"], ["©"], ["…"], ["👍!"], ["  "], [""], ["👍".repeat(13)]])(
  "what says more than that, or would fill the window, is a text: %s",
  (text) => {
    expect(emojiAlone(text)).toBe(0);
  },
);
