import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { showToast } from "../../ui/toast";
import type { Thing } from "../../wire/things";
import { type Kind, keyOf, pageOf } from "./kinds";

/** Opens the page of a new thing once it is saved, and its form no longer guards it. */
export function useOpenSaved(kind: Kind): (saved: Thing) => void {
  const { t } = useTranslation("admin");
  const [, navigate] = useLocation();
  const [saved, setSaved] = useState<Thing>();
  useEffect(() => {
    if (!saved) return;
    showToast("success", t("saved"));
    navigate(pageOf(kind, keyOf(kind, saved)), { replace: true });
  }, [saved, kind, navigate, t]);
  return setSaved;
}
