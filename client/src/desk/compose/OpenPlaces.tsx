import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import styles from "./OpenPlaces.module.css";

export type OpenPlacesProps = {
  places: readonly string[];
  /** The agent tried to send them. */
  isAsked: boolean;
  onGo: () => void;
};

/** Names the variables that are still open, so that no visitor reads them. */
export function OpenPlaces({ places, isAsked, onGo }: OpenPlacesProps) {
  const { t } = useTranslation("desk");
  if (places.length === 0) return null;
  return (
    <div className={styles.open} role={isAsked ? "alert" : undefined}>
      <TriangleAlert size={16} aria-hidden />
      <p>
        {t("open_places")} <bdi dir="ltr">{places.join(" ")}</bdi>
        {isAsked ? ` ${t("open_anyway")}` : null}
      </p>
      <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={onGo}>
        {t("open_go")}
      </button>
    </div>
  );
}
