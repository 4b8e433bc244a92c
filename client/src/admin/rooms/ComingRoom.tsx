import { Hammer } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Empty } from "../../ui/Empty";
import type { AdminKey } from "../form/specs";
import { Page } from "../shell/Page";

type RoomId =
  | "start"
  | "channels"
  | "people"
  | "knowledge"
  | "flows"
  | "forms"
  | "texts"
  | "connections"
  | "safety";

/** A room without a page of its own: its things are changed by the API. */
export function ComingRoom({ room }: { room: RoomId }) {
  const { t } = useTranslation("admin");
  const name: AdminKey = `room_${room}`;
  return (
    <Page title={t(name)}>
      <Empty icon={<Hammer size={28} />} title={t("coming_title")} text={t("coming_text")}>
        <a href="/api/docs/">{t("coming_link")}</a>
      </Empty>
    </Page>
  );
}
