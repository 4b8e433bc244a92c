import { RoomTabs } from "../../shell/RoomTabs";

export function PeopleTabs() {
  return (
    <RoomTabs
      label="room_people"
      tabs={[
        { to: "/people", name: "people_agents" },
        { to: "/people/groups", name: "people_groups" },
        { to: "/people/hours", name: "people_hours" },
        { to: "/people/supervising", name: "people_supervising" },
      ]}
    />
  );
}
