import { RoomTabs } from "../../shell/RoomTabs";

export function ConnectionsTabs() {
  return (
    <RoomTabs
      label="room_connections"
      tabs={[
        { to: "/connections", name: "connections_services" },
        { to: "/connections/identity", name: "connections_identity" },
        { to: "/connections/webhooks", name: "connections_webhooks" },
        { to: "/connections/keys", name: "connections_keys" },
        { to: "/connections/customer", name: "connections_customer" },
        { to: "/connections/mail", name: "connections_mail" },
        { to: "/connections/sign-on", name: "connections_sign_on" },
      ]}
    />
  );
}
