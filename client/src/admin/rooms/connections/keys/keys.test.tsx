import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { expectAccessible, renderAdmin } from "../../../../../test/admin";
import { ApiError } from "../../../../api/http";
import type { ApiKey } from "../../../../wire/apiKeys";

const TEXT = `fdk_live_${"0".repeat(72)}`;

function key(part: Partial<ApiKey>): ApiKey {
  return {
    keyId: "k1",
    name: "Orders",
    scopes: ["conversations:read"],
    hint: "9c1f",
    state: "active",
    createdAt: 1_790_000_000_000,
    createdBy: "rowan",
    lastUsedAddress: "",
    ...part,
  };
}

/** The page over a server that has these keys. */
async function openKeys(list: ApiKey[], create: () => unknown = () => undefined) {
  const call = vi.fn(async (name: string, body: { keyId?: string; name?: string }) => {
    if (name === "apiKeys/list") return { list: [...list], keysMax: 50 };
    if (name === "apiKeys/create") {
      create();
      const apiKey = key({ name: body.name ?? "" });
      list.unshift(apiKey);
      return { key: TEXT, apiKey };
    }
    const index = list.findIndex((one) => one.keyId === body.keyId);
    list[index] = { ...key(list[index] ?? {}), state: "revoked", revokedAt: 1_790_000_000_000 };
    return {};
  });
  const admin = await renderAdmin({ path: "/connections/keys", api: { call: call as never } });
  return { ...admin, call };
}

describe("API keys", () => {
  it("a new key is shown once, and closes only when it is stored", async () => {
    const { user, call } = await openKeys([]);
    expect(await screen.findByText("No keys yet")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "New key" }));
    await user.click(screen.getByRole("button", { name: "Make the key" }));
    expect(screen.getByText("Give the key a name of 1 to 60 characters.")).toBeInTheDocument();
    expect(screen.getByText("Choose at least one.")).toBeInTheDocument();
    await user.type(screen.getByRole("textbox", { name: /Name/ }), "Orders");
    await user.click(screen.getByRole("checkbox", { name: "Write messages" }));
    await expectAccessible();

    await user.click(screen.getByRole("button", { name: "Make the key" }));

    const shown = await screen.findByRole("dialog", { name: "Store the key now" });
    expect(call).toHaveBeenCalledWith(
      "apiKeys/create",
      { name: "Orders", scopes: ["messages:write"] },
      expect.anything(),
    );
    expect(within(shown).getByRole("textbox", { name: "Key Orders" })).toHaveValue(TEXT);
    await expectAccessible();
    await user.keyboard("{Escape}");
    expect(within(shown).getByRole("textbox")).toBeInTheDocument();
    await user.click(within(shown).getByRole("button", { name: "I have stored it" }));
    expect(screen.queryByDisplayValue(TEXT)).not.toBeInTheDocument();
    expect(await screen.findByText("Orders")).toBeInTheDocument();
  });

  it("revokes a key after a question", async () => {
    const { user, call } = await openKeys([key({})]);
    expect(await screen.findByText("Active")).toBeInTheDocument();
    expect(screen.getByText(/Never used/)).toBeInTheDocument();

    await user.click(screen.getByRole("button", { name: "Revoke Orders" }));
    const question = screen.getByRole("dialog", { name: "Revoke “Orders”?" });
    await user.click(within(question).getByRole("button", { name: "Revoke" }));

    await waitFor(() =>
      expect(call).toHaveBeenCalledWith("apiKeys/revoke", { keyId: "k1" }, expect.anything()),
    );
    expect(await screen.findByText("Revoked")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Revoke Orders" })).not.toBeInTheDocument();
    await expectAccessible();
  });

  it("says when a key ends and from where it was used", async () => {
    await openKeys([
      key({
        expiresAt: Date.now() + 86_400_000,
        lastUsedAt: 1_790_000_000_000,
        lastUsedAddress: "192.0.2.7",
        scopes: ["conversations:read", "reports:read"],
      }),
    ]);

    expect(await screen.findByText("Ends soon")).toBeInTheDocument();
    expect(screen.getByText(/from 192\.0\.2\.7/)).toBeInTheDocument();
    expect(screen.getByText(/Read conversations · reports:read/)).toBeInTheDocument();
  });

  it("says why the server made no key", async () => {
    const { user } = await openKeys([key({})], () => {
      throw new ApiError("conflict", "the tenant has 50 keys: revoke one first");
    });
    await user.click(await screen.findByRole("button", { name: "New key" }));
    await user.type(screen.getByRole("textbox", { name: /Name/ }), "Stock");
    await user.click(screen.getByRole("checkbox", { name: "Read conversations" }));
    await user.click(screen.getByRole("button", { name: "Make the key" }));

    expect(await screen.findByRole("alert")).toHaveTextContent("the tenant has 50 keys");
  });
});
