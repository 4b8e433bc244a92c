import { useTranslation } from "react-i18next";
import { Alert } from "../../../shell/Alert";
import { refusalOf } from "../../../things/refusals";
import { troubleWords } from "../../../things/troubleWords";

/** What went wrong, if anything did. */
export function Trouble({ cause }: { cause: unknown }) {
  const { t } = useTranslation("admin");
  return <Alert text={cause ? troubleWords(t, refusalOf(cause)) : undefined} />;
}
