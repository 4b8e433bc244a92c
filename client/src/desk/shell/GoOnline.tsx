import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { statusAtom } from "../state/desk.atoms";
import { setStatusAtom } from "../state/standing.atoms";

/** Lets an agent go online where they need it to take a visitor. Shows nothing to an agent who is not offline. */
export function GoOnline() {
  const { t } = useTranslation("desk");
  const status = useAtomValue(statusAtom);
  const setStatus = useSetAtom(setStatusAtom);
  if (status !== "offline") return null;
  return (
    <Button look="outline" title={t("go_online_why")} onClick={() => void setStatus({ status: "online" })}>
      {t("go_online")}
    </Button>
  );
}
