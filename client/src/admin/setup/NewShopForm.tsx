import { useEffect, useRef, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { NewShop, SetupApi } from "../../api/setup";
import { keptAccount, keptLocale, keptTenant, keptToken } from "../../desk/keeping";
import { LanguageOptions } from "../../desk/LanguageOptions";
import { localeOf } from "../../i18n/choose";
import { changeLocale } from "../../i18n/setup";
import { Button } from "../../ui/Button";
import { Select } from "../../ui/Input";
import { FieldFrame } from "../form/FieldFrame";
import { submits } from "../form/submits";
import { Alert } from "../shell/Alert";
import { refusalOf } from "../things/refusals";
import { troubleWords } from "../things/troubleWords";
import { Door } from "./Door";
import styles from "./door.module.css";
import { InputOf } from "./InputOf";
import { PasswordPair, type Passwords } from "./PasswordPair";

export type NewShopFormProps = { api: SetupApi; token: string; shopName: string };

const SHOP = ["shopName", "lang", "timeZone", "nick"] as const;
const ACCOUNT = ["account", "password"] as const;

/** Asks for the shop, then for its first administrator. */
export function NewShopForm({ api, token, shopName }: NewShopFormProps) {
  const { t, i18n } = useTranslation("admin");
  const [step, setStep] = useState<"shop" | "account">("shop");
  const [trouble, setTrouble] = useState<string>();
  const form = useForm({
    defaultValues: {
      shopName,
      lang: localeOf(i18n.language) ?? "en",
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      nick: "",
      account: "",
      password: "",
      again: "",
    },
  });
  const { errors, isSubmitting } = form.formState;
  const lang = useWatch({ control: form.control, name: "lang" });

  async function create({ again: _again, ...shop }: Passwords & NewShop) {
    setTrouble(undefined);
    try {
      const made = await api.create(token, { ...shop, nick: shop.nick?.trim() || undefined });
      keptToken.write(made.token);
      keptTenant.write(made.tenant);
      keptAccount.write(shop.account);
      // The token in the address is used up.
      location.replace("/desk/admin/");
    } catch (cause) {
      const refusal = refusalOf(cause);
      if (refusal.kind !== "faults") {
        setTrouble(refusal.kind === "other" ? t("setup_spent_text") : troubleWords(t, refusal));
        return;
      }
      for (const { field, message } of refusal.faults) {
        const known = [...SHOP, ...ACCOUNT].find((one) => one === field);
        if (known) form.setError(known, { message });
        else setTrouble(`${field}: ${message}`);
      }
      if (refusal.faults.some(({ field }) => SHOP.some((one) => one === field))) setStep("shop");
    }
  }

  const speak = (code: string) => {
    const locale = localeOf(code);
    if (!locale) return;
    form.setValue("lang", locale);
    keptLocale.write(locale);
    void changeLocale(i18n, locale);
  };
  // The fields of the other step are gone, and with them the focus.
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const fields = step === "shop" ? SHOP : ACCOUNT;
    form.setFocus(fields.find((name) => form.getFieldState(name).invalid) ?? fields[0]);
  }, [step, form]);
  const next = async () => {
    if (await form.trigger([...SHOP], { shouldFocus: true })) setStep("account");
  };
  const text = (
    name: "shopName" | "timeZone" | "nick" | "account",
    options: { help?: string; auto?: string; list?: string },
  ) => (
    <FieldFrame label={t(`setup_${name}`)} help={options.help} fault={errors[name]?.message}>
      {(frame) => (
        <InputOf
          {...frame}
          {...form.register(name, name === "shopName" ? { required: t("field_missing") } : {})}
          autoComplete={options.auto ?? "off"}
          list={options.list}
          autoCapitalize={name === "account" ? "none" : undefined}
          spellCheck={false}
        />
      )}
    </FieldFrame>
  );
  return (
    <Door
      title={t(step === "shop" ? "setup_title" : "setup_account_title")}
      text={t(step === "shop" ? "setup_text" : "setup_account_text")}
    >
      <FormProvider {...form}>
        <form
          noValidate
          className={styles.form}
          onSubmit={submits(() => void (step === "shop" ? next() : form.handleSubmit(create)()))}
        >
          {step === "shop" ? (
            <>
              {text("shopName", { auto: "organization" })}
              <FieldFrame label={t("setup_lang")} fault={errors.lang?.message}>
                {(frame) => (
                  <Select {...frame} value={lang} onChange={(event) => speak(event.target.value)}>
                    <LanguageOptions />
                  </Select>
                )}
              </FieldFrame>
              {text("timeZone", { list: "time-zones" })}
              <datalist id="time-zones">
                {Intl.supportedValuesOf("timeZone").map((zone) => (
                  <option key={zone} value={zone} />
                ))}
              </datalist>
              {text("nick", { auto: "nickname", help: t("setup_nick_help") })}
            </>
          ) : (
            <>
              {text("account", { auto: "username", help: t("setup_account_help") })}
              <PasswordPair known={[form.getValues("shopName"), form.getValues("account")]} />
            </>
          )}
          <Alert text={trouble} />
          <div className={styles.buttons}>
            {step === "account" ? (
              <Button look="outline" onClick={() => setStep("shop")}>
                {t("setup_back")}
              </Button>
            ) : null}
            <Button type="submit" look="primary" isBusy={isSubmitting}>
              {t(step === "shop" ? "setup_next" : "setup_create")}
            </Button>
          </div>
        </form>
      </FormProvider>
    </Door>
  );
}
