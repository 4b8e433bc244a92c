/** The rows of a file that have faults, as a file to correct: each row with the reason. */

export type RowFault = { line: number; field: string; message: string };

/** The name and the text of the file; `text` is that of the imported file, or undefined if it is no text. */
export function faultyRows(name: string, text: string | undefined, faults: readonly RowFault[]) {
  const base = name.replace(/\.\w+$/, "");
  const isCsv = /\.csv$/i.test(name);
  const reasons = new Map<number, string>();
  for (const { line, field, message } of faults) {
    const reason = field === "" ? message : `${field} ${message}`;
    reasons.set(line, reasons.has(line) ? `${reasons.get(line)}; ${reason}` : reason);
  }
  if (text === undefined) return { name: `${base}-errors.csv`, text: listOf(reasons) };
  return isCsv
    ? { name: `${base}-errors.csv`, text: csvRows(text, reasons) }
    : { name: `${base}-errors.jsonl`, text: jsonRows(text, reasons) };
}

function jsonRows(text: string, reasons: ReadonlyMap<number, string>): string {
  return text
    .split("\n")
    .flatMap((line, at) => {
      const reason = reasons.get(at + 1);
      if (reason === undefined) return [];
      try {
        return [JSON.stringify({ ...JSON.parse(line), error: reason })];
      } catch {
        // No JSON: the row is kept as it is.
        return [line.trimEnd()];
      }
    })
    .map((line) => `${line}\n`)
    .join("");
}

function csvRows(text: string, reasons: ReadonlyMap<number, string>): string {
  const [head, ...records] = recordsOf(text);
  if (!head) return "";
  const rows = records.flatMap(({ line, text: row }) => {
    const reason = reasons.get(line);
    return reason === undefined ? [] : [`${row},${cell(reason)}`];
  });
  return [`${head.text},error`, ...rows].map((row) => `${row}\r\n`).join("");
}

/** The records of a CSV with the line where each begins. A quoted cell may have line breaks. */
function recordsOf(text: string): { line: number; text: string }[] {
  const records: { line: number; text: string }[] = [];
  let open: { line: number; text: string } | undefined;
  for (const [at, line] of text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    const row: string = open ? `${open.text}\n${line}` : line;
    const isOpen = (row.match(/"/g)?.length ?? 0) % 2 === 1;
    const record = { line: open?.line ?? at + 1, text: row };
    open = isOpen ? record : undefined;
    if (!isOpen && row.trim() !== "") records.push({ ...record, text: row.replace(/\r$/, "") });
  }
  return records;
}

function listOf(reasons: ReadonlyMap<number, string>): string {
  const rows = [...reasons].map(([line, reason]) => `${line},${cell(reason)}`);
  return ["line,error", ...rows].map((row) => `${row}\r\n`).join("");
}

function cell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
