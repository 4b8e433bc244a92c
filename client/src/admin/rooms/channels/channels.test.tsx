import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { expectAccessible, ready, renderAdmin } from "../../../../test/admin";
import { fakeDrafts } from "../../../../test/drafts";
import { ApiError } from "../../../api/http";
import type { Thing } from "../../../wire/things";
import { UNDO_MS } from "../../things/removals.atoms";
import { embedCode } from "./embedCode";
import { CHANNEL_FIELDS } from "./fields";

const demo: Thing = {
  version: 1,
  channelId: "demo",
  tenantId: "demo",
  titleDesc: "Fern & Field",
  mainColor: "#1f5d43",
  receiveMode: 0,
  robotNo: "fern",
};
const robots: Thing[] = [{ version: 1, robotNo: "fern", robotName: { en: "Fern" } }];

afterEach(() => vi.useRealTimers());

describe("the channels", () => {
  it("an empty list says what a channel is for and leads to a new one", async () => {
    const { user, api } = await renderAdmin({ path: "/channels", shelf: { channels: [], robots } });

    expect(await screen.findByText("No channel yet")).toBeInTheDocument();
    await expectAccessible();
    await user.click((await screen.findAllByRole("button", { name: "New channel" }))[0] ?? document.body);
    await user.type(await screen.findByRole("textbox", { name: "Title" }), "My shop");
    await user.type(screen.getByRole("textbox", { name: "Id" }), "shop");
    await user.click(screen.getByRole("button", { name: "Save" }));

    expect(await screen.findByRole("heading", { name: "My shop" })).toBeInTheDocument();
    expect(api.put).toHaveBeenCalledWith(
      "channels",
      expect.objectContaining({
        version: 0,
        channelId: "shop",
        titleDesc: "My shop",
        robotNo: "fern",
        tenantId: "demo",
      }),
    );
  });

  it("asks before unsaved changes are left, and forgets them only if told to", async () => {
    const { user, history } = await renderAdmin({
      path: "/channels/demo",
      shelf: { channels: [demo], robots },
    });
    const title = await screen.findByRole("textbox", { name: "Title" });

    await user.type(title, "!");
    await user.click(screen.getByRole("link", { name: "People" }));
    const question = await screen.findByRole("dialog", { name: "Leave without saving?" });
    await user.click(within(question).getByRole("button", { name: "Stay here" }));
    expect(title).toHaveValue("Fern & Field!");
    expect(history?.at(-1)).toBe("/desk/admin/channels/demo");

    await user.click(screen.getByRole("link", { name: "People" }));
    await user.click(await screen.findByRole("button", { name: "Discard and leave" }));

    await waitFor(() => expect(history?.at(-1)).toBe("/desk/admin/people"));
    await user.click(screen.getByRole("link", { name: "Channels" }));
    await user.click(await screen.findByRole("link", { name: /Fern & Field/ }));
    expect(await screen.findByRole("textbox", { name: "Title" })).toHaveValue("Fern & Field");
  });

  it("a save whose sign-in is over goes on after the next sign-in", async () => {
    const { call, asked } = fakeDrafts({ channels: [demo] });
    const { user, expire, api, renewals } = await renderAdmin({
      path: "/channels/demo",
      shelf: { channels: [demo], robots },
    });
    const late: typeof call = async (name, ...rest) => {
      if (name === "channels/saveDraft") {
        act(expire);
        await renewals.wait();
      }
      return call(name, ...rest);
    };
    Object.assign(api, { call: late });
    await user.type(await screen.findByRole("textbox", { name: "Title" }), "!");
    await user.click(screen.getByRole("button", { name: "Save" }));

    const dialog = await screen.findByRole("dialog", { name: "Please sign in again" });
    await user.type(within(dialog).getByLabelText("Account"), "rowan");
    await user.type(within(dialog).getByLabelText("Password"), "fern-and-field{Enter}");

    await waitFor(() =>
      expect(screen.queryByRole("region", { name: "Unsaved changes" })).not.toBeInTheDocument(),
    );
    expect(screen.getByRole("textbox", { name: "Title" })).toHaveValue("Fern & Field!");
    expect(asked.mock.calls.filter(([name]) => name === "channels/saveDraft")).toHaveLength(1);
  });

  it("the list marks the channels with a draft that is not published", async () => {
    const drafted = { ...demo, hasDraft: true };
    const other = { ...demo, channelId: "second", titleDesc: "Second", hasDraft: false };
    await renderAdmin({ path: "/channels", shelf: { channels: [drafted, other], robots } });

    const row = (await screen.findByRole("link", { name: "Fern & Field" })).closest("li");
    expect(row).toHaveTextContent("Unpublished draft");
    const second = screen.getByRole("link", { name: "Second" }).closest("li");
    expect(second).not.toHaveTextContent("Unpublished draft");
    await expectAccessible();
  });

  it("a deletion can be undone, and is made when the time for it is over", async () => {
    const { user, api } = await renderAdmin({ path: "/channels", shelf: { channels: [demo], robots } });
    const row = () => screen.queryByRole("link", { name: /Fern & Field/ });
    const remove = async () => {
      await user.click(await screen.findByRole("button", { name: "Actions for Fern & Field" }));
      await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
    };

    await remove();
    await waitFor(() => expect(row()).toBeNull());
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(row()).toBeInTheDocument());
    expect(api.remove).not.toHaveBeenCalled();

    vi.useFakeTimers({ shouldAdvanceTime: true });
    await remove();
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect(api.remove).toHaveBeenCalledWith("channels", { channelId: "demo" }, 1, false);
  });

  it("a closed page deletes at once what was being deleted", async () => {
    const { user, api } = await renderAdmin({ path: "/channels", shelf: { channels: [demo], robots } });
    await user.click(await screen.findByRole("button", { name: "Actions for Fern & Field" }));
    await user.click(await screen.findByRole("menuitem", { name: "Delete" }));

    dispatchEvent(new Event("pagehide"));

    expect(api.remove).toHaveBeenCalledWith("channels", { channelId: "demo" }, 1, true);
  });

  it("a refused deletion brings the row back and names what uses the thing", async () => {
    const users = [{ field: "flows/returns.channelId", message: "is no channel" }];
    const remove = vi.fn().mockRejectedValue(new ApiError("conflict", "in use", undefined, users));
    const { user } = await renderAdmin({
      path: "/channels",
      shelf: { channels: [demo], robots },
      api: { remove },
    });
    await user.click(await screen.findByRole("button", { name: "Actions for Fern & Field" }));
    await user.click(await screen.findByRole("menuitem", { name: "Delete" }));

    dispatchEvent(new Event("pagehide"));

    const dialog = await screen.findByRole("dialog", { name: /still there/ });
    expect(within(dialog).getByRole("link", { name: "Flow returns" })).toHaveAttribute(
      "href",
      "/desk/admin/flows/returns",
    );
    await expectAccessible();
    await user.click(within(dialog).getAllByRole("button", { name: "Close" })[0] ?? dialog);
    expect(await screen.findByRole("link", { name: /Fern & Field/ })).toBeInTheDocument();
  });

  it("every group of the editor is accessible", async () => {
    const { user } = await renderAdmin({ path: "/channels/demo", shelf: { channels: [demo], robots } });
    const groups = await screen.findByRole("navigation", { name: "Settings of the channel" });

    for (const group of within(groups).getAllByRole("button")) {
      await user.click(group);
      await screen.findByRole("heading", { level: 2, name: group.textContent ?? "" });
      await expectAccessible();
    }
  });

  it("shows the code for a shop's page", async () => {
    await renderAdmin({ path: "/channels/demo/embed", shelf: { channels: [demo] } });
    await ready();

    expect(
      await screen.findByText(/embed\.js" data-channel-id="demo" data-color="#1f5d43" async/),
    ).toBeVisible();
    expect(screen.getByRole("img", { name: "QR code of the link" })).toBeInTheDocument();
    await expectAccessible();
  });
});

describe("the list of fields", () => {
  it("has every field of the golden channel", async () => {
    const { readFileSync } = await import("node:fs");
    const golden = JSON.parse(readFileSync("../fixtures/wire/admin/channels/get/response.json", "utf8")).data;
    const known = new Set(CHANNEL_FIELDS.map(({ path }) => path.split(".")[0]));
    const others = ["channelId", "tenantId", "version", "identitySecretSet"];

    expect(Object.keys(golden).filter((field) => !known.has(field) && !others.includes(field))).toEqual([]);
  });
});

it("a colour that is none does not get into the embed code", () => {
  expect(embedCode("https://chat.example.com", 'a"b', '"><script>').tag).toBe(
    '<script src="https://chat.example.com/chat_online/embed.js" data-channel-id="a%22b" async></script>',
  );
});
