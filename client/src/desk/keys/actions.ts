/**
 * Every action of the desk, once. The palette, the sheet of shortcuts and the key handler read this table; who can do
 * an action at the moment offers it: see `offers.atoms.ts`.
 */
import type desk from "../../../../locales/en/desk.json";

/** What an action is about, in the order of the palette and of the sheet. */
export const GROUPS = ["talk", "write", "visitor", "items", "lists", "you", "help"] as const;
export type Group = (typeof GROUPS)[number];

type Word = keyof typeof desk;

type Row = {
  group: Group;
  /** Its name in the palette and on the sheet. */
  name: Word;
  /** Further words by which the palette finds it. */
  words?: Word;
  /**
   * The keys, as `press.ts` reads them. While a field has the focus, only Escape and those with Ctrl or Command apply.
   */
  keys?: readonly string[];
  /** Keys for as long as a row of the list has the focus. There they come before the keys that act anywhere. */
  listKeys?: readonly string[];
  /** A held key does it again and again. */
  repeats?: true;
};

const ROWS = {
  // The open conversation.
  write: { group: "talk", name: "act_write", words: "find_write", keys: ["r"] },
  take: { group: "talk", name: "act_take", words: "find_take", keys: ["t"] },
  handOver: { group: "talk", name: "hand_over", words: "find_hand_over", keys: ["h"] },
  addTag: { group: "talk", name: "tag_add", words: "find_tag", keys: ["l"] },
  removeTag: { group: "talk", name: "act_remove_tag", words: "find_tag", keys: ["shift+l"] },
  end: { group: "talk", name: "end_yes", words: "find_end", keys: ["e"] },
  putAway: { group: "talk", name: "act_put_away", words: "find_put_away", keys: ["x"] },
  invite: { group: "talk", name: "invite", words: "find_invite" },
  voiceCall: { group: "talk", name: "act_voice_call", words: "find_call" },
  videoCall: { group: "talk", name: "act_video_call", words: "find_call" },
  acceptCall: { group: "talk", name: "act_accept_call", words: "find_call" },
  hangUp: { group: "talk", name: "act_hang_up", words: "find_call" },
  mute: { group: "talk", name: "act_mute", words: "find_call" },
  camera: { group: "talk", name: "act_camera", words: "find_call" },
  answer: { group: "talk", name: "act_answer", words: "find_answer", keys: ["shift+r"] },
  recall: { group: "talk", name: "act_recall", words: "find_recall" },
  sendAgain: { group: "talk", name: "message_again", words: "find_unsent" },
  discard: { group: "talk", name: "act_discard", words: "find_unsent" },
  picture: { group: "talk", name: "act_picture" },
  readLog: { group: "talk", name: "act_read_log", words: "find_read_log" },
  older: { group: "talk", name: "act_older" },
  newest: { group: "talk", name: "act_newest" },
  setOrderStatus: { group: "talk", name: "act_order_status", words: "find_order_status" },

  // The composer.
  send: { group: "write", name: "send" },
  note: { group: "write", name: "act_note", words: "find_note", keys: ["m"] },
  ready: { group: "write", name: "ready_open", words: "find_ready", keys: ["q"] },
  ownReplies: { group: "write", name: "own_manage", words: "find_ready" },
  keepReply: { group: "write", name: "ready_keep", words: "find_ready" },
  suggestion: { group: "write", name: "shortcut_suggestions", words: "find_suggestion" },
  hideSuggestions: { group: "write", name: "suggested_close" },
  emoji: { group: "write", name: "act_emoji", words: "find_emoji" },
  files: { group: "write", name: "file_add", words: "find_files", keys: ["a"] },
  rich: { group: "write", name: "act_rich", words: "find_rich" },
  card: { group: "write", name: "card_title", words: "find_card" },
  form: { group: "write", name: "form_title", words: "find_form" },
  voice: { group: "write", name: "act_voice", words: "find_voice" },
  translateDraft: { group: "write", name: "act_translate_draft", words: "find_translate" },
  useTranslation: { group: "write", name: "act_use_translation", words: "find_translate" },
  dropTranslation: { group: "write", name: "draft_drop", words: "find_translate" },
  dropQuote: { group: "write", name: "quote_drop" },
  openPlace: { group: "write", name: "act_open_place" },

  // The visitor.
  panel: { group: "visitor", name: "assist_label", words: "find_panel", keys: ["p"] },
  translate: { group: "visitor", name: "translate", words: "find_translate", keys: ["shift+t"] },
  sumUp: { group: "visitor", name: "sum_up", words: "find_sum_up" },
  editVisitor: { group: "visitor", name: "edit", words: "find_edit" },
  past: { group: "visitor", name: "act_past", words: "find_past" },
  pastLeft: { group: "visitor", name: "act_past_left", words: "find_left" },
  askCustomer: { group: "visitor", name: "act_ask_customer", words: "find_customer" },
  section: { group: "visitor", name: "act_section" },
  transcript: { group: "visitor", name: "transcript", words: "find_transcript" },
  block: { group: "visitor", name: "block", words: "find_block" },

  // Left messages and work orders: the table, and the plan of what is chosen or open.
  chooseRow: { group: "items", name: "act_choose_row", words: "find_choose", listKeys: ["x"] },
  chooseRange: { group: "items", name: "act_choose_range", words: "find_choose", listKeys: ["shift+x"] },
  chooseAll: { group: "items", name: "act_choose_all", words: "find_choose", listKeys: ["mod+a"] },
  chooseNone: { group: "items", name: "act_choose_none", words: "find_choose", listKeys: ["Escape"] },
  assign: { group: "items", name: "act_assign", words: "find_assign", keys: ["shift+a"] },
  setPriority: { group: "items", name: "act_priority", words: "find_priority", keys: ["shift+p"] },
  setDue: { group: "items", name: "act_due", words: "find_due", keys: ["shift+d"] },
  setItemStatus: { group: "items", name: "act_item_status", words: "find_order_status", keys: ["shift+s"] },
  view: { group: "items", name: "act_view", words: "find_view", keys: ["v"] },
  saveView: { group: "items", name: "items_view_save", words: "find_view" },
  removeView: { group: "items", name: "act_remove_view", words: "find_view" },
  searchItems: { group: "items", name: "items_search", words: "find_search", listKeys: ["/"] },
  closeItem: { group: "items", name: "act_close_item", words: "find_back", listKeys: ["Escape"] },
  // The lists.
  takeNext: { group: "lists", name: "shortcut_next", words: "find_take", keys: ["n"] },
  open: { group: "lists", name: "act_open", words: "find_open", keys: ["o"] },
  next: { group: "lists", name: "act_next", keys: ["mod+ArrowDown"], repeats: true },
  previous: { group: "lists", name: "act_previous", keys: ["mod+ArrowUp"], repeats: true },
  nextRow: { group: "lists", name: "act_next_row", keys: ["j"], listKeys: ["ArrowDown"], repeats: true },
  previousRow: {
    group: "lists",
    name: "act_previous_row",
    keys: ["k"],
    listKeys: ["ArrowUp"],
    repeats: true,
  },
  back: { group: "lists", name: "back", words: "find_back", keys: ["Escape"] },
  search: { group: "lists", name: "command_search", words: "find_search", keys: ["/", "mod+shift+f"] },
  filters: { group: "lists", name: "act_filters", words: "find_search" },
  dropFilters: { group: "lists", name: "search_reset", words: "find_search" },
  more: { group: "lists", name: "act_more" },
  mine: { group: "lists", name: "act_mine", words: "find_list", keys: ["g m"] },
  queue: { group: "lists", name: "act_queue", words: "find_list", keys: ["g q"] },
  robot: { group: "lists", name: "act_robot", words: "find_robot", keys: ["g r"] },
  left: { group: "lists", name: "act_left", words: "find_left", keys: ["g l"] },
  ended: { group: "lists", name: "act_ended", words: "find_list", keys: ["g e"] },
  all: { group: "lists", name: "act_all", words: "find_list", keys: ["g a"] },
  mentions: { group: "lists", name: "mentions", words: "find_mentions", keys: ["g n"] },
  wall: { group: "lists", name: "wall_title", words: "find_wall", keys: ["g w"] },
  reports: { group: "lists", name: "reports_title", words: "find_reports", keys: ["g d"] },
  readMentions: { group: "lists", name: "act_read_mentions", words: "find_mentions" },

  // The agent.
  status: { group: "you", name: "act_status", words: "find_status", keys: ["s"] },
  capacityMore: { group: "you", name: "capacity_more", words: "find_capacity" },
  capacityLess: { group: "you", name: "capacity_less", words: "find_capacity" },
  sound: { group: "you", name: "act_sound", words: "find_sound" },
  suggests: { group: "you", name: "act_suggests", words: "find_suggestion" },
  language: { group: "you", name: "act_language", words: "find_language" },
  theme: { group: "you", name: "act_theme", words: "find_theme" },
  account: { group: "you", name: "menu_account", words: "find_account" },
  signOut: { group: "you", name: "menu_sign_out", words: "find_sign_out" },

  // The keyboard.
  palette: { group: "help", name: "shortcut_commands", keys: ["mod+k"] },
  sheet: { group: "help", name: "menu_shortcuts", words: "find_sheet", keys: ["?", "mod+/"] },
  letters: { group: "help", name: "act_letters", words: "find_letters" },
} as const satisfies Record<string, Row>;

export type ActionId = keyof typeof ROWS;
export type Action = Row & { id: ActionId };

function isActionId(id: string): id is ActionId {
  return Object.hasOwn(ROWS, id);
}

/** Reads ids that a browser kept; those of another release are left out. */
export function actionIds(ids: readonly string[]): readonly ActionId[] {
  return ids.filter(isActionId);
}

const byId: Readonly<Record<ActionId, Row>> = ROWS;

/** The table, in its order. */
export const ACTIONS: readonly Action[] = actionIds(Object.keys(ROWS)).map((id) => ({ id, ...byId[id] }));

export function actionOf(id: ActionId): Action {
  return { id, ...byId[id] };
}

/** Keys of the composer's own field. The composer asks this table which press means what; the sheet shows them. */
export const FIELD_KEYS = {
  send: { name: "shortcut_enter", keys: ["Enter"] },
  newLine: { name: "shortcut_shift_enter", keys: ["shift+Enter"] },
  slash: { name: "shortcut_slash", keys: ["/"] },
  mention: { name: "shortcut_mention", keys: ["@"] },
  suggestion: { name: "shortcut_suggestions", keys: ["alt+1", "alt+2", "alt+3"] },
} as const satisfies Record<string, { name: Word; keys: readonly string[] }>;
