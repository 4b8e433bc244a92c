import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { expect, it, vi } from "vitest";
import { asSupervisor, renderDesk, VISITOR } from "../../../test/desk";
import type { AgentApi } from "../../api/agent";
import { ApiError } from "../../api/http";
import type { Division, Numbers, Report, ReportedSession } from "../../wire/report";
// The page loads the room when it is shown; here it is loaded already.
import { NO_SPANS, NOTHING } from "./measures";
import "./ReportsRoom";

const numbers = (sessions: number): Numbers => ({
  ...NOTHING,
  sessions,
  asked: sessions,
  answered: sessions,
  waiting: { ...NO_SPANS, count: sessions, median: 20_000, p90: 60_000 },
  firstAnswer: { count: sessions, median: 30_000, p90: 90_000, withinTarget: sessions },
  nextAnswer: { count: sessions, median: 12_000, p90: 40_000, withinTarget: sessions / 2 },
});

function reportOf(by: Division): Report {
  const rows = {
    day: [],
    hour: [],
    channel: [{ key: "demo", name: "", numbers: numbers(30) }],
    group: [{ key: "sales", name: "Sales", numbers: numbers(30) }],
    agent: [{ key: "jo", name: "Jo", numbers: numbers(30) }],
    tag: [],
  }[by];
  return {
    total: numbers(30),
    before: numbers(20),
    rows,
    targets: { firstAnswer: 60, nextAnswer: undefined, resolution: undefined },
    timeZone: "Europe/Berlin",
  };
}

const SESSION: ReportedSession = {
  userId: VISITOR,
  sessionId: `${VISITOR}.1`,
  channelId: "demo",
  groupId: "sales",
  agentIds: ["jo"],
  started: Date.now(),
  ended: Date.now(),
  waiting: 20_000,
  firstAnswer: 30_000,
  resolution: 60_000,
  missed: "",
  stars: 4,
  solved: true,
};

async function showReports(api: Partial<AgentApi> = {}, path = "/desk/reports") {
  const report = vi.fn(async (_period: unknown, by: Division) => reportOf(by));
  const desk = await renderDesk({ ...asSupervisor, report, ...api }, path);
  await desk.user.type(screen.getByLabelText("Account"), "mia");
  await desk.user.type(screen.getByLabelText("Password"), "fern-and-field");
  await desk.user.click(screen.getByRole("button", { name: "Sign in" }));
  return { ...desk, report };
}

it("says of a number without conversations that there are none, not a share of nothing", async () => {
  const nothing = { ...reportOf("day"), total: NOTHING, before: undefined };
  await showReports({ report: async () => nothing });

  const totals = within(await screen.findByRole("region", { name: "Numbers of the period" }));
  for (const name of ["Wait (median)", "Resolved by the robot", "Stars (mean)"])
    expect(totals.getByText(name).closest("li")).toHaveTextContent(`${name}–none in this period`);
});

it("says in words what happened and what changed, and shows the numbers with their days before", async () => {
  await showReports();

  const words = await screen.findByRole("region", { name: "In words" });
  expect(words).toHaveTextContent("30 conversations ended, 30 with a wish for an agent.");
  expect(words).toHaveTextContent("That is 50% more than in the days before.");
  expect(screen.getByText("100% in target", { exact: false })).toBeVisible();
  const later = within(screen.getByRole("region", { name: "Numbers of the period" })).getByText(
    "Later answers (median)",
  );
  expect(later.closest("li")).toHaveTextContent("50% in target");
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([]);
});

it("is divided by agent, and a row lists its conversations, which open", async () => {
  const reportSessions = vi.fn(async () => ({
    sessions: [SESSION],
    next: "",
  }));
  const { user, report, history } = await showReports({
    mentionable: async () => [{ id: "jo", name: "Jo" }],
    reportSessions,
  });

  await user.click(await screen.findByRole("tab", { name: "Agent" }));
  const row = await screen.findByRole("row", { name: /Jo/ });
  expect(report).toHaveBeenLastCalledWith(
    expect.objectContaining({ channelId: "" }),
    "agent",
    expect.anything(),
  );
  await user.click(within(row).getByRole("button", { name: "Jo" }));

  const list = within(await screen.findByRole("dialog", { name: "Jo" }));
  expect(reportSessions).toHaveBeenCalledWith(expect.objectContaining({ adminId: "jo" }), "");
  expect(await list.findByText(/^Jo ·/)).toBeVisible();
  await user.click(await list.findByRole("link"));
  expect(history?.at(-1)).toBe(`/desk/talk/${VISITOR}`);
});

