import { useContext, useId } from "react";
import { useTranslation } from "react-i18next";
import { Input } from "../../../../ui/Input";
import { useField } from "../../../form/editor";
import { FieldFrame } from "../../../form/FieldFrame";
import { FlowContext } from "../context";
import { variablesOf, wordOf } from "../flow";

/** A variable's name; those that the flow fills are proposed. */
export function VariableField({ path }: { path: string }) {
  const { t } = useTranslation("admin");
  const { value, change, fault, blur } = useField(path);
  const { drawn } = useContext(FlowContext);
  const list = useId();
  return (
    <FieldFrame label={t("flow_variable")} help={t("flow_variable_help")} fault={fault}>
      {(control) => (
        <>
          <Input
            {...control}
            list={list}
            value={wordOf(value)}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            onChange={(event) => change(event.target.value.trim())}
            onBlur={blur}
          />
          <datalist id={list}>
            {variablesOf(drawn).map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </FieldFrame>
  );
}
