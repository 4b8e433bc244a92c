import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Button } from "../../../ui/Button";
import type { Thing } from "../../../wire/admin";
import { Fields } from "../../form/Fields";
import { ThingForm } from "../../form/ThingForm";
import { Page } from "../../shell/Page";
import { textOf } from "../../things/kinds";
import { OneThing } from "../../things/OneThing";
import { useOpenSaved } from "../../things/useOpenSaved";
import { useRemove } from "../../things/useRemove";
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
  const [blank] = useState(newReply);
  const open = useOpenSaved("quickReplies");
  return (
    <Page title={t("reply_new")} text={t("replies_text")} back={useBack()}>
      <ThingForm kind="quickReplies" thing={blank} draftName="new" fields={REPLY} onSaved={open}>
        <Fields fields={REPLY} />
      </ThingForm>
    </Page>
  );
}

function KnownReply({ reply }: { reply: Thing }) {
  const { t, i18n } = useTranslation("admin");
  const [, navigate] = useLocation();
  const remove = useRemove("quickReplies");
  const id = textOf(reply, "id");
  const title = wordsIn(reply.title, i18n.language) || id;
  return (
    <Page
      title={title}
      back={useBack()}
      action={
        <Button
          look="outline"
          onClick={() => {
            remove(reply, title);
            navigate("/texts");
          }}
        >
          {t("delete")}
        </Button>
      }
    >
      <ThingForm kind="quickReplies" thing={reply} draftName={id} fields={REPLY}>
        <Fields fields={REPLY} />
      </ThingForm>
    </Page>
  );
}
