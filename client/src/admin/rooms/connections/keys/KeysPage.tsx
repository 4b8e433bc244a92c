import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../../ui/Button";
import { ConfirmDialog } from "../../../../ui/ConfirmDialog";
import { Empty } from "../../../../ui/Empty";
import { showToast } from "../../../../ui/toast";
import type { ApiKey } from "../../../../wire/apiKeys";
import { Rows } from "../../../list/Rows";
import { Alert } from "../../../shell/Alert";
import { Page } from "../../../shell/Page";
import { refusalOf } from "../../../things/refusals";
import { troubleWords } from "../../../things/troubleWords";
import { ConnectionsTabs } from "../ConnectionsTabs";
import { KeyRow } from "./KeyRow";
import styles from "./keys.module.css";
import { NewKeyDialog } from "./NewKeyDialog";
import { ShownKey } from "./ShownKey";
import { useKeys } from "./useKeys";

/** The keys of the shop's own servers. */
export function KeysPage() {
  const { t } = useTranslation("admin");
  const { list, make, revoke } = useKeys();
  const [isMaking, setMaking] = useState(false);
  const [going, setGoing] = useState<ApiKey>();
  const keys = list.data?.list ?? [];
  const max = list.data?.keysMax ?? Number.POSITIVE_INFINITY;
  const isFull = keys.filter((key) => key.state === "active").length >= max;
  const open = () => {
    make.reset();
    setMaking(true);
  };
  const action = (
    <Button look="primary" icon={<Plus size={16} />} disabled={isFull || !list.isSuccess} onClick={open}>
      {t("keys_new")}
    </Button>
  );
  return (
    <Page title={t("connections_keys")} text={t("keys_text")} action={keys.length > 0 ? action : undefined}>
      <ConnectionsTabs />
      {isFull ? <p className={styles.note}>{t("keys_full", { max })}</p> : null}
      <Alert text={revoke.error ? troubleWords(t, refusalOf(revoke.error)) : undefined} />
      <Rows
        label={t("connections_keys")}
        query={{ ...list, hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => undefined }}
        count={keys.length}
        isFiltered={false}
        onClear={() => undefined}
        empty={
          <Empty icon={<KeyRound size={28} />} title={t("keys_none")} text={t("keys_none_text")}>
            {action}
          </Empty>
        }
      >
        {keys.map((key) => (
          <KeyRow key={key.keyId} apiKey={key} onRevoke={() => setGoing(key)} />
        ))}
      </Rows>
      {isMaking && !make.data ? (
        <NewKeyDialog
          isBusy={make.isPending}
          refusal={make.error ? refusalOf(make.error) : undefined}
          onMake={make.mutate}
          onClose={() => setMaking(false)}
        />
      ) : null}
      {isMaking && make.data ? (
        <ShownKey name={make.data.apiKey.name} text={make.data.key} onStored={() => setMaking(false)} />
      ) : null}
      {going ? (
        <ConfirmDialog
          title={t("keys_revoke_title", { name: going.name })}
          text={t("keys_revoke_text")}
          yes={t("keys_revoke")}
          no={t("keys_revoke_keep")}
          onNo={() => setGoing(undefined)}
          onYes={() => {
            setGoing(undefined);
            revoke.mutate(going.keyId, {
              onSuccess: () => showToast("success", t("keys_revoked", { name: going.name })),
            });
          }}
        />
      ) : null}
    </Page>
  );
}
