/** Visitor pages in a test: the real pages at an address, over fake calls. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { expect, vi } from "vitest";
import { App } from "../src/app/App";
import { createStore } from "../src/state/jotai";
import { englishWords } from "./words";

/** Responds to a call by its body: with the data of a success, or with a refusal. */
export type Answers = Record<string, (body: Body) => unknown>;
export type Body = Record<string, unknown>;

export class Refusal {
  readonly code: number;
  readonly message: string;
  constructor(code: number, message: string) {
    this.code = code;
    this.message = message;
  }
}

/** The data of a call's golden response. */
export function golden(call: string): Body {
  const file = join(import.meta.dirname, "../../fixtures/wire", call, "response.json");
  return JSON.parse(readFileSync(file, "utf8")).data;
}

/** A channel that accepts left messages of a type. */
export function channel(over: Body = {}): Body {
  return {
    ...golden("visitor/channelInfo"),
    tenantId: "demo",
    channelId: "demo",
    language: "en",
    leaveMsgMode: 1,
    ...over,
  };
}

/** Stores this visitor on the device. */
export function remember(userId: string, token = "t0k3n"): void {
  const kept = { value: { userId, token }, start: Date.now(), keptMs: 60_000 };
  localStorage.setItem("demo&userId", JSON.stringify(kept));
}

/** Opens `path` below /chat_online; calls without a response stay pending. */
export async function visit(path: string, answers: Answers) {
  window.history.replaceState(null, "", `/chat_online${path}`);
  const said: { call: string; body: Body; token: string | null }[] = [];
  vi.stubGlobal("fetch", async (input: Request) => {
    const call = new URL(input.url).pathname.split("/").at(-1) ?? "";
    const body: Body = await input.json();
    said.push({ call, body, token: input.headers.get("Authorization") });
    const answer = answers[call];
    if (!answer) return new Promise<Response>(() => undefined);
    const data = await answer(body);
    const code = data instanceof Refusal ? data.code : 200;
    const envelope =
      data instanceof Refusal ? { code, message: data.message } : { code, message: "SUCCESS", data };
    return new Response(JSON.stringify(envelope), { status: code });
  });
  const user = userEvent.setup();
  const i18n = await englishWords();
  const { container, unmount } = render(<App i18n={i18n} store={createStore()} />);
  return {
    user,
    container,
    unmount,
    /** The bodies of a call's requests, in order. */
    bodies: (call: string) => said.filter((one) => one.call === call).map((one) => one.body),
    tokens: (call: string) => said.filter((one) => one.call === call).map((one) => one.token),
    /** The texts of the notices on the page. */
    notices: () => screen.getAllByRole("status").map((one) => one.textContent ?? ""),
  };
}

/** Checks accessibility with axe, except colour contrast, which needs a real browser. */
export async function isSound(container: Element): Promise<void> {
  const { violations } = await axe.run(container, { rules: { "color-contrast": { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`)).toEqual([]);
}
