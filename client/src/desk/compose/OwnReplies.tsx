import { Pencil, Plus, Trash2 } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { FormField, focusFirstFault } from "../../ui/FormField";
import { IconButton } from "../../ui/IconButton";
import { Input, TextArea } from "../../ui/Input";
import { showToast } from "../../ui/toast";
import type { LocalText } from "../../wire/ready";
import {
  loadQuickRepliesAtom,
  type OwnReply,
  ownRepliesAtom,
  putQuickReplyAtom,
  quickRepliesPhaseAtom,
  removeQuickReplyAtom,
} from "../state/quickReplies.atoms";
import { servicesAtom } from "../state/services";
import styles from "./OwnReplies.module.css";
import { VARIABLES } from "./variables";

/** The server's limits: Protocol, 'Limits'. */
const TITLE_CHARS_MAX = 100;
const TEXT_CHARS_MAX = 4_000;

/** Lists the agent's own quick replies, and adds, changes and removes them. */
export function OwnReplies({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("desk");
  const [edited, setEdited] = useState<OwnReply>();
  const { newId } = useAtomValue(servicesAtom);
  const load = useSetAtom(loadQuickRepliesAtom);
  useEffect(() => void load(), [load]);
  return (
    <Dialog isOpen onClose={onClose} title={t("own_title")} closeLabel={t("close")}>
      {edited ? (
        <Editor key={edited.id} reply={edited} onLeave={() => setEdited(undefined)} />
      ) : (
        <>
          <List onEdit={setEdited} />
          <Button
            look="soft"
            data-focus-first
            icon={<Plus size={16} aria-hidden />}
            onClick={() => setEdited({ id: newId(), title: "", text: "", version: 0 })}
          >
            {t("own_add")}
          </Button>
        </>
      )}
    </Dialog>
  );
}

function List({ onEdit }: { onEdit: (reply: OwnReply) => void }) {
  const { t } = useTranslation("desk");
  const own = useAtomValue(ownRepliesAtom);
  const phase = useAtomValue(quickRepliesPhaseAtom);
  const remove = useSetAtom(removeQuickReplyAtom);
  if (own.length === 0) {
    const said = phase === "failed" ? "ready_failed" : phase === "loading" ? "ready_loading" : "own_none";
    return (
      <p className={styles.none} role="status">
        {t(said)}
      </p>
    );
  }
  return (
    <ul className={styles.list}>
      {own.map(({ id, title, text, version }) => {
        const reply = { id, title: wordsOf(title), text: wordsOf(text), version };
        return (
          <li key={id} className={styles.row}>
            <span className={styles.words}>
              <bdi className={styles.title}>{reply.title}</bdi>
              <span className={styles.text} dir="auto">
                {reply.text}
              </span>
            </span>
            <IconButton
              label={t("own_edit", { name: reply.title })}
              icon={<Pencil size={16} />}
              onClick={() => onEdit(reply)}
            />
            <IconButton
              label={t("ready_remove", { name: reply.title })}
              icon={<Trash2 size={16} />}
              onClick={() =>
                void remove(id).then((isDone) =>
                  showToast(isDone ? "success" : "error", t(isDone ? "ready_removed" : "deed_unreachable")),
                )
              }
            />
          </li>
        );
      })}
    </ul>
  );
}

function Editor({ reply, onLeave }: { reply: OwnReply; onLeave: () => void }) {
  const { t } = useTranslation("desk");
  const put = useSetAtom(putQuickReplyAtom);
  const form = useRef<HTMLFormElement>(null);
  const [title, setTitle] = useState(reply.title);
  const [text, setText] = useState(reply.text);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const faultOf = (value: string) => (isTried && value.trim() === "" ? t("own_missing") : undefined);

  async function save(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (title.trim() === "" || text.trim() === "") return focusFirstFault(form.current);
    setBusy(true);
    const outcome = await put({ ...reply, title: title.trim(), text: text.trim() });
    setBusy(false);
    if (outcome === "saved") {
      showToast("success", t("ready_kept"));
      onLeave();
    } else showToast("error", t(outcome === "changed" ? "own_changed" : "deed_unreachable"));
  }

  return (
    <form ref={form} className={styles.editor} noValidate onSubmit={(event) => void save(event)}>
      <FormField label={t("own_name")} isRequired fault={faultOf(title)}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            value={title}
            maxLength={TITLE_CHARS_MAX}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </FormField>
      <FormField label={t("own_text")} isRequired fault={faultOf(text)}>
        {(control) => (
          <TextArea
            {...control}
            rows={5}
            value={text}
            maxLength={TEXT_CHARS_MAX}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </FormField>
      <div className={styles.variables}>
        <p>{t("own_variables")}</p>
        {VARIABLES.map((name) => (
          <button key={name} type="button" onClick={() => setText(`${text}{${name}}`)}>
            <bdi dir="ltr">{`{${name}}`}</bdi>
          </button>
        ))}
      </div>
      <div className={styles.foot}>
        <Button look="outline" onClick={onLeave}>
          {t("cancel")}
        </Button>
        <Button look="primary" type="submit" isBusy={isBusy}>
          {t("own_save")}
        </Button>
      </div>
    </form>
  );
}

/** An own reply is written in one language. */
function wordsOf(text: LocalText): string {
  return typeof text === "string" ? text : (Object.values(text)[0] ?? "");
}
