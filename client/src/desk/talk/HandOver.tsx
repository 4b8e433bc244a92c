import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { FormField } from "../../ui/FormField";
import { Input, Select } from "../../ui/Input";
import { showToast } from "../../ui/toast";
import type { Group } from "../../wire/agent";
import { groupName } from "../names";
import { handOverAtom } from "../state/talk.atoms";
import styles from "./TalkHeader.module.css";

/** Contract §2: as long as any message. */
const NOTE_LENGTH_MAX = 4000;

export type HandOverProps = {
  userId: string;
  /** At least one. */
  groups: readonly Group[];
  onClose: () => void;
};

/** To which group a conversation goes on, and what its next agent should know: under the head, like the end. */
export function HandOver({ userId, groups, onClose }: HandOverProps) {
  const { t } = useTranslation("desk");
  const handOver = useSetAtom(handOverAtom);
  const [groupId, setGroupId] = useState(groups[0]?.id ?? "");
  const [note, setNote] = useState("");
  const [isBusy, setBusy] = useState(false);
  const place = useRef<HTMLFormElement>(null);

  useEffect(() => {
    place.current?.querySelector("select")?.focus();
  }, []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    const trouble = await handOver({ userId, groupId, note: note.trim() });
    setBusy(false);
    const group = groupName(groups, groupId);
    if (trouble === "nobody") showToast("error", t("hand_over_nobody", { group }));
    else if (trouble) showToast("error", t(`deed_${trouble}`));
    else {
      showToast("success", t("hand_over_done", { group }));
      onClose();
    }
  }

  return (
    <form
      ref={place}
      className={styles.question}
      aria-label={t("hand_over")}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <FormField label={t("hand_over_to")} isRequired={false} fault={undefined}>
        {(control) => (
          <Select {...control} value={groupId} onChange={(event) => setGroupId(event.target.value)}>
            {groups.map((group) => (
              <option key={group.id} value={group.id}>
                {group.name}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <div className={styles.note}>
        <FormField label={t("hand_over_note")} isRequired={false} fault={undefined}>
          {(control) => (
            <Input
              {...control}
              maxLength={NOTE_LENGTH_MAX}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </FormField>
      </div>
      <span className={styles.deeds}>
        <Button type="submit" look="primary" isBusy={isBusy}>
          {t("hand_over")}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t("end_no")}
        </Button>
      </span>
    </form>
  );
}
