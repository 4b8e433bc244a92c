import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { OpenTalks } from "../../api/agent";
import { useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { showToast } from "../../ui/toast";
import { setStatusAtom } from "../state/standing.atoms";
import { optionsOf } from "../talk/HandOver";
import { useReceivers } from "../talk/useReceivers";
import styles from "./LeavingDialog.module.css";

/** Where open conversations can go. */
export function LeavingChoices({ count, onDone }: { count: number; onDone: () => void }) {
  const { t } = useTranslation("desk");
  const setStatus = useSetAtom(setStatusAtom);
  const { receivers } = useReceivers();
  const [chosen, setChosen] = useState("keep");
  const [isBusy, setBusy] = useState(false);
  const options = optionsOf(receivers).filter(({ isFull }) => !isFull);
  async function leave() {
    setBusy(true);
    const standing = await setStatus({ status: "offline", open: placeOf(chosen) });
    setBusy(false);
    if (standing) onDone();
    else showToast("error", t("status_failed"));
  }
  const choices = [
    { value: "keep", name: t("leaving_keep"), help: t("leaving_keep_help") },
    { value: "queue", name: t("leaving_queue"), help: t("leaving_queue_help") },
    ...options.map(({ value, name }) => ({ value, name: t("leaving_to", { name }), help: "" })),
  ];
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void leave();
      }}
    >
      <fieldset className={styles.choices}>
        <legend>{t("leaving_question", { count })}</legend>
        {choices.map(({ value, name, help }) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name="leaving"
              value={value}
              checked={chosen === value}
              data-focus-first={value === "keep" ? "" : undefined}
              onChange={() => setChosen(value)}
            />
            <span>
              <bdi>{name}</bdi>
              {help === "" ? null : <small>{help}</small>}
            </span>
          </label>
        ))}
      </fieldset>
      <div className={styles.deeds}>
        <Button look="quiet" onClick={onDone}>
          {t("leaving_stay")}
        </Button>
        <Button type="submit" look="primary" isBusy={isBusy}>
          {t("command_offline")}
        </Button>
      </div>
    </form>
  );
}

function placeOf(chosen: string): OpenTalks {
  const [kind, ...rest] = chosen.split(":");
  const id = rest.join(":");
  if (kind === "colleague") return { open: "agent", adminId: id };
  if (kind === "group") return { open: "group", groupId: id };
  return { open: kind === "queue" ? "queue" : "keep" };
}
