import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { languageTag } from "../../i18n/tags";
import { useAtomValue } from "../../state/jotai";
import { Button } from "../../ui/Button";
import type { SignIn } from "../../wire/ownAccount";
import { Card } from "../shell/Card";
import styles from "./account.module.css";
import { ownApiAtom } from "./ownApi";
import { useDeed } from "./useDeed";

/** Where the user is signed in, with sign-out. */
export function SignIns() {
  const { t, i18n } = useTranslation("admin");
  const api = useAtomValue(ownApiAtom);
  const [list, setList] = useState<readonly SignIn[]>([]);
  const { isBusy, trouble, run } = useDeed();
  const load = useCallback(async () => setList(await api.signIns()), [api]);
  useEffect(() => void load().catch(() => undefined), [load]);
  const time = new Intl.DateTimeFormat(languageTag(i18n.language), {
    dateStyle: "medium",
    timeStyle: "short",
  });
  const end = (id?: string) =>
    void run(async () => {
      await api.endSignIn(id);
      await load();
    });
  return (
    <Card id="sign-ins" title={t("sign_ins_title")} text={t("sign_ins_text")}>
      <ul aria-labelledby="sign-ins" className={styles.signIns}>
        {list.map((one) => {
          const device = [one.browser, one.system].filter((word) => word !== "").join(" · ");
          return (
            <li key={one.id} className={styles.signIn}>
              <span>
                <strong>{device || t("sign_ins_unknown")}</strong>
                {one.current ? <span className={styles.here}>{t("sign_ins_current")}</span> : null}
                <span className={styles.note}>
                  {time.format(one.at)} · <bdi>{one.address}</bdi>
                </span>
              </span>
              {one.current ? null : (
                <Button
                  look="outline"
                  size="small"
                  disabled={isBusy}
                  aria-label={t("sign_ins_end_device", { device: device || t("sign_ins_unknown") })}
                  onClick={() => end(one.id)}
                >
                  {t("sign_ins_end")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <p role="alert" className={styles.trouble}>
        {trouble}
      </p>
      {list.length > 1 ? (
        <Button look="outline" isBusy={isBusy} onClick={() => end()}>
          {t("sign_ins_end_others")}
        </Button>
      ) : null}
    </Card>
  );
}
