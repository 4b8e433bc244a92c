import { MonitorUp } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../ui/IconButton";

/** A button that sends the agent a screenshot of the visitor's screen. */
export function ScreenTool({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation("call");
  return <IconButton label={t("share_title")} icon={<MonitorUp size={22} />} onClick={onShow} />;
}
