import { Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Button } from "../../../../ui/Button";
import { Groups } from "../../../form/Fields";
import { ThingForm } from "../../../form/ThingForm";
import { useRemove } from "../../../things/useRemove";
import styles from "../lists.module.css";
import { pages } from "../paths";
import { useRobot } from "../robot";
import { Section } from "../Section";
import { ABOUT, ANSWERING, ROBOT_FIELDS } from "./specs";

/** A robot's name, words, and how sure it must be. */
export default function RobotSettings() {
  const { t } = useTranslation("admin");
  const [, navigate] = useLocation();
  const { robot, robotNo, name } = useRobot();
  const remove = useRemove("robots");
  return (
    <Section text={t("kb_settings_text")}>
      <ThingForm key={robotNo} kind="robots" thing={robot} draftName={robotNo} fields={ROBOT_FIELDS}>
        <Groups groups={[ABOUT, ANSWERING]} />
      </ThingForm>
      <section className={styles.narrow} aria-labelledby="robot-delete">
        <div className={styles.stack}>
          <h2 id="robot-delete" className={styles.heading}>
            {t("kb_robot_delete")}
          </h2>
          <p className={styles.words}>{t("kb_robot_delete_text")}</p>
          <div className={styles.buttons}>
            <Button
              look="outline"
              icon={<Trash2 size={16} />}
              onClick={() => {
                remove(robot, name);
                navigate(pages.robots);
              }}
            >
              {t("kb_robot_delete")}
            </Button>
          </div>
        </div>
      </section>
    </Section>
  );
}
