import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { visitorName } from "../names";
import { signOutAtom } from "../state/account.atoms";
import { deskAtom, mineAtom } from "../state/desk.atoms";
import { startSearchAtom } from "../state/search.atoms";
import { setStatusAtom } from "../state/standing.atoms";
import { useTake } from "../useTake";

export type Command = { key: string; name: string; run: () => void };

/** Returns the commands that are available now, from anywhere on the desk. */
export function useCommands(onShortcuts: () => void): readonly Command[] {
  const { t } = useTranslation("desk");
  const { status, queue } = useAtomValue(deskAtom);
  const mine = useAtomValue(mineAtom);
  const setStatus = useSetAtom(setStatusAtom);
  const signOut = useSetAtom(signOutAtom);
  const startSearch = useSetAtom(startSearchAtom);
  const { take } = useTake();
  const [, goTo] = useLocation();
  const statuses = (["online", "busy", "offline"] as const).filter((one) => one !== status);
  return [
    ...(queue.length > 0
      ? [{ key: "next", name: t("take_next", { count: queue.length }), run: () => void take(undefined) }]
      : []),
    { key: "search", name: t("command_search"), run: () => startSearch() },
    ...mine.map((row) => ({
      key: row.userId,
      name: t("command_open", { name: visitorName(row, t) }),
      run: () => goTo(`/talk/${row.userId}`),
    })),
    ...statuses.map((one) => ({
      key: one,
      name: t(`command_${one}`),
      run: () => void setStatus({ status: one }),
    })),
    { key: "shortcuts", name: t("menu_shortcuts"), run: onShortcuts },
    { key: "sign-out", name: t("menu_sign_out"), run: () => void signOut() },
  ];
}
