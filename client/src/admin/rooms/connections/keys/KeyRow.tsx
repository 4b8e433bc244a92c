import { useTranslation } from "react-i18next";
import { languageTag } from "../../../../i18n/tags";
import { systemClock as clock } from "../../../../lib/clock";
import { Button } from "../../../../ui/Button";
import { Pill, type PillProps } from "../../../../ui/Pill";
import { type ApiKey, SCOPES } from "../../../../wire/apiKeys";
import { type KeyState, stateOf } from "./keyState";
import styles from "./keys.module.css";
import { SCOPE_WORDS } from "./scopeWords";

const TONES: Readonly<Record<KeyState, PillProps["tone"]>> = {
  active: "good",
  soon: "urgent",
  expired: "over",
  revoked: "over",
};

export type KeyRowProps = { apiKey: ApiKey; onRevoke: () => void };

/** A key: what it may do, until when, and when it was last used. */
export function KeyRow({ apiKey, onRevoke }: KeyRowProps) {
  const { t } = useTranslation("admin");
  const state = stateOf(apiKey, clock.now());
  const known = SCOPES.filter((scope) => apiKey.scopes.includes(scope));
  const others = apiKey.scopes.filter((scope) => !known.some((one) => one === scope));
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <strong className={styles.name}>
          <bdi>{apiKey.name}</bdi>
        </strong>
        <span className={styles.note}>
          <code dir="ltr">fdk_live_…{apiKey.hint}</code>
          {" · "}
          {[...known.map((scope) => t(SCOPE_WORDS[scope].name)), ...others].join(" · ")}
        </span>
        <span className={styles.note}>
          <bdi>
            <Term apiKey={apiKey} state={state} />
          </bdi>
          {" · "}
          <bdi>
            <LastUse apiKey={apiKey} />
          </bdi>
        </span>
      </span>
      <span className={styles.end}>
        <Pill tone={TONES[state]} text={t(`keys_state_${state}`)} />
        {state === "active" || state === "soon" ? (
          <Button
            look="outline"
            size="small"
            aria-label={t("keys_revoke_named", { name: apiKey.name })}
            onClick={onRevoke}
          >
            {t("keys_revoke")}
          </Button>
        ) : null}
      </span>
    </li>
  );
}

function Term({ apiKey, state }: { apiKey: ApiKey; state: KeyState }) {
  const { t, i18n } = useTranslation("admin");
  const day = new Intl.DateTimeFormat(languageTag(i18n.language), { dateStyle: "medium" });
  if (apiKey.revokedAt !== undefined) return t("keys_revoked_on", { time: day.format(apiKey.revokedAt) });
  if (apiKey.expiresAt === undefined) return t("keys_endless");
  return t(state === "expired" ? "keys_ended_on" : "keys_ends_on", { time: day.format(apiKey.expiresAt) });
}

function LastUse({ apiKey }: { apiKey: ApiKey }) {
  const { t, i18n } = useTranslation("admin");
  if (apiKey.lastUsedAt === undefined) return t("keys_unused");
  const time = new Intl.DateTimeFormat(languageTag(i18n.language), {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return (
    <>
      {t("keys_used", { time: time.format(apiKey.lastUsedAt) })}{" "}
      {apiKey.lastUsedAddress === "" ? null : t("keys_used_from", { address: apiKey.lastUsedAddress })}
    </>
  );
}
