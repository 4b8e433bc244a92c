import { type FormEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { systemClock as clock } from "../../../../lib/clock";
import { Button } from "../../../../ui/Button";
import { FormField, FormGroup, focusFirstFault } from "../../../../ui/FormField";
import { Input } from "../../../../ui/Input";
import { SCOPES, type Scope } from "../../../../wire/apiKeys";
import { AdminDialog } from "../../../shell/AdminDialog";
import { Alert } from "../../../shell/Alert";
import type { Refusal } from "../../../things/refusals";
import { troubleWords } from "../../../things/troubleWords";
import { endOf } from "./keyState";
import styles from "./keys.module.css";
import { SCOPE_WORDS } from "./scopeWords";
import type { NewKey } from "./useKeys";

const NAME_CHARS_MAX = 60;

export type NewKeyDialogProps = {
  isBusy: boolean;
  /** Why the server made none. */
  refusal: Refusal | undefined;
  onMake: (key: NewKey) => void;
  onClose: () => void;
};

/** Asks for the name, the scopes and the end of a new key. */
export function NewKeyDialog({ isBusy, refusal, onMake, onClose }: NewKeyDialogProps) {
  const { t } = useTranslation("admin");
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [day, setDay] = useState("");
  const [isTried, setTried] = useState(false);
  const expiresAt = endOf(day);
  const isNamed = name.trim() !== "" && [...name.trim()].length <= NAME_CHARS_MAX;
  const isPast = expiresAt !== undefined && expiresAt <= clock.now();
  const isReady = isNamed && scopes.length > 0 && !isPast;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isReady) return focusFirstFault(form.current);
    onMake({ name: name.trim(), scopes, ...(expiresAt === undefined ? {} : { expiresAt }) });
  };
  return (
    <AdminDialog
      onClose={onClose}
      title={t("keys_new")}
      cancel={t("keys_cancel")}
      action={
        <Button look="primary" type="submit" form={formId} isBusy={isBusy}>
          {t("keys_make")}
        </Button>
      }
    >
      <form ref={form} id={formId} className={styles.form} noValidate onSubmit={submit}>
        <FormField
          label={t("keys_name")}
          isRequired
          fault={isTried && !isNamed ? t("keys_name_missing") : undefined}
        >
          {(control) => (
            <>
              <Input
                {...control}
                value={name}
                autoComplete="off"
                onChange={(event) => setName(event.target.value)}
              />
              <span className={styles.note}>{t("keys_name_help")}</span>
            </>
          )}
        </FormField>
        <FormGroup
          label={t("keys_scopes")}
          isRequired
          fault={isTried && scopes.length === 0 ? t("keys_scopes_missing") : undefined}
        >
          <Scopes chosen={scopes} onChoose={setScopes} />
        </FormGroup>
        <FormField
          label={t("keys_ends")}
          isRequired={false}
          fault={isTried && isPast ? t("keys_ends_past") : undefined}
        >
          {(control) => (
            <>
              <Input {...control} type="date" value={day} onChange={(event) => setDay(event.target.value)} />
              <span className={styles.note}>{t("keys_ends_help")}</span>
            </>
          )}
        </FormField>
        <Alert text={refusal ? troubleWords(t, refusal) : undefined} />
      </form>
    </AdminDialog>
  );
}

type ScopesProps = { chosen: readonly Scope[]; onChoose: (scopes: readonly Scope[]) => void };

function Scopes({ chosen, onChoose }: ScopesProps) {
  const { t } = useTranslation("admin");
  const id = useId();
  return SCOPES.map((scope) => (
    <label key={scope} className={styles.scope}>
      <input
        type="checkbox"
        aria-describedby={`${id}-${scope}`}
        checked={chosen.includes(scope)}
        onChange={(event) =>
          onChoose(event.target.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
        }
      />
      <span>
        {t(SCOPE_WORDS[scope].name)}
        <span id={`${id}-${scope}`} className={styles.note} aria-hidden>
          {t(SCOPE_WORDS[scope].help)}
        </span>
      </span>
    </label>
  ));
}
