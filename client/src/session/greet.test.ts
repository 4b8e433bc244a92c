import { expect, it } from "vitest";
import { settled, visiting } from "../../test/visiting";
import { greet } from "./greet";

const showContent = [
  { id: "1", name: "Often asked", type: 1, questionList: [{ questionName: "How fast?", docId: "fast" }] },
];

/** A chat that begins, with a clock that the test controls. */
function begun(faq: object) {
  const { visit, now } = visiting({ receiveMode: 0, faq });
  const waits: { ms: number; go: () => void }[] = [];
  visit.clock = { now: () => 0, sleep: (ms) => new Promise((go) => waits.push({ ms, go })) };
  void greet(visit, new AbortController().signal);
  return { waits, isShown: () => now().isFaqShown };
}

// [CH-21]
it("shows the frequent questions after a second", async () => {
  const { waits, isShown } = begun({ showType: 1, showContent });
  await settled();
  expect([waits.map(({ ms }) => ms), isShown()]).toEqual([[1000], false]);

  waits[0]?.go();
  await settled();

  expect(isShown()).toBe(true);
});

// [CH-21]
it.each([
  ["the channel hides", { showType: 0, showContent }],
  ["the channel does not have", { showType: 1, showContent: [] }],
])("shows no frequent questions that %s", async (_which, faq) => {
  const { waits } = begun(faq);
  await settled();

  expect(waits).toEqual([]);
});
