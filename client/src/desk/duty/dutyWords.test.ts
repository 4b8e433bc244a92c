import i18next from "i18next";
import { beforeAll, describe, expect, it } from "vitest";
import words from "../../../../locales/en/desk.json";
import type { Duty, Reason } from "../../wire/duty";
import { dueOf, whyWords } from "./dutyWords";

const none: Reason = {
  kind: "",
  ago: 0,
  idle: 0,
  conversations: 0,
  free: 0,
  by: "",
  from: "",
  lapse: "",
  priority: 0,
  to: "",
};
const duty = (agent: Partial<Reason>, place: Partial<Reason> = {}, line: Partial<Reason> = {}): Duty => ({
  acceptBy: undefined,
  answerBy: undefined,
  why: {
    agent: { ...none, ...agent },
    place: { ...none, kind: "arrival", ...place },
    line: { ...none, kind: "usual", ...line },
    waited: 0,
  },
});

const i18n = i18next.createInstance();
const said = (one: Duty, agent?: { id: string; name: string }) =>
  whyWords(
    one,
    [{ id: "sales", name: "Sales" }],
    { me: "lin", agent },
    i18n.getFixedT("en", "desk"),
    (ms) => `${ms / 1000} s`,
  );

beforeAll(async () => {
  await i18n.init({ lng: "en", ns: ["desk"], resources: { en: { desk: words } } });
});

describe("why an agent has a visitor", () => {
  it("says that a visitor came back to their last agent", () => {
    expect(said(duty({ kind: "talkedBefore", ago: 60_000 }))).toEqual(["You talked with them 60 s ago."]);
  });

  it("says from whom a visitor was rescued, and that the place stayed", () => {
    expect(said(duty({ kind: "onlyFree" }, { kind: "rescued", from: "jo", lapse: "pageGone" }))).toEqual([
      "You were the only free agent.",
      "They kept their place: a colleague's page was gone.",
    ]);
  });

  it("names the group that helps", () => {
    expect(said(duty({ kind: "took" }, {}, { kind: "overflow", to: "sales" }))).toContain(
      "Their own group had no time, so Sales helps.",
    );
  });

  it("who takes a conversation over reads that they did, and not that a colleague handed it over", () => {
    expect(said(duty({ kind: "handedOver", by: "lin" }))).toEqual(["You took them over."]);
    expect(said(duty({ kind: "handedOver", by: "jo" }))).toEqual(["A colleague handed them over to you."]);
  });

  it("tells a supervisor why a colleague has the visitor", () => {
    const jo = { id: "jo", name: "Jo" };
    const theirs = (agent: Partial<Reason>) => said(duty(agent), jo);

    expect(theirs({ kind: "onlyFree" })).toEqual(["Jo was the only free agent."]);
    expect(theirs({ kind: "fewestConversations", free: 3, conversations: 1 })).toEqual([
      "Of 3 free agents Jo had the fewest conversations: 1.",
    ]);
    expect(theirs({ kind: "handedOver", by: "jo" })).toEqual(["Jo took them over."]);
    expect(theirs({ kind: "handedOver", by: "lin" })).toEqual(["You handed them over to Jo."]);
    expect(theirs({ kind: "handedOver", by: "mia" })).toEqual(["A colleague handed them over to Jo."]);
  });

  it("an unknown reason says nothing", () => {
    expect(said(duty({ kind: "later" }))).toEqual([]);
  });
});

describe("what is due", () => {
  it("is accepting first, then answering, then nothing", () => {
    expect(dueOf({ acceptBy: 5, answerBy: 9 })).toEqual({ what: "accept", by: 5 });
    expect(dueOf({ acceptBy: undefined, answerBy: 9 })).toEqual({ what: "answer", by: 9 });
    expect(dueOf({ acceptBy: undefined, answerBy: undefined })).toBeUndefined();
    expect(dueOf(undefined)).toBeUndefined();
  });
});
