import { ComingRoom } from "../ComingRoom";

export default function ConnectionsRoom() {
  return <ComingRoom room="connections" />;
}
