import { Ban } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { wholeTime } from "../../lib/time";
import { useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { FormField } from "../../ui/FormField";
import { Input, Select } from "../../ui/Input";
import { showToast } from "../../ui/toast";
import { BLOCK_LENGTHS, type Block, type BlockLength } from "../../wire/visitor";
import { useOffers } from "../keys/offers.atoms";
import { blockVisitorAtom } from "../state/past.atoms";
import { visitorChangedAtom } from "../state/talk.atoms";
import styles from "./VisitorPanel.module.css";

/** The longest reason, in characters: Protocol, 'Visitors'. */
const REASON_CHARS_MAX = 200;

export type BlockVisitorProps = {
  userId: string;
  name: string;
  block: Block | undefined;
  /** Shows the panel if it is folded away. */
  onEnter: () => void;
};

/** Blocks the visitor for some time; says so if they are blocked. */
export function BlockVisitor({ userId, name, block, onEnter }: BlockVisitorProps) {
  const { t } = useTranslation("desk");
  const [isOpen, setOpen] = useState(false);
  useOffers({
    block: {
      run: () => {
        onEnter();
        setOpen(true);
      },
    },
  });
  return (
    <section className={styles.more} aria-label={t("block")}>
      {block ? (
        <p className={styles.blocked}>
          <Ban size={16} aria-hidden />
          <span>
            {block.until === undefined
              ? t("blocked_ever", { by: block.by })
              : t("blocked_until", { time: wholeTime(block.until).slice(0, 16), by: block.by })}{" "}
            <bdi>{block.reason}</bdi>
          </span>
        </p>
      ) : null}
      <Button look="outline" size="small" icon={<Ban size={15} />} onClick={() => setOpen(true)}>
        {t(block ? "block_again" : "block")}
      </Button>
      {isOpen ? <BlockDialog userId={userId} name={name} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}

type BlockDialogProps = { userId: string; name: string; onClose: () => void };

function BlockDialog({ userId, name, onClose }: BlockDialogProps) {
  const { t } = useTranslation("desk");
  const block = useSetAtom(blockVisitorAtom);
  const changed = useSetAtom(visitorChangedAtom);
  const [length, setLength] = useState<BlockLength>("day");
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (reason.trim() === "") {
      setMissing(true);
      return;
    }
    setBusy(true);
    const trouble = await block({ userId, length, reason: reason.trim() });
    setBusy(false);
    if (trouble) {
      showToast("error", t(`block_${trouble}`));
      return;
    }
    changed(userId);
    showToast("success", t("block_done"));
    onClose();
  }
  return (
    <Dialog isOpen onClose={onClose} title={t("block_title", { name })} closeLabel={t("close")}>
      <form className={styles.transcript} noValidate onSubmit={(event) => void submit(event)}>
        <p className={styles.hint}>{t("block_text")}</p>
        <FormField label={t("block_for")} isRequired={false} fault={undefined}>
          {(control) => (
            <Select
              {...control}
              value={length}
              onChange={(event) =>
                setLength(BLOCK_LENGTHS.find((one) => one === event.target.value) ?? "day")
              }
            >
              {BLOCK_LENGTHS.map((one) => (
                <option key={one} value={one}>
                  {t(`block_${one}`)}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        <FormField
          label={t("block_reason")}
          isRequired
          fault={isMissing && reason.trim() === "" ? t("block_reason_missing") : undefined}
        >
          {(control) => (
            <Input
              {...control}
              data-focus-first
              maxLength={REASON_CHARS_MAX}
              autoComplete="off"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </FormField>
        <span className={styles.deeds}>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {t("block_do")}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t("edit_cancel")}
          </Button>
        </span>
      </form>
    </Dialog>
  );
}
