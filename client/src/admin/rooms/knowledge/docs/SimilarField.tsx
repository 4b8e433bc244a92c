import { ChevronDown, ChevronUp, Plus, X } from "lucide-react";
import { type ClipboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../../ui/Button";
import { IconButton } from "../../../../ui/IconButton";
import { Input } from "../../../../ui/Input";
import common from "../../../common.module.css";
import { useField } from "../../../form/editor";
import { FieldFrame } from "../../../form/FieldFrame";
import { moved } from "../../../form/fields/moved";
import { stepsOf } from "../../../things/paths";
import styles from "./SimilarField.module.css";

/** Rows shown before 'show all'. */
const SHOWN_MAX = 50;

/** Other wordings of the question, one a row. Pasted lines become rows. */
export function SimilarField({ path }: { path: string }) {
  const { t } = useTranslation("admin");
  const { value, change, fault, inner, blur } = useField(path);
  const all = (Array.isArray(value) ? value : []).map(String);
  const [isAllShown, setAllShown] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const faults = new Map(
    inner.map((one) => [Number(stepsOf(one.field)[stepsOf(path).length]), one.message] as const),
  );
  const isCut = all.length > SHOWN_MAX && !isAllShown && faults.size === 0;
  const rows = isCut ? all.slice(0, SHOWN_MAX) : all;

  const focusAt = (at: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll("input")[at]?.focus());
  const insert = (at: number, added: readonly string[]) => {
    change([...all.slice(0, at), ...added, ...all.slice(at)]);
    setAllShown(isAllShown || all.length + added.length > SHOWN_MAX);
    focusAt(at + added.length - 1);
  };
  const write = (at: number, text: string) => change(all.map((one, place) => (place === at ? text : one)));
  const remove = (at: number) => {
    change(all.filter((_one, place) => place !== at));
    focusAt(Math.max(0, at - 1));
  };
  const paste = (at: number) => (event: ClipboardEvent<HTMLInputElement>) => {
    const lines = linesOf(event.clipboardData.getData("text/plain"));
    if (lines.length < 2) return;
    event.preventDefault();
    const isEmpty = all[at]?.trim() === "";
    const from = isEmpty ? at : at + 1;
    const known = new Set(all.map((one) => one.trim().toLowerCase()));
    const added = lines.filter((one) => !known.has(one.toLowerCase()));
    change([...all.slice(0, from), ...added, ...all.slice(at + 1)]);
    setAllShown(true);
    focusAt(from + added.length - 1);
  };

  return (
    <FieldFrame
      label={t("kb_similar")}
      help={t("kb_similar_help")}
      fault={fault}
      isGroup
      aside={all.length === 0 ? null : <span className={common.count}>{all.length}</span>}
    >
      {() => (
        <div className={styles.similar}>
          {rows.length === 0 ? null : (
            <ol ref={list} className={styles.rows}>
              {rows.map((text, at) => (
                // The place is the question's only name.
                // biome-ignore lint/suspicious/noArrayIndexKey: questions have no ids
                <li key={at} className={styles.row}>
                  <Input
                    aria-label={t("kb_similar_at", { number: at + 1 })}
                    aria-invalid={faults.has(at) || undefined}
                    value={text}
                    autoComplete="off"
                    onChange={(event) => write(at, event.target.value)}
                    onPaste={paste(at)}
                    onBlur={blur}
                    onKeyDown={(event) => {
                      if (event.nativeEvent.isComposing) return;
                      if (event.key === "Enter") {
                        event.preventDefault();
                        insert(at + 1, [""]);
                      } else if (event.key === "Backspace" && text === "") {
                        event.preventDefault();
                        remove(at);
                      }
                    }}
                  />
                  <IconButton
                    label={t("list_up", { name: text || t("kb_similar_at", { number: at + 1 }) })}
                    icon={<ChevronUp size={16} />}
                    disabled={at === 0}
                    onClick={() => change(moved(all, at, at - 1))}
                  />
                  <IconButton
                    label={t("list_down", { name: text || t("kb_similar_at", { number: at + 1 }) })}
                    icon={<ChevronDown size={16} />}
                    disabled={at === all.length - 1}
                    onClick={() => change(moved(all, at, at + 1))}
                  />
                  <IconButton
                    label={t("list_remove", { name: text || t("kb_similar_at", { number: at + 1 }) })}
                    icon={<X size={16} />}
                    onClick={() => remove(at)}
                  />
                  {faults.has(at) ? <p className={styles.fault}>{faults.get(at)}</p> : null}
                </li>
              ))}
            </ol>
          )}
          <div className={common.wrap}>
            <Button
              look="outline"
              size="small"
              icon={<Plus size={16} />}
              onClick={() => insert(all.length, [""])}
            >
              {t("kb_similar_add")}
            </Button>
            {isCut ? (
              <Button look="quiet" size="small" onClick={() => setAllShown(true)}>
                {t("kb_similar_all", { count: all.length })}
              </Button>
            ) : null}
          </div>
        </div>
      )}
    </FieldFrame>
  );
}

/** The questions of a pasted text, one a line, each once. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)、])\s+/, "").trim());
  return [...new Set(lines)].filter((line) => line !== "");
}
