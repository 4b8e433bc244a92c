import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Skeleton } from "../../../ui/Skeleton";
import type { Thing } from "../../../wire/things";
import { NewThingPage } from "../../form/NewThingPage";
import { ThingForm } from "../../form/ThingForm";
import { Card } from "../../shell/Card";
import { Page } from "../../shell/Page";
import { pageOf, textOf } from "../../things/kinds";
import { OneThing } from "../../things/OneThing";
import { RemoveButton } from "../../things/RemoveButton";
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
  return (
    <NewThingPage
      kind="groups"
      blank={newGroup}
      fields={GROUP.fields}
      title={t("group_new")}
      text={t("groups_text")}
      back={useBack()}
    />
  );
}

function KnownGroup({ group }: { group: Thing }) {
  const { t, i18n } = useTranslation("admin");
  const id = textOf(group, "id");
  const name = wordsIn(group.groupName, i18n.language) || id;
  const { users, isKnown } = useGroupUsers(id);
  return (
    <Page title={name} back={useBack()}>
      <ThingForm kind="groups" thing={group} draftName={id} fields={GROUP.fields} />
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
        <RemoveButton
          kind="groups"
          thing={group}
          name={name}
          list="/people/groups"
          disabled={!isKnown || users.length > 0}
        />
      </Card>
    </Page>
  );
}
