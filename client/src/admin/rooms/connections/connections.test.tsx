import { createHmac } from "node:crypto";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { expectAccessible, renderAdmin, type Shelf } from "../../../../test/admin";
import { fakeDrafts } from "../../../../test/drafts";
import type { Thing } from "../../../wire/things";
import { SAMPLES } from "./samples";

const tenant: Thing = { version: 1, tenantId: "demo", name: "Fern", relayHosts: [], pictureHosts: [] };
const model = { enabled: 1, address: "https://api.example.com/v1", model: "small-1", keySet: true };
const channel: Thing = { version: 1, channelId: "demo", titleDesc: "Shop", identitySecretSet: false };

describe("services", () => {
  it("a shop without a large model sets one up, with a key that another service issued", async () => {
    const { user, api } = await renderAdmin({ path: "/connections", shelf: { tenant: [tenant] } });
    await user.click(await screen.findByRole("switch", { name: "Use a large model" }));
    await user.type(screen.getByRole("textbox", { name: "Address" }), "https://api.example.com/v1");
    await user.type(screen.getByRole("textbox", { name: "Model" }), "small-1");
    expect(screen.queryByRole("button", { name: "Make a new one" })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Type one" }));
    await user.type(screen.getByRole("textbox", { name: "Key" }), "sk-1");
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(api.put).toHaveBeenCalled());
    const [, written] = vi.mocked(api.put).mock.lastCall ?? [];
    expect(written?.largeModel).toMatchObject({
      enabled: 1,
      address: "https://api.example.com/v1",
      model: "small-1",
      key: "sk-1",
    });
  });

  it("says that a key is set, without showing it", async () => {
    await renderAdmin({ path: "/connections", shelf: { tenant: [{ ...tenant, largeModel: model }] } });

    expect(await screen.findByText("A secret is set")).toBeInTheDocument();
    expect(screen.queryByRole("region", { name: "Unsaved changes" })).not.toBeInTheDocument();
  });

  it("tests the settings on the screen before they are saved", async () => {
    const call = vi
      .fn()
      .mockResolvedValueOnce({
        ok: false,
        ms: 90,
        text: "",
        problem: "refused",
        message: "the key is refused",
      })
      .mockResolvedValueOnce({ ok: true, ms: 812, text: "Hello.", problem: "", message: "" });
    const { user, api } = await renderAdmin({
      path: "/connections",
      shelf: { tenant: [{ ...tenant, largeModel: model }] },
      api: { call: call as never },
    });
    await user.type(await screen.findByRole("textbox", { name: "Model" }), "-b");

    await user.click(screen.getByRole("button", { name: "Test these settings" }));
    expect(await screen.findByText(/the key is refused/)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Test these settings" }));

    expect(await screen.findByText("Hello.")).toBeInTheDocument();
    expect(screen.getByText("It answered after 0.8 s:")).toBeInTheDocument();
    expect(call).toHaveBeenLastCalledWith(
      "model/test",
      { largeModel: expect.objectContaining({ model: "small-1-b", enabled: 1 }) },
      expect.anything(),
    );
    expect(api.put).not.toHaveBeenCalled();
  });
});

describe("single sign-on", () => {
  const setting: Thing = {
    version: 3,
    enabled: 1,
    issuer: "https://id.fern.example",
    clientId: "frontdesk",
    clientSecretSet: true,
    buttonText: "Fern ID",
    scopes: ["profile", "email"],
    subjectClaim: "sub",
    groupClaim: "",
    roles: [],
    unmatched: "refuse",
    only: 0,
    passwordAdmin: "",
    returnAddress: "https://chat.fern.example/desk/signed-in",
  };
  const groups: Thing[] = [{ version: 1, id: "sales", groupName: "Sales" }];

  it("sets a provider up, with the address to copy and roles by groups", async () => {
    const { user, api } = await renderAdmin({ path: "/connections/sign-on", shelf: { groups } });
    const own = await screen.findByRole("textbox", { name: "Return address, for the provider" });
    expect(own).toHaveValue(`${location.origin}/desk/signed-in`);
    expect(screen.getByRole("button", { name: "Test the connection" })).toBeDisabled();
    const type = (name: string, text: string) => user.type(screen.getByRole("textbox", { name }), text);
    await type("Provider's address (issuer)", "https://id.fern.example");
    await type("Client ID", "frontdesk");
    await type("Text of the button", "Fern ID");
    await type("Claim with the groups", "groups");
    await user.click(await screen.findByRole("button", { name: "Add a group" }));
    await type("Group at the provider", "shop-owners");
    await user.selectOptions(screen.getByRole("combobox", { name: "Role" }), "admin");
    await user.click(screen.getByRole("switch", { name: "Offer single sign-on" }));
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(api.put).toHaveBeenCalled());
    expect(vi.mocked(api.put).mock.lastCall).toEqual([
      "signOn",
      expect.objectContaining({
        version: 0,
        enabled: 1,
        issuer: "https://id.fern.example",
        groupClaim: "groups",
        roles: [{ value: "shop-owners", role: "admin", groupIds: [] }],
        returnAddress: `${location.origin}/desk/signed-in`,
      }),
    ]);
  });

  it("tests what stands on the screen, and says which step fails and what to do", async () => {
    const call = vi.fn().mockResolvedValue({
      ok: false,
      steps: [
        { step: "description", ok: true, code: "" },
        { step: "keys", ok: false, code: "noKeys" },
      ],
    });
    const { user, api } = await renderAdmin({
      path: "/connections/sign-on",
      shelf: { signOn: [setting], groups },
      api: { call: call as never },
    });
    await user.type(await screen.findByRole("textbox", { name: "Client ID" }), "-2");

    await user.click(screen.getByRole("button", { name: "Test the connection" }));

    expect(await screen.findByText(/has no key that signs/)).toBeInTheDocument();
    expect(screen.getByText(/The provider describes itself: fine/)).toBeInTheDocument();
    expect(screen.getByText(/knows this client and its secret: not tried/)).toBeInTheDocument();
    expect(call).toHaveBeenLastCalledWith(
      "signOn/test",
      { signOn: expect.objectContaining({ clientId: "frontdesk-2" }) },
      expect.anything(),
    );
    expect(api.put).not.toHaveBeenCalled();
    await expectAccessible();
  });

  it("keeps the saved return address, and offers this page's", async () => {
    const { user } = await renderAdmin({
      path: "/connections/sign-on",
      shelf: { signOn: [setting], groups },
    });
    const address = await screen.findByRole("textbox", { name: "Return address, for the provider" });
    expect(address).toHaveValue("https://chat.fern.example/desk/signed-in");

    await user.click(screen.getByRole("button", { name: "Use this page's address" }));

    expect(address).toHaveValue(`${location.origin}/desk/signed-in`);
  });
});

