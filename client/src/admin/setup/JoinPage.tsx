import { useState } from "react";
import { useTranslation } from "react-i18next";
import { createSetupApi } from "../../api/setup";
import { keptAccount, keptTenant, keptToken, openSetUp } from "../../desk/keeping";
import { ChoosePassword } from "./ChoosePassword";
import { Invitation } from "./Invitation";
import { linkToken, useFragment } from "./linkToken";

/** An invitation: a colleague chooses a password and starts. */
export default function JoinPage() {
  const { t } = useTranslation("admin");
  const [api] = useState(createSetupApi);
  const token = linkToken(useFragment());
  return (
    <Invitation
      ask={api.invitation}
      token={token}
      title={t("join_title_unknown")}
      spent={t("join_spent_text")}
    >
      {({ account, nick, shopName, purpose }) => (
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
      )}
    </Invitation>
  );
}
