import { useTranslation } from "react-i18next";
import type { Report } from "../../wire/report";
import { changeOf, share, shareWithin } from "./measures";
import styles from "./Reports.module.css";
import { useFormats } from "./useFormats";

/** A change that is smaller is no news. */
const NEWS = 0.1;

/** The report in three sentences: what happened, what changed, and what to look at. */
export function Sentences({ report }: { report: Report }) {
  const { t } = useTranslation("desk");
  return (
    <section aria-label={t("reports_words")} className={styles.words}>
      <p>{useHappened(report)}</p>
      <p>{useChanged(report)}</p>
      <p>{useToLookAt(report)}</p>
    </section>
  );
}

function useHappened({ total }: Report): string {
  const { t } = useTranslation("desk");
  const { count, span } = useFormats();
  if (total.sessions === 0) return t("reports_nothing");
  const all = { count: total.sessions, sessions: count(total.sessions), asked: count(total.asked) };
  if (total.firstAnswer.median === undefined) return t("reports_happened_unanswered", all);
  return t("reports_happened", { ...all, time: span(total.firstAnswer.median) });
}

function useChanged({ total, before }: Report): string {
  const { t } = useTranslation("desk");
  const { change } = useFormats();
  if (!before || before.sessions === 0) return t("reports_no_before");
  const sessions = changeOf(total.sessions, before.sessions) ?? 0;
  const wait = changeOf(total.waiting.median ?? 0, before.waiting.median ?? 0);
  if (Math.abs(sessions) < NEWS && Math.abs(wait ?? 0) < NEWS) return t("reports_same");
  const many = sessions >= 0 ? "more" : "fewer";
  const said = t(`reports_changed_${many}`, { change: change(Math.abs(sessions)).replace("+", "") });
  if (wait === undefined || Math.abs(wait) < NEWS) return said;
  const long = t(wait > 0 ? "reports_wait_longer" : "reports_wait_shorter", {
    change: change(Math.abs(wait)).replace("+", ""),
  });
  return `${said} ${long}`;
}

function useToLookAt({ total }: Report): string {
  const { t } = useTranslation("desk");
  const formats = useFormats();
  const lost = share(total.missed + total.abandoned, total.asked) ?? 0;
  if (lost >= NEWS)
    return t("reports_look_missed", { share: formats.share(lost), count: total.missed + total.abandoned });
  const within = shareWithin(total.firstAnswer);
  if (within !== undefined && within < 0.8) return t("reports_look_target", { share: formats.share(within) });
  const unknown = share(total.robotUnknown, total.robotAnswers) ?? 0;
  if (unknown >= 0.2) return t("reports_look_robot", { share: formats.share(unknown) });
  if (total.rescues > 0) return t("reports_look_rescues", { count: total.rescues });
  return t(total.sessions === 0 ? "reports_look_open" : "reports_look_nothing");
}
