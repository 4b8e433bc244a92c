import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { refusalOf } from "../things/refusals";
import { troubleWords } from "../things/troubleWords";
import { MissingPage } from "./MissingPage";
import { PageSkeleton } from "./PageSkeleton";
import { Trouble } from "./Trouble";

export type LoadedProps<T> = {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  children: (loaded: NonNullable<T>) => ReactNode;
};

/** Shows what was loaded, its outline until then, or why it could not be loaded. */
export function Loaded<T>({ query, children }: LoadedProps<T>) {
  const { t } = useTranslation("admin");
  if (query.data !== undefined && query.data !== null) return children(query.data);
  if (!query.error) return <PageSkeleton />;
  const refusal = refusalOf(query.error);
  if (refusal.kind === "gone") return <MissingPage />;
  const words = refusal.kind === "unreachable" ? t("load_unreachable") : troubleWords(t, refusal);
  return <Trouble text={words} onRetry={() => void query.refetch()} />;
}
