/** Services of a tenant's own, on this machine: a large model that says what the test lets it, and one that knows orders. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Service = { host: string; close: () => Promise<void> };

/** An endpoint that speaks as OpenAI's chat completions do, a piece at a time. */
export type Model = Service & {
  /** Resolves once the model is asked; whoever asked waits for what it says. */
  asked: () => Promise<void>;
  /** Whether whoever asked last has hung up. */
  isLeft: () => boolean;
  says: (piece: string) => void;
  /** As a model does that is done. */
  ends: () => void;
  /** As a line does that breaks. */
  breaks: () => void;
};

export async function openModel(): Promise<Model> {
  let answering: ServerResponse | undefined;
  let told: (() => void) | undefined;
  const service = await open((request, response) => {
    request.resume();
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.flushHeaders();
    answering = response;
    told?.();
  });
  const write = (delta: object, finish: string | null) => {
    answering?.write(`data: ${JSON.stringify({ choices: [{ delta, finish_reason: finish }] })}\n\n`);
  };
  return {
    ...service,
    asked: () =>
      new Promise((resolve) => {
        if (answering) resolve();
        told = resolve;
      }),
    isLeft: () => answering?.destroyed ?? false,
    says: (piece) => write({ content: piece }, null),
    ends: () => {
      write({}, "stop");
      answering?.end("data: [DONE]\n\n");
    },
    breaks: () => {
      answering?.destroy();
    },
  };
}

/** A service that says how an order stands, as soon as `tells` is called. */
export type Orders = Service & { wasAsked: () => string[]; tells: (status: string) => void };

export async function openOrders(): Promise<Orders> {
  const asked: string[] = [];
  const waiting: ServerResponse[] = [];
  const service = await open((request, response) => {
    let body = "";
    request.on("data", (piece) => {
      body += piece;
    });
    request.on("end", () => {
      asked.push(body);
      waiting.push(response);
    });
  });
  return {
    ...service,
    wasAsked: () => asked,
    tells: (status) => {
      for (const response of waiting.splice(0)) {
        response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ status }));
      }
    },
  };
}

async function open(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<Service> {
  const server = createServer(handle);
  const port = await listening(server);
  return {
    host: `127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address: AddressInfo | string | null = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
}
