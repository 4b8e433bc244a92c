import { ComingRoom } from "../ComingRoom";

export default function FlowsRoom() {
  return <ComingRoom room="flows" />;
}
