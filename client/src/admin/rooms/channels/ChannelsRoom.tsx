import { ComingRoom } from "../ComingRoom";

export default function ChannelsRoom() {
  return <ComingRoom room="channels" />;
}
