import { RoomTabs } from "../../shell/RoomTabs";

export function SafetyTabs() {
  return (
    <RoomTabs
      label="room_safety"
      tabs={[
        { to: "/safety", name: "safety_audit" },
        { to: "/safety/visitor", name: "safety_visitor" },
        { to: "/safety/blocks", name: "safety_blocks" },
        { to: "/safety/retention", name: "safety_retention" },
        { to: "/safety/sign-in", name: "safety_sign_in" },
      ]}
    />
  );
}
