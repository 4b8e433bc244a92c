import { useState } from "react";
import { useTranslation } from "react-i18next";
import { createSetupApi } from "../../api/setup";
import { keptAccount, keptTenant, keptToken, openSetUp } from "../../desk/keeping";
import { Button } from "../../ui/Button";
import { Skeleton } from "../../ui/Skeleton";
import { ChoosePassword } from "./ChoosePassword";
import { Door } from "./Door";
import { linkToken, useFragment } from "./linkToken";
import { useInvitation } from "./useInvitation";

/** An invitation: a colleague chooses a password and starts. */
export default function JoinPage() {
  const { t } = useTranslation("admin");
  const [api] = useState(createSetupApi);
  const token = linkToken(useFragment());
  const [tries, setTries] = useState(0);
  const found = useInvitation(api.invitation, token, tries);

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
  const { account, nick, shopName, purpose } = found;
  return (
    <ChoosePassword
      key={token}
      title={t(purpose === "reset" ? "join_reset_title" : "join_title", { shop: shopName, name: nick })}
      account={account}
      known={[shopName, account, nick]}
      spent={t("join_spent_text")}
      onChosen={async (password) => {
        const joined = await api.join(token, password);
        keptToken.write(joined.token);
        if (joined.tenantId !== "") keptTenant.write(joined.tenantId);
        keptAccount.write(account);
        if (joined.mustSetUpTotp) openSetUp("/desk/");
        else location.replace("/desk/");
      }}
    />
  );
}
