import { Plus, Trash2, Workflow } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { useAtomValue } from "../../../state/jotai";
import { Button } from "../../../ui/Button";
import { Empty } from "../../../ui/Empty";
import { IconButton } from "../../../ui/IconButton";
import { Input } from "../../../ui/Input";
import { Pill } from "../../../ui/Pill";
import { Skeleton } from "../../../ui/Skeleton";
import type { Thing } from "../../../wire/admin";
import { ownerAtom } from "../../session/session.atoms";
import { Page } from "../../shell/Page";
import { Trouble } from "../../shell/Trouble";
import { draftKey, readDraft } from "../../things/drafts";
import { pageOf, textOf } from "../../things/kinds";
import { refusalOf } from "../../things/refusals";
import { troubleWords } from "../../things/troubleWords";
import { useRemove } from "../../things/useRemove";
import { useThings } from "../../things/useThings";
import { wordsIn } from "../../things/words";
import styles from "./FlowList.module.css";
import { recordsOf } from "./flow";

/** The shop's flows. Without any, the page says what a flow is for. */
export function FlowList() {
  const { t } = useTranslation("admin");
  const [, go] = useLocation();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const flows = useThings("flows", search === "" ? {} : { search });
  const isEmpty = flows.things?.length === 0 && search === "";
  const create = (
    <Button look="primary" icon={<Plus size={18} />} onClick={() => go("/flows/new")}>
      {t("flow_new")}
    </Button>
  );
  return (
    <Page title={t("room_flows")} text={t("flows_text")} action={isEmpty ? null : create}>
      {flows.isError ? (
        <Trouble words={troubleWords(t, refusalOf(flows.error))} onRetry={() => void flows.refetch()} />
      ) : null}
      {flows.isPending ? <Skeleton width="100%" height="120px" /> : null}
      {isEmpty ? (
        <Empty icon={<Workflow size={28} />} title={t("flows_empty_title")} text={t("flows_empty_text")}>
          <span className={styles.choices}>
            <Button look="primary" onClick={() => go("/flows/new/example")}>
              {t("flows_empty_example")}
            </Button>
            <Button look="outline" onClick={() => go("/flows/new")}>
              {t("flow_new")}
            </Button>
          </span>
        </Empty>
      ) : null}
      {flows.things && !isEmpty ? (
        <div className={styles.list}>
          <span className={styles.search}>
            <Input
              type="search"
              aria-label={t("flows_search")}
              placeholder={t("flows_search")}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </span>
          {flows.things.length === 0 ? <p className={styles.none}>{t("flows_search_none")}</p> : null}
          <ul className={styles.rows} hidden={flows.things.length === 0}>
            {flows.things.map((flow) => (
              <Row key={textOf(flow, "flowId")} flow={flow} />
            ))}
          </ul>
          {flows.hasNextPage ? (
            <Button
              look="outline"
              isBusy={flows.isFetchingNextPage}
              onClick={() => void flows.fetchNextPage()}
            >
              {t("flows_more")}
            </Button>
          ) : null}
        </div>
      ) : null}
    </Page>
  );
}

function Row({ flow }: { flow: Thing }) {
  const { t, i18n } = useTranslation("admin");
  const owner = useAtomValue(ownerAtom);
  const remove = useRemove("flows");
  const { things: robots = [] } = useThings("robots");
  const id = textOf(flow, "flowId");
  const name = wordsIn(flow.name, i18n.language) || id;
  const robot = robots.find((one) => textOf(one, "robotNo") === textOf(flow, "robotNo"));
  const triggers = Array.isArray(flow.triggers) ? flow.triggers : [];
  const hasDraft = readDraft(draftKey(owner, "flows", id)) !== undefined;
  return (
    <li className={styles.row}>
      <Link href={pageOf("flows", id)} className={styles.link ?? ""}>
        <span className={styles.name} dir="auto">
          {name}
        </span>
        <span className={styles.facts}>
          <bdi>{wordsIn(robot?.robotName, i18n.language) || textOf(flow, "robotNo")}</bdi>
          {" · "}
          {t("flow_steps_count", { count: recordsOf(flow.nodes).length })}
        </span>
      </Link>
      <span className={styles.triggers} dir="auto">
        {triggers
          .slice(0, 2)
          .map((one: unknown) => wordsIn(one, i18n.language))
          .join(" · ")}
      </span>
      {hasDraft ? (
        <Pill words={t("flow_state_draft")} tone="busy" />
      ) : triggers.length === 0 ? (
        <Pill words={t("flow_state_menu")} tone="over" />
      ) : (
        <Pill words={t("flow_state_live")} tone="good" />
      )}
      <IconButton
        label={t("list_remove", { name })}
        icon={<Trash2 size={16} />}
        onClick={() => remove(flow, name)}
      />
    </li>
  );
}
