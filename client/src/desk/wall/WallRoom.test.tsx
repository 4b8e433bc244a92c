import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { expect, it, vi } from "vitest";
import { asSupervisor, renderDesk, row } from "../../../test/desk";
import type { AgentApi } from "../../api/agent";
import { ApiError } from "../../api/http";
import type { Numbers } from "../../wire/report";
import type { WallAgent, WallAnswer } from "../../wire/wall";
// The page loads the room when it is shown; here it is loaded already.
import "./WallRoom";

const NO_SPANS = { count: 0, median: undefined, p90: undefined, withinTarget: undefined };
const TODAY: Numbers = {
  sessions: 12,
  asked: 9,
  answered: 8,
  missed: 1,
  abandoned: 0,
  waiting: { ...NO_SPANS, count: 8, median: 42_000 },
  firstAnswer: { ...NO_SPANS, count: 8, median: 65_000 },
  nextAnswer: NO_SPANS,
  resolution: NO_SPANS,
  robotAsked: 0,
  robotResolved: 0,
  robotAnswers: 0,
  robotUnknown: 0,
  ratings: 2,
  stars: 9,
  solved: 2,
  rescues: 1,
};

const agentRow = (id: string, name: string, conversations: number): WallAgent => ({
  id,
  name,
  face: "",
  groupIds: ["sales"],
  status: "online",
  since: Date.now() - 61_000,
  conversations,
  capacity: 3,
});

function whole(): WallAnswer {
  return {
    version: 5,
    at: Date.now(),
    isWhole: true,
    groups: [
      {
        id: "sales",
        name: "Sales",
        waiting: 2,
        oldestSince: Date.now() - 90_000,
        online: 2,
        busy: 0,
        away: 1,
        talking: 3,
        seats: 6,
        rightShare: 85,
      },
    ],
    agents: [agentRow("jo", "Jo", 1), agentRow("lin", "Lin", 3)],
    goneGroups: [],
    goneAgents: [],
    today: TODAY,
    alarms: [{ kind: "waiting", groupId: "sales", value: 2 }],
    thresholds: { waiting: 2, oldestWait: undefined, missed: undefined },
  };
}

async function showWall(api: Partial<AgentApi> = {}) {
  const desk = await renderDesk({ ...asSupervisor, wall: async () => whole(), ...api }, "/desk/wall");
  await desk.user.type(screen.getByLabelText("Account"), "mia");
  await desk.user.type(screen.getByLabelText("Password"), "fern-and-field");
  await desk.user.click(screen.getByRole("button", { name: "Sign in" }));
  return desk;
}

it("shows queues, agents, the numbers of today and alarms in words", async () => {
  await showWall();

  expect(await screen.findByText("Sales: 2 visitors wait")).toBeVisible();
  const groups = within(screen.getByRole("region", { name: "Groups" }));
  expect(groups.getByRole("row", { name: /Sales/ })).toHaveTextContent("3 of 6");
  const agents = within(screen.getByRole("region", { name: "Agents" })).getAllByRole("button");
  expect(agents.map((one) => one.textContent)).toEqual([
    expect.stringContaining("Lin"),
    expect.stringContaining("Jo"),
  ]);
  expect(within(screen.getByRole("region", { name: "Today" })).getByText("4.5")).toBeVisible();
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([]);
});

it("reads only what changed when the poll tells of a newer version", async () => {
  const wall = vi.fn(async (since: number): Promise<WallAnswer> => {
    if (since === 0) return whole();
    return {
      ...whole(),
      version: 6,
      isWhole: false,
      groups: [],
      agents: [agentRow("jo", "Jo", 2)],
      alarms: [],
    };
  });
  const { tell } = await showWall({ wall });
  await screen.findByText("Sales: 2 visitors wait");

  tell({ kind: "wall", version: 6, userId: "", sessionId: "" });

  await waitFor(() => expect(wall).toHaveBeenLastCalledWith(5));
  await waitFor(() => expect(screen.getByRole("button", { name: /Jo/ })).toHaveTextContent("2/3"));
  expect(screen.getByRole("button", { name: /Lin/ })).toHaveTextContent("3/3");
  expect(screen.queryByText("Sales: 2 visitors wait")).toBeNull();
});

it("an agent's row changes their status and opens a conversation", async () => {
  const setStatusOf = vi.fn(async (_id: string, status: "online" | "busy" | "offline") => ({
    status,
    capacity: 3,
  }));
  const { user, history } = await showWall({
    setStatusOf,
    wallConversations: async () => ({ rows: [row()], next: "" }),
  });

  await user.click(await screen.findByRole("button", { name: /Lin/ }));
  const panel = within(await screen.findByRole("dialog", { name: "Lin" }));
  await user.selectOptions(panel.getByRole("combobox", { name: "Status" }), "busy");
  expect(setStatusOf).toHaveBeenCalledWith("lin", "busy");
  await user.click(await panel.findByRole("link", { name: /Amira/ }));

  expect(history?.at(-1)).toMatch(/^\/desk\/talk\//);
});

it("setting an agent offline says first what happens with their open conversations", async () => {
  const setStatusOf = vi.fn(async (_id: string, status: "online" | "busy" | "offline") => ({
    status,
    capacity: 3,
  }));
  const { user } = await showWall({ setStatusOf });
  await user.click(await screen.findByRole("button", { name: /Lin/ }));
  const panel = within(await screen.findByRole("dialog", { name: "Lin" }));
  const status = panel.getByRole("combobox", { name: "Status" });

  await user.selectOptions(status, "offline");
  expect(panel.getByText(/^The 3 open conversations of Lin go back to the queue/)).toBeVisible();
  await user.click(panel.getByRole("button", { name: "Cancel" }));
  expect(status).toHaveValue("online");
  expect(setStatusOf).not.toHaveBeenCalled();

  await user.selectOptions(status, "offline");
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([]);
  await user.click(panel.getByRole("button", { name: "Set offline" }));
  expect(setStatusOf).toHaveBeenCalledExactlyOnceWith("lin", "offline");
});

it("an agent reads that the wall is for supervisors", async () => {
  await showWall({ wall: async () => Promise.reject(new ApiError("forbidden", "")) });

  expect(await screen.findByText("For supervisors")).toBeVisible();
});

it("a wall that cannot be read says so and reads again", async () => {
  const wall = vi.fn(async () => whole());
  wall.mockRejectedValueOnce(new ApiError("unreachable", ""));
  const { user } = await showWall({ wall });

  await user.click(await screen.findByRole("button", { name: "Try again" }));

  expect(await screen.findByText("Sales: 2 visitors wait")).toBeVisible();
});
