/** What an agent's own program says to a visitor that the desk has no button for: cards and forms, by the API. */
import { expect } from "@playwright/test";
import { passwordOf } from "./agent";

export class AgentCalls {
  readonly #url: string;
  readonly #token: string;
  #lastId = 0;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  static async signIn(url: string, account: string): Promise<AgentCalls> {
    const body = { tenantId: "demo", account, password: passwordOf(account) };
    const { token } = await new AgentCalls(url, "").#call("login", body);
    return new AgentCalls(url, String(token));
  }

  /** Shows something to the visitor of the one conversation there is. */
  async show(msgType: number, content: unknown): Promise<void> {
    const { list } = await this.#call("listConversations", {});
    const [first] = Array.isArray(list) ? list : [];
    this.#lastId += 1;
    await this.#call("sendMsg", {
      userId: first?.userId,
      id: `shown-${this.#lastId}`,
      msgType,
      msgContent: typeof content === "string" ? content : JSON.stringify(content),
    });
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
