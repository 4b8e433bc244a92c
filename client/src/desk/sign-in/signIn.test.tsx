import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderDesk } from "../../../test/desk";
import { ApiError } from "../../api/http";

const needs = (field: string) =>
  new ApiError("unauthorised", "a code is needed", undefined, [{ field, message: "x" }]);

async function typeAccount(user: Awaited<ReturnType<typeof renderDesk>>["user"]) {
  await user.type(screen.getByLabelText("Account"), "mia");
  await user.type(screen.getByLabelText("Password"), "fern-and-field");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
}

it("asks for a code once the password is right, and says when the code is wrong", async () => {
  localStorage.clear();
  const login = vi.fn().mockRejectedValue(needs("code"));
  const { user } = await renderDesk({ login });

  await typeAccount(user);
  const code = await screen.findByLabelText("Code");
  expect(screen.getByRole("alert")).toBeEmptyDOMElement();
  expect(screen.queryByLabelText("Password")).not.toBeInTheDocument();
  await user.type(code, "123 456");
  await user.click(screen.getByRole("button", { name: "Sign in" }));

  expect(await screen.findByText(/wrong or was used/)).toBeInTheDocument();
  expect(login).toHaveBeenLastCalledWith("", "mia", "fern-and-field", "123 456");
  await user.click(screen.getByRole("button", { name: "Back" }));
  expect(screen.getByLabelText("Account")).toBeInTheDocument();
});

it("asks for the tenant only if the server has several", async () => {
  localStorage.clear();
  const login = vi.fn().mockRejectedValue(needs("tenantId"));
  const { user } = await renderDesk({ login });
  expect(screen.queryByLabelText("Shop ID")).not.toBeInTheDocument();

  await typeAccount(user);

  expect(await screen.findByLabelText("Shop ID")).toBeInTheDocument();
  expect(screen.getByText(/several shops/)).toBeInTheDocument();
});

it("sends a link to who forgot the password, and says nothing about the account", async () => {
  localStorage.clear();
  const forgotPassword = vi.fn().mockRejectedValueOnce(needs("tenantId")).mockResolvedValue({});
  const { user } = await renderDesk({ forgotPassword });
  await user.click(screen.getByRole("button", { name: "Forgot the password?" }));
  await user.click(screen.getByRole("button", { name: "Send me a link" }));
  expect(screen.getByText("Please fill in: Account")).toBeInTheDocument();

  await user.type(screen.getByLabelText("Account"), "mia");
  await user.click(screen.getByRole("button", { name: "Send me a link" }));
  await user.type(await screen.findByLabelText("Shop ID"), "demo");
  await user.click(screen.getByRole("button", { name: "Send me a link" }));

  expect(await screen.findByText(/If this account exists/)).toBeInTheDocument();
  expect(forgotPassword).toHaveBeenLastCalledWith("demo", "mia");
  await user.click(screen.getByRole("button", { name: "Back to the sign-in" }));
  expect(screen.getByLabelText("Password")).toBeInTheDocument();
});

it("says whom to ask if the server sends no mail", async () => {
  localStorage.clear();
  const forgotPassword = vi.fn().mockRejectedValue(new ApiError("conflict", "off"));
  const { user } = await renderDesk({ forgotPassword });
  await user.click(screen.getByRole("button", { name: "Forgot the password?" }));
  await user.type(screen.getByLabelText("Account"), "mia");
  await user.click(screen.getByRole("button", { name: "Send me a link" }));

  expect(await screen.findByText(/ask your administrator for a link/)).toBeInTheDocument();
});
