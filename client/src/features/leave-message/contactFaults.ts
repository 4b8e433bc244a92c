import type { Contact } from "../../api/leaveMessage";
import { isEmail, isPhone } from "../../form/contact";

/** The error text of each part, in the order of the form. */
export type ContactFaults = Partial<
  Record<
    keyof Contact,
    "leave_name_missing" | "field_phone_wrong" | "field_email_wrong" | "leave_content_missing"
  >
>;

/**
 * Protocol, 'Left messages': name and content are required; a phone number or an e-mail address must be valid if given.
 */
export function contactFaults(contact: Contact, asksContact: boolean): ContactFaults {
  const phone = contact.phone.trim();
  const email = contact.email.trim();
  return {
    ...(asksContact && contact.name.trim() === "" ? { name: "leave_name_missing" } : {}),
    ...(asksContact && phone !== "" && !isPhone(phone) ? { phone: "field_phone_wrong" } : {}),
    ...(asksContact && email !== "" && !isEmail(email) ? { email: "field_email_wrong" } : {}),
    ...(contact.content.trim() === "" ? { content: "leave_content_missing" } : {}),
  };
}
