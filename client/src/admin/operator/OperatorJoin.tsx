import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { OperatorApi } from "../../api/operator";
import { keptOperator, keptOperatorToken } from "../../desk/keeping";
import { Button } from "../../ui/Button";
import { Skeleton } from "../../ui/Skeleton";
import { ChoosePassword } from "../setup/ChoosePassword";
import { Door } from "../setup/Door";
import { useInvitation } from "../setup/useInvitation";

/** An operator chooses a password by a link of the command line. */
export function OperatorJoin({ api, token }: { api: OperatorApi; token: string }) {
  const { t } = useTranslation("admin");
  const [tries, setTries] = useState(0);
  const found = useInvitation(api.invitation, token, tries);

  if (found === undefined)
    return (
      <Door title={t("operator_join_title")} text={t("loading")}>
        <Skeleton width="100%" height="44px" />
      </Door>
    );
  if (found === "spent") return <Door title={t("join_spent_title")} text={t("operator_spent_text")} />;
  if (found === "unreachable")
    return (
      <Door title={t("operator_join_title")} text={t("door_unreachable")}>
        <Button look="primary" onClick={() => setTries(tries + 1)}>
          {t("retry")}
        </Button>
      </Door>
    );
  const { account, purpose } = found;
  return (
    <ChoosePassword
      key={token}
      title={
        purpose === "reset" ? t("join_reset_title", { shop: "", name: account }) : t("operator_join_title")
      }
      account={account}
      known={[account]}
      spent={t("operator_spent_text")}
      onChosen={async (password) => {
        keptOperatorToken.write((await api.join(token, password)).token);
        keptOperator.write(account);
        // The token of the link leaves the address.
        location.replace(`${location.pathname}${location.search}#`);
      }}
    />
  );
}
