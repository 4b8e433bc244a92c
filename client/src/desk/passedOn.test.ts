import { describe, expect, it } from "vitest";
import { isPassedOn, whyPassedOn } from "./passedOn";

const NOW = 1_790_000_000_000;

describe("why an agent lost a visitor who did not leave", () => {
  it("names what was due and is over", () => {
    expect(whyPassedOn({ duty: { acceptBy: NOW - 10, answerBy: undefined } }, "online", NOW)).toBe(
      "notAccepted",
    );
    expect(whyPassedOn({ duty: { acceptBy: undefined, answerBy: NOW - 10 } }, "online", NOW)).toBe(
      "notAnswered",
    );
  });

  it("takes a clock that is a little behind for what it is", () => {
    expect(whyPassedOn({ duty: { acceptBy: NOW + 1_000, answerBy: undefined } }, "online", NOW)).toBe(
      "notAccepted",
    );
  });

  it("an agent who is offline lost it by that", () => {
    expect(whyPassedOn({ duty: { acceptBy: NOW + 60_000, answerBy: undefined } }, "offline", NOW)).toBe(
      "wentOffline",
    );
  });

  it("guesses nothing while the time is not over", () => {
    expect(whyPassedOn({ duty: { acceptBy: NOW + 60_000, answerBy: undefined } }, "online", NOW)).toBe(
      "passedOn",
    );
    expect(whyPassedOn({ duty: undefined }, "busy", NOW)).toBe("passedOn");
  });

  it("remembers the time that was over when the server began it anew", () => {
    const anew = { acceptBy: NOW + 24_000, answerBy: undefined };

    expect(whyPassedOn({ duty: anew, missed: "notAccepted" }, "online", NOW)).toBe("notAccepted");
  });

  it("an end is no passing on", () => {
    expect(isPassedOn("over")).toBe(false);
    expect(isPassedOn("agentClosed")).toBe(false);
    expect(isPassedOn("notAccepted")).toBe(true);
  });
});
