import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/http";
import { createVisitorApi } from "../api/visitor";
import { safeLink } from "../lib/links";
import { readQuery } from "../lib/query";
import { RichText } from "../ui/RichText";
import { Skeleton } from "../ui/Skeleton";
import styles from "./PlainPage.module.css";

type Article =
  | { kind: "loading" }
  | { kind: "missing"; message: string }
  | { kind: "here"; title: string; html: string };

/** An article of the knowledge base: its question as the title, its answer as rich text. Spec §2, /question. */
export function QuestionPage() {
  const { t } = useTranslation();
  const article = useArticle();
  const page = useRef<HTMLElement>(null);

  useEffect(() => {
    if (article.kind === "here") document.title = article.title;
    // Spec §2: an element that carries a link opens it in a new window.
    const follow = (event: Event) => {
      const target = event.target instanceof Element ? event.target.closest("[link]") : null;
      const url = safeLink(target?.getAttribute("link") ?? "");
      if (url !== undefined) window.open(url, "_blank", "noopener,noreferrer");
    };
    const element = page.current;
    element?.addEventListener("click", follow);
    return () => element?.removeEventListener("click", follow);
  }, [article]);

  if (article.kind === "missing") {
    return (
      <main className={styles.centred}>
        <h1>{t("article_missing")}</h1>
        <p>{article.message}</p>
      </main>
    );
  }
  return (
    <main ref={page} className={styles.article} aria-busy={article.kind === "loading"}>
      {article.kind === "loading" ? (
        <div className={styles.loading}>
          <span className="visually-hidden">{t("article_loading")}</span>
          <Skeleton width="60%" height="28px" />
          <Skeleton width="100%" height="16px" />
          <Skeleton width="90%" height="16px" />
        </div>
      ) : (
        <>
          <h1 dir="auto">{article.title}</h1>
          <div dir="auto">
            <RichText html={article.html} />
          </div>
        </>
      )}
    </main>
  );
}

function useArticle(): Article {
  const { i18n } = useTranslation();
  const [article, setArticle] = useState<Article>({ kind: "loading" });
  useEffect(() => {
    const query = readQuery(location.search);
    const docId = new URLSearchParams(location.search).get("docId") ?? "";
    const api = createVisitorApi({
      token: () => undefined,
      onUnauthorised: () => undefined,
      onServerError: () => undefined,
    });
    api.article(query.userId, docId, query.channelId, i18n.language).then(
      ({ title, html }) => setArticle({ kind: "here", title, html }),
      (cause: unknown) => {
        if (!(cause instanceof ApiError)) throw cause;
        setArticle({ kind: "missing", message: cause.message });
      },
    );
  }, [i18n]);
  return article;
}
