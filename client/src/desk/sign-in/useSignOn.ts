import { useCallback, useEffect, useState } from "react";
import type { SignOnApi } from "../../api/account";
import type { SignOnOffer } from "../../wire/account";
import { beginSignOn } from "./signOn";
import type { SignOnTrouble } from "./signOnTrouble";

export type SignOnChoice = {
  offer: SignOnOffer;
  isBusy: boolean;
  trouble: SignOnTrouble | undefined;
  begin: () => void;
};

/** Whether the shop offers single sign-on, and the way to its provider. Undefined while it does not. */
export function useSignOn(api: SignOnApi | undefined, tenantId: string): SignOnChoice | undefined {
  const [offer, setOffer] = useState<SignOnOffer>();
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<SignOnTrouble>();

  useEffect(() => {
    let isCurrent = true;
    setOffer(undefined);
    // Without an answer the form offers the password alone.
    const ask = async () => {
      const answer = await api?.signOnInfo(tenantId).catch(() => undefined);
      if (isCurrent && answer?.isOffered) setOffer(answer);
    };
    void ask();
    return () => {
      isCurrent = false;
    };
  }, [api, tenantId]);

  const begin = useCallback(async () => {
    if (!api || !offer) return;
    setBusy(true);
    setTrouble(undefined);
    const wrong = await beginSignOn(api, tenantId, offer);
    setTrouble(wrong);
    // Otherwise the browser leaves the page.
    if (wrong) setBusy(false);
  }, [api, offer, tenantId]);

  return offer && { offer, isBusy, trouble, begin: () => void begin() };
}
