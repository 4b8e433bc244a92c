import type { TFunction } from "i18next";
import type { MailFailure } from "../../../../wire/mail";
import type { AdminKey } from "../../../form/specs";

const WORDS: Readonly<Record<string, AdminKey>> = {
  notReached: "mail_notReached",
  notEncrypted: "mail_notEncrypted",
  signInRefused: "mail_signInRefused",
  notNow: "mail_notNow",
  refused: "mail_refused",
  cutOff: "mail_cutOff",
  tooOld: "mail_tooOld",
  unwritable: "mail_unwritable",
};

/** Why a mail was not sent: what happened, and the server's own words. */
export function failureWords(t: TFunction<"admin">, failure: MailFailure): string {
  const key = WORDS[failure.problem];
  const words = key ? t(key) : failure.problem;
  const answer = [failure.code > 0 ? String(failure.code) : "", failure.answer].filter(Boolean).join(" ");
  return answer === "" ? words : t("mail_answered", { words, answer });
}
