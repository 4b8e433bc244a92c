import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/http";
import type { PreChatAnswers } from "../../api/visitor";
import { PreChatDialog } from "../../features/pre-chat/PreChatDialog";
import type { PageQuery } from "../../lib/query";
import { useAtomValue } from "../../state/jotai";
import { type Dialog, pageAtom } from "../../state/page.atoms";
import { showToast } from "../../ui/toast";

// Most forms ask only for texts.
const FieldControl = lazy(() =>
  import("../../features/fields/FieldControl").then((room) => ({ default: room.FieldControl })),
);

export type PreChatProps = { dialog: Extract<Dialog, { kind: "preChat" }>; query: PageQuery };

/** Shows the form before the chat and submits it. Protocol, 'Form before the chat'. */
export function PreChat({ dialog, query }: PreChatProps) {
  const { t } = useTranslation("form");
  const page = useAtomValue(pageAtom);

  const submit = async (answers: PreChatAnswers): Promise<boolean> => {
    if (page.kind !== "ready") return false;
    try {
      await page.api.submitForm(page.who.userId, answers);
      dialog.answer(true);
      return true;
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      // `opened` has already reported a 401 and a 500.
      if (cause.kind !== "unauthorised" && cause.kind !== "broken") showToast("error", t("form_failed"));
      return false;
    }
  };
  const { userName, phone, email } = query;
  return (
    <PreChatDialog
      form={dialog.form}
      known={{ userName, phone, email }}
      onSubmit={submit}
      onSkip={() => dialog.answer(true)}
      FieldControl={FieldControl}
    />
  );
}
