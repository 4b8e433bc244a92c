import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import index from "../../../../locales/index.json";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { showToast } from "../../ui/toast";
import { ACCOUNT_PAGE } from "../keeping";
import { type Choice, useOffers } from "../keys/offers.atoms";
import { lettersAtom, panelAtom, switchLettersAtom } from "../keys/panel.atoms";
import { lineOf, visitorName } from "../names";
import { SHADES } from "../shade";
import { signOutAtom } from "../state/account.atoms";
import { ownNameAtom, supervisesAtom } from "../state/agent.atoms";
import { capacityAtom, mineAtom, openIdAtom, statusAtom } from "../state/desk.atoms";
import { shadeAtom, showShadeAtom, soundAtom, switchSoundAtom } from "../state/habits.atoms";
import { sawMentionsAtom, unreadMentionsAtom } from "../state/mentions.atoms";
import { leavingAtom, type StatusChange, setStatusAtom } from "../state/standing.atoms";
import { suggestsAtom, switchSuggestionsAtom } from "../state/suggestions.atoms";
import { useLanguage } from "../useLanguage";
import { CAPACITY_MAX, STATUSES } from "./StatusPicker";

/** Offers what an agent can do from anywhere: their status, their habits, and their conversations. */
export function useDeskOffers(): void {
  useStandingOffers();
  useHabitOffers();
  useTalksOffers();
  useRoomOffers();
}

function useStandingOffers(): void {
  const change = useStanding();
  const { t } = useTranslation("desk");
  const status = useAtomValue(statusAtom);
  const capacity = useAtomValue(capacityAtom);
  useOffers({
    status: {
      state: t(`status_${status}`),
      choices: () =>
        STATUSES.map((one) => ({
          key: one,
          name: t(`command_${one}`),
          isOff: one === status,
          run: () => void change({ status: one }),
        })),
    },
    capacityMore:
      capacity < CAPACITY_MAX
        ? { state: String(capacity), run: () => void change({ capacity: capacity + 1 }) }
        : undefined,
    capacityLess:
      capacity > 1
        ? { state: String(capacity), run: () => void change({ capacity: capacity - 1 }) }
        : undefined,
  });
}

/** Returns what sets status and capacity, and says if the server refuses. */
export function useStanding() {
  const { t } = useTranslation("desk");
  const setStatus = useSetAtom(setStatusAtom);
  const setLeaving = useSetAtom(leavingAtom);
  const hasTalks = useAtomValue(mineAtom).some(({ end }) => end === undefined);
  return async (wish: StatusChange) => {
    if (wish.status === "offline" && hasTalks) {
      setLeaving(true);
      return;
    }
    const standing = await setStatus(wish);
    if (!standing) showToast("error", t("status_failed"));
    else if (standing.capacity < (wish.capacity ?? 0))
      showToast("error", t("capacity_most", { count: standing.capacity }));
  };
}

function useRoomOffers(): void {
  const supervises = useAtomValue(supervisesAtom);
  const [, goTo] = useLocation();
  useOffers({
    wall: supervises ? { run: () => goTo("/wall") } : undefined,
    reports: supervises ? { run: () => goTo("/reports") } : undefined,
  });
}

function useHabitOffers(): void {
  const { t } = useTranslation("desk");
  const { language, choose: speak } = useLanguage();
  const shade = useAtomValue(shadeAtom);
  const show = useSetAtom(showShadeAtom);
  const hasSound = useAtomValue(soundAtom);
  const switchSound = useSetAtom(switchSoundAtom);
  const suggests = useAtomValue(suggestsAtom);
  const suggest = useSetAtom(switchSuggestionsAtom);
  const hasLetters = useAtomValue(lettersAtom);
  const switchLetters = useSetAtom(switchLettersAtom);
  const setPanel = useSetAtom(panelAtom);
  const signOut = useSetAtom(signOutAtom);
  const state = (isOn: boolean) => t(isOn ? "palette_on" : "palette_off");
  useOffers({
    sound: { state: state(hasSound), run: () => switchSound(!hasSound) },
    suggests: { state: state(suggests), run: () => suggest(!suggests) },
    letters: { state: state(hasLetters), run: () => switchLetters(!hasLetters) },
    language: {
      state: index[language].name,
      choices: () =>
        Object.entries(index).map(([key, { name }]) => ({
          key,
          name,
          isOff: key === language,
          run: () => speak(key),
        })),
    },
    theme: {
      state: t(`theme_${shade}`),
      choices: () =>
        SHADES.map((one) => ({
          key: one,
          name: t(`theme_${one}`),
          isOff: one === shade,
          run: () => show(one),
        })),
    },
    account: { run: () => location.assign(ACCOUNT_PAGE) },
    signOut: { run: () => void signOut() },
    palette: { run: () => setPanel({ kind: "palette" }) },
    sheet: { run: () => setPanel({ kind: "sheet" }) },
  });
}

function useTalksOffers(): void {
  const { t } = useTranslation("desk");
  const mine = useAtomValue(mineAtom);
  const openId = useAtomValue(openIdAtom);
  const unread = useAtomValue(unreadMentionsAtom);
  const ownName = useAtomValue(ownNameAtom);
  const saw = useSetAtom(sawMentionsAtom);
  const [, goTo] = useLocation();
  const step = (by: 1 | -1) => {
    const at = mine.findIndex((row) => row.userId === openId);
    const next = mine[at < 0 ? 0 : (at + by + mine.length) % mine.length];
    if (next) goTo(`/talk/${next.userId}`);
  };
  const choices = (): readonly Choice[] =>
    mine.map((row) => ({
      key: row.userId,
      name: visitorName(row, t),
      note: lineOf(row.lastMessage, t, ownName),
      run: () => goTo(`/talk/${row.userId}`),
    }));
  const hasAny = mine.length > 0;
  useOffers({
    open: hasAny ? { choices } : undefined,
    next: hasAny ? { run: () => step(1) } : undefined,
    previous: hasAny ? { run: () => step(-1) } : undefined,
    readMentions: unread > 0 ? { run: () => void saw("") } : undefined,
  });
}
