/** A receiver of webhooks on this machine, which checks signatures as Standard Webhooks describes. */
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type Receiver = {
  host: string;
  /** The types of the events that it took, and their texts. */
  taken: string[];
  /** Believes this secret. */
  believes: (secret: string) => void;
  /** Answers with this status. */
  answers: (status: number) => void;
  close: () => Promise<void>;
};

export async function openReceiver(): Promise<Receiver> {
  const taken: string[] = [];
  let key = Buffer.alloc(0);
  let status = 204;

  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += String(piece);
    const {
      "webhook-id": id,
      "webhook-timestamp": seconds,
      "webhook-signature": signature,
    } = request.headers;
    const expected = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
    if (!String(signature).split(" ").includes(`v1,${expected}`)) {
      response.writeHead(400).end("the signature is wrong");
      return;
    }
    if (status < 300) taken.push(body);
    response.writeHead(status).end(status < 300 ? "" : "the CRM is being repaired");
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
  return {
    host: `127.0.0.1:${port}`,
    taken,
    believes: (secret) => {
      key = Buffer.from(secret.slice("whsec_".length), "base64");
    },
    answers: (next) => {
      status = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
