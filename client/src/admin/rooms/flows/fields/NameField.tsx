import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Input } from "../../../../ui/Input";
import { useField } from "../../../form/editor";
import { FieldFrame } from "../../../form/FieldFrame";
import { useFlow } from "../context";
import { stepOf, wordOf } from "../flow";

/** A step's id. When the field is left, the ways to the step follow the new name. */
export function NameField({ path }: { path: string }) {
  const { t } = useTranslation("admin");
  const { value, fault } = useField(path);
  const { drawn, apply } = useFlow();
  const [typed, setTyped] = useState<string>();
  const name = wordOf(value);
  const wanted = typed?.trim() ?? name;
  const isTaken = wanted !== name && stepOf(drawn, wanted) !== undefined;
  const rename = () => {
    if (!isTaken) setTyped(undefined);
    if (wanted !== name && !isTaken) apply({ do: "rename", id: name, to: wanted });
  };
  return (
    <FieldFrame
      label={t("flow_step_name")}
      help={t("flow_step_name_help")}
      fault={isTaken ? t("flow_step_name_taken") : fault}
    >
      {(control) => (
        <Input
          {...control}
          value={typed ?? name}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onBlur={rename}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            rename();
          }}
        />
      )}
    </FieldFrame>
  );
}
