import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { canShowScreen } from "../../lib/screen";
import type { Takes } from "../../lib/sendable";
import { phaseAtom } from "../../state/chat.atoms";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { openDialogAtom } from "../../state/page.atoms";
import type { Channel } from "../../wire/channel";

export type FileTaker = {
  takes: Takes;
  /** Checks files and shows them before they go; absent where none can be sent now. */
  take: ((files: readonly File[], isPasted?: boolean) => void) | undefined;
  /** Takes a picture of the screen, once the visitor knows what that means; absent where none can be taken. */
  takeScreen: (() => void) | undefined;
};

/** Protocol, 'Files': files go to an agent alone, each kind where the channel's flag says so. */
export function useFiles(channel: Channel): FileTaker {
  const { t } = useTranslation();
  const phase = useAtomValue(phaseAtom);
  const openDialog = useSetAtom(openDialogAtom);
  const { imageButtonFlag, videoButtonFlag, fileButtonFlag } = channel;
  return useMemo(() => {
    const isWithAgent = phase === "manual";
    const takes: Takes = {
      image: isWithAgent && imageButtonFlag,
      video: isWithAgent && videoButtonFlag,
      file: isWithAgent && fileButtonFlag,
    };
    const takeNow = async (files: readonly File[], isPasted: boolean) => {
      const { pickFiles } = await import("./pickFiles");
      const picked = await pickFiles(files, takes, isPasted, t);
      if (picked.length > 0) openDialog({ kind: "sendFiles", picked, isScreenshot: isPasted });
    };
    const takesAny = takes.image || takes.video || takes.file;
    const onPicture = (picture: File) => void takeNow([picture], true);
    return {
      takes,
      takeScreen:
        takes.image && canShowScreen() ? () => openDialog({ kind: "screenTips", onPicture }) : undefined,
      take: takesAny ? (files, isPasted = false) => void takeNow(files, isPasted) : undefined,
    };
  }, [phase, imageButtonFlag, videoButtonFlag, fileButtonFlag, openDialog, t]);
}
