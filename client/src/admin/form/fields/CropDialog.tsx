import { useEffect, useMemo, useState } from "react";
import Cropper, { type Area } from "react-easy-crop";
import { useTranslation } from "react-i18next";
import "react-easy-crop/react-easy-crop.css";
import { Button } from "../../../ui/Button";
import { AdminDialog } from "../../shell/AdminDialog";
import { cropped } from "./crop";
import styles from "./fields.module.css";

export type CropDialogProps = {
  file: File;
  aspect: number | undefined;
  onDone: (file: File) => void;
  onClose: () => void;
};

/** Chooses the part of a picture that is uploaded. */
export function CropDialog({ file, aspect, onDone, onClose }: CropDialogProps) {
  const { t } = useTranslation("admin");
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  const address = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);

  return (
    <AdminDialog
      onClose={onClose}
      title={t("crop_title")}
      action={
        <>
          <Button look="outline" onClick={() => onDone(file)}>
            {t("crop_whole")}
          </Button>
          <Button
            look="primary"
            disabled={!area}
            onClick={() => area && void cropped(address, area, file.name).then(onDone, () => onDone(file))}
          >
            {t("crop_use")}
          </Button>
        </>
      }
    >
      <div className={styles.crop}>
        <Cropper
          image={address}
          crop={crop}
          zoom={zoom}
          aspect={aspect ?? 16 / 9}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_part, pixels) => setArea(pixels)}
        />
      </div>
      <label className={styles.zoom}>
        <span>{t("crop_zoom")}</span>
        <input
          type="range"
          min={1}
          max={4}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(event.target.valueAsNumber)}
        />
      </label>
    </AdminDialog>
  );
}
