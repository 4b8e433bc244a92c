import { clsx } from "clsx";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { languageTag } from "../../i18n/tags";
import { useAtomValue } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Pill } from "../../ui/Pill";
import type { PushDevice } from "../../wire/ownAccount";
import common from "../common.module.css";
import { Alert } from "../shell/Alert";
import { Card } from "../shell/Card";
import styles from "./account.module.css";
import { browserPushAtom, ownApiAtom } from "./ownApi";
import { useDeed } from "./useDeed";

/** Notifications while the desk is closed: asks for them, tries them, and lists the browsers that get them. */
export function Notifications() {
  const { t, i18n } = useTranslation("admin");
  const api = useAtomValue(ownApiAtom);
  const browser = useAtomValue(browserPushAtom);
  const [list, setList] = useState<readonly PushDevice[]>([]);
  const [hides, setHides] = useState(false);
  const [publicKey, setPublicKey] = useState("");
  const [said, setSaid] = useState("");
  const [ability, setAbility] = useState(browser.ability());
  const { isBusy, trouble, run } = useDeed();

  const load = useCallback(async () => {
    const endpoint = browser.ability() === "able" ? await browser.endpoint() : "";
    const found = await api.pushDevices(endpoint);
    setList(found.list);
    setHides(found.withoutContent);
    setPublicKey(found.publicKey);
    setAbility(browser.ability());
  }, [api, browser]);
  useEffect(() => void run(load), [run, load]);

  const isOn = list.some((one) => one.current);
  const time = new Intl.DateTimeFormat(languageTag(i18n.language), { dateStyle: "medium" });

  const turnOn = () =>
    void run(async () => {
      setSaid("");
      const subscribed = await browser.subscribe(publicKey, i18n.language);
      if (subscribed) await api.subscribePush(subscribed);
      else setSaid(t("push_refused"));
      await load();
    });
  const end = (one: PushDevice) =>
    void run(async () => {
      setSaid("");
      if (one.current) await browser.unsubscribe();
      await api.unsubscribePush(one.deviceId);
      await load();
    });
  const tryIt = () =>
    void run(async () => {
      setSaid("");
      const { failed } = await api.testPush();
      setSaid(t(failed === 0 ? "push_test_sent" : "push_test_failed"));
      await load();
    });

  return (
    <Card id="notifications" title={t("push_title")} text={t("push_text")}>
      <p className={styles.note}>{t(hides ? "push_without_content" : "push_with_content")}</p>
      {ability === "able" && !isOn ? (
        <div>
          <Button isBusy={isBusy} disabled={publicKey === ""} onClick={turnOn}>
            {t("push_turn_on")}
          </Button>
        </div>
      ) : null}
      {ability === "able" ? null : <p>{t(`push_${ability}`)}</p>}
      {list.length > 0 ? (
        <ul aria-labelledby="notifications" className={styles.signIns}>
          {list.map((one) => {
            const device = [one.browser, one.system].filter((word) => word !== "").join(" · ");
            const name = device || t("sign_ins_unknown");
            return (
              <li key={one.deviceId} className={styles.signIn}>
                <span>
                  <span className={common.row}>
                    <strong>{name}</strong>
                    {one.current ? <Pill tone="good" text={t("sign_ins_current")} /> : null}
                  </span>
                  <span className={styles.note}>{time.format(one.at)}</span>
                </span>
                <Button
                  look="outline"
                  size="small"
                  disabled={isBusy}
                  aria-label={t("push_turn_off_device", { device: name })}
                  onClick={() => end(one)}
                >
                  {t("push_turn_off")}
                </Button>
              </li>
            );
          })}
        </ul>
      ) : null}
      <p role="status" className={clsx(styles.note, styles.said)}>
        {said}
      </p>
      <Alert text={trouble} />
      {list.length > 0 ? (
        <div>
          <Button look="outline" isBusy={isBusy} onClick={tryIt}>
            {t("push_test")}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
