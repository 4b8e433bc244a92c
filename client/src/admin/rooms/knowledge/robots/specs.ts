import type { FieldGroup, FieldSpec } from "../../../form/specs";
import { LevelsField } from "./LevelsField";

export const ABOUT: FieldGroup = {
  id: "robot-about",
  title: "kb_robot_about",
  fields: [
    { path: "robotName", kind: "localText", label: "kb_robot_name", help: "kb_robot_name_help" },
    {
      path: "robotWelcomeMsg",
      kind: "localText",
      isLong: true,
      label: "kb_robot_welcome",
      help: "kb_robot_welcome_help",
    },
    { path: "robotIcon", kind: "picture", aspect: 1, label: "kb_robot_icon", help: "kb_robot_icon_help" },
  ],
};

export const ANSWERING: FieldGroup = {
  id: "robot-answering",
  title: "kb_robot_answering",
  fields: [
    { path: "answerFrom", kind: "custom", label: "kb_levels", Field: LevelsField },
    {
      path: "publishWhen",
      kind: "cards",
      label: "kb_publish",
      options: [
        { value: "always", label: "kb_publish_always", help: "kb_publish_always_help" },
        { value: "noneWorse", label: "kb_publish_guarded", help: "kb_publish_guarded_help" },
      ],
    },
  ],
};

/** The levels' second number, which their field shows too. */
const SECOND: FieldSpec = { path: "suggestFrom", kind: "number", label: "kb_level_suggest" };

export const ROBOT_FIELDS: readonly FieldSpec[] = [...ABOUT.fields, ...ANSWERING.fields, SECOND];
