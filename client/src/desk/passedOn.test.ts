import { describe, expect, it } from "vitest";
import { isPassedOn, whyPassedOn } from "./passedOn";

const NOW = 1_790_000_000_000;

describe("why an agent lost a visitor who did not leave", () => {
  it("names what was due and is over", () => {
    expect(whyPassedOn({ acceptBy: NOW - 10, answerBy: undefined }, "online", NOW)).toBe("notAccepted");
    expect(whyPassedOn({ acceptBy: undefined, answerBy: NOW - 10 }, "online", NOW)).toBe("notAnswered");
  });

  it("takes a clock that is a little behind for what it is", () => {
    expect(whyPassedOn({ acceptBy: NOW + 1_000, answerBy: undefined }, "online", NOW)).toBe("notAccepted");
  });

  it("an agent who is offline lost it by that", () => {
    expect(whyPassedOn({ acceptBy: NOW + 60_000, answerBy: undefined }, "offline", NOW)).toBe("wentOffline");
  });

  it("guesses nothing while the time is not over", () => {
    expect(whyPassedOn({ acceptBy: NOW + 60_000, answerBy: undefined }, "online", NOW)).toBe("passedOn");
    expect(whyPassedOn(undefined, "busy", NOW)).toBe("passedOn");
  });

  it("an end is no passing on", () => {
    expect(isPassedOn("over")).toBe(false);
    expect(isPassedOn("agentClosed")).toBe(false);
    expect(isPassedOn("notAccepted")).toBe(true);
  });
});
