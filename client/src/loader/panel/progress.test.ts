import { expect, it } from "vitest";
import { followProgress } from "./progress";

function following(isResumed: boolean) {
  const told: unknown[] = [];
  const progress = followProgress((event, detail) => {
    told.push(detail === undefined ? event : `${event} ${detail}`);
  }, isResumed);
  return { told, ...progress };
}

it("tells each step of a conversation once", () => {
  const { told, status, queue } = following(false);

  status("robot");
  queue(0);
  status("queued");
  queue(3);
  queue(2);
  status("agent");
  queue(0);
  status("agent");
  status("ended");
  status("ended");
  status("robot");

  expect(told).toEqual(["chatStarted", "queued 3", "agentAssigned", "ended", "chatStarted"]);
});

it("a conversation that an agent takes at once has begun too", () => {
  const { told, status } = following(false);

  status("agent");

  expect(told).toEqual(["chatStarted", "agentAssigned"]);
});

it("on a later page of the shop, only what is new is told", () => {
  const waiting = following(true);
  waiting.status("queued");
  waiting.queue(5);
  waiting.status("agent");
  const talking = following(true);
  talking.status("agent");
  talking.status("ended");

  expect(waiting.told).toEqual(["agentAssigned"]);
  expect(talking.told).toEqual(["ended"]);
});
