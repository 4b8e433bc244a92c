/** Changes settings while visitors are online, by the administration API. */
import { type Fields, post } from "./post";
import { passwordOf } from "./server";

export class Administration {
  readonly #url: string;
  readonly #token: string;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  static async of(url: string): Promise<Administration> {
    const login = { tenantId: "demo", account: "admin", password: passwordOf(url, "admin") };
    const { token } = await post(`${url}/api/agent/login`, "", login);
    return new Administration(url, String(token));
  }

  async call(name: string, body: Fields): Promise<Fields> {
    return post(`${this.#url}/api/admin/${name}`, this.#token, body);
  }

  /** Changes some fields of a setting that exists once. */
  async change(thing: string, fields: Fields): Promise<void> {
    await this.call(`${thing}/put`, { ...(await this.call(`${thing}/get`, {})), ...fields });
  }
}
