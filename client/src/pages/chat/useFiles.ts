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
  /** Checks files and shows them before they are sent; undefined if none can be sent at the moment. */
  take: ((files: readonly File[], isPasted?: boolean) => void) | undefined;
  /** Explains screen sharing, then takes a screenshot; undefined if that is not possible. */
  takeScreen: (() => void) | undefined;
};

/** Protocol, 'Files': files go only to an agent, and only the kinds that the channel's flags allow. */
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
