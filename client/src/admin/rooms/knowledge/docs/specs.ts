import type { FieldSpec } from "../../../form/specs";
import { AnswerField } from "./AnswerField";
import { LanguageField } from "./LanguageField";
import { SimilarField } from "./SimilarField";

const QUESTION: FieldSpec = {
  path: "question",
  kind: "text",
  label: "kb_question",
  help: "kb_question_help",
};
const ANSWER: FieldSpec = { path: "answer", kind: "custom", label: "kb_answer", Field: AnswerField };
const SIMILAR: FieldSpec = { path: "similar", kind: "custom", label: "kb_similar", Field: SimilarField };
const LANGUAGE: FieldSpec = { path: "lang", kind: "custom", label: "kb_language", Field: LanguageField };
const NAME: FieldSpec = {
  path: "docId",
  kind: "text",
  isCode: true,
  isRare: true,
  label: "kb_doc_id",
  help: "kb_doc_id_help",
};

/** A document's fields. Its id and its language name it: they are chosen once. */
export const DOCUMENT_FIELDS: readonly FieldSpec[] = [QUESTION, ANSWER, SIMILAR];
export const NEW_DOCUMENT_FIELDS: readonly FieldSpec[] = [LANGUAGE, ...DOCUMENT_FIELDS, NAME];
