import { Checkbox, CheckboxGroup } from "react-aria-components/CheckboxGroup";
import { useTranslation } from "react-i18next";
import { isRecord } from "../../../lib/record";
import { Select } from "../../../ui/Input";
import { type Kind, keyOf } from "../../things/kinds";
import { valueAt } from "../../things/paths";
import { useThings } from "../../things/useThings";
import { wordsIn } from "../../things/words";
import { useField } from "../editor";
import { FieldFrame } from "../FieldFrame";
import type { FieldProps } from "../specs";
import { useSpecWords } from "../useSpecWords";
import styles from "./fields.module.css";

/** The things of a kind by their key and the name that people know. */
function useOptions(kind: Kind, title: string): { id: string; name: string }[] {
  const { i18n } = useTranslation("admin");
  const { things = [] } = useThings(kind);
  return things.map((thing) => {
    const id = keyOf(kind, thing);
    return { id, name: wordsIn(valueAt(thing, title), i18n.language) || id };
  });
}

/** One thing of the tenant, for example its robot. */
export function ThingField({ spec, path }: FieldProps<"thing">) {
  const { t } = useTranslation("admin");
  const words = useSpecWords(spec);
  const { value, change, fault, blur } = useField(path);
  const options = useOptions(spec.of, spec.title);
  const chosen = typeof value === "string" ? value : "";
  const isKnown = chosen === "" || options.some(({ id }) => id === chosen);
  return (
    <FieldFrame {...words} fault={fault}>
      {(control) => (
        <Select {...control} value={chosen} onChange={(event) => change(event.target.value)} onBlur={blur}>
          <option value="">{t(spec.none)}</option>
          {isKnown ? null : <option value={chosen}>{chosen}</option>}
          {options.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  );
}

/** Several things of the tenant, for example an agent's groups. */
export function ThingsField({ spec, path }: FieldProps<"things">) {
  const { t } = useTranslation("admin");
  const words = useSpecWords(spec);
  const { value, change, fault, inner } = useField(path);
  const options = useOptions(spec.of, spec.title);
  const chosen = (Array.isArray(value) ? value : []).map((one: unknown) =>
    String(spec.wrap && isRecord(one) ? one[spec.wrap] : one),
  );
  const write = (ids: string[]) => change(spec.wrap ? ids.map((id) => ({ [spec.wrap ?? ""]: id })) : ids);
  return (
    <FieldFrame {...words} fault={fault ?? inner[0]?.message} isGroup>
      {() =>
        options.length === 0 ? (
          <p className={styles.note}>{t("things_none")}</p>
        ) : (
          <CheckboxGroup
            aria-label={words.label}
            className={styles.checks ?? ""}
            value={chosen}
            onChange={write}
          >
            {options.map(({ id, name }) => (
              <Checkbox key={id} value={id} className={styles.check ?? ""}>
                <span className={styles.box} aria-hidden="true" />
                <bdi>{name}</bdi>
              </Checkbox>
            ))}
          </CheckboxGroup>
        )
      }
    </FieldFrame>
  );
}
