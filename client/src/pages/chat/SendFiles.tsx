import { SendFilesDialog } from "../../features/composer/SendFilesDialog";
import { sendFileAtom } from "../../state/chat.atoms";
import { useSetAtom } from "../../state/jotai";
import { closeDialogAtom, type Dialog, openDialogAtom } from "../../state/page.atoms";

/** Shows chosen files, and sends them one after another after the visitor confirms. */
export function SendFiles({ dialog }: { dialog: Extract<Dialog, { kind: "sendFiles" }> }) {
  const sendFile = useSetAtom(sendFileAtom);
  const openDialog = useSetAtom(openDialogAtom);
  const close = useSetAtom(closeDialogAtom);
  const { picked } = dialog;
  return (
    <SendFilesDialog
      picked={picked}
      isScreenshot={dialog.isScreenshot}
      onTakeAway={(gone) => {
        URL.revokeObjectURL(gone.preview.url);
        openDialog({ ...dialog, picked: picked.filter((one) => one !== gone) });
      }}
      onSend={() => {
        close();
        for (const { file, preview } of picked) sendFile(file, preview);
      }}
      onClose={() => {
        for (const { preview } of picked) URL.revokeObjectURL(preview.url);
        close();
      }}
    />
  );
}
