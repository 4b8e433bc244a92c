import { Sparkles } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Skeleton } from "../../ui/Skeleton";
import { useOffers } from "../keys/offers.atoms";
import { openTalkAtom } from "../state/desk.atoms";
import {
  hasModelAtom,
  isTakenOverAtom,
  isTranslatingAtom,
  openSummaryAtom,
  sumUpAtom,
  switchTranslationAtom,
} from "../state/help.atoms";
import styles from "./ModelHelp.module.css";

/** The large model's help: translates the conversation, and sums it up. Absent if the shop has no model. */
export function ModelHelp() {
  const { t } = useTranslation("desk");
  const hasModel = useAtomValue(hasModelAtom);
  const isTranslating = useAtomValue(isTranslatingAtom);
  const translate = useSetAtom(switchTranslationAtom);
  const summary = useAtomValue(openSummaryAtom);
  const sumUp = useSetAtom(sumUpAtom);
  useTakingOver();
  const canSumUp =
    summary === undefined || summary.phase === "failed" || (summary.phase === "here" && summary.isOld);
  useOffers(
    hasModel
      ? {
          translate: {
            state: t(isTranslating ? "palette_on" : "palette_off"),
            run: () => translate(!isTranslating),
          },
          sumUp: canSumUp ? { run: () => void sumUp() } : undefined,
        }
      : {},
  );
  if (!hasModel) return null;
  return (
    <section className={styles.help} aria-label={t("help_title")}>
      <label className={styles.switch}>
        <span>{t("translate")}</span>
        <input
          type="checkbox"
          checked={isTranslating}
          onChange={(event) => translate(event.target.checked)}
        />
      </label>
      {summary?.phase === "asking" ? (
        <div role="status">
          <span className="visually-hidden">{t("summing_up")}</span>
          <Skeleton width="100%" height="72px" shape="bubble" />
        </div>
      ) : null}
      {summary?.phase === "here" ? (
        <>
          <h3>{t("summary")}</h3>
          <p className={styles.summary} dir="auto" aria-live="polite">
            {summary.text}
          </p>
        </>
      ) : null}
      {summary?.phase === "failed" ? <p role="alert">{t(`help_${summary.trouble}`)}</p> : null}
      {canSumUp ? (
        <Button
          look="soft"
          size="small"
          icon={<Sparkles size={14} aria-hidden />}
          onClick={() => void sumUp()}
        >
          {t(summary?.phase === "here" ? "sum_up_again" : "sum_up")}
        </Button>
      ) : null}
    </section>
  );
}

/** Sums up once for an agent who takes over from a colleague. */
function useTakingOver(): void {
  const hasModel = useAtomValue(hasModelAtom);
  const isTakenOver = useAtomValue(isTakenOverAtom);
  const { isLoaded } = useAtomValue(openTalkAtom);
  const isAsked = useAtomValue(openSummaryAtom) !== undefined;
  const sumUp = useSetAtom(sumUpAtom);
  useEffect(() => {
    if (hasModel && isTakenOver && isLoaded && !isAsked) void sumUp();
  }, [hasModel, isTakenOver, isLoaded, isAsked, sumUp]);
}
