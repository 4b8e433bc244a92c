import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { expectAccessible, renderAdmin } from "../../../../../test/admin";
import { ApiError } from "../../../../api/http";

type Body = Record<string, unknown>;

const AT = 1_790_000_000_000;
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";
const crm = {
  webhookId: "a1",
  url: "https://hooks.example.com/crm",
  events: ["message.created"],
  description: "CRM",
  enabled: true,
  queued: 0,
  delivered: 120,
  failed: 0,
  missed: 0,
  lastAt: AT,
  lastStatus: 200,
  version: 2,
};
const attempt = {
  deliveryId: "d1",
  at: AT,
  eventId: "evt_1",
  type: "message.created",
  attempt: 2,
  outcome: "retried",
  status: 500,
  ms: 41,
};

/** A server with these webhooks. */
function server(list: Body[]) {
  return vi.fn(async (call: string, body: Body) => {
    switch (call) {
      case "webhooks/list":
        return structuredClone(list);
      case "webhooks/put": {
        const saved = {
          ...crm,
          ...body,
          webhookId: body.webhookId || "b2",
          version: Number(body.version) + 1,
        };
        list.splice(0, list.length, saved);
        return body.webhookId ? saved : { ...saved, secret };
      }
      case "webhooks/deliveries":
        return { list: [attempt], next: "" };
      case "webhooks/delivery":
        return { ...attempt, body: '{"type":"message.created"}', answer: "broken" };
      case "webhooks/test":
        return { ...attempt, outcome: "failed", status: null, trouble: "tooSlow", body: "{}", answer: "" };
      case "webhooks/rotate":
        return { ...crm, version: 3, secret };
      case "webhooks/resend":
      case "webhooks/delete":
        return {};
      default:
        throw new ApiError("notFound", call);
    }
  });
}

async function open(path: string, list: Body[]) {
  const call = server(list);
  const admin = await renderAdmin({ path, api: { call: call as never } });
  return { ...admin, call };
}

describe("webhooks", () => {
  it("are listed with how each fares", async () => {
    await open("/connections/webhooks", [
      crm,
      {
        ...crm,
        webhookId: "a2",
        description: "",
        offReason: "failing",
        offAt: AT,
        enabled: false,
        queued: 7,
      },
    ]);

    expect(await screen.findByRole("link", { name: "CRM" })).toBeInTheDocument();
    expect(screen.getByText("Works")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "hooks.example.com" })).toBeInTheDocument();
    expect(screen.getByText("Turned off: it failed for five days")).toBeInTheDocument();
    expect(screen.getByText("7 events wait")).toBeInTheDocument();
    await expectAccessible();
  });

  it("a new one shows its secret once", async () => {
    const { user, call } = await open("/connections/webhooks", []);
    expect(await screen.findByText("No webhooks yet")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Add a webhook" }));
    await user.type(await screen.findByRole("textbox", { name: "Address" }), crm.url);
    await user.click(screen.getByRole("checkbox", { name: /A visitor is erased/ }));
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Save" }));

    expect(await screen.findByRole("textbox", { name: "Signing secret" })).toHaveValue(secret);
    const put = call.mock.calls.find(([name]) => name === "webhooks/put");
    expect(put?.[1]).toMatchObject({ url: crm.url, enabled: true, webhookId: "", version: 0 });
    expect(put?.[1].events).toHaveLength(9);
    await expectAccessible();
    await user.click(screen.getByRole("link", { name: "Go to the webhook" }));
    expect(await screen.findByRole("heading", { name: "Deliveries" })).toBeInTheDocument();
    expect(screen.queryByDisplayValue(secret)).not.toBeInTheDocument();
  });

  it("is changed and turned off", async () => {
    const { user, call } = await open("/connections/webhooks/a1", [crm]);
    await user.click(await screen.findByRole("switch", { name: "Send events" }));
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(call.mock.calls.some(([name]) => name === "webhooks/put")).toBe(true));
    const put = call.mock.calls.find(([name]) => name === "webhooks/put");
    expect(put?.[1]).toMatchObject({ webhookId: "a1", enabled: false, version: 2 });
  });

  it("shows an attempt and sends it again", async () => {
    const { user, call } = await open("/connections/webhooks/a1", [crm]);
    await user.click(await screen.findByRole("button", { name: "message.created" }));
    expect(await screen.findByText("broken")).toBeInTheDocument();
    expect(screen.getByText("Tried again later")).toBeInTheDocument();
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Send again" }));

    await waitFor(() =>
      expect(call).toHaveBeenCalledWith(
        "webhooks/resend",
        { webhookId: "a1", deliveryId: "d1" },
        expect.anything(),
      ),
    );
  });

  it("a test that fails says why", async () => {
    const { user } = await open("/connections/webhooks/a1", [crm]);
    await user.click(await screen.findByRole("button", { name: "Send a test" }));

    expect(await screen.findByText("The test failed: No answer within ten seconds")).toBeInTheDocument();
    expect(screen.queryByText(/^Answered/)).not.toBeInTheDocument();
  });

  it("a test shows what the receiver answers", async () => {
    const call = vi.fn(async (name: string) =>
      name === "webhooks/test"
        ? { ...attempt, outcome: "failed", status: 500, body: "{}", answer: "no such customer" }
        : server([crm])(name, {}),
    );
    const { user } = await renderAdmin({ path: "/connections/webhooks/a1", api: { call: call as never } });
    await user.click(await screen.findByRole("button", { name: "Send a test" }));

    expect(await screen.findByText("The test failed: 500")).toBeInTheDocument();
    expect(screen.getByText("Answered 500 after 41 ms:")).toBeInTheDocument();
    expect(screen.getByText("no such customer")).toBeInTheDocument();
    await expectAccessible();
  });

  it("says what waits and what was given up after a receiver is gone", async () => {
    const gone = { ...crm, enabled: false, offReason: "gone", offAt: AT, queued: 2, failed: 1 };
    await open("/connections/webhooks/a1", [gone]);

    expect(await screen.findByText(/answered “410 Gone”/)).toBeInTheDocument();
    expect(screen.getByText("Given up").closest("div")).toHaveTextContent("Given up1");
    expect(screen.getByText(/Those that wait already are sent when it is on again/)).toBeInTheDocument();
  });

  it("gets a new secret after a question", async () => {
    const { user } = await open("/connections/webhooks/a1", [crm]);
    await user.click(await screen.findByRole("button", { name: "Make a new secret" }));
    const dialog = await screen.findByRole("dialog", { name: "Make a new secret?" });
    await user.click(within(dialog).getByRole("button", { name: "Make a new secret" }));

    expect(await screen.findByRole("textbox", { name: "Signing secret" })).toHaveValue(secret);
  });

  it("an address that is no webhook has no page", async () => {
    await open("/connections/webhooks/none", [crm]);

    expect(await screen.findByRole("heading", { name: "There is no such page" })).toBeInTheDocument();
  });
});
