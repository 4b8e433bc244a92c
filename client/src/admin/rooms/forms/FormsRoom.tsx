import { ClipboardList, Plus } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { Route, Switch, useLocation } from "wouter";
import { Button } from "../../../ui/Button";
import { Empty } from "../../../ui/Empty";
import type { Thing } from "../../../wire/things";
import { Loaded } from "../../shell/Loaded";
import { MissingPage } from "../../shell/MissingPage";
import { Page } from "../../shell/Page";
import { type Row, ThingList } from "../../shell/ThingList";
import { pageOf, textOf } from "../../things/kinds";
import { valueAt } from "../../things/paths";
import { useRemove } from "../../things/useRemove";
import { useThings } from "../../things/useThings";
import { wordsIn } from "../../things/words";
import { FormPage } from "./FormPage";

/** The forms of work orders and cards, and a page for each. */
export default function FormsRoom() {
  return (
    <Switch>
      <Route path="/forms">
        <FormList />
      </Route>
      <Route path="/forms/:form">{({ form }) => <FormPage key={form} id={decodeURIComponent(form)} />}</Route>
      <Route>
        <MissingPage />
      </Route>
    </Switch>
  );
}

function FormList() {
  const { t, i18n } = useTranslation("admin");
  const [, goTo] = useLocation();
  const [search, setSearch] = useState("");
  const query = useThings("templates", { search: useDeferredValue(search) });
  const remove = useRemove("templates");
  const rowOf = (form: Thing): Row => {
    const id = textOf(form, "templateId");
    const name = wordsIn(valueAt(form, "woType.typeName"), i18n.language) || id;
    const count = Array.isArray(form.items) ? form.items.length : 0;
    return {
      id,
      to: pageOf("templates", id),
      name,
      note: `${id} · ${t("form_fields_count", { count })}`,
      actions: [{ id: "remove", name: t("delete"), isDanger: true, onAction: () => remove(form, name) }],
    };
  };
  const add = (
    <Button look="primary" icon={<Plus size={18} />} onClick={() => goTo("/forms/new")}>
      {t("form_new")}
    </Button>
  );
  return (
    <Page title={t("room_forms")} text={t("forms_text")} action={add}>
      <Loaded query={{ ...query, data: query.things }}>
        {(forms) =>
          forms.length === 0 && search === "" ? (
            <Empty
              icon={<ClipboardList size={28} />}
              title={t("forms_empty_title")}
              text={t("forms_empty_text")}
            >
              {add}
            </Empty>
          ) : (
            <ThingList
              label={t("room_forms")}
              rows={forms.map(rowOf)}
              search={search}
              onSearch={setSearch}
              hasMore={query.hasNextPage}
              isLoadingMore={query.isFetchingNextPage}
              onMore={() => void query.fetchNextPage()}
            />
          )
        }
      </Loaded>
    </Page>
  );
}
