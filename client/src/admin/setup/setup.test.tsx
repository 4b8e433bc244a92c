import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { I18nextProvider } from "react-i18next";
import { expect, it, vi } from "vitest";
import { expectAccessible } from "../../../test/admin";
import { ApiError } from "../../api/http";
import { createSetupApi, type SetupApi } from "../../api/setup";
import { createI18n } from "../../i18n/setup";
import { linkName, linkToken } from "./linkToken";
import { NewShopForm } from "./NewShopForm";
import SetupPage from "./SetupPage";
import { strengthOf } from "./strength";

vi.mock("../../api/setup");

async function show(element: ReactElement) {
  const i18n = await createI18n("en", ["admin", "desk"]);
  render(<I18nextProvider i18n={i18n}>{element}</I18nextProvider>);
  return userEvent.setup();
}

function apiWith(create: SetupApi["create"]): SetupApi {
  return { state: vi.fn(), create, invitation: vi.fn(), join: vi.fn() };
}

it("asks four things first, and checks only that both passwords are the same", async () => {
  const create = vi
    .fn()
    .mockRejectedValue(
      new ApiError("invalid", "x", undefined, [{ field: "shopName", message: "is too long" }]),
    );
  const user = await show(<NewShopForm api={apiWith(create)} token="t0" shopName="" />);

  await user.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByText("Please fill this in.")).toBeInTheDocument();
  await user.type(screen.getByLabelText("Name of the shop"), "Fern & Field");
  expect(screen.getByLabelText("Time zone")).toHaveValue(Intl.DateTimeFormat().resolvedOptions().timeZone);
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Next" }));

  await user.type(await screen.findByLabelText("Account"), "rowan@example.com");
  await user.type(screen.getByLabelText("Password"), "one two three four");
  await user.type(screen.getByLabelText("Password once more"), "one two three");
  await user.click(screen.getByRole("button", { name: "Create the shop" }));
  expect(await screen.findByText("The two passwords differ.")).toBeInTheDocument();
  expect(create).not.toHaveBeenCalled();
  await expectAccessible();
  await user.type(screen.getByLabelText("Password once more"), " four");
  await user.click(screen.getByRole("button", { name: "Create the shop" }));

  await waitFor(() => expect(create).toHaveBeenCalledOnce());
  expect(create).toHaveBeenCalledWith("t0", {
    shopName: "Fern & Field",
    lang: "en",
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    nick: undefined,
    account: "rowan@example.com",
    password: "one two three four",
  });
  // The server refused a field of the first screen, so the page goes back to it.
  expect(await screen.findByText("is too long")).toBeInTheDocument();
});

it("explains where the link is, and takes it when it is opened in the same tab", async () => {
  const state = vi.fn(async (token: string) => ({ needed: true, valid: token === "t1" }));
  vi.mocked(createSetupApi).mockReturnValue({ ...apiWith(vi.fn()), state });
  await show(<SetupPage />);
  expect(await screen.findByText("This shop is not set up yet")).toBeInTheDocument();
  expect(screen.getByText("frontdesk setup-link")).toBeInTheDocument();

  location.hash = "#token=t0";
  expect(await screen.findByText("This link does not work any more")).toBeInTheDocument();
  location.hash = "#token=t1&name=Moss";
  expect(await screen.findByLabelText("Name of the shop")).toHaveValue("Moss");
  location.hash = "";
});

it("reads the token of a one-time link", () => {
  expect(linkToken("#token=abc&name=Fern+%26+Field")).toBe("abc");
  expect(linkName("#token=abc&name=Fern+%26+Field")).toBe("Fern & Field");
  expect(linkToken("#abc")).toBe("abc");
  expect(linkToken("")).toBe("");
});

it("estimates a password by how it is guessed", () => {
  expect(strengthOf("password1", [])).toBe(0);
  expect(strengthOf("fernandfield", ["fernandfield"])).toBeLessThan(2);
  expect(strengthOf("quartz lantern mosquito velvet", [])).toBe(4);
});
