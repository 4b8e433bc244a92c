import "yet-another-react-lightbox/styles.css";
import { useTranslation } from "react-i18next";
import Lightbox from "yet-another-react-lightbox";
import Zoom from "yet-another-react-lightbox/plugins/zoom";

export type ImageViewerProps = { url: string; onClose: () => void };

/** Shows a picture over the whole page, with zoom. Loaded when the first picture is opened. */
export default function ImageViewer({ url, onClose }: ImageViewerProps) {
  const { t } = useTranslation();
  return (
    <Lightbox
      open
      close={onClose}
      slides={[{ src: url }]}
      plugins={[Zoom]}
      carousel={{ finite: true }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      labels={{ Lightbox: t("image_viewer"), Close: t("page_close") }}
      render={{ buttonPrev: () => null, buttonNext: () => null }}
    />
  );
}
