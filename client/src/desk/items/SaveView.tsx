import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { FormField } from "../../ui/FormField";
import { Input } from "../../ui/Input";
import { showToast } from "../../ui/toast";
import type { ItemFilter } from "../../wire/item";
import { agentAtom } from "../state/agent.atoms";
import { saveViewAtom } from "../state/views.atoms";
import styles from "./SaveView.module.css";

/** Protocol, 'Items': the longest name of a view. */
const NAME_LENGTH_MAX = 40;

/** Saves the filters as a view with a name. Supervisors may share it with everybody. */
export function SaveView({ filter, onClose }: { filter: ItemFilter; onClose: () => void }) {
  const { t } = useTranslation("desk");
  const me = useAtomValue(agentAtom);
  const save = useSetAtom(saveViewAtom);
  const [name, setName] = useState("");
  const [isShared, setShared] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const mayShare = me !== undefined && me.role !== "agent";

  async function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(name.trim() === "");
    if (name.trim() === "") return;
    setBusy(true);
    const saved = await save({ id: "", name: name.trim(), isShared, filter });
    setBusy(false);
    if ("trouble" in saved) showToast("error", t(`items_view_${saved.trouble}`));
    else onClose();
  }

  return (
    <Dialog isOpen onClose={onClose} title={t("items_view_save")} closeLabel={t("close")}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <FormField
          label={t("items_view_name")}
          isRequired
          fault={isMissing ? t("items_view_name_missing") : undefined}
        >
          {(control) => (
            <Input
              {...control}
              required={false}
              maxLength={NAME_LENGTH_MAX}
              value={name}
              onChange={(event) => {
                setName(event.target.value);
                setMissing(false);
              }}
            />
          )}
        </FormField>
        {mayShare ? (
          <label className={styles.share}>
            <input type="checkbox" checked={isShared} onChange={(event) => setShared(event.target.checked)} />
            <span>{t("items_view_share")}</span>
          </label>
        ) : null}
        <Button type="submit" look="primary" isBusy={isBusy}>
          {t("items_view_keep")}
        </Button>
      </form>
    </Dialog>
  );
}
