import { clsx } from "clsx";
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useRoute } from "wouter";
import { afterPaint } from "../../lib/afterPaint";
import { useMedia } from "../../lib/useMedia";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { LoadingWords } from "../../ui/LoadingWords";
import type { Group, SignedIn } from "../../wire/account";
import { VisitorPanel } from "../assist/VisitorPanel";
import { DeskCall } from "../call/DeskCall";
import { Palette } from "../keys/Palette";
import { useKeys } from "../keys/useKeys";
import { Lists } from "../lists/Lists";
import { useListOffers } from "../lists/useListOffers";
import { openIdAtom, openRowAtom } from "../state/desk.atoms";
import { shownListAtom } from "../state/lists.atoms";
import { isOpenMissingAtom, openTalkOfAtom, readAboutAtom } from "../state/talk.atoms";
import { MissingTalk } from "../talk/MissingTalk";
import { NoTalk } from "../talk/NoTalk";
import { TalkPane } from "../talk/TalkPane";
import { AgentHeader } from "./AgentHeader";
import styles from "./Columns.module.css";
import { ConnectionNotice, OfflineNotice } from "./ConnectionNotice";
import { ShortcutSheet } from "./ShortcutSheet";
import { useDeskOffers } from "./useDeskOffers";
import { useKeptFocus } from "./useKeptFocus";

const ItemPane = lazy(() => import("../items/ItemPane").then(({ ItemPane }) => ({ default: ItemPane })));

/** Same as in Columns.module.css: below this width, the columns are shown one at a time. */
const ONE_COLUMN = "(width <= 800px)";

/** Shows three columns: the lists, the open conversation, and its visitor. Phones show one at a time. */
export function Columns({ agent, groups }: { agent: SignedIn; groups: readonly Group[] }) {
  const { t } = useTranslation("desk");
  const [, params] = useRoute("/talk/:userId");
  const [, goTo] = useLocation();
  const [, left] = useRoute("/left/:what/:id");
  const userId = params?.userId ?? "";
  const row = useAtomValue(openRowAtom);
  // One render later than the address. A pane for the address alone would first show the conversation before.
  const openId = useAtomValue(openIdAtom);
  // What the desk lists is there, whatever a read of it says.
  const isMissing = useAtomValue(isOpenMissingAtom) && row === undefined;
  const [isAssistOpen, setAssistOpen] = useState(false);
  const desk = useRef<HTMLDivElement>(null);
  const isOpen = left !== null || userId !== "";
  const areItemsShown = useAtomValue(shownListAtom) === "left" && userId === "";
  // The table of left items takes the whole width until one is open.
  const isListAlone = (useMedia(ONE_COLUMN) || areItemsShown) && !isOpen;
  useOpenTalk(userId);
  useKeptFocus(desk);

  return (
    <div
      ref={desk}
      className={clsx(
        styles.desk,
        isOpen && styles.isOpen,
        userId !== "" && !isMissing && styles.hasTalk,
        areItemsShown && styles.hasItems,
      )}
    >
      <header className="visually-hidden">
        <h1>{t("title")}</h1>
      </header>
      <Suspense>
        <DeskCall />
      </Suspense>
      {/* If only the list is shown, the other `main` is hidden. The element stays the same, and so does the focus. */}
      <div className={styles.lists} role={isListAlone ? "main" : "complementary"}>
        <AgentHeader agent={agent} />
        <ConnectionNotice />
        <OfflineNotice />
        <Lists openId={left ? left.id : userId} isLeftOpen={left !== null} groups={groups} />
      </div>
      <main className={styles.talk}>
        {left ? (
          <Suspense fallback={<LoadingWords>{t("room_loading")}</LoadingWords>}>
            <ItemPane key={left.id} what={left.what} id={left.id} onLeave={() => goTo("/")} />
          </Suspense>
        ) : null}
        {!left && userId === "" ? <NoTalk /> : null}
        {userId === "" || userId !== openId ? null : isMissing ? (
          <MissingTalk onLeave={() => goTo("/")} />
        ) : (
          <TalkPane
            key={userId}
            userId={userId}
            row={row}
            groups={groups}
            isAssistOpen={isAssistOpen}
            onAssist={() => setAssistOpen(!isAssistOpen)}
            onLeave={() => goTo("/")}
          />
        )}
      </main>
      {userId === "" || isMissing ? null : (
        <VisitorPanel
          userId={userId}
          row={row}
          isOpen={isAssistOpen}
          onOpen={() => setAssistOpen(true)}
          onClose={() => setAssistOpen(false)}
        />
      )}
      <Palette />
      <ShortcutSheet />
      <Keys isAssistOpen={isAssistOpen} onAssistClose={() => setAssistOpen(false)} />
    </div>
  );
}

/** The actions that keys and the palette offer. It stands beside the columns, so that no event draws them again. */
function Keys({ isAssistOpen, onAssistClose }: { isAssistOpen: boolean; onAssistClose: () => void }) {
  useKeys();
  useDeskOffers();
  useListOffers({ isOpen: isAssistOpen, onClose: onAssistClose });
  return null;
}

function useOpenTalk(userId: string): void {
  const open = useSetAtom(openTalkOfAtom);
  const read = useSetAtom(readAboutAtom);
  useLayoutEffect(() => {
    open(userId);
  }, [open, userId]);
  useEffect(() => {
    if (userId === "") return;
    // The messages come first.
    return afterPaint(() => read(userId));
  }, [read, userId]);
}
