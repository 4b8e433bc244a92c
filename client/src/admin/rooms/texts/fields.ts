/** The fields of quick replies, of tags and of the evaluation: `fixtures/README.md`. */
import { newId } from "../../../lib/newId";
import type { Thing } from "../../../wire/admin";
import { TAG_COLOURS } from "../../../wire/team";
import type { FieldGroup, FieldSpec } from "../../form/specs";
import { CommentRequired, FolderField, TagRequired } from "./ownFields";

/** What the desk fills in when an agent chooses the reply. */
const VARIABLES = [
  { text: "{userName}", label: "variable_userName" },
  { text: "{nick}", label: "variable_nick" },
  { text: "{orderNo}", label: "variable_orderNo" },
] as const;

export const REPLY: readonly FieldSpec[] = [
  { path: "title", kind: "localText", label: "reply_title", help: "reply_title_help" },
  {
    path: "text",
    kind: "localText",
    isLong: true,
    inserts: VARIABLES,
    label: "reply_text",
    help: "reply_text_help",
  },
  { path: "folder", kind: "custom", Field: FolderField, label: "reply_folder" },
];

export const newReply = (): Thing => ({ version: 0, id: newId(), title: "", text: "", folder: "" });

export const TAG: readonly FieldSpec[] = [
  { path: "name", kind: "text", label: "tag_name", help: "tag_name_help" },
  {
    path: "colour",
    kind: "select",
    label: "tag_colour",
    options: TAG_COLOURS.map((colour) => ({ value: colour, label: `tag_colour_${colour}` as const })),
  },
];

/** The server gives it an id like its name. */
export const newTag = (): Thing => ({ version: 0, id: "", name: "", colour: "grey" });

const level = (list: "starList" | "scoreList"): readonly FieldSpec[] => [
  {
    path: "select.value",
    kind: "number",
    min: list === "starList" ? 1 : 0,
    step: 1,
    label: list === "starList" ? "level_star" : "level_score",
  },
  { path: "select.name", kind: "localText", label: "level_name" },
  { path: "levelGuideMsg", kind: "localText", label: "level_guide", help: "level_guide_help" },
  { path: "levelTag", kind: "localText", label: "level_tags", help: "level_tags_help" },
  {
    path: "evaluateMsgRequired",
    kind: "custom",
    Field: CommentRequired,
    label: "evaluation_comment",
    isRare: true,
  },
  { path: "levelTagRequired", kind: "custom", Field: TagRequired, label: "evaluation_tag", isRare: true },
];

const blank = () => ({ select: { name: "", value: 1 }, levelGuideMsg: "", levelTag: "" });

export const EVALUATION: readonly FieldGroup[] = [
  {
    id: "ask",
    title: "evaluation_ask",
    fields: [
      {
        path: "evaluateModel",
        kind: "cards",
        label: "evaluation_model",
        options: [
          { value: 1, label: "evaluation_stars", help: "evaluation_stars_help" },
          { value: 2, label: "evaluation_score", help: "evaluation_score_help" },
        ],
      },
      {
        path: "evaluateGuideMsg",
        kind: "localText",
        label: "evaluation_guide",
        help: "evaluation_guide_help",
      },
      {
        path: "evaluateMsgRequired",
        kind: "switch",
        label: "evaluation_comment",
        help: "evaluation_comment_help",
      },
      { path: "levelTagRequired", kind: "switch", label: "evaluation_tag", help: "evaluation_tag_help" },
    ],
  },
  {
    id: "levels",
    title: "evaluation_levels",
    text: "evaluation_levels_text",
    fields: [
      {
        path: "starList",
        kind: "list",
        label: "evaluation_starList",
        item: level("starList"),
        title: "select.name",
        blank,
        add: "evaluation_star_add",
        empty: "evaluation_levels_none",
        shownIf: (values) => values.evaluateModel !== 2,
      },
      {
        path: "scoreList",
        kind: "list",
        label: "evaluation_scoreList",
        item: level("scoreList"),
        title: "select.name",
        blank,
        add: "evaluation_score_add",
        empty: "evaluation_levels_none",
        shownIf: (values) => values.evaluateModel === 2,
      },
    ],
  },
];

export const blankEvaluation: Thing = {
  version: 0,
  evaluateModel: 1,
  evaluateGuideMsg: "",
  evaluateMsgRequired: 0,
  levelTagRequired: 0,
  starList: [],
  scoreList: [],
};
