import { expect, it } from "vitest";
import { asked, emptyFilter, filtersSet } from "./filter";
import { piecesOf } from "./pieces";

it("an excerpt is cut by characters, also behind an emoji", () => {
  const pieces = piecesOf({
    text: "😀 我要退款 now",
    ranges: [
      [4, 6],
      [7, 10],
    ],
  });

  expect(pieces.map(({ text, isFound }) => (isFound ? `[${text}]` : text))).toEqual([
    "😀 我要",
    "[退款]",
    " ",
    "[now]",
  ]);
  expect(piecesOf({ text: "plain", ranges: [] })).toEqual([{ key: 0, text: "plain", isFound: false }]);
  expect(piecesOf({ text: "", ranges: [] })).toEqual([]);
});

it("days become a time, and blanks around words do not count", () => {
  const filter = { ...emptyFilter, text: " refund ", days: 7, rating: 5 };

  expect(asked(filter, 1_790_000_000_000, "")).toEqual({
    text: "refund",
    kind: "",
    state: "",
    channelId: "",
    groupId: "",
    adminId: "",
    tag: "",
    rating: 5,
    from: 1_790_000_000_000 - 7 * 86_400_000,
    to: 0,
    cursor: "",
  });
  expect(filtersSet(filter)).toBe(2);
  expect(filtersSet({ ...emptyFilter, text: "a", state: "ended" })).toBe(0);
});
