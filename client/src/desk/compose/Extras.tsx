import { useSetAtom } from "../../state/jotai";
import { sendContentAtom } from "../state/sending.atoms";
import type { Extra } from "./AddMenu";
import { CardDialog } from "./CardDialog";
import { FormDialog } from "./FormDialog";
import { RichDialog } from "./RichDialog";

/** The extras that open a dialog. */
export type Dialogue = Exclude<Extra, "voice">;

export type ExtrasProps = {
  userId: string;
  extra: Dialogue;
  draft: string;
  onDraft: (draft: string) => void;
  onClose: () => void;
};

/** The dialogs of the composer. */
export function Extras({ userId, extra, draft, onDraft, onClose }: ExtrasProps) {
  const send = useSetAtom(sendContentAtom);
  switch (extra) {
    case "card":
      return (
        <CardDialog onClose={onClose} onSend={(card) => send({ userId, content: { kind: "card", card } })} />
      );
    case "form":
      return (
        <FormDialog onClose={onClose} onSend={(form) => send({ userId, content: { kind: "form", form } })} />
      );
    case "rich":
      return (
        <RichDialog
          draft={draft}
          onClose={onClose}
          onSend={(html) => {
            send({ userId, content: { kind: "richText", html } });
            onDraft("");
          }}
        />
      );
    default:
      return extra satisfies never;
  }
}
