import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Attached } from "../../api/attached";
import { ApiError } from "../../api/http";
import { createLeaveApi } from "../../api/leaveMessage";
import { systemClock } from "../../lib/clock";
import { newId } from "../../lib/newId";
import { identityOf } from "../../session/identity";
import { namer, type UploadPicture } from "../../session/leaveDesk";
import { useSetAtom } from "../../state/jotai";
import { keeper } from "../../state/keepers";
import { applyLastTheme } from "../../state/lastTheme";
import { type Outcome, outcomeOf } from "../../state/leave.atoms";
import { openDialogAtom } from "../../state/page.atoms";
import { showToast } from "../../ui/toast";
import type { WorkOrder } from "../../wire/workOrder";

export type OrderState =
  | { kind: "loading" }
  /** The order does not exist, or belongs to another visitor. */
  | { kind: "missing" }
  /** The link or the visitor's token does not open the order. */
  | { kind: "closed" }
  | { kind: "failed" }
  | { kind: "here"; order: WorkOrder };

export type OrderPage = {
  state: OrderState;
  load: () => void;
  reply: (text: string, files: readonly Attached[]) => Promise<Outcome>;
  /** Undefined for a reader with only the link. */
  upload: UploadPicture | undefined;
};

/** Loads the order of the page's address, by the link's token or as visitor. Protocol, 'Work orders', /workorder. */
export function useWorkOrder(): OrderPage {
  const { t } = useTranslation();
  const [state, setState] = useState<OrderState>({ kind: "loading" });
  const openDialog = useSetAtom(openDialogAtom);
  const { api, woId, userId, token } = useMemo(() => {
    const query = new URLSearchParams(location.search);
    const asked = query.get("userId") ?? "";
    const link = query.get("token") ?? "";
    const identity = identityOf(keeper, query.get("tenantId") ?? "", asked, systemClock.now());
    return {
      woId: query.get("woId") ?? "",
      token: link,
      // A link's token opens the order by itself; otherwise, the visitor's stored identity does.
      userId: link === "" ? (identity?.userId ?? "") : "",
      api: createLeaveApi({
        token: () => (link === "" ? identity?.token : undefined),
        onUnauthorised: () => openDialog({ kind: "expired" }),
        onServerError: () => showToast("error", t("page_error")),
      }),
    };
  }, [t, openDialog]);
  const names = useMemo(() => namer(newId), []);

  const load = useCallback(() => {
    api.order(woId, { userId, token }).then(
      (order) => setState({ kind: "here", order }),
      (cause: unknown) => {
        if (!(cause instanceof ApiError)) throw cause;
        setState({ kind: kindOf(cause.kind) });
      },
    );
  }, [api, woId, userId, token]);
  useEffect(load, [load]);
  useLayoutEffect(() => applyLastTheme(""), []);

  const order = state.kind === "here" ? state.order : undefined;
  const upload = useCallback<UploadPicture>(
    async (file, onProgress, signal) => {
      const { url, name } = await api.upload(userId, "workOrder", file, onProgress, signal);
      return { url, name: name || file.name };
    },
    [api, userId],
  );
  return {
    state,
    load: () => {
      setState({ kind: "loading" });
      load();
    },
    upload: userId === "" ? undefined : upload,
    reply: async (content, files) => {
      const outcome = await outcomeOf(
        api.reply({
          id: names.of({ content, files }),
          userId,
          tenantId: "",
          orderId: woId,
          typeId: order?.typeId ?? "",
          content,
          files,
          token,
        }),
      );
      if (outcome.kind === "done") {
        names.forget();
        load();
      }
      return outcome;
    },
  };
}

function kindOf(kind: ApiError["kind"]): "missing" | "closed" | "failed" {
  if (kind === "unauthorised" || kind === "forbidden") return "closed";
  return kind === "notFound" || kind === "invalid" ? "missing" : "failed";
}
