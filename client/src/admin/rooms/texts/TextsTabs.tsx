import { RoomTabs } from "../../shell/RoomTabs";

export function TextsTabs() {
  return (
    <RoomTabs
      label="room_texts"
      tabs={[
        { to: "/texts", name: "texts_replies" },
        { to: "/texts/tags", name: "texts_tags" },
        { to: "/texts/words", name: "texts_words" },
        { to: "/texts/evaluation", name: "texts_evaluation" },
      ]}
    />
  );
}
