import { Eye } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Input } from "../../ui/Input";
import { showToast } from "../../ui/toast";
import { type Named, WhyPlace, WhyTheirs } from "../duty/WhyTheirs";
import { useOffers } from "../keys/offers.atoms";
import { visitorName } from "../names";
import { forceCloseAtom, whisperAtom } from "../state/oversee.atoms";
import { openVisitorAtom, stepInAtom } from "../state/talk.atoms";
import { useTake } from "../useTake";
import { CloseQuestion } from "./CloseQuestion";
import { HandOver } from "./HandOver";
import styles from "./OverseeBar.module.css";

/** Protocol, 'Texts': the limit of any message. */
const NOTE_LENGTH_MAX = 4000;

export type OverseeBarProps = {
  userId: string;
  /** A colleague mentions the supervisor in the conversation. */
  isMentioned: boolean;
  /** Whose conversation it is; undefined while the visitor waits. */
  agent: Named | undefined;
};

/**
 * What a supervisor can do in a colleague's conversation, which they read live, and why the colleague has it. A waiting
 * visitor can be taken, handed over or sent away.
 */
export function OverseeBar({ userId, isMentioned, agent }: OverseeBarProps) {
  const { t } = useTranslation("desk");
  const [, go] = useLocation();
  const [asked, setAsked] = useState<"end" | "handOver">();
  const [isTaking, setTaking] = useState(false);
  const visitor = useAtomValue(openVisitorAtom);
  const takeOver = useSetAtom(stepInAtom);
  const waiting = useTake();
  const close = useSetAtom(forceCloseAtom);
  async function take() {
    if (!agent) return waiting.take(userId);
    setTaking(true);
    const trouble = await takeOver(userId);
    setTaking(false);
    if (trouble) showToast("error", t(`step_in_${trouble}`));
  }
  async function end() {
    setAsked(undefined);
    const trouble = await close(userId);
    if (trouble) showToast("error", t(`deed_${trouble}`));
    else {
      showToast("success", t("oversee_ended"));
      go("/wall");
    }
  }
  useOffers({ take: { run: () => void take() } });
  return (
    <footer className={styles.foot}>
      {agent ? <WhyTheirs key={agent.id} userId={userId} agent={agent} /> : <WhyPlace userId={userId} />}
      {asked === "end" ? (
        <CloseQuestion
          name={visitorName({ userId, userName: visitor?.name ?? "" }, t)}
          kind={agent ? "talk" : "waiting"}
          onEnd={() => void end()}
          onKeep={() => setAsked(undefined)}
        />
      ) : null}
      {asked === "handOver" ? (
        <HandOver userId={userId} receiver="" isWaiting={!agent} onClose={() => setAsked(undefined)} />
      ) : null}
      <div className={styles.bar}>
        <p>
          <Eye size={18} aria-hidden /> {t(agent ? "oversee_live" : "oversee_waiting")}
        </p>
        <Button look="primary" isBusy={isTaking || waiting.isTaking} onClick={() => void take()}>
          {t(agent ? (isMentioned ? "step_in" : "oversee_take") : "take")}
        </Button>
        <Button
          look="outline"
          aria-expanded={asked === "handOver"}
          onClick={() => setAsked(asked === "handOver" ? undefined : "handOver")}
        >
          {t("hand_over")}
        </Button>
        <Button
          look="outline"
          aria-expanded={asked === "end"}
          onClick={() => setAsked(asked === "end" ? undefined : "end")}
        >
          {t("end")}
        </Button>
      </div>
      {agent ? <Whisper userId={userId} /> : null}
    </footer>
  );
}

/** A note that the agent reads, and no visitor. */
function Whisper({ userId }: { userId: string }) {
  const { t } = useTranslation("desk");
  const send = useSetAtom(whisperAtom);
  const [text, setText] = useState("");
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  async function submit(event: FormEvent) {
    event.preventDefault();
    const said = text.trim();
    if (said === "") return;
    setBusy(true);
    const trouble = await send({ userId, text: said });
    setBusy(false);
    if (trouble) showToast("error", t(`whisper_${trouble}`));
    else setText("");
  }
  return (
    <form className={styles.whisper} onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>{t("whisper_label")}</label>
      <Input
        id={id}
        data-focus-home
        maxLength={NOTE_LENGTH_MAX}
        placeholder={t("whisper_hint")}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" look="soft" isBusy={isBusy} disabled={text.trim() === ""}>
        {t("whisper_send")}
      </Button>
    </form>
  );
}
