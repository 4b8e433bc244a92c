import { Component, type ReactNode } from "react";
import { Translation } from "react-i18next";
import { removeEarlyField } from "../lib/earlyField";
import { Button } from "../ui/Button";
import styles from "./ErrorBoundary.module.css";

type Props = { children: ReactNode };

/** Catches a bug in a page: the visitor reads a message and can reload. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    removeEarlyField();
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Translation ns="chat">
        {(t) => (
          <main className={styles.page}>
            <p role="alert">{t("page_broken")}</p>
            <Button look="primary" onClick={() => location.reload()}>
              {t("page_reload")}
            </Button>
          </main>
        )}
      </Translation>
    );
  }
}
