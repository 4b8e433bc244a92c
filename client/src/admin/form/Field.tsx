import { lazy, Suspense } from "react";
import { Skeleton } from "../../ui/Skeleton";
import { ChipsField } from "./fields/ChipsField";
import { CardsField, LanguageField, SelectField } from "./fields/ChoiceFields";
import { ColourField } from "./fields/ColourField";
import { LocalTextField } from "./fields/LocalTextField";
import { NumberField } from "./fields/NumberField";
import { SecretField } from "./fields/SecretField";
import { SwitchField } from "./fields/SwitchField";
import { LinkField, LongTextField, TextField } from "./fields/TextField";
import { ThingField, ThingsField } from "./fields/ThingFields";
import type { FieldSpec } from "./specs";

// Heavier than the rest, and not in every form.
const ListField = lazy(() => import("./fields/ListField").then((room) => ({ default: room.ListField })));
const PictureField = lazy(() =>
  import("./fields/PictureField").then((room) => ({ default: room.PictureField })),
);
const HoursField = lazy(() => import("./fields/HoursField").then((room) => ({ default: room.HoursField })));
const DocField = lazy(() => import("./fields/DocField").then((room) => ({ default: room.DocField })));

export type FieldProps = { spec: FieldSpec; path: string };

/** Shows one field by its kind. */
export function Field(props: FieldProps) {
  return (
    <Suspense fallback={<Skeleton width="100%" height="72px" />}>
      <FieldOfKind {...props} />
    </Suspense>
  );
}

function FieldOfKind({ spec, path }: FieldProps) {
  switch (spec.kind) {
    case "text":
      return <TextField spec={spec} path={path} />;
    case "longText":
      return <LongTextField spec={spec} path={path} />;
    case "localText":
      return <LocalTextField spec={spec} path={path} />;
    case "number":
      return <NumberField spec={spec} path={path} />;
    case "switch":
      return <SwitchField spec={spec} path={path} />;
    case "select":
      return <SelectField spec={spec} path={path} />;
    case "cards":
      return <CardsField spec={spec} path={path} />;
    case "language":
      return <LanguageField spec={spec} path={path} />;
    case "colour":
      return <ColourField spec={spec} path={path} />;
    case "picture":
      return <PictureField spec={spec} path={path} />;
    case "link":
      return <LinkField spec={spec} path={path} />;
    case "chips":
      return <ChipsField spec={spec} path={path} />;
    case "thing":
      return <ThingField spec={spec} path={path} />;
    case "things":
      return <ThingsField spec={spec} path={path} />;
    case "doc":
      return <DocField spec={spec} path={path} />;
    case "list":
      return <ListField spec={spec} path={path} />;
    case "hours":
      return <HoursField spec={spec} path={path} />;
    case "secret":
      return <SecretField spec={spec} path={path} />;
    case "custom":
      return <spec.Field path={path} />;
    default:
      return spec satisfies never;
  }
}
