import { useTranslation } from "react-i18next";
import { FileDrop, type FileDropProps } from "../../features/composer/FileDrop";

/** Takes files that are dropped anywhere on the page. */
export function PageDrop({ onFiles }: Pick<FileDropProps, "onFiles">) {
  const { t } = useTranslation();
  return <FileDrop onFiles={onFiles} text={t("upload_drop")} />;
}
