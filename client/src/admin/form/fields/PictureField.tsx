import { ImagePlus, Trash } from "lucide-react";
import { useTranslation } from "react-i18next";
import { shownPicture } from "../../../lib/links";
import { Button } from "../../../ui/Button";
import { Input } from "../../../ui/Input";
import common from "../../common.module.css";
import { useField } from "../editor";
import { FieldFrame } from "../FieldFrame";
import type { FieldProps } from "../specs";
import { usePictureUpload } from "../usePictureUpload";
import { useSpecWords } from "../useSpecWords";
import styles from "./fields.module.css";
import { PictureChooser } from "./PictureChooser";

/** A picture: uploaded and cropped here, or the path of one on this server. */
export function PictureField({ spec, path }: FieldProps<"picture">) {
  const { t } = useTranslation("admin");
  const words = useSpecWords(spec);
  const { value, change, fault, blur } = useField(path);
  const upload = usePictureUpload(change);
  const text = typeof value === "string" ? value : "";
  const shown = shownPicture(text);
  return (
    <FieldFrame {...words} fault={fault ?? upload.trouble}>
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
            onPicture={upload.send}
          >
            {(open) => (
              <span className={common.row}>
                <Button
                  look="outline"
                  size="small"
                  icon={<ImagePlus size={16} />}
                  isBusy={upload.isBusy}
                  aria-label={t("picture_choose_for", { field: words.label })}
                  onClick={open}
                >
                  {upload.words}
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
