import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectAccessible, renderAdmin, type Shelf } from "../../../../test/admin";
import { fakeDrafts } from "../../../../test/drafts";
import type { Thing } from "../../../wire/things";

const demo: Thing = {
  version: 1,
  channelId: "demo",
  tenantId: "demo",
  titleDesc: "Fern & Field",
  mainColor: "#1f5d43",
  receiveMode: 0,
  evaluateMode: 0,
  robotNo: "fern",
};

async function open(prepare: (server: ReturnType<typeof fakeDrafts>) => void = () => undefined) {
  const shelf: Shelf = {
    channels: [demo],
    robots: [{ version: 1, robotNo: "fern", robotName: "Fern" }],
    agents: [{ version: 1, adminId: "mia", account: "mia", adminNick: "Mia" }],
  };
  const server = fakeDrafts(shelf);
  prepare(server);
  const admin = await renderAdmin({ path: "/channels/demo", shelf, api: { call: server.call } });
  // The pages write to the same shelf as the drafts.
  const things = admin.things;
  Object.defineProperty(shelf, "channels", {
    get: () => things.channels,
    set: (channels: Thing[]) => {
      things.channels = channels;
    },
  });
  const title = await screen.findByRole("textbox", { name: "Title" });
  return { ...admin, server, title };
}

const press = (name: string) => screen.getByRole("button", { name });
const saved = () => screen.findByRole("region", { name: "Saved draft" });
const published = (things: Shelf) => things.channels?.[0];

