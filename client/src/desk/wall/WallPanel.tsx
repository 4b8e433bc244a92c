import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { LoadingWords } from "../../ui/LoadingWords";
import { showToast } from "../../ui/toast";
import type { AgentStatus } from "../../wire/account";
import type { ConversationRow } from "../../wire/agent";
import type { WallAgent } from "../../wire/wall";
import { lineOf, visitorName } from "../names";
import { Choice } from "../search/Choice";
import { STATUSES } from "../shell/StatusPicker";
import { useNow } from "../useNow";
import { useSpan } from "./useSpan";
import styles from "./Wall.module.css";
import { serverNow, type Wall } from "./wall";
import { setStatusOfAtom, wallTalksAtom } from "./wall.atoms";

/** The row that a supervisor looks at. */
export type Looked = { kind: "group" | "agent"; id: string };

export type WallPanelProps = { looked: Looked | undefined; wall: Wall; onClose: () => void };

/** Whose conversations they are, each of which opens, and, of an agent, the status. */
export function WallPanel({ looked, wall, onClose }: WallPanelProps) {
  const { t } = useTranslation("desk");
  const agent = looked?.kind === "agent" ? wall.agents.find(({ id }) => id === looked.id) : undefined;
  const group = looked?.kind === "group" ? wall.groups.find(({ id }) => id === looked.id) : undefined;
  if (!looked || !(agent ?? group)) return null;
  const name = agent?.name ?? (group?.name || t("wall_everybody"));
  return (
    <Dialog isOpen onClose={onClose} title={name} closeLabel={t("close")} placement="side">
      <div className={styles.panel}>
        {agent ? <StatusOf agent={agent} /> : null}
        <h3>{t(agent ? "wall_talks_of" : "wall_waiting_of")}</h3>
        <Talks
          key={`${looked.kind}-${looked.id}-${agent ? agent.conversations : (group?.waiting ?? 0)}`}
          looked={looked}
          wall={wall}
        />
      </div>
    </Dialog>
  );
}

/** Changes a colleague's status. It asks first if open conversations would go back to the queue. */
function StatusOf({ agent }: { agent: WallAgent }) {
  const { t } = useTranslation("desk");
  const set = useSetAtom(setStatusOfAtom);
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const change = async (status: AgentStatus) => {
    setAsked(false);
    setBusy(true);
    const standing = await set({ adminId: agent.id, status });
    setBusy(false);
    if (standing) showToast("success", t("wall_status_set", { name: agent.name }));
    else showToast("error", t("wall_status_failed", { name: agent.name }));
  };
  const shown = agent.status === "away" ? "online" : agent.status;
  return (
    <>
      <Choice
        label={t("status_label")}
        value={isAsked ? "offline" : shown}
        isDisabled={isBusy}
        onValue={(value) => {
          const status = STATUSES.find((one) => one === value);
          if (status === "offline" && agent.conversations > 0) setAsked(true);
          else if (status) void change(status);
        }}
        options={STATUSES.map((one) => [one, t(`status_${one}`)] as const)}
      />
      {isAsked ? (
        <section className={styles.question} aria-label={t("wall_offline_yes")}>
          <p role="status">{t("wall_offline_ask", { name: agent.name, count: agent.conversations })}</p>
          <Button look="danger" isBusy={isBusy} onClick={() => void change("offline")}>
            {t("wall_offline_yes")}
          </Button>
          <Button look="quiet" onClick={() => setAsked(false)}>
            {t("cancel")}
          </Button>
        </section>
      ) : null}
    </>
  );
}

type Page = { rows: readonly ConversationRow[]; next: string };

function Talks({ looked, wall }: { looked: Looked; wall: Wall }) {
  const { t } = useTranslation("desk");
  const { page, isBusy, more } = useTalks(looked);
  if (page === "loading") return <LoadingWords>{t("wall_talks_loading")}</LoadingWords>;
  if (page === "failed") return <p role="alert">{t("wall_talks_failed")}</p>;
  if (page.rows.length === 0) return <p className={styles.none}>{t("wall_talks_none")}</p>;
  return (
    <>
      <ul className={styles.talks}>
        {page.rows.map((row) => (
          <Talk key={row.userId} row={row} wall={wall} />
        ))}
      </ul>
      {page.next === "" ? null : (
        <Button look="quiet" isBusy={isBusy} onClick={more}>
          {t("queue_more")}
        </Button>
      )}
    </>
  );
}

/** A conversation: opening it shows its messages live, and what a supervisor can do. */
function Talk({ row, wall }: { row: ConversationRow; wall: Wall }) {
  const { t } = useTranslation("desk");
  const span = useSpan();
  const now = useNow();
  return (
    <li>
      <Link href={`/talk/${row.userId}`} className={styles.talk}>
        <bdi className={styles.nick}>{visitorName(row, t)}</bdi>
        <span className={styles.since}>{span(serverNow(wall, now) - row.since)}</span>
        <span className={styles.line} dir="auto">
          {lineOf(row.lastMessage, t)}
        </span>
      </Link>
    </li>
  );
}

function useTalks({ kind, id }: Looked) {
  const ask = useSetAtom(wallTalksAtom);
  const [page, setPage] = useState<Page | "loading" | "failed">("loading");
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let isLeft = false;
    void ask({ whose: whoseOf(kind, id), cursor: "" }).then((read) => {
      if (!isLeft) setPage(read ?? "failed");
    });
    return () => {
      isLeft = true;
    };
  }, [ask, kind, id]);
  const more = async () => {
    if (typeof page === "string") return;
    setBusy(true);
    const read = await ask({ whose: whoseOf(kind, id), cursor: page.next });
    setBusy(false);
    if (read) setPage({ rows: [...page.rows, ...read.rows], next: read.next });
    else setPage("failed");
  };
  return { page, isBusy, more: () => void more() };
}

function whoseOf(kind: Looked["kind"], id: string) {
  return kind === "agent" ? { adminId: id } : { groupId: id };
}
