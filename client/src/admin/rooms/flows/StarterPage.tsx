import { Clock, PackageSearch, SquareDashed } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useAtomValue } from "../../../state/jotai";
import { Pill } from "../../../ui/Pill";
import common from "../../common.module.css";
import { ownerAtom } from "../../session/session.atoms";
import { Page } from "../../shell/Page";
import { draftKey, readDraft } from "../../things/drafts";
import styles from "./StarterPage.module.css";
import { STARTERS, type Starter } from "./starters";

const ICONS = { order: PackageSearch, hours: Clock, empty: SquareDashed } as const;

/** Asks what a new flow begins with. */
export function StarterPage() {
  const { t } = useTranslation("admin");
  return (
    <Page title={t("flow_new")} text={t("flow_new_text")} back={{ to: "/flows", name: t("room_flows") }}>
      <ul className={styles.starters}>
        {STARTERS.map((starter) => (
          <li key={starter}>
            <Choice starter={starter} />
          </li>
        ))}
      </ul>
    </Page>
  );
}

function Choice({ starter }: { starter: Starter }) {
  const { t } = useTranslation("admin");
  const owner = useAtomValue(ownerAtom);
  const Icon = ICONS[starter];
  const isBegun = readDraft(draftKey(owner, "flows", draftName(starter))) !== undefined;
  return (
    <Link href={`/flows/new/${starter}`} className={styles.starter ?? ""}>
      <span className={styles.icon}>
        <Icon size={20} aria-hidden />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{t(`flow_starter_${starter}`)}</span>
        <span className={common.note}>{t(`flow_starter_${starter}_text`)}</span>
      </span>
      {isBegun ? <Pill text={t("flow_state_draft")} tone="busy" /> : null}
    </Link>
  );
}

/** What a new flow's draft is kept under: each starter has its own. */
export function draftName(starter: Starter): string {
  return starter === "empty" ? "new" : `new-${starter}`;
}
