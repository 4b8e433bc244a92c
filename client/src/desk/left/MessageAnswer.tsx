import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { FormField } from "../../ui/FormField";
import { TextArea } from "../../ui/Input";
import { showToast } from "../../ui/toast";
import { handleMessageAtom } from "../state/left.atoms";
import styles from "./LeftPane.module.css";

/** Protocol, 'Left messages': the limit of a remark. */
const REMARK_LENGTH_MAX = 4000;

/** Marks a left message as handled, with a remark. */
export function MessageAnswer({ id }: { id: string }) {
  const { t } = useTranslation("desk");
  const handle = useSetAtom(handleMessageAtom);
  const [remark, setRemark] = useState("");
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    const trouble = await handle({ id, remark: remark.trim() });
    setBusy(false);
    if (trouble) showToast("error", t(trouble === "gone" ? "left_gone" : "deed_unreachable"));
    else showToast("success", t("left_handled"));
  }

  return (
    <form className={styles.answer} onSubmit={(event) => void submit(event)}>
      <FormField label={t("left_remark")} isRequired={false} fault={undefined}>
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={REMARK_LENGTH_MAX}
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
          />
        )}
      </FormField>
      <Button type="submit" look="primary" isBusy={isBusy}>
        {t("left_handle")}
      </Button>
    </form>
  );
}
