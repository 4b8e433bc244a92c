import { ComingRoom } from "../ComingRoom";

export default function StartRoom() {
  return <ComingRoom room="start" />;
}
