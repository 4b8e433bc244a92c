import { ClipboardList, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Route, Switch, useLocation } from "wouter";
import { Button } from "../../../ui/Button";
import { Empty } from "../../../ui/Empty";
import type { Thing } from "../../../wire/things";
import { Row } from "../../list/Rows";
import { SearchedRows } from "../../list/SearchedRows";
import { MissingPage } from "../../shell/MissingPage";
import { Page } from "../../shell/Page";
import { pageOf, textOf } from "../../things/kinds";
import { valueAt } from "../../things/paths";
import { useRemove } from "../../things/useRemove";
import { wordsIn } from "../../things/words";
import { FormPage } from "./FormPage";

/** The forms of work orders and cards, and a page for each. */
export default function FormsRoom() {
  return (
    <Switch>
      <Route path="/forms" component={FormList} />
      <Route path="/forms/:form">{({ form }) => <FormPage key={form} id={decodeURIComponent(form)} />}</Route>
      <Route component={MissingPage} />
    </Switch>
  );
}

function FormList() {
  const { t, i18n } = useTranslation("admin");
  const [, goTo] = useLocation();
  const remove = useRemove("templates");
  const rowOf = (form: Thing) => {
    const id = textOf(form, "templateId");
    const name = wordsIn(valueAt(form, "woType.typeName"), i18n.language) || id;
    const count = Array.isArray(form.items) ? form.items.length : 0;
    return (
      <Row
        key={id}
        to={pageOf("templates", id)}
        name={name}
        note={
          <>
            <bdi>{id}</bdi> · {t("form_fields_count", { count })}
          </>
        }
        onRemove={() => remove(form, name)}
      />
    );
  };
  const add = (
    <Button look="primary" icon={<Plus size={18} />} onClick={() => goTo("/forms/new")}>
      {t("form_new")}
    </Button>
  );
  return (
    <Page title={t("room_forms")} text={t("forms_text")} action={add}>
      <SearchedRows
        kind="templates"
        label={t("room_forms")}
        empty={
          <Empty
            icon={<ClipboardList size={28} />}
            title={t("forms_empty_title")}
            text={t("forms_empty_text")}
          >
            {add}
          </Empty>
        }
      >
        {rowOf}
      </SearchedRows>
    </Page>
  );
}
