import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { expectAccessible, renderAdmin, type Shelf } from "../../../../test/admin";
import { ApiError } from "../../../api/http";
import type { Thing } from "../../../wire/things";

const mia: Thing = {
  version: 1,
  adminId: "mia",
  account: "mia@fern.example",
  adminNick: "Mia",
  adminFace: "",
  role: "agent",
  groupIds: ["sales"],
  capacity: 3,
  passwordSet: true,
};
const lin: Thing = {
  ...mia,
  adminId: "lin",
  account: "lin",
  adminNick: "Lin",
  role: "supervisor",
  groupIds: [],
  passwordSet: false,
};
const sales: Thing = { version: 1, id: "sales", groupName: { en: "Sales", zh: "售前" } };
const support: Thing = { version: 1, id: "support", groupName: "Support" };
const channel: Thing = {
  version: 1,
  channelId: "demo",
  titleDesc: "Shop",
  groupConfig: [{ groupId: "sales" }],
};

const shelf = (): Shelf => ({ agents: [mia, lin], groups: [sales, support], channels: [channel] });
const rows = (name: string) =>
  within(screen.getByRole("list", { name }))
    .getAllByRole("link")
    .map((link) => link.textContent);

describe("agents", () => {
  it("are listed by name and filtered by role, group and sign-in", async () => {
    const { user } = await renderAdmin({ path: "/people", shelf: shelf() });
    await screen.findByRole("link", { name: "Mia" });
    expect(rows("Agents")).toEqual(["Lin", "Mia"]);
    await expectAccessible();

    await user.selectOptions(screen.getByRole("combobox", { name: "Role" }), "Supervisor");
    expect(rows("Agents")).toEqual(["Lin"]);
    await user.selectOptions(await screen.findByRole("combobox", { name: "Group" }), "Sales");
    expect(screen.getByText("Nothing matches the search and the filters.")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Clear search and filters" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Sign-in" }), "Can sign in");
    expect(rows("Agents")).toEqual(["Mia"]);
  });

  it("asks the server for the words of the search", async () => {
    const { user, api } = await renderAdmin({ path: "/people", shelf: shelf() });

    await user.type(await screen.findByRole("searchbox", { name: "Search agents" }), "mia");

    await waitFor(() =>
      expect(api.list).toHaveBeenCalledWith("agents", { search: "mia" }, "", expect.anything()),
    );
  });

  it("a new one is saved without a password, and then gets a link that is shown once", async () => {
    const call = vi.fn(async () => ({ link: "/desk/join#token=t1", expiresAt: 1_790_000_000_000 }));
    const { user, api, history } = await renderAdmin({
      path: "/people/agents/new",
      shelf: shelf(),
      api: { call: call as never },
    });
    await user.type(await screen.findByRole("textbox", { name: "Name" }), "Kim");
    await user.type(screen.getByRole("textbox", { name: "Account" }), "kim");
    await user.click(await screen.findByRole("checkbox", { name: "Sales" }));
    await user.click(screen.getByRole("button", { name: "Save" }));

    await user.click(await screen.findByRole("button", { name: "Make an invitation link" }));

    const [, written] = vi.mocked(api.put).mock.lastCall ?? [];
    expect(written).toMatchObject({ version: 0, adminNick: "Kim", account: "kim", groupIds: ["sales"] });
    expect(written).not.toHaveProperty("password");
    expect(history.at(-1)).toBe(`/desk/admin/people/agents/${written?.adminId}`);
    expect(call).toHaveBeenCalledWith(
      "agents/invite",
      { adminId: written?.adminId, mail: 0 },
      expect.anything(),
    );
    const link = await screen.findByRole("textbox", { name: "One-time link" });
    expect(link).toHaveAttribute("value", new URL("/desk/join#token=t1", location.href).href);
    await expectAccessible();
  });

  it("is signed out everywhere, or the server's refusal is said", async () => {
    const signOut = vi.fn().mockRejectedValueOnce(new ApiError("unreachable", "")).mockResolvedValueOnce({});
    const call = vi.fn(async (name: string, body: unknown) =>
      name === "mail/state" ? { isOn: false } : signOut(name, body),
    );
    const { user } = await renderAdmin({
      path: "/people/agents/mia",
      shelf: shelf(),
      api: { call: call as never },
    });

    await user.click(await screen.findByRole("button", { name: "Sign out everywhere" }));
    expect(await screen.findByText(/server cannot be reached/)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Sign out everywhere" }));

    expect(await screen.findByText("Mia is signed out everywhere else.")).toBeInTheDocument();
    expect(signOut).toHaveBeenLastCalledWith("agents/signOut", { adminId: "mia" });
    await expectAccessible();
  });
});

