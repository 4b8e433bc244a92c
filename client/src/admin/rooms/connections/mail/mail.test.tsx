import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { expectAccessible, renderAdmin } from "../../../../../test/admin";
import { ApiError } from "../../../../api/http";
import type { Thing } from "../../../../wire/things";

const tenant: Thing = { version: 1, tenantId: "demo", name: "Fern" };
const off = { isOn: false, sender: "", waiting: 0, waitingMax: 10, ofDay: 0, ofDayMax: 20 };
const on = { ...off, isOn: true, sender: "chat@example.com", ofDay: 3 };
const failure = { problem: "refused", code: 550, answer: "no such mailbox" };
const bounced = {
  id: "m-1",
  at: Date.now(),
  kind: "invitation",
  to: "zoe@example.com",
  subject: "Fern invites you",
  state: "bounced",
  tries: 1,
  nextAt: 0,
  endedAt: Date.now(),
  failure,
};

async function open(answers: Record<string, unknown>) {
  const call = vi.fn(async (name: string) => {
    const answer = answers[name];
    if (answer instanceof Error) throw answer;
    return answer ?? { list: [], next: "" };
  });
  const admin = await renderAdmin({
    path: "/connections/mail",
    shelf: { tenant: [tenant] },
    api: { call: call as never },
  });
  await screen.findByRole("heading", { name: "Mail" });
  return { ...admin, call };
}

describe("mail", () => {
  it("says what the operator must do while there is no SMTP server", async () => {
    await open({ "mail/state": off });

    expect(await screen.findByText("This server sends no mail yet")).toBeInTheDocument();
    expect(screen.getByText(/host = "smtp\.example\.com"/)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Send a test mail" })).not.toBeInTheDocument();
    expect(await screen.findByText("No mail yet")).toBeInTheDocument();
    await expectAccessible();
  });

  it("saves the shop's mailbox and what goes there", async () => {
    const { user, api } = await open({ "mail/state": on });
    await user.type(await screen.findByRole("textbox", { name: "Address" }), "shop@example.com");
    await user.click(screen.getByRole("switch", { name: "Send left messages there" }));
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(api.put).toHaveBeenCalled());
    const [, written] = vi.mocked(api.put).mock.lastCall ?? [];
    expect(written?.mail).toMatchObject({ mailbox: "shop@example.com", leaveMessages: 1 });
  });

  it("shows what the SMTP server answers to a test mail", async () => {
    const { user, call } = await open({ "mail/state": on, "mail/test": { ok: false, ms: 85, failure } });
    await user.type(await screen.findByRole("textbox", { name: "To" }), "ann@example.com");
    await user.click(screen.getByRole("button", { name: "Send a test mail" }));

    expect(
      await screen.findByText("The SMTP server refuses this mail. It answered: 550 no such mailbox"),
    ).toBeInTheDocument();
    expect(call).toHaveBeenCalledWith("mail/test", { to: "ann@example.com" }, expect.anything());
    await expectAccessible();
  });

  it("says which address is wrong", async () => {
    const wrong = new ApiError("invalid", "some fields are not valid", undefined, [
      { field: "to", message: "must be an e-mail address" },
    ]);
    const { user } = await open({ "mail/state": on, "mail/test": wrong });
    await user.type(await screen.findByRole("textbox", { name: "To" }), "ann");
    await user.click(screen.getByRole("button", { name: "Send a test mail" }));

    expect(await screen.findByText("Enter an e-mail address such as you@example.com.")).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "To" })).toBeInvalid();
  });

  it("lists recent mails, and sends one that bounced again", async () => {
    const { user, call } = await open({
      "mail/state": { ...on, failure: { problem: "notReached", code: 0, answer: "" } },
      "mail/list": { list: [bounced], next: "" },
      "mail/resend": {},
    });
    const list = await screen.findByRole("list", { name: "Recent mails" });

    expect(within(list).getByText("Not delivered")).toBeInTheDocument();
    expect(within(list).getByText(/550 no such mailbox/)).toBeInTheDocument();
    expect(screen.getByText(/cannot be reached\. Mails wait/)).toBeInTheDocument();
    await user.click(within(list).getByRole("button", { name: "Send again: “Fern invites you”" }));

    await waitFor(() => expect(call).toHaveBeenCalledWith("mail/resend", { id: "m-1" }, expect.anything()));
    await expectAccessible();
  });

  it("sends an invitation by mail, and shows the link all the same", async () => {
    const zoe: Thing = {
      version: 1,
      adminId: "zoe",
      account: "zoe@example.com",
      adminNick: "Zoe",
      adminFace: "",
      role: "agent",
      groupIds: [],
      capacity: 3,
      passwordSet: false,
    };
    const invitation = { link: "/desk/join#token=x", expiresAt: Date.now(), mailedTo: "zoe@example.com" };
    const call = vi.fn(async (name: string) => (name === "mail/state" ? on : invitation));
    const { user } = await renderAdmin({
      path: "/people/agents/zoe",
      shelf: { agents: [zoe] },
      api: { call: call as never },
    });

    await user.click(await screen.findByRole("button", { name: "Send the invitation by mail" }));

    expect(await screen.findByText(/on its way to zoe@example\.com/)).toBeInTheDocument();
    expect(call).toHaveBeenCalledWith("agents/invite", { adminId: "zoe", mail: 1 }, expect.anything());
    expect(screen.getByRole("textbox", { name: /link/i })).toHaveValue(
      new URL("/desk/join#token=x", location.href).href,
    );
  });
});
