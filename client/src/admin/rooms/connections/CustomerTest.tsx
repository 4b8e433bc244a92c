import { useMutation } from "@tanstack/react-query";
import { Zap } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { safeLink } from "../../../lib/links";
import { useAtomValue } from "../../../state/jotai";
import { Button } from "../../../ui/Button";
import { Facts } from "../../../ui/Facts";
import { Input } from "../../../ui/Input";
import { type CustomerTest as Answer, customerTest } from "../../../wire/customerTest";
import { useValues } from "../../form/editor";
import { adminApiAtom } from "../../session/services";
import { refusalOf } from "../../things/refusals";
import { troubleWords } from "../../things/troubleWords";
import styles from "./connections.module.css";

/** Asks the shop's system about one customer with the settings on the screen, saved or not. */
export function CustomerTest() {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const { customerData, relayHosts } = useValues("");
  const [userId, setUserId] = useState("");
  const id = useId();
  const run = useMutation({
    mutationFn: () =>
      api.call("customerData/test", { userId: userId.trim(), customerData, relayHosts }, customerTest),
  });
  const { data, error } = run;
  const isBad = error !== null || data?.ok === false;
  return (
    <div className={styles.test}>
      <label htmlFor={id}>{t("customer_test_id")}</label>
      <span className={styles.ask}>
        <Input
          id={id}
          value={userId}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setUserId(event.target.value)}
          onKeyDown={(event) => {
            // The field stands in the form of the settings, which Enter would save.
            if (event.key !== "Enter") return;
            event.preventDefault();
            if (userId.trim() !== "") run.mutate();
          }}
        />
        <Button
          look="outline"
          icon={<Zap size={16} />}
          isBusy={run.isPending}
          disabled={userId.trim() === ""}
          onClick={() => run.mutate()}
        >
          {t("customer_test")}
        </Button>
      </span>
      <div role="status" className={styles.result} data-bad={isBad ? "" : undefined}>
        {error ? <p>{troubleWords(t, refusalOf(error))}</p> : null}
        {data ? <Result answer={data} /> : null}
      </div>
    </div>
  );
}

function Result({ answer }: { answer: Answer }) {
  const { t } = useTranslation("admin");
  const { fields, links, pictures, leftOut } = answer;
  if (!answer.ok) return <p>{t("customer_test_failed", { message: answer.message })}</p>;
  if (answer.isUnknown) return <p>{t("customer_test_unknown")}</p>;
  const isEmpty = fields.length + links.length + pictures.length === 0;
  return (
    <>
      <p>{t("customer_test_ok", { seconds: (answer.ms / 1000).toFixed(1) })}</p>
      {isEmpty ? <p className={styles.quiet}>{t("customer_test_empty")}</p> : null}
      <Facts
        facts={[
          ...fields.map(({ label, value }) => ({ name: label, value, link: "" })),
          ...[...links, ...pictures].map(({ label, url }) => ({
            name: label,
            value: url,
            link: safeLink(url) ?? "",
          })),
        ].map((fact, at) => ({ ...fact, id: String(at) }))}
      />
      {leftOut.length > 0 ? (
        <>
          <p>{t("customer_test_left_out")}</p>
          <ul>
            {leftOut.map((why) => (
              <li key={why} dir="ltr">
                {why}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}
