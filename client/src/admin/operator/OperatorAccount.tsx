import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { OwnAccount } from "../../wire/ownAccount";
import own from "../account/account.module.css";
import { Password } from "../account/Password";
import { SignIns } from "../account/SignIns";
import { TwoStep } from "../account/TwoStep";
import page from "../shell/Page.module.css";

export type OperatorAccountProps = { account: OwnAccount; onChanged: () => void };

/** An operator's own account: password, second step, and sign-ins. */
export function OperatorAccount({ account, onChanged }: OperatorAccountProps) {
  const { t } = useTranslation("admin");
  const [changes, setChanges] = useState(0);
  const changed = () => {
    setChanges((many) => many + 1);
    onChanged();
  };
  return (
    <div className={own.page}>
      <a href="#tenants" className={page.back}>
        <ArrowLeft size={16} aria-hidden className={page.arrow} />
        {t("operator_title")}
      </a>
      <header>
        <h1 className={page.title}>{t("own_title")}</h1>
        <p className={page.text}>
          <bdi>{account.account}</bdi>
        </p>
      </header>
      <Password account={account} onChanged={changed} />
      <TwoStep account={account} onChanged={changed} />
      <SignIns asked={changes} />
    </div>
  );
}
