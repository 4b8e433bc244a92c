/** An agent's own account: the second step of signing in, the password, the sign-ins, and being disabled. */
import type { Page } from "@playwright/test";
import { isSound } from "./access";
import { enterCode, isAtTheDesk, openAccount, setUpTotp, signIn, totp } from "./account";
import { expect, test, WIDE } from "./fixtures";
import { passwordOf } from "./server";

const NEW = "three frogs in a pot";
const WRONG_CODE = "The code is wrong or was used. Please enter the next one.";
const REFUSED =
  "You cannot sign in with this account and password. Please check both, or ask your administrator.";

test("an agent protects their account, changes its password and ends a sign-in", async ({ server, open }) => {
  const mia = await open(WIDE);
  const [other, third] = [await open(WIDE), await open(WIDE)];
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
  const [mia, admin] = [await open(WIDE), await open(WIDE)];
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
  const [mia, other] = [await open(WIDE), await open(WIDE)];
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

/** The desk learns it from its next long poll, at the latest. */
async function asksToSignIn(page: Page): Promise<void> {
  const words = page.getByText("Your sign-in has expired. Please sign in again.");
  await expect(words).toBeVisible({ timeout: 40_000 });
}

function signIns(page: Page) {
  return page.getByRole("list", { name: "Where you are signed in" }).getByRole("listitem");
}

async function changePassword(page: Page, old: string, password: string): Promise<void> {
  const card = page.getByRole("region", { name: "Password", exact: true });
  await card.getByRole("textbox", { name: "Current password" }).fill(old);
  await card.getByRole("textbox", { name: "New password" }).fill(password);
  await card.getByRole("textbox", { name: "Password once more" }).fill(password);
  await card.getByRole("button", { name: "Change password" }).click();
}