describe("a channel's draft", () => {
  it("a save keeps a draft and changes nothing that is published", async () => {
    const { user, api, server, things, title } = await open();

    await user.type(title, "!");
    await user.keyboard("{Control>}s{/Control}");

    expect(await saved()).toHaveTextContent("Visitors do not see it yet.");
    expect(await screen.findByText("Saved as a draft. Visitors see it when you publish it.")).toBeVisible();
    expect(published(things)?.titleDesc).toBe("Fern & Field");
    expect(api.put).not.toHaveBeenCalled();
    expect(server.drafts.get("demo")).toMatchObject({ basedOn: 1, draft: { titleDesc: "Fern & Field!" } });
    expect(server.drafts.get("demo")?.draft).not.toHaveProperty("draftVersion");
    await expectAccessible();
  });

  it("publishing saves, shows each field before and after, and then publishes", async () => {
    const { user, things, title, server } = await open();
    await user.type(title, "!");

    await user.click(press("Publish"));

    const dialog = await screen.findByRole("dialog", { name: "Publish these changes?" });
    const row = within(dialog).getByRole("listitem");
    expect(within(row).getByRole("heading", { name: "Title" })).toBeInTheDocument();
    expect(
      within(row)
        .getAllByRole("definition")
        .map((one) => one.textContent),
    ).toEqual(["Fern & Field", "Fern & Field!"]);
    expect(published(things)?.titleDesc).toBe("Fern & Field");
    await expectAccessible();
    await user.click(within(dialog).getByRole("button", { name: "Publish" }));

    await waitFor(() => expect(published(things)).toMatchObject({ version: 2, titleDesc: "Fern & Field!" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Publish" })).not.toBeInTheDocument());
    expect(title).toHaveValue("Fern & Field!");
    await user.type(title, "?");
    await user.click(press("Save"));
    await saved();
    expect(server.drafts.get("demo")).toMatchObject({ basedOn: 2, draftVersion: 1 });
  });

  it("a draft that exists is opened, and says who saved it", async () => {
    const { title } = await open((server) => server.saveAs("mia", { ...demo, titleDesc: "Soon" }));

    expect(title).toHaveValue("Soon");
    await waitFor(async () => expect(await saved()).toHaveTextContent("Draft by Mia · this minute"));
  });

  it("asks before a draft is discarded, and shows what is published", async () => {
    const { user, title, server } = await open((all) => all.saveAs("mia", { ...demo, titleDesc: "Soon" }));

    await user.click(press("Discard draft"));
    await user.click(await screen.findByRole("button", { name: "Not now" }));
    expect(title).toHaveValue("Soon");
    await user.click(press("Discard draft"));
    const dialog = await screen.findByRole("dialog", { name: "Discard this draft?" });
    await expectAccessible();
    await user.click(within(dialog).getByRole("button", { name: "Discard draft" }));

    await waitFor(() => expect(title).toHaveValue("Fern & Field"));
    expect(server.drafts.size).toBe(0);
    expect(screen.queryByRole("region", { name: "Saved draft" })).not.toBeInTheDocument();
  });

  it("marks what publishing refuses, and a save does not forget it", async () => {
    const { user, title, server, things } = await open();
    const faults = [
      { field: "titleDesc", message: "must have at most 40 characters" },
      { field: "mainColor", message: "must be a colour" },
    ];
    server.wrong.push(...faults);
    await user.type(title, "!");
    await user.click(press("Publish"));
    const dialog = await screen.findByRole("dialog", { name: "Publish these changes?" });
    await user.click(within(dialog).getByRole("button", { name: "Publish" }));

    expect(await screen.findByText("must have at most 40 characters")).toBeInTheDocument();
    await waitFor(() => expect(title).toHaveFocus());
    expect(await saved()).toHaveTextContent(/Not published. Please correct: Title, /);
    expect(published(things)?.titleDesc).toBe("Fern & Field");
    await expectAccessible();
    await user.type(title, "?");
    expect(title).toHaveFocus();
    await user.click(press("Save"));

    expect(await saved()).toHaveTextContent(/Not published. Please correct: (?!Title)/);
  });

  it("brings together two drafts, and loses neither", async () => {
    const { user, title, server } = await open();
    server.saveAs("mia", { ...demo, titleDesc: "Theirs", mainColor: "#000000" });
    await user.type(title, "!");

    await user.click(press("Save"));

    const dialog = await screen.findByRole("dialog", { name: "Somebody else changed this too" });
    expect(within(dialog).getByText("Theirs")).toBeInTheDocument();
    await user.click(within(dialog).getByRole("button", { name: "Save this choice" }));
    await saved();
    expect(server.drafts.get("demo")).toMatchObject({
      draftVersion: 2,
      draft: { titleDesc: "Fern & Field!", mainColor: "#000000" },
    });
  });

  it("brings together a draft and what somebody published meanwhile", async () => {
    const { user, title, server, things } = await open();
    server.saveAs("mia", { ...demo, titleDesc: "Theirs", mainColor: "#000000" });
    server.publish("demo");
    await user.type(title, "!");

    await user.click(press("Save"));
    expect(await saved()).toHaveTextContent("The channel has been changed since.");
    await user.click(press("Publish"));

    const dialog = await screen.findByRole("dialog", { name: "Somebody else changed this too" });
    const texts = within(dialog).getByRole("group", { name: /Title/ });
    expect(within(texts).getByRole("radio", { name: /Yours/ })).toBeChecked();
    await user.click(within(dialog).getByRole("button", { name: "Save this choice" }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await user.click(press("Publish"));
    const question = await screen.findByRole("dialog", { name: "Publish these changes?" });
    await user.click(within(question).getByRole("button", { name: "Publish" }));

    await waitFor(() =>
      expect(published(things)).toMatchObject({
        version: 3,
        titleDesc: "Fern & Field!",
        mainColor: "#000000",
      }),
    );
  });

  it("a draft that somebody discarded is not lost here", async () => {
    const { user, title, server } = await open((all) => all.saveAs("mia", { ...demo, titleDesc: "Soon" }));
    server.drafts.clear();

    await user.click(press("Publish"));

    const dialog = await screen.findByRole("dialog", { name: "Somebody else changed this too" });
    expect(within(dialog).getByText("Soon")).toBeInTheDocument();
    await user.click(within(dialog).getByRole("button", { name: "Save this choice" }));
    await saved();
    expect(title).toHaveValue("Soon");
    expect(server.drafts.get("demo")).toMatchObject({ draft: { titleDesc: "Soon" } });
  });
});
