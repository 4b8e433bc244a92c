import { FileQuestionMark } from "lucide-react";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/http";
import { createVisitorApi } from "../../api/visitor";
import { safeLink } from "../../lib/links";
import { readQuery } from "../../lib/query";
import { useSetAtom } from "../../state/jotai";
import { applyLastTheme } from "../../state/lastTheme";
import { openDialogAtom } from "../../state/page.atoms";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/Empty";
import { LoadingWords } from "../../ui/LoadingWords";
import { RichText } from "../../ui/RichText";
import { Skeleton } from "../../ui/Skeleton";
import { NOT_FOUND } from "../../wire/envelope";
import { ExpiredHere } from "../frame/ExpiredDialog";
import styles from "./PlainPage.module.css";

type Article =
  | { kind: "loading" }
  | { kind: "missing"; message: string }
  /** The server was not reached, or failed. */
  | { kind: "failed" }
  | { kind: "here"; title: string; html: string };

/** An article of the knowledge base: the question as title, the rich answer. Protocol, 'Visitor pages', /question. */
export function QuestionPage() {
  const { article, again } = useArticle();
  return (
    <>
      <ArticleView article={article} again={again} />
      <ExpiredHere onReload={again} />
    </>
  );
}

function ArticleView({ article, again }: { article: Article; again: () => void }) {
  const { t } = useTranslation();
  const page = useRef<HTMLElement>(null);

  useEffect(() => {
    if (article.kind === "here") document.title = article.title;
    const element = page.current;
    if (!element) return;
    element.addEventListener("click", follow);
    element.addEventListener("keydown", followByKey);
    const watching = new MutationObserver(() => nameLinks(element));
    watching.observe(element, { childList: true, subtree: true });
    nameLinks(element);
    return () => {
      watching.disconnect();
      element.removeEventListener("click", follow);
      element.removeEventListener("keydown", followByKey);
    };
  }, [article]);

  if (article.kind === "missing") return <Missing message={article.message} />;
  if (article.kind === "failed") {
    return (
      <main className={styles.centred}>
        <p role="alert">{t("page_error")}</p>
        <Button look="primary" onClick={again}>
          {t("page_retry")}
        </Button>
      </main>
    );
  }
  return (
    <main ref={page} className={styles.article} aria-busy={article.kind === "loading"}>
      {article.kind === "loading" ? (
        <div className={styles.loading}>
          <LoadingWords>{t("article_loading")}</LoadingWords>
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

/** The page of a missing article, with a hint and the server's message. Protocol, 'Errors'. */
function Missing({ message }: { message: string }) {
  const { t } = useTranslation();
  const { t: form } = useTranslation("form");
  return (
    <main>
      <Empty
        isPage
        icon={<FileQuestionMark size={28} aria-hidden />}
        title={t("article_missing")}
        text={form("link_hint")}
      >
        {message ? <p className={styles.cause}>{message}</p> : null}
      </Empty>
    </main>
  );
}

/** Protocol, 'Visitor pages': an element that carries a link opens it in a new window. */
function follow(event: Event): void {
  const url = linkOf(event);
  if (url !== undefined) window.open(url, "_blank", "noopener,noreferrer");
}

function followByKey(event: KeyboardEvent): void {
  if (event.key !== "Enter" || linkOf(event) === undefined) return;
  event.preventDefault();
  follow(event);
}

function linkOf({ target }: Event): string | undefined {
  const element = target instanceof Element ? target.closest("[link]") : null;
  return safeLink(element?.getAttribute("link") ?? "");
}

/** Makes elements with a `link` attribute links for the keyboard and for screen readers. */
function nameLinks(article: Element): void {
  for (const element of article.querySelectorAll("[link]:not(a[href], [role])")) {
    if (safeLink(element.getAttribute("link") ?? "") === undefined) continue;
    element.setAttribute("role", "link");
    element.setAttribute("tabindex", "0");
  }
}

/** Loads the article of the page's address; `again` loads it again. */
function useArticle(): { article: Article; again: () => void } {
  const { i18n } = useTranslation();
  const [article, setArticle] = useState<Article>({ kind: "loading" });
  const openDialog = useSetAtom(openDialogAtom);
  const ask = useCallback(() => {
    setArticle({ kind: "loading" });
    const query = readQuery(location.search);
    const docId = new URLSearchParams(location.search).get("docId") ?? "";
    const api = createVisitorApi({
      token: () => undefined,
      onUnauthorised: () => openDialog({ kind: "expired" }),
    });
    api.article(query.userId, docId, query.channelId, i18n.language).then(
      ({ title, html }) => setArticle({ kind: "here", title, html }),
      (cause: unknown) => {
        if (!(cause instanceof ApiError)) throw cause;
        if (!isRefusal(cause)) return setArticle({ kind: "failed" });
        // The page itself says 'not found' in the reader's language.
        setArticle({ kind: "missing", message: cause.message === NOT_FOUND ? "" : cause.message });
      },
    );
  }, [i18n, openDialog]);
  useEffect(ask, [ask]);
  useLayoutEffect(() => applyLastTheme(""), []);
  return { article, again: ask };
}

/** Whether the server refused the request, so that a retry would not help. */
function isRefusal({ kind }: ApiError): boolean {
  return kind === "notFound" || kind === "invalid" || kind === "forbidden" || kind === "unauthorised";
}
