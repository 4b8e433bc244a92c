import { describe, expect, it } from "vitest";
import { faultyRows } from "./faultyRows";

describe("the faulty rows of a file", () => {
  it("are the records of a table with their reasons, also when a cell has line breaks", () => {
    const text = 'docId,question,answer\r\na,"One\nor ""two""",Yes\r\n,Three,\r\n';

    const rows = faultyRows("kb.csv", text, [
      { line: 4, field: "docId", message: "is missing" },
      { line: 4, field: "answer", message: "must not be empty" },
    ]);

    expect(rows).toEqual({
      name: "kb-errors.csv",
      text: 'docId,question,answer,error\r\n,Three,,"docId is missing; answer must not be empty"\r\n',
    });
  });

  it("are JSON lines with their reasons; what is no JSON stays as it is", () => {
    const rows = faultyRows("kb.jsonl", '{"docId":"a"}\n{"docId":""}\nno json\n', [
      { line: 2, field: "docId", message: "is missing" },
      { line: 3, field: "", message: "is not JSON" },
    ]);

    expect(rows.text).toBe('{"docId":"","error":"docId is missing"}\nno json\n');
  });

  it("are a list of lines and reasons if the file is no text", () => {
    const rows = faultyRows("kb.xlsx", undefined, [{ line: 2, field: "", message: "is empty" }]);

    expect(rows).toEqual({ name: "kb-errors.csv", text: 'line,error\r\n2,"is empty"\r\n' });
  });
});
