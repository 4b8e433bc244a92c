import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { createSetupApi } from "../../api/setup";
import { Skeleton } from "../../ui/Skeleton";
import { Door } from "./Door";
import styles from "./door.module.css";
import { UnreachableDoor } from "./Invitation";
import { linkName, linkToken, useFragment } from "./linkToken";
import { NewShopForm } from "./NewShopForm";

type State = "asking" | "ready" | "done" | "noLink" | "spent" | "unreachable";

/** The first start: whoever has the one-time link makes the shop. */
export default function SetupPage() {
  const { t } = useTranslation("admin");
  const [api] = useState(createSetupApi);
  const fragment = useFragment();
  const token = linkToken(fragment);
  const [state, setState] = useState<State>("asking");
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    setState("asking");
    api.state(token).then(
      ({ needed, valid }) => setState(valid ? "ready" : !needed ? "done" : token ? "spent" : "noLink"),
      () => setState("unreachable"),
    );
  }, [api, token, tries]);

  switch (state) {
    case "asking":
      return (
        <Door title={t("setup_title")} text={t("loading")}>
          <Skeleton width="100%" height="44px" />
          <Skeleton width="100%" height="44px" />
        </Door>
      );
    case "ready":
      return <NewShopForm key={token} api={api} token={token} shopName={linkName(fragment)} />;
    case "done":
      return (
        <Door title={t("setup_done_title")} text={t("setup_done_text")}>
          <a href="/desk/admin/" className={styles.link}>
            {t("setup_sign_in")}
          </a>
        </Door>
      );
    case "noLink":
    case "spent":
      return (
        <Door title={t(`setup_${state}_title`)} text={t(`setup_${state}_text`)}>
          <code className={styles.command}>frontdesk setup-link</code>
        </Door>
      );
    case "unreachable":
      return <UnreachableDoor title={t("setup_title")} onRetry={() => setTries(tries + 1)} />;
    default:
      return state satisfies never;
  }
}
