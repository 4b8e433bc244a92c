import { useTranslation } from "react-i18next";
import { FileDrop, type FileDropProps } from "../../features/composer/FileDrop";

/** Files dropped anywhere on the chat's page. */
export function PageDrop({ onFiles }: Pick<FileDropProps, "onFiles">) {
  const { t } = useTranslation();
  return <FileDrop onFiles={onFiles} words={t("upload_drop")} />;
}
