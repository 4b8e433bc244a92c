/** Renders what deploy/wordpress and deploy/shopify put on a shop's page, as the platforms would. */
import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Liquid } from "liquidjs";

const DEPLOY = join(import.meta.dirname, "../../deploy");

/** Whether PHP is installed. `cargo xtask docs --check` installs it; other machines need not have it. */
export function hasPhp(): boolean {
  try {
    execFileSync("php", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

export type WordPress = {
  do: "footer" | "settings" | "links" | "save" | "uninstall";
  /** The stored settings of the plugin. */
  option?: Record<string, string>;
  /** The customer who is signed in. */
  user?: { ID: number; display_name: string; user_email: string };
  /** The fields that the settings page sends. */
  given?: Record<string, unknown>;
  /** Whether the page is the front page. */
  front?: boolean;
};

/** What the plugin prints. */
export function wordPress(asked: WordPress): string {
  const harness = join(import.meta.dirname, "wordpress.php");
  return execFileSync("php", [harness, JSON.stringify(asked)], { encoding: "utf8" });
}

/** What the Shopify snippet prints, given the objects of a page. */
export function shopify(page: Record<string, unknown>): string {
  const engine = new Liquid({ strictFilters: true });
  engine.registerFilter("money", (cents: number) => `<b>${cents / 100} €</b>`);
  engine.registerFilter("image_url", (picture: string) => `//cdn.shopify.com/${picture}`);
  engine.registerFilter("hmac_sha256", (text: string, key: string) =>
    createHmac("sha256", key).update(text).digest("hex"),
  );
  return engine.parseAndRenderSync(readFileSync(join(DEPLOY, "shopify/frontdesk-chat.liquid"), "utf8"), page);
}
