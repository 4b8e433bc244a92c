/** Single sign-on, the whole way: an administrator sets it up, and Olive signs in at the provider, out and in again. */
import { isSound } from "./access";
import { signIn } from "./account";
import { test as base, expect, WIDE } from "./fixtures";
import { flip } from "./flip";
import { CLIENT, openProvider, type Provider } from "./provider";
import { passwordOf, startServer } from "./server";

const test = base.extend<{ provider: Provider }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  provider: async ({}, use) => {
    const provider = await openProvider();
    await use(provider);
    await provider.close();
  },
  server: async ({ provider }, use) => {
    const server = await startServer([provider.host]);
    await use(server);
    await server.remove();
  },
});

test("an administrator sets single sign-on up, and an owner signs in at the provider", async ({
  server,
  provider,
  open,
}) => {
  const admin = await open(WIDE);
  await admin.goto(`${server.url}/desk/admin/connections/sign-on`);
  await signIn(admin, "admin", passwordOf(server.url, "admin"));
  const back = admin.getByRole("textbox", { name: "Return address, for the provider" });
  await expect(back).toHaveValue(`${server.url}/desk/signed-in`);
  await isSound(admin, "empty");
  await admin.getByRole("textbox", { name: "Provider's address (issuer)" }).fill(`${provider.issuer}/`);
  await admin.getByRole("textbox", { name: "Client ID" }).fill(CLIENT.clientId);
  await admin.getByRole("button", { name: "Type one" }).click();
  await admin.getByRole("textbox", { name: "Client secret" }).fill(CLIENT.clientSecret);
  await admin.getByRole("textbox", { name: "Text of the button" }).fill("Sign in with Fern ID");
  await admin.getByRole("textbox", { name: "Claim with the groups" }).fill("groups");
  await admin.getByRole("button", { name: "Add a group" }).click();
  await admin.getByRole("textbox", { name: "Group at the provider" }).fill("shop-owners");
  await admin.getByRole("combobox", { name: "Role" }).selectOption("admin");
  await flip(admin, "Make an account for everybody");
  await flip(admin, "Sign out at the provider too");
  await flip(admin, "Offer single sign-on");

  await admin.getByRole("button", { name: "Test the connection" }).click();
  await expect(admin.getByText("The provider calls itself by another address.")).toBeVisible();
  await isSound(admin, "failed test");
  await admin.getByRole("textbox", { name: "Provider's address (issuer)" }).fill(provider.issuer);
  await admin.getByRole("button", { name: "Test the connection" }).click();
  await expect(admin.getByText("The provider answers and knows this client.")).toBeVisible();
  await admin.getByRole("button", { name: "Save", exact: true }).click();
  await expect(admin.getByText("A secret is set")).toBeVisible();

  const olive = await open(WIDE);
  await olive.goto(`${server.url}/desk/admin/people`);
  const button = olive.getByRole("button", { name: "Sign in with Fern ID" });
  await expect(button).toBeVisible();
  await isSound(olive, "sign-in");
  await button.click();
  await olive.getByRole("link", { name: "Cancel" }).click();
  await expect(olive.getByText("The sign-in at the provider was cancelled.")).toBeVisible();
  await isSound(olive, "cancelled");

  for (const how of ["audience", "unsigned"] as const) {
    provider.breaks(how);
    await olive.goto(`${server.url}/desk/`);
    await button.click();
    await olive.getByRole("link", { name: "I am Olive" }).click();
    await expect(olive.getByRole("heading", { name: "You are not signed in" })).toBeVisible();
    await olive.getByRole("button", { name: "Back to the sign-in" }).click();
    await expect(button).toBeVisible();
  }
  provider.breaks("");

  // The page that asked is the page to go on with.
  await olive.goto(`${server.url}/desk/admin/people`);
  await button.click();
  await olive.getByRole("link", { name: "I am Olive" }).click();
  await expect(olive.getByRole("heading", { name: "Agents" })).toBeVisible();
  await expect(olive).toHaveURL(`${server.url}/desk/admin/people`);
  await expect(olive.getByRole("link", { name: "Olive" })).toBeVisible();

  await olive.goto(`${server.url}/desk/`);
  await expect(olive.getByRole("heading", { name: "Olive" })).toBeVisible();
  await olive.getByRole("button", { name: "More", exact: true }).click();
  await olive.getByRole("button", { name: "Sign out" }).click();
  await expect(olive.getByRole("heading", { name: "You are signed out" })).toBeVisible();
  await olive.goto(`${server.url}/desk/`);
  await expect(button).toBeVisible();
});
