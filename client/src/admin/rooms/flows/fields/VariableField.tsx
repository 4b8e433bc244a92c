import { useTranslation } from "react-i18next";
import { useField } from "../../../form/editor";
import { FieldFrame } from "../../../form/FieldFrame";
import { ProposedInput } from "../../../form/fields/ProposedInput";
import { useFlow } from "../context";
import { variablesOf, wordOf } from "../flow";

/** A variable's name; those that the flow fills are proposed. */
export function VariableField({ path }: { path: string }) {
  const { t } = useTranslation("admin");
  const { value, change, fault, blur } = useField(path);
  const { drawn } = useFlow();
  return (
    <FieldFrame label={t("flow_variable")} help={t("flow_variable_help")} fault={fault}>
      {(control) => (
        <ProposedInput
          {...control}
          known={variablesOf(drawn)}
          value={wordOf(value)}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => change(event.target.value.trim())}
          onBlur={blur}
        />
      )}
    </FieldFrame>
  );
}
