import { useTranslation } from "react-i18next";
import { screenPicture } from "../../lib/screen";
import { useSetAtom } from "../../state/jotai";
import { closeDialogAtom } from "../../state/page.atoms";
import { ConfirmDialog } from "../../ui/ConfirmDialog";

export type ScreenTipsProps = {
  /** Takes the screenshot; the visitor sees it before it is sent. */
  onPicture: (picture: File) => void;
};

/** Explains screen sharing before the browser asks for a screen. Requirement CH-12, screen-share tips. */
export function ScreenTips({ onPicture }: ScreenTipsProps) {
  const { t } = useTranslation("call");
  const close = useSetAtom(closeDialogAtom);
  const show = async () => {
    close();
    const picture = await screenPicture();
    if (picture) onPicture(picture);
  };
  return (
    <ConfirmDialog
      title={t("share_title")}
      text={t("share_text")}
      yes={t("share_start")}
      no={t("share_later")}
      onYes={() => void show()}
      onNo={close}
    />
  );
}
