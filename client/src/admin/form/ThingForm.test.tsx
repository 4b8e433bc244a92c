import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { I18nextProvider } from "react-i18next";
import { describe, expect, it, vi } from "vitest";
import { expectAccessible, fakeApi, ROWAN, type Shelf } from "../../../test/admin";
import type { AdminApi } from "../../api/admin";
import { ApiError } from "../../api/http";
import { keptTenant, keptToken } from "../../desk/keeping";
import { createI18n } from "../../i18n/setup";
import { createStore, Provider, useAtomValue } from "../../state/jotai";
import type { Thing } from "../../wire/things";
import { createCache } from "../cache";
import { createRenewals } from "../session/renewal";
import { adminServicesAtom } from "../session/services";
import { ownerAtom, restoreAtom } from "../session/session.atoms";
import { useThing } from "../things/useThings";
import { Group } from "./Fields";
import type { FieldGroup } from "./specs";
import { ThingForm } from "./ThingForm";

/** A form with a field of most kinds. */
const LOOK: FieldGroup = {
  id: "look",
  title: "room_start",
  fields: [
    { path: "mainColor", kind: "colour", label: "room_channels" },
    { path: "titleDesc", kind: "localText", label: "room_texts" },
    { path: "navigationBarShowFlag", kind: "switch", label: "room_flows" },
    { path: "allowedOrigins", kind: "chips", label: "room_connections", example: "https://shop.example" },
    {
      path: "tips",
      kind: "list",
      label: "room_knowledge",
      title: "text",
      item: [{ path: "text", kind: "localText", label: "room_people" }],
      blank: () => ({ text: "" }),
      add: "chip_add",
      empty: "things_none",
    },
    { path: "identitySecret", kind: "secret", label: "room_safety", isSet: "identitySecretSet" },
  ],
};

const demo: Thing = {
  version: 1,
  channelId: "demo",
  mainColor: "#1f5d43",
  titleDesc: "Fern",
  navigationBarShowFlag: 0,
  allowedOrigins: [],
  tips: [{ text: "One" }, { text: "Two" }],
  identitySecretSet: false,
};

function Editor() {
  const owner = useAtomValue(ownerAtom);
  const { data } = useThing("channels", { channelId: "demo" });
  if (!data || owner === "") return null;
  return (
    <ThingForm kind="channels" thing={data} draftName="demo" fields={LOOK.fields}>
      <Group group={LOOK} />
    </ThingForm>
  );
}

async function renderForm(change: Partial<AdminApi> = {}, shelf: Shelf = { channels: [demo] }) {
  const api = { ...fakeApi(shelf), ...change };
  const store = createStore();
  keptToken.write("t");
  keptTenant.write("demo");
  const me = async () => ({
    agent: ROWAN,
    status: "offline" as const,
    groups: [],
    pictureHosts: [],
    sendsMail: false,
    shopName: "",
    hasModel: false,
  });
  store.set(adminServicesAtom, {
    api,
    account: {
      me,
      login: vi.fn(),
      forgotPassword: vi.fn(),
      logout: vi.fn(),
      signOnInfo: vi.fn(),
      signOnBegin: vi.fn(),
      signOnFinish: vi.fn(),
    },
    renewals: createRenewals(),
  });
  await store.set(restoreAtom);
  const i18n = await createI18n("en", ["admin", "desk"]);
  const user = userEvent.setup();
  const view = render(
    <I18nextProvider i18n={i18n}>
      <Provider store={store}>
        <QueryClientProvider client={createCache()}>
          <Editor />
        </QueryClientProvider>
      </Provider>
    </I18nextProvider>,
  );
  const title = await screen.findByRole("textbox", { name: "Texts" });
  return { user, api, shelf, title, view };
}

const bar = () => screen.queryByRole("region", { name: "Unsaved changes" });

