/** Rules for phones and email addresses: Protocol, 'Form before the chat'; as `actors/core/src/content/contact.rs`. */

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const PART = "[\\w!#$%&'*+/=?^`{|}~-]+";
const EMAIL = new RegExp(`^(?=[^@]{1,64}@)${PART}(?:\\.${PART})*@(?:${LABEL}\\.)+[a-z]{2,63}$`, "i");
const EMAIL_CHARS_MAX = 254;

/** Whether a text is a phone number: eleven digits that begin with 1. */
export function isPhone(text: string): boolean {
  return /^1\d{10}$/.test(text);
}

export function isEmail(text: string): boolean {
  return text.length <= EMAIL_CHARS_MAX && EMAIL.test(text);
}
