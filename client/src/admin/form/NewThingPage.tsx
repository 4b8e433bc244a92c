import { useState } from "react";
import type { Thing } from "../../wire/things";
import { Page, type PageProps } from "../shell/Page";
import type { Kind } from "../things/kinds";
import { useOpenSaved } from "../things/useOpenSaved";
import { ThingForm, type ThingFormProps } from "./ThingForm";

export type NewThingPageProps = Omit<PageProps, "children"> & {
  kind: Kind;
  blank: () => Thing;
  fields: ThingFormProps["fields"];
};

/** The page of a thing that does not exist yet. Once it is saved, its own page opens. */
export function NewThingPage({ kind, blank, fields, ...page }: NewThingPageProps) {
  const [thing] = useState(blank);
  const open = useOpenSaved(kind);
  return (
    <Page {...page}>
      <ThingForm kind={kind} thing={thing} draftName="new" fields={fields} onSaved={open} />
    </Page>
  );
}
