/** Rating, calls and files. */
import type { FieldGroup } from "../../../form/specs";

export const RATING: FieldGroup = {
  id: "evaluation",
  title: "channel_evaluation",
  text: "channel_evaluation_text",
  fields: [
    { path: "evaluateMode", kind: "switch", label: "channel_evaluateMode" },
    { path: "commentDocMode", kind: "switch", label: "channel_commentDocMode" },
  ],
};

export const FILES: FieldGroup = {
  id: "files",
  title: "channel_files",
  text: "channel_files_text",
  fields: [
    { path: "imageButtonFlag", kind: "switch", label: "channel_imageButtonFlag" },
    { path: "videoButtonFlag", kind: "switch", label: "channel_videoButtonFlag" },
    { path: "fileButtonFlag", kind: "switch", label: "channel_fileButtonFlag" },
  ],
};
