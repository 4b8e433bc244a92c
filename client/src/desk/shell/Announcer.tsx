import { useAtomValue } from "../../state/jotai";
import { saidAtom } from "../state/news.atoms";
import { useNews } from "./useNews";

/** Tells screen readers what is new, each thing once. It is the desk's only live region for messages and places. */
export function Announcer() {
  useNews();
  const said = useAtomValue(saidAtom);
  return (
    <div
      className="visually-hidden"
      role="status"
      aria-live="polite"
      aria-atomic="false"
      aria-relevant="additions"
    >
      {said.map(({ id, text }) => (
        <p key={id} dir="auto">
          {text}
        </p>
      ))}
    </div>
  );
}
