import { useTranslation } from "react-i18next";
import type { OperatorApi } from "../../api/operator";
import { keptOperator, keptOperatorToken } from "../../desk/keeping";
import { ChoosePassword } from "../setup/ChoosePassword";
import { Invitation } from "../setup/Invitation";

/** An operator chooses a password by a link of the command line. */
export function OperatorJoin({ api, token }: { api: OperatorApi; token: string }) {
  const { t } = useTranslation("admin");
  return (
    <Invitation
      ask={api.invitation}
      token={token}
      title={t("operator_join_title")}
      spent={t("operator_spent_text")}
    >
      {({ account, purpose }) => (
        <ChoosePassword
          key={token}
          title={
            purpose === "reset"
              ? t("join_reset_title", { shop: "", name: account })
              : t("operator_join_title")
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
      )}
    </Invitation>
  );
}
