import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import type { Thing } from "../../wire/things";
import { type Kind, keyOf, pageOf } from "./kinds";

/** Opens the page of a new thing once it is saved, and its form no longer guards it. */
export function useOpenSaved(kind: Kind): (saved: Thing) => void {
  const [, navigate] = useLocation();
  const [saved, setSaved] = useState<Thing>();
  useEffect(() => {
    if (saved) navigate(pageOf(kind, keyOf(kind, saved)), { replace: true });
  }, [saved, kind, navigate]);
  return setSaved;
}