describe("a thing's form", () => {
  it("shows the save bar only while something differs, and names it", async () => {
    const { user, title } = await renderForm();
    expect(bar()).toBeNull();

    await user.type(title, "!");
    expect(bar()).toHaveTextContent("Changed: Texts.");
    await user.type(title, "{Backspace}");

    expect(bar()).toBeNull();
  });

  it("writes the whole thing with the version that it started from", async () => {
    const { user, api } = await renderForm();

    await user.click(screen.getByRole("switch", { name: "Flows" }));
    await user.keyboard("{Control>}s{/Control}");

    await waitFor(() => expect(bar()).toBeNull());
    expect(api.put).toHaveBeenCalledWith(
      "channels",
      expect.objectContaining({ ...demo, navigationBarShowFlag: 1 }),
    );
  });

  it("marks a wrong field with the server's sentence, and forgets it when the field changes", async () => {
    const faults = [{ field: "mainColor", message: "must be a colour" }];
    const put = vi.fn().mockRejectedValueOnce(new ApiError("invalid", "x", undefined, faults));
    const { user } = await renderForm({ put });
    const colour = screen.getByRole("textbox", { name: "Channels" });

    await user.clear(colour);
    await user.type(colour, "green");
    await user.click(screen.getByRole("button", { name: "Save" }));

    expect(await screen.findByText("must be a colour")).toBeInTheDocument();
    expect(colour).toHaveAttribute("aria-invalid", "true");
    await user.type(colour, "x");
    expect(screen.queryByText("must be a colour")).not.toBeInTheDocument();
  });

  it("keeps the changes over a reload, with the version that they started from", async () => {
    const first = await renderForm();
    await first.user.type(first.title, " & Field");
    act(() => void dispatchEvent(new Event("pagehide")));
    first.view.unmount();

    const { title } = await renderForm({}, { channels: [{ ...demo, version: 2, mainColor: "#000000" }] });

    expect(title).toHaveValue("Fern & Field");
    expect(bar()).toHaveTextContent("kept from before");
  });

  it("loses nothing when two administrators change the same thing", async () => {
    const { user, api, shelf, title } = await renderForm();
    await user.type(title, "!");
    shelf.channels = [{ ...demo, version: 2, titleDesc: "Theirs", mainColor: "#000000" }];

    await user.click(screen.getByRole("button", { name: "Save" }));

    const dialog = await screen.findByRole("dialog", { name: "Somebody else changed this too" });
    const texts = within(dialog).getByRole("group", { name: /Texts/ });
    expect(within(texts).getByRole("radio", { name: /Yours/ })).toBeChecked();
    expect(within(texts).getByText("Theirs")).toBeInTheDocument();
    const colours = within(dialog).getByRole("group", { name: /Channels/ });
    expect(within(colours).getByRole("radio", { name: /saved/ })).toBeChecked();
    await expectAccessible();
    await user.click(within(dialog).getByRole("button", { name: "Save this choice" }));

    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(api.put).toHaveBeenLastCalledWith(
      "channels",
      expect.objectContaining({ version: 2, titleDesc: "Fern!", mainColor: "#000000" }),
    );
    expect(title).toHaveValue("Fern!");
  });

  it("keeps what is typed while it is saved", async () => {
    let answer: (saved: Thing) => void = () => undefined;
    const put = vi.fn(
      () =>
        new Promise<Thing>((resolve) => {
          answer = resolve;
        }),
    );
    const { user, title } = await renderForm({ put });
    await user.type(title, "1");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await user.type(title, "2");

    await act(async () => answer({ ...demo, version: 2, titleDesc: "Fern1" }));

    expect(title).toHaveValue("Fern12");
    expect(bar()).toHaveTextContent("Changed: Texts.");
  });

  it("gives a text its own words in another language", async () => {
    const { user, api, title } = await renderForm();

    const languages = screen.getByRole("group", { name: "Languages of Texts" });
    await user.click(within(languages).getByRole("button", { name: "Translate" }));
    await user.click(await screen.findByRole("menuitem", { name: "Deutsch" }));
    await user.type(screen.getByRole("textbox", { name: "Texts" }), "Farn");
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(bar()).toBeNull());
    expect(title).toHaveValue("Farn");
    expect(api.put).toHaveBeenCalledWith(
      "channels",
      expect.objectContaining({ titleDesc: { default: "Fern", de: "Farn" } }),
    );
  });

  it("edits, adds and moves the rows of a list", async () => {
    const { user, api } = await renderForm();

    await user.click(await screen.findByRole("button", { name: "Move One down" }));
    const list = screen.getByRole("group", { name: "Knowledge" });
    await user.click(within(list).getByRole("button", { name: "Add" }));
    await user.type(await screen.findByRole("textbox", { name: "People" }), "Three");
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(bar()).toBeNull());
    expect(api.put).toHaveBeenCalledWith(
      "channels",
      expect.objectContaining({ tips: [{ text: "Two" }, { text: "One" }, { text: "Three" }] }),
    );
  });

  it("keeps what is typed in a row when another one is added", async () => {
    const { user } = await renderForm();
    const list = screen.getByRole("group", { name: "Knowledge" });

    await user.click(within(list).getByRole("button", { name: "Add" }));
    await user.type(await screen.findByRole("textbox", { name: "People" }), "Three");
    expect(screen.getByRole("button", { name: "Move Three up" })).toBeInTheDocument();
    await user.click(within(list).getByRole("button", { name: "Add" }));

    expect(screen.getByRole("button", { name: "Move Three up" })).toBeInTheDocument();
  });

  it("makes a secret, shows it once, and never asks for the old one", async () => {
    const { user, api } = await renderForm();
    expect(screen.getByText("No secret is set")).toBeInTheDocument();

    await user.click(screen.getByRole("button", { name: "Make a new one" }));
    const made = screen.getByRole("textbox", { name: "Safety" });
    expect(made).toHaveAttribute("value", expect.stringMatching(/^[0-9a-f]{64}$/));
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(bar()).toBeNull());
    expect(api.put).toHaveBeenCalledWith(
      "channels",
      expect.objectContaining({ identitySecret: expect.stringMatching(/^[0-9a-f]{64}$/) }),
    );
  });

  it("has no accessibility violation", async () => {
    const { user, title } = await renderForm();
    await user.type(title, "!");
    await screen.findByRole("button", { name: "Move One down" });

    await expectAccessible();
  });
});
