import { ArrowLeft } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/http";
import { keptTenant, keptToken } from "../../desk/keeping";
import { SignInForm } from "../../desk/sign-in/SignInForm";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Skeleton } from "../../ui/Skeleton";
import { Toaster } from "../../ui/Toaster";
import type { OwnAccount } from "../../wire/ownAccount";
import app from "../AdminApp.module.css";
import { SignInDialog } from "../session/SignInDialog";
import { adminServicesAtom } from "../session/services";
import { signInAtom } from "../session/session.atoms";
import { Card } from "../shell/Card";
import page from "../shell/Page.module.css";
import { Trouble } from "../shell/Trouble";
import styles from "./account.module.css";
import { Notifications } from "./Notifications";
import { changeEndedAtom, isEndedAtom, ownApiAtom } from "./ownApi";
import { Password } from "./Password";
import { Profile } from "./Profile";
import { Settings } from "./Settings";
import { SetUpTotp } from "./SetUpTotp";
import { SignIns } from "./SignIns";
import { TwoStep } from "./TwoStep";

type Found =
  | { phase: "asking" | "signedOut" | "unreachable" }
  /** The shop requires a second step first. */
  | { phase: "setUp" }
  | { phase: "known"; account: OwnAccount };

/** Everybody's own account: for every role, from the desk and from the administration. */
export default function AccountPage() {
  const { t } = useTranslation("admin");
  const api = useAtomValue(ownApiAtom);
  const { account: session } = useAtomValue(adminServicesAtom);
  const signIn = useSetAtom(signInAtom);
  const isEnded = useAtomValue(isEndedAtom);
  const changeEnded = useSetAtom(changeEndedAtom);
  const [changes, setChanges] = useState(0);
  const [found, setFound] = useState<Found>({ phase: "asking" });
  const next = nextPage(location.hash);
  /** Who signs in where a server has several shops types it. */
  const shopId = keptTenant.read();

  const ask = useCallback(async () => {
    try {
      setFound({ phase: "known", account: await api.own() });
      setChanges((many) => many + 1);
      changeEnded(false);
    } catch (cause) {
      const kind = cause instanceof ApiError ? cause.kind : "broken";
      setFound({
        phase: kind === "forbidden" ? "setUp" : kind === "unauthorised" ? "signedOut" : "unreachable",
      });
    }
  }, [api, changeEnded]);
  useEffect(() => void ask(), [ask]);
  useEffect(() => {
    document.title = `${t("own_title")} · ${t("title")}`;
  }, [t]);

  return (
    <div className={app.app}>
      <main className={found.phase === "signedOut" ? app.signIn : styles.page}>{content()}</main>
      {isEnded ? <SignInDialog onSignedIn={() => void ask()} /> : null}
      <Toaster />
    </div>
  );

  function content() {
    switch (found.phase) {
      case "asking":
        return <Skeleton width="100%" height="320px" />;
      case "unreachable":
        return <Trouble text={t("trouble_unreachable")} onRetry={() => void ask()} />;
      case "signedOut":
        return (
          <SignInForm
            title={t("own_title")}
            isExpired={keptToken.read() !== ""}
            signOn={session}
            onSignIn={async (who) => {
              const trouble = await signIn(who);
              if (!trouble) await ask();
              return trouble;
            }}
          />
        );
      case "setUp":
        return (
          <>
            <h1 className={page.title}>{t("totp_required_title")}</h1>
            <Card id="totp" title={t("totp_title")} text={t("totp_required_text")}>
              <SetUpTotp needsPassword={false} onDone={() => location.replace(next)} />
            </Card>
          </>
        );
      case "known":
        return (
          <>
            <a href={next} className={page.back}>
              <ArrowLeft size={16} aria-hidden className={page.arrow} />
              {t("own_back")}
            </a>
            <header>
              <h1 className={page.title}>{t("own_title")}</h1>
              <p className={page.text}>
                <bdi>{found.account.account}</bdi> · <bdi>{found.account.shopName}</bdi>
                {shopId === "" ? null : (
                  <>
                    {" · "}
                    {t("own_shop_id")} <bdi>{shopId}</bdi>
                  </>
                )}
              </p>
            </header>
            <Profile
              // What one person typed is not the next one's.
              key={found.account.account}
              account={found.account}
              onSaved={(account) => setFound({ phase: "known", account })}
            />
            <Password account={found.account} onChanged={() => void ask()} />
            <TwoStep account={found.account} onChanged={() => void ask()} />
            <SignIns asked={changes} />
            <Notifications key={changes} />
            <Settings />
            <div>
              <Button
                look="outline"
                onClick={() =>
                  void session.logout().finally(() => {
                    keptToken.write("");
                    location.replace("/desk/");
                  })
                }
              >
                {t("account_sign_out")}
              </Button>
            </div>
          </>
        );
      default:
        return found satisfies never;
    }
  }
}

/** The page to go on to: only one of ours. */
function nextPage(hash: string): string {
  const asked = new URLSearchParams(hash.replace(/^#/, "")).get("next") ?? "";
  return /^\/desk(\/[\w/-]*)?$/.test(asked) && !asked.startsWith("/desk/account") ? asked : "/desk/";
}