describe("visitor identity", () => {
  async function openIdentity(prepare: (server: ReturnType<typeof fakeDrafts>) => void = () => undefined) {
    const shelf: Shelf = { channels: [channel] };
    const server = fakeDrafts(shelf);
    prepare(server);
    const admin = await renderAdmin({
      path: "/connections/identity",
      shelf: { channels: [channel] },
      api: { call: server.call },
    });
    expect(await screen.findByText("No secret is set")).toBeInTheDocument();
    await expectAccessible();
    await admin.user.click(screen.getByRole("link", { name: "Shop" }));
    await admin.user.click(await screen.findByRole("button", { name: "Make a new one" }));
    return { ...admin, server, shelf };
  }
  const secret = expect.stringMatching(/^[0-9a-f]{64}$/);

  it("makes a channel's secret, beside code for the shop's server", async () => {
    const { user, api, server, shelf } = await openIdentity();
    await user.click(screen.getByRole("tab", { name: "Python" }));
    expect(within(screen.getByRole("tabpanel")).getByText(/hmac\.new/)).toBeInTheDocument();
    await expectAccessible();

    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByRole("region", { name: "Saved draft" });
    expect(server.drafts.get("demo")).toMatchObject({ basedOn: 1, draft: { identitySecret: secret } });
    await user.click(screen.getByRole("button", { name: "Publish" }));
    const dialog = await screen.findByRole("dialog", { name: "Publish these changes?" });
    await user.click(within(dialog).getByRole("button", { name: "Publish" }));

    await waitFor(() => expect(shelf.channels?.[0]).toMatchObject({ version: 2, identitySecret: secret }));
    expect(api.put).not.toHaveBeenCalled();
  });

  it("goes into the draft that somebody left, which can still be published", async () => {
    const { user, server } = await openIdentity((all) =>
      all.saveAs("mia", { ...channel, titleDesc: "Soon", mainColor: "#000000" }),
    );

    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() =>
      expect(server.drafts.get("demo")).toMatchObject({
        basedOn: 1,
        draftVersion: 2,
        draft: { titleDesc: "Soon", mainColor: "#000000", identitySecret: secret },
      }),
    );
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("the sample for Node makes the hash that the protocol names", () => {
    const [, ...lines] = SAMPLES.find(({ id }) => id === "node")?.code.split("\n") ?? [];
    const process = { env: { FRONTDESK_IDENTITY_SECRET: "a-secret-of-the-shop" } };
    const run = new Function("createHmac", "process", "userId", `${lines.join("\n")}\nreturn userHash;`);

    expect(run(createHmac, process, "ann")).toBe(
      createHmac("sha256", "a-secret-of-the-shop").update("ann").digest("hex"),
    );
  });
});
