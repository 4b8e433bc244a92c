/** Sends a visitor what the desk has no button for, cards and forms, by the agents' API. */
import { expect } from "@playwright/test";
import { passwordOf } from "./server";

export class AgentCalls {
  readonly #url: string;
  readonly #token: string;
  #lastId = 0;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  static async signIn(url: string, account: string): Promise<AgentCalls> {
    const body = { tenantId: "demo", account, password: passwordOf(url, account) };
    const { token } = await new AgentCalls(url, "").#call("login", body);
    return new AgentCalls(url, String(token));
  }

  /** Sends a message to the visitor of the only conversation. */
  async show(msgType: number, content: unknown): Promise<void> {
    const msgContent = typeof content === "string" ? content : JSON.stringify(content);
    await this.#send(await this.#partner(), { msgType, msgContent });
  }

  /** Finds the id of one of the last twenty messages. */
  async idOf(words: string): Promise<string> {
    const userId = await this.#partner();
    const { msgList } = await this.#call("getHistoryMsg", { userId, pageSize: 20, maxTime: 0 });
    const said: { msgId: string; msgContent: string }[] = Array.isArray(msgList) ? msgList : [];
    const id = said.find(({ msgContent }) => msgContent === words)?.msgId;
    expect(id, `somebody said: ${words}`).toBeDefined();
    return id ?? "";
  }

  /** The cards among the last twenty messages, as the API returns them. */
  async cards(): Promise<unknown[]> {
    const userId = await this.#partner();
    const { msgList } = await this.#call("getHistoryMsg", { userId, pageSize: 20, maxTime: 0 });
    const said: { msgType: unknown; msgContent: string }[] = Array.isArray(msgList) ? msgList : [];
    return said.filter(({ msgType }) => msgType === 3).map(({ msgContent }) => JSON.parse(msgContent));
  }

  /** Sends a reply that quotes a message. */
  async answers(messageId: string, words: string): Promise<void> {
    await this.#send(await this.#partner(), { msgType: 1, msgContent: words, replyMsg: messageId });
  }

  async #partner(): Promise<string> {
    const { list } = await this.#call("listConversations", {});
    const [first] = Array.isArray(list) ? list : [];
    return first?.userId;
  }

  async #send(userId: string, message: Record<string, unknown>): Promise<void> {
    this.#lastId += 1;
    await this.#call("sendMsg", { userId, id: `shown-${this.#lastId}`, ...message });
  }

  async #call(call: string, body: unknown): Promise<Record<string, unknown>> {
    const answer = await fetch(`${this.#url}/api/agent/${call}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${this.#token}` },
      body: JSON.stringify(body),
    });
    const { code, message, data } = await answer.json();
    expect(code, `${call}: ${message}`).toBe(200);
    return data;
  }
}
