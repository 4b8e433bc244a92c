import { expect, it } from "vitest";
import type { EvaluationSetting } from "../../wire/evaluation";
import { asksText, type Draft, faultOf, withStars, withTag } from "./rules";

const setting: EvaluationSetting = {
  guide: "How did we do?",
  model: "stars",
  levels: [
    {
      name: "Bad",
      value: 2,
      guide: "What went wrong?",
      tags: ["late reply"],
      textRequired: true,
      tagRequired: true,
    },
    { name: "Very good", value: 5, guide: "Thanks", tags: [], textRequired: true, tagRequired: true },
  ],
};
const draft: Draft = { stars: 2, isSolved: true, tags: ["late reply"], text: "hm" };

// [EV-03]
it("another star clears tags and text, and the same star keeps them", () => {
  expect(withStars(draft, 3)).toMatchObject({ stars: 3, tags: [], text: "" });
  expect(withStars(draft, 2)).toBe(draft);
});

// [EV-03]
it("a text is asked for below five stars only", () => {
  expect([1, 2, 3, 4, 5].map((stars) => asksText(stars))).toEqual([true, true, true, true, false]);
});

// [EV-04]
it("a missing text or tag that the star requires is a fault", () => {
  expect(faultOf({ ...draft, text: "  " }, setting)).toBe("text");
  expect(faultOf({ ...draft, tags: [] }, setting)).toBe("tag");
  expect(faultOf(draft, setting)).toBeUndefined();
});

it("a field that is not shown is never required", () => {
  expect(faultOf({ ...draft, stars: 5, tags: [], text: "" }, setting)).toBeUndefined();
});

it("choosing a tag again removes it", () => {
  expect(withTag({ ...draft, tags: [] }, "rude").tags).toEqual(["rude"]);
  expect(withTag(draft, "late reply").tags).toEqual([]);
});
