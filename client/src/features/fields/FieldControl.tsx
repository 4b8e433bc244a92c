import { Minus, Plus } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Answer } from "../../form/answers";
import { LINE_CHARS_MAX, LINES_CHARS_MAX } from "../../form/validate";
import { type ControlProps, FormField, FormGroup } from "../../ui/FormField";
import { Input, Select, TextArea } from "../../ui/Input";
import type { Field } from "../../wire/field";
import { CascaderControl } from "./CascaderControl";
import styles from "./Fields.module.css";

export type FieldControlProps = {
  field: Field;
  answer: Answer;
  fault: string | undefined;
  onChange: (answer: Answer) => void;
};

/** Shows one field with the control of its type. */
export function FieldControl({ field, answer, fault, onChange }: FieldControlProps) {
  const { name, isRequired } = field;
  const text = typeof answer === "string" ? answer : "";
  const chosen = typeof answer === "string" ? [] : answer;
  const frame = { label: name, isRequired, fault };
  switch (field.kind) {
    case "radio":
      return (
        <FormGroup {...frame}>
          <Options field={field} chosen={[text]} type="radio" onToggle={onChange} />
        </FormGroup>
      );
    case "checkboxes":
      return (
        <FormGroup {...frame}>
          <Options
            field={field}
            chosen={chosen}
            type="checkbox"
            onToggle={(option) => onChange(toggled(field, chosen, option))}
          />
        </FormGroup>
      );
    case "cascader":
      return (
        <FormField {...frame}>
          {(control) => <CascaderControl field={field} path={chosen} control={control} onChange={onChange} />}
        </FormField>
      );
    case "line":
    case "text":
    case "date":
    case "dateTime":
    case "number":
    case "dropdown":
      return (
        <FormField {...frame}>
          {(control) => <Written field={field} text={text} control={control} onChange={onChange} />}
        </FormField>
      );
    default:
      return field.kind satisfies never;
  }
}

type WrittenProps = {
  field: Field;
  text: string;
  control: ControlProps;
  onChange: (text: string) => void;
};

/** A field with one text control. */
function Written({ field, text, control, onChange }: WrittenProps) {
  const { t } = useTranslation("form");
  const change = (event: { target: { value: string } }) => onChange(event.target.value);
  switch (field.kind) {
    case "text":
      return <TextArea {...control} rows={3} maxLength={LINES_CHARS_MAX} value={text} onChange={change} />;
    case "date":
      return <Input {...control} type="date" max="9999-12-31" value={text} onChange={change} />;
    case "dateTime":
      return (
        <Input
          {...control}
          type="datetime-local"
          max="9999-12-31T23:59"
          value={text.replace(" ", "T")}
          onChange={(event) => onChange(event.target.value.replace("T", " ").slice(0, 16))}
        />
      );
    case "number":
      return <NumberControl text={text} control={control} onChange={onChange} />;
    case "dropdown":
      return (
        <Select {...control} value={text} onChange={change}>
          <option value="">{t(field.options.length > 0 ? "field_choose" : "field_choose_none")}</option>
          {field.options.map(({ id, name }) => (
            <option key={id} value={name}>
              {name}
            </option>
          ))}
        </Select>
      );
    default:
      return <Input {...control} maxLength={LINE_CHARS_MAX} value={text} onChange={change} />;
  }
}

type NumberProps = { text: string; control: ControlProps; onChange: (text: string) => void };

/** A number with steps of one. It accepts any text, so that nothing is lost while the visitor types. */
function NumberControl({ text, control, onChange }: NumberProps) {
  const { t } = useTranslation("form");
  const step = (by: number) => {
    const number = Number(text);
    onChange(String(Number.isFinite(number) ? number + by : by));
  };
  return (
    <div className={styles.number}>
      <Input
        {...control}
        inputMode="decimal"
        autoComplete="off"
        maxLength={32}
        dir="ltr"
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
          event.preventDefault();
          step(event.key === "ArrowUp" ? 1 : -1);
        }}
      />
      <button
        type="button"
        className={styles.step}
        aria-label={t("field_number_less")}
        onClick={() => step(-1)}
      >
        <Minus size={18} aria-hidden />
      </button>
      <button
        type="button"
        className={styles.step}
        aria-label={t("field_number_more")}
        onClick={() => step(1)}
      >
        <Plus size={18} aria-hidden />
      </button>
    </div>
  );
}

type OptionsProps = {
  field: Field;
  chosen: readonly string[];
  type: "radio" | "checkbox";
  onToggle: (option: string) => void;
};

function Options({ field, chosen, type, onToggle }: OptionsProps) {
  const { t } = useTranslation("form");
  const group = useId();
  if (field.options.length === 0) return <p className={styles.none}>{t("field_choose_none")}</p>;
  return (
    <div className={styles.options}>
      {field.options.map(({ id, name }) => (
        <label key={id} className={styles.option}>
          <input type={type} name={group} checked={chosen.includes(name)} onChange={() => onToggle(name)} />
          <bdi>{name}</bdi>
        </label>
      ))}
    </div>
  );
}

/** Keeps the chosen options in their listed order. */
function toggled(field: Field, chosen: readonly string[], option: string): string[] {
  const isChosen = (name: string) => chosen.includes(name) !== (name === option);
  return field.options.map(({ name }) => name).filter(isChosen);
}
