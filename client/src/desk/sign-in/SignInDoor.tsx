import { useState } from "react";
import { ForgotForm, type ForgotFormProps } from "./ForgotForm";
import { SignInForm, type SignInFormProps } from "./SignInForm";

export type SignInDoorProps = Omit<SignInFormProps, "onForgot"> & { onAskLink: ForgotFormProps["onAsk"] };

/** The sign-in, and the way for who forgot the password. */
export function SignInDoor({ onAskLink, ...signIn }: SignInDoorProps) {
  const [isForgotten, setForgotten] = useState(false);
  if (!isForgotten) return <SignInForm {...signIn} onForgot={() => setForgotten(true)} />;
  return (
    <ForgotForm
      onAsk={onAskLink}
      onBack={() => setForgotten(false)}
      kept={signIn.kept}
      isOperator={signIn.isTenantless}
    />
  );
}
