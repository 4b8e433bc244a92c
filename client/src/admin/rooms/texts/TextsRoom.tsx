import { ComingRoom } from "../ComingRoom";

export default function TextsRoom() {
  return <ComingRoom room="texts" />;
}
