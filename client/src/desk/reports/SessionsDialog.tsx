import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { SessionsAsk } from "../../api/supervising";
import { languageTag } from "../../i18n/tags";
import { useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { LoadingWords } from "../../ui/LoadingWords";
import type { ReportedSession } from "../../wire/report";
import { useAssignees } from "../items/useAssignees";
import { visitorName } from "../names";
import { agentName } from "../search/filterNames";
import { timeIn } from "./period";
import styles from "./Reports.module.css";
import { reportedAtom } from "./reports.atoms";
import { useFormats } from "./useFormats";

/** Whose conversations are listed; the title names them. */
export type Shown = { title: string; ask: SessionsAsk };

export type SessionsDialogProps = {
  shown: Shown | undefined;
  /** The tenant's time zone, in which the report counts days and hours. */
  zone: string;
  onClose: () => void;
};

/** Lists the conversations behind a number. Each opens. */
export function SessionsDialog({ shown, zone, onClose }: SessionsDialogProps) {
  const { t } = useTranslation("desk");
  return (
    <Dialog
      isOpen={shown !== undefined}
      onClose={onClose}
      title={shown?.title || t("report_sessions")}
      closeLabel={t("close")}
      placement="side"
    >
      {shown ? <Sessions ask={shown.ask} zone={zone} /> : null}
    </Dialog>
  );
}

type Page = { sessions: readonly ReportedSession[]; next: string };

function Sessions({ ask, zone }: { ask: SessionsAsk; zone: string }) {
  const { t } = useTranslation("desk");
  const read = useSetAtom(reportedAtom);
  const [page, setPage] = useState<Page | "loading" | "failed">("loading");
  const [isBusy, setBusy] = useState(false);
  const agents = useAssignees();
  const names = new Map(agents.map(({ id, nick }) => [id, nick]));
  useEffect(() => {
    let isLeft = false;
    void read({ ask, cursor: "" }).then((first) => {
      if (!isLeft) setPage(first ?? "failed");
    });
    return () => {
      isLeft = true;
    };
  }, [read, ask]);
  if (page === "loading") return <LoadingWords>{t("reports_loading")}</LoadingWords>;
  if (page === "failed") return <p role="alert">{t("reports_failed")}</p>;
  if (page.sessions.length === 0) return <p className={styles.none}>{t("reports_no_rows")}</p>;
  const more = async () => {
    setBusy(true);
    const next = await read({ ask, cursor: page.next });
    setBusy(false);
    setPage(next ? { sessions: [...page.sessions, ...next.sessions], next: next.next } : "failed");
  };
  return (
    <>
      <ul className={styles.sessions}>
        {page.sessions.map((session) => (
          <Session key={session.sessionId} session={session} zone={zone} names={names} />
        ))}
      </ul>
      {page.next === "" ? null : (
        <Button look="quiet" isWide isBusy={isBusy} onClick={() => void more()}>
          {t("queue_more")}
        </Button>
      )}
    </>
  );
}

type SessionProps = { session: ReportedSession; zone: string; names: ReadonlyMap<string, string> };

function Session({ session, zone, names }: SessionProps) {
  const { t, i18n } = useTranslation("desk");
  const f = useFormats();
  const { userId, started, agentIds, waiting, firstAnswer, missed, stars } = session;
  const when = timeIn(zone, languageTag(i18n.language));
  const facts = [
    agentIds.map((id) => agentName(id, names, t) || id).join(", "),
    waiting === undefined ? "" : t("session_waited", { time: f.span(waiting) }),
    firstAnswer === undefined ? "" : t("session_answered", { time: f.span(firstAnswer) }),
    missed === "" ? "" : t(missed === "abandoned" ? "session_abandoned" : "session_missed"),
    stars > 0 ? t("search_rated", { count: stars }) : "",
  ].filter((fact) => fact !== "");
  const words = (
    <>
      <bdi className={styles.name}>
        {userId === "" ? t("session_erased") : visitorName({ userId, userName: "" }, t)}
      </bdi>
      <time dateTime={new Date(started).toISOString()}>{when.format(started)}</time>
      <span className={styles.detail}>{facts.join(" · ")}</span>
    </>
  );
  // Who was erased has no conversation to open.
  return (
    <li>
      {userId === "" ? (
        <span className={styles.session}>{words}</span>
      ) : (
        <Link href={`/talk/${userId}`} className={styles.session}>
          {words}
        </Link>
      )}
    </li>
  );
}
