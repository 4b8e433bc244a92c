/** The fields of a webhook: Protocol, 'Webhooks'. */
import { useTranslation } from "react-i18next";
import { useField } from "../../../form/editor";
import { FieldFrame } from "../../../form/FieldFrame";
import type { AdminKey, FieldSpec } from "../../../form/specs";
import styles from "./webhooks.module.css";

/** The events that a webhook can get, in the order of a conversation. */
export const EVENTS: Readonly<Record<string, AdminKey>> = {
  "session.started": "webhook_event_session_started",
  "message.created": "webhook_event_message_created",
  "message.updated": "webhook_event_message_updated",
  "agent.assigned": "webhook_event_agent_assigned",
  "session.ended": "webhook_event_session_ended",
  "evaluation.created": "webhook_event_evaluation_created",
  "leave_message.created": "webhook_event_leave_message_created",
  "work_order.created": "webhook_event_work_order_created",
  "work_order.updated": "webhook_event_work_order_updated",
  "visitor.erased": "webhook_event_visitor_erased",
};

function EventsField({ path }: { path: string }) {
  const { t } = useTranslation("admin");
  const { value, change, fault } = useField(path);
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <FieldFrame label={t("webhook_events")} help={t("webhook_events_help")} fault={fault} isGroup>
      {() => (
        <ul className={styles.events}>
          {Object.entries(EVENTS).map(([event, words]) => (
            <li key={event}>
              <label className={styles.event}>
                <input
                  type="checkbox"
                  checked={chosen.includes(event)}
                  onChange={({ target }) =>
                    change(
                      Object.keys(EVENTS).filter((one) =>
                        one === event ? target.checked : chosen.includes(one),
                      ),
                    )
                  }
                />
                <span className={styles.kind}>
                  <span>{t(words)}</span>
                  <code dir="ltr">{event}</code>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </FieldFrame>
  );
}

export const FIELDS: readonly FieldSpec[] = [
  { path: "enabled", kind: "switch", label: "webhook_enabled", help: "webhook_enabled_help" },
  { path: "url", kind: "text", isCode: true, label: "webhook_url", help: "webhook_url_help" },
  { path: "events", kind: "custom", Field: EventsField, label: "webhook_events" },
  { path: "description", kind: "longText", rows: 3, label: "webhook_description" },
];
