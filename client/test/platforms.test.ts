/** The WordPress plugin and the Shopify snippet of `deploy`. A browser test opens the chat that they print. */
import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { describe, expect, it } from "vitest";
import { hasPhp, shopify, wordPress } from "./platforms";

const DEPLOY = join(import.meta.dirname, "../../deploy");
const SECRET = "a-secret";
const HASH = createHmac("sha256", SECRET).update("4711").digest("hex");
const option = { address: "https://chat.example.com", channel: "demo", place: "everywhere", secret: SECRET };
const loader =
  '<script src="https://chat.example.com/chat_online/embed.js" data-channel-id="demo" async></script>';

/** The calls that the page's inline scripts queue, in a browser that keeps what they store in `kept`. */
function calls(page: string, kept = new Map<string, string>()): unknown[] {
  const Frontdesk: unknown[] = [];
  const localStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  };
  for (const [, body = ""] of page.matchAll(/<script>([\s\S]*?)<\/script>/g))
    new Script(body).runInNewContext({ window: { Frontdesk }, localStorage });
  return JSON.parse(JSON.stringify(Frontdesk));
}

/** Expects that the first page without the customer has the chat forget them, and no other page does. */
function expectForgetting(signedIn: string, anonymous: string): void {
  const kept = new Map<string, string>();
  const told = (page: string) => calls(page, kept).map((call) => (call as unknown[])[0]);
  const pages = [anonymous, signedIn, signedIn, anonymous, anonymous];

  expect(pages.map(told)).toEqual([[], ["identify"], ["identify"], ["shutdown", "boot"], []]);
}

describe.runIf(hasPhp())("the WordPress plugin", () => {
  const user = { ID: 4711, display_name: "Ann </script><b>", user_email: "ann@example.com" };

  it("prints the loader for everybody, and who the customer is with a hash", () => {
    const page = wordPress({ do: "footer", option, user });

    expect(wordPress({ do: "footer", option })).toContain(loader);
    expect(page).toContain(loader);
    expect(page).not.toContain(SECRET);
    const told = { userId: "4711", userHash: HASH, userName: user.display_name, email: user.user_email };
    expect(calls(page)).toEqual([["identify", told]]);
  });

  it("has the chat forget a customer who signed out", () => {
    expectForgetting(wordPress({ do: "footer", option, user }), wordPress({ do: "footer", option }));
  });

  it("identifies nobody without a secret, and prints nothing until it is set up", () => {
    expect(wordPress({ do: "footer", option: { ...option, secret: "" }, user })).toBe(loader);
    expect(wordPress({ do: "footer" })).toBe("");
    expect(wordPress({ do: "footer", option: { ...option, channel: "" } })).toBe("");
  });

  it("appears only where it was chosen", () => {
    const at = (place: string, front = false) =>
      wordPress({ do: "footer", option: { ...option, place, secret: "" }, front });

    expect([at("front", true), at("front"), at("shop"), at("nowhere")]).toEqual([loader, "", "", ""]);
  });

  it("the settings page escapes what is stored, has a nonce and never shows the secret", () => {
    const page = wordPress({ do: "settings", option: { ...option, address: '"><script>' } });

    expect(page).toContain('name="_wpnonce"');
    expect(page).toContain('value="&quot;&gt;&lt;script&gt;"');
    expect(page).not.toContain("<script>");
    expect(page).not.toContain(SECRET);
    expect(page).toContain("Remove the stored secret");
  });

  it("the list of plugins links to the settings", () => {
    const page = "https://shop.example.com/wp-admin/options-general.php?page=frontdesk-chat";

    expect(wordPress({ do: "links" })).toBe(`<a href="${page}">Settings</a> | Deactivate`);
  });

  it("saves only what is valid, and keeps the secret of an empty field", () => {
    const save = (given: object) => JSON.parse(wordPress({ do: "save", option, given: { ...given } }));

    expect(
      save({ address: "https://help.example.com/", channel: "web", place: "front", secret: "" }),
    ).toEqual({
      option: { address: "https://help.example.com", channel: "web", place: "front", secret: SECRET },
      errors: [],
    });
    for (const address of [
      "javascript:alert(1)",
      "https://a@b.example",
      "https://a.example/path",
      "chat.example.com",
      "https://a.example b",
    ])
      expect(save({ address, channel: "demo", place: "everywhere" })).toMatchObject({
        option: { address: option.address },
        errors: ["address"],
      });
    expect(save({ ...option, channel: '"><b>', place: "x" })).toEqual({ option, errors: ["channel"] });
    expect(save({ ...option, secret: "new", forget_secret: "1" }).option.secret).toBe("");
    expect(save({ address: [], channel: {}, place: 7 }).option).toMatchObject({ address: "", channel: "" });
  });

  it("leaves nothing when it is deleted", () => {
    expect(wordPress({ do: "uninstall", option })).toBe("[]");
  });

  it("its files are valid PHP", () => {
    for (const file of ["frontdesk-chat.php", "uninstall.php"])
      expect(() =>
        execFileSync("php", ["-l", join(DEPLOY, "wordpress", file)], { stdio: "pipe" }),
      ).not.toThrow();
  });
});

describe("the Shopify snippet", () => {
  const settings = {
    frontdesk_address: "https://chat.example.com",
    frontdesk_channel: "demo",
    frontdesk_identity_secret: SECRET,
  };
  const customer = { id: 4711, name: "Ann", email: "ann@example.com" };

  it("prints the loader, the customer with a hash, the product and the cart", () => {
    const page = shopify({
      settings,
      customer,
      product: { title: "Fern", price: 2900, featured_image: "fern.png", url: "/products/fern" },
      shop: { url: "https://shop.example.com" },
      cart: { item_count: 2, total_price: 5800 },
    });

    expect(page).toContain(loader);
    expect(page).not.toContain(SECRET);
    expect(calls(page)).toEqual([
      ["identify", { userId: "4711", userHash: HASH, userName: "Ann", email: "ann@example.com" }],
      [
        "setCard",
        {
          title: "Fern",
          price: "29 €",
          picture: "https://cdn.shopify.com/fern.png",
          url: "https://shop.example.com/products/fern",
        },
      ],
      ["setContext", { Cart: 2, Total: "58 €" }],
    ]);
  });

  it("identifies nobody without a secret, and prints nothing until it is set up", () => {
    const anonymous = { ...settings, frontdesk_identity_secret: "" };

    expect(shopify({ settings: anonymous, customer }).trim()).toBe(loader);
    expect(shopify({ settings: {}, customer }).trim()).toBe("");
  });

  it("has the chat forget a customer who signed out", () => {
    expectForgetting(shopify({ settings, customer }), shopify({ settings }));
  });

  it("has the theme's settings that it reads", () => {
    const { settings: fields } = JSON.parse(readFileSync(join(DEPLOY, "shopify/settings.json"), "utf8"));

    expect(fields.map(({ id }: { id: string }) => id)).toEqual(Object.keys(settings));
  });
});
