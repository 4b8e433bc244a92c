import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isRecord } from "../../../../lib/record";
import { Button } from "../../../../ui/Button";
import { IconButton } from "../../../../ui/IconButton";
import { Input } from "../../../../ui/Input";
import { useField } from "../../../form/editor";
import { FieldFrame } from "../../../form/FieldFrame";
import { isSame } from "../../../things/paths";
import { wordOf } from "../flow";
import styles from "./PairsField.module.css";

type Pair = readonly [name: string, value: string];

export type PairsFieldProps = { path: string; textKey: "flow_values" | "flow_takes" | "flow_headers" };

/** Names with a value each, an object on the wire. A row without a name is kept here until it has one. */
export function PairsField({ path, textKey }: PairsFieldProps) {
  const { t } = useTranslation("admin");
  const { value, change, fault, inner } = useField(path);
  const stored = pairsOf(value);
  const [typed, setTyped] = useState<readonly Pair[]>(stored);
  // An undo or a discard has changed the value from outside.
  const rows = isSame(written(typed), written(stored)) ? typed : stored;
  const write = (next: readonly Pair[]) => {
    setTyped(next);
    change(written(next));
  };
  const set = (at: number, pair: Pair) => write(rows.map((one, place) => (place === at ? pair : one)));
  const names = { name: t(`${textKey}_name`), value: t(`${textKey}_value`) };
  return (
    <FieldFrame label={t(textKey)} help={t(`${textKey}_help`)} fault={fault ?? inner[0]?.message} isGroup>
      {() => (
        <div className={styles.pairs}>
          {rows.map(([name, text], at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name of its own while it is typed
            <div key={at} className={styles.row}>
              <Input
                aria-label={names.name}
                placeholder={names.name}
                spellCheck={false}
                value={name}
                onChange={(event) => set(at, [event.target.value, text])}
              />
              <Input
                aria-label={names.value}
                placeholder={names.value}
                spellCheck={false}
                value={text}
                onChange={(event) => set(at, [name, event.target.value])}
              />
              <IconButton
                label={t("list_remove", { name: name || t("list_item", { number: at + 1 }) })}
                icon={<Trash2 size={16} />}
                onClick={() => write(rows.filter((_one, place) => place !== at))}
              />
            </div>
          ))}
          <Button
            look="outline"
            size="small"
            icon={<Plus size={16} />}
            onClick={() => setTyped([...rows, ["", ""]])}
          >
            {t("chip_add")}
          </Button>
        </div>
      )}
    </FieldFrame>
  );
}

function pairsOf(value: unknown): Pair[] {
  return isRecord(value) ? Object.entries(value).map(([name, text]) => [name, wordOf(text)] as const) : [];
}

function written(pairs: readonly Pair[]): Record<string, string> {
  return Object.fromEntries(
    pairs.filter(([name]) => name.trim() !== "").map(([name, text]) => [name.trim(), text]),
  );
}
