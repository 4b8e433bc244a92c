import { SearchX } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/Empty";
import { showToast } from "../../ui/toast";
import type { Group } from "../../wire/account";
import { useOffers } from "../keys/offers.atoms";
import { RowPlaceholder } from "../lists/MineList";
import { changeFilterAtom, filterAtom, moreFoundAtom, resultsAtom, searchAtom } from "../state/search.atoms";
import styles from "./FoundList.module.css";
import { FoundRow } from "./FoundRow";
import { emptyFilter, filtersSet } from "./filter";
import { SearchForm } from "./SearchForm";

/** Words are asked for when nobody has typed for this long. */
const TYPING_MS = 250;

export type FoundListProps = {
  /** Only what is over, or everything. */
  state: "ended" | "";
  openId: string;
  groups: readonly Group[];
};

/** Everything the agent may see, newest first, by words and filters. */
export function FoundList({ state, openId, groups }: FoundListProps) {
  const { t } = useTranslation("desk");
  const filter = useAtomValue(filterAtom);
  const { phase, found, next, building } = useAtomValue(resultsAtom);
  const change = useSetAtom(changeFilterAtom);
  const search = useSetAtom(searchAtom);
  const more = useSetAtom(moreFoundAtom);
  useEffect(() => change({ state }), [change, state]);
  useEffect(() => {
    if (filter.state !== state) return;
    const timer = setTimeout(() => void search(), filter.text === "" ? 0 : TYPING_MS);
    return () => clearTimeout(timer);
  }, [filter, search, state]);
  const readMore = () =>
    void more().then((isDone) => {
      if (!isDone) showToast("error", t("search_failed"));
    });
  useOffers({ more: next === "" ? undefined : { run: readMore } });
  const hasFilters = filtersSet(filter) > 0;
  const isNarrowed = filter.text.trim() !== "" || hasFilters;
  return (
    <>
      <SearchForm groups={groups} found={found} />
      {building === undefined ? null : (
        <p role="status" className={styles.building}>
          {t("search_building", { count: building })}
        </p>
      )}
      <p role="status" className="visually-hidden">
        {phase === "here" ? t("search_count", { count: found.length }) : ""}
      </p>
      {phase === "loading" && found.length === 0 ? <RowPlaceholder /> : null}
      {phase === "failed" ? (
        <Empty
          icon={<SearchX size={28} aria-hidden />}
          title={t("search_failed")}
          text={t("search_failed_hint")}
        >
          <Button look="outline" onClick={() => void search()}>
            {t("try_again")}
          </Button>
        </Empty>
      ) : null}
      {phase === "here" && found.length === 0 ? (
        <Empty
          icon={<SearchX size={28} aria-hidden />}
          title={t(isNarrowed ? "search_nothing" : "search_empty")}
          text={t(
            hasFilters ? "search_nothing_hint" : isNarrowed ? "search_nothing_words" : "search_empty_hint",
          )}
        >
          {isNarrowed ? (
            <Button look="outline" onClick={() => change({ ...emptyFilter, state })}>
              {t(hasFilters ? "search_reset" : "search_clear")}
            </Button>
          ) : null}
        </Empty>
      ) : null}
      <ul aria-busy={phase === "loading"}>
        {found.map((one) => (
          <li key={`${one.kind} ${one.id}`}>
            <FoundRow found={one} isOpen={openId === (one.kind === "conversation" ? one.userId : one.id)} />
          </li>
        ))}
      </ul>
      {next === "" ? null : (
        <div className={styles.more}>
          <Button isWide look="quiet" onClick={readMore}>
            {t("queue_more")}
          </Button>
        </div>
      )}
    </>
  );
}
