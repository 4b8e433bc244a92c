import type { ReactNode, RefObject } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { RichText } from "../../ui/RichText";
import styles from "./LeaveForm.module.css";

export type LeaveFormProps = {
  form: RefObject<HTMLFormElement | null>;
  /** The tenant's rich text above the form, or the product's default. */
  title: string;
  /** The fields, in order. */
  children: ReactNode;
  isSending: boolean;
  /** Something must finish first, such as an upload. */
  mustWait: boolean;
  onSubmit: () => void;
};

/** The form for leaving a message: text above, fields, and one button that stays visible. */
export function LeaveForm({ form, title, children, isSending, mustWait, onSubmit }: LeaveFormProps) {
  const { t } = useTranslation("form");
  return (
    <form
      ref={form}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className={styles.intro} dir="auto">
        {title === "" ? t("leave_intro") : <RichText html={title} />}
      </div>
      {children}
      <div className={styles.foot}>
        <Button type="submit" look="primary" isWide isBusy={isSending} disabled={mustWait}>
          {t(isSending ? "form_submitting" : "form_submit")}
        </Button>
      </div>
    </form>
  );
}
