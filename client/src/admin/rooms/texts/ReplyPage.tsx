import { useTranslation } from "react-i18next";
import type { Thing } from "../../../wire/admin";
import { NewThingPage } from "../../form/NewThingPage";
import { ThingForm } from "../../form/ThingForm";
import { Page } from "../../shell/Page";
import { textOf } from "../../things/kinds";
import { OneThing } from "../../things/OneThing";
import { RemoveButton } from "../../things/RemoveButton";
import { wordsIn } from "../../things/words";
import { newReply, REPLY } from "./fields";

/** One quick reply; `new` is one that does not exist yet. */
export function ReplyPage({ id }: { id: string }) {
  if (id === "new") return <NewReply />;
  return (
    <OneThing kind="quickReplies" name={{ id }}>
      {(reply) => <KnownReply reply={reply} />}
    </OneThing>
  );
}

function useBack() {
  const { t } = useTranslation("admin");
  return { to: "/texts", name: t("texts_replies") };
}

function NewReply() {
  const { t } = useTranslation("admin");
  return (
    <NewThingPage
      kind="quickReplies"
      blank={newReply}
      fields={REPLY}
      title={t("reply_new")}
      text={t("replies_text")}
      back={useBack()}
    />
  );
}

function KnownReply({ reply }: { reply: Thing }) {
  const { i18n } = useTranslation("admin");
  const id = textOf(reply, "id");
  const title = wordsIn(reply.title, i18n.language) || id;
  return (
    <Page
      title={title}
      back={useBack()}
      action={<RemoveButton kind="quickReplies" thing={reply} name={title} list="/texts" />}
    >
      <ThingForm kind="quickReplies" thing={reply} draftName={id} fields={REPLY} />
    </Page>
  );
}
