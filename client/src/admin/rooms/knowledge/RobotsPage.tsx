import { Bot, ChevronRight, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { shownPicture } from "../../../lib/links";
import { Button } from "../../../ui/Button";
import { Empty } from "../../../ui/Empty";
import { Page } from "../../shell/Page";
import { textOf } from "../../things/kinds";
import { useThings } from "../../things/useThings";
import { wordsIn } from "../../things/words";
import { ListStates } from "./ListStates";
import styles from "./lists.module.css";
import { pages } from "./paths";
import { NewRobot } from "./robots/NewRobot";

/** The tenant's robots. */
export function RobotsPage() {
  const { t, i18n } = useTranslation("admin");
  const query = useThings("robots");
  const robots = query.things;
  const [isNew, setNew] = useState(false);
  const create = (
    <Button look="primary" icon={<Plus size={16} />} onClick={() => setNew(true)}>
      {t("kb_robot_new")}
    </Button>
  );
  return (
    <Page title={t("room_knowledge")} text={t("kb_robots_text")} action={create}>
      {robots?.length === 0 ? (
        <Empty icon={<Bot size={28} />} title={t("kb_robots_none")} text={t("kb_robots_none_text")} />
      ) : null}
      {robots && robots.length > 0 ? (
        <ul className={styles.rows}>
          {robots.map((robot) => {
            const number = textOf(robot, "robotNo");
            const icon = shownPicture(textOf(robot, "robotIcon"));
            return (
              <li key={number} className={styles.row}>
                {icon === "" ? (
                  <span className={styles.face}>
                    <Bot size={20} aria-hidden />
                  </span>
                ) : (
                  <img src={icon} alt="" className={styles.face} />
                )}
                <Link href={pages.documents(number)} className={styles.open ?? ""}>
                  <bdi className={styles.name}>{wordsIn(robot.robotName, i18n.language) || number}</bdi>
                  <span className={styles.note} dir="auto">
                    {wordsIn(robot.robotWelcomeMsg, i18n.language) || t("kb_robot_no_welcome")}
                  </span>
                </Link>
                <ChevronRight size={18} aria-hidden className={styles.arrow} />
              </li>
            );
          })}
        </ul>
      ) : null}
      <ListStates query={query} height="72px" />
      {isNew ? <NewRobot onClose={() => setNew(false)} /> : null}
    </Page>
  );
}
