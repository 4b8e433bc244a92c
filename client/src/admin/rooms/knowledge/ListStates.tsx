import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button";
import { Skeleton } from "../../../ui/Skeleton";
import type { Loaded } from "../../list/Rows";
import { Trouble } from "../../shell/Trouble";
import styles from "./lists.module.css";

export type ListStatesProps = {
  query: Loaded & { data: unknown };
  /** The height of the outline while the list loads. */
  height: string;
  /** How much of the list is shown. */
  shown?: string;
};

/** What stands below a list: its outline while it loads, why it did not load, or a button for the next page. */
export function ListStates({ query, height, shown }: ListStatesProps) {
  const { t } = useTranslation("admin");
  if (!query.data)
    return query.error ? (
      <Trouble text={t("trouble_unreachable")} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton width="100%" height={height} />
    );
  if (!query.hasNextPage) return null;
  return (
    <div className={styles.foot}>
      <Button look="outline" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t("kb_more")}
      </Button>
      {shown ? (
        <span className={styles.count} role="status">
          {shown}
        </span>
      ) : null}
    </div>
  );
}
