import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MIA, renderDesk } from "../../../test/desk";
import { ApiError } from "../../api/http";
import { keptSignOn, keptSignOut, keptTenant, keptToken } from "../keeping";
import { leaveProvider } from "./leave";
import { beginSignOn, takeBegun } from "./signOn";
import { refusalAtProvider, signOnTroubleOf } from "./signOnTrouble";

const offer = (change = {}) => ({
  isOffered: true,
  buttonText: "Fern ID",
  isOnly: false,
  returnAddress: `${location.origin}/desk/signed-in`,
  ...change,
});
const begun = { url: "https://id.fern.example/authorize?state=s1", secret: "x1" };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => history.replaceState(null, "", "/"));

it("offers the button of the shop that the address names", async () => {
  history.replaceState(null, "", "/desk/?tenant=fern");
  const signOnInfo = vi.fn().mockResolvedValue(offer());
  await renderDesk({ signOnInfo });

  expect(await screen.findByRole("button", { name: "Fern ID" })).toBeInTheDocument();
  expect(signOnInfo).toHaveBeenCalledWith("fern");
  expect(screen.getByLabelText("Shop ID")).toHaveValue("fern");
  expect(screen.getByLabelText("Password")).toBeInTheDocument();
});

it("hides the password where single sign-on is the only way in, but for one who asks", async () => {
  const { user } = await renderDesk({ signOnInfo: async () => offer({ isOnly: true }) });

  expect(await screen.findByRole("button", { name: "Fern ID" })).toBeInTheDocument();
  expect(screen.queryByLabelText("Password")).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Use a password" }));

  expect(screen.getByLabelText("Password")).toBeInTheDocument();
});

it("says what to do where a password is refused", async () => {
  const login = vi
    .fn()
    .mockRejectedValue(new ApiError("unauthorised", "", undefined, [{ field: "signOn", message: "x" }]));
  const { user } = await renderDesk({ login, signOnInfo: async () => offer() });

  await user.type(screen.getByLabelText("Account"), "mia");
  await user.type(screen.getByLabelText("Password"), "fern-and-field");
  await user.click(screen.getByRole("button", { name: "Sign in" }));

  expect(await screen.findByText(/does not sign in by passwords/)).toBeInTheDocument();
});

it("says why the provider cannot be used, beside the button", async () => {
  const refused = new ApiError("unauthorised", "", undefined, [{ field: "signOn", code: "notReached" }]);
  const { user } = await renderDesk({
    signOnInfo: async () => offer(),
    signOnBegin: () => Promise.reject(refused),
  });

  await user.click(await screen.findByRole("button", { name: "Fern ID" }));

  expect(await screen.findByText(/provider cannot be reached/)).toBeInTheDocument();
  expect(keptSignOn.read()).toBe("");
});

it("names the address to which the provider sends people back, if it is another one", async () => {
  const signOnBegin = vi.fn();
  const returnAddress = "https://chat.fern.example/desk/signed-in";
  const { user } = await renderDesk({ signOnInfo: async () => offer({ returnAddress }), signOnBegin });

  await user.click(await screen.findByRole("button", { name: "Fern ID" }));

  const there = await screen.findByRole("link", { name: "https://chat.fern.example/desk/" });
  expect(there).toHaveAttribute("href", "https://chat.fern.example/desk/");
  expect(signOnBegin).not.toHaveBeenCalled();
});

it("keeps a secret in the tab, which is used once, and goes on at a page of the desk alone", async () => {
  history.replaceState(null, "", "/desk/admin/people");
  const open = vi.fn();
  const api = { signOnInfo: vi.fn(), signOnBegin: vi.fn().mockResolvedValue(begun) };

  expect(await beginSignOn(api, "fern", offer(), open)).toBeUndefined();
  expect(open).toHaveBeenCalledWith(begun.url);
  expect(takeBegun()).toEqual({ secret: "x1", next: "/desk/admin/people" });
  expect(takeBegun()).toBeUndefined();
  for (const next of ["https://evil.example/", "//evil.example", "/desktop", "/desk/signed-in", 7]) {
    keptSignOn.write(JSON.stringify({ secret: "x1", next }));
    expect(takeBegun()?.next).toBe("/desk/");
  }
  api.signOnBegin.mockResolvedValue({ ...begun, url: "javascript:alert(1)" });
  expect(await beginSignOn(api, "fern", offer(), open)).toBe("endpoint");
  expect(open).toHaveBeenCalledTimes(1);
});

