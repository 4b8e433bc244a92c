import { LogIn } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import styles from "./SignInPage.module.css";
import type { SignOnChoice } from "./useSignOn";

export type SignOnButtonProps = {
  choice: SignOnChoice;
  /** It is the page's main way in. */
  isMain: boolean;
};

/** The button that leads to the shop's provider. */
export function SignOnButton({ choice, isMain }: SignOnButtonProps) {
  const { t } = useTranslation("desk");
  const { offer, trouble } = choice;
  const address = trouble === "elsewhere" ? new URL("/desk/", offer.returnAddress).href : "";
  return (
    <div className={styles.signOn}>
      {isMain ? null : <p className={styles.or}>{t("sign_on_or")}</p>}
      <Button
        look={isMain ? "primary" : "outline"}
        isWide
        icon={<LogIn size={18} aria-hidden />}
        isBusy={choice.isBusy}
        onClick={choice.begin}
      >
        <bdi>{offer.buttonText}</bdi>
      </Button>
      <p role="alert" className={styles.signOnTrouble}>
        {trouble ? t(`sign_on_trouble_${trouble}`) : null} {address ? <a href={address}>{address}</a> : null}
      </p>
    </div>
  );
}
