import { useLocation } from "wouter";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { useOffers } from "../keys/offers.atoms";
import { deskAtom, queueAtom } from "../state/desk.atoms";
import { type ListName, shownListAtom } from "../state/lists.atoms";
import { startSearchAtom } from "../state/search.atoms";
import { useTake } from "../useTake";
import { focusLater, focusOpenRow, focusRow, hasOpenRow, isListShown } from "./rows";

/** Offers the lists, their rows, and the way back to them. */
export function useListOffers(assist: { isOpen: boolean; onClose: () => void }): void {
  const show = useSetAtom(shownListAtom);
  const startSearch = useSetAtom(startSearchAtom);
  const queue = useAtomValue(queueAtom);
  const { mine, openId } = useAtomValue(deskAtom);
  const isMine = mine.some(({ userId }) => userId === openId);
  const { take } = useTake();
  const [place, goTo] = useLocation();
  const list = (name: ListName) => ({
    run: () => {
      // On a phone, the conversation covers the lists.
      if (!isListShown()) goTo("/");
      show(name);
      focusLater(focusOpenRow);
    },
  });
  const back = () => {
    if (assist.isOpen) {
      assist.onClose();
      return;
    }
    if (!isListShown()) goTo("/");
    // The list that is shown may not have the conversation that the agent comes from.
    if (isMine && !hasOpenRow()) show("mine");
    focusLater(() => focusOpenRow(place));
  };
  useOffers({
    takeNext: queue.length > 0 ? { run: () => void take(undefined) } : undefined,
    nextRow: { run: () => focusRow(1) },
    previousRow: { run: () => focusRow(-1) },
    back: { run: back },
    search: {
      run: () => {
        if (!isListShown()) goTo("/");
        startSearch();
      },
    },
    mine: list("mine"),
    queue: list("queue"),
    robot: list("robot"),
    left: list("left"),
    ended: list("ended"),
    all: list("all"),
  });
}
