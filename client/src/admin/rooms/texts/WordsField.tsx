import { Plus, X } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button";
import { Empty } from "../../../ui/Empty";
import { IconButton } from "../../../ui/IconButton";
import { Select, TextArea } from "../../../ui/Input";
import common from "../../common.module.css";
import { useField } from "../../form/editor";
import { Filter, ListTools } from "../../list/ListTools";
import { Alert } from "../../shell/Alert";
import { stepsOf } from "../../things/paths";
import styles from "./WordsField.module.css";
import { type Treatment, type Word, withLines, wordsOf } from "./words";

/** Words shown at once. */
const SHOWN = 100;

const treatmentOf = (text: string): Treatment => (text === "flag" ? "flag" : "mask");

/** The sensitive words: many are added at once, and each has its treatment. */
export function WordsField({ path }: { path: string }) {
  const { t } = useTranslation("admin");
  const { value, change, fault, inner } = useField(path);
  const words = wordsOf(value);
  const [search, setSearch] = useState("");
  const [treatment, setTreatment] = useState("");
  const [most, setMost] = useState(SHOWN);
  const faults = new Map(inner.map((one) => [Number(stepsOf(one.field)[1]), one.message]));
  const wanted = search.trim().toLowerCase();
  const found = words
    .map((one, at) => ({ ...one, at }))
    .filter(({ word, at }) => faults.has(at) || word.toLowerCase().includes(wanted))
    .filter(({ action }) => treatment === "" || action === treatment)
    // What the server refused comes first.
    .sort((one, other) => Number(faults.has(other.at)) - Number(faults.has(one.at)));
  const put = (at: number, part: Partial<Word>) =>
    change(words.map((one, place) => (place === at ? { ...one, ...part } : one)));
  const options = [
    { value: "mask", name: t("word_mask") },
    { value: "flag", name: t("word_flag") },
  ];
  return (
    <div className={styles.words}>
      <NewWords onAdd={(lines, action) => change(withLines(words, lines, action))} />
      <Alert text={fault} isSmall />
      {words.length === 0 ? (
        <Empty icon={<Plus size={28} />} title={t("words_none")} text={t("words_none_text")} />
      ) : (
        <>
          <ListTools label={t("words_search")} search={search} onSearch={setSearch}>
            <Filter label={t("word_treatment")} value={treatment} options={options} onChange={setTreatment} />
          </ListTools>
          <p className={common.count} role="status">
            {t("words_count", { count: found.length })}
          </p>
          <ul aria-label={t("texts_words")} className={styles.rows}>
            {found.slice(0, most).map(({ word, action, at }) => (
              <li key={at} className={styles.row} data-fault={faults.has(at) ? "" : undefined}>
                <span className={styles.word}>
                  <bdi>{word}</bdi>
                  {faults.has(at) ? <span className={common.wrong}>{faults.get(at)}</span> : null}
                </span>
                <span className={styles.treatment}>
                  <Select
                    aria-label={t("word_treatment_of", { word })}
                    value={action}
                    onChange={(event) => put(at, { action: treatmentOf(event.target.value) })}
                  >
                    {options.map((one) => (
                      <option key={one.value} value={one.value}>
                        {one.name}
                      </option>
                    ))}
                  </Select>
                </span>
                <IconButton
                  label={t("list_remove", { name: word })}
                  icon={<X size={16} />}
                  onClick={() => change(words.filter((_one, place) => place !== at))}
                />
              </li>
            ))}
          </ul>
          {found.length > most ? (
            <Button look="outline" size="small" onClick={() => setMost(most + SHOWN)}>
              {t("list_more")}
            </Button>
          ) : null}
        </>
      )}
    </div>
  );
}

/** Takes a word a line. */
function NewWords({ onAdd }: { onAdd: (lines: string, action: Treatment) => void }) {
  const { t } = useTranslation("admin");
  const id = useId();
  const [lines, setLines] = useState("");
  const [action, setAction] = useState<Treatment>("mask");
  return (
    <div className={styles.add}>
      <label htmlFor={id} className={styles.label}>
        {t("words_add")}
      </label>
      <TextArea
        id={id}
        rows={3}
        value={lines}
        aria-describedby={`${id}-help`}
        onChange={(event) => setLines(event.target.value)}
      />
      <p id={`${id}-help`} className={common.count}>
        {t("words_add_help")}
      </p>
      <span className={common.row}>
        <Select
          aria-label={t("word_treatment")}
          value={action}
          onChange={(event) => setAction(treatmentOf(event.target.value))}
        >
          <option value="mask">{t("word_mask")}</option>
          <option value="flag">{t("word_flag")}</option>
        </Select>
        <Button
          look="outline"
          disabled={lines.trim() === ""}
          onClick={() => {
            onAdd(lines, action);
            setLines("");
          }}
        >
          {t("chip_add")}
        </Button>
      </span>
    </div>
  );
}
