import { act, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectAccessible, ready, renderAdmin } from "../../test/admin";

describe("the way in", () => {
  it("an administrator signs in and sees the nine rooms", async () => {
    const { user } = await renderAdmin({ isSignedIn: false });

    await user.type(await screen.findByLabelText("Account"), "rowan");
    await user.type(screen.getByLabelText("Password"), "fern-and-field");
    await user.click(screen.getByRole("button", { name: "Sign in" }));

    await ready();
    const rooms = within(screen.getByRole("navigation", { name: "Rooms" })).getAllByRole("link");
    expect(rooms.map((room) => room.textContent)).toEqual(
      "Start Channels People Knowledge Flows Forms Texts Connections Safety".split(" "),
    );
    expect(await screen.findByText("Fern & Field")).toBeInTheDocument();
  });

  it("another role sees a page that leads to the desk", async () => {
    await renderAdmin({ role: "supervisor" });

    expect(await screen.findByRole("heading", { name: /this is for administrators/ })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Go to the desk" })).toHaveAttribute("href", "/desk/");
    await expectAccessible();
  });

  it("an expired sign-in asks again over the page", async () => {
    const { user, expire } = await renderAdmin();
    await ready();

    act(expire);
    const dialog = await screen.findByRole("dialog", { name: "Please sign in again" });
    expect(screen.getByRole("navigation", { name: "Rooms", hidden: true })).toBeInTheDocument();
    await user.type(within(dialog).getByLabelText("Account"), "rowan");
    await user.type(within(dialog).getByLabelText("Password"), "fern-and-field{Enter}");

    await ready();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });
});
