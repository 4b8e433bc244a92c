import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { expectAccessible, renderAdmin } from "../../../../test/admin";
import { ApiError } from "../../../api/http";
import * as files from "../../../lib/download";
import type { Thing } from "../../../wire/things";
import { dayEdge } from "./audit";

const changed = {
  at: 1_790_000_000_000,
  adminId: "rowan",
  action: "put",
  thing: "channels",
  id: "demo",
  version: 2,
  fields: ["mainColor"],
  changes: [{ field: "mainColor", before: "#1f6f54", after: "#123456" }],
};
const invited = {
  ...changed,
  at: 1_788_000_000_000,
  action: "invite",
  thing: "agents",
  id: "rowan",
  changes: [],
};
const deleted = {
  ...changed,
  at: 1_789_000_000_000,
  action: "delete",
  thing: "groups",
  id: "old",
  changes: [],
};
const rowan: Thing = { version: 1, adminId: "rowan", account: "admin", adminNick: "Rowan", role: "admin" };

beforeEach(() => vi.restoreAllMocks());

describe("the audit log", () => {
  const call = vi.fn(async () => ({ list: [changed, deleted, invited], next: "" }));

  it("says which operator disabled the shop", async () => {
    const disabled = { ...changed, thing: "tenant", id: "", fields: ["disabled"], changes: [] };
    const list = [
      { ...disabled, adminId: "@operator:olga" },
      { ...disabled, at: 1_789_500_000_000, adminId: "@operator" },
    ];
    await renderAdmin({ path: "/safety", api: { call: (async () => ({ list, next: "" })) as never } });

    expect(await screen.findByRole("cell", { name: "Operator olga" })).toBeInTheDocument();
    expect(screen.getByRole("cell", { name: "Operator on the command line" })).toBeInTheDocument();
  });

  it("names the API key that changed something, also one that is gone", async () => {
    const list = [
      { ...changed, adminId: "@key:k1" },
      { ...changed, at: 1_789_500_000_000, adminId: "@key:k2" },
    ];
    const key = { keyId: "k1", name: "Orders", scopes: [], state: "active" };
    const call = async (name: string) =>
      name === "apiKeys/list" ? { list: [key], keysMax: 50 } : { list, next: "" };
    await renderAdmin({ path: "/safety", api: { call: call as never } });

    expect(await screen.findByRole("cell", { name: "API key Orders" })).toBeInTheDocument();
    expect(screen.getByRole("cell", { name: "API key k2" })).toBeInTheDocument();
  });

  it("filters by everybody who can be in it, and names everything that it is about", async () => {
    const things = ["item", "view", "pushDevice", "customerData", "reports", "robotInbox", "conversations"];
    const list = things.map((thing, at) => ({
      ...changed,
      at: changed.at + at,
      thing,
      adminId: "@operator:olga",
    }));
    const lin: Thing = { version: 1, adminId: "lin", account: "lin", adminNick: "Lin", role: "agent" };
    const call = async (name: string) =>
      name === "apiKeys/list"
        ? { list: [{ keyId: "k1", name: "Orders", scopes: [], state: "active" }], keysMax: 50 }
        : { list, next: "" };
    await renderAdmin({
      path: "/safety",
      shelf: { agents: [rowan, lin] },
      api: { call: call as never },
    });
    await screen.findAllByRole("cell", { name: "Operator olga" });

    const options = (label: string) =>
      [...screen.getByLabelText<HTMLSelectElement>(label).options].map((one) => one.text);
    expect(options("Who")).toEqual(
      expect.arrayContaining([
        ...["Rowan", "Lin", "API key Orders", "Single sign-on", "The server"],
        ...["Operator on the command line", "Operator olga"],
      ]),
    );
    const about = options("About");
    expect(about).toEqual(expect.arrayContaining(["Left message or work order", "Device for notifications"]));
    for (const thing of things) expect(about.concat(document.body.textContent ?? "")).not.toContain(thing);
  });

  it("shows who changed what, before and after", async () => {
    const { user } = await renderAdmin({
      path: "/safety",
      shelf: { agents: [rowan] },
      api: { call: call as never },
    });

    const row = (await screen.findByRole("link", { name: "demo" })).closest("tr") as HTMLElement;
    await waitFor(() => expect(row).toHaveTextContent("Rowan"));
    expect(row).toHaveTextContent("SavedChannel demo");
    expect(screen.getByRole("link", { name: "Rowan" })).toHaveAttribute(
      "href",
      "/desk/admin/people/agents/rowan",
    );
    expect(screen.queryByRole("link", { name: "old" })).not.toBeInTheDocument();
    await user.click(within(row).getByRole("button", { name: "mainColor" }));

    const changes = screen.getByRole("table", { name: "Changed values" });
    expect(within(changes).getByText("#1f6f54")).toBeInTheDocument();
    expect(within(changes).getByText("#123456")).toBeInTheDocument();
    await expectAccessible();
  });

  it("asks the server for a thing, a person, an action and days", async () => {
    const { user } = await renderAdmin({
      path: "/safety",
      shelf: { agents: [rowan] },
      api: { call: call as never },
    });
    await screen.findByRole("link", { name: "demo" });

    await user.selectOptions(screen.getByRole("combobox", { name: "About" }), "Channel");
    await user.selectOptions(screen.getByRole("combobox", { name: "Who" }), "Rowan");
    await user.selectOptions(screen.getByRole("combobox", { name: "Action" }), "Saved");
    await user.type(screen.getByLabelText("From"), "2026-09-01");

    const filters = { thing: "channels", adminId: "rowan", action: "put", cursor: "", to: undefined };
    await waitFor(() =>
      expect(call).toHaveBeenLastCalledWith(
        "audit/list",
        { ...filters, from: dayEdge("2026-09-01", "start") },
        expect.anything(),
        expect.anything(),
      ),
    );
  });

  it("says so when there is nothing", async () => {
    await renderAdmin({ path: "/safety", api: { call: (async () => ({ list: [], next: "" })) as never } });

    expect(await screen.findByText("Nothing has happened yet")).toBeInTheDocument();
    await expectAccessible();
  });
});

