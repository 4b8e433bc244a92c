import { ComingRoom } from "../ComingRoom";

export default function PeopleRoom() {
  return <ComingRoom room="people" />;
}
