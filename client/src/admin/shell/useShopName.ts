import { useTranslation } from "react-i18next";
import { useThing } from "../things/useThings";
import { wordsIn } from "../things/words";

/** The shop's name in the reader's language. */
export function useShopName(): string {
  const { i18n } = useTranslation("admin");
  const { data } = useThing("tenant", {});
  return wordsIn(data?.name, i18n.language);
}