describe("a visitor's data", () => {
  it("is saved as a file after the password", async () => {
    const call = vi
      .fn()
      .mockRejectedValueOnce(new ApiError("forbidden", "the password is wrong"))
      .mockResolvedValueOnce({ userId: "v_1", lines: [] });
    const save = vi.spyOn(files, "saveFile").mockReturnValue();
    const { user } = await renderAdmin({ path: "/safety/visitor", api: { call: call as never } });
    const card = await screen.findByRole("region", { name: "Export" });

    await user.type(within(card).getByLabelText("Visitor's id"), "v_1");
    await user.type(within(card).getByLabelText("Your own password"), "fern");
    await user.click(within(card).getByRole("button", { name: "Save the file" }));
    expect(await within(card).findByText(/not your password/)).toBeInTheDocument();
    await expectAccessible();
    await user.click(within(card).getByRole("button", { name: "Save the file" }));

    await waitFor(() => expect(save).toHaveBeenCalledWith(expect.any(Blob), "v_1.json"));
  });

  it("is erased only if the id is typed twice", async () => {
    const call = vi.fn(async () => ({}));
    const { user } = await renderAdmin({ path: "/safety/visitor", api: { call: call as never } });
    const card = await screen.findByRole("region", { name: "Erase" });
    const erase = within(card).getByRole("button", { name: "Erase this visitor" });

    await user.type(within(card).getByLabelText("Visitor's id"), "v_1");
    await user.type(within(card).getByLabelText("Your own password"), "fern");
    await user.type(within(card).getByLabelText("The same id again"), "v_");
    expect(erase).toBeDisabled();
    await user.type(within(card).getByLabelText("The same id again"), "1");
    await user.click(erase);

    expect(await screen.findByText("The visitor is erased.")).toBeInTheDocument();
    expect(call).toHaveBeenCalledWith(
      "visitor/erase",
      { userId: "v_1", password: "fern" },
      expect.anything(),
    );
  });
});

describe("retention", () => {
  it("says what it would remove before it is saved", async () => {
    const call = vi.fn(async () => ({ messages: 1203, visitors: 45, erased: 12, isComplete: false }));
    const { user, api } = await renderAdmin({ path: "/safety/retention", api: { call: call as never } });

    await user.type(await screen.findByRole("spinbutton", { name: /Keep messages for/ }), "30");

    expect(await screen.findByText(/Saving removes 1203 messages/)).toBeInTheDocument();
    expect(screen.getByText(/12 of these visitors/)).toBeInTheDocument();
    expect(screen.getByText(/it can be more/)).toBeInTheDocument();
    expect(call).toHaveBeenCalledWith(
      "tenant/retentionCount",
      { retentionDays: 30 },
      expect.anything(),
      expect.anything(),
    );
    expect(api.put).not.toHaveBeenCalled();
    await expectAccessible();
  });

  it("an older server, which does not count, is no trouble", async () => {
    const { user, api } = await renderAdmin({ path: "/safety/retention" });

    await user.type(await screen.findByRole("spinbutton", { name: /Keep messages for/ }), "30");
    await waitFor(() =>
      expect(api.call).toHaveBeenCalledWith(
        "tenant/retentionCount",
        expect.anything(),
        expect.anything(),
        expect.anything(),
      ),
    );

    await waitFor(() => expect(screen.queryByText(/Counting/)).not.toBeInTheDocument());
    expect(screen.queryByText(/Somebody deleted/)).not.toBeInTheDocument();
  });
});
