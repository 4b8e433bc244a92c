import { clsx } from "clsx";
import { BookOpen, MessageSquareText, SendHorizontal, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { IconButton } from "../../ui/IconButton";
import { showToast } from "../../ui/toast";
import panels from "../shell/Panels.module.css";
import { SearchList } from "../shell/SearchList";
import { isNotingAtom } from "../state/drafts.atoms";
import {
  loadQuickRepliesAtom,
  quickRepliesPhaseAtom,
  type Ready,
  removeQuickReplyAtom,
  reusableTextsAtom,
  saveQuickReplyAtom,
  searchDocumentsAtom,
} from "../state/quickReplies.atoms";
import { sendContentAtom } from "../state/sending.atoms";
import styles from "./ReadyAnswers.module.css";

/** Search the documents after this pause in typing. */
const PAUSE_MS = 250;

export type ReadyAnswersProps = {
  isOpen: boolean;
  userId: string;
  /** The text in the composer. */
  draft: string;
  onChoose: (text: string) => void;
  /** Opens the agent's own quick replies. */
  onManage: () => void;
  onClose: () => void;
};

/** Searches quick replies and the knowledge base; Enter puts one into the composer. */
export function ReadyAnswers({ isOpen, ...props }: ReadyAnswersProps) {
  const { t } = useTranslation("desk");
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={t("ready_open")} closeLabel={t("close")}>
      <Search {...props} />
    </Dialog>
  );
}

function Search({ userId, draft, onChoose, onManage, onClose }: Omit<ReadyAnswersProps, "isOpen">) {
  const { t } = useTranslation("desk");
  const [search, setSearch] = useState("");
  const [reached, setReached] = useState("");
  const phase = useAtomValue(quickRepliesPhaseAtom);
  const load = useSetAtom(loadQuickRepliesAtom);
  const found = useAtomValue(reusableTextsAtom)(search);
  const send = useSetAtom(sendContentAtom);
  const chosen = found.find(({ key }) => key === reached);
  useDocuments(search);
  useEffect(() => void load(), [load]);
  return (
    <>
      <SearchList
        label={t("ready_open")}
        hint={t("ready_search")}
        text={search}
        onText={setSearch}
        found={found}
        render={(ready) => <Line ready={ready} />}
        onReach={setReached}
        onChoose={(ready) => {
          onClose();
          onChoose(ready.text);
        }}
      />
      {found.length === 0 ? (
        <p className={panels.nothing} role="status">
          {t(phase === "failed" ? "ready_failed" : search.trim() === "" ? "ready_empty" : "ready_none")}
        </p>
      ) : null}
      <Own
        draft={draft}
        chosen={chosen}
        onManage={onManage}
        onSend={(html) => {
          send({ userId, content: { kind: "richText", html } });
          onClose();
        }}
      />
    </>
  );
}

function Line({ ready: { kind, title, text } }: { ready: Ready }) {
  const { t } = useTranslation("desk");
  const Icon = kind === "document" ? BookOpen : MessageSquareText;
  return (
    <span className={styles.line}>
      <Icon size={16} aria-hidden />
      <span className={styles.words}>
        <bdi className={styles.title}>{title}</bdi>
        <span className="visually-hidden">{t(`ready_${kind}`)}</span>
        {text === title ? null : (
          <span className={clsx(styles.text, "two-lines")} dir="auto">
            {text}
          </span>
        )}
      </span>
    </span>
  );
}

type OwnProps = {
  draft: string;
  chosen: Ready | undefined;
  onManage: () => void;
  onSend: (html: string) => void;
};

/** Sends a document as it is, saves the draft as a quick reply, or removes one of the agent's own. */
function Own({ draft, chosen, onManage, onSend }: OwnProps) {
  const { t } = useTranslation("desk");
  const keep = useSetAtom(saveQuickReplyAtom);
  const remove = useSetAtom(removeQuickReplyAtom);
  const isKept = useAtomValue(reusableTextsAtom)("").some(({ text }) => text === draft.trim());
  const ownId = chosen?.ownId;
  const isNote = useAtomValue(isNotingAtom);
  const say = (isDone: boolean, search: "ready_kept" | "ready_removed") =>
    isDone ? showToast("success", t(search)) : showToast("error", t("deed_unreachable"));
  return (
    <div className={styles.own}>
      {isNote || chosen?.html === undefined ? null : <SendAsIs html={chosen.html} onSend={onSend} />}
      <Button look="quiet" onClick={onManage}>
        {t("own_manage")}
      </Button>
      {draft.trim() === "" || isKept ? null : (
        <Button look="outline" onClick={() => void keep(draft).then((isDone) => say(isDone, "ready_kept"))}>
          {t("ready_keep")}
        </Button>
      )}
      {ownId === undefined ? null : (
        <IconButton
          label={t("ready_remove", { name: chosen?.title })}
          icon={<Trash2 size={18} />}
          onClick={() => void remove(ownId).then((isDone) => say(isDone, "ready_removed"))}
        />
      )}
    </div>
  );
}

/** A document keeps its formatting, its links and its pictures. */
function SendAsIs({ html, onSend }: { html: string; onSend: (html: string) => void }) {
  const { t } = useTranslation("desk");
  return (
    <Button look="soft" icon={<SendHorizontal size={16} className="mirrored" />} onClick={() => onSend(html)}>
      {t("ready_send")}
    </Button>
  );
}

/** Searches the documents when the agent pauses; another letter aborts the search. */
function useDocuments(text: string): void {
  const search = useSetAtom(searchDocumentsAtom);
  useEffect(() => {
    const asking = new AbortController();
    const timer = setTimeout(() => void search({ text, signal: asking.signal }), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [text, search]);
}
