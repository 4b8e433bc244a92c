import { describe, expect, it } from "vitest";
import { faultyRows } from "./faultyRows";

describe("the faulty rows of a file", () => {
  it("are the records of a table with their reasons, also when a cell has line breaks", async () => {
    const text = '\uFEFFdocId,question,answer\r\na,"One\nor ""two""",Yes\r\n,Three,\r\n';

    const rows = await faultyRows("kb.csv", new Blob([text]), [
      { line: 4, field: "docId", message: "is missing" },
      { line: 4, field: "answer", message: "must not be empty" },
    ]);

    expect(rows).toEqual({
      name: "kb-errors.csv",
      text: 'docId,question,answer,error\r\n,Three,,"docId is missing; answer must not be empty"\r\n',
    });
  });

  it("of a table in GBK keep their characters", async () => {
    const head = new TextEncoder().encode("docId;question;answer\n");
    const hello = new Uint8Array([0x3b, 0xc4, 0xe3, 0xba, 0xc3, 0x3b, 0x0a]);

    const rows = await faultyRows("kb.csv", new Blob([head, hello]), [
      { line: 2, field: "docId", message: "is missing" },
    ]);

    expect(rows.text).toBe('docId;question;answer;error\r\n;你好;;"docId is missing"\r\n');
  });

  it("are found beyond the first slice of a large file", async () => {
    const many = "a,Question,Answer\n".repeat(100_000);
    const text = `docId,question,answer\n${many},Last,\n`;

    const rows = await faultyRows("kb.csv", new Blob([text]), [
      { line: 100_002, field: "answer", message: "must not be empty" },
    ]);

    expect(rows.text).toBe('docId,question,answer,error\r\n,Last,,"answer must not be empty"\r\n');
  });

  it("are JSON lines with their reasons; what is no JSON stays as it is", async () => {
    const rows = await faultyRows("kb.jsonl", new Blob(['{"docId":"a"}\n{"docId":""}\nno json\n']), [
      { line: 2, field: "docId", message: "is missing" },
      { line: 3, field: "", message: "is not JSON" },
    ]);

    expect(rows.text).toBe('{"docId":"","error":"docId is missing"}\nno json\n');
  });

  it("are a list of lines and reasons if the file is no text, or no longer here", async () => {
    const list = { name: "kb-errors.csv", text: 'line,error\r\n2,"is empty"\r\n' };
    const faults = [{ line: 2, field: "", message: "is empty" }];

    expect(await faultyRows("kb.xlsx", new Blob(["PK"]), faults)).toEqual(list);
    expect(await faultyRows("kb.csv", undefined, faults)).toEqual(list);
  });
});
