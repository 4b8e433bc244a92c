import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../../state/jotai";
import { Button } from "../../../ui/Button";
import { ConfirmDialog } from "../../../ui/ConfirmDialog";
import { Empty } from "../../../ui/Empty";
import { Failed } from "../../../ui/Failed";
import { Skeleton } from "../../../ui/Skeleton";
import { showToast } from "../../../ui/toast";
import { WholeTime } from "../../../ui/WholeTime";
import { done } from "../../../wire/things";
import { type Block, blocks } from "../../../wire/visitor";
import table from "../../list/Table.module.css";
import { adminApiAtom } from "../../session/services";
import { Page } from "../../shell/Page";
import { refusalOf } from "../../things/refusals";
import { troubleWords } from "../../things/troubleWords";
import { SafetyTabs } from "./SafetyTabs";
import styles from "./safety.module.css";

const BLOCKS = ["blocks"];

/** The visitors whom agents blocked, and a way to let them in again. */
export function BlocksPage() {
  const { t } = useTranslation("admin");
  const { list, unblock } = useBlocks();
  const [asked, setAsked] = useState<Block>();
  const found = list.data?.list ?? [];
  return (
    <Page title={t("safety_blocks")} text={t("blocks_text")}>
      <SafetyTabs />
      {list.isPending ? <Skeleton width="100%" height="240px" /> : null}
      {list.isError ? (
        <Failed text={troubleWords(t, refusalOf(list.error))} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isSuccess && found.length === 0 ? (
        <Empty icon={<ShieldCheck size={28} />} title={t("blocks_none")} text={t("blocks_none_text")} />
      ) : null}
      {found.length > 0 ? <BlocksTable blocks={found} onUnblock={setAsked} /> : null}
      {asked ? (
        <ConfirmDialog
          title={t("blocks_question", { name: asked.name || asked.userId })}
          text={t("blocks_question_text")}
          yes={t("blocks_undo")}
          no={t("keys_cancel")}
          onYes={() => {
            setAsked(undefined);
            unblock.mutate(asked.userId, {
              onSuccess: () => showToast("success", t("blocks_undone")),
              onError: (cause) => showToast("error", troubleWords(t, refusalOf(cause))),
            });
          }}
          onNo={() => setAsked(undefined)}
        />
      ) : null}
    </Page>
  );
}

type BlocksTableProps = { blocks: readonly Block[]; onUnblock: (block: Block) => void };

function BlocksTable({ blocks: all, onUnblock }: BlocksTableProps) {
  const { t } = useTranslation("admin");
  return (
    <div className={table.frame}>
      <table className={clsx(table.table, styles.table)}>
        <thead>
          <tr>
            <th scope="col">{t("blocks_visitor")}</th>
            <th scope="col">{t("blocks_reason")}</th>
            <th scope="col">{t("blocks_until")}</th>
            <th scope="col">{t("blocks_by")}</th>
            <th scope="col">
              <span className="visually-hidden">{t("blocks_undo")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map((block) => (
            <tr key={block.userId}>
              <td>
                <bdi>{block.name || block.userId}</bdi>
                {block.verifiedId === "" ? null : (
                  <div className={styles.id}>{t("blocks_verified", { id: block.verifiedId })}</div>
                )}
              </td>
              <td>
                <bdi>{block.reason}</bdi>
              </td>
              <td>{block.until === undefined ? t("blocks_ever") : <WholeTime at={block.until} />}</td>
              <td>
                <bdi>{block.by}</bdi>
                <div className={styles.id}>
                  <WholeTime at={block.at} />
                </div>
              </td>
              <td className={styles.undo}>
                <Button
                  look="outline"
                  size="small"
                  aria-label={t("blocks_undo_named", { name: block.name || block.userId })}
                  onClick={() => onUnblock(block)}
                >
                  {t("blocks_undo")}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function useBlocks() {
  const api = useAtomValue(adminApiAtom);
  const cache = useQueryClient();
  const list = useQuery({
    queryKey: BLOCKS,
    queryFn: ({ signal }) => api.call("blocks/list", {}, blocks, { signal }),
  });
  const unblock = useMutation({
    mutationFn: (userId: string) => api.call("blocks/delete", { userId }, done),
    onSettled: () => cache.invalidateQueries({ queryKey: BLOCKS }),
  });
  return { list, unblock };
}
