import { ComingRoom } from "../ComingRoom";

export default function FormsRoom() {
  return <ComingRoom room="forms" />;
}
