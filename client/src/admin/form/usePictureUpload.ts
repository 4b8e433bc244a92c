import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/http";
import { useAtomValue } from "../../state/jotai";
import { adminApiAtom } from "../session/services";

/** Uploads a picture. `words` say what the button does, or how much is sent. */
export function usePictureUpload(onStored: (url: string) => void) {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const [share, setShare] = useState(0);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (file: File) => api.upload(file, setShare),
    onMutate: () => setShare(0),
    onSuccess: ({ url }) => onStored(url),
  });
  const words = isPending ? t("picture_sending", { share: Math.round(share * 100) }) : t("picture_choose");
  const trouble = error ? (error instanceof ApiError && error.message) || t("picture_failed") : undefined;
  return { send: (file: File) => mutate(file), isBusy: isPending, words, trouble };
}
