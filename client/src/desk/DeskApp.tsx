import { useEffect } from "react";
import { useRoute } from "wouter";
import { useAtomValue, useSetAtom } from "../state/jotai";
import { Toaster } from "../ui/Toaster";
import styles from "./DeskApp.module.css";
import { DeskPage } from "./shell/DeskPage";
import { DeskSkeleton } from "./shell/DeskSkeleton";
import { SignedInPage } from "./sign-in/SignedInPage";
import { SignInPage } from "./sign-in/SignInPage";
import { accountAtom, restoreAtom } from "./state/account.atoms";

/** Shows the sign-in page or, once signed in, the desk. */
export function DeskApp() {
  const account = useAtomValue(accountAtom);
  const restore = useSetAtom(restoreAtom);
  const [isReturn] = useRoute("/signed-in");

  useEffect(() => {
    // The token of an earlier sign-in is not used on the way of another one.
    if (isReturn) return;
    const end = new AbortController();
    void restore(end.signal);
    return () => end.abort();
  }, [restore, isReturn]);

  if (isReturn) {
    return (
      <div className={styles.app}>
        <SignedInPage />
      </div>
    );
  }
  return (
    <div className={styles.app}>
      {account.phase === "restoring" ? <DeskSkeleton /> : null}
      {account.phase === "signedOut" ? <SignInPage isExpired={account.isExpired} /> : null}
      {account.phase === "signedIn" ? <DeskPage agent={account.agent} groups={account.groups} /> : null}
      <Toaster />
    </div>
  );
}
