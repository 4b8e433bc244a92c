import { Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { FieldParts } from "../../../form/Fields";
import { ThingForm } from "../../../form/ThingForm";
import { RemoveButton } from "../../../things/RemoveButton";
import styles from "../lists.module.css";
import { pages } from "../paths";
import { useRobot } from "../robot";
import { Section } from "../Section";
import { ABOUT, ANSWERING, ROBOT_FIELDS } from "./specs";

/** A robot's name, words, and how sure it must be. */
export default function RobotSettings() {
  const { t } = useTranslation("admin");
  const { robot, robotNo, name } = useRobot();
  return (
    <Section text={t("kb_settings_text")}>
      <ThingForm key={robotNo} kind="robots" thing={robot} draftName={robotNo} fields={ROBOT_FIELDS}>
        <FieldParts parts={[ABOUT, ANSWERING]} />
      </ThingForm>
      <section className={styles.narrow} aria-labelledby="robot-delete">
        <div className={styles.stack}>
          <h2 id="robot-delete" className={styles.heading}>
            {t("kb_robot_delete")}
          </h2>
          <p className={styles.words}>{t("kb_robot_delete_text")}</p>
          <div className={styles.buttons}>
            <RemoveButton
              kind="robots"
              thing={robot}
              name={name}
              list={pages.robots}
              icon={<Trash2 size={16} />}
            >
              {t("kb_robot_delete")}
            </RemoveButton>
          </div>
        </div>
      </section>
    </Section>
  );
}
