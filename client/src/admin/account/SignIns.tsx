import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { languageTag } from "../../i18n/tags";
import { useAtomValue } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Pill } from "../../ui/Pill";
import type { SignIn } from "../../wire/ownAccount";
import common from "../common.module.css";
import { Alert } from "../shell/Alert";
import { Card } from "../shell/Card";
import styles from "./account.module.css";
import { ownApiAtom } from "./ownApi";
import { useDeed } from "./useDeed";

export type SignInsProps = {
  /** Another number asks again. */
  asked: number;
};

/** Where the user is signed in, with sign-out: this browser first. */
export function SignIns({ asked }: SignInsProps) {
  const { t, i18n } = useTranslation("admin");
  const api = useAtomValue(ownApiAtom);
  const [list, setList] = useState<readonly SignIn[]>([]);
  const { isBusy, trouble, run } = useDeed();
  const load = useCallback(async () => {
    const found = await api.signIns();
    setList(found.toSorted((one, other) => Number(other.current) - Number(one.current)));
  }, [api]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number asks again
  useEffect(() => void run(load), [run, load, asked]);
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
                <span className={common.row}>
                  <strong>{device || t("sign_ins_unknown")}</strong>
                  {one.current ? <Pill tone="good" text={t("sign_ins_current")} /> : null}
                </span>
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
      <Alert text={trouble} />
      {list.length > 1 ? (
        <Button look="outline" isBusy={isBusy} onClick={() => end()}>
          {t("sign_ins_end_others")}
        </Button>
      ) : null}
    </Card>
  );
}
