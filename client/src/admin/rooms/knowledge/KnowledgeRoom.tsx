import { ComingRoom } from "../ComingRoom";

export default function KnowledgeRoom() {
  return <ComingRoom room="knowledge" />;
}
