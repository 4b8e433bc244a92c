import { Eye, EyeOff } from "lucide-react";
import { useId, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { FieldFrame } from "../form/FieldFrame";
import { InputOf } from "./InputOf";
import { StrengthMeter } from "./StrengthMeter";

export type Passwords = { password: string; again: string };

export type PasswordPairProps = {
  /** Words that a guesser would try first. */
  known: readonly string[];
  label?: string;
  /** The server's sentence. */
  fault?: string | undefined;
};

/** A new password, typed twice, with its strength. */
export function PasswordPair({ known, label, fault }: PasswordPairProps) {
  const { t } = useTranslation("admin");
  const { formState, control, register } = useFormContext<Passwords>();
  const password = useWatch({ control, name: "password" });
  const [isShown, setShown] = useState(false);
  const meter = useId();
  const type = isShown ? "text" : "password";
  return (
    <>
      <FieldFrame
        label={label ?? t("password_new")}
        fault={formState.errors.password?.message ?? fault}
        aside={
          <Button
            look="quiet"
            size="small"
            icon={isShown ? <EyeOff size={16} /> : <Eye size={16} />}
            onClick={() => setShown(!isShown)}
          >
            {t(isShown ? "password_hide" : "password_show")}
          </Button>
        }
      >
        {(frame) => (
          <>
            <InputOf
              {...frame}
              {...register("password")}
              aria-describedby={`${meter} ${frame["aria-describedby"] ?? ""}`.trim()}
              type={type}
              autoComplete="new-password"
            />
            <StrengthMeter id={meter} password={password} known={known} />
          </>
        )}
      </FieldFrame>
      <FieldFrame label={t("password_again")} fault={formState.errors.again?.message}>
        {(frame) => (
          <InputOf
            {...frame}
            // The only check of the page: the server gets the password once.
            {...register("again", {
              validate: (again, { password }) => again === password || t("password_differs"),
            })}
            type={type}
            autoComplete="new-password"
          />
        )}
      </FieldFrame>
    </>
  );
}
