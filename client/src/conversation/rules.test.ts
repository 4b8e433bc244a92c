import { describe, expect, it } from "vitest";
import { answer, changed, message, open, received, written } from "../../test/conversations";
import type { Offer } from "../wire/answer";
import { opening } from "./opening";
import { entryOfUnsent, readUnsent, unsentOf } from "./outbox";
import { countBehind, rowsOf } from "./rows";
import { groupFor, receiverOf, transferAfter, transfersOnSend } from "./transferRules";

describe("opening", () => {
  const fresh = (receivesBy: Parameters<typeof opening>[0]["receivesBy"], msgToTransferFlag: boolean) =>
    opening({ receivesBy, msgToTransferFlag }, "robot", true);

  // [ST-02] [CH-22]
  it("follows the channel's receiveMode", () => {
    expect(fresh("robotFirst", false)).toEqual({ transfersNow: false, showsFaq: true, showsTips: false });
    expect(fresh("agentFirst", false)).toEqual({ transfersNow: true, showsFaq: false, showsTips: false });
    expect(fresh("agentFirst", true)).toEqual({ transfersNow: false, showsFaq: false, showsTips: true });
    expect(fresh("robotOnly", false)).toEqual({ transfersNow: false, showsFaq: true, showsTips: false });
    expect(fresh("agentOnly", false)).toEqual({ transfersNow: true, showsFaq: false, showsTips: false });
    expect(fresh("agentOnly", true)).toEqual({ transfersNow: false, showsFaq: false, showsTips: false });
  });

  it("does not transfer again after a reload, and shows nothing while an agent talks", () => {
    expect(opening({ receivesBy: "agentFirst", msgToTransferFlag: false }, "robot", false).transfersNow).toBe(
      false,
    );
    expect(opening({ receivesBy: "robotFirst", msgToTransferFlag: false }, "manual", false).showsFaq).toBe(
      false,
    );
  });
});

describe("transfer", () => {
  const rules = { receivesBy: "agentFirst", msgToTransferFlag: true } as const;

  // [ST-08]
  it("comes before the visitor's message if the channel says so and no agent is there yet", () => {
    expect(transfersOnSend(rules, "robot")).toBe(true);
    expect(transfersOnSend(rules, "queued")).toBe(false);
    expect(transfersOnSend(rules, "manual")).toBe(false);
    expect(transfersOnSend({ ...rules, receivesBy: "robotFirst" }, "robot")).toBe(false);
    expect(transfersOnSend({ ...rules, msgToTransferFlag: false }, "robot")).toBe(false);
  });

  it("sends the visitor's messages to a present or coming agent, else to the robot", () => {
    const robotFirst = { receivesBy: "robotFirst", msgToTransferFlag: false } as const;
    expect(receiverOf(robotFirst, "robot")).toBe("robot");
    expect(receiverOf(robotFirst, "queued")).toBe("robot");
    expect(receiverOf(robotFirst, "manual")).toBe("agent");
    expect(receiverOf(rules, "queued")).toBe("agent");
    expect(receiverOf({ ...rules, receivesBy: "agentOnly" }, "robot")).toBe("agent");
  });

  // [ST-07]
  it("asks for any group, the only group, or the visitor's choice, or finds none", () => {
    const [sales, support] = [
      { groupId: "sales", groupName: "Sales" },
      { groupId: "support", groupName: "Support" },
    ];
    expect(groupFor({ groupMode: false, groupConfig: [sales] })).toEqual({ kind: "any" });
    expect(groupFor({ groupMode: true, groupConfig: [sales] })).toEqual({ kind: "one", groupId: "sales" });
    expect(groupFor({ groupMode: true, groupConfig: [sales, support] })).toEqual({ kind: "pick" });
    expect(groupFor({ groupMode: true, groupConfig: [] })).toEqual({ kind: "none" });
  });

  // [ST-09] [ST-10]
  it("follows an answer at once, after a second, or not at all", () => {
    const follows = (transferOffer: Offer, wantsTransfer = false) =>
      transferAfter({
        wantsTransfer,
        reply: { messageId: "", seq: 0, at: 0, answer: answer({ transferOffer }) },
      });

    expect(follows("automatic", true)).toBe("now");
    expect(follows("automatic")).toBe("soon");
    expect(follows("button")).toBe("none");
  });
});