it("has words for each code, and does not break on an unknown one", () => {
  const refused = (code: string) => new ApiError("unauthorised", "", undefined, [{ field: "signOn", code }]);

  expect(signOnTroubleOf(refused("noRole"))).toBe("noRole");
  expect(signOnTroubleOf(refused("fromALaterVersion"))).toBe("broken");
  expect(signOnTroubleOf(new ApiError("tooMany", ""))).toBe("busy");
  expect(refusalAtProvider("access_denied")).toBe("declined");
  expect(refusalAtProvider("server_error")).toBe("refusedThere");
});

async function returned(query: string, api = {}) {
  history.replaceState(null, "", `/desk/signed-in${query}`);
  return renderDesk(api, "/desk/signed-in");
}

it("finishes with what the provider sent, and takes the code out of the address", async () => {
  keptSignOn.write(JSON.stringify({ secret: "x1", next: "/desk/" }));
  const signedIn = {
    token: "t1",
    tenantId: "fern",
    mustSetUpTotp: false,
    signOutUrl: "https://id.fern.example/end",
    agent: MIA,
  };
  const signOnFinish = vi.fn().mockResolvedValue(signedIn);

  await returned("?code=c1&state=s1&iss=https%3A%2F%2Fid.fern.example", { signOnFinish });

  await waitFor(() => expect(keptToken.read()).toBe("t1"));
  expect(signOnFinish).toHaveBeenCalledExactlyOnceWith({
    state: "s1",
    code: "c1",
    iss: "https://id.fern.example",
    secret: "x1",
  });
  expect(location.search).toBe("");
  expect(keptTenant.read()).toBe("fern");
  const open = vi.fn();
  leaveProvider(open);
  leaveProvider(open);
  expect(open).toHaveBeenCalledExactlyOnceWith("https://id.fern.example/end");
});

it.each([
  ["?error=access_denied&state=s1", /was cancelled/],
  ["?code=c1&state=s1", /This tab has not begun/],
  ["", /This tab has not begun/],
])("says why nobody is signed in: %s", async (query, words) => {
  if (query.includes("error")) keptSignOn.write(JSON.stringify({ secret: "x1", next: "/desk/" }));
  const signOnFinish = vi.fn();

  await returned(query, { signOnFinish });

  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Back to the sign-in" })).toBeInTheDocument();
  expect(signOnFinish).not.toHaveBeenCalled();
  expect(keptToken.read()).toBe("");
  expect(keptSignOut.read()).toBe("");
});

it("says what the server refused", async () => {
  keptSignOn.write(JSON.stringify({ secret: "x1", next: "/desk/" }));
  const refused = new ApiError("unauthorised", "", undefined, [{ field: "signOn", code: "noAccount" }]);

  await returned("?code=c1&state=s1", { signOnFinish: () => Promise.reject(refused) });

  expect(await screen.findByText(/You have no account in this shop/)).toBeInTheDocument();
  expect(keptToken.read()).toBe("");
});

it("offers the button of the shop that somebody types, and keeps the form while they type", async () => {
  const needsTenant = new ApiError("unauthorised", "", undefined, [{ field: "tenantId", message: "x" }]);
  const signOnInfo = vi.fn(async (tenantId: string) =>
    offer({ isOffered: tenantId === "fern", isOnly: true }),
  );
  const { user } = await renderDesk({ login: vi.fn().mockRejectedValue(needsTenant), signOnInfo });
  await user.type(screen.getByLabelText("Account"), "mia");
  await user.type(screen.getByLabelText("Password"), "fern-and-field");
  await user.click(screen.getByRole("button", { name: "Sign in" }));

  const field = await screen.findByLabelText("Shop ID");
  expect(field).toHaveAccessibleDescription(/on the page “Your account”/);
  await user.type(field, "fern");

  expect(await screen.findByRole("button", { name: "Fern ID" })).toBeInTheDocument();
  expect(field).toHaveFocus();
  expect(signOnInfo).toHaveBeenLastCalledWith("fern");
});