describe("who is there", () => {
  const seats = async () => new Map([["mia", "online"]]);
  const row = async (name: string) => (await screen.findByRole("link", { name })).closest("li");

  it("an agent's row shows role, groups, capacity and the state of the seat", async () => {
    const away: Thing = { ...mia, adminId: "kim", adminNick: "Kim" };
    const gone: Thing = { ...mia, adminId: "ole", adminNick: "Ole", disabled: 1 };
    await renderAdmin({
      path: "/people",
      shelf: { ...shelf(), agents: [mia, lin, away, gone] },
      api: { seats },
    });

    expect(await row("Mia")).toHaveTextContent(/Agent.*Sales · 3 conversations at a time/);
    await waitFor(async () => expect(await row("Mia")).toHaveTextContent(/Online$/));
    expect(await row("Kim")).toHaveTextContent(/Offline$/);
    expect(await row("Lin")).toHaveTextContent(/Supervisor.*No password yet$/);
    expect(await row("Ole")).toHaveTextContent(/Disabled$/);
    await expectAccessible();
  });

  it("a group's row shows its agents, and whether one of them is there", async () => {
    await renderAdmin({ path: "/people/groups", shelf: shelf(), api: { seats } });

    await waitFor(async () => expect(await row("Sales")).toHaveTextContent(/1 agent.*1 online$/));
    expect(await row("Support")).toHaveTextContent(/No agents yet.*Nobody online$/);
    await expectAccessible();
  });
});

describe("groups", () => {
  it("say what uses them, and only an unused one can be deleted", async () => {
    const { user, navigate, history } = await renderAdmin({ path: "/people/groups/sales", shelf: shelf() });
    const users = await screen.findByRole("region", { name: "Who uses it" });

    expect(await within(users).findByRole("link", { name: "Mia" })).toHaveAttribute(
      "href",
      "/desk/admin/people/agents/mia",
    );
    expect(within(users).getByRole("link", { name: "Shop" })).toBeInTheDocument();
    expect(within(users).queryByRole("link", { name: "Lin" })).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Delete" })).toBeDisabled();
    await expectAccessible();

    navigate("/desk/admin/people/groups/support");
    await screen.findByRole("heading", { name: "Support" });
    await waitFor(() => expect(screen.getByRole("button", { name: "Delete" })).toBeEnabled());
    await user.click(screen.getByRole("button", { name: "Delete" }));

    expect(await screen.findByRole("button", { name: "Undo" })).toBeInTheDocument();
    expect(history.at(-1)).toBe("/desk/admin/people/groups");
    await screen.findByRole("link", { name: "Sales" });
    expect(rows("Groups")).toEqual(["Sales"]);
    await expectAccessible();
  });
});

describe("the shop's hours", () => {
  it("are set as a week, and say whether the shop is open", async () => {
    const { user, api } = await renderAdmin({ path: "/people/hours", shelf: shelf() });

    await user.click(await screen.findByRole("button", { name: "Set hours" }));
    expect(screen.getByText(/^(Open|Closed) now$/)).toBeInTheDocument();
    const away = screen.getByRole("spinbutton", { name: /A visitor counts as away/ });
    expect(screen.getByRole("region", { name: "Unsaved changes" })).toHaveTextContent("Changed: Hours.");
    await user.type(away, "3");
    expect(screen.getByRole("region", { name: "Unsaved changes" })).toHaveTextContent(
      "Changed: Hours, A visitor counts as away after.",
    );
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(api.put).toHaveBeenCalled());
    const [, written] = vi.mocked(api.put).mock.lastCall ?? [];
    expect(written).toMatchObject({
      hours: { week: { mon: [["09:00", "18:00"]] } },
      service: { visitorAwayTime: 3 },
    });
  });

  it("an emptied number leaves the product's default", async () => {
    const tenant: Thing = { version: 1, tenantId: "demo", name: "Fern", service: { visitorAwayTime: 3 } };
    const { user, api } = await renderAdmin({ path: "/people/hours", shelf: { tenant: [tenant] } });

    await user.clear(await screen.findByRole("spinbutton", { name: /A visitor counts as away/ }));
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(api.put).toHaveBeenCalled());
    const [, written] = vi.mocked(api.put).mock.lastCall ?? [];
    expect(written).toMatchObject({ service: { visitorAwayTime: null } });
  });
});
