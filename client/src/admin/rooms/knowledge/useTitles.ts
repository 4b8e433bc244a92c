import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAtomValue } from "../../../state/jotai";
import { type DocumentTitle, documentTitles } from "../../../wire/editing";
import { adminApiAtom } from "../../session/services";
import { useRobot } from "./robot";

/** The most documents of one call: Protocol, 'docs/titles'. */
const AT_ONCE = 200;

export type Titles = {
  /** The title in this language, in every language's, or in any other; undefined if the document does not exist. */
  of: (doc: string, lang: string) => DocumentTitle | undefined;
  /** Whether the server was asked; before that, a document without a title may exist. */
  isKnown: boolean;
};

/** The questions of documents, by their ids. */
export function useTitles(docs: readonly string[]): Titles {
  const api = useAtomValue(adminApiAtom);
  const { robotNo } = useRobot();
  const wanted = [...new Set(docs)].filter((doc) => doc !== "").sort();
  const { data } = useQuery({
    // A change of a document may change its title.
    queryKey: ["things", "docs", "titles", robotNo, wanted],
    queryFn: async ({ signal }) => {
      const all: DocumentTitle[] = [];
      for (let at = 0; at < wanted.length; at += AT_ONCE) {
        const docIds = wanted.slice(at, at + AT_ONCE);
        const page = await api.call("docs/titles", { robotNo, docIds }, documentTitles, { signal });
        all.push(...page.list);
      }
      return all;
    },
    enabled: wanted.length > 0,
    placeholderData: keepPreviousData,
  });
  return {
    isKnown: data !== undefined,
    of: (doc, lang) => {
      const own = data?.filter((one) => one.docId === doc);
      return own?.find((one) => one.lang === lang) ?? own?.find((one) => one.lang === "") ?? own?.[0];
    },
  };
}