it("the list behind a number writes its times in the report's time zone", async () => {
  const { user } = await showReports({
    reportSessions: async () => ({
      sessions: [{ ...SESSION, started: Date.UTC(2026, 10, 27, 23, 10) }],
      next: "",
    }),
  });

  await user.click(await screen.findByRole("button", { name: "30" }));

  // Berlin is an hour ahead of UTC: the conversation began on the day after.
  const list = within(await screen.findByRole("dialog", { name: "Conversations" }));
  expect(await list.findByText(/^Nov 28, 2026, 12:10\sAM$/)).toBeVisible();
});

it("the period, its filters and its division stand in the address, and survive a reload", async () => {
  const { user, history, report } = await showReports();
  await screen.findByRole("region", { name: "In words" });

  await user.selectOptions(screen.getByRole("combobox", { name: "Period" }), "days30");
  await user.selectOptions(screen.getByRole("combobox", { name: "Group" }), "sales");
  await user.click(screen.getByRole("tab", { name: "Hour" }));

  await waitFor(() => expect(history?.at(-1)).toBe("/desk/reports?period=days30&group=sales&by=hour"));
  expect(report).toHaveBeenLastCalledWith(
    expect.objectContaining({ groupId: "sales" }),
    "hour",
    expect.anything(),
  );
});

it("opens the period that the address names", async () => {
  const { report } = await showReports({}, "/desk/reports?period=own&from=2026-10-01&to=2026-10-31&by=tag");

  expect(await screen.findByRole("tab", { name: "Tag", selected: true })).toBeVisible();
  expect(screen.getByLabelText("From")).toHaveValue("2026-10-01");
  expect(report).toHaveBeenLastCalledWith(
    { from: "2026-10-01", to: "2026-10-31", channelId: "", groupId: "" },
    "tag",
    expect.anything(),
  );
});

it("says nothing of the slowest tenth where nobody waited, and lists no conversations that it cannot ask for", async () => {
  const nobody = {
    ...reportOf("group"),
    total: NOTHING,
    rows: [{ key: "", name: "", numbers: numbers(54) }],
  };
  await showReports({ report: async () => nobody }, "/desk/reports?by=group");

  const table = within(await screen.findByRole("region", { name: "The numbers as a table" }));
  expect(table.getByRole("row", { name: /All agents/ })).toHaveTextContent("54");
  expect(screen.queryByText(/90% within –/)).toBeNull();
  for (const button of screen.queryAllByRole("button", { name: /All agents/, hidden: true }))
    expect(button).toBeDisabled();
});

it("wrong days are named, and ask for nothing", async () => {
  const { user, report } = await showReports();
  await screen.findByRole("region", { name: "In words" });
  await user.selectOptions(screen.getByRole("combobox", { name: "Period" }), "own");
  await waitFor(() => expect(screen.getByLabelText("To")).toBeVisible());
  report.mockClear();

  await user.clear(screen.getByLabelText("To"));

  expect(await screen.findByRole("alert")).toHaveTextContent("Choose the first and the last day.");
  expect(report).not.toHaveBeenCalled();
});

it("a file that is too large says what to do", async () => {
  const reportFile = vi.fn(async () => Promise.reject(new ApiError("tooLarge", "")));
  const { user } = await showReports({ reportFile });

  await user.click(await screen.findByRole("button", { name: "Conversations, XLSX" }));

  expect(await screen.findByText("The file would be too large. Choose fewer days, or CSV.")).toBeVisible();
  expect(reportFile).toHaveBeenCalledWith(expect.anything(), { what: "sessions", format: "xlsx" });
});

it("agents' time can be limited to an agent, in the table and in its files", async () => {
  const spent = { online: 7200, busy: 0, away: 60, chatting: 3600 };
  const agentsTime = async () => [
    { id: "mia", name: "Mia", ...spent },
    { id: "jo", name: "Jo", ...spent },
  ];
  const reportFile = vi.fn(async () => Promise.reject(new ApiError("tooLarge", "")));
  const { user } = await showReports({ agentsTime, reportFile });
  const names = async () => {
    const table = within(await screen.findByRole("region", { name: "Agents' time" }));
    return table.getAllByRole("rowheader").map((name) => name.textContent);
  };
  expect(await names()).toEqual(["Jo", "Mia"]);
  await user.selectOptions(screen.getByRole("combobox", { name: "Channel" }), "demo");

  await user.selectOptions(await screen.findByRole("combobox", { name: "Agent" }), "mia");
  expect(await names()).toEqual(["Mia"]);
  await user.click(screen.getByRole("button", { name: "Agents' time, CSV" }));

  // Time has no channel.
  expect(reportFile).toHaveBeenCalledWith(expect.objectContaining({ channelId: "" }), {
    what: "agents",
    adminId: "mia",
    format: "csv",
  });
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([]);
});
