import { Copy } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newId } from "../../../lib/newId";
import { Button } from "../../../ui/Button";
import { Input } from "../../../ui/Input";
import common from "../../common.module.css";
import { valueAt } from "../../things/paths";
import { useCopy } from "../../useCopy";
import { useField, useValues } from "../editor";
import { FieldFrame } from "../FieldFrame";
import type { FieldProps } from "../specs";
import { useSpecWords } from "../useSpecWords";
import styles from "./fields.module.css";
import { newSigningSecret } from "./newSigningSecret";

/** A secret is written and never read: the server says only whether one is set. An absent one stays. */
export function SecretField({ spec, path }: FieldProps<"secret">) {
  const { t } = useTranslation("admin");
  const words = useSpecWords(spec);
  const { value, change, fault, blur } = useField(path);
  const copy = useCopy();
  const isSet = valueAt(useValues(""), spec.isSet) === true;
  const [isEditing, setEditing] = useState(false);
  const isChanged = typeof value === "string";
  const typed = isChanged ? value : "";

  const put = (secret: string | undefined) => {
    change(secret);
    setEditing(false);
  };
  return (
    <FieldFrame {...words} fault={fault} isGroup={!(isEditing || typed !== "")}>
      {(control) =>
        isEditing || typed !== "" ? (
          <>
            <span className={styles.code}>
              <Input
                {...control}
                value={typed}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => change(event.target.value)}
                onBlur={() => {
                  setEditing(false);
                  blur();
                }}
              />
            </span>
            <span className={common.row}>
              <Button look="outline" size="small" icon={<Copy size={16} />} onClick={() => void copy(typed)}>
                {t("copy")}
              </Button>
              <Button look="quiet" size="small" onClick={() => put(undefined)}>
                {t("secret_keep")}
              </Button>
            </span>
            <p className={styles.note}>{t("secret_once")}</p>
          </>
        ) : (
          <span className={common.row}>
            <span className={styles.state} data-on={isSet && !isChanged ? "" : undefined}>
              {t(isChanged ? "secret_removed" : isSet ? "secret_set" : "secret_not_set")}
            </span>
            {spec.isIssued ? null : (
              <Button
                look="outline"
                size="small"
                onClick={() => put(spec.signs ? newSigningSecret() : newId() + newId())}
              >
                {t("secret_generate")}
              </Button>
            )}
            <Button look="outline" size="small" onClick={() => setEditing(true)}>
              {t("secret_type")}
            </Button>
            {isChanged ? (
              <Button look="quiet" size="small" onClick={() => put(undefined)}>
                {t("secret_keep")}
              </Button>
            ) : null}
            {isSet && !isChanged ? (
              <Button look="quiet" size="small" onClick={() => put("")}>
                {t("secret_remove")}
              </Button>
            ) : null}
          </span>
        )
      }
    </FieldFrame>
  );
}
