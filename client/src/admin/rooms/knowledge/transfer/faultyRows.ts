/** The rows of a file that have faults, as a file to correct: each row with the reason. */
import { readLines } from "./fileLines";

export type RowFault = { line: number; field: string; message: string };

/**
 * The name and the text of the file; `file` is the imported one, or undefined if it is no longer here. `encoding` is the
 * one that the server read it in, if it said so.
 */
export async function faultyRows(
  name: string,
  file: Blob | undefined,
  faults: readonly RowFault[],
  encoding?: string,
) {
  const base = name.replace(/\.\w+$/, "");
  const isCsv = /\.[ct]sv$/i.test(name);
  const reasons = new Map<number, string>();
  for (const { line, field, message } of faults) {
    const reason = field === "" ? message : `${field} ${message}`;
    reasons.set(line, reasons.has(line) ? `${reasons.get(line)}; ${reason}` : reason);
  }
  if (!file || /\.xlsx$/i.test(name)) return { name: `${base}-errors.csv`, text: listOf(reasons) };
  return isCsv
    ? { name: `${base}-errors.csv`, text: await csvRows(file, reasons, encoding) }
    : { name: `${base}-errors.jsonl`, text: await jsonRows(file, reasons) };
}

async function jsonRows(file: Blob, reasons: ReadonlyMap<number, string>): Promise<string> {
  const last = Math.max(...reasons.keys());
  const rows: string[] = [];
  await readLines(file, (line, number) => {
    const reason = reasons.get(number);
    if (reason !== undefined) rows.push(`${withReason(line, reason)}\n`);
    return number < last;
  });
  return rows.join("");
}

function withReason(line: string, reason: string): string {
  try {
    return JSON.stringify({ ...JSON.parse(line), error: reason });
  } catch {
    // No JSON: the row is kept as it is.
    return line.trimEnd();
  }
}

/** A quoted cell may have line breaks, so a record may have several lines. */
async function csvRows(
  file: Blob,
  reasons: ReadonlyMap<number, string>,
  encoding: string | undefined,
): Promise<string> {
  const last = Math.max(...reasons.keys());
  const rows: string[] = [];
  let separator = ",";
  let open: { begin: number; lines: string[] } | undefined;
  await readLines(
    file,
    (line, number) => {
      open ??= { begin: number, lines: [] };
      open.lines.push(line);
      const quotes = line.split('"').length - 1;
      const isWhole = (open.lines.length === 1) === (quotes % 2 === 0);
      if (!isWhole) return true;
      const { begin, lines } = open;
      open = undefined;
      const row = lines.join("\n").replace(/\r$/, "");
      if (rows.length === 0) {
        separator = [",", ";", "\t"].find((one) => row.includes(one)) ?? ",";
        rows.push(`${row}${separator}error\r\n`);
        return true;
      }
      const reason = reasons.get(begin);
      if (reason !== undefined) rows.push(`${row}${separator}${cell(reason)}\r\n`);
      return number < last;
    },
    encoding,
  );
  return rows.join("");
}

function listOf(reasons: ReadonlyMap<number, string>): string {
  const rows = [...reasons].map(([line, reason]) => `${line},${cell(reason)}`);
  return ["line,error", ...rows].map((row) => `${row}\r\n`).join("");
}

function cell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
