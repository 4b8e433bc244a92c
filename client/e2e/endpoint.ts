/** A tenant's own services on this machine: a large model that the test controls, and a service for orders. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Service = { host: string; close: () => Promise<void> };

/** An endpoint like OpenAI's chat completions that streams one piece at a time. */
export type Model = Service & {
  /** Resolves when a request arrives; the request then waits for `says`. */
  asked: () => Promise<void>;
  /** Whether the client of the last request has disconnected. */
  isLeft: () => boolean;
  says: (piece: string) => void;
  /** Ends the stream as a model does when it is done. */
  ends: () => void;
  /** Drops the connection in the middle of the stream. */
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

/** A service that returns the status of an order when `tells` is called. */
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

/** A shop's system that knows its customers. */
export type CustomerSystem = Service & { asked: () => number; fails: (isFailing: boolean) => void };

export async function openCustomerSystem(): Promise<CustomerSystem> {
  let count = 0;
  let isFailing = false;
  const service = await open((request, response) => {
    let body = "";
    request.on("data", (piece) => {
      body += piece;
    });
    request.on("end", () => {
      count += 1;
      if (isFailing) {
        response.writeHead(500).end();
        return;
      }
      const { userId } = JSON.parse(body);
      const answer = {
        fields: [{ label: "Known as", value: `customer ${userId}` }],
        links: [{ label: "In the shop", url: `https://shop.example.com/${userId}` }],
      };
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
    });
  });
  return {
    ...service,
    asked: () => count,
    fails: (now) => {
      isFailing = now;
    },
  };
}
