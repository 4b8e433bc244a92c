/** A shop of another origin, with a strict policy and hostile styles. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export type Shop = { url: string; close: () => Promise<void> };

export type ShopSetup = {
  /** The text direction of the shop's page. */
  dir?: "ltr" | "rtl";
  /** The channel of the script tag; without one the widget waits for `boot`. */
  channel?: string;
  /** Allowed script sources besides the shop. Default: the chat's origin. */
  scripts?: string;
  /** The shop frames the chat itself and loads no script. */
  ownFrame?: boolean;
  /** The shop's host. Default: another site than the chat's. */
  host?: "localhost" | "127.0.0.1";
  /** More code for the shop's own script. */
  script?: string;
  /** The script of a bundled page that loads the chat's script itself. */
  app?: string;
};

export async function openShop(chat: string, setup: ShopSetup = {}): Promise<Shop> {
  const { host = "localhost" } = setup;
  const policy = [
    "default-src 'none'",
    `script-src ${setup.scripts ?? chat} 'self'`,
    `frame-src ${chat}`,
    "style-src 'self'",
    "require-trusted-types-for 'script'",
    ...(setup.app ? ["trusted-types frontdesk"] : []),
  ].join("; ");
  const server = createServer((request, response) => {
    if (request.url === "/shop.css") {
      response.writeHead(200, { "Content-Type": "text/css" }).end(UNFRIENDLY);
      return;
    }
    if (request.url === "/shop.js" || request.url === "/app.js") {
      const script = request.url === "/app.js" ? setup.app : EARLY_CALLS + (setup.script ?? "");
      response.writeHead(200, { "Content-Type": "text/javascript" }).end(script);
      return;
    }
    response
      .writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy })
      .end(setup.app ? appPage(chat) : page(chat, setup));
  });
  const port = await listening(server, host);
  // The chat is at 127.0.0.1: for a browser localhost is another site, not only another port.
  return {
    url: `http://${host}:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const UNFRIENDLY = `
  * { font: 40px cursive !important; color: red !important; transform: none; letter-spacing: 1em; }
  div, button, iframe:not(#own) { display: none !important; opacity: 0 !important; inline-size: 1px !important; }
  frontdesk-chat { display: none !important; }
  body { block-size: 3000px; overflow-wrap: anywhere; }
`;

/** Calls of the shop's own script before the widget's script has loaded. */
const EARLY_CALLS = `
  window.heard = [];
  window.Frontdesk = [
    ["on", "unread", (count) => heard.push("unread " + count)],
    ["on", "status", (status) => heard.push("status " + status)],
    ["on", "queue", (place) => heard.push("queue " + place)],
    ["on", "call", (rings) => heard.push("call " + rings)],
    ["on", "error", (why) => heard.push("error " + why)],
    ["on", "open", () => heard.push("open")],
    ["on", "close", () => heard.push("close")],
    ["on", "message", () => heard.push("message")],
    ["on", "ready", () => heard.push("ready")],
    ["setLocale", "en"],
  ];
`;

function page(chat: string, { dir = "ltr", channel = "demo", ownFrame = false }: ShopSetup): string {
  const tag = `<script src="${chat}/chat_online/embed.js" data-channel-id="${channel}" data-color="#1f5d43" async></script>`;
  const frame = `<iframe id="own" src="${chat}/chat_online/index?channelId=demo&from=iframe&locale=en"></iframe>`;
  return `<!doctype html><html lang="en" dir="${dir}"><head><title>Another shop</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="stylesheet" href="/shop.css"><script src="/shop.js"></script></head>
    <body><main><h1>Another shop</h1><a href="#here">A link</a></main>
    ${ownFrame ? frame : tag}
    </body></html>`;
}

function appPage(chat: string): string {
  return `<!doctype html><html lang="en" data-chat="${chat}"><head><title>A shop made with React</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"></head>
    <body><div id="root"></div><script type="module" src="/app.js"></script></body></html>`;
}

function listening(server: Server, host: string): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, host, () => {
      const address: AddressInfo | string | null = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
}
