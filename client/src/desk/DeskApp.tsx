import { useEffect } from "react";
import { useAtomValue, useSetAtom } from "../state/jotai";
import { Toaster } from "../ui/Toaster";
import styles from "./DeskApp.module.css";
import { DeskPage } from "./shell/DeskPage";
import { DeskSkeleton } from "./shell/DeskSkeleton";
import { SignInPage } from "./sign-in/SignInPage";
import { accountAtom, restoreAtom } from "./state/account.atoms";

/** Shows the sign-in page or, once signed in, the desk. */
export function DeskApp() {
  const account = useAtomValue(accountAtom);
  const restore = useSetAtom(restoreAtom);

  useEffect(() => {
    const end = new AbortController();
    void restore(end.signal);
    return () => end.abort();
  }, [restore]);

  return (
    <div className={styles.app}>
      {account.phase === "restoring" ? <DeskSkeleton /> : null}
      {account.phase === "signedOut" ? <SignInPage isExpired={account.isExpired} /> : null}
      {account.phase === "signedIn" ? <DeskPage agent={account.agent} groups={account.groups} /> : null}
      <Toaster />
    </div>
  );
}
