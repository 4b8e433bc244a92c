import { useTranslation } from "react-i18next";
import type { Contact } from "../../api/leaveMessage";
import { FormField } from "../../ui/FormField";
import { Input, TextArea } from "../../ui/Input";
import type { ContactFaults } from "./contactFaults";
import styles from "./LeaveForm.module.css";

/** The limit of any message: Protocol, 'Texts'. */
const CONTENT_CHARS_MAX = 4000;
const NAME_CHARS_MAX = 100;

/** How to reach somebody who leaves a message. */
const REACHED_BY = [
  { part: "phone", label: "leave_phone", type: "tel", autoComplete: "tel-national", maxLength: 20 },
  { part: "email", label: "leave_email", type: "email", autoComplete: "email", maxLength: 254 },
] as const;

export type ContactFieldsProps = {
  /** Type 1 asks for the contact; type 2 has its own fields for that (Protocol, 'Left messages'). */
  asksContact: boolean;
  contact: Contact;
  faults: ContactFaults;
  onChange: (contact: Contact) => void;
};

/** Asks who leaves a message, and for its text. */
export function ContactFields({ asksContact, contact, faults, onChange }: ContactFieldsProps) {
  const { t } = useTranslation("form");
  const set = (part: keyof Contact) => (event: { target: { value: string } }) =>
    onChange({ ...contact, [part]: event.target.value });
  const said = (part: keyof Contact) => {
    const fault = faults[part];
    return fault === undefined ? undefined : t(fault);
  };
  return (
    <>
      {asksContact ? (
        <>
          <FormField label={t("leave_name")} isRequired fault={said("name")}>
            {(control) => (
              <Input
                {...control}
                autoComplete="name"
                maxLength={NAME_CHARS_MAX}
                value={contact.name}
                onChange={set("name")}
              />
            )}
          </FormField>
          <div className={styles.pair}>
            {REACHED_BY.map(({ part, label, ...kind }) => (
              <FormField key={part} label={t(label)} isRequired={false} fault={said(part)}>
                {(control) => (
                  <Input {...control} {...kind} dir="ltr" value={contact[part]} onChange={set(part)} />
                )}
              </FormField>
            ))}
          </div>
        </>
      ) : null}
      <FormField label={t("leave_content")} isRequired fault={said("content")}>
        {(control) => (
          <TextArea
            {...control}
            rows={5}
            maxLength={CONTENT_CHARS_MAX}
            placeholder={t("leave_content_hint")}
            value={contact.content}
            onChange={set("content")}
          />
        )}
      </FormField>
    </>
  );
}
