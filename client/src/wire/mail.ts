/** The shop's mails: Protocol, 'Mail'. */
import * as v from "valibot";
import { count, flag, text, wireTime } from "./scalars";
import { thingsPage } from "./things";

/** Why a mail was not sent; `code` is 0 if the SMTP server gave none. */
const failure = v.object({ problem: text, code: count, answer: text });
export type MailFailure = v.InferOutput<typeof failure>;

/** Response of mail/state. */
export const mailState = v.pipe(
  v.object({
    configured: flag,
    sender: text,
    waiting: count,
    waitingMax: count,
    ofDay: count,
    ofDayMax: count,
    failure: v.optional(failure),
  }),
  v.transform(({ configured, ...wire }) => ({ ...wire, isOn: configured })),
);
export type MailState = v.InferOutput<typeof mailState>;

/** Response of mail/test. */
export const mailTest = v.object({ ok: v.boolean(), ms: count, failure: v.optional(failure) });

const mail = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  at: wireTime,
  kind: text,
  to: text,
  subject: text,
  state: v.picklist(["waiting", "sent", "bounced"]),
  tries: count,
  nextAt: count,
  endedAt: count,
  failure: v.optional(failure),
});
export type Mail = v.InferOutput<typeof mail>;

/** Response of mail/list, newest first. */
export const mailPage = thingsPage(mail);
