import { ImagePlus, Trash } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../api/http";
import { shownPicture } from "../../../lib/links";
import { useAtomValue } from "../../../state/jotai";
import { Button } from "../../../ui/Button";
import { Input } from "../../../ui/Input";
import common from "../../common.module.css";
import { adminApiAtom } from "../../session/services";
import { useField } from "../editor";
import { FieldFrame } from "../FieldFrame";
import type { FieldProps } from "../specs";
import { useSpecWords } from "../useSpecWords";
import styles from "./fields.module.css";
import { PictureChooser } from "./PictureChooser";

/** A picture: uploaded and cropped here, or the path of one on this server. */
export function PictureField({ spec, path }: FieldProps<"picture">) {
  const { t } = useTranslation("admin");
  const words = useSpecWords(spec);
  const { value, change, fault, blur } = useField(path);
  const api = useAtomValue(adminApiAtom);
  const [share, setShare] = useState<number>();
  const [trouble, setTrouble] = useState<string>();
  const text = typeof value === "string" ? value : "";
  const shown = shownPicture(text);

  const send = async (file: File) => {
    setTrouble(undefined);
    setShare(0);
    try {
      change((await api.upload(file, setShare)).url);
    } catch (cause) {
      setTrouble((cause instanceof ApiError && cause.message) || t("picture_failed"));
    }
    setShare(undefined);
  };
  return (
    <FieldFrame {...words} fault={fault ?? trouble}>
      {(control) => (
        <span className={styles.picture}>
          {shown === "" ? null : <img src={shown} alt="" className={styles.shown} />}
          <span className={styles.code}>
            <Input
              {...control}
              value={text}
              placeholder={t("picture_none")}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => change(event.target.value.trim())}
              onBlur={blur}
            />
          </span>
          <PictureChooser
            label={t("picture_choose_for", { field: words.label })}
            aspect={spec.aspect}
            onPicture={(file) => void send(file)}
          >
            {(open) => (
              <span className={common.row}>
                <Button
                  look="outline"
                  size="small"
                  icon={<ImagePlus size={16} />}
                  isBusy={share !== undefined}
                  aria-label={t("picture_choose_for", { field: words.label })}
                  onClick={open}
                >
                  {share === undefined
                    ? t("picture_choose")
                    : t("picture_sending", { share: Math.round(share * 100) })}
                </Button>
                {text === "" ? null : (
                  <Button look="quiet" size="small" icon={<Trash size={16} />} onClick={() => change("")}>
                    {t("picture_remove")}
                  </Button>
                )}
              </span>
            )}
          </PictureChooser>
        </span>
      )}
    </FieldFrame>
  );
}
