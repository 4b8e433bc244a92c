import { expect, it } from "vitest";
import { settled, visiting } from "../../test/visiting";
import { answerLocally } from "./localAnswer";

// [CH-09]
it("answers after 200 ms and scrolls the list to its end after 500 ms", async () => {
  const { visit, now } = visiting();
  const waits: { ms: number; go: () => void }[] = [];
  visit.clock = { now: () => 0, sleep: (ms) => new Promise((go) => waits.push({ ms, go })) };
  const said = () => now().entries.map((entry) => entry.sender);
  const done = answerLocally(visit, "When are you open?", "From nine to six.", new AbortController().signal);

  expect([said(), now().endSought]).toEqual([["visitor"], 0]);
  waits[0]?.go();
  await settled();
  expect([said(), now().endSought]).toEqual([["visitor", "robot"], 0]);
  waits[1]?.go();
  await done;

  expect(waits.map(({ ms }) => ms)).toEqual([200, 300]);
  expect(now().endSought).toBe(1);
});

// [CH-09]
it("does not scroll the list of an ended chat", async () => {
  const { visit, now } = visiting();
  const over = new AbortController();
  visit.clock = { now: () => 0, sleep: async (ms) => (ms === 300 ? over.abort() : undefined) };

  await answerLocally(visit, "When are you open?", "From nine to six.", over.signal);

  expect(now().endSought).toBe(0);
});