describe("outbox", () => {
  it("keeps unsent texts, and files that are uploaded or still local", () => {
    const chat = changed(
      open(),
      received(message(1)),
      written("c1", "Hello?", 2000),
      { kind: "failed", key: "c1" },
      {
        kind: "written",
        entry: {
          ...entryOfUnsent(
            {
              key: "c2",
              sessionId: "v.1",
              at: 1,
              words: "",
              file: { kind: "image", url: "blob:1", fileName: "a.png" },
            },
            "v.1",
            2,
          ),
          delivery: "sending",
        },
      },
    );
    expect(unsentOf(chat.entries, () => undefined).map((unsent) => unsent.key)).toEqual(["c1"]);

    const here = new File(["x"], "a.png");
    expect(unsentOf(chat.entries, () => here)[1]?.file).toMatchObject({ fileName: "a.png", content: here });

    const stored = changed(chat, { kind: "fileStored", key: "c2", url: "/api/files/a.png" });
    expect(unsentOf(stored.entries, () => undefined).map((unsent) => unsent.key)).toEqual(["c1", "c2"]);
  });

  it("resends a recent message of the same session, and leaves others to the visitor", () => {
    const unsent = { key: "c1", sessionId: "v.1", at: 1000, words: "Hello?" };

    expect(entryOfUnsent(unsent, "v.1", 1000 + 299_999).delivery).toBe("waiting");
    expect(entryOfUnsent(unsent, "v.1", 1000 + 300_000).delivery).toBe("failed");
    expect(entryOfUnsent(unsent, "v.2", 1001).delivery).toBe("failed");
  });

  it("reads back what it wrote, and nothing else", () => {
    const unsent = { key: "c1", sessionId: "v.1", at: 1, words: "Hello?" };

    expect(readUnsent(structuredClone(unsent))).toEqual(unsent);
    for (const nonsense of [{ key: 1 }, null, "nonsense", { ...unsent, file: { kind: "image", url: "" } }])
      expect(readUnsent(nonsense)).toBeUndefined();
  });
});

describe("rows", () => {
  const minute = 60_000;
  const runsIn = (chat: Parameters<typeof rowsOf>[0]) =>
    rowsOf(chat).flatMap((row) => (row.kind === "message" ? [[row.isFirstOfRun, row.isLastOfRun]] : []));

  it("groups messages of one sender within two minutes in a run", () => {
    const chat = changed(
      open({ phase: "manual" }),
      received(message(1, { at: 0 })),
      received(message(2, { at: minute })),
      received(message(3, { at: 4 * minute })),
    );
    expect(runsIn(chat)).toEqual([
      [true, false],
      [false, true],
      [true, true],
    ]);
  });

  it("groups the visitor's messages with and without their name", () => {
    const said = { sender: "visitor", at: 0 } as const;
    const chat = changed(
      open({ phase: "manual" }),
      received(message(1, { ...said, senderName: "Ann" })),
      received(message(2, { ...said, senderName: "" })),
      received(message(3, { sender: "agent", at: 0, senderName: "Mia" })),
      received(message(4, { sender: "agent", at: 0, senderName: "Lin" })),
    );

    expect(runsIn(chat)).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [true, true],
    ]);
  });

  it("puts a divider between days and before this session", () => {
    const day = 86_400_000;
    const chat = changed(
      open(),
      received(message(1, { at: day, sessionId: "v.0", id: "v.0.1" })),
      received(message(1, { at: 3 * day })),
    );

    expect(rowsOf(chat).map((row) => row.kind)).toEqual(["date", "message", "date", "divider", "message"]);
  });

  // [CH-21]
  it("shows the FAQ menu under the greeting", () => {
    const greeting = message(1, { sender: "robot" });
    const chat = changed(open(), received(greeting), received(message(2)), { kind: "faqShown" });

    expect(rowsOf(chat).map((row) => row.kind)).toEqual(["date", "message", "faq", "message"]);
  });

  it("ends with the thinking row and the queue row", () => {
    const chat = changed(open({ phase: "queued", position: 2 }), { kind: "askStarted" });

    expect(rowsOf(chat).map((row) => row.kind)).toEqual(["thinking", "queue"]);
  });

  it("shows that a transfer is under way until its result is known", () => {
    const asked = changed(open(), { kind: "transferStarted" });
    const queued = changed(asked, { kind: "phaseChanged", phase: "queued", position: 1 });

    expect(rowsOf(asked).map((row) => row.kind)).toEqual(["transferring"]);
    expect(rowsOf(changed(asked, { kind: "transferEnded" }))).toEqual([]);
    expect(rowsOf(queued).map((row) => row.kind)).toEqual(["queue"]);
  });

  it("counts the messages of others after a row", () => {
    const rows = rowsOf(
      changed(
        open(),
        received(message(1)),
        received(message(2)),
        received(message(3, { sender: "visitor" })),
      ),
    );

    expect(countBehind(rows, "v.1.1")).toBe(1);
  });

  it("makes the rows of five thousand messages in under 250 ms", () => {
    const messages = Array.from({ length: 5000 }, (_, seq) => message(seq + 1));
    const chat = changed(open(), {
      kind: "historyLoaded",
      page: { messages, before: 0, hasOlder: false },
      joins: false,
    });
    const start = performance.now();

    expect(rowsOf(chat).length).toBeGreaterThan(5000);
    expect(performance.now() - start).toBeLessThan(250);
  });
});
