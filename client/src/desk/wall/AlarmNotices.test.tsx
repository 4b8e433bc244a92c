import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { expect, it } from "vitest";
import { asSupervisor, renderDesk, signIn } from "../../../test/desk";
import type { DeskEvent } from "../../wire/agent";
import type { DeskAlarm } from "../../wire/wall";
// The page loads the room when it is shown; here it is loaded already.
import "./WallRoom";

const AT = Date.UTC(2026, 10, 2, 9, 41);

function alarm(change: Partial<DeskAlarm> = {}): DeskEvent {
  const one: DeskAlarm = { kind: "oldestWait", groupId: "sales", value: 600, at: AT, ...change };
  return { kind: "alarm", alarm: one, userId: "", sessionId: "" };
}

function rings(notify: { mock: { calls: unknown[][] } }) {
  return notify.mock.calls.filter(([what]) => what === "due").length;
}

it("a supervisor at the desk hears of a passed threshold, with one sound, and puts it away", async () => {
  const { user, tell, notify } = await renderDesk(asSupervisor);
  await signIn(user, screen);

  tell(alarm());

  const region = within(await screen.findByRole("region", { name: "Needs attention" }));
  expect(await region.findByText("Sales: a visitor waits for 10:00")).toBeVisible();
  expect(rings(notify)).toBe(1);
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([]);
  await user.click(region.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("region", { name: "Needs attention" })).toBeNull();
  expect(rings(notify)).toBe(1);
});

it("shows the newest of each group and kind, and at most three", async () => {
  const { user, tell } = await renderDesk(asSupervisor);
  await signIn(user, screen);

  tell(
    alarm({ kind: "waiting", value: 5 }),
    alarm({ kind: "missed", groupId: "", value: 7 }),
    alarm({ kind: "waiting", groupId: "", value: 9 }),
    alarm(),
    alarm({ kind: "waiting", groupId: "", value: 12 }),
  );

  const region = within(await screen.findByRole("region", { name: "Needs attention" }));
  expect(await region.findByText("All agents: 12 visitors wait")).toBeVisible();
  expect(region.getByText("Today 7 visitors got no agent")).toBeVisible();
  expect(region.getByText("Sales: a visitor waits for 10:00")).toBeVisible();
  expect(region.queryByText("All agents: 9 visitors wait")).toBeNull();
  expect(region.queryByText("Sales: 5 visitors wait")).toBeNull();
});

it("leads to the wall, which shows what holds instead", async () => {
  const { user, tell, notify, history } = await renderDesk(asSupervisor);
  await signIn(user, screen);
  tell(alarm());

  await user.click(await screen.findByRole("link", { name: "Open the wall" }));

  await waitFor(() => expect(history?.at(-1)).toBe("/desk/wall"));
  await waitFor(() => expect(screen.queryByText("Sales: a visitor waits for 10:00")).toBeNull());
  tell(alarm({ kind: "waiting", value: 5 }));
  await waitFor(() => expect(rings(notify)).toBe(2));
  expect(screen.queryByText("Sales: 5 visitors wait")).toBeNull();
});
