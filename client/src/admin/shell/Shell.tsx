import { Menu as MenuIcon, X } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Route, Switch, useLocation } from "wouter";
import { Mark } from "../../desk/sign-in/Mark";
import { useMedia } from "../../lib/useMedia";
import { IconButton } from "../../ui/IconButton";
import type { SignedIn } from "../../wire/account";
import { ROOMS } from "../rooms";
import { AccountMenu } from "./AccountMenu";
import { LeaveDialog } from "./LeaveDialog";
import { MissingPage } from "./MissingPage";
import { PageSkeleton } from "./PageSkeleton";
import { RefusedRemoval } from "./RefusedRemoval";
import { RoomBoundary } from "./RoomBoundary";
import { RoomList } from "./RoomList";
import styles from "./Shell.module.css";
import { UndoToasts } from "./UndoToasts";
import { useKeptFocus } from "./useKeptFocus";
import { useShopName } from "./useShopName";

/** Same as in Shell.module.css: below this width, the rooms are a drawer. */
const DRAWER = "(width <= 800px)";

/** The rooms at the left, the open one beside them. */
export function Shell({ agent }: { agent: SignedIn }) {
  const { t } = useTranslation("admin");
  const isNarrow = useMedia(DRAWER);
  const shopName = useShopName();
  const [address] = useLocation();
  const [isOpen, setOpen] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the drawer
  useEffect(() => setOpen(false), [address]);

  const main = useRef<HTMLElement>(null);
  useKeptFocus(main, address);

  const rooms = <RoomList label={t("rooms_label")} />;
  return (
    <div className={styles.shell}>
      <a href="#room" className={styles.skip}>
        {t("skip_to_room")}
      </a>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: a banner, named because a preview has one too */}
      <header aria-label={t("title")} className={styles.header}>
        {isNarrow ? (
          <IconButton
            label={t(isOpen ? "rooms_close" : "rooms_open")}
            icon={isOpen ? <X size={20} /> : <MenuIcon size={20} />}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        ) : (
          <span className={styles.mark}>
            <Mark />
          </span>
        )}
        <span className={styles.shop} dir="auto">
          {shopName}
        </span>
        <a href="/desk/" className={styles.desk}>
          {t("to_desk")}
        </a>
        <AccountMenu agent={agent} />
      </header>
      {isNarrow ? (
        isOpen ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: Escape in the drawer closes it
          <div className={styles.drawer} onKeyDown={(event) => event.key === "Escape" && setOpen(false)}>
            {rooms}
          </div>
        ) : null
      ) : (
        <div className={styles.side}>{rooms}</div>
      )}
      <main
        ref={main}
        id="room"
        aria-label={t("title")}
        tabIndex={-1}
        className={styles.room}
        inert={isNarrow && isOpen}
      >
        <RoomBoundary key={address.split("/")[1]}>
          <Suspense fallback={<PageSkeleton />}>
            <Switch>
              {ROOMS.map(({ id, path, Room }) => (
                <Route key={id} path={path === "/" ? "/" : `${path}/*?`}>
                  <Room />
                </Route>
              ))}
              <Route>
                <MissingPage />
              </Route>
            </Switch>
          </Suspense>
        </RoomBoundary>
      </main>
      <UndoToasts />
      <RefusedRemoval />
      <LeaveDialog />
    </div>
  );
}
