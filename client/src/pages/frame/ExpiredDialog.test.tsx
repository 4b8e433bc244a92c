import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { type Answers, isSound, Refusal, remember, visit } from "../../../test/visitorPages";

const expired = () => new Refusal(401, "login state expired");
const template = { templateId: "t", woType: { typeId: "t", typeName: "Garden visit" }, items: [] };

const PAGES: [string, string, Answers][] = [
  ["/question", "/question?docId=shipping", { getRobotDoc: expired }],
  ["/formData", "/formData?templateId=t&tenantId=demo", { getTemplateFiledInfoByTemplateId: expired }],
  ["/workorder", "/workorder?woId=x&token=y", { queryWoById: expired }],
];

/** Stores a last chat with this channel, and its visitor. */
function lastChatWas(channelId: string) {
  const value = { tenantId: "demo", channelId, mainColor: "", cusColor: "", navigationBarColor: "" };
  localStorage.setItem("frontdesk&look", JSON.stringify({ value, start: Date.now(), keptMs: 60_000 }));
  remember("v_1");
}

afterEach(() => localStorage.clear());

const question = () => screen.findByRole("dialog", { name: "System prompt" });

// [ER-01]
it.each(PAGES)(
  "%s asks whether to sign in again on 401, and stays open if the visitor declines",
  async (...page) => {
    const [route, path, answers] = page;
    lastChatWas("demo-groups");
    const { user, container } = await visit(path, answers);

    const dialog = await question();
    expect(dialog).toHaveTextContent("Your sign-in has expired");
    await isSound(container);
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));

    expect(screen.queryByRole("dialog")).toBeNull();
    expect(location.pathname).toBe(`/chat_online${route}`);
    expect(localStorage.getItem("demo&userId")).not.toBeNull();
  },
);

// [ER-01]
it.each(PAGES)(
  "%s signs the visitor out and leads to the last chat if they sign in again",
  async (...page) => {
    const [, path, answers] = page;
    lastChatWas("demo-groups");
    const { user } = await visit(path, answers);

    await user.click(within(await question()).getByRole("button", { name: "Sign in again" }));

    await waitFor(() => expect(location.pathname).toBe("/chat_online/index"));
    expect(location.search).toBe("?channelId=demo-groups");
    expect(localStorage.getItem("demo&userId")).toBeNull();
  },
);

// [ER-01]
it("an article leads to the chat of its address", async () => {
  const { user } = await visit("/question?docId=shipping&channelId=demo", { getRobotDoc: expired });

  await user.click(within(await question()).getByRole("button", { name: "Sign in again" }));

  await waitFor(() => expect(location.pathname + location.search).toBe("/chat_online/index?channelId=demo"));
});

// [ER-01]
it("a form that expires while it is filled in shows the dialog", async () => {
  const { user } = await visit("/formData?templateId=t&tenantId=demo", {
    getTemplateFiledInfoByTemplateId: () => template,
    addWo: expired,
  });
  await user.click(await screen.findByRole("button", { name: "Submit" }));

  await user.click(within(await question()).getByRole("button", { name: "Cancel" }));

  expect(await screen.findByText("This form has expired. Please open it again.")).toBeVisible();
});

it("reloads the page if the device has no last chat", async () => {
  const answers = [expired, () => ({ docQuestion: "How fast?", docAnswer: "In a day" })];
  const { user } = await visit("/question?docId=shipping", { getRobotDoc: () => answers.shift()?.() });

  await user.click(within(await question()).getByRole("button", { name: "Sign in again" }));

  expect(await screen.findByRole("heading", { name: "How fast?" })).toBeVisible();
});
