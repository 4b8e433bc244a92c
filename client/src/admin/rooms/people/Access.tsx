import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link2, LogOut, Mail } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { languageTag } from "../../../i18n/tags";
import { useAtomValue } from "../../../state/jotai";
import { Button } from "../../../ui/Button";
import { showToast } from "../../../ui/toast";
import { invitation } from "../../../wire/admin";
import { done, type Thing } from "../../../wire/things";
import common from "../../common.module.css";
import { adminApiAtom } from "../../session/services";
import { Alert } from "../../shell/Alert";
import { Card } from "../../shell/Card";
import { CopyLine } from "../../shell/CopyLine";
import { textOf } from "../../things/kinds";
import { refusalOf } from "../../things/refusals";
import { troubleWords } from "../../things/troubleWords";
import { useMailState } from "../connections/mail/useMail";
import styles from "./people.module.css";

/** How an agent signs in: a one-time link to choose a password, and signing out everywhere. */
export function Access({ agent, nick }: { agent: Thing; nick: string }) {
  const { t, i18n } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const adminId = textOf(agent, "adminId");
  const isJoined = agent.passwordSet === true;
  const root = useRef<HTMLDivElement>(null);
  const invite = useMutation({
    mutationFn: (mail: 0 | 1) => api.call("agents/invite", { adminId, mail }, invitation),
  });
  const address = textOf(agent, "email") || accountAddress(textOf(agent, "account"));
  const { data: mails } = useMailState();
  const byMail = mails?.isOn === true && address !== "";
  const signOut = useMutation({
    mutationFn: () => api.call("agents/signOut", { adminId }, done),
    onSuccess: () => showToast("success", t("agent_signed_out", { name: nick })),
  });
  const cache = useQueryClient();
  const reset = useMutation({
    mutationFn: () => api.call("agents/resetTotp", { adminId }, done),
    onSuccess: async () => {
      showToast("success", t("agent_totp_reset_done", { name: nick }));
      await cache.invalidateQueries();
    },
  });
  const isDisabled = agent.disabled === 1;
  const disable = useMutation({
    mutationFn: () => api.put("agents", { ...agent, disabled: isDisabled ? 0 : 1 }),
    onSuccess: async () => {
      showToast("success", t(isDisabled ? "agent_enabled" : "agent_disabled", { name: nick }));
      await cache.invalidateQueries();
    },
  });
  const trouble = invite.error ?? signOut.error ?? reset.error ?? disable.error;

  useEffect(() => {
    if (location.hash === "#access") root.current?.scrollIntoView();
  }, []);

  return (
    <div ref={root}>
      <Card
        id="access"
        title={t("agent_access")}
        text={t(isJoined ? "agent_access_text" : "agent_access_waiting", { name: nick })}
      >
        {invite.data ? (
          <div className={styles.link} role="status">
            {invite.data.mailedTo ? <p>{t("agent_link_mailed", { address: invite.data.mailedTo })}</p> : null}
            <CopyLine label={t("agent_link")} text={new URL(invite.data.link, location.href).href} />
            <p className={styles.note}>
              {t("agent_link_once", {
                name: nick,
                time: new Intl.DateTimeFormat(languageTag(i18n.language), {
                  dateStyle: "medium",
                  timeStyle: "short",
                }).format(invite.data.expiresAt),
              })}
            </p>
          </div>
        ) : null}
        <Alert text={trouble ? troubleWords(t, refusalOf(trouble)) : undefined} />
        <div className={common.wrap}>
          {byMail ? (
            <Button
              look={isJoined || invite.data ? "outline" : "primary"}
              icon={<Mail size={16} />}
              isBusy={invite.isPending && invite.variables === 1}
              onClick={() => invite.mutate(1)}
            >
              {t(isJoined ? "agent_reset_mail" : "agent_invite_mail")}
            </Button>
          ) : null}
          <Button
            look={isJoined || invite.data || byMail ? "outline" : "primary"}
            icon={<Link2 size={16} />}
            isBusy={invite.isPending && invite.variables === 0}
            onClick={() => invite.mutate(0)}
          >
            {t(invite.data ? "agent_link_again" : isJoined ? "agent_reset" : "agent_invite")}
          </Button>
          {isJoined ? (
            <Button
              look="outline"
              icon={<LogOut size={16} />}
              isBusy={signOut.isPending}
              onClick={() => signOut.mutate()}
            >
              {t("agent_sign_out")}
            </Button>
          ) : null}
          {agent.totpSet === true ? (
            <Button look="outline" isBusy={reset.isPending} onClick={() => reset.mutate()}>
              {t("agent_totp_reset")}
            </Button>
          ) : null}
          <Button look="outline" isBusy={disable.isPending} onClick={() => disable.mutate()}>
            {t(isDisabled ? "agent_enable" : "agent_disable")}
          </Button>
        </div>
        {mails && !byMail ? (
          <p className={styles.note}>{t(mails.isOn ? "agent_mail_address" : "agent_mail_off")}</p>
        ) : null}
        <p className={styles.note}>{t(isDisabled ? "agent_disabled_text" : "agent_disable_text")}</p>
      </Card>
    </div>
  );
}

/** An account that is an address; empty if it is a plain name. */
function accountAddress(account: string): string {
  return account.includes("@") ? account : "";
}
