import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { Button } from "../../../ui/Button";
import { Skeleton } from "../../../ui/Skeleton";
import type { Thing } from "../../../wire/things";
import { Fields } from "../../form/Fields";
import { ThingForm } from "../../form/ThingForm";
import { Card } from "../../shell/Card";
import { Page } from "../../shell/Page";
import { pageOf, textOf } from "../../things/kinds";
import { OneThing } from "../../things/OneThing";
import { useOpenSaved } from "../../things/useOpenSaved";
import { useRemove } from "../../things/useRemove";
import { wordsIn } from "../../things/words";
import { GROUP, newGroup } from "./fields";
import styles from "./people.module.css";
import { useGroupUsers } from "./useGroupUsers";

/** One group; `new` is one that does not exist yet. */
export function GroupPage({ id }: { id: string }) {
  if (id === "new") return <NewGroup />;
  return (
    <OneThing kind="groups" name={{ id }}>
      {(group) => <KnownGroup group={group} />}
    </OneThing>
  );
}

function useBack() {
  const { t } = useTranslation("admin");
  return { to: "/people/groups", name: t("people_groups") };
}

function NewGroup() {
  const { t } = useTranslation("admin");
  const [blank] = useState(newGroup);
  const open = useOpenSaved("groups");
  return (
    <Page title={t("group_new")} text={t("groups_text")} back={useBack()}>
      <ThingForm kind="groups" thing={blank} draftName="new" fields={GROUP.fields} onSaved={open}>
        <Fields fields={GROUP.fields} />
      </ThingForm>
    </Page>
  );
}

function KnownGroup({ group }: { group: Thing }) {
  const { t, i18n } = useTranslation("admin");
  const [, navigate] = useLocation();
  const remove = useRemove("groups");
  const id = textOf(group, "id");
  const name = wordsIn(group.groupName, i18n.language) || id;
  const { users, isKnown } = useGroupUsers(id);
  return (
    <Page title={name} back={useBack()}>
      <ThingForm kind="groups" thing={group} draftName={id} fields={GROUP.fields}>
        <Fields fields={GROUP.fields} />
      </ThingForm>
      <Card id="users" title={t("group_users")}>
        {isKnown ? null : <Skeleton width="220px" height="20px" />}
        {isKnown && users.length === 0 ? <p className={styles.note}>{t("group_unused")}</p> : null}
        {users.length > 0 ? (
          <ul className={styles.users}>
            {users.map((one) => (
              <li key={`${one.kind}/${one.key}`}>
                <span className={styles.note}>{t(`thing_${one.kind}`)}</span>{" "}
                <Link href={pageOf(one.kind, one.key)}>
                  <bdi>{one.name}</bdi>
                </Link>{" "}
                {one.kind === "channels" ? <bdi className={styles.note}>{one.key}</bdi> : null}
              </li>
            ))}
          </ul>
        ) : null}
      </Card>
      <Card
        id="remove"
        title={t("group_remove_title")}
        text={t(users.length > 0 ? "group_remove_used" : "group_remove_text")}
      >
        <Button
          look="outline"
          disabled={!isKnown || users.length > 0}
          onClick={() => {
            remove(group, name);
            navigate("/people/groups");
          }}
        >
          {t("delete")}
        </Button>
      </Card>
    </Page>
  );
}
