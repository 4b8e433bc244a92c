/** Somebody else's shop: another origin, a strict policy, and styles that are friendly to nobody. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export type Shop = { url: string; close: () => Promise<void> };

/** `dir` is the direction the shop's page is read in. */
export async function openShop(chat: string, dir: "ltr" | "rtl" = "ltr"): Promise<Shop> {
  const policy = [
    "default-src 'none'",
    `script-src ${chat} 'self'`,
    `frame-src ${chat}`,
    "style-src 'self'",
    "require-trusted-types-for 'script'",
  ].join("; ");
  const server = createServer((request, response) => {
    if (request.url === "/shop.css") {
      response.writeHead(200, { "Content-Type": "text/css" }).end(UNFRIENDLY);
      return;
    }
    if (request.url === "/shop.js") {
      response.writeHead(200, { "Content-Type": "text/javascript" }).end(EARLY_CALLS);
      return;
    }
    response
      .writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy })
      .end(page(chat, dir));
  });
  const port = await listening(server);
  // localhost, while the chat is at 127.0.0.1: for a browser another site, not only another port.
  return {
    url: `http://localhost:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const UNFRIENDLY = `
  * { font: 40px cursive !important; color: red !important; transform: none; letter-spacing: 1em; }
  div, button, iframe { display: none !important; opacity: 0 !important; inline-size: 1px !important; }
  frontdesk-chat { display: none !important; }
  body { block-size: 3000px; overflow-wrap: anywhere; }
`;

const EARLY_CALLS = `
  window.heard = [];
  window.ChatOnline = [
    ["on", "unread", (count) => heard.push("unread " + count)],
    ["on", "open", () => heard.push("open")],
    ["on", "hide", () => heard.push("hide")],
    ["on", "ready", () => heard.push("ready")],
    ["update", { locale: "en", params: { order: "4711" } }],
  ];
`;

function page(chat: string, dir: string): string {
  return `<!doctype html><html lang="en" dir="${dir}"><head><title>Another shop</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="stylesheet" href="/shop.css"><script src="/shop.js"></script></head>
    <body><p>Another shop</p><a href="#here">A link</a>
    <script src="${chat}/chat_online/embed.js" data-channel-id="demo" data-color="#1f5d43" async></script>
    </body></html>`;
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "localhost", () => {
      const address: AddressInfo | string | null = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
}
