import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../state/jotai";
import { Avatar } from "../../ui/Avatar";
import { Button } from "../../ui/Button";
import { showToast } from "../../ui/toast";
import type { OwnAccount } from "../../wire/ownAccount";
import { PictureChooser } from "../form/fields/PictureChooser";
import { LineField } from "../form/LineField";
import { submits } from "../form/submits";
import { adminApiAtom } from "../session/services";
import { Alert } from "../shell/Alert";
import { Card } from "../shell/Card";
import styles from "./account.module.css";
import { ownApiAtom } from "./ownApi";
import { useDeed } from "./useDeed";

export type ProfileProps = { account: OwnAccount; onSaved: (account: OwnAccount) => void };

/** The name and the picture that visitors see. */
export function Profile({ account, onSaved }: ProfileProps) {
  const { t } = useTranslation("admin");
  const api = useAtomValue(ownApiAtom);
  const admin = useAtomValue(adminApiAtom);
  const [nick, setNick] = useState(account.adminNick);
  const { isBusy, faults, trouble, run } = useDeed();

  const save = (fields: { adminNick?: string; adminFace?: string }) =>
    run(async () => {
      onSaved(await api.update(fields));
      showToast("success", t("own_saved"));
    });
  const send = (file: File) =>
    run(async () => {
      const { url } = await admin.upload(file, () => undefined);
      onSaved(await api.update({ adminFace: url }));
      showToast("success", t("own_saved"));
    });

  return (
    <Card id="profile" title={t("own_profile")} text={t("own_profile_text")}>
      <div className={styles.face}>
        <Avatar src={account.adminFace} name={account.adminNick} size={64} />
        <PictureChooser label={t("own_face_choose")} aspect={1} onPicture={(file) => void send(file)}>
          {(open) => (
            <Button look="outline" isBusy={isBusy} onClick={open}>
              {t("own_face_choose")}
            </Button>
          )}
        </PictureChooser>
        {account.adminFace === "" ? null : (
          <Button look="quiet" disabled={isBusy} onClick={() => void save({ adminFace: "" })}>
            {t("own_face_remove")}
          </Button>
        )}
      </div>
      <form noValidate className={styles.form} onSubmit={submits(() => void save({ adminNick: nick }))}>
        <LineField
          label={t("own_nick")}
          fault={faults.adminNick ?? faults.adminFace}
          value={nick}
          dir="auto"
          onChange={setNick}
        />
        <Alert text={trouble} />
        <Button type="submit" look="primary" isBusy={isBusy} disabled={nick.trim() === account.adminNick}>
          {t("save")}
        </Button>
      </form>
    </Card>
  );
}
