import { ComingRoom } from "../ComingRoom";

export default function SafetyRoom() {
  return <ComingRoom room="safety" />;
}
