/** An agent's own account: the second step of signing in, the password, the sign-ins, and being disabled. */
import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";
import { isSound } from "./access";
import { expect, test } from "./fixtures";
import { passwordOf } from "./server";

const DESKTOP = {
  viewport: { width: 1280, height: 800 },
  isMobile: false,
  hasTouch: false,
  userAgent: undefined,
  locale: "en-GB",
};
const NEW = "three frogs in a pot";
const WRONG_CODE = "The code is wrong or was used. Please enter the next one.";
const REFUSED =
  "You cannot sign in with this account and password. Please check both, or ask your administrator.";

test("an agent protects their account, changes its password and ends a sign-in", async ({ server, open }) => {
  const mia = await open(DESKTOP);
  const [other, third] = [await open(DESKTOP), await open(DESKTOP)];
  const old = passwordOf(server.url, "mia");
  await mia.goto(`${server.url}/desk/`);
  await signIn(mia, "mia", old);
  await isAtTheDesk(mia);

  await openAccount(mia);
  await isSound(mia, "own account");
  const { secret, recovery } = await setUpTotp(mia, old);
  expect(recovery).toHaveLength(10);
  await mia.getByRole("button", { name: "Sign out", exact: true }).click();

  await signIn(mia, "mia", old);
  await isSound(mia, "code");
  await enterCode(mia, "000000");
  await expect(mia.getByRole("alert")).toHaveText(WRONG_CODE);
  // The set-up used up the code of its step; the server takes the next one early.
  await enterCode(mia, totp(secret, 1));
  await isAtTheDesk(mia);

  await other.goto(`${server.url}/desk/`);
  await signIn(other, "mia", old);
  await enterCode(other, recovery[0] ?? "");
  await isAtTheDesk(other);
  await third.goto(`${server.url}/desk/`);
  await signIn(third, "mia", old);
  await enterCode(third, recovery[0] ?? "");
  await expect(third.getByRole("alert")).toHaveText(WRONG_CODE);

  await openAccount(mia);
  await expect(signIns(mia)).toHaveCount(2);
  await expect(mia.getByText("9 recovery codes are left.")).toBeVisible();
  await changePassword(mia, old, "short");
  await expect(mia.getByText("must have at least 12 characters")).toBeVisible();
  await isSound(mia, "refused password");
  await changePassword(mia, old, NEW);
  await expect(mia.getByText("Your password is changed.")).toBeVisible();
  await expect(signIns(mia)).toHaveCount(1);

  await asksToSignIn(other);
  await signIn(other, "mia", old);
  await expect(other.getByRole("alert")).toHaveText(REFUSED);
  await signIn(other, "mia", NEW);
  await enterCode(other, recovery[1] ?? "");
  await isAtTheDesk(other);
  await mia.reload();
  await expect(signIns(mia)).toHaveCount(2);
  await signIns(mia).getByRole("button").click();
  await expect(signIns(mia)).toHaveCount(1);
  await asksToSignIn(other);
});

test("an agent whom an administrator disables is signed out and cannot sign in", async ({ server, open }) => {
  const [mia, admin] = [await open(DESKTOP), await open(DESKTOP)];
  await mia.goto(`${server.url}/desk/`);
  await signIn(mia, "mia", passwordOf(server.url, "mia"));
  await isAtTheDesk(mia);
  await admin.goto(`${server.url}/desk/admin/people`);
  await signIn(admin, "admin", passwordOf(server.url, "admin"));

  await admin.getByRole("link", { name: /^Mia/ }).click();
  await admin.getByRole("button", { name: "Disable", exact: true }).click();

  await expect(admin.getByText("Mia is disabled and signed out.")).toBeVisible();
  await asksToSignIn(mia);
  await signIn(mia, "mia", passwordOf(server.url, "mia"));
  await expect(mia.getByRole("alert")).toHaveText(REFUSED);

  await admin.getByRole("button", { name: "Enable", exact: true }).click();
  await expect(admin.getByRole("button", { name: "Disable", exact: true })).toBeVisible();
  await signIn(mia, "mia", passwordOf(server.url, "mia"));
  await isAtTheDesk(mia);
});

test("the account page keeps what was typed when its sign-in has ended", async ({ server, open }) => {
  const [mia, other] = [await open(DESKTOP), await open(DESKTOP)];
  for (const page of [mia, other]) {
    await page.goto(`${server.url}/desk/`);
    await signIn(page, "mia", passwordOf(server.url, "mia"));
    await isAtTheDesk(page);
    await openAccount(page);
  }
  await signIns(other).getByRole("button").click();
  await expect(signIns(other)).toHaveCount(1);

  await mia.getByRole("textbox", { name: "Name" }).fill("Mia M.");
  await mia.getByRole("button", { name: "Save" }).click();

  const dialog = mia.getByRole("dialog", { name: "Please sign in again" });
  await isSound(mia, "ended sign-in");
  await signIn(mia, "mia", passwordOf(server.url, "mia"));
  await expect(dialog).toHaveCount(0);
  await expect(mia.getByRole("textbox", { name: "Name" })).toHaveValue("Mia M.");
});

async function signIn(page: Page, account: string, password: string): Promise<void> {
  await page.getByRole("textbox", { name: "Account", exact: true }).fill(account);
  await page.getByRole("textbox", { name: "Password", exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function isAtTheDesk(page: Page): Promise<void> {
  await expect(page.getByRole("tablist")).toBeVisible();
}

/** The desk learns it from its next long poll, at the latest. */
async function asksToSignIn(page: Page): Promise<void> {
  const words = page.getByText("Your sign-in has expired. Please sign in again.");
  await expect(words).toBeVisible({ timeout: 40_000 });
}

async function openAccount(page: Page): Promise<void> {
  await page.goto(new URL("/desk/account", page.url()).href);
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
}

function signIns(page: Page) {
  return page.getByRole("list", { name: "Where you are signed in" }).getByRole("listitem");
}

/** Sets the second step up as a user with an authenticator app does. */
async function setUpTotp(page: Page, password: string) {
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

async function changePassword(page: Page, old: string, password: string): Promise<void> {
  const card = page.getByRole("region", { name: "Password", exact: true });
  await card.getByRole("textbox", { name: "Current password" }).fill(old);
  await card.getByRole("textbox", { name: "New password" }).fill(password);
  await card.getByRole("textbox", { name: "Password once more" }).fill(password);
  await card.getByRole("button", { name: "Change password" }).click();
}

/** The code of a secret, `ahead` steps of 30 s from now: RFC 6238. */
function totp(secret: string, ahead: number): string {
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
