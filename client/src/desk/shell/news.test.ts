import { expect, it } from "vitest";
import { message } from "../../../test/desk";
import { entryOf } from "../../conversation/entries";
import { newlyWaiting, newMessages } from "./news";

const entries = (...places: number[]) => places.map((place) => entryOf(message(place, `text ${place}`)));
const heard = (...places: number[]) => ({
  userId: "v",
  keys: new Set(entries(...places).map(({ key }) => key)),
});
const placesOf = (found: readonly { seq?: number | undefined }[]) => found.map(({ seq }) => seq);

it("nothing is new in a conversation that has just been opened", () => {
  expect(newMessages(undefined, entries(1, 2), "Mia")).toEqual([]);
});

it("what came since is new, and older messages are not", () => {
  expect(placesOf(newMessages(heard(5, 6), entries(3, 4, 5, 6, 7, 8), "Mia"))).toEqual([7, 8]);
  expect(newMessages(heard(5, 6), entries(3, 4, 5, 6), "Mia")).toEqual([]);
});

it("the first message of an empty conversation is new", () => {
  expect(placesOf(newMessages(heard(), entries(1), "Mia"))).toEqual([1]);
});

it("a conversation that was read again after an outage is not read out", () => {
  expect(newMessages(heard(1, 2), entries(8, 9), "Mia")).toEqual([]);
});

it("the agent's own messages are no news, and a colleague's are", () => {
  const own = { ...entryOf(message(2, "Hello", "agent")), senderName: "Mia" };
  const other = { ...entryOf(message(3, "Hello", "agent")), senderName: "Lin" };

  expect(newMessages(heard(1), [...entries(1), own, other], "Mia")).toEqual([other]);
});

it("nobody is new until the queue is known", () => {
  const rows = [{ userId: "a" }, { userId: "b" }];

  expect(newlyWaiting(undefined, rows)).toEqual([]);
  expect(newlyWaiting(new Set(["a"]), rows).map(({ userId }) => userId)).toEqual(["b"]);
});
