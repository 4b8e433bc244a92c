import { useTranslation } from "react-i18next";
import type { Thing } from "../../../wire/admin";
import { NewThingPage } from "../../form/NewThingPage";
import { ThingForm } from "../../form/ThingForm";
import { Page } from "../../shell/Page";
import { textOf } from "../../things/kinds";
import { OneThing } from "../../things/OneThing";
import { RemoveButton } from "../../things/RemoveButton";
import { newTag, TAG } from "./fields";

/** One tag; `new` is one that does not exist yet. */
export function TagPage({ id }: { id: string }) {
  if (id === "new") return <NewTag />;
  return (
    <OneThing kind="tags" name={{ id }}>
      {(tag) => <KnownTag tag={tag} />}
    </OneThing>
  );
}

function useBack() {
  const { t } = useTranslation("admin");
  return { to: "/texts/tags", name: t("texts_tags") };
}

function NewTag() {
  const { t } = useTranslation("admin");
  return (
    <NewThingPage
      kind="tags"
      blank={newTag}
      fields={TAG}
      title={t("tag_new")}
      text={t("tags_text")}
      back={useBack()}
    />
  );
}

function KnownTag({ tag }: { tag: Thing }) {
  const name = textOf(tag, "name");
  return (
    <Page
      title={name}
      back={useBack()}
      action={<RemoveButton kind="tags" thing={tag} name={name} list="/texts/tags" />}
    >
      <ThingForm kind="tags" thing={tag} draftName={textOf(tag, "id")} fields={TAG} />
    </Page>
  );
}
