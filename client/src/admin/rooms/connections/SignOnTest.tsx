import { useMutation } from "@tanstack/react-query";
import { CircleCheck, CircleMinus, CircleX, Zap } from "lucide-react";
import { useTranslation } from "react-i18next";
import { isSignOnTrouble } from "../../../desk/sign-in/signOnTrouble";
import { useAtomValue } from "../../../state/jotai";
import { Button } from "../../../ui/Button";
import { signOnTest } from "../../../wire/admin";
import { useValues } from "../../form/editor";
import { adminApiAtom } from "../../session/services";
import { refusalOf } from "../../things/refusals";
import { troubleWords } from "../../things/troubleWords";
import styles from "./connections.module.css";

const STEPS = ["description", "keys", "client"] as const;
const ICONS = { fine: CircleCheck, wrong: CircleX, not_tried: CircleMinus } as const;

/** Asks the provider with the settings on the screen, saved or not. Nobody is signed in. */
export function SignOnTest() {
  const { t } = useTranslation("admin");
  const { t: word } = useTranslation("desk");
  const api = useAtomValue(adminApiAtom);
  const signOn = useValues("");
  const run = useMutation({
    mutationFn: (setting: Readonly<Record<string, unknown>>) =>
      api.call("signOn/test", { signOn: setting }, signOnTest),
  });
  const isReady = ["issuer", "clientId", "returnAddress"].every((field) => (signOn[field] ?? "") !== "");
  const { data, error } = run;
  const steps = STEPS.map((step) => {
    const found = data?.steps.find((one) => one.step === step);
    return { step, code: found?.code ?? "", state: found ? stateOf(found.ok) : "not_tried" } as const;
  });
  return (
    <div className={styles.test}>
      <Button
        look="outline"
        icon={<Zap size={16} />}
        isBusy={run.isPending}
        disabled={!isReady}
        onClick={() => run.mutate(signOn)}
      >
        {t("sso_test")}
      </Button>
      <p className={styles.quiet}>{t(isReady ? "sso_test_text" : "sso_test_needs")}</p>
      <div role="status" className={styles.result}>
        {data ? (
          <ul className={styles.steps}>
            {steps.map(({ step, state, code }) => {
              const Icon = ICONS[state];
              return (
                <li key={step} data-state={state}>
                  <Icon size={18} aria-hidden />
                  <span>
                    {t(`sso_step_${step}`)}: {t(`sso_step_${state}`)}
                    {isSignOnTrouble(code) ? <small>{word(`sign_on_trouble_${code}`)}</small> : null}
                  </span>
                </li>
              );
            })}
          </ul>
        ) : null}
        {data?.ok ? <p>{t("sso_test_ok")}</p> : null}
        {error ? <p className={styles.bad}>{troubleWords(t, refusalOf(error))}</p> : null}
      </div>
    </div>
  );
}

function stateOf(isFine: boolean) {
  return isFine ? "fine" : "wrong";
}
