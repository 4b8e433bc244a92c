import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/http";
import { createLeaveApi } from "../../api/leaveMessage";
import type { WireAnswer } from "../../form/answers";
import { newId } from "../../lib/newId";
import { namer } from "../../session/leaveDesk";
import { useSetAtom } from "../../state/jotai";
import { applyLastTheme } from "../../state/lastTheme";
import { type Outcome, outcomeOf } from "../../state/leave.atoms";
import { openDialogAtom } from "../../state/page.atoms";
import { showToast } from "../../ui/toast";
import type { OrderTemplate } from "../../wire/workOrder";

export type CardState =
  | { kind: "loading" }
  | { kind: "missing" }
  | { kind: "failed" }
  | { kind: "open"; template: OrderTemplate }
  /** The form's two hours have passed. */
  | { kind: "expired" }
  | { kind: "sent"; template: OrderTemplate; orderId: string; token: string };

/** Loads the template that the page's address names, and makes the order. Protocol, 'Work orders', /formData. */
export function useCardForm() {
  const { t, i18n } = useTranslation();
  const [state, setState] = useState<CardState>({ kind: "loading" });
  const openDialog = useSetAtom(openDialogAtom);
  const { api, templateId, tenantId } = useMemo(() => {
    const query = new URLSearchParams(location.search);
    return {
      templateId: query.get("templateId") ?? "",
      tenantId: query.get("tenantId") ?? "",
      api: createLeaveApi({
        token: () => undefined,
        onUnauthorised: () => openDialog({ kind: "expired" }),
        onServerError: () => showToast("error", t("page_error")),
      }),
    };
  }, [t, openDialog]);
  const names = useMemo(() => namer(newId), []);

  const load = useCallback(() => {
    setState({ kind: "loading" });
    api.templateById(templateId, tenantId, i18n.language).then(
      (template) => setState({ kind: "open", template }),
      (cause: unknown) => {
        if (!(cause instanceof ApiError)) throw cause;
        setState({ kind: cause.kind === "notFound" || cause.kind === "invalid" ? "missing" : "failed" });
      },
    );
  }, [api, templateId, tenantId, i18n]);
  useEffect(load, [load]);
  useLayoutEffect(() => applyLastTheme(tenantId), [tenantId]);

  const submit = async (answers: readonly WireAnswer[]): Promise<Outcome> => {
    if (state.kind !== "open") return { kind: "failed", why: "unavailable", message: "" };
    const adding = api.addOrder({
      id: names.of(answers),
      userId: "",
      tenantId,
      template: state.template,
      content: "",
      files: [],
      answers,
      locale: i18n.language,
    });
    const outcome = await outcomeOf(adding);
    if (outcome.kind === "done") {
      const { id, token } = await adding;
      setState({ kind: "sent", template: state.template, orderId: id, token });
    } else if (outcome.why === "unauthorised") {
      setState({ kind: "expired" });
    }
    return outcome;
  };
  return { state, load, submit, tenantId };
}
