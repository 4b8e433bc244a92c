import { useQuery, useQueryClient } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../../../state/jotai";
import { Button } from "../../../../ui/Button";
import { RichText } from "../../../../ui/RichText";
import { Skeleton } from "../../../../ui/Skeleton";
import { showToast } from "../../../../ui/toast";
import { documentVersions } from "../../../../wire/editing";
import { type Thing, thing } from "../../../../wire/things";
import { adminApiAtom } from "../../../session/services";
import { AdminDialog } from "../../../shell/AdminDialog";
import { When } from "../../../shell/When";
import { keyOf, nameOf } from "../../../things/kinds";
import { type Refusal, refusalOf } from "../../../things/refusals";
import { troubleWords } from "../../../things/troubleWords";
import { thingQuery } from "../../../things/useThings";
import lists from "../lists.module.css";
import { Refused } from "../trial/Refused";
import styles from "./DocumentPage.module.css";

/** The earlier versions of a document; each can be restored. */
export function Versions({ doc }: { doc: Thing }) {
  const { t } = useTranslation("admin");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" icon={<History size={16} />} onClick={() => setOpen(true)}>
        {t("kb_versions")}
      </Button>
      {isOpen ? (
        <AdminDialog onClose={() => setOpen(false)} title={t("kb_versions")}>
          <VersionList doc={doc} onDone={() => setOpen(false)} />
        </AdminDialog>
      ) : null}
    </>
  );
}

function VersionList({ doc, onDone }: { doc: Thing; onDone: () => void }) {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const cache = useQueryClient();
  const name = nameOf("docs", doc);
  const [wanted, setWanted] = useState<number>();
  const [refusal, setRefusal] = useState<Refusal>();
  const { data, error } = useQuery({
    queryKey: ["versions", keyOf("docs", doc), doc.version],
    queryFn: ({ signal }) => api.call("docs/history", name, documentVersions, { signal }),
  });

  const restore = async (version: number, isForced: boolean) => {
    setWanted(version);
    setRefusal(undefined);
    try {
      const restored = await api.call("docs/restore", { ...name, version, force: isForced }, thing);
      cache.setQueryData(thingQuery("docs", keyOf("docs", doc)), restored);
      void cache.invalidateQueries({ queryKey: ["things", "docs"] });
      showToast("success", t("kb_versions_done"));
      onDone();
    } catch (cause) {
      setRefusal(refusalOf(cause));
    }
  };
  if (error) return <p role="alert">{troubleWords(t, refusalOf(error))}</p>;
  if (!data) return <Skeleton width="100%" height="120px" />;
  return (
    <div className={lists.stack}>
      <Refused
        refusal={refusal}
        onForce={() => void (wanted !== undefined && restore(wanted, true))}
        onClose={() => setRefusal(undefined)}
      />
      {data.list.length === 0 ? <p className={lists.words}>{t("kb_versions_none")}</p> : null}
      {data.list.map((one) => (
        <article key={one.version} className={styles.check} aria-label={one.question}>
          <p className={lists.words}>
            {one.at ? <When at={one.at} /> : t("kb_versions_first")} {one.adminId}
          </p>
          <p className={styles.question} dir="auto">
            {one.question}
          </p>
          <div dir="auto">
            <RichText html={one.answer} />
          </div>
          <p className={lists.words}>{t("kb_versions_similar", { count: one.similar.length })}</p>
          <div className={lists.buttons}>
            <Button look="outline" size="small" onClick={() => void restore(one.version, false)}>
              {t("kb_versions_restore")}
            </Button>
          </div>
        </article>
      ))}
    </div>
  );
}
