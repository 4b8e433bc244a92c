import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { golden, isSound, Refusal, remember, visit } from "../../../test/visitorPages";

const WO = "0f6b1c2d3e4f5a6b7c8d9e0f1a2b3c4d";

// [LM-06]
it("shows the whole order to a reader with its link, and accepts a reply", async () => {
  const { user, container, bodies, tokens, notices } = await visit(
    `/workorder?woId=${WO}&token=k1.link.mac`,
    {
      queryWoById: () => golden("open/queryWoById"),
      addWoHandleInfo: () => ({}),
    },
  );

  const order = await screen.findByRole("article");
  for (const text of [
    "The pot arrived in three pieces.",
    "Ann Baker",
    "13800138000",
    "Order number",
    "A-1017",
  ]) {
    expect(within(order).getAllByText(text)[0]).toBeVisible();
  }
  expect(within(order).getByRole("link", { name: "Open pot.png" })).toHaveAttribute(
    "href",
    "/api/files/4f5e6d7c8b9a0f1e2d3c4b5a69788796.png",
  );
  const steps = within(order)
    .getAllByRole("listitem")
    .filter((item) => within(item).queryByText(/reply$/) !== null);
  expect(steps.map((step) => step.textContent)).toEqual([
    expect.stringMatching(/^MiaPublic replyWaiting\d{4}-\d\d-\d\d \d\d:\d\d:\d\dI am sorry\./),
    expect.stringMatching(/^Ann BakerCustomer replyAccepted.*The green one\./),
  ]);
  await isSound(container);
  expect(bodies("queryWoById")).toEqual([{ woId: WO, token: "k1.link.mac" }]);
  expect(tokens("queryWoById")).toEqual([null]);

  await user.click(screen.getByRole("button", { name: "Reply" }));
  const dialog = screen.getByRole("dialog", { name: "Your reply" });
  expect(within(dialog).queryByText("Attachments")).toBeNull();
  expect(within(dialog).getByRole("button", { name: "Submit" })).toBeDisabled();
  await user.type(within(dialog).getByRole("textbox"), "  ");
  expect(within(dialog).getByRole("button", { name: "Submit" })).toBeDisabled();
  await user.type(within(dialog).getByRole("textbox"), "Thank you");
  await user.click(within(dialog).getByRole("button", { name: "Submit" }));

  await waitFor(() => expect(notices().join()).toContain("Operation succeeded"));
  expect(bodies("addWoHandleInfo")[0]).toMatchObject({ woId: WO, token: "k1.link.mac" });
  expect(screen.queryByRole("dialog")).toBeNull();
});

// [LM-06]
it("opens for its visitor, who can send pictures, and shows why a reply was refused", async () => {
  remember("v_1");
  const { user, tokens, bodies, notices } = await visit(`/workorder?woId=${WO}&userId=v_1`, {
    queryWoById: () => golden("open/queryWoById"),
    addWoHandleInfo: () => new Refusal(409, "the work order is closed"),
  });

  await user.click(await screen.findByRole("button", { name: "Reply" }));
  const dialog = screen.getByRole("dialog", { name: "Your reply" });
  expect(within(dialog).getByText("Up to 3 pictures, 50 MB each")).toBeVisible();
  await user.type(within(dialog).getByRole("textbox"), "Thank you");
  await user.click(within(dialog).getByRole("button", { name: "Submit" }));

  await waitFor(() => expect(notices().join()).toContain("the work order is closed"));
  expect(within(dialog).getByRole("textbox")).toHaveValue("Thank you");
  expect(bodies("queryWoById")).toEqual([{ woId: WO, userId: "v_1" }]);
  expect(tokens("queryWoById")).toEqual(["Bearer t0k3n"]);
});

// [LM-07]
it("never shows internal replies, even if the server sends them", async () => {
  const replies = golden("agent/getWorkOrder").handleList;
  expect(JSON.stringify(replies)).toContain('"handleType":3');
  await visit(`/workorder?woId=${WO}&token=t`, { queryWoById: () => golden("agent/getWorkOrder") });

  await screen.findByRole("article");

  expect(screen.getAllByText(/^(Public|Customer) reply$/)).toHaveLength(2);
});

// [LM-08]
it.each([
  [0, "Not yet handled"],
  [1, "Accepted"],
  [2, "Waiting"],
  [3, "Resolved"],
  [5, "Finished"],
  [99, "Finished"],
])("shows the status of an order: %i", async (handleWoStatus, text) => {
  await visit(`/workorder?woId=${WO}&token=t`, {
    queryWoById: () => ({ ...golden("open/queryWoById"), handleWoStatus, handleList: [] }),
  });

  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryAllByRole("button", { name: "Reply" })).toHaveLength(text === "Finished" ? 0 : 1);
});

// [LM-08]
it.each([
  [0, "Low"],
  [2, "High"],
  [3, "Urgent"],
])("shows the priority of an order: %i", async (priority, text) => {
  await visit(`/workorder?woId=${WO}&token=t`, {
    queryWoById: () => ({ ...golden("open/queryWoById"), priority }),
  });

  expect(await screen.findByText(text)).toBeVisible();
});

it.each([
  [404, "This work order was not found"],
  [401, "This link is no longer valid"],
])("shows why an address opens no order: %i", async (code, text) => {
  const { container } = await visit("/workorder?woId=x&token=y", {
    queryWoById: () => new Refusal(code, "no"),
  });

  expect(await screen.findByText(text)).toBeVisible();
  await isSound(container);
});
