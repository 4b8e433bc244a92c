import { Mic, Phone, PhoneOff, Video } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Avatar } from "../ui/Avatar";
import { Button } from "../ui/Button";
import styles from "./CallPanel.module.css";
import type { Caller } from "./caller";
import { FaultLine } from "./FaultLine";
import type { CallView } from "./view";

export type RingCardProps = { view: CallView; caller: Caller; name: string; face: string; heading: string };

/** Shows an incoming call. */
export function RingCard({ view, caller, name, face, heading }: RingCardProps) {
  const { t } = useTranslation("call");
  return (
    <div className={styles.card}>
      <div className={styles.who}>
        <span className={styles.pulse}>
          <Avatar src={face} name={name} size={48} />
        </span>
        <h2 id={heading}>{t(view.isVideo ? "call_incoming_video" : "call_incoming_voice", { name })}</h2>
      </div>
      {view.fault ? <FaultLine fault={view.fault} /> : null}
      <div className={styles.answers}>
        <Button look="danger" icon={<PhoneOff size={18} aria-hidden />} onClick={caller.hangUp}>
          {t("call_decline")}
        </Button>
        {view.isVideo ? (
          <Button
            look="outline"
            icon={<Mic size={18} aria-hidden />}
            onClick={() => void caller.accept(false)}
          >
            {t("call_accept_voice")}
          </Button>
        ) : null}
        <Button
          look="primary"
          icon={view.isVideo ? <Video size={18} aria-hidden /> : <Phone size={18} aria-hidden />}
          onClick={() => void caller.accept(true)}
        >
          {t("call_accept")}
        </Button>
      </div>
    </div>
  );
}
