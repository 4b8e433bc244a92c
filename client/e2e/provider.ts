/** A small provider of OpenID Connect on this machine: a page to sign in, RS256, PKCE. */
import { createHash, createSign, generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Provider = {
  host: string;
  issuer: string;
  /** How the next answers are wrong; empty for good ones. */
  breaks: (how: "" | "audience" | "unsigned") => void;
  close: () => Promise<void>;
};

export const CLIENT = { clientId: "frontdesk", clientSecret: "a-secret-of-the-shop" } as const;

const base64 = (text: string) => Buffer.from(text).toString("base64url");

export async function openProvider(): Promise<Provider> {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const grants = new Map<string, URLSearchParams>();
  let wrong = "";
  let issuer = "";

  function token(asked: URLSearchParams): string {
    const now = Math.floor(Date.now() / 1000);
    const header = { alg: wrong === "unsigned" ? "none" : "RS256", kid: "k1", typ: "JWT" };
    const claims = {
      iss: issuer,
      aud: wrong === "audience" ? "another-client" : CLIENT.clientId,
      sub: "olive-1",
      name: "Olive",
      email: "olive@fern.example",
      email_verified: true,
      groups: ["shop-owners"],
      nonce: asked.get("nonce"),
      iat: now,
      exp: now + 300,
    };
    const text = `${base64(JSON.stringify(header))}.${base64(JSON.stringify(claims))}`;
    if (wrong === "unsigned") return `${text}.`;
    return `${text}.${createSign("RSA-SHA256").update(text).sign(privateKey).toString("base64url")}`;
  }

  function exchange(form: URLSearchParams, header: string): [number, object] {
    const own = `Basic ${Buffer.from(`${CLIENT.clientId}:${CLIENT.clientSecret}`).toString("base64")}`;
    if (header !== own) return [401, { error: "invalid_client" }];
    const code = form.get("code") ?? "";
    const asked = grants.get(code);
    grants.delete(code);
    const verifier = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!asked || asked.get("code_challenge") !== verifier) return [400, { error: "invalid_grant" }];
    return [200, { access_token: "x", token_type: "Bearer", id_token: token(asked) }];
  }

  const json = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? "/", issuer);
    if (url.pathname === "/.well-known/openid-configuration")
      return json(response, 200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        end_session_endpoint: `${issuer}/end`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
      });
    if (url.pathname === "/keys")
      return json(response, 200, {
        keys: [{ ...publicKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "k1" }],
      });
    if (url.pathname === "/token") {
      let body = "";
      for await (const piece of request) body += String(piece);
      const [status, said] = exchange(new URLSearchParams(body), request.headers.authorization ?? "");
      return json(response, status, said);
    }
    if (url.pathname === "/authorize") {
      const code = `c${grants.size}`;
      grants.set(code, url.searchParams);
      const back = (query: Record<string, string>) => {
        const to = new URL(url.searchParams.get("redirect_uri") ?? "");
        for (const [name, value] of Object.entries(query)) to.searchParams.set(name, value);
        return to.href.replaceAll("&", "&amp;");
      };
      const state = url.searchParams.get("state") ?? "";
      response.writeHead(200, { "Content-Type": "text/html" });
      return response.end(
        `<!doctype html><html lang="en"><title>Fern ID</title><h1>Fern ID</h1>` +
          `<a href="${back({ code, state, iss: issuer })}">I am Olive</a> ` +
          `<a href="${back({ error: "access_denied", state })}">Cancel</a>`,
      );
    }
    response.writeHead(200, { "Content-Type": "text/html" });
    return response.end(`<!doctype html><html lang="en"><title>Fern ID</title><h1>You are signed out</h1>`);
  }

  const server = createServer((request, response) => void answer(request, response));
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
  issuer = `http://127.0.0.1:${port}`;
  return {
    host: `127.0.0.1:${port}`,
    issuer,
    breaks: (how) => {
      wrong = how;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
