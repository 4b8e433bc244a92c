import type { Content } from "../../wire/message";
import { Bubble } from "./Bubble";
import { FaqMenu } from "./FaqMenu";

export type MenuViewProps = {
  menu: Extract<Content, { kind: "menu" }>;
  onAsk: (question: string, docId: string) => void;
};

/** Shows frequent questions that the robot sends in the chat. Protocol, 'Kinds of content', msgType 99. */
export function MenuView({ menu, onAsk }: MenuViewProps) {
  return (
    <>
      {menu.title === "" ? null : (
        <Bubble isMine={false}>
          <bdi>{menu.title}</bdi>
        </Bubble>
      )}
      {menu.entries.map((entry) => (
        <FaqMenu key={entry.id || entry.name} faq={entry} onAsk={onAsk} isInTalk />
      ))}
    </>
  );
}
