import { useEffect, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/http";
import { createSetupApi, type SetupApi } from "../../api/setup";
import { keptAccount, keptTenant, keptToken, openSetUp } from "../../desk/keeping";
import { Button } from "../../ui/Button";
import { Skeleton } from "../../ui/Skeleton";
import type { Invitation } from "../../wire/setup";
import { refusalOf } from "../things/refusals";
import { troubleWords } from "../things/troubleWords";
import { AccountOfPassword } from "./AccountOfPassword";
import { Door } from "./Door";
import styles from "./door.module.css";
import { linkToken, useFragment } from "./linkToken";
import { PasswordPair, type Passwords } from "./PasswordPair";

/** An invitation: a colleague chooses a password and starts. */
export default function JoinPage() {
  const { t } = useTranslation("admin");
  const [api] = useState(createSetupApi);
  const token = linkToken(useFragment());
  const [found, setFound] = useState<Invitation | "spent" | "unreachable">();
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    setFound(undefined);
    api.invitation(token).then(setFound, (cause) => {
      const isLost =
        cause instanceof ApiError && (cause.kind === "unreachable" || cause.kind === "unavailable");
      setFound(isLost ? "unreachable" : "spent");
    });
  }, [api, token, tries]);

  if (found === undefined)
    return (
      <Door title={t("join_title_unknown")} text={t("loading")}>
        <Skeleton width="100%" height="44px" />
      </Door>
    );
  if (found === "spent") return <Door title={t("join_spent_title")} text={t("join_spent_text")} />;
  if (found === "unreachable")
    return (
      <Door title={t("join_title_unknown")} text={t("door_unreachable")}>
        <Button look="primary" onClick={() => setTries(tries + 1)}>
          {t("retry")}
        </Button>
      </Door>
    );
  return <ChoosePassword key={token} api={api} token={token} invitation={found} />;
}

type ChoosePasswordProps = { api: SetupApi; token: string; invitation: Invitation };

function ChoosePassword({ api, token, invitation }: ChoosePasswordProps) {
  const { t } = useTranslation("admin");
  const [trouble, setTrouble] = useState<string>();
  const form = useForm({ defaultValues: { password: "", again: "" } });

  async function join({ password }: Passwords) {
    setTrouble(undefined);
    try {
      const joined = await api.join(token, password);
      keptToken.write(joined.token);
      if (joined.tenantId !== "") keptTenant.write(joined.tenantId);
      keptAccount.write(invitation.account);
      if (joined.mustSetUpTotp) openSetUp("/desk/");
      else location.replace("/desk/");
    } catch (cause) {
      const refusal = refusalOf(cause);
      if (refusal.kind === "faults") {
        for (const { message } of refusal.faults) form.setError("password", { message });
      } else if (refusal.kind === "other" && cause instanceof ApiError && cause.kind === "invalid") {
        form.setError("password", { message: cause.message });
      } else setTrouble(refusal.kind === "other" ? t("join_spent_text") : troubleWords(t, refusal));
    }
  }

  const isReset = invitation.purpose === "reset";
  return (
    <Door
      title={t(isReset ? "join_reset_title" : "join_title", {
        shop: invitation.shopName,
        name: invitation.nick,
      })}
      text={t("join_text", { account: invitation.account })}
    >
      <FormProvider {...form}>
        <form
          noValidate
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            void form.handleSubmit(join)();
          }}
        >
          <AccountOfPassword account={invitation.account} />
          <PasswordPair known={[invitation.shopName, invitation.account, invitation.nick]} />
          {trouble ? (
            <p role="alert" className={styles.trouble}>
              {trouble}
            </p>
          ) : null}
          <Button type="submit" look="primary" isWide isBusy={form.formState.isSubmitting}>
            {t("join_do")}
          </Button>
        </form>
      </FormProvider>
    </Door>
  );
}
