/** The agent desk. */
import "../ui/tokens.css";
