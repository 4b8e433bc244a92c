import { MonitorUp } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../ui/IconButton";

export type ScreenToolProps = { onShow: () => void };

/** A button that sends the agent a screenshot of the visitor's screen. */
export function ScreenTool({ onShow }: ScreenToolProps) {
  const { t } = useTranslation("call");
  return <IconButton label={t("share_title")} icon={<MonitorUp size={22} />} onClick={onShow} />;
}
