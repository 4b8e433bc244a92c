import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { expectAccessible, renderAdmin } from "../../../../test/admin";
import { ApiError } from "../../../api/http";
import type { Thing } from "../../../wire/things";

const tenant: Thing = { version: 1, tenantId: "demo", name: "Fern", relayHosts: [], pictureHosts: [] };
const nothing = { isUnknown: false, fields: [], links: [], pictures: [], leftOut: [], message: "" };

it("a shop connects its system with a secret that signs", async () => {
  const { user, api } = await renderAdmin({ path: "/connections/customer", shelf: { tenant: [tenant] } });
  await user.click(await screen.findByRole("switch", { name: "Ask your system about customers" }));
  await user.type(screen.getByRole("textbox", { name: "Address" }), "https://shop.example.com/customer");
  await user.click(screen.getByRole("button", { name: "Make a new one" }));
  expect(screen.getByText(/^Copy it now/)).toBeInTheDocument();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(api.put).toHaveBeenCalled());
  const [, written] = vi.mocked(api.put).mock.lastCall ?? [];
  expect(written?.customerData).toMatchObject({
    enabled: 1,
    address: "https://shop.example.com/customer",
    secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
  });
});

it("tries the settings on the screen with one customer before they are saved", async () => {
  const call = vi
    .fn()
    .mockResolvedValueOnce({ ...nothing, ok: false, ms: 2000, message: "the answer is larger than 64 KiB" })
    .mockResolvedValueOnce({ ...nothing, ok: true, ms: 80, isUnknown: true })
    .mockResolvedValueOnce({
      ...nothing,
      ok: true,
      ms: 84,
      fields: [{ label: "Orders", value: "12" }],
      leftOut: ["links[0].url must be an https address"],
    })
    .mockRejectedValueOnce(
      new ApiError("invalid", "", 0, [{ field: "customerData.address", message: "must be filled in" }]),
    );
  const { user, api } = await renderAdmin({
    path: "/connections/customer",
    shelf: { tenant: [tenant] },
    api: { call: call as never },
  });
  expect(await screen.findByRole("button", { name: "Try it" })).toBeDisabled();
  await user.type(screen.getByRole("textbox", { name: "Address" }), "https://shop.example.com/");

  await user.type(screen.getByRole("textbox", { name: "Id of a customer" }), "4711{Enter}");
  expect(await screen.findByText(/larger than 64 KiB/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Try it" }));
  expect(await screen.findByText(/does not know this customer/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Try it" }));
  expect(await screen.findByText("links[0].url must be an https address")).toBeInTheDocument();
  expect(screen.getByText("12")).toBeInTheDocument();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Try it" }));
  expect(await screen.findByText(/customerData\.address: must be filled in/)).toBeInTheDocument();

  expect(call).toHaveBeenCalledWith(
    "customerData/test",
    {
      userId: "4711",
      customerData: expect.objectContaining({ address: "https://shop.example.com/" }),
      relayHosts: [],
    },
    expect.anything(),
  );
  expect(api.put).not.toHaveBeenCalled();
});
