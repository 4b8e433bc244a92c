import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Select } from "../../../../ui/Input";
import { FieldFrame } from "../../../form/FieldFrame";
import styles from "../lists.module.css";
import { readLines } from "./fileLines";
import page from "./Transfer.module.css";
import type { Importing } from "./useImport";

/** Names of the Encoding Standard, and the languages that each is for, in their own script. */
const ENCODINGS: readonly (readonly [name: string, languages: string])[] = [
  ["UTF-8", ""],
  ["gb18030", "GBK, 简体中文"],
  ["Big5", "繁體中文"],
  ["Shift_JIS", "日本語"],
  ["EUC-JP", "日本語"],
  ["EUC-KR", "한국어"],
  ["windows-1252", "Deutsch, English, Español, Français"],
  ["windows-1250", "Polski"],
  ["windows-1251", "Русский"],
  ["windows-1254", "Türkçe"],
  ["windows-1256", "العربية"],
  ["windows-1258", "Tiếng Việt"],
  ["windows-874", "ไทย"],
  ["UTF-16LE", ""],
  ["UTF-16BE", ""],
];

/** Rows shown, and the characters of each. */
const ROWS = 5;
const ROW_CHARS = 200;

/** The first rows of a table as they were read, and in which encoding. Only where the encoding is in doubt. */
export function EncodingChoice({ importing }: { importing: Importing }) {
  const { t } = useTranslation("admin");
  const { file, made, encoding, isBusy } = importing;
  const shown = encoding || made?.encoding || "";
  const rows = useRows(file, shown);
  const isInDoubt = encoding !== "" || !/^(UTF-8)?$/i.test(shown);
  if (!file || !isInDoubt || importing.started?.isCheck === false) return null;
  const isListed = ENCODINGS.some(([name]) => name === shown);
  return (
    <div className={styles.card}>
      <FieldFrame label={t("kb_encoding")} help={t("kb_encoding_help")} fault={undefined}>
        {(control) => (
          <Select
            {...control}
            value={shown}
            disabled={isBusy}
            onChange={(event) => importing.setEncoding(event.target.value)}
          >
            {isListed ? null : <option value={shown}>{shown}</option>}
            {ENCODINGS.map(([name, languages]) => (
              <option key={name} value={name}>
                {languages === "" ? name : `${name} (${languages})`}
              </option>
            ))}
          </Select>
        )}
      </FieldFrame>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by keyboard */}
      <pre className={page.sample} dir="auto" tabIndex={0}>
        {rows}
      </pre>
    </div>
  );
}

function useRows(file: File | undefined, encoding: string): string {
  const [rows, setRows] = useState("");
  useEffect(() => {
    if (!file || encoding === "") return;
    let isOver = false;
    const read: string[] = [];
    const take = (line: string) => {
      read.push(line.replace(/\r$/, "").slice(0, ROW_CHARS));
      return read.length < ROWS;
    };
    // An encoding that the browser does not have shows nothing; the server still reads it.
    void readLines(file, take, encoding)
      .catch(() => undefined)
      .then(() => isOver || setRows(read.join("\n")));
    return () => {
      isOver = true;
    };
  }, [file, encoding]);
  return rows;
}
