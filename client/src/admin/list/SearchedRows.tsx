import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Thing } from "../../wire/things";
import type { Kind } from "../things/kinds";
import { useThings } from "../things/useThings";
import { ListTools } from "./ListTools";
import { Rows } from "./Rows";
import { useSearch } from "./useSearch";

export type SearchedRowsProps = {
  kind: Kind;
  label: string;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  /** Draws the row of a thing. */
  children: (thing: Thing) => ReactNode;
};

/** The things of a kind, with a search box above them. */
export function SearchedRows({ kind, label, empty, children }: SearchedRowsProps) {
  const { t } = useTranslation("admin");
  const { search, setSearch, asked } = useSearch();
  const query = useThings(kind, asked === "" ? {} : { search: asked });
  const things = query.things ?? [];
  return (
    <>
      {things.length > 0 || search !== "" ? (
        <ListTools label={t("list_search")} search={search} onSearch={setSearch} />
      ) : null}
      <Rows
        label={label}
        query={query}
        count={things.length}
        isFiltered={asked !== ""}
        onClear={() => setSearch("")}
        empty={empty}
      >
        {things.map(children)}
      </Rows>
    </>
  );
}
