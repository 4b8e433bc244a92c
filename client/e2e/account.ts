/** Signing in with a second step, and the page of the own account. */
import { createHmac } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { isSound } from "./access";

export async function signIn(page: Page, account: string, password: string): Promise<void> {
  await page.getByRole("textbox", { name: "Account", exact: true }).fill(account);
  await page.getByRole("textbox", { name: "Password", exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

export async function isAtTheDesk(page: Page): Promise<void> {
  await expect(page.getByRole("tablist")).toBeVisible();
}

export async function openAccount(page: Page): Promise<void> {
  await page.goto(new URL("/desk/account", page.url()).href);
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
}

/** Sets the second step up as a user with an authenticator app does. */
export async function setUpTotp(page: Page, password: string) {
  const card = page.getByRole("region", { name: "Two-step sign-in" });
  await card.getByRole("button", { name: "Set up" }).click();
  await card.getByRole("textbox", { name: "Your password" }).fill("not this one");
  await card.getByRole("button", { name: "Continue" }).click();
  await expect(card.getByText("is wrong", { exact: true })).toBeVisible();
  await card.getByRole("textbox", { name: "Your password" }).fill(password);
  await card.getByRole("button", { name: "Continue" }).click();
  const secret = await card.getByRole("textbox", { name: "Secret" }).inputValue();
  await isSound(page, "secret");
  await card.getByRole("textbox", { name: "Code" }).fill(totp(secret, 0));
  await card.getByRole("button", { name: "Switch on" }).click();
  const codes = card.getByRole("region", { name: "Recovery codes" });
  const recovery = await codes.getByRole("listitem").allInnerTexts();
  await isSound(page, "recovery codes");
  await codes.getByRole("button", { name: "I have stored them" }).click();
  await expect(card.getByText("10 recovery codes are left.")).toBeVisible();
  return { secret, recovery };
}

/** The code of a secret, `ahead` steps of 30 s from now: RFC 6238. */
export function totp(secret: string, ahead: number): string {
  const bits = [...secret.replace(/=+$/, "")]
    .map((sign) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(sign).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead));
  const mac = createHmac("sha1", key).update(step).digest();
  const at = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
