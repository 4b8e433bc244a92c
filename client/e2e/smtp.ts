/** A small SMTP server on this machine: it takes mails, or refuses them as the test says. */

import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

export type Mail = { to: string; text: string };

export type Smtp = {
  port: number;
  /** The mails taken so far. */
  mails: Mail[];
  /** Answers every recipient with this line; empty: takes mails. */
  refuses: (answer: string) => void;
  close: () => Promise<void>;
};

export async function openSmtp(): Promise<Smtp> {
  const mails: Mail[] = [];
  const open = new Set<Socket>();
  let refusal = "";

  async function talk(socket: Socket) {
    const say = (line: string) => socket.write(`${line}\r\n`);
    let to = "";
    let text: string[] | undefined;
    say("220 fern.example");
    for await (const line of createInterface({ input: socket })) {
      if (text) {
        if (line !== ".") {
          text.push(line);
          continue;
        }
        mails.push({ to, text: text.join("\n") });
        text = undefined;
        say("250 taken");
      } else if (/^EHLO/i.test(line)) say("250 fern.example");
      else if (/^RCPT/i.test(line)) {
        to = /<(.*?)>/.exec(line)?.[1] ?? "";
        say(refusal || "250 ok");
      } else if (/^DATA/i.test(line)) {
        text = [];
        say("354 go on");
      } else if (/^QUIT/i.test(line)) {
        say("221 bye");
        socket.end();
      } else say("250 ok");
    }
  }

  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => undefined).on("close", () => open.delete(socket));
    // A connection that breaks is the server's matter.
    talk(socket).catch(() => undefined);
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
  return {
    port,
    mails,
    refuses: (answer) => {
      refusal = answer;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
