import { Phone, Video } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { IconButton } from "../../ui/IconButton";
import { useOffers } from "../keys/offers.atoms";
import { callPartnerAtom, startCallAtom } from "./call.atoms";

/** Buttons to call the visitor of this conversation; absent during a call. */
export function CallButtons({ userId }: { userId: string }) {
  const { t } = useTranslation("call");
  const isOnCall = useAtomValue(callPartnerAtom) !== "";
  const start = useSetAtom(startCallAtom);
  const call = (isVideo: boolean) => ({ run: () => void start({ userId, isVideo }) });
  useOffers(isOnCall ? {} : { voiceCall: call(false), videoCall: call(true) });
  if (isOnCall) return null;
  return (
    <>
      <IconButton
        label={t("call_voice")}
        icon={<Phone size={19} />}
        onClick={() => void start({ userId, isVideo: false })}
      />
      <IconButton
        label={t("call_video")}
        icon={<Video size={20} />}
        onClick={() => void start({ userId, isVideo: true })}
      />
    </>
  );
}
