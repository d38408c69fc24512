// Generated from the OpenAPI document; changes here are lost.
import type { Upload } from '../upload.ts'

/** Codes of errors; a later version may add some. */
export type ErrorCode =
  | "request:invalid"
  | "request:malformed"
  | "request:too_large"
  | "request:too_deep"
  | "request:unsupported_type"
  | "phone:invalid"
  | "target:ambiguous"
  | "device:invalid"
  | "sort:unsupported"
  | "location:coordinates_required"
  | "import:no_phone"
  | "import:no_column"
  | "import:unreadable"
  | "import:not_fetched"
  | "cursor:invalid"
  | "token:invalid"
  | "token:expired"
  | "credentials:ambiguous"
  | "session:required"
  | "sign_in:refused"
  | "sign_in:expired"
  | "sign_in:unverified"
  | "sign_in:unknown"
  | "code:refused"
  | "link:invalid"
  | "csrf:invalid"
  | "request:cross_site"
  | "confirmation:required"
  | "role:insufficient"
  | "workspace:required"
  | "session:invalid"
  | "callback:signature_invalid"
  | "callback:verify_token_invalid"
  | "scope:missing"
  | "numbers:limited"
  | "address:not_allowed"
  | "route:not_found"
  | "route:method_not_allowed"
  | "workspace:not_found"
  | "key:not_found"
  | "key:no_test_number"
  | "key:ended"
  | "message:not_found"
  | "chat:not_found"
  | "label:not_found"
  | "note:not_found"
  | "reply:not_found"
  | "automation:not_found"
  | "view:not_found"
  | "notification:not_found"
  | "member:not_found"
  | "person:not_found"
  | "person:duplicate"
  | "person:unproven"
  | "invitation:not_found"
  | "department:not_found"
  | "import:not_found"
  | "segment:not_found"
  | "erasure:not_found"
  | "contact:not_confirmed"
  | "contact:not_found"
  | "group:not_found"
  | "group:not_active"
  | "dead_event:not_found"
  | "dead_event:failed"
  | "quarantine:not_in_force"
  | "group:empty"
  | "participant:not_found"
  | "join_request:not_found"
  | "participant:removed"
  | "group:full"
  | "group:suspended"
  | "group:too_many"
  | "group:image_invalid"
  | "file:not_found"
  | "range:unsatisfiable"
  | "channel:not_found"
  | "channel:empty"
  | "post:undelivered"
  | "post:not_found"
  | "post:not_running"
  | "post:begun"
  | "post:ended"
  | "post:too_long"
  | "post:stopped"
  | "number:not_found"
  | "webhook:not_found"
  | "delivery:not_found"
  | "replay:not_found"
  | "event:not_found"
  | "template:not_found"
  | "template:duplicate"
  | "message:not_editable"
  | "message:not_retryable"
  | "message:not_incoming"
  | "chat:too_many_labels"
  | "chat:assigned"
  | "chat:never_written"
  | "chat:sending"
  | "message:target_fixed"
  | "device:no_pairing"
  | "label:duplicate"
  | "label:too_many"
  | "queue:refusing"
  | "reply:duplicate"
  | "reply:too_many"
  | "view:duplicate"
  | "view:too_many"
  | "automation:duplicate"
  | "automation:too_many"
  | "member:duplicate"
  | "member:last_owner"
  | "invitation:too_many"
  | "department:duplicate"
  | "department:too_many"
  | "file:too_large"
  | "file:unsupported_type"
  | "file:fetch_failed"
  | "file:unavailable"
  | "number:none"
  | "number:no_groups"
  | "number:same"
  | "number:disconnected"
  | "number:not_simulator"
  | "number:duplicate"
  | "contact:duplicate"
  | "segment:duplicate"
  | "contact:blocked"
  | "contact:opted_out"
  | "contact:too_many"
  | "replay:too_many"
  | "webhook:too_many"
  | "webhook:duplicate"
  | "capability:unsupported"
  | "idempotency:in_flight"
  | "idempotency:key_reused"
  | "idempotency:key_invalid"
  | "url:not_allowed"
  | "rate:limited"
  | "rate:in_flight"
  | "assistant:recipients_exceeded"
  | "queue:full"
  | "feature:unsupported"
  | "server:error"
  | "service:overloaded"
  | "service:unavailable"
  | "provider:unreachable"
  | "provider:unavailable"
  | "provider:throttled"
  | "provider:pair_limited"
  | "provider:refused"
  | "provider:outcome_unknown"
  | "provider:credentials_invalid"
  | "number:unauthorized"
  | "number:suspended"
  | "number:code_not_sent"
  | "number:code_wrong"
  | "number:not_verified"
  | "number:not_registered"
  | "number:pin_wrong"
  | "number:register_limited"
  | "phone:undeliverable"
  | "phone:same_as_sender"
  | "window:closed"
  | "message:expired"
  | "group:outcome_unknown"
  | "message:outcome_unknown"
  | (string & {})

export type Account = {
  /** Workspace of the caller */
  workspace: {
    id: string
    /** Name of the workspace */
    name: string
  }
  /** The key of this request, without its secret; null for a member */
  key: OwnKey | null
  /** Member whose session made the request; null for a key */
  member: {
    id: string
    /** Full name */
    name: string
    /** Email address */
    email: string
    role: Role
    /** Numbers that the member is limited to; null: all numbers */
    numbers: Array<string> | null
  } | null
  /** Operations that the caller may use, as named in the reference */
  may: Array<string>
  /** Value of the `Csrf` header for this session; null for a key */
  csrf: string | null
  /** Workspaces that the person belongs to; empty for a key */
  workspaces: Array<{
    id: string
    /** Name of the workspace */
    name: string
    role: Role
  }>
  /** Request limits */
  limits: {
    /** Limit for this key or session */
    perKey: RateOfRequests
    /** Limit for all keys and sessions of the workspace combined */
    perWorkspace: RateOfRequests
  }
  /** Today's messages; null while they cannot be counted, and for keys without the `read` scope */
  usage: {
    /** YYYY-MM-DD, UTC */
    day: string
    /** Incoming messages on that day */
    in: number | null
    /** Outgoing messages on that day */
    out: number | null
  }
}

export type AccountReport = {
  /** The provider's name for the report, such as account_update or account_alerts */
  field: string
  /** The provider's term, such as ACCOUNT_RESTRICTION */
  event: string
  /** The violation, restrictions, ban status, or alert description */
  reason: string | null
  /** End of the last restriction */
  until: string | null
  /** Date of the ban, as the provider states it */
  bannedAt: string | null
  /** The report as the provider sent it */
  details: JsonObject
}

export type Actor = {
  /** Kind of actor: an API key, a member in the dashboard, a service or operator, or an automation */
  type: "key" | "member" | "service" | "automation"
  /** Id of the key, member or automation, or name of the service */
  id: string
  /** Name of the key, member or automation at that time; null for services, or if not recorded */
  name: string | null
}

export type AddressRange = string

export type AnswerBucket = AnswerCounts & {
  from: string
}

export type AnswerCounts = AnswersGiven & {
  /** Customer messages */
  in: number
}

/** Time from the customer's first unanswered message to the answer */
export type AnswerTimes = {
  /** Median in milliseconds */
  p50: number
  /** 90th percentile in milliseconds */
  p90: number
}

export type AnswersBefore = AnswersOfReceiver & {
  /** Deliveries that were never attempted before */
  none: number
}

export type AnswersGiven = {
  /** Outgoing messages, not counting posts and automations */
  out: number
  /** First outgoing messages after a customer message */
  answers: number
  /** Time to answer; null: no answers */
  answerMs: AnswerTimes | null
}

export type AnswersOfMember = AnswersGiven & {
  member: string
  /** Member's name at the time of their latest answer */
  name: string | null
}

export type AnswersOfNumber = AnswerCounts & {
  number: string
}

export type AnswersOfReceiver = {
  /** Deliveries with a 2xx response */
  ok: number
  /** Deliveries whose last response had another status */
  refused: number
  /** Deliveries whose last attempt got no response */
  silent: number
}

export type ApiKey = OwnKey & {
  /** Public part of the key, to recognize it */
  hint: string
  /** True for a test key, which reaches only simulator numbers */
  test: boolean
  /** Time when the key was revoked; null: not revoked */
  revokedAt: string | null
  /** Time of the last request, to the minute; null: not used yet */
  lastUsedAt: string | null
  /** IP address of the last request */
  lastUsedFrom: string | null
  /** Creator of the key; null if not recorded */
  createdBy: Actor | null
  createdAt: string
}

export type Assignee = {
  id: string
  /** Name of the member */
  name: string
  /** Email address of the member */
  email: string
}

/** null removes the assignment */
export type AssigneeChange = MemberReference | null

export type AuditChange = {
  /** Kind of object that was changed, such as api_key */
  thing: string
  /** Id of the changed object; null if it has none */
  id: string | null
  /** Old values of the changed fields; null: the object was created */
  before: JsonObject | null
  /** New values of the changed fields; null: the object was removed */
  after: JsonObject | null
}

export type AuditEntry = {
  /** Who performed the action */
  actor: Actor
  /** Service that performed the action */
  service: string
  /** Name of the operation in the reference */
  operation: string
  /** Id of the object that was acted on */
  target: string | null
  /** IP address of the caller; for operators, of their connection to the service */
  ip: string | null
  /** Id of the request, as in `X-Request-Id` */
  requestId: string
  /** The caller's input. Text that may be personal or secret is replaced by `#` and a keyed hash */
  given: JsonObject
  /** Changed objects. They are not listed when a service changes many rows at once */
  changes: Array<AuditChange>
  /** True when details are left out: beyond 20 items or changes, or 16 KiB */
  truncated: boolean
  id: string
  workspace: string
  /** Position in the log, without gaps */
  sequence: number
  /** Time of the action */
  createdAt: string
  /** `hash` of the previous entry; 64 zeros for the first */
  previous: string
  /** Hex SHA-256 of this entry without `hash`, as canonical JSON (RFC 8785) */
  hash: string
}

export type AutomatedAction = {
  /** Kind of action */
  action: "assign" | "label" | "reply" | "rating"
  status: AutomationStatus
  /** Why an action was skipped or failed: the chat is already assigned; no member has room; the member is disabled or, like a department or label, gone; the chat has the labels; the customer opted out; the 24-hour window is closed; a recent reply or rating question in this chat; the message is over an hour old; it was refused with `errorCode`; a service error */
  reason: "assigned" | "no_capacity" | "member_missing" | "department_missing" | "labeled" | "label_missing" | "opted_out" | "window_closed" | "repeated" | "late" | "refused" | "error" | null
  /** Error code for a refused message */
  errorCode: ErrorCode | null
}

export type Automation = {
  id: string
  /** Author of the automation */
  by: Actor
  /** Increases with each change */
  version: number
  createdAt: string
  updatedAt: string
  /** Unique, ignoring case; shown in the history of chats */
  name: string
  /** True if the automation is on */
  enabled: boolean
  trigger: AutomationTrigger
  conditions: AutomationConditions
  actions: AutomationActions
}

/** Actions, done in this order: assign, label, reply, rating */
export type AutomationActions = {
  /** Assigns the chat, unless it is already assigned */
  assign?: AutomationAssignment
  /** Labels to add to the chat, by id or name */
  labels?: Array<string>
  /** Sends a text, unless the customer opted out or the 24-hour window is closed. The chat still counts as waiting for an answer */
  reply?: AutomationReply
  /** Asks for a rating of the conversation, under the same conditions as `reply`; only with the `chat_resolved` trigger */
  rating?: AutomationRating
}

export type AutomationAssignment = {
  /** The member to assign the chat to */
  member?: string
  /** Assigns chats to this department's members in turn */
  department?: string
  /** With `department`: maximum open chats per member; absent: no limit */
  capacity?: number
}

/** Conditions on the chat and the message; all must be met */
export type AutomationConditions = {
  /** Only chats on these numbers */
  number?: Array<string>
  /** Chats with at least one of these labels, by id or name */
  label?: Array<string>
  /** Chats with none of these labels, by id or name */
  labelExclude?: Array<string>
  /** Messages with at least one of these words or phrases, ignoring case and accents */
  words?: Array<string>
  /** `open`: only during the workspace's business hours; `closed`: only outside those hours */
  hours?: "open" | "closed"
  /** Only customers who have opted out, or all others if false */
  optedOut?: boolean
}

/** Fields of an automation */
export type AutomationFields = {
  /** Unique, ignoring case; shown in the history of chats */
  name?: string
  /** True if the automation is on */
  enabled?: boolean
  trigger?: AutomationTrigger
  conditions?: AutomationConditions
  actions?: AutomationActions
}

export type AutomationRating = {
  /** The question */
  message: string
  /** The answers, best first: 5 are shown as a list and score 5 to 1, 3 are shown as buttons and score 5, 3 and 1; absent: five to one ★ */
  options?: Array<string>
  /** Text of the button that opens the list; absent: ★ */
  button?: string
  /** Days before any automation asks the same customer again; absent: 30 */
  pauseDays?: number
  /** Days during which an answer counts; absent: 3 */
  answerDays?: number
  /** Text sent to the customer after their first answer to each question; absent: none */
  thanks?: string
}

export type AutomationReply = {
  /** Text of the reply */
  message: string
  /** Hours before it can reply again in the same chat; absent: 12 */
  pauseHours?: number
}

export type AutomationRun = {
  id: string
  automation: string
  /** Name of the automation at the time of the run */
  name: string
  chat: string
  /** Customer message that caused the run; null: the chat was resolved */
  message: string | null
  status: AutomationStatus
  /** Result of each action */
  actions: Array<AutomatedAction>
  /** Member assigned to the chat; null: not assigned */
  assignee: Assignee | null
  /** Labels added to the chat */
  labels: Array<ChatLabel>
  /** Reply that was sent; null: none */
  reply: string | null
  /** Rating question that was sent; null: none */
  question: string | null
  createdAt: string
}

/** `skipped`: there was a reason not to act; `failed`: the action was tried and refused */
export type AutomationStatus = "done" | "skipped" | "failed"

/** `conversation_started`: a customer's first message, or one that reopens a chat; `message_received`: any customer message; `chat_resolved`: a member or key resolved the chat */
export type AutomationTrigger = "conversation_started" | "message_received" | "chat_resolved"

export type AutomationsCreateBody = {
  /** Unique, ignoring case; shown in the history of chats */
  name: string
  trigger: AutomationTrigger
  actions: AutomationActions
  /** True if the automation is on. Default: `true` */
  enabled?: boolean
  /** Default: `{}` */
  conditions?: AutomationConditions
}

export type AutomationsTryOutBody = {
  /** Number of messages or resolved chats to try. Default: `20` */
  last?: number
}

export type AutomationsUpdateBody = AutomationFields

export type BatchRefusal = {
  errorCode: ErrorCode
  /** What went wrong, and how to fix it */
  message: string
  /** True if the same message may succeed later */
  retryable: boolean
  /** Invalid fields of this message: the first 10, and at most 100 per response */
  errors: Array<FieldError>
  /** Number of other invalid fields, not listed in `errors` */
  moreErrors: number
}

export type BusinessHours = {
  /** Day of the week */
  day: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday"
  /** Start, in the time zone of the workspace */
  from: string
  /** End, later than `from`; 23:59 means the end of the day */
  to: string
}

export type BusinessProfile = {
  number: string
  /** Short text below the name; null: none */
  about: string | null
  /** Address of the business; null: none */
  address: string | null
  /** Description of the business; null: none */
  description: string | null
  /** Email address of the business; null: none */
  email: string | null
  /** Websites of the business, at most two */
  websites: Array<string>
  /** Line of business; null: none */
  vertical: string | null
  /** The provider's URL of the picture; null: none */
  pictureUrl: string | null
}

export type Button = {
  /** Text of the button */
  text: string
  /** Returned in the reply; absent: derived from the position */
  id?: string
  /** URL that the button opens */
  url?: string
  /** Phone number that the button calls */
  phone?: string
}

export type CallMissedData = {
  number: string
  /** The provider's id for the call */
  call: string
  /** Caller */
  from: {
    /** Phone number of the caller */
    phone: string | null
    /** The provider's id for a caller whose phone number is hidden */
    userId: string | null
    /** Name in the caller's profile */
    name: string | null
  }
  endedAt: string
  /** How the call ended, in the provider's words */
  status: string | null
}

/** A customer called a number and no one answered */
export type CallMissedEvent = EventEnvelope & {
  event?: "call:missed"
  data?: CallMissedData
}

export type Capabilities = {
  number: string
  /** Provider of the number */
  provider: "cloud" | "simulator"
  /** Message types and how each is sent */
  messages: Array<{
    /** Message type */
    type: "text" | "image" | "video" | "audio" | "voice" | "document" | "sticker" | "location" | "location_request" | "contacts" | "poll" | "buttons" | "list" | "product" | "products" | "catalog" | "reaction" | "template" | "native"
    /** In a chat with one person */
    direct: "native" | "rendered" | "unsupported"
    /** In a group */
    group: "native" | "rendered" | "unsupported"
    /** In a broadcast channel */
    channel: "native" | "rendered" | "unsupported"
    /** Alternative if the type is unsupported, as given in the error message */
    instead: {
      /** In a chat with one person */
      direct: string | null
      /** In a group */
      group: string | null
      /** In a broadcast channel */
      channel: string | null
    } | null
  }>
  /** Kinds of media that can be sent */
  media: Array<{
    /** Kind of media */
    kind: MediaKind
    /** File types that the provider accepts */
    mimes: Array<string>
    /** Maximum file size in bytes */
    bytesMax: number
    /** True if it can have a caption, up to captionCharactersMax long */
    caption: boolean
  }>
  /** Maximum characters in a text */
  textCharactersMax: number
  /** Maximum characters in a caption or body of buttons, lists, products, catalogs or location requests */
  captionCharactersMax: number
  /** Limits for buttons */
  buttons: {
    /** Maximum quick replies in a message */
    repliesMax: number
    /** Maximum link buttons, sent instead of quick replies */
    linksMax: number
    /** Maximum buttons that call a phone number; templates can have them */
    phonesMax: number
  }
  /** Maximum rows in all sections together */
  listRowsMax: number
  /** Hours after the customer's last message during which non-template messages can be sent; null: no limit */
  customerWindowHours: number | null
  /** True if customers can see that their messages were read */
  readReceipts: boolean
  /** inbound-only: shown only in reply to a customer message */
  typing: "inbound-only"
  /** True if a sent message can be changed */
  edits: boolean
  /** True if a sent message can be deleted for the customer */
  deletions: boolean
  /** Limits for groups */
  groups: {
    /** People in a group, not counting the number itself */
    peopleMax: number
    /** People join through a link sent to them */
    adding: "invitation"
  }
  /** rendered: a broadcast channel is an audience stored here, and each subscriber gets a separate message */
  channels: "native" | "rendered"
}

export type CatalogContent = {
  /** Your id for the product whose image is shown above the text */
  thumbnailProductId: string
}

export type ChangedKeyData = {
  key: string
}

export type ChangedMember = Member & {
  /** Active keys that the member created; null when the member lost no rights */
  keys: Array<ApiKey> | null
}

export type ChangedMemberData = {
  id: string
  /** Name of the member */
  name: string
  /** Email address of the member */
  email: string
  /** Role of the member; null: not stated */
  role: Role | null
  /** True when the member cannot access the workspace */
  disabled: boolean | null
}

export type Channel = {
  id: string
  /** The number that sends its posts */
  number: string
  /** Name of the broadcast channel */
  name: string
  /** Description of the broadcast channel; null: none */
  description: string | null
  /** Posts go to the contacts who match this segment at that time; null: to subscribers */
  segment: string | null
  /** Number of people who are subscribed now */
  subscribers: number
  createdAt: string
  updatedAt: string
}

/** A post to a broadcast channel ended: it was sent or failed for everyone, or it was stopped */
export type ChannelPostedEvent = EventEnvelope & {
  event?: "channel:posted"
  data?: Post
}

export type ChannelsCreateBody = {
  number: string
  /** Name, not shown to the audience */
  name: string
  /** Your description */
  description?: string
  segment?: string
}

export type ChannelsUpdateBody = {
  /** Name, not shown to the audience */
  name?: string
  /** Your description */
  description?: string | null
  /** Segment to use as the audience; null: the subscribers */
  segment?: string | null
}

export type Chat = {
  id: string
  number: string
  type: ChatType
  /** Name of the contact, group or broadcast channel; null when unknown */
  name: string | null
  /** Person's phone number, E.164; null in groups and broadcast channels, or if hidden */
  phone: string | null
  /** Contact of the chat; null in groups and broadcast channels */
  contact: string | null
  /** Group of the chat; null if the group was not created here */
  group: string | null
  /** Broadcast channel of the chat; null otherwise */
  channel: string | null
  /** Work status of the chat */
  status: ChatStatus
  /** True if the chat has messages that no one has read, or was marked as unread */
  unread: boolean
  /** Number of unread messages */
  unreadCount: number
  /** True if the chat is pinned */
  pinned: boolean
  /** True if an incoming message does not reopen the chat */
  muted: boolean
  /** Member assigned to the chat; null: unassigned */
  assignee: Assignee | null
  /** Labels on the chat */
  labels: Array<ChatLabel>
  /** Current snooze; null: none */
  snooze: ChatSnooze | null
  /** Customer's latest rating; null: none */
  rating: ChatRating | null
  /** True if the latest outgoing message failed or expired */
  failed: boolean
  /** Latest message in either direction; null in an empty chat */
  lastMessage: ShortMessage | null
  /** Time of the first message waiting for an answer; an answer other than from a post or automation, resolving and archiving end the wait */
  waitingSince: string | null
  /** Time of the customer's last message; null: none yet */
  lastInboundAt: string | null
  /** Time of the last message to the customer; null: none yet */
  lastOutboundAt: string | null
  /** End of the 24-hour window for free-form messages; null if the customer has never written or called */
  windowClosesAt: string | null
  /** Increases with each change */
  version: number
  createdAt: string
  updatedAt: string
}

/** Changes to the chat as soon as the message is sent, such as `{ "status": "resolved" }`, but not if it fails; as in PATCH /v1/chats */
export type ChatActions = {
  assignee?: AssigneeChange
} & ChatFields

export type ChatActionsView = {
  /** Member assigned to the chat; null: unassigned */
  assignee?: {
    member: string
  } | null
} & ChatFields

/** Assigned members, by id or email address; none: unassigned; me: the calling member, not for API keys */
export type ChatAssignees = Array<string>

/** woken: the snooze ended, or the customer sent a message; automated: an automation ran; rated: the customer rated the conversation; renamed: a label on the chat, or the name or email address of the assigned member, changed; phone: the customer has a new phone number or user id */
export type ChatChange = "created" | "reopened" | "pending" | "resolved" | "archived" | "read" | "unread" | "pinned" | "unpinned" | "muted" | "unmuted" | "snoozed" | "unsnoozed" | "woken" | "assigned" | "unassigned" | "labeled" | "renamed" | "noted" | "automated" | "rated" | "phone" | "deleted"

/** Conditions on chats */
export type ChatConditions = {
  /** Only chats with these statuses */
  status?: Array<ChatStatus>
  /** Only unread chats, or only read chats if false */
  unread?: boolean
  /** Only pinned chats, or all others if false */
  pinned?: boolean
  /** Only muted chats, or all others if false */
  muted?: boolean
  /** Only chats with a message from the customer, or all others if false */
  written?: boolean
  /** Only chats with a customer waiting for an answer */
  waiting?: boolean
  /** Only chats waiting longer than `answerGoalMinutes`, or all others if false */
  overdue?: boolean
  /** Only snoozed chats, or all others if false */
  snoozed?: boolean
  /** Only chats whose latest outgoing message failed or expired */
  failed?: boolean
  window?: ChatWindow
  assignee?: ChatAssignees
  mentioned?: MentionedMember
  /** Chats with at least one of these labels, by id or name */
  label?: Array<string>
  /** Chats with none of these labels, by id or name */
  labelExclude?: Array<string>
  /** Only chats on these numbers */
  number?: Array<string>
  /** Only chats of these kinds */
  type?: Array<ChatType>
}

export type ChatCount = {
  /** Number of chats */
  total: number
  /** Number of unread chats */
  unread: number
  /** Time when the longest wait began */
  oldestWaitingAt: string | null
  /** True if more than 1000 chats match; the rest are not counted */
  more: boolean
}

/** Fields of a chat */
export type ChatFields = {
  /** Work status of the chat */
  status?: ChatStatus
  /** Marks the chat as unread, or as read if false; sends no read receipt */
  unread?: boolean
  /** Pins the chat; lists can be filtered by it */
  pinned?: boolean
  /** Mutes the chat: an incoming message does not reopen it */
  muted?: boolean
  snooze?: SnoozeChange
}

export type ChatFilter = {
  /** Only chats with this phone number */
  phone?: string
  /** Only this group's chat */
  group?: string
  /** Only chats whose last message was at this time or later */
  lastMessageAfter?: string
  /** Only chats whose last message was before this time */
  lastMessageBefore?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
  /** Only items changed at this time or later */
  updatedAfter?: string
  /** Only items changed before this time */
  updatedBefore?: string
} & ChatConditions

export type ChatLabel = {
  id: string
  /** Name of the label */
  name: string
  /** Color of the label, #rrggbb */
  color: string
}

export type ChatRating = {
  /** 5 is best */
  score: number
  at: string
  /** Automation run that asked for the rating */
  run: string
}

export type ChatSnooze = {
  /** null: until the customer sends a message */
  until: string | null
  /** Who snoozed the chat */
  by: Actor
}

/** waitingSince: only chats with a customer waiting for an answer; windowClosesAt: only chats with a message or call from the customer */
export type ChatSort = "lastMessageAt:desc" | "lastMessageAt:asc" | "waitingSince:asc" | "waitingSince:desc" | "windowClosesAt:asc" | "windowClosesAt:desc"

export type ChatStatus = "open" | "pending" | "resolved" | "archived"

export type ChatSummary = {
  id: string
  /** Name of the chat */
  name: string | null
  /** Person's phone number; null in groups and broadcast channels, or if hidden */
  phone: string | null
  type: ChatType
  /** Status of the chat */
  status: ChatStatus
  /** Assigned member; null: unassigned */
  assignee: Assignee | null
  /** Labels on the chat */
  labels: Array<ChatLabel>
  /** Unread incoming messages */
  unreadCount: number
  /** Latest message in either direction. If it is another message, its status and, in a group, its text are null here; its own events have them */
  lastMessage: ShortMessage | null
  /** Time of the first message waiting for an answer; null: none */
  waitingSince: string | null
  /** Time of the customer's last message */
  lastInboundAt: string | null
  /** Time of the last message to the customer */
  lastOutboundAt: string | null
  /** End of the 24-hour window */
  windowClosesAt: string | null
  /** Increases with each change to the chat: a higher version is newer */
  version: number
  /** Time when the chat began */
  createdAt: string
  /** True for the first message of the chat, in either direction */
  first: boolean
}

/** Kind of chat: with one person, a group or a broadcast channel */
export type ChatType = "direct" | "group" | "channel"

export type ChatUpdatedData = Chat & {
  change: ChatChange
  /** Who made the change; null if a message caused it */
  by: Actor | null
  /** With `noted`: the note that was added, changed or deleted, and the members mentioned in it */
  note: {
    id: string
    /** Members mentioned in the note; none once it is deleted */
    mentions: Array<string>
    /** True if the note was deleted */
    deleted: boolean
  } | null
  /** With `woken`: who snoozed the chat */
  snoozedBy: Actor | null
  /** With `automated`: what the automation did */
  run: AutomationRun | null
  /** With `deleted`: the chat that this chat was merged into; this id still returns that chat */
  mergedInto: string | null
}

/** A chat was created or changed; `change` says how */
export type ChatUpdatedEvent = EventEnvelope & {
  event?: "chat:updated"
  data?: ChatUpdatedData
}

/** Status of the 24-hour window; closing: closes in less than 2 hours. Chats without a message or call from the customer have no window */
export type ChatWindow = "open" | "closing" | "closed"

export type ChatWithSummaries = Chat & {
  /** Objects requested with `include`; null without it */
  summaries: {
    /** Person's contact; null: none, or not in `include` */
    contact: ContactSummary | null
    /** Number of the chat; null: not in `include` */
    number: NumberSummary | null
  } | null
}

export type ChatsAssignBody = MemberReference

export type ChatsCountsBody = {
  /** Up to 30 filters, each with a name you choose */
  filters: { [name: string]: ChatFilter }
}

export type ChatsCreateBody = {
  phone: string
  /** Your number in the chat; absent: the default number */
  number?: string
  /** Status of a new chat. Default: `"open"` */
  status?: ChatStatus
  /** Labels to add, by id or name. Default: `[]` */
  labels?: Array<string>
}

export type ChatsPresenceAnswer = {
  /** Others who have the chat open, in the order they opened it */
  others: Array<Presence>
}

export type ChatsPresenceBody = {
  /** viewing: has the chat open; writing: is typing; left: closed the chat */
  status: "viewing" | "writing" | "left"
}

export type ChatsTypingAnswer = {
  /** True if the provider is asked to show it now */
  shown: boolean
}

export type ChatsUpdateBody = {
  /** All labels that the chat should have, by id or name */
  labels?: Array<string>
} & ChatFields

export type ChatsUpdateManyBody = {
  /** Chat ids, each only once */
  ids: Array<string>
  assignee?: AssigneeChange
  /** Labels to add to or remove from each chat */
  labels?: {
    /** Labels to add, by id or name */
    add?: Array<string>
    /** Labels to remove, by id or name */
    remove?: Array<string>
  }
} & ChatFields

export type ConnectedNumber = Number & {
  /** Token to enter in the provider's app dashboard, with `callbackUrl` */
  verifyToken: string
}

export type Contact = {
  id: string
  /** Full name of the contact */
  name: string | null
  /** First name */
  firstName: string | null
  /** Last name */
  lastName: string | null
  /** Email address */
  email: string | null
  /** Company of the contact */
  company: string | null
  /** WhatsApp username as of the last message */
  username: string | null
  /** Country, ISO 3166-1 alpha-2; default: the phone number's country */
  country: string | null
  /** Language, such as de or pt_BR */
  language: string | null
  /** Phone number of the contact, E.164; null when hidden */
  phone: string | null
  /** Known identities of the person */
  identities: Array<{
    /** Kind of identity: a phone number, a provider user id, or the user id that linked business accounts share */
    type: "phone" | "provider_user" | "provider_parent_user"
    /** The phone number, or the provider's user id */
    value: string
  }>
  /** Tags of the contact */
  tags: Array<string>
  /** Custom fields */
  fields: { [name: string]: string }
  /** True when nothing is sent to the contact */
  blocked: boolean
  /** Time of the opt-out: by a word such as STOP, in WhatsApp, or recorded here */
  optedOutAt: string | null
  /** Origin of the contact */
  source: "api" | "message" | "import"
  /** Increases with each change */
  version: number
  createdAt: string
  updatedAt: string
  /** Time of the contact's last message */
  lastMessageAt: string | null
  /** Time when the contact was deleted; null: not deleted */
  unlistedAt: string | null
}

export type ContactCard = {
  /** A contact to use instead of the other fields: the card gets its name, phone numbers, email address and company. The key needs the `read` scope */
  contact?: string
  /** Required, as is a phone number, unless contact is given */
  name?: string
  /** Person's phone number */
  phone?: string
  /** Several phone numbers, instead of phone */
  phones?: Array<string>
  /** Person's email address */
  email?: string
  /** Person's company */
  organization?: string
  /** Person's web page */
  url?: string
}

export type ContactCardView = {
  /** Person's display name */
  name: string
  /** Person's phone numbers */
  phones: Array<string> | null
  /** Person's phone number */
  phone: string | null
  /** Person's email address */
  email: string | null
  /** Person's company */
  organization: string | null
  /** Person's web page */
  url: string | null
  /** Parts of the name, as given by the sender of the card */
  names: {
    /** First name */
    first: string | null
    /** Middle name */
    middle: string | null
    /** Last name */
    last: string | null
    /** Name prefix, such as Dr */
    prefix: string | null
    /** Name suffix, such as Jr */
    suffix: string | null
  } | null
  /** All phone numbers on a received card */
  phoneDetails: Array<{
    /** Phone number, as written on the card */
    phone: string
    /** True if the phone number is on WhatsApp */
    whatsapp: boolean
    /** Kind of phone number, such as CELL or WORK */
    type: string | null
  }> | null
  /** All email addresses on a received card */
  emails: Array<{
    /** Email address */
    email: string
    /** Kind of address, such as HOME or WORK */
    type: string | null
  }> | null
  /** All web pages on a received card */
  urls: Array<{
    /** Address of the page */
    url: string
    /** Kind of page, such as HOME or WORK */
    type: string | null
  }> | null
  /** Postal addresses on a received card */
  addresses: Array<{
    /** Street and building number */
    street: string | null
    /** City */
    city: string | null
    /** State or region */
    state: string | null
    /** Postal code */
    zip: string | null
    /** Country name */
    country: string | null
    /** Country, ISO 3166-1 alpha-2 */
    countryCode: string | null
    /** Kind of address, such as HOME or WORK */
    type: string | null
  }> | null
  /** Department in the company */
  department: string | null
  /** Job title */
  jobTitle: string | null
  /** Date of birth, as written on the card */
  birthday: string | null
  /** The card as vCard text, if the provider has it */
  vcard: string | null
}

/** A contact was created */
export type ContactCreatedEvent = EventEnvelope & {
  event?: "contact:created"
  data?: Contact
}

export type ContactDeletedData = {
  id: string
  deletedAt: string
  /** Contact that it was merged into; null: erased */
  mergedInto: string | null
}

/** A person was erased, or a contact was merged into another (`mergedInto`) */
export type ContactDeletedEvent = EventEnvelope & {
  event?: "contact:deleted"
  data?: ContactDeletedData
}

/** A tree: `{ all: [...] }`, `{ any: [...] }` and `{ not: {...} }` join conditions. A condition is `{ tag }`, or an `attribute` or a custom `field` with one operator: text values support `is`, `in`, `contains`, `startsWith` and `exists`; times support `before`, `after`, `withinDays` and `exists`; `blocked`, `optedOut`, `hasReplied` and `hasChat` support `is`. At most 8 levels and 100 conditions */
export type ContactFilter = {
  /** All of these conditions hold */
  all?: Array<ContactFilter>
  /** At least one of these conditions holds */
  any?: Array<ContactFilter>
  /** This condition does not hold */
  not?: ContactFilter
  /** Attribute to compare */
  attribute?: "name" | "firstName" | "lastName" | "email" | "company" | "username" | "country" | "language" | "phone" | "source" | "createdAt" | "updatedAt" | "lastMessageAt" | "optedOutAt" | "blocked" | "optedOut" | "hasReplied" | "hasChat"
  tag?: string
  /** Custom field to compare */
  field?: string
  /** Equal to this value */
  is?: string | boolean
  /** Equal to one of these values */
  in?: Array<string>
  /** Contains this text, ignoring case */
  contains?: string
  /** Begins with this text, ignoring case */
  startsWith?: string
  /** Earlier than this time */
  before?: string
  /** Later than this time */
  after?: string
  /** Within this many days before now */
  withinDays?: number
  /** True: has a value; false: has none */
  exists?: boolean
}

export type ContactImport = {
  id: string
  /** Status of the import */
  status: "fetching" | "running" | "finished" | "failed"
  /** True when nothing was changed */
  dryRun: boolean
  /** What to do if the phone number is known */
  onDuplicate: "skip" | "update" | "error"
  /** Tags that every contact in the import gets */
  tags: Array<string>
  /** Target of each column in use; null until known */
  mapping: { [name: string]: string } | null
  /** Rows by outcome */
  counts: {
    /** Rows processed */
    rows: number
    /** New contacts */
    created: number
    /** Changed contacts */
    updated: number
    /** Rows skipped because their phone number is known */
    skipped: number
    /** Rows with errors */
    failed: number
  }
  /** Share of rows processed, 0–1 */
  progress: number
  /** Reason for a failure; null: none */
  error: KeptError | null
  createdAt: string
  /** Time when the import ended; null: still running */
  completedAt: string | null
}

export type ContactSummary = {
  id: string
  /** Name of the contact; null when unknown */
  name: string | null
  /** Contact's phone number; null if hidden */
  phone: string | null
  /** True if the contact is blocked */
  blocked: boolean | null
  /** Custom fields of the contact */
  fields: { [name: string]: string } | null
}

/** A contact was changed, or deleted (`unlistedAt`) */
export type ContactUpdatedEvent = EventEnvelope & {
  event?: "contact:updated"
  data?: Contact
}

export type ContactsAddTagsBody = {
  /** Tags to add or remove */
  tags: Array<string>
}

export type ContactsCreateBody = {
  phone: string
  /** Full name of the contact */
  name?: string
  /** First name */
  firstName?: string
  /** Last name */
  lastName?: string
  /** Email address */
  email?: string
  /** Company of the contact */
  company?: string
  /** WhatsApp username as of the last message */
  username?: string
  /** Country, ISO 3166-1 alpha-2; default: the phone number's country */
  country?: string
  /** Language, such as de or pt_BR */
  language?: string
  /** Tags of the contact */
  tags?: Array<string>
  /** Custom fields by name */
  fields?: { [name: string]: string }
  /** True to update the contact that has the phone number. Default: `false` */
  upsert?: boolean
}

export type ContactsEraseAnswer = {
  id: string
  deletedAt: string
  erasure: string
}

export type ContactsEraseBody = {
  /** The contact's phone number or id */
  confirm: string
}

export type ContactsMergeBody = {
  into: string
  from: string
}

export type ContactsRemoveTagsBody = ContactsAddTagsBody

export type ContactsUpdateBody = {
  phone?: string
  /** Full name of the contact; null clears it */
  name?: string | null
  /** First name; null clears it */
  firstName?: string | null
  /** Last name; null clears it */
  lastName?: string | null
  /** Email address; null clears it */
  email?: string | null
  /** Company of the contact; null clears it */
  company?: string | null
  /** WhatsApp username as of the last message; null clears it */
  username?: string | null
  /** Country, ISO 3166-1 alpha-2; default: the phone number's country; null clears it */
  country?: string | null
  /** Language, such as de or pt_BR; null clears it */
  language?: string | null
  /** All tags that the contact will have */
  tags?: Array<string>
  /** Custom fields to set; null removes a field */
  fields?: { [name: string]: string | null }
}

export type CreatedContact = Contact & {
  /** False when the contact already existed */
  created: boolean
}

export type CreatedWebhook = Webhook & {
  /** Secret that signs deliveries */
  signingSecret: string
}

export type Delivery = {
  id: string
  webhook: string
  endpoint: string
  /** URL of the delivery */
  url: string
  /** Event that is delivered */
  event: {
    id: string
    /** Kind of the event */
    event: string
    /** Position of the event in the log */
    sequence: number
    /** Time of the event, used to select it in statistics and replays */
    at: string
  }
  status: DeliveryStatus
  /** Attempts so far */
  attempts: number
  /** HTTP status of the last response; null: none */
  lastHttpStatus: number | null
  /** Why the last attempt got no response; null: it got one */
  lastError: string | null
  /** Time of the next attempt; null: none planned */
  nextAttemptAt: string | null
  createdAt: string
  /** Time when the delivery ended; null: not ended */
  completedAt: string | null
}

export type DeliveryAnswers = AnswersOfReceiver & {
  /** Deliveries that have not been attempted yet, or ended without an attempt */
  waiting: number
  /** Median of the last attempts in milliseconds; null: not measured */
  p50: number | null
  /** 95th percentile in milliseconds; null: not measured */
  p95: number | null
}

export type DeliveryAttempt = {
  /** Attempt number, starting at 1 */
  number: number
  /** URL of the attempt */
  url: string
  startedAt: string
  /** Duration in milliseconds */
  latencyMs: number
  /** HTTP status; null: there was no response */
  httpStatus: number | null
  /** Why there was no response; null: there was one */
  error: string | null
  /** Headers of the response */
  responseHeaders: { [name: string]: string }
  /** First 16 KiB of the response */
  responseBody: string
}

export type DeliveryHole = {
  /** Time of its first event */
  from: string
  /** Time of its last event */
  to: string
  /** Events of the webhook in it */
  events: number
  /** Sequence of its first event */
  firstSequence: number
  /** Sequence of its last event */
  lastSequence: number
}

export type DeliveryInterval = DeliveryAnswers & {
  from: string
}

export type DeliveryStatistics = {
  /** Messages accepted in this period */
  total: number
  /** Number of messages now in each status */
  statuses: { [name: string]: number }
  /** Number of messages that ended with each error code */
  errors: { [name: string]: number }
  /** Share of messages that the provider accepted, 0–1; waiting and canceled messages do not count */
  sentRate: number
  /** Share of accepted messages that were delivered, 0–1 */
  deliveredRate: number
  /** Time from due to acceptance by the provider */
  queuedToSentMs: MessageTimes | null
  /** Time from acceptance by the provider to delivery */
  sentToDeliveredMs: MessageTimes | null
}

export type DeliveryStatisticsBucket = DeliveryStatistics & {
  from: string
}

/** `parked`: until the webhook is resumed; `exhausted`: given up; `expired`: parked for too long */
export type DeliveryStatus = "waiting" | "parked" | "succeeded" | "exhausted" | "canceled" | "expired"

export type DeliveryWithAttempts = Delivery & {
  /** Every attempt, oldest first */
  attemptLog: Array<DeliveryAttempt>
}

export type Department = {
  id: string
  /** Increases with each change, but not when a member leaves the team */
  version: number
  createdAt: string
  updatedAt: string
  /** Unique, ignoring case */
  name: string
  /** Purpose of the department */
  description: string | null
  /** Color */
  color: string | null
  /** Name of an icon */
  icon: string | null
  members: DepartmentMembers
}

/** Fields of a department */
export type DepartmentFields = {
  /** Unique, ignoring case */
  name?: string
  /** Purpose of the department */
  description?: string | null
  /** Color */
  color?: string | null
  /** Name of an icon */
  icon?: string | null
  members?: DepartmentMembers
}

/** Members of the department */
export type DepartmentMembers = Array<string>

export type DepartmentsCreateBody = {
  /** Unique, ignoring case */
  name: string
  /** Purpose of the department */
  description?: string
  color?: string
  /** Name of an icon */
  icon?: string
  members?: DepartmentMembers
}

export type DepartmentsUpdateBody = DepartmentFields

export type DeviceReport = {
  /** GREEN, YELLOW or RED: how recipients rate its messages */
  qualityRating: string | null
  /** Limit on people that it can message first within 24 h, such as TIER_2K */
  messagingLimit: string | null
  /** STANDARD: 80 messages a second, HIGH: 1000 */
  throughput: string | null
  /** Name that recipients see */
  verifiedName: string | null
  /** Status of the display name, such as APPROVED */
  nameStatus: string | null
  /** VERIFIED once the phone number was verified with a code */
  codeVerification: string | null
  /** AVAILABLE, LIMITED or BLOCKED: the worst status of the number, account and app */
  canSend: string | null
  /** Time of the last check; POST …/refresh checks now */
  checkedAt: string
}

export type Egress = {
  /** Source networks of outgoing requests, as CIDR, if the operator configured them; empty: any */
  addresses: Array<string>
  /** Format of webhook deliveries */
  webhooks: {
    /** HTTP method */
    method: "POST"
    /** Value of the `User-Agent` header */
    userAgent: string
    /** Headers of every delivery */
    headers: Array<{
      /** Name of the header */
      name: string
      /** Content of the header */
      meaning: string
    }>
    /** Signature of every delivery */
    signature: {
      /** Specification that the signature follows */
      standard: "Standard Webhooks"
      /** Header with the signature */
      header: string
      /** Version of the signature */
      version: "v1"
      /** Algorithm of the signature */
      algorithm: "HMAC-SHA256"
      /** Signed content, with header names and `body`, the bytes as sent */
      signs: string
      /** How to derive the key from `signingSecret` */
      key: string
      /** Maximum age of a timestamp to accept */
      toleranceSeconds: number
    }
    /** Timeout for the whole exchange */
    timeoutMs: number
    /** Redirects are not followed */
    redirects: false
    /** Statuses that count as accepted */
    success: string
    /** Delay before each attempt, the first at once; up to a fifth is added */
    retryPausesSeconds: Array<number>
  }
  /** Requests for files and imports given by `url`, from the same addresses */
  fetches: {
    /** HTTP methods */
    methods: Array<string>
    /** Allowed protocols */
    protocols: Array<string>
    /** True when private addresses may be fetched */
    privateAddresses: boolean
  }
}

export type ErasedEvent = EventEnvelope & {
  /** Rest of the data */
  data?: {
    /** Id of the object that the event is about; null if it could name a person */
    id: string | null
    /** `true`: the person was erased; `false`: the stored event cannot be read */
    erased: boolean
  }
}

export type Erasure = {
  id: string
  /** The id that the contact had */
  contact: string
  /** Status of the erasure */
  status: "running" | "finished"
  /** Progress of each service */
  services: Array<{
    /** Name of the service */
    service: "numbers" | "contacts" | "groups" | "messaging" | "webhooks"
    /** waiting: for another service to finish first */
    status: "waiting" | "running" | "finished"
    /** Time when the service finished; null: not finished */
    completedAt: string | null
  }>
  requestedAt: string
  /** Time when all services had finished; null: not finished */
  completedAt: string | null
  /** Time when the last copies, which the API cannot read, have expired: sealed responses to repeated requests (48 h), internal events (72 h) and late reports from the provider (168 h); null until finished */
  agedOutAt: string | null
}

export type Error = {
  /** The HTTP status */
  status: number
  errorCode: ErrorCode
  /** What is wrong, and how to fix it */
  message: string
  /** All invalid fields */
  errors: Array<FieldError>
  /** True when the same request may succeed later */
  retryable: boolean
  /** Seconds to wait before a retry, as in `Retry-After`; null: not known */
  retryAfter: number | null
  /** Id of the request, as in `X-Request-Id`; quote it when you ask for help */
  requestId: string
  /** URL of the page about this error */
  docs: string
}

/** An event as posted to webhooks, streamed and kept in the log; `event` is its kind */
export type Event = MessageInEvent | MessageOutEvent | MessageAckEvent | MessageUpdatedEvent | MessageReactionEvent | MessageFailedEvent | MessageWaitingEvent | MessageScheduledEvent | MessageChangedEvent | MessageCanceledEvent | ChatUpdatedEvent | ContactCreatedEvent | ContactUpdatedEvent | ContactDeletedEvent | ImportFinishedEvent | GroupUpdatedEvent | ChannelPostedEvent | NumberUpdatedEvent | NumberReportedEvent | CallMissedEvent | TemplateUpdatedEvent | WebhookFailingEvent | WebhookExhaustedEvent | WebhookDisabledEvent | MemberUpdatedEvent | MemberRemovedEvent | KeyCreatedEvent | KeyUpdatedEvent | KeyRevokedEvent

export type EventEnvelope = {
  id: string
  /** Kind of the event */
  event: string
  workspace: string
  /** Position in the log of the workspace; it increases, and no number is used twice */
  sequence: number
  occurredAt: string
  /** Version of the envelope */
  version: 1
  /** Object that the event is about, by its kind */
  data: JsonObject
  /** Fields left out because `data` exceeded 64 KiB, longest first; read the object by its id. null: none */
  truncated: Array<string> | null
}

export type EventsKindsAnswer = {
  /** Kind of the event */
  event: string
  /** When the event occurs */
  when: string
  /** Event of this kind as it is delivered */
  sample: LoggedEvent
}

/** Endpoint of a webhook */
export type FailingEndpoint = {
  webhook?: string
  endpoint?: string
  /** URL of the endpoint */
  url?: string
  /** Last status or error from the receiver */
  reason?: string
}

export type FieldError = {
  /** The field with the error, such as `media.url` */
  path: string
  /** Code of the problem: `field:missing`, `field:unknown`, `field:invalid`, or a more specific code */
  code: string
  /** What is wrong with the value, and the value itself if it is short and not secret */
  message: string
}

export type File = {
  id: string
  /** Name for display and download */
  filename: string
  /** Media type, such as image/jpeg */
  mime: string
  /** Size in bytes */
  size: number
  /** Kind of media that the file can be sent as */
  kind: "image" | "video" | "audio" | "document" | "sticker"
  /** SHA-256 of the bytes, hexadecimal */
  sha256: string
  createdAt: string
  /** Time when the file is deleted, unless a waiting message needs it; null: never */
  expiresAt: string | null
}

/** Exactly one of `content` and `url` is required. */
export type FilesCreateBody = {
  /** The bytes of a small file in base64 */
  content?: string
  /** Public URL from which the file is fetched */
  url?: string
  /** Absent: the name in the form part or in Content-Disposition */
  filename?: string
  /** Expected media type; the bytes are always checked */
  mime?: string
  /** Time when the file is deleted; absent: after the installation's retention time */
  expiresAt?: string
}

export type FilesUpdateBody = {
  /** New name for display and download */
  filename?: string
  /** New deletion time, within a year */
  expiresAt?: string
}

export type Group = {
  id: string
  number: string
  /** Name of the group */
  name: string
  /** Description of the group; null: none */
  description: string | null
  /** Only an active group takes messages. suspended: by the provider, until it lifts the suspension */
  status: "creating" | "active" | "suspended" | "deleting" | "deleted" | "failed"
  /** True when people who follow the link must be approved */
  joinApproval: boolean
  /** Image of the group; null: none */
  image: {
    /** SHA-256 of the bytes, hexadecimal */
    sha256: string
    setAt: string
  } | null
  /** Link to join the group; null until it is active */
  inviteLink: string | null
  /** The provider's id for the group; null until it is active */
  providerId: string | null
  /** Counts of people; the provider allows 8 in a group */
  participants: {
    /** People in the group; the number itself does not count */
    joined: number
    /** Invited but not yet in the group */
    invited: number
    /** Open requests to join */
    requested: number
  }
  /** The last requested change to each setting, with its outcome */
  changes: Array<{
    /** Setting to change */
    setting: "name" | "description" | "image" | "invite" | "deletion"
    /** pending: the provider has not confirmed it yet */
    status: "pending" | "applied" | "failed"
    /** The requested name or description; for an image, the SHA-256 of its bytes */
    to: string | null
    /** Reason for a failure; null: none */
    error: KeptError | null
    requestedAt: string
  }>
  /** Why the group could not be created */
  error: KeptError | null
  createdAt: string
  updatedAt: string
}

export type GroupInvite = {
  /** Null until the group is active */
  link: string | null
  /** renewing: the link works until the provider has made the new one */
  status: "valid" | "renewing"
  /** Why the link was not renewed */
  error: KeptError | null
}

export type GroupUpdatedData = Group & {
  /** changing: requested; changed, refused: the provider applied or refused it; cleared: the suspension ended; participants, requests: people joined, left or requested to join */
  change: "created" | "active" | "failed" | "changing" | "changed" | "refused" | "suspended" | "cleared" | "deleting" | "deleted" | "participants" | "requests"
  /** With `participants`: the people who joined, left or were invited */
  people: Array<Participant> | null
  /** With `requests`: the requests that changed */
  requests: Array<JoinRequest> | null
}

/** A group was created or changed; `change` says how */
export type GroupUpdatedEvent = EventEnvelope & {
  event?: "group:updated"
  data?: GroupUpdatedData
}

export type GroupsCreateBody = {
  number: string
  /** Name of the group, shown to its participants */
  name: string
  /** Description of the group, at most 2,048 characters */
  description?: string
  /** True when people who follow the link must be approved; cannot be changed later. Default: `false` */
  joinApproval?: boolean
  /** People to invite when the group is active */
  participants?: Array<string>
  /** Text of the invitation to the participants */
  invitation?: InvitationText
}

export type GroupsSetImageBody = {
  /** The bytes in base64; a JSON body has at most 1 MiB */
  content?: string
  /** Id of a stored file; the key also needs the `read` scope */
  file?: string
  /** Ignored */
  filename?: string
  /** Type of the bytes, which are always checked */
  mime?: string
}

export type GroupsUpdateBody = {
  /** Name of the group, shown to its participants */
  name?: string
  /** New description; null clears it */
  description?: string | null
  /** Must be the current value; to change it, create a new group */
  joinApproval?: boolean
}

/** Shown above the body: text of 1–60 characters with buttons, a list or products; or an image, video or document with buttons */
export type HeaderToSend = string | {
  /** Image, video or document */
  media: MediaToSend
}

/** An import of contacts finished or failed */
export type ImportFinishedEvent = EventEnvelope & {
  event?: "import:finished"
  data?: ContactImport
}

/** Target of each column: phone, an attribute, tags, `fields.<name>` or ignore */
export type ImportMapping = { [name: string]: string }

export type ImportRow = {
  /** Phone number in any common format */
  phone?: string | null
  /** Provider user id; enough if the phone number is hidden */
  userId?: string | null
  /** Full name of the contact */
  name?: string | null
  /** First name */
  firstName?: string | null
  /** Last name */
  lastName?: string | null
  /** Email address */
  email?: string | null
  /** Company of the contact */
  company?: string | null
  /** WhatsApp username as of the last message */
  username?: string | null
  /** Country, ISO 3166-1 alpha-2; default: the phone number's country */
  country?: string | null
  /** Language, such as de or pt_BR */
  language?: string | null
  /** Tags of the contact */
  tags?: Array<string>
  /** Time of an opt-out; opts the contact out */
  optedOutAt?: string | null
  /** True to block the contact */
  blocked?: boolean | null
  /** Custom fields by name */
  fields?: { [name: string]: string | null }
}

/** Exactly one of `csv`, `contacts`, `url` and `file` is the source. */
export type ImportsCreateBody = {
  /** Text of a CSV file */
  csv?: string
  /** Contacts as objects, instead of a file */
  contacts?: Array<ImportRow>
  /** URL to fetch a file from, once */
  url?: string
  /** Id of a stored file */
  file?: string
  mapping?: ImportMapping
  /** True to change nothing and return the counts. Default: `false` */
  dryRun?: boolean
  /** What to do if the phone number is known. Default: `"skip"` */
  onDuplicate?: "skip" | "update" | "error"
  /** Added to every contact. Default: `[]` */
  tags?: Array<string>
}

export type ImportsErrorsAnswer = {
  /** Row number, starting at 1, not counting the header */
  row: number
  /** Line of the file where the row begins; the header is line 1; null for JSON */
  line: number | null
  /** Name of the column */
  column: string
  /** Code of the error */
  errorCode: string
  /** What is wrong with the cell */
  message: string
  /** Value of the cell, at most 300 characters */
  value: string | null
}

export type InboxBucket = InboxCounts & {
  from: string
}

export type InboxCounts = {
  /** Customer messages */
  in: number
  /** Outgoing messages, not counting posts and automations */
  out: number
  /** Questions answered by the end of the range */
  answered: number
  /** Questions without an answer */
  unanswered: number
}

export type Invitation = {
  id: string
  /** Email address of the invited person */
  email: string
  role: Role
  /** Numbers that the member is limited to; null: all */
  numbers: Array<string> | null
  /** Email with the link; failed: share a new one; null: none */
  mailStatus: "waiting" | "sent" | "failed" | null
  /** When the link expires */
  expiresAt: string
  createdAt: string
}

export type InvitationText = {
  /** `{link}` is replaced with the link; without `{link}`, the link follows the text */
  message?: string
  /** For people who have sent no message within 24 h; `{link}` in its texts is the link. Without a template, their invitations fail */
  onWindowClosed?: OnWindowClosed
}

export type InvitationsCreateBody = {
  /** Email address */
  email: string
  role: Role
  /** Numbers that an agent or viewer is limited to; null: all */
  numbers?: Array<string> | null
  /** Makes the person a member at once, with the status `invited` */
  name?: string
  /** False: no email is sent. Default: `true` */
  mail?: boolean
}

export type JoinRequest = {
  /** The provider's id for the request */
  id: string
  /** Phone number of the person; null when hidden */
  phone: string | null
  /** The provider's id for the person; null when unknown */
  userId: string | null
  status: JoinRequestStatus
  /** Why the last decision was not applied; it can be repeated */
  error: KeptError | null
  createdAt: string
  updatedAt: string
}

/** approving, rejecting: the provider has not confirmed it yet; revoked: withdrawn by the person */
export type JoinRequestStatus = "pending" | "approving" | "approved" | "rejecting" | "rejected" | "revoked"

export type JoinRequestsApproveBody = {
  /** Ids of requests */
  requests: Array<string>
}

export type JoinRequestsRejectBody = JoinRequestsApproveBody

export type Json = string | number | boolean | null | Array<Json> | { [name: string]: Json }

export type JsonObject = { [name: string]: Json }

export type KeptError = {
  errorCode: ErrorCode
  /** What went wrong, and how to fix it */
  message: string
}

/** An API key was created through the API, or to replace another key */
export type KeyCreatedEvent = EventEnvelope & {
  event?: "key:created"
  data?: ChangedKeyData
}

/** An API key was revoked and no longer works */
export type KeyRevokedEvent = EventEnvelope & {
  event?: "key:revoked"
  data?: ChangedKeyData
}

/** Permissions of the key */
export type KeyScopes = Array<"read" | "send" | "manage" | "raw" | "admin" | "erase">

/** An API key was changed, or was given an expiry because it was replaced */
export type KeyUpdatedEvent = EventEnvelope & {
  event?: "key:updated"
  data?: ChangedKeyData
}

export type KeysCreateBody = {
  /** Name of the key */
  name: string
  scopes: KeyScopes
  /** Numbers that the key is limited to: it cannot see anything that belongs only to other numbers, or change anything that affects all numbers */
  numbers?: Array<string>
  /** Address ranges that the key can be used from, such as `203.0.113.0/24` */
  cidrs?: Array<AddressRange>
  /** True: a test key (`ph_test_…`), limited to the simulator numbers in `numbers`, or to all that you may use now. Default: `false` */
  test?: boolean
  /** When the key expires */
  expiresAt?: string
}

export type KeysRotateBody = {
  /** Hours until the previous key expires; 0: at once. Default: `24` */
  graceHours?: number
}

export type KeysUpdateBody = {
  /** New name */
  name?: string
  /** Address ranges; null: any address */
  cidrs?: Array<AddressRange> | null
  /** When the key expires; null: never */
  expiresAt?: string | null
}

export type KeysUsageAnswer = {
  /** Operations used on each day */
  items: Array<{
    /** Name of the operation in the reference */
    operation: string
    /** YYYY-MM-DD, UTC */
    day: string
    /** Requests on that day */
    calls: number
    /** Requests that got an error */
    refused: number
  }>
}

export type Label = {
  id: string
  /** Name of the label */
  name: string
  /** Color of the label, #rrggbb */
  color: string
  /** Your description of the label; null: none */
  description: string | null
  createdAt: string
  updatedAt: string
}

export type LabelsAddBody = {
  /** Labels to add, by id or name */
  labels: Array<string>
}

export type LabelsCreateBody = {
  /** Unique, ignoring case */
  name: string
  /** Default: `"#8e8e93"` */
  color?: string
  /** Your description of the label, at most 300 characters */
  description?: string
}

export type LabelsMergeBody = {
  into: string
  from: string
}

export type LabelsUpdateBody = {
  /** Unique, ignoring case */
  name?: string
  color?: string
  /** Your description of the label, at most 300 characters */
  description?: string | null
}

export type LinkedMedia = MediaFields

export type LinkedTemplateContent = {
  /** All components of the template, instead of variables */
  components?: Array<LinkedTemplatePart>
  /** Name of the template with the provider */
  name: string
  /** Language of the template, such as en or en_US */
  language: string
  /** Texts for the variables in the body: a list by position, or an object by name. Line breaks, tabs, and more than four spaces in a row are not allowed */
  variables?: Array<string> | { [name: string]: string }
}

export type LinkedTemplateParameter = {
  /** Kind of value */
  type: "text" | "payload" | "image" | "video" | "document" | "coupon_code"
  /** Name of a named parameter */
  name?: string
  /** Value for text, payload and coupon_code */
  text?: string
  /** URL of an image, video or document */
  url?: string
  /** Display name of a document */
  filename?: string
}

export type LinkedTemplatePart = {
  /** Values for this part, in the order of its variables */
  parameters: Array<LinkedTemplateParameter>
  /** Part of the template that the parameters are for */
  type: "header" | "body" | "button"
  /** Required for a button */
  subType?: "quick_reply" | "url" | "copy_code"
  /** Position of a button */
  index?: number
}

export type ListContent = {
  /** Text of the button that opens the list */
  button: string
  /** Groups of rows */
  sections: Array<{
    /** Rows of the section */
    rows: Array<{
      /** Your id for the row, returned in the reply */
      id: string
      /** Text of the row */
      title: string
      /** Second line of the row */
      description?: string
    }>
    /** Heading of the section; required when there are several sections */
    title?: string
  }>
}

export type LocationToSend = {
  /** Degrees; required unless request is set */
  latitude?: number
  /** Degrees; required unless request is set */
  longitude?: number
  /** Name of the place */
  name?: string
  /** Address of the place */
  address?: string
  /** Asks the customer for their location; message is the question */
  request?: true
}

/** An event of the log; with `erased` in its data, its other data is not available */
export type LoggedEvent = Event | ErasedEvent

export type Media = {
  /** image, video, audio, voice, document or sticker */
  kind: string
  /** Id of the stored file; null for received media until they are fetched */
  file: string | null
  /** URL from which the media was sent */
  url: string | null
  /** The provider's id for received media, which it keeps for 7 days */
  providerId: string | null
  /** Media type, such as image/jpeg */
  mime: string | null
  /** SHA-256: base64 if received, hexadecimal if sent */
  sha256: string | null
  /** Name; made from the message id if received without one */
  filename: string | null
  /** True for an animated sticker */
  animated: boolean | null
  /** Bytes of received media, once they are fetched */
  size: number | null
  /** Duration of received audio or video in milliseconds, if the file states it */
  durationMs: number | null
  /** Why received media could not be fetched; they may still arrive */
  error: string | null
}

/** Media by URL */
export type MediaFields = {
  /** Public URL from which the provider fetches the media */
  url?: string
  /** Absent: derived from mime, or else from the extension of filename or url */
  kind?: MediaKind
  /** Display name of a document */
  filename?: string
  /** Media type, such as image/jpeg */
  mime?: string
}

export type MediaKind = "image" | "video" | "audio" | "voice" | "document" | "sticker"

export type MediaToSend = {
  /** Id of a stored file */
  file?: string
} & MediaFields

export type Member = {
  id: string
  /** Name of the member */
  name: string
  /** Email address of the member */
  email: string
  role: Role
  /** `invited`: has not signed in yet; `disabled`: cannot access the workspace */
  status: "active" | "invited" | "disabled"
  /** Numbers that the member is limited to; null: all */
  numbers: Array<string> | null
  /** Color */
  color: string | null
  /** True when the person signs in with a second factor */
  twoFactor: boolean
  /** Time of the last activity in the dashboard; null: none yet */
  lastSeenAt: string | null
  createdAt: string
}

export type MemberReference = {
  /** A member of the workspace; see GET /v1/team */
  member?: string
  /** The member's email address */
  email?: string
}

/** A member was removed from the workspace; chats assigned to them are assigned to no one */
export type MemberRemovedEvent = EventEnvelope & {
  event?: "member:removed"
  data?: RemovedMemberData
}

/** A member was added to the workspace, or changed */
export type MemberUpdatedEvent = EventEnvelope & {
  event?: "member:updated"
  data?: ChangedMemberData
}

/** Chats with a note that mentions this member; me: the caller, not for API keys */
export type MentionedMember = string

export type Message = {
  id: string
  number: string
  /** `in`: from the customer; `out`: from you */
  direction: "in" | "out"
  chat: string
  /** Person's phone number; null in groups and broadcast channels, or if hidden */
  phone: string | null
  /** Group of the message; null for groups that were not created here */
  group: string | null
  /** Channel that the message is posted to */
  channel: string | null
  /** Post created from a message to a channel */
  post: string | null
  type: MessageType
  /** The text, the caption of media, or the body of buttons, lists, products and catalogs */
  message: string | null
  /** What happens if the window is closed */
  onWindowClosed: OnWindowClosed | null
  /** Changes to the chat when the message is sent */
  actions: ChatActionsView | null
  /** Seconds to show a typing indicator before the message */
  typing: number | null
  /** template: sent because the window was closed */
  sentInstead: "template" | null
  /** Latest replies to this message */
  answers: Array<{
    message: string
    /** Id of the button or row */
    id: string | null
    /** Text of the button or row */
    text: string | null
    at: string
  }>
  /** Current reactions */
  reactions: Array<{
    /** The emoji */
    emoji: string
    /** Person who reacted; empty for the business itself */
    from: {
      /** Person's phone number, E.164 */
      phone: string | null
      /** The provider's id if the phone number is hidden */
      userId: string | null
      /** The provider's id for the person across a business's accounts */
      parentUserId: string | null
      /** Name in the person's profile */
      name: string | null
    }
    /** app: the business reacted in the provider's own app */
    via: "app" | null
    at: string
  }>
  /** Ad or post that started the chat */
  referral: {
    /** URL of the ad or post */
    url: string | null
    /** The provider's id for the ad or post */
    id: string | null
    /** Kind of source: ad or post */
    type: string | null
    /** Headline of the ad */
    headline: string | null
    /** Text of the ad */
    body: string | null
    /** URL of the ad’s image or video */
    mediaUrl: string | null
    /** The provider's id for the click */
    clickId: string | null
    /** image or video */
    mediaType: string | null
    /** URL of the ad’s image */
    imageUrl: string | null
    /** URL of the ad’s video */
    videoUrl: string | null
    /** URL of the video’s preview */
    thumbnailUrl: string | null
    /** Greeting that the customer saw */
    welcomeMessage: string | null
  } | null
  /** Score of an answer to a rating question, 1–5. The answer does not reopen the chat or trigger automations */
  rating: number | null
  /** True when the customer forwarded the message */
  forwarded: boolean
  /** True if the sender is blocked: the message counts as read */
  blocked: boolean
  /** True if the recipient had opted out when the message was accepted */
  optedOut: boolean
  /** Time of the sender's last edit, according to the provider */
  editedAt: string | null
  /** Time when the sender deleted the message; text and received media are removed */
  deletedAt: string | null
  /** Message that this message replies to */
  quote: string | null
  /** The provider's id for the message that this one refers to, if it is not stored here */
  quoteProviderId: string | null
  /** app: the business sent it from the provider's own app */
  via: "app" | null
  /** Your own reference */
  reference: string | null
  /** Urgency in the number's queue */
  priority: Priority | null
  /** `chat`: sent after the earlier messages in the chat; `none`: in any order */
  order: "chat" | "none" | null
  /** Behavior if the provider's response is lost: `hold` never sends twice, `resend` may */
  onUnknown: "hold" | "resend" | null
  /** Status of the message */
  status: MessageStatus
  statusAt: MessageStatusTimes
  /** Why a queued message is waiting */
  waiting: MessageWaiting | null
  /** Expected send time; only when a single waiting message is shown */
  estimatedSendAt: string | null
  /** Error of a failed message, or of its last attempt */
  error: MessageError | null
  /** The provider's id for the message; null until the provider accepts it */
  providerId: string | null
  /** The provider's charge; null until it is reported */
  pricing: MessagePricing | null
  /** The provider's conversation; null until it is reported */
  conversation: MessageConversation | null
  /** Attempts after the first, with increasing pauses until expiresAt */
  retry: {
    /** Attempts after the first */
    count: number
    nextAt: string | null
  } | null
  /** Sender of an incoming message; in a group, the participant */
  from: {
    /** Sender's phone number; null if hidden */
    phone: string | null
    /** The provider's id for a sender whose phone number is hidden */
    userId: string | null
    /** Name in the sender's profile */
    name: string | null
    /** Sender's contact */
    contact: string | null
  } | null
  /** Sender of an outgoing message; null for messages from posts */
  by: Actor | null
  /** Increases with each change */
  version: number
  createdAt: string
  deliverAt: string | null
  expiresAt: string | null
  /** Media of the message */
  media?: Media
  /** Location or, with `request`, a request for it */
  location?: {
    /** Degrees, −90 to 90 */
    latitude: number | null
    /** Degrees, −180 to 180 */
    longitude: number | null
    /** Name of the place */
    name: string | null
    /** Address of the place */
    address: string | null
    /** Web page of the place */
    url: string | null
    /** True if the message asks for the customer's location */
    request: boolean | null
  }
  /** Contact cards of the message */
  contacts?: Array<ContactCardView>
  /** The poll, with its votes so far */
  poll?: Poll
  /** Buttons below the text */
  buttons?: Array<Button>
  /** List below the text */
  list?: ListContent
  /** Products from your catalog that were sent */
  products?: ProductsContent
  /** The whole catalog, behind a button below the text */
  catalog?: CatalogContent
  /** Header above the text: either text or media */
  header?: string | {
    /** Media of the header */
    media: Media
  }
  /** Line below the text */
  footer?: string
  /** The emoji; empty: the reaction was removed */
  reaction?: string
  reactionMessage?: string
  /** Template that was sent, with its values */
  template?: TemplateContent
  /** Content in the provider's format */
  native?: NativeContent
  /** Element that was tapped in the message in `quote` */
  reply?: {
    /** Kind of element that was tapped */
    kind: "button" | "list" | "template" | "form"
    /** Id of the button or row */
    id: string | null
    /** Text of the button, row or template button */
    text: string | null
    /** Second line of the row */
    description: string | null
    /** Values of a submitted form, as JSON text */
    data: string | null
  }
  /** Order from your catalog */
  purchase?: {
    /** The provider's id for the catalog */
    catalogId: string | null
    /** Products ordered */
    items: Array<{
      /** Your product id in the catalog */
      productId: string
      /** Quantity ordered */
      quantity: number | null
      /** Price per item, in this currency */
      price: number | null
      /** Currency, ISO 4217 */
      currency: string | null
    }>
  }
  /** `contact_request`: the customer shared their phone number because a message asked for it */
  origin?: string
  /** Change to the customer's data, such as a new phone number */
  system?: {
    /** Kind of change, in the provider's words */
    event: string
    /** Customer's new phone number */
    phone: string | null
    /** Customer's new user id with the provider */
    userId: string | null
  }
  /** Product that was sent or that the customer is asking about */
  product?: {
    /** The provider's id for the catalog */
    catalogId: string | null
    /** Your product id in the catalog */
    productId: string | null
  }
  /** Reply to a call permission request */
  callPermission?: {
    /** Answer in the provider's words: accept or reject */
    response: string
    /** True when the permission does not expire */
    permanent: boolean | null
    expiresAt: string | null
    /** Origin of the permission, in the provider's words */
    source: string | null
  }
  /** Errors for content that the provider does not deliver */
  providerErrors?: Array<{
    /** The provider's error code */
    code: number
    /** The provider's name for the error */
    title: string
    /** The provider's explanation of the error */
    details: string | null
    errorCode: ErrorCode
  }>
  /** The provider's name for content that it does not deliver */
  unsupported?: string
}

export type MessageAckData = MessageEventData & {
  /** Status that the message reached */
  ack: "delivered" | "read" | "played"
  /** In a group: the participant who received, read or played it */
  participant: {
    /** Participant's phone number */
    phone: string | null
    /** The provider's id for a participant whose phone number is hidden */
    userId: string | null
  } | null
}

/** A message was delivered, read or played; in a group, by `participant` */
export type MessageAckEvent = EventEnvelope & {
  event?: "message:ack"
  data?: MessageAckData
}

/** A waiting message was canceled, alone or with its queue or chat */
export type MessageCanceledEvent = EventEnvelope & {
  event?: "message:canceled"
  data?: RequestedMessageData
}

export type MessageChangedData = RequestedMessageData & {
  /** Names of the changed fields */
  changed: Array<string>
  /** If it was moved to another number: where the message was before */
  movedFrom: {
    /** Number whose queue it was in before */
    number: string
    /** Chat on that number */
    chat: string
  } | null
}

/** A waiting message was changed, or moved to another number; `changed` names the fields */
export type MessageChangedEvent = EventEnvelope & {
  event?: "message:changed"
  data?: MessageChangedData
}

/** Content of messages and posts other than text */
export type MessageContent = {
  /** A place, or a request for the customer's location */
  location?: LocationToSend
  /** 1–5 contact cards */
  contacts?: Array<ContactCard>
  /** Sent as buttons, a list or numbered text if the provider does not support polls; votes are counted */
  poll?: PollToSend
  /** 1–3 quick replies, or one link; message is the body */
  buttons?: Array<Button>
  /** At most 10 rows in total; message is the body */
  list?: ListContent
  /** One product from your catalog; message is the text above it */
  product?: ProductToSend
  /** At most 30 products in total; message is the body, and a text header is required */
  products?: ProductsContent
  /** A button that opens your whole catalog; message is the body */
  catalog?: CatalogContent
  /** Shown below the body of buttons, a list, products or a catalog */
  footer?: string
  /** Content that has no field here, in the provider's format */
  native?: NativeContent
}

/** The provider's conversation that includes this message */
export type MessageConversation = {
  /** The provider's id for the conversation */
  id: string | null
  /** Purpose of the conversation, such as service or marketing */
  origin: string | null
  expiresAt: string | null
}

export type MessageError = {
  errorCode: ErrorCode
  /** What went wrong, and how to fix it */
  message: string
  /** The provider's error code */
  providerCode: number | null
  /** True if the same message may succeed later */
  retryable: boolean
  /** Other errors that the provider reported with this error */
  further: Array<{
    errorCode: ErrorCode
    /** What went wrong */
    message: string
    /** The provider's error code */
    providerCode: number | null
  }> | null
}

export type MessageEventData = Message & {
  /** Summaries of the message's chat, contact and number */
  summaries: MessageSummaries
}

/** A message failed or expired, or its outcome is unknown; `error` says why */
export type MessageFailedEvent = EventEnvelope & {
  event?: "message:failed"
  data?: MessageEventData
}

/** An incoming message was received */
export type MessageInEvent = EventEnvelope & {
  event?: "message:in"
  data?: MessageEventData
}

/** An outgoing message was sent: the provider accepted it */
export type MessageOutEvent = EventEnvelope & {
  event?: "message:out"
  data?: MessageEventData
}

/** The provider's charge for this message, in the provider's terms */
export type MessagePricing = {
  /** True when the provider charges for the message */
  billable: boolean | null
  /** Category of the charge, such as utility or marketing */
  category: string | null
  /** Kind of charge, such as regular or free_customer_service */
  type: string | null
  /** Pricing model, such as PMP (per message) */
  model: string | null
}

export type MessageReactionData = MessageEventData & {
  /** The emoji; empty: the reaction was removed */
  emoji: string
  /** Person who reacted */
  reactedBy: {
    /** Person's phone number, E.164 */
    phone: string | null
    /** The provider's id if the phone number is hidden */
    userId: string | null
    /** The provider's id for the person across a business's accounts */
    parentUserId: string | null
    /** Name in the person's profile */
    name: string | null
    /** Person's contact */
    contact: string | null
    /** app: the business reacted in the provider's own app */
    via: "app" | null
  }
}

/** A customer, or the business in the provider's own app, reacted to a message or removed a reaction; `emoji` is then empty */
export type MessageReactionEvent = EventEnvelope & {
  event?: "message:reaction"
  data?: MessageReactionData
}

/** Our id or the provider's id for a message */
export type MessageReference = string

/** An outgoing message was accepted for a later time */
export type MessageScheduledEvent = EventEnvelope & {
  event?: "message:scheduled"
  data?: RequestedMessageData
}

export type MessageStatus = "scheduled" | "queued" | "sending" | "sent" | "delivered" | "read" | "played" | "failed" | "expired" | "canceled" | "received"

/** Time when each status was reached */
export type MessageStatusTimes = { [name: string]: string }

export type MessageSummaries = {
  /** Chat of the message */
  chat: ChatSummary
  /** Person's contact; null: none */
  contact: ContactSummary | null
  /** Number that sent or received the message */
  number: NumberSummary
  /** Stored message that this one quotes; null in groups */
  quoted: ShortMessage | null
  /** The provider's id for the quoted message, if it was received */
  quotedProviderId: string | null
}

export type MessageTimes = {
  /** Median in milliseconds */
  p50: number
  /** 95th percentile in milliseconds */
  p95: number
}

/** Type of a message; reply, order, system, call_permission, unsupported are incoming only */
export type MessageType = "text" | "image" | "video" | "audio" | "voice" | "document" | "sticker" | "location" | "location_request" | "contacts" | "poll" | "buttons" | "list" | "product" | "products" | "catalog" | "reaction" | "template" | "native" | "reply" | "order" | "system" | "call_permission" | "unsupported"

export type MessageUpdatedData = MessageEventData & {
  /** Kind of change */
  change: "edited" | "deleted" | "vote" | "answered" | "media"
}

/** A message changed after it was sent or received: its sender edited or deleted it, someone voted or answered its buttons or list, or its media was saved as a file */
export type MessageUpdatedEvent = EventEnvelope & {
  event?: "message:updated"
  data?: MessageUpdatedData
}

export type MessageWaiting = {
  /** number_draining: accepted while the queue was draining; number_throttled: the provider asked for a pause; number_refused: the provider refused the number or its token; provider_outage: calls to the provider fail, and messages are tried one at a time; quarantine: Postgres was restored, and an operator has to release the messages; outcome: the response to the call was lost, and without a status, `onUnknown` decides at `until` */
  reason: "schedule" | "order" | "pacing" | "pair_limit" | "number_paused" | "number_draining" | "number_offline" | "number_throttled" | "number_refused" | "provider_outage" | "quarantine" | "window_closed" | "quiet_hours" | "typing" | "retry" | "outcome"
  until: string | null
}

export type MessageWaitingData = MessageEventData & {
  /** Why it waits */
  waiting?: MessageWaiting
}

/** An outgoing message has waited for more than two seconds, also for the outcome of a call whose response was lost, or is waiting for a different reason than before; `waiting` says why. Each second, at most 500 messages are checked and 100 announced, so the event comes later in long queues */
export type MessageWaitingEvent = EventEnvelope & {
  event?: "message:waiting"
  data?: MessageWaitingData
}

export type MessageWithSummaries = Message & {
  /** Objects requested with `include`; null without it */
  summaries: {
    /** Chat of the message; null: not in `include` */
    chat: ChatSummary | null
    /** Person's contact; null: none, or not in `include` */
    contact: ContactSummary | null
    /** Number of the chat; null: not in `include` */
    number: NumberSummary | null
    /** Stored message that this one quotes; null: none, or not in `include` */
    quoted: ShortMessage | null
  } | null
}

export type MessagesBatchAnswer = Message | {
  /** Why this message was refused */
  error: BatchRefusal
}

export type MessagesBatchBody = {
  /** 1 to 1,000 messages to send, each in the form of the body of POST /v1/messages */
  messages: Array<MessagesSendBody>
  /** Accept the valid messages and return an error for each invalid message. Default: `false` */
  partial?: boolean
}

export type MessagesRawAnswer = {
  id: string
  /** The provider's id for the message; null: none yet */
  providerId: string | null
  /** The provider's JSON; null if none is kept */
  raw: Json | null
}

/** Exactly one of `phone`, `userId`, `chat`, `group` and `channel` is required as the target. Content is required: text in `message`, or one other kind. */
export type MessagesSendBody = {
  phone?: string
  /** The text, 1–4096 characters; up to 1024 as a caption or the body of other content */
  message?: string
  /** Country of phone numbers such as `0151 20007556`; default: the workspace's country */
  country?: string
  /** The provider's id if the phone number is hidden */
  userId?: string
  /** An active group; the number that created the group sends the message */
  group?: string
  /** A broadcast channel: posts the message to its subscribers when it is due */
  channel?: string
  /** An existing chat */
  chat?: string
  /** The sending number; absent: the workspace's default number */
  number?: string
  /** Message that this message replies to */
  quote?: MessageReference
  /** One file, by `file` or `url`; message is the caption */
  media?: MediaToSend
  header?: HeaderToSend
  /** One emoji, or an empty string or - to remove the reaction; requires reactionMessage */
  reaction?: string
  /** An approved template; see GET /v1/numbers/{id}/templates */
  template?: TemplateContent
  /** Message that the reaction is to */
  reactionMessage?: MessageReference
  /** Show a preview of the first link */
  previewUrl?: boolean
  /** Your reference, returned everywhere */
  reference?: string
  /** Urgency; replies and urgent messages overtake bulk messages. Default: `"normal"` */
  priority?: Priority
  /** chat: messages in the same chat are sent in the order they were accepted; none: in any order. Default: `"chat"` */
  order?: "chat" | "none"
  /** Time to send at, within a year from now; null or absent: at once */
  deliverAt?: string | null
  /** Validity in seconds from the time the message is due; default 10 hours */
  expiresIn?: number
  /** Time of expiry, instead of expiresIn */
  expiresAt?: string
  /** Behavior if the provider's response is lost: hold never sends twice, resend may. Default: `"hold"` */
  onUnknown?: "hold" | "resend"
  /** Default: `"fail"` */
  onWindowClosed?: OnWindowClosed
  /** Seconds to show a typing indicator before the message. The provider shows it only in reply to a message, which it marks as read */
  typing?: number
  /** Labels to add to the chat at once, by id or name */
  labels?: Array<string>
  actions?: ChatActions
} & MessageContent

export type MessagesTraceAnswer = {
  id: string
  /** Trace id of the request (W3C Trace Context); null for incoming messages */
  traceId: string | null
  /** Entries of the timeline, oldest first */
  entries: Array<TraceEntry>
}

export type MessagesUpdateBody = {
  /** The text, 1–4096 characters; up to 1024 as a caption or the body of other content */
  message?: string
  /** One file, by `file` or `url`; message is the caption */
  media?: MediaToSend
  header?: HeaderToSend
  /** An approved template; see GET /v1/numbers/{id}/templates */
  template?: TemplateContent
  /** New time to send at; null: at once */
  deliverAt?: string | null
  /** New urgency */
  priority?: Priority
  /** New reference; null removes it */
  reference?: string | null
  expiresAt?: string
} & MessageContent

export type NativeContent = {
  /** The provider's type, such as interactive */
  type: string
  /** Content of this type; a media `id` can be the id of a stored file */
  content: Json
}

export type NewApiKey = ApiKey & {
  /** The key itself; only in this response */
  key: string
}

export type NewInvitation = Invitation & {
  /** URL of the page for joining; without `PUBLIC_URL`, only its path */
  link: string
}

export type Note = {
  id: string
  chat: string
  /** Text of the note */
  message: string
  /** Author of the note */
  by: Actor
  /** Members mentioned in the note */
  mentions: Array<string>
  createdAt: string
  /** Time of the last change; null: none */
  editedAt: string | null
}

export type NotesCreateBody = {
  /** Text of the note, at most 4,096 characters */
  message: string
  /** Members mentioned in the note; each can find the chat with `mentioned`. Default: `[]` */
  mentions?: Array<string>
}

export type NotesUpdateBody = {
  /** Text of the note, at most 4,096 characters */
  message?: string
  /** Members mentioned in the note; each can find the chat with `mentioned` */
  mentions?: Array<string>
}

export type Notification = {
  id: string
  /** Member that the notification is for */
  member: string
  kind: NotificationKind
  /** Chat that it is about; null: none */
  chat: string | null
  /** Number of the chat, or number that it is about; null: none */
  number: string | null
  /** Current name or phone number of the chat or number; null: none */
  name: string | null
  /** For `failed`: the message; otherwise null */
  message: string | null
  /** For `mention`: the note; otherwise null */
  note: string | null
  /** For `webhook`: the webhook; otherwise null */
  webhook: string | null
  /** failed: the error code; number: offline, error, restricted or reported; webhook: failing or disabled; null otherwise */
  reason: string | null
  /** Who caused it; null: no one in particular */
  by: Actor | null
  createdAt: string
  /** Time when the member read it; null: unread */
  readAt: string | null
}

/** mention: in a note; assigned: a chat; woken: a snoozed chat assigned to them, or snoozed by them, is back; failed: their message failed or expired; number: offline, in error, restricted or reported; webhook: an endpoint is failing or was disabled */
export type NotificationKind = "mention" | "assigned" | "woken" | "failed" | "number" | "webhook"

export type NotificationsReadAnswer = {
  /** Number of notifications that were unread before */
  read: number
}

/** Exactly one of `ids` and `all` is required. */
export type NotificationsReadBody = {
  /** Only notifications of this member; me: the caller, not for API keys. Default: `"me"` */
  member?: string
  /** Only these notifications; the member's others do not change */
  ids?: Array<string>
  /** All of the member's notifications */
  all?: true
}

export type Number = {
  id: string
  /** Phone number, E.164; null until the provider reports it */
  phone: string | null
  /** Your name for the number */
  name: string
  /** Provider of the number; simulator numbers reach no one */
  provider: "cloud" | "simulator"
  /** The provider's id for the number */
  phoneNumberId: string
  /** The provider's id for its account */
  businessAccountId: string | null
  /** Status of the number; only an active one sends */
  status: "connecting" | "active" | "restricted" | "disconnected" | "error"
  /** Session with the provider */
  session: SessionStatus
  /** True for the number that sends messages without `number` */
  default: boolean
  /** As last reported by the provider */
  device: DeviceReport
  /** Settings of the number */
  settings: {
    /** Maximum messages per second; null: the installation's default */
    ratePerSecond: number | null
    /** Hours when low- and normal-priority messages wait; null: none */
    quietHours: QuietHours | null
    /** Country of phone numbers without a country code; null: the workspace's country */
    country: string | null
  }
  /** As in GET …/queue; null while unavailable. Among events, only `number:updated` with `change: queue` has it */
  queue: QueueStatus | null
  /** Callback URL to enter in the provider's app dashboard */
  callbackUrl: string
  createdAt: string
}

export type NumberReportedData = {
  /** Number */
  id: string
  /** The provider's field name, such as account_update */
  field: string
}

/** The provider reported something other than messages; webhooks with `format: graph` get the report as it was sent */
export type NumberReportedEvent = EventEnvelope & {
  event?: "number:reported"
  data?: NumberReportedData
}

export type NumberSession = SessionStatus & {
  number: string
}

export type NumberSettings = {
  /** Maximum messages per second; null: the installation's default */
  ratePerSecond?: number | null
  /** Low- and normal-priority messages wait until these hours end; their validity is extended by the wait */
  quietHours?: QuietHours | null
  /** Country (ISO 3166-1 alpha-2) of phone numbers without a country code in requests that have this number in `number`; null: the workspace's country */
  country?: string | null
}

export type NumberSummary = {
  id: string
  /** Phone number */
  phone: string | null
  /** Name of the number */
  name: string | null
  /** The provider's id for the number */
  phoneNumberId: string | null
  /** The provider's id for the number's account */
  businessAccountId: string | null
}

export type NumberUpdatedData = Number & {
  /** Kind of change */
  change: "connected" | "session" | "restricted" | "quality" | "limit" | "name" | "device" | "settings" | "queue" | "account" | "disconnected"
  /** Restriction, violation, ban or alert; with `change: account` only */
  account: AccountReport | null
}

/** A number was connected or changed; `change` says how */
export type NumberUpdatedEvent = EventEnvelope & {
  event?: "number:updated"
  data?: NumberUpdatedData
}

export type NumbersCreateBody = {
  /** Your name for the number */
  name: string
  /** `simulator` needs no provider account and reaches no one. Default: `"cloud"` */
  provider?: "cloud" | "simulator"
  /** The provider's id for the number */
  phoneNumberId?: string
  /** The provider's id for the business account that the number belongs to */
  businessAccountId?: string
  /** System user token; stored encrypted, never returned */
  accessToken?: string
  /** App secret that signs callbacks; stored encrypted, never returned */
  appSecret?: string
  /** Token for the verification request; generated if omitted */
  verifyToken?: string
  /** True to send messages without `number` from this number; the first number is the default */
  default?: boolean
  /** Sending rate and quiet hours */
  settings?: NumberSettings
}

export type NumbersSimulateAnswer = {
  /** What was simulated */
  simulated: "message" | "status" | "outage" | "advance" | "account" | "group" | "change"
  /** The provider's id for the simulated message; null: none */
  providerId: string | null
}

export type NumbersSimulateBody = {
  /** Message from a customer */
  message?: {
    from: string
    /** The provider's message type, such as text, image or location. Default: `"text"` */
    type?: string
    /** Text, or caption of media */
    text?: string
    /** Name in the customer's profile */
    name?: string
    /** The provider's id for the message it replies to */
    replyTo?: string
    /** The group it is sent in: its `id` or `providerId` */
    groupId?: string
    /** Content of types other than text, in the provider's format. Without it, media use a sample, with `text` as the caption */
    content?: { [name: string]: Json } | Array<{ [name: string]: Json }>
  }
  /** Provider report about a message that was sent */
  status?: {
    /** Id of the message, or the provider's id for it */
    message: string
    /** State to report */
    status: "sent" | "delivered" | "read" | "played" | "failed"
    /** Provider error code, for `failed` */
    error?: number
  }
  /** Provider outage */
  outage?: {
    /** `refuse`: no connection; `hang`: no response; `error`: status 500; `cut`: the response breaks off; `throttle`: status 429 */
    kind: "refuse" | "hang" | "error" | "cut" | "throttle"
    /** Duration in seconds; 0 ends an outage */
    seconds: number
  }
  /** Lets time pass for the provider */
  advance?: {
    /** Seconds to pass */
    seconds: number
  }
  /** Provider decision about the number: quality, limit, status, name */
  account?: {
    /** New quality rating */
    quality?: "GREEN" | "YELLOW" | "RED"
    /** New limit on people per day */
    messagingLimit?: "TIER_50" | "TIER_250" | "TIER_2K" | "TIER_10K" | "TIER_100K" | "TIER_UNLIMITED"
    /** New status of the number with the provider */
    status?: "CONNECTED" | "RESTRICTED" | "RATE_LIMITED" | "FLAGGED" | "BANNED" | "OFFLINE"
    /** Whether the account may send, whatever the status; a new status resets it */
    canSend?: "AVAILABLE" | "LIMITED" | "BLOCKED"
    /** Decision about a new display name */
    name?: {
      /** The display name */
      name: string
      /** The provider's decision */
      decision: "APPROVED" | "REJECTED" | "DEFERRED"
    }
    /** Decision about a template */
    template?: {
      /** Name of the template */
      name: string
      /** New status of the template */
      status: "APPROVED" | "REJECTED" | "PAUSED" | "DISABLED"
    }
  }
  /** Event in one of the number's groups */
  group?: {
    /** The group: its `id` or `providerId` */
    group: string
    /** follow_link: a person joins, or requests to join where approval is needed; withdraw: a person withdraws the request; leave: a person leaves; suspend, clear: the provider suspends the group or lifts the suspension */
    action: "follow_link" | "withdraw" | "leave" | "suspend" | "clear"
    /** Phone number, or the user id of a person who hides it; for the first three actions */
    who?: string
    /** Invite link that the person follows; default: the valid link */
    link?: string
  }
  /** Provider report about the account, as a callback only: the number does not change */
  change?: {
    /** The provider's field name, such as account_update. The simulator guide lists the fields that have a sample */
    field: string
    /** The value of the report in the provider's format; default: the field's sample */
    value?: { [name: string]: Json }
  }
}

export type NumbersUpdateBody = {
  /** New name of the number */
  name?: string
  /** Makes this the number that sends messages without `number` */
  default?: true
  /** Settings to change; omitted settings stay as they are */
  settings?: NumberSettings
  /** A new token */
  accessToken?: string
  /** A new app secret that signs callbacks */
  appSecret?: string
}

/** If the 24-hour window is closed when the message is due: fail, hold until the customer writes or calls, or send a template. If the customer never did, the provider decides */
export type OnWindowClosed = "fail" | "hold" | {
  /** Template to send instead */
  template: LinkedTemplateContent
}

export type OpenedChat = Chat & {
  /** False if it already existed */
  created: boolean
}

export type OwnKey = {
  id: string
  /** Name of the key */
  name: string
  scopes: KeyScopes
  /** Numbers that the key is limited to; null: all numbers */
  numbers: Array<string> | null
  /** Address ranges that the key can be used from; null: any address */
  cidrs: Array<string> | null
  /** When the key expires; null: never */
  expiresAt: string | null
}

export type Participant = {
  /** Null for people who hide it */
  phone: string | null
  /** The provider's id for the person */
  userId: string | null
  status: ParticipantStatus
  /** Invitation to the person; null: none was sent */
  invitation: {
    /** Reference of its message: GET /v1/messages?reference={id} */
    id: string
    /** waiting: until the group is active */
    status: "waiting" | "queued" | "sent" | "delivered" | "read" | "failed"
  } | null
  /** Reason for a failure; null: none */
  error: KeptError | null
  /** Time of the invitation; null: none */
  invitedAt: string | null
  /** Time when the person joined; null: not joined */
  joinedAt: string | null
  /** Time when the person left or was removed; null: neither */
  leftAt: string | null
}

/** removed: by you, and can never rejoin; left: the person left; canceled: the invitation was withdrawn or its link revoked; failed: it did not reach the person */
export type ParticipantStatus = "invited" | "joined" | "removing" | "removed" | "left" | "canceled" | "failed"

export type ParticipantsInviteBody = {
  /** Phone numbers of the people to invite, 1 to 8 */
  phones: Array<string>
  /** Text of the invitation; default: a standard text */
  invitation?: InvitationText
}

export type ParticipantsRemoveBody = {
  /** Phone numbers or user ids of the people to remove */
  participants: Array<string>
}

/** People of a channel */
export type PeopleToChange = {
  /** Phone numbers of the people, 1 to 1,000 */
  phones?: Array<string>
  /** Country of phone numbers such as `0151 20007556`; default: the workspace's country */
  country?: string
}

export type PhonesExistsAnswer = {
  /** The phone number, E.164 */
  phone: string
  /** True: on the channel; false: not on it; null: unknown */
  exists: boolean | null
  /** Time of the message that showed this; null: unknown */
  learnedAt: string | null
}

export type PhonesExistsBody = {
  /** Phone numbers to check, 1 to 1,000 */
  phones: Array<string>
}

export type PhonesValidateAnswer = {
  /** The phone number as you sent it */
  input: string
  /** True when such a number can exist */
  valid: boolean
  /** E.164 */
  phone: string | null
  /** ISO 3166; null for numbers without a country */
  country: string | null
  /** International format for display */
  formatted: string | null
}

export type PhonesValidateBody = {
  /** Phone numbers to check, 1 to 1,000 */
  phones: Array<string>
}

export type Poll = {
  /** The question */
  name: string
  /** The options, in order */
  options: Array<string>
  /** True if people can choose several options */
  multiple: boolean
  /** Votes for each option; null before the first vote */
  tally: Array<{
    /** Text of the option */
    option: string
    /** People who chose it */
    votes: number
  }> | null
  /** Number of people who voted */
  voters: number | null
}

export type PollToSend = {
  /** The question */
  name: string
  /** The options, all different */
  options: Array<string>
  /** True if people can choose several options. Default: `false` */
  multiple?: boolean
}

export type Post = {
  id: string
  channel: string
  type: MessageType
  /** Text of the post; null: none */
  message: string | null
  /** Name of the template */
  template: string | null
  /** Template variables as written */
  variables: Array<string> | { [name: string]: string } | null
  /** Its audience; null: subscribers */
  segment: string | null
  /** scheduled: begins at `deliverAt`. testing: only the test recipients get it. gathering: people are still being added. stopping: people are being canceled, and calls in progress counted. stopped, posted: ended */
  status: "scheduled" | "testing" | "gathering" | "posting" | "paused" | "stopping" | "stopped" | "posted"
  /** People by message status; each person is counted once. Final 31 days after the post ended */
  counts: {
    /** People the post goes to */
    total: number
    /** Not in the number's queue yet */
    waiting: number
    /** In the number's queue */
    queued: number
    /** Sent, not delivered yet */
    sent: number
    /** Delivered, not read yet */
    delivered: number
    /** Read */
    read: number
    /** Failed, expired or refused */
    failed: number
    /** Stopped or canceled before */
    canceled: number
    /** Opted out */
    optedOut: number
    /** Unsubscribed before their turn */
    unsubscribed: number
  }
  /** Failed people by error code */
  errors: { [name: string]: number }
  createdAt: string
  /** Time when the post begins or began; null: at once */
  deliverAt: string | null
  /** Time when the post ended */
  postedAt: string | null
}

export type PostsCreateBody = {
  channel: string
  /** The text, the caption of media, or the body of other content */
  message?: string
  /** Media by `url`; to send a stored file, use POST /v1/messages with `channel` */
  media?: LinkedMedia
  /** Shown above the body: text with buttons, a list or products, or media by `url` with buttons */
  header?: string | {
    /** Image, video or document */
    media: LinkedMedia
  }
  /** Also reaches people who have sent no message within 24 h */
  template?: LinkedTemplateContent
  /** Show a preview of the first link */
  previewUrl?: boolean
  onWindowClosed?: OnWindowClosed
  /** Time to begin, within a year from now; null or omitted: at once */
  deliverAt?: string | null
  /** Seconds that each message stays valid after it enters the queue; default 10 h */
  expiresIn?: number
  /** Phone numbers that get it first, even if they never subscribed; it is `testing` until stopped, or resumed for everyone else */
  test?: Array<string>
} & MessageContent

export type PostsUpdateBody = {
  /** Time to begin, within a year from now; null or omitted: at once */
  deliverAt: string | null
}

export type Presence = {
  /** Member or key that has the chat open */
  by: Actor
  /** viewing: has the chat open; writing: is typing */
  status: "viewing" | "writing"
  /** Time of the last report */
  at: string
}

export type Priority = "low" | "normal" | "high" | "urgent"

export type ProductToSend = {
  /** The provider's id for the catalog */
  catalogId: string
  /** Your product id in the catalog */
  productId: string
}

export type ProductsContent = {
  /** The provider's id for the catalog */
  catalogId: string
  /** Groups of products */
  sections: Array<{
    /** Your ids for the products in the catalog */
    productIds: Array<string>
    /** Heading of the section; required when there are several sections */
    title?: string
  }>
}

export type ProfilesSetPictureBody = GroupsSetImageBody

export type ProfilesUpdateBody = {
  /** Can be replaced, but not cleared */
  about?: string
  /** Address of the business */
  address?: string | null
  /** Description of the business */
  description?: string | null
  /** Email address of the business */
  email?: string | null
  /** Websites of the business */
  websites?: Array<string>
  /** Line of business */
  vertical?: "OTHER" | "AUTO" | "BEAUTY" | "APPAREL" | "EDU" | "ENTERTAIN" | "EVENT_PLAN" | "FINANCE" | "GROCERY" | "GOVT" | "HOTEL" | "HEALTH" | "NONPROFIT" | "PROF_SERVICES" | "RETAIL" | "TRAVEL" | "RESTAURANT" | "ALCOHOL" | "ONLINE_GAMBLING" | "PHYSICAL_GAMBLING" | "OTC_DRUGS" | null
}

export type Queue = QueueStatus & {
  number: string
}

/** Messages of a queue */
export type QueueFilter = {
  /** Only items created before this time */
  createdBefore?: string
  /** Only messages to these phone numbers */
  phones?: Array<string>
  /** Your reference, returned everywhere */
  reference?: string
}

export type QueueStatus = {
  /** `active`: sends; `paused`: all messages wait; `draining`: sends queued messages, and new messages wait */
  status: "active" | "paused" | "draining"
  /** True to refuse new messages from callers with `queue:refusing`; posts continue */
  refuses: boolean
  /** Messages that are due but not sent yet */
  waiting: number
  /** Messages that are not due yet */
  scheduled: number
  /** Messages being sent to the provider now */
  sending: number
  /** Age of the oldest due message in milliseconds */
  oldestAgeMs: number
  /** Maximum messages per second */
  ratePerSecond: number
  /** Messages from running posts that are not in this queue yet */
  postsWaiting: number
  /** Milliseconds to send all due messages and those that running posts will add; null while the queue is not sending */
  etaMs: number | null
  /** Why the queue is not sending now, and until when if known */
  blocked: MessageWaiting | null
}

export type QueuesMoveAnswer = {
  /** Number of moved messages */
  moved: number
  /** Number of chats that the messages now belong to */
  chats: number
  /** Matching messages that are left */
  remaining: number
}

export type QueuesMoveBody = {
  /** Number that will send the messages */
  number: string
} & QueueFilter

export type QueuesPurgeAnswer = {
  /** Number of canceled messages */
  canceled: number
  /** Canceled messages that were not due yet */
  scheduled: number
  /** Matching messages that are left */
  remaining: number
  /** Running posts on this number; stop or pause them to keep the queue empty */
  posts: Array<{
    post: string
    /** Messages from the post that are not in this queue yet */
    waiting: number
  }>
}

export type QueuesPurgeBody = {
  /** True to cancel scheduled messages too. Default: `false` */
  includeScheduled?: boolean
} & QueueFilter

export type QueuesUpdateBody = {
  /** True to refuse new messages, false to accept them again */
  refuses?: boolean
}

export type QuietHours = {
  /** Start, as hours and minutes in the time zone */
  from: string
  /** End, on the next day if earlier than `from`; at most 12 hours after `from` */
  to: string
  /** IANA name, or `recipient`: the time zone of the recipient's country; if it has several, quiet hours end with the last one */
  timeZone: string
}

export type RateOfRequests = {
  /** Average requests per second */
  perSecond: number
  /** Requests that may be sent at once */
  burst: number
}

export type RatingCounts = {
  /** Rating questions sent */
  asked: number
  /** Rating questions answered */
  answers: number
  /** Average score, 1–5; null if there are no answers */
  average: number | null
  /** Number of answers with each score from 1 to 5, in this order */
  scores: Array<number>
}

export type RatingsOfDepartment = RatingCounts & {
  department: string
}

export type RatingsOfMember = RatingCounts & {
  member: string
  /** Member's name; null if they have left */
  name: string | null
}

export type Receipt = {
  /** Person's phone number; null if hidden */
  phone: string | null
  /** The provider's id if the phone number is hidden */
  userId: string | null
  /** Status of the message for this person */
  status: MessageStatus
  statusAt: MessageStatusTimes
  /** Why it did not reach this person */
  error: MessageError | null
}

/** An error that any operation may return */
export type Refused = Error & {
  /** The HTTP status */
  status?: 400 | 401 | 403 | 409 | 413 | 415 | 422 | 429 | 500 | 503
  /** Code of the error */
  errorCode?: "request:invalid" | "phone:invalid" | "cursor:invalid" | "token:invalid" | "token:expired" | "scope:missing" | "numbers:limited" | "address:not_allowed" | "rate:limited" | "rate:in_flight" | "server:error" | "service:overloaded" | "service:unavailable" | "request:malformed" | "request:too_deep" | "request:too_large" | "request:unsupported_type" | "idempotency:key_invalid" | "idempotency:in_flight" | "idempotency:key_reused"
}

export type Removed = {
  /** Id of the deleted object */
  id: string
  /** Always true */
  deleted: true
}

export type RemovedMemberData = {
  id: string
}

export type Replay = {
  id: string
  webhook: string
  from: string
  to: string
  /** Kinds of events that are delivered; null: all of the webhook's kinds */
  events: Array<string> | null
  /** Only events about this chat; null: all */
  chat: string | null
  /** True when only events whose delivery was given up are delivered */
  onlyFailed: boolean
  /** True when deliveries waiting for another attempt are also made at once */
  withWaiting: boolean
  /** Multiple of the original speed of the events; null: as fast as the receiver accepts them */
  speed: number | null
  /** Status of the replay */
  status: "running" | "finished" | "stopped"
  /** Events before this time have been considered */
  position: string
  /** Deliveries queued so far, across all URLs */
  queued: number
  /** Queued deliveries by their last response before the replay */
  before: AnswersBefore
  /** Queued deliveries by their last response in the replay */
  now: AnswersOfReceiver
  /** Deliveries with a 2xx response in the replay but not before */
  fixed: number
  /** Deliveries with a 2xx response before but not in the replay */
  broken: number
  createdAt: string
  /** Time when the last event was queued, or the replay was stopped */
  completedAt: string | null
}

/** Events to deliver again */
export type ReplayRange = {
  from?: string
  /** Default: now */
  to?: string
  /** Only these of the webhook’s event kinds; `message:*` is allowed */
  events?: Array<string>
  /** Only events about this chat and its messages */
  chat?: string
}

export type ReplaysCreateBody = {
  /** Multiple of the original speed of the events; default: as fast as the receiver accepts them */
  speed?: number
  /** True to deliver only events whose delivery was given up. Default: `false` */
  onlyFailed?: boolean
  /** True to also make deliveries that are waiting for another attempt now; with `onlyFailed`, they count as failed. Default: `false` */
  withWaiting?: boolean
  from: string
  /** Default: now */
  to?: string
  /** Only these of the webhook’s event kinds; `message:*` is allowed */
  events?: Array<string>
  /** Only events about this chat and its messages */
  chat?: string
}

export type ReplaysPreviewAnswer = {
  webhook: string
  from: string
  to: string
  /** Events that would be delivered to each URL */
  events: number
  /** Deliveries that `onlyFailed` selects, across all URLs */
  failed: number
  /** Deliveries that `withWaiting` selects, across all URLs */
  waiting: number
  /** Time of the first of these events; null: none */
  oldest: string | null
  /** Time of the last of these events; null: none */
  newest: string | null
}

export type ReplaysPreviewBody = {
  from: string
  /** Default: now */
  to?: string
  /** Only these of the webhook’s event kinds; `message:*` is allowed */
  events?: Array<string>
  /** Only events about this chat and its messages */
  chat?: string
}

export type RepliesCreateBody = {
  /** Name, unique in the workspace, ignoring case */
  name: string
  /** Text of the reply, at most 4,096 characters */
  message: string
  /** Short word for inserting the reply, unique in the workspace */
  shortcut?: string
  /** Folder that groups replies */
  folder?: string
}

export type RepliesUpdateBody = {
  /** Text of the reply, at most 4,096 characters */
  message?: string
} & ReplyFields

/** Fields of a saved reply */
export type ReplyFields = {
  /** Name, unique in the workspace, ignoring case */
  name?: string
  /** Short word for inserting the reply, unique in the workspace */
  shortcut?: string | null
  /** Folder that groups replies */
  folder?: string | null
}

export type RequestedMessageData = MessageEventData & {
  /** Who requested it */
  by?: Actor | null
}

export type Restore = {
  /** Time when work was put on hold; null: nothing is on hold */
  since: string | null
  /** Work on hold until an operator decides what may be repeated */
  resting: Array<"messages" | "posts" | "webhooks">
}

/** Role: a viewer reads, an agent answers, an admin manages, an owner changes admins */
export type Role = "viewer" | "agent" | "admin" | "owner"

export type RotatedApiKey = ApiKey & {
  /** The key itself; only in this response */
  key: string
  /** When the previous key expires */
  previousExpiresAt: string
}

export type SavedReply = {
  id: string
  /** Text of the reply, at most 4,096 characters */
  message: string
  /** Author of the reply */
  by: Actor
  /** Increases with each change */
  version: number
  createdAt: string
  updatedAt: string
  /** Name, unique in the workspace, ignoring case */
  name: string
  /** Short word for inserting the reply, unique in the workspace */
  shortcut: string | null
  /** Folder that groups replies */
  folder: string | null
}

export type SavedView = {
  id: string
  /** True: shared with the whole team; false: only for its author */
  shared: boolean
  /** Author of the view */
  by: Actor
  /** Increases with each change */
  version: number
  createdAt: string
  updatedAt: string
  /** Name, unique among the team’s or the caller’s own views, ignoring case */
  name: string
  /** Conditions on chats, as in GET /v1/chats; all must be met */
  filter: ViewFilter
  sort: ChatSort
}

export type SearchFindAnswer = {
  /** Results by kind; kinds without results are left out */
  groups: Array<SearchGroup>
  /** Kinds that could not be searched now; search again later */
  unavailable: Array<"chat" | "contact" | "message" | "template" | "number" | "webhook" | "key">
}

export type SearchGroup = {
  /** Kind of the result */
  kind: "chat" | "contact" | "message" | "template" | "number" | "webhook" | "key"
  /** Results of this kind, best match first */
  items: Array<SearchResult>
  /** True if there are more than in `items` */
  more: boolean
}

export type SearchMark = {
  /** First character of the part, counted from 0 in UTF-16 units */
  from: number
  /** First character after the part */
  to: number
}

export type SearchResult = {
  /** Id of the result; for a template, its name */
  id: string
  /** Name; for a message, the name of its chat; null: none */
  name: string | null
  /** Chat of a message; null for other kinds */
  chat: string | null
  /** Number of a chat, message, template or webhook; null if there is none */
  number: string | null
  /** Time of a message, or of the last message of a chat or contact; null for others */
  at: string | null
  /** Field that matches; `text`: the words of a message or template, `hint`: the beginning of a key */
  field: "id" | "name" | "phone" | "email" | "username" | "userId" | "text" | "url" | "hint"
  /** The field, or the part of a long field around the match */
  text: string
  /** Parts of `text` that match; empty if only the spelling is close */
  marks: Array<SearchMark>
}

export type SecretHeader = {
  /** Name of the header, such as X-Webhook-Secret */
  name: string
  /** Secret value, 1 to 1,024 printable ASCII characters; write-only */
  value: string
}

export type SecretsRotateAnswer = {
  webhook: string
  /** The new secret */
  signingSecret: string
  /** When the earlier secrets expire */
  previousExpiresAt: string
}

export type SecretsRotateBody = {
  /** Hours during which the old secret also signs. Default: `24` */
  graceHours?: number
}

export type Segment = {
  id: string
  /** Name of the segment */
  name: string
  /** Your description of the segment; null: none */
  description: string | null
  /** Conditions that a contact must meet */
  filter: ContactFilter
  /** Number of contacts that match now */
  count: number
  createdAt: string
  updatedAt: string
}

export type SegmentsCreateBody = {
  /** Name of the segment */
  name: string
  /** Conditions that a contact must meet */
  filter: ContactFilter
  /** Your description of the segment */
  description?: string
}

export type SegmentsPreviewAnswer = {
  /** Number of contacts that match */
  count: number
  /** Newest matching contacts */
  contacts: Array<Contact>
}

export type SegmentsPreviewBody = {
  /** Conditions that a contact must meet */
  filter: ContactFilter
  /** Contacts to return. Default: `10` */
  size?: number
}

export type SegmentsUpdateBody = {
  /** New name */
  name?: string
  /** New description; null clears it */
  description?: string | null
  /** New conditions, which replace all of the old conditions */
  filter?: ContactFilter
}

export type SessionStatus = {
  /** Status of the session: `online` while the provider accepts calls for the number */
  status: "online" | "offline" | "pending" | "error"
  since: string
  /** Last error from the provider; null: none */
  lastError: KeptError | null
}

export type SessionsRegisterBody = {
  /** Two-step verification PIN, six digits */
  pin: string
}

export type SessionsRequestCodeAnswer = {
  number: string
  /** Always true */
  requested: true
  /** How the code is sent */
  method: "sms" | "voice"
}

export type SessionsRequestCodeBody = {
  /** How the code is sent. Default: `"sms"` */
  method?: "sms" | "voice"
  /** Language of the text message or call, such as en_US. Default: `"en_US"` */
  language?: string
}

export type SessionsVerifyCodeBody = {
  /** The six digits that the provider sent */
  code: string
}

export type SettingsChange = {
  /** Single messages to contacts who have opted out: `send` marks them `optedOut`; `refuse` refuses them with `contact:opted_out`. Posts never reach these contacts */
  optedOutMessages?: "send" | "refuse"
  /** Country (ISO 3166-1 alpha-2) of phone numbers in national format, such as `0151 20007556`; null: phone numbers are international */
  country?: string | null
  /** Time zone for business hours and reports, as an IANA name */
  timeZone?: string
  /** Business hours, used to measure the time to a first reply; null: always */
  hours?: Array<BusinessHours> | null
  /** Words that opt a contact out; null: the words of the installation, such as STOP */
  optOutWords?: Array<string> | null
  /** Words that opt a contact in again; null: the words of the installation */
  optInWords?: Array<string> | null
  /** Members who may send in a chat; `assignee`: only its assignee; `anyone`: every member. Keys always may */
  answering?: "anyone" | "assignee"
  /** Minutes within business hours until an unanswered chat is `overdue`; null: never */
  answerGoalMinutes?: number | null
  /** What the established v1 dialect answers for a phone number that was never reached: `exist`: it exists, unverified; `unknown`: null */
  unknownPhones?: "exist" | "unknown"
  /** Days until messages and files from customers are deleted; null: never. The event log keeps events for 31 days */
  retentionDays?: number | null
}

export type ShortMessage = {
  id: string
  /** `in`: from the customer; `out`: from you */
  direction: "in" | "out"
  type: MessageType
  /** Text of the message; null when it has none */
  message: string | null
  at: string
  /** Status if outgoing; null if incoming and in `chat:updated` */
  status: MessageStatus | null
}

/** Snoozes the chat until a time within a year, or until the customer sends a message; null, resolving and archiving end the snooze */
export type SnoozeChange = {
  /** null: until the customer sends a message */
  until: string | null
} | null

export type StatisticsAnswersAnswer = {
  from: string
  to: string
  /** Counts for the whole range */
  total: AnswerCounts
  /** Counts for each bucket with messages; an answer counts at the time it was sent */
  buckets: Array<AnswerBucket>
  /** Counts for each number with messages */
  numbers: Array<AnswersOfNumber>
  /** Counts for each member who sent messages */
  members: Array<AnswersOfMember>
}

export type StatisticsDeliveriesAnswer = {
  number: string
  from: string
  to: string
  /** Counts for the whole range */
  total: DeliveryStatistics
  /** Counts for each bucket with messages */
  buckets: Array<DeliveryStatisticsBucket>
}

export type StatisticsInboxAnswer = {
  from: string
  to: string
  /** Counts for the whole range */
  total: InboxCounts
  /** Counts for each bucket with messages */
  buckets: Array<InboxBucket>
  /** Customers who are waiting now, as in GET /v1/chats?waiting=true&snoozed=false&status=open,pending */
  waiting: {
    /** Chats with a customer waiting for an answer */
    chats: number
    /** Time when the longest wait began; null: no one is waiting */
    oldestAt: string | null
  }
}

export type StatisticsRatingsAnswer = {
  from: string
  to: string
  /** Totals for the whole range */
  total: RatingCounts
  /** Totals for each member; unassigned chats count only in the total */
  members: Array<RatingsOfMember>
  /** Totals for each department */
  departments: Array<RatingsOfDepartment>
}

export type StatisticsUsageAnswer = {
  from: string
  to: string
  /** Messages by day, number and type */
  days: Array<{
    /** YYYY-MM-DD, in the requested time zone */
    day: string
    number: string
    type: MessageType
    /** Incoming messages */
    in: number
    /** Outgoing messages */
    out: number
  }>
  /** Outgoing messages for which the provider reported pricing, by category */
  pricing: Array<{
    /** YYYY-MM-DD, in the requested time zone */
    day: string
    number: string
    /** The provider's category, such as marketing or utility */
    category: string
    /** True when the provider charges for the messages */
    billable: boolean
    /** Number of messages */
    messages: number
  }>
  /** Deliveries to webhooks by the day of the event; null while they cannot be counted */
  deliveries: Array<{
    /** YYYY-MM-DD, UTC */
    day: string
    /** null: the event is not about a number */
    number: string | null
    /** Kind of the event */
    event: string
    /** Accepted by the receiver */
    delivered: number
    /** Given up, or canceled with their webhook */
    failed: number
    /** Waiting for the next attempt, or parked */
    waiting: number
    /** Total attempts */
    attempts: number
  }> | null
}

export type Subscriber = {
  /** Phone number of the person, E.164 */
  phone: string
  /** `unsubscribed` people get no posts */
  status: "subscribed" | "unsubscribed"
  /** you: through the API; word: the person sent a word such as STOP */
  by: "you" | "word"
  /** Time of the subscription; null: none */
  optedInAt: string | null
  /** Time when the person left; null: not left */
  optedOutAt: string | null
}

export type SubscribersAddBody = {
  /** True: people who left by sending a word have agreed again. Default: `false` */
  reconsented?: boolean
  /** Phone numbers of the people, 1 to 1,000 */
  phones: Array<string>
  /** Country of phone numbers such as `0151 20007556`; default: the workspace's country */
  country?: string
}

export type SubscribersRemoveBody = {
  /** Phone numbers of the people, 1 to 1,000 */
  phones: Array<string>
  /** Country of phone numbers such as `0151 20007556`; default: the workspace's country */
  country?: string
}

export type TeamDisableBody = {
  /** True to revoke the keys that the member created. Default: `false` */
  revokeKeys?: boolean
}

export type TeamRemoveBody = TeamDisableBody

export type TeamUpdateBody = {
  /** New name */
  name?: string
  role?: Role
  /** Numbers that an agent or viewer is limited to; null: all */
  numbers?: Array<string> | null
  /** New color, #rrggbb; null removes it */
  color?: string | null
  /** True to revoke the keys that the member created. Default: `false` */
  revokeKeys?: boolean
}

export type Template = {
  /** The provider's id for the template */
  id: string
  /** Name of the template, unique in the business account */
  name: string
  /** Language of the template, such as en_US */
  language: string
  /** MARKETING, UTILITY or AUTHENTICATION */
  category: string
  /** Only APPROVED templates can be sent; others are PENDING, REJECTED, PAUSED or DISABLED */
  status: string
  /** The provider's reason for a rejection; null: none */
  rejectedReason: string | null
  /** GREEN, YELLOW, RED or UNKNOWN */
  quality: string | null
  /** Text of the body, with its variables; null: none */
  body: string | null
  /** Variables of the body, in order: 1, 2 … or names */
  variables: Array<string>
  /** All components, as stored by the provider */
  components: Array<JsonObject>
}

export type TemplateContent = {
  /** All components of the template, instead of variables */
  components?: Array<TemplatePart>
  /** Name of the template with the provider */
  name: string
  /** Language of the template, such as en or en_US */
  language: string
  /** Texts for the variables in the body: a list by position, or an object by name. Line breaks, tabs, and more than four spaces in a row are not allowed */
  variables?: Array<string> | { [name: string]: string }
}

/** A template */
export type TemplateFields = {
  /** Name of the template with the provider */
  name?: string
  /** Language of the template, such as en or en_US */
  language?: string
  /** Texts for the variables in the body: a list by position, or an object by name. Line breaks, tabs, and more than four spaces in a row are not allowed */
  variables?: Array<string> | { [name: string]: string }
}

export type TemplateParameter = {
  /** Id of a stored file to use instead of url for the image, video or document in a header */
  file?: string
  /** Kind of value */
  type: "text" | "payload" | "image" | "video" | "document" | "coupon_code"
  /** Name of a named parameter */
  name?: string
  /** Value for text, payload and coupon_code */
  text?: string
  /** URL of an image, video or document */
  url?: string
  /** Display name of a document */
  filename?: string
}

/** A value of a template */
export type TemplateParameterFields = {
  /** Kind of value */
  type?: "text" | "payload" | "image" | "video" | "document" | "coupon_code"
  /** Name of a named parameter */
  name?: string
  /** Value for text, payload and coupon_code */
  text?: string
  /** URL of an image, video or document */
  url?: string
  /** Display name of a document */
  filename?: string
}

export type TemplatePart = {
  /** Values for this part, in the order of its variables */
  parameters: Array<TemplateParameter>
  /** Part of the template that the parameters are for */
  type: "header" | "body" | "button"
  /** Required for a button */
  subType?: "quick_reply" | "url" | "copy_code"
  /** Position of a button */
  index?: number
}

/** A part of a template */
export type TemplatePartFields = {
  /** Part of the template that the parameters are for */
  type?: "header" | "body" | "button"
  /** Required for a button */
  subType?: "quick_reply" | "url" | "copy_code"
  /** Position of a button */
  index?: number
}

export type TemplateUpdatedData = {
  /** The number whose callback reported it */
  number: string
  /** The provider's id */
  template: string
  /** Name of the template */
  name: string
  /** Language of the template */
  language: string
  /** Kind of the change */
  change: "status" | "quality" | "category" | "components"
  /** New status, such as APPROVED or REJECTED */
  status: string | null
  /** The provider's reason, such as INVALID_FORMAT */
  reason: string | null
  /** The provider's title for the reason, such as FIRST_PAUSE */
  title: string | null
  /** The provider's explanation of the reason */
  explanation: string | null
  /** The change that the provider suggests */
  recommendation: string | null
  /** Time or date when the template is or was disabled */
  disabledAt: string | null
  /** New quality: GREEN, YELLOW, RED or UNKNOWN */
  quality: string | null
  /** New category, such as MARKETING */
  category: string | null
  /** Quality or category before the change */
  previous: string | null
  /** Time when an announced category takes effect */
  effectiveAt: string | null
  /** The new content */
  components: {
    /** Text of the header */
    title: string | null
    /** Text of the body */
    body: string | null
    /** Text of the footer */
    footer: string | null
    /** Buttons in the provider's format */
    buttons: Array<JsonObject>
  } | null
}

/** The provider approved or refused a template, or changed its quality or category */
export type TemplateUpdatedEvent = EventEnvelope & {
  event?: "template:updated"
  data?: TemplateUpdatedData
}

export type TemplatesCreateBody = {
  /** Name of the template: lowercase letters, digits and underscores */
  name: string
  /** Language of the template, such as en or en_US */
  language: string
  /** Purpose, which determines the price and the provider's rules */
  category: "MARKETING" | "UTILITY"
  /** Text with variables by position, `{{1}}`, or by name, `{{first_name}}` */
  body: string
  /** Text without variables, or a stored image, video or document as the sample; each message specifies its file */
  header?: string | {
    /** Stored file to use as the sample */
    media: {
      file: string
    }
  }
  /** Sample value for each variable, by name or position; required by the provider */
  samples?: { [name: string]: string }
  /** Line below the body */
  footer?: string
  /** A quick reply unless `url` or `phone` is given */
  buttons?: Array<{
    /** Text of the button */
    text: string
    /** URL to open */
    url?: string
    /** Phone number that the button calls */
    phone?: string
  }>
}

export type TemplatesGetAnswer = {
  /** Name of the template */
  name: string
  /** The template in each of its languages */
  translations: Array<Template>
}

export type TemplatesRemoveAnswer = {
  /** Name of the deleted template */
  name: string
  /** Always true */
  deleted: true
}

export type TimelineItem = {
  /** Kind of item */
  type: "message" | "note" | "change"
  /** Id of the message, note or change */
  id: string
  at: string
  /** The message, if the item is a message */
  message: Message | null
  /** The note, if the item is a note */
  note: Note | null
  /** Kind of change */
  change: ChatChange | null
  /** Who made the change; null if the customer or a scheduled time caused it */
  by: Actor | null
  /** Member assigned by the change */
  assignee: Assignee | null
  /** Snooze that the change set */
  snooze: ChatSnooze | null
  /** With the change `rated`: what the customer chose */
  rating: ChatRating | null
  /** With the change `automated`: what the automation did */
  run: AutomationRun | null
}

export type TraceEntry = {
  at: string
  /** Kind of entry */
  what: "accepted" | "waiting" | "attempt" | "status" | "webhook"
  /** Status that the message reached */
  status: MessageStatus | null
  /** Kind of event that was posted to the webhook */
  event: string | null
  /** Webhook of the delivery */
  webhook: string | null
  /** Id of the delivery */
  delivery: string | null
  /** Number of the attempt to send the message, or of this delivery attempt */
  attempt: number | null
  /** Outcome of the attempt; for a delivery: delivered, refused, or why there was no response */
  outcome: string | null
  /** HTTP status of the webhook's response */
  httpStatus: number | null
  /** Duration of the attempt in milliseconds */
  latencyMs: number | null
  /** Why the message is waiting */
  waiting: MessageWaiting | null
  /** Error of the attempt, or of the failed or expired status */
  error: MessageError | null
}

export type TriedAutomation = {
  chat: string
  /** Customer's name or phone number; null if unknown */
  name: string | null
  /** Customer message; null: the chat was resolved */
  message: string | null
  /** Text of the message */
  text: string | null
  at: string
  /** Conditions that are not met; empty: it would run */
  unmet: Array<"trigger" | "number" | "label" | "labelExclude" | "words" | "hours" | "optedOut">
  /** Result of each action */
  actions: Array<AutomatedAction>
  /** Member assigned to the chat; null: not assigned */
  assignee: Assignee | null
  /** Labels added to the chat */
  labels: Array<ChatLabel>
}

export type UnusedUpdate = {
  id: string
  /** The provider's name for this kind of update */
  field: string
  /** The update as the provider sent it; null when it is larger than 64 KiB */
  raw: Json | null
  receivedAt: string
}

/** Fields of a saved view */
export type ViewFields = {
  /** Name, unique among the team’s or the caller’s own views, ignoring case */
  name?: string
  /** Conditions on chats, as in GET /v1/chats; all must be met */
  filter?: ViewFilter
  sort?: ChatSort
}

export type ViewFilter = ChatConditions

export type ViewsCreateBody = {
  /** Name, unique among the team’s or the caller’s own views, ignoring case */
  name: string
  /** Conditions on chats, as in GET /v1/chats; all must be met */
  filter: ViewFilter
  /** True to share the view with the team. Default: `false` */
  shared?: boolean
  /** Default: `"lastMessageAt:desc"` */
  sort?: ChatSort
}

export type ViewsUpdateBody = {
  /** Shares the view with the team; cannot be undone */
  shared?: true
} & ViewFields

export type Webhook = {
  id: string
  /** Your name for the webhook; null: none */
  name: string | null
  /** First URL that events are posted to */
  url: string
  /** All URLs that events are posted to */
  urls: Array<string>
  /** Status of each URL */
  endpoints: Array<WebhookEndpoint>
  /** Subscribed kinds, such as `message:in`, `message:*` or `*` */
  events: Array<string>
  /** Only events of this number; null: events of all numbers */
  number: string | null
  /** Header sent with every delivery; null: none */
  secretHeader: {
    /** Name of the header; its value is never shown */
    name: string
  } | null
  /** Maximum deliveries per second to each URL; null: as fast as the receiver accepts them */
  ratePerSecond: number | null
  /** Format of the payloads; `posthorn`: this API's events. Other APIs have other formats */
  format: string
  /** `paused`, `disabled`: deliveries are parked until the webhook is resumed */
  status: "active" | "paused" | "disabled"
  createdAt: string
  updatedAt: string
}

export type WebhookAlertData = {
  since: string
  webhook: string
  endpoint: string
  /** URL of the endpoint */
  url: string
  /** Last status or error from the receiver */
  reason: string
}

/** A webhook endpoint was disabled; its deliveries are parked */
export type WebhookDisabledEvent = EventEnvelope & {
  event?: "webhook:disabled"
  data?: WebhookAlertData
}

export type WebhookEndpoint = {
  id: string
  /** URL that events are posted to */
  url: string
  /** A disabled endpoint gets nothing until the webhook is resumed */
  status: "active" | "disabled"
  /** Time of the first failure since the last success; null: none */
  failingSince: string | null
  /** Time of the last delivery that the receiver accepted; null: none yet */
  lastSuccessAt: string | null
  /** Pause of deliveries after repeated failures */
  breaker: {
    /** `open`: deliveries wait; `half_open`: one delivery tests the receiver; `closed`: normal */
    status: "closed" | "open" | "half_open"
    /** End of the pause; null: none */
    until: string | null
  }
}

export type WebhookExhaustedData = {
  delivery: string
  /** Event of the delivery */
  event: {
    id: string
    /** Kind of the event */
    event: string
  }
  /** Number of attempts */
  attempts: number
  webhook: string
  endpoint: string
  /** URL of the endpoint */
  url: string
  /** Last status or error from the receiver */
  reason: string
}

/** A delivery was given up after its last attempt; it can be retried or replayed */
export type WebhookExhaustedEvent = EventEnvelope & {
  event?: "webhook:exhausted"
  data?: WebhookExhaustedData
}

/** A webhook endpoint has not responded with 2xx for 24 h or 72 h */
export type WebhookFailingEvent = EventEnvelope & {
  event?: "webhook:failing"
  data?: WebhookAlertData
}

/** Fields of a webhook */
export type WebhookFields = {
  /** Kinds to subscribe to: exact names, all of a noun (`message:*`) or all (`*`) */
  events?: Array<string>
  /** URL that events are posted to */
  url?: string
  /** Up to 5 URLs, instead of `url` */
  urls?: Array<string>
  /** Maximum deliveries per second to each URL, half of that in replays; null: no limit */
  ratePerSecond?: number | null
}

export type WebhooksCreateBody = {
  /** Your name for it */
  name?: string
  /** Only events of this number */
  number?: string
  /** Secret header, sent with every delivery */
  secretHeader?: SecretHeader
  /** Format of the payloads; `posthorn`: this API's events. Other APIs have other formats. Default: `"posthorn"` */
  format?: string
  /** `paused`: until you resume it. Default: `"active"` */
  status?: "active" | "paused"
  /** Token for the verification request, with `format: graph` */
  verifyToken?: string
  /** Kinds to subscribe to: exact names, all of a noun (`message:*`) or all (`*`) */
  events: Array<string>
  /** URL that events are posted to */
  url?: string
  /** Up to 5 URLs, instead of `url` */
  urls?: Array<string>
  /** Maximum deliveries per second to each URL, half of that in replays; null: no limit */
  ratePerSecond?: number | null
}

export type WebhooksStatisticsAnswer = {
  webhook: string
  from: string
  to: string
  /** Deliveries still to be made */
  backlog: {
    /** Deliveries that are waiting for an attempt or parked, from any time */
    deliveries: number
    /** Time of the oldest event; null: none */
    oldestAt: string | null
  }
  /** Counts for the whole range */
  total: DeliveryAnswers
  /** Counts for each interval that has deliveries, oldest first */
  intervals: Array<DeliveryInterval>
  /** Newest first */
  holes: Array<DeliveryHole>
}

export type WebhooksTestAnswer = {
  /** URL that the sample was posted to */
  url: string
  /** True if the response was 2xx */
  delivered: boolean
  /** HTTP status of the response; null: there was none */
  httpStatus: number | null
  /** Duration in milliseconds */
  latencyMs: number
  /** Why there was no response; null: there was one */
  error: string | null
  /** Start of the response */
  responseBody: string
}

export type WebhooksTestBody = {
  /** Kind of event to send a sample of. Default: `"message:in"` */
  event?: string
}

export type WebhooksUpdateBody = {
  /** New name; null removes it */
  name?: string | null
  /** Only events of this number; null: of all numbers */
  number?: string | null
  /** New secret header; null removes it */
  secretHeader?: SecretHeader | null
  /** Cannot be changed */
  format?: string
} & WebhookFields

export type Workspace = {
  id: string
  /** Name of the workspace */
  name: string
  createdAt: string
  /** Settings of the workspace */
  settings: WorkspaceSettings
}

export type WorkspaceSettings = {
  /** Single messages to contacts who have opted out: `send` marks them `optedOut`; `refuse` refuses them with `contact:opted_out`. Posts never reach these contacts */
  optedOutMessages: "send" | "refuse"
  /** Country (ISO 3166-1 alpha-2) of phone numbers in national format, such as `0151 20007556`; null: phone numbers are international */
  country: string | null
  /** Time zone for business hours and reports, as an IANA name */
  timeZone: string
  /** Business hours, used to measure the time to a first reply; null: always */
  hours: Array<BusinessHours> | null
  /** Words that opt a contact out; null: the words of the installation, such as STOP */
  optOutWords: Array<string> | null
  /** Words that opt a contact in again; null: the words of the installation */
  optInWords: Array<string> | null
  /** Members who may send in a chat; `assignee`: only its assignee; `anyone`: every member. Keys always may */
  answering: "anyone" | "assignee"
  /** Minutes within business hours until an unanswered chat is `overdue`; null: never */
  answerGoalMinutes: number | null
  /** What the established v1 dialect answers for a phone number that was never reached: `exist`: it exists, unverified; `unknown`: null */
  unknownPhones: "exist" | "unknown"
  /** Days until messages and files from customers are deleted; null: never. The event log keeps events for 31 days */
  retentionDays: number | null
}

export type WorkspaceUpdateBody = {
  /** New name */
  name?: string
  /** Settings to change; omitted settings stay as they are */
  settings?: SettingsChange
}

export type TeamListInput = {
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
}

export type TeamGetInput = {
  /** Id of a member */
  id: string
}

export type TeamUpdateInput = {
  /** Id of a member */
  id: string
  /** New name */
  name?: string
  /** Role: a viewer reads, an agent answers, an admin manages, an owner changes admins */
  role?: Role
  /** Numbers that an agent or viewer is limited to; null: all */
  numbers?: Array<string> | null
  /** New color, #rrggbb; null removes it */
  color?: string | null
  /** True to revoke the keys that the member created. Default: `false` */
  revokeKeys?: boolean
}

export type TeamDisableInput = {
  /** Id of a member */
  id: string
  /** True to revoke the keys that the member created. Default: `false` */
  revokeKeys?: boolean
}

export type TeamEnableInput = {
  /** Id of a member */
  id: string
}

export type TeamRemoveInput = {
  /** Id of a member */
  id: string
  /** True to revoke the keys that the member created. Default: `false` */
  revokeKeys?: boolean
}

export type InvitationsListInput = {
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
}

export type InvitationsCreateInput = {
  /** Email address */
  email: string
  /** Role: a viewer reads, an agent answers, an admin manages, an owner changes admins */
  role: Role
  /** Numbers that an agent or viewer is limited to; null: all */
  numbers?: Array<string> | null
  /** Makes the person a member at once, with the status `invited` */
  name?: string
  /** False: no email is sent. Default: `true` */
  mail?: boolean
}

export type InvitationsGetInput = {
  /** Id of an invitation to the team */
  id: string
}

export type InvitationsRemoveInput = {
  /** Id of an invitation to the team */
  id: string
}

export type DepartmentsListInput = {
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
  /** Only items changed at this time or later */
  updatedAfter?: string
  /** Only items changed before this time */
  updatedBefore?: string
}

export type DepartmentsCreateInput = {
  /** Unique, ignoring case */
  name: string
  /** Purpose of the department */
  description?: string
  color?: string
  /** Name of an icon */
  icon?: string
  /** Members of the department */
  members?: DepartmentMembers
}

export type DepartmentsGetInput = {
  /** Id of a department */
  id: string
}

export type DepartmentsUpdateInput = {
  /** Id of a department */
  id: string
  /** Unique, ignoring case */
  name?: string
  /** Purpose of the department */
  description?: string | null
  /** Color */
  color?: string | null
  /** Name of an icon */
  icon?: string | null
  /** Members of the department */
  members?: DepartmentMembers
}

export type DepartmentsRemoveInput = {
  /** Id of a department */
  id: string
}

export type AuditListInput = {
  /** The actor: id of a key or member, or name of a service */
  actor?: string
  /** Only these operations, as named in the reference */
  operation?: Array<string>
  /** Id of the object that was acted on */
  target?: string
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
}

export type WorkspaceUpdateInput = {
  /** New name */
  name?: string
  /** Settings to change; omitted settings stay as they are */
  settings?: SettingsChange
}

export type KeysListInput = {
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
}

export type KeysCreateInput = {
  /** Name of the key */
  name: string
  /** Permissions of the key */
  scopes: KeyScopes
  /** Numbers that the key is limited to: it cannot see anything that belongs only to other numbers, or change anything that affects all numbers */
  numbers?: Array<string>
  /** Address ranges that the key can be used from, such as `203.0.113.0/24` */
  cidrs?: Array<AddressRange>
  /** True: a test key (`ph_test_…`), limited to the simulator numbers in `numbers`, or to all that you may use now. Default: `false` */
  test?: boolean
  /** When the key expires */
  expiresAt?: string
}

export type KeysGetInput = {
  /** Id of an API key */
  id: string
}

export type KeysUpdateInput = {
  /** Id of an API key */
  id: string
  /** New name */
  name?: string
  /** Address ranges; null: any address */
  cidrs?: Array<AddressRange> | null
  /** When the key expires; null: never */
  expiresAt?: string | null
}

export type KeysRotateInput = {
  /** Id of an API key */
  id: string
  /** Hours until the previous key expires; 0: at once. Default: `24` */
  graceHours?: number
}

export type KeysRevokeInput = {
  /** Id of an API key */
  id: string
}

export type KeysUsageInput = {
  /** Id of an API key */
  id: string
}

export type SearchFindInput = {
  /** Name, phone number, email address, username, provider user id, words in messages, or a full id */
  q: string
  /** Only these kinds, comma-separated; default: all */
  kinds?: Array<"chat" | "contact" | "message" | "template" | "number" | "webhook" | "key">
  /** Maximum results of each kind. Default: `5` */
  size?: number
}

export type MessagesSendInput = {
  phone?: string
  /** The text, 1–4096 characters; up to 1024 as a caption or the body of other content */
  message?: string
  /** Country of phone numbers such as `0151 20007556`; default: the workspace's country */
  country?: string
  /** The provider's id if the phone number is hidden */
  userId?: string
  /** An active group; the number that created the group sends the message */
  group?: string
  /** A broadcast channel: posts the message to its subscribers when it is due */
  channel?: string
  /** An existing chat */
  chat?: string
  /** The sending number; absent: the workspace's default number */
  number?: string
  /** Message that this message replies to */
  quote?: MessageReference
  /** One file, by `file` or `url`; message is the caption */
  media?: MediaToSend
  /** Shown above the body: text of 1–60 characters with buttons, a list or products; or an image, video or document with buttons */
  header?: HeaderToSend
  /** One emoji, or an empty string or - to remove the reaction; requires reactionMessage */
  reaction?: string
  /** An approved template; see GET /v1/numbers/{id}/templates */
  template?: TemplateContent
  /** Message that the reaction is to */
  reactionMessage?: MessageReference
  /** Show a preview of the first link */
  previewUrl?: boolean
  /** Your reference, returned everywhere */
  reference?: string
  /** Urgency; replies and urgent messages overtake bulk messages. Default: `"normal"` */
  priority?: Priority
  /** chat: messages in the same chat are sent in the order they were accepted; none: in any order. Default: `"chat"` */
  order?: "chat" | "none"
  /** Time to send at, within a year from now; null or absent: at once */
  deliverAt?: string | null
  /** Validity in seconds from the time the message is due; default 10 hours */
  expiresIn?: number
  /** Time of expiry, instead of expiresIn */
  expiresAt?: string
  /** Behavior if the provider's response is lost: hold never sends twice, resend may. Default: `"hold"` */
  onUnknown?: "hold" | "resend"
  /** If the 24-hour window is closed when the message is due: fail, hold until the customer writes or calls, or send a template. If the customer never did, the provider decides. Default: `"fail"` */
  onWindowClosed?: OnWindowClosed
  /** Seconds to show a typing indicator before the message. The provider shows it only in reply to a message, which it marks as read */
  typing?: number
  /** Labels to add to the chat at once, by id or name */
  labels?: Array<string>
  /** Changes to the chat as soon as the message is sent, such as `{ "status": "resolved" }`, but not if it fails; as in PATCH /v1/chats */
  actions?: ChatActions
  /** A place, or a request for the customer's location */
  location?: LocationToSend
  /** 1–5 contact cards */
  contacts?: Array<ContactCard>
  /** Sent as buttons, a list or numbered text if the provider does not support polls; votes are counted */
  poll?: PollToSend
  /** 1–3 quick replies, or one link; message is the body */
  buttons?: Array<Button>
  /** At most 10 rows in total; message is the body */
  list?: ListContent
  /** One product from your catalog; message is the text above it */
  product?: ProductToSend
  /** At most 30 products in total; message is the body, and a text header is required */
  products?: ProductsContent
  /** A button that opens your whole catalog; message is the body */
  catalog?: CatalogContent
  /** Shown below the body of buttons, a list, products or a catalog */
  footer?: string
  /** Content that has no field here, in the provider's format */
  native?: NativeContent
}

export type MessagesListInput = {
  /** `in`: only incoming; `out`: only outgoing */
  direction?: "in" | "out"
  /** Only messages with these statuses */
  status?: Array<MessageStatus>
  /** Only messages on these numbers */
  number?: Array<string>
  /** Only messages in this chat */
  chat?: string
  /** Only messages with the owner of this phone number */
  phone?: string
  /** Only messages in this group */
  group?: string
  /** Only messages to this broadcast channel; their reference is the post id */
  channel?: string
  /** Only messages of these types */
  type?: Array<string>
  /** Your reference, returned everywhere */
  reference?: string
  /** Words in the text, ignoring case; the last word may be incomplete */
  search?: string
  /** Sort order. Default: `"createdAt:desc"` */
  sort?: "createdAt:asc" | "createdAt:desc"
  /** With `chat`: the page with this message in the middle */
  around?: string
  /** Adds these to `summaries`, in the same form as in message events */
  include?: Array<"chat" | "contact" | "number" | "quoted">
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
}

export type MessagesBatchInput = {
  /** 1 to 1,000 messages to send, each in the form of the body of POST /v1/messages */
  messages: Array<MessagesSendBody>
  /** Accept the valid messages and return an error for each invalid message. Default: `false` */
  partial?: boolean
}

export type MessagesGetInput = {
  /** Id of a message */
  id: string
  /** Adds these to `summaries`, in the same form as in message events */
  include?: Array<"chat" | "contact" | "number" | "quoted">
}

export type MessagesUpdateInput = {
  /** Id of a message */
  id: string
  /** The text, 1–4096 characters; up to 1024 as a caption or the body of other content */
  message?: string
  /** One file, by `file` or `url`; message is the caption */
  media?: MediaToSend
  /** Shown above the body: text of 1–60 characters with buttons, a list or products; or an image, video or document with buttons */
  header?: HeaderToSend
  /** An approved template; see GET /v1/numbers/{id}/templates */
  template?: TemplateContent
  /** New time to send at; null: at once */
  deliverAt?: string | null
  /** New urgency */
  priority?: Priority
  /** New reference; null removes it */
  reference?: string | null
  expiresAt?: string
  /** A place, or a request for the customer's location */
  location?: LocationToSend
  /** 1–5 contact cards */
  contacts?: Array<ContactCard>
  /** Sent as buttons, a list or numbered text if the provider does not support polls; votes are counted */
  poll?: PollToSend
  /** 1–3 quick replies, or one link; message is the body */
  buttons?: Array<Button>
  /** At most 10 rows in total; message is the body */
  list?: ListContent
  /** One product from your catalog; message is the text above it */
  product?: ProductToSend
  /** At most 30 products in total; message is the body, and a text header is required */
  products?: ProductsContent
  /** A button that opens your whole catalog; message is the body */
  catalog?: CatalogContent
  /** Shown below the body of buttons, a list, products or a catalog */
  footer?: string
  /** Content that has no field here, in the provider's format */
  native?: NativeContent
}

export type MessagesRawInput = {
  /** Id of a message */
  id: string
}

export type MessagesCancelInput = {
  /** Id of a message */
  id: string
}

export type MessagesRetryInput = {
  /** Id of a message */
  id: string
}

export type MessagesReadInput = {
  /** Our id or the provider's id for the message */
  id: MessageReference
}

export type MessagesReceiptsInput = {
  /** Id of a message */
  id: string
}

export type MessagesTraceInput = {
  /** Id of a message */
  id: string
}

export type ChatsListInput = {
  /** Name, phone number, or words in messages */
  search?: string
  /** Only chats with these statuses */
  status?: Array<ChatStatus>
  /** Only unread chats, or only read chats if false */
  unread?: boolean
  /** Only pinned chats, or all others if false */
  pinned?: boolean
  /** Only muted chats, or all others if false */
  muted?: boolean
  /** Only chats with a message from the customer, or all others if false */
  written?: boolean
  /** Only chats with a customer waiting for an answer */
  waiting?: boolean
  /** Only chats waiting longer than `answerGoalMinutes`, or all others if false */
  overdue?: boolean
  /** Only snoozed chats, or all others if false */
  snoozed?: boolean
  /** Only chats whose latest outgoing message failed or expired */
  failed?: boolean
  /** Status of the 24-hour window; closing: closes in less than 2 hours. Chats without a message or call from the customer have no window */
  window?: ChatWindow
  /** Assigned members, by id or email address; none: unassigned; me: the calling member, not for API keys */
  assignee?: ChatAssignees
  /** Chats with a note that mentions this member; me: the caller, not for API keys */
  mentioned?: MentionedMember
  /** Chats with at least one of these labels, by id or name */
  label?: Array<string>
  /** Chats with none of these labels, by id or name */
  labelExclude?: Array<string>
  /** Only chats on these numbers */
  number?: Array<string>
  /** Only chats of these kinds */
  type?: Array<ChatType>
  /** Only chats with this phone number */
  phone?: string
  /** Only this group's chat */
  group?: string
  /** Only chats whose last message was at this time or later */
  lastMessageAfter?: string
  /** Only chats whose last message was before this time */
  lastMessageBefore?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
  /** Only items changed at this time or later */
  updatedAfter?: string
  /** Only items changed before this time */
  updatedBefore?: string
  /** waitingSince: only chats with a customer waiting for an answer; windowClosesAt: only chats with a message or call from the customer. Default: `"lastMessageAt:desc"` */
  sort?: ChatSort
  /** Adds these to `summaries`, in the same form as in message events */
  include?: Array<"contact" | "number">
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
}

export type ChatsCreateInput = {
  phone: string
  /** Your number in the chat; absent: the default number */
  number?: string
  /** Status of a new chat. Default: `"open"` */
  status?: ChatStatus
  /** Labels to add, by id or name. Default: `[]` */
  labels?: Array<string>
}

export type ChatsUpdateManyInput = {
  /** Chat ids, each only once */
  ids: Array<string>
  /** null removes the assignment */
  assignee?: AssigneeChange
  /** Labels to add to or remove from each chat */
  labels?: {
    /** Labels to add, by id or name */
    add?: Array<string>
    /** Labels to remove, by id or name */
    remove?: Array<string>
  }
  /** Work status of the chat */
  status?: ChatStatus
  /** Marks the chat as unread, or as read if false; sends no read receipt */
  unread?: boolean
  /** Pins the chat; lists can be filtered by it */
  pinned?: boolean
  /** Mutes the chat: an incoming message does not reopen it */
  muted?: boolean
  /** Snoozes the chat until a time within a year, or until the customer sends a message; null, resolving and archiving end the snooze */
  snooze?: SnoozeChange
}

export type ChatsCountsInput = {
  /** Up to 30 filters, each with a name you choose */
  filters: { [name: string]: ChatFilter }
}

export type ChatsGetInput = {
  /** Id of a chat */
  id: string
  /** Adds these to `summaries`, in the same form as in message events */
  include?: Array<"contact" | "number">
}

export type ChatsUpdateInput = {
  /** Id of a chat */
  id: string
  /** All labels that the chat should have, by id or name */
  labels?: Array<string>
  /** Work status of the chat */
  status?: ChatStatus
  /** Marks the chat as unread, or as read if false; sends no read receipt */
  unread?: boolean
  /** Pins the chat; lists can be filtered by it */
  pinned?: boolean
  /** Mutes the chat: an incoming message does not reopen it */
  muted?: boolean
  /** Snoozes the chat until a time within a year, or until the customer sends a message; null, resolving and archiving end the snooze */
  snooze?: SnoozeChange
}

export type ChatsRemoveInput = {
  /** Id of a chat */
  id: string
}

export type ChatsTimelineInput = {
  /** Id of a chat */
  id: string
  /** Page with this message of the chat in the middle */
  around?: string
  /** Only items after this message of the chat */
  after?: string
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
}

export type ChatsPresenceInput = {
  /** Id of a chat */
  id: string
  /** viewing: has the chat open; writing: is typing; left: closed the chat */
  status: "viewing" | "writing" | "left"
}

export type ChatsArchiveInput = {
  /** Id of a chat */
  id: string
}

export type ChatsUnarchiveInput = {
  /** Id of a chat */
  id: string
}

export type ChatsAssignInput = {
  /** Id of a chat */
  id: string
  /** A member of the workspace; see GET /v1/team */
  member?: string
  /** The member's email address */
  email?: string
}

export type ChatsUnassignInput = {
  /** Id of a chat */
  id: string
}

export type ChatsReadInput = {
  /** Id of a chat */
  id: string
}

export type ChatsTypingInput = {
  /** Id of a chat */
  id: string
}

export type FilesCreateInput = {
  /** The bytes of a small file in base64 */
  content?: string
  /** Public URL from which the file is fetched */
  url?: string
  /** Absent: the name in the form part or in Content-Disposition */
  filename?: string
  /** Expected media type; the bytes are always checked */
  mime?: string
  /** Time when the file is deleted; absent: after the installation's retention time */
  expiresAt?: string
  /** The bytes; or the id of a stored file, where the operation accepts one */
  file?: Upload
}

export type FilesListInput = {
  /** Only files of these kinds */
  kind?: Array<"image" | "video" | "audio" | "document" | "sticker">
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
}

export type FilesGetInput = {
  /** Id of a file */
  id: string
}

export type FilesUpdateInput = {
  /** Id of a file */
  id: string
  /** New name for display and download */
  filename?: string
  /** New deletion time, within a year */
  expiresAt?: string
}

export type FilesRemoveInput = {
  /** Id of a file */
  id: string
}

export type FilesDownloadInput = {
  /** Id of a file */
  id: string
  /** Bytes to skip at the start. Default: `0` */
  offset?: number
}

export type LabelsListInput = {
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
  /** Only items changed at this time or later */
  updatedAfter?: string
  /** Only items changed before this time */
  updatedBefore?: string
}

export type LabelsCreateInput = {
  /** Unique, ignoring case */
  name: string
  /** Default: `"#8e8e93"` */
  color?: string
  /** Your description of the label, at most 300 characters */
  description?: string
}

export type LabelsGetInput = {
  /** Id of a label */
  id: string
}

export type LabelsUpdateInput = {
  /** Id of a label */
  id: string
  /** Unique, ignoring case */
  name?: string
  color?: string
  /** Your description of the label, at most 300 characters */
  description?: string | null
}

export type LabelsRemoveInput = {
  /** Id of a label */
  id: string
}

export type LabelsMergeInput = {
  into: string
  from: string
}

export type LabelsAddInput = {
  /** Id of a chat */
  id: string
  /** Labels to add, by id or name */
  labels: Array<string>
}

export type LabelsRemoveFromChatInput = {
  /** Id of a chat */
  id: string
  /** Id of a label */
  label: string
}

export type NotesListInput = {
  /** Id of a chat */
  id: string
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
}

export type NotesCreateInput = {
  /** Id of a chat */
  id: string
  /** Text of the note, at most 4,096 characters */
  message: string
  /** Members mentioned in the note; each can find the chat with `mentioned`. Default: `[]` */
  mentions?: Array<string>
}

export type NotesGetInput = {
  /** Id of a chat */
  id: string
  /** Id of a note */
  note: string
}

export type NotesUpdateInput = {
  /** Id of a chat */
  id: string
  /** Id of a note */
  note: string
  /** Text of the note, at most 4,096 characters */
  message?: string
  /** Members mentioned in the note; each can find the chat with `mentioned` */
  mentions?: Array<string>
}

export type NotesRemoveInput = {
  /** Id of a chat */
  id: string
  /** Id of a note */
  note: string
}

export type RepliesListInput = {
  /** Part of the name, shortcut or text, ignoring case */
  search?: string
  /** Only replies in this folder */
  folder?: string
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
  /** Only items changed at this time or later */
  updatedAfter?: string
  /** Only items changed before this time */
  updatedBefore?: string
}

export type RepliesCreateInput = {
  /** Name, unique in the workspace, ignoring case */
  name: string
  /** Text of the reply, at most 4,096 characters */
  message: string
  /** Short word for inserting the reply, unique in the workspace */
  shortcut?: string
  /** Folder that groups replies */
  folder?: string
}

export type RepliesGetInput = {
  /** Id of a saved reply */
  id: string
}

export type RepliesUpdateInput = {
  /** Id of a saved reply */
  id: string
  /** Text of the reply, at most 4,096 characters */
  message?: string
  /** Name, unique in the workspace, ignoring case */
  name?: string
  /** Short word for inserting the reply, unique in the workspace */
  shortcut?: string | null
  /** Folder that groups replies */
  folder?: string | null
}

export type RepliesRemoveInput = {
  /** Id of a saved reply */
  id: string
}

export type ViewsListInput = {
  /** Only the team’s views, or only the caller’s own if false */
  shared?: boolean
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
  /** Only items changed at this time or later */
  updatedAfter?: string
  /** Only items changed before this time */
  updatedBefore?: string
}

export type ViewsCreateInput = {
  /** Name, unique among the team’s or the caller’s own views, ignoring case */
  name: string
  /** Conditions on chats, as in GET /v1/chats; all must be met */
  filter: ViewFilter
  /** True to share the view with the team. Default: `false` */
  shared?: boolean
  /** waitingSince: only chats with a customer waiting for an answer; windowClosesAt: only chats with a message or call from the customer. Default: `"lastMessageAt:desc"` */
  sort?: ChatSort
}

export type ViewsGetInput = {
  /** Id of a saved view */
  id: string
}

export type ViewsUpdateInput = {
  /** Id of a saved view */
  id: string
  /** Shares the view with the team; cannot be undone */
  shared?: true
  /** Name, unique among the team’s or the caller’s own views, ignoring case */
  name?: string
  /** Conditions on chats, as in GET /v1/chats; all must be met */
  filter?: ViewFilter
  /** waitingSince: only chats with a customer waiting for an answer; windowClosesAt: only chats with a message or call from the customer */
  sort?: ChatSort
}

export type ViewsRemoveInput = {
  /** Id of a saved view */
  id: string
}

export type AutomationsListInput = {
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
  /** Only items changed at this time or later */
  updatedAfter?: string
  /** Only items changed before this time */
  updatedBefore?: string
}

export type AutomationsCreateInput = {
  /** Unique, ignoring case; shown in the history of chats */
  name: string
  /** `conversation_started`: a customer's first message, or one that reopens a chat; `message_received`: any customer message; `chat_resolved`: a member or key resolved the chat */
  trigger: AutomationTrigger
  /** Actions, done in this order: assign, label, reply, rating */
  actions: AutomationActions
  /** True if the automation is on. Default: `true` */
  enabled?: boolean
  /** Conditions on the chat and the message; all must be met. Default: `{}` */
  conditions?: AutomationConditions
}

export type AutomationsGetInput = {
  /** Id of an automation */
  id: string
}

export type AutomationsUpdateInput = {
  /** Id of an automation */
  id: string
  /** Unique, ignoring case; shown in the history of chats */
  name?: string
  /** True if the automation is on */
  enabled?: boolean
  /** `conversation_started`: a customer's first message, or one that reopens a chat; `message_received`: any customer message; `chat_resolved`: a member or key resolved the chat */
  trigger?: AutomationTrigger
  /** Conditions on the chat and the message; all must be met */
  conditions?: AutomationConditions
  /** Actions, done in this order: assign, label, reply, rating */
  actions?: AutomationActions
}

export type AutomationsRemoveInput = {
  /** Id of an automation */
  id: string
}

export type AutomationsTryOutInput = {
  /** Id of an automation */
  id: string
  /** Number of messages or resolved chats to try. Default: `20` */
  last?: number
}

export type AutomationsRunsInput = {
  /** Id of an automation */
  id: string
  /** Only runs with these statuses */
  status?: Array<AutomationStatus>
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
}

export type NotificationsListInput = {
  /** Only notifications of this member; me: the caller, not for API keys. Default: `"me"` */
  member?: string
  /** Only unread notifications, or only read notifications if false */
  unread?: boolean
  /** Only notifications of these kinds */
  kind?: Array<NotificationKind>
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
}

export type NotificationsGetInput = {
  /** Id of a notification */
  id: string
}

export type NotificationsReadInput = {
  /** Only notifications of this member; me: the caller, not for API keys. Default: `"me"` */
  member?: string
  /** Only these notifications; the member's others do not change */
  ids?: Array<string>
  /** All of the member's notifications */
  all?: true
}

export type QueuesGetInput = {
  /** Id of a number */
  id: string
}

export type QueuesUpdateInput = {
  /** Id of a number */
  id: string
  /** True to refuse new messages, false to accept them again */
  refuses?: boolean
}

export type QueuesPauseInput = {
  /** Id of a number */
  id: string
}

export type QueuesDrainInput = {
  /** Id of a number */
  id: string
}

export type QueuesResumeInput = {
  /** Id of a number */
  id: string
}

export type QueuesPurgeInput = {
  /** Id of a number */
  id: string
  /** True to cancel scheduled messages too. Default: `false` */
  includeScheduled?: boolean
  /** Only items created before this time */
  createdBefore?: string
  /** Only messages to these phone numbers */
  phones?: Array<string>
  /** Your reference, returned everywhere */
  reference?: string
}

export type QueuesMoveInput = {
  /** Id of a number */
  id: string
  /** Number that will send the messages */
  number: string
  /** Only items created before this time */
  createdBefore?: string
  /** Only messages to these phone numbers */
  phones?: Array<string>
  /** Your reference, returned everywhere */
  reference?: string
}

export type CapabilitiesGetInput = {
  /** Id of a number */
  id: string
}

export type StatisticsAnswersInput = {
  /** Start of the counted period */
  from?: string
  /** End of the counted period; absent: now */
  to?: string
  /** Days begin at midnight in this time zone (IANA name); hours are UTC hours. Default: `"UTC"` */
  timeZone?: string
  /** Length of each bucket. Default: `"day"` */
  interval?: "hour" | "day"
  /** Only these numbers */
  number?: Array<string>
}

export type StatisticsInboxInput = {
  /** Start of the counted period */
  from?: string
  /** End of the counted period; absent: now */
  to?: string
  /** Days begin at midnight in this time zone (IANA name); hours are UTC hours. Default: `"UTC"` */
  timeZone?: string
  /** Length of each bucket. Default: `"hour"` */
  interval?: "hour" | "day"
  /** Only these numbers */
  number?: Array<string>
}

export type StatisticsRatingsInput = {
  /** Start of the counted period */
  from?: string
  /** End of the counted period; absent: now */
  to?: string
  /** Only these numbers */
  number?: Array<string>
}

export type StatisticsDeliveriesInput = {
  /** Id of a number */
  id: string
  /** Start of the counted period */
  from?: string
  /** End of the counted period; absent: now */
  to?: string
  /** Days begin at midnight in this time zone (IANA name); hours are UTC hours. Default: `"UTC"` */
  timeZone?: string
  /** Length of each bucket. Default: `"hour"` */
  interval?: "minute" | "hour" | "day"
}

export type StatisticsUsageInput = {
  /** Start of the counted period */
  from?: string
  /** End of the counted period; absent: now */
  to?: string
  /** Days begin at midnight in this time zone (IANA name); hours are UTC hours. Default: `"UTC"` */
  timeZone?: string
  /** Only these numbers */
  number?: Array<string>
}

export type ContactsCreateInput = {
  phone: string
  /** Full name of the contact */
  name?: string
  /** First name */
  firstName?: string
  /** Last name */
  lastName?: string
  /** Email address */
  email?: string
  /** Company of the contact */
  company?: string
  /** WhatsApp username as of the last message */
  username?: string
  /** Country, ISO 3166-1 alpha-2; default: the phone number's country */
  country?: string
  /** Language, such as de or pt_BR */
  language?: string
  /** Tags of the contact */
  tags?: Array<string>
  /** Custom fields by name */
  fields?: { [name: string]: string }
  /** True to update the contact that has the phone number. Default: `false` */
  upsert?: boolean
}

export type ContactsListInput = {
  /** Start of a word in a name, or a similar spelling if none match, or start of a phone number or email address */
  search?: string
  /** Only the contact with this phone number */
  phone?: string
  /** Contacts with all of these tags */
  tag?: Array<string>
  /** Contacts with none of these tags */
  tagExclude?: Array<string>
  /** Value of a custom field: `field[plan]=gold` */
  field?: { [name: string]: string }
  /** Only contacts in these countries, ISO 3166-1 alpha-2 */
  country?: Array<string>
  /** True: only blocked contacts; false: only contacts not blocked */
  blocked?: boolean
  /** True: only contacts who have opted out; false: only contacts who have not */
  optedOut?: boolean
  /** True: contacts who have sent a message; false: contacts who never have */
  hasReplied?: boolean
  /** True: contacts with a chat, started by either side; false: contacts without one */
  hasChat?: boolean
  /** Contacts that match this segment now */
  segment?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
  /** Only items changed at this time or later */
  updatedAfter?: string
  /** Only items changed before this time */
  updatedBefore?: string
  /** Sort order of the list. Default: `"createdAt:desc"` */
  sort?: "createdAt:asc" | "createdAt:desc" | "updatedAt:asc" | "updatedAt:desc" | "lastMessageAt:asc" | "lastMessageAt:desc" | "name:asc" | "name:desc"
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
}

export type ContactsExportInput = {
  /** Start of a word in a name, or a similar spelling if none match, or start of a phone number or email address */
  search?: string
  /** Only the contact with this phone number */
  phone?: string
  /** Contacts with all of these tags */
  tag?: Array<string>
  /** Contacts with none of these tags */
  tagExclude?: Array<string>
  /** Value of a custom field: `field[plan]=gold` */
  field?: { [name: string]: string }
  /** Only contacts in these countries, ISO 3166-1 alpha-2 */
  country?: Array<string>
  /** True: only blocked contacts; false: only contacts not blocked */
  blocked?: boolean
  /** True: only contacts who have opted out; false: only contacts who have not */
  optedOut?: boolean
  /** True: contacts who have sent a message; false: contacts who never have */
  hasReplied?: boolean
  /** True: contacts with a chat, started by either side; false: contacts without one */
  hasChat?: boolean
  /** Contacts that match this segment now */
  segment?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
  /** Only items changed at this time or later */
  updatedAfter?: string
  /** Only items changed before this time */
  updatedBefore?: string
}

export type ContactsGetInput = {
  /** Id of a contact */
  id: string
}

export type ContactsUpdateInput = {
  /** Id of a contact */
  id: string
  phone?: string
  /** Full name of the contact; null clears it */
  name?: string | null
  /** First name; null clears it */
  firstName?: string | null
  /** Last name; null clears it */
  lastName?: string | null
  /** Email address; null clears it */
  email?: string | null
  /** Company of the contact; null clears it */
  company?: string | null
  /** WhatsApp username as of the last message; null clears it */
  username?: string | null
  /** Country, ISO 3166-1 alpha-2; default: the phone number's country; null clears it */
  country?: string | null
  /** Language, such as de or pt_BR; null clears it */
  language?: string | null
  /** All tags that the contact will have */
  tags?: Array<string>
  /** Custom fields to set; null removes a field */
  fields?: { [name: string]: string | null }
}

export type ContactsRemoveInput = {
  /** Id of a contact */
  id: string
}

export type ContactsEraseInput = {
  /** Id of a contact */
  id: string
  /** The contact's phone number or id */
  confirm: string
}

export type ContactsAddTagsInput = {
  /** Id of a contact */
  id: string
  /** Tags to add or remove */
  tags: Array<string>
}

export type ContactsRemoveTagsInput = {
  /** Id of a contact */
  id: string
  /** Tags to add or remove */
  tags: Array<string>
}

export type ContactsBlockInput = {
  /** Id of a contact */
  id: string
}

export type ContactsUnblockInput = {
  /** Id of a contact */
  id: string
}

export type ContactsOptOutInput = {
  /** Id of a contact */
  id: string
}

export type ContactsOptInInput = {
  /** Id of a contact */
  id: string
}

export type ContactsMergeInput = {
  into: string
  from: string
}

export type ErasuresListInput = {
  /** Only the erasure of this contact */
  contact?: string
  /** Only erasures with this status */
  status?: "running" | "finished"
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
}

export type ErasuresGetInput = {
  /** Id of an erasure */
  id: string
}

export type SegmentsCreateInput = {
  /** Name of the segment */
  name: string
  /** Conditions that a contact must meet */
  filter: ContactFilter
  /** Your description of the segment */
  description?: string
}

export type SegmentsListInput = {
  /** Items per page. Default: `20` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
  /** Only items changed at this time or later */
  updatedAfter?: string
  /** Only items changed before this time */
  updatedBefore?: string
}

export type SegmentsGetInput = {
  /** Id of a segment */
  id: string
}

export type SegmentsUpdateInput = {
  /** Id of a segment */
  id: string
  /** New name */
  name?: string
  /** New description; null clears it */
  description?: string | null
  /** New conditions, which replace all of the old conditions */
  filter?: ContactFilter
}

export type SegmentsRemoveInput = {
  /** Id of a segment */
  id: string
}

export type SegmentsPreviewInput = {
  /** Conditions that a contact must meet */
  filter: ContactFilter
  /** Contacts to return. Default: `10` */
  size?: number
}

export type ImportsCreateInput = {
  /** Text of a CSV file */
  csv?: string
  /** Contacts as objects, instead of a file */
  contacts?: Array<ImportRow>
  /** URL to fetch a file from, once */
  url?: string
  /** The bytes; or the id of a stored file, where the operation accepts one */
  file?: Upload | string
  /** Target of each column: phone, an attribute, tags, `fields.<name>` or ignore */
  mapping?: ImportMapping
  /** True to change nothing and return the counts. Default: `false` */
  dryRun?: boolean
  /** What to do if the phone number is known. Default: `"skip"` */
  onDuplicate?: "skip" | "update" | "error"
  /** Added to every contact. Default: `[]` */
  tags?: Array<string>
}

export type ImportsListInput = {
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
}

export type ImportsGetInput = {
  /** Id of an import */
  id: string
}

export type ImportsErrorsInput = {
  /** Id of an import */
  id: string
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
}

export type ImportsExportErrorsInput = {
  /** Id of an import */
  id: string
}

export type GroupsCreateInput = {
  number: string
  /** Name of the group, shown to its participants */
  name: string
  /** Description of the group, at most 2,048 characters */
  description?: string
  /** True when people who follow the link must be approved; cannot be changed later. Default: `false` */
  joinApproval?: boolean
  /** People to invite when the group is active */
  participants?: Array<string>
  /** Text of the invitation to the participants */
  invitation?: InvitationText
}

export type GroupsListInput = {
  /** Id of a number */
  number?: string
  /** Only an active group takes messages. suspended: by the provider, until it lifts the suspension */
  status?: "creating" | "active" | "suspended" | "deleting" | "deleted" | "failed"
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
  /** Only items changed at this time or later */
  updatedAfter?: string
  /** Only items changed before this time */
  updatedBefore?: string
}

export type GroupsGetInput = {
  /** Id of a group */
  id: string
}

export type GroupsUpdateInput = {
  /** Id of a group */
  id: string
  /** Name of the group, shown to its participants */
  name?: string
  /** New description; null clears it */
  description?: string | null
  /** Must be the current value; to change it, create a new group */
  joinApproval?: boolean
}

export type GroupsRemoveInput = {
  /** Id of a group */
  id: string
}

export type GroupsSetImageInput = {
  /** Id of a group */
  id: string
  /** The bytes in base64; a JSON body has at most 1 MiB */
  content?: string
  /** The bytes; or the id of a stored file, where the operation accepts one */
  file?: Upload | string
  /** Ignored */
  filename?: string
  /** Type of the bytes, which are always checked */
  mime?: string
}

export type ParticipantsListInput = {
  /** Id of a group */
  id: string
  /** Only people with these statuses */
  status?: Array<ParticipantStatus>
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
}

export type ParticipantsInviteInput = {
  /** Id of a group */
  id: string
  /** Phone numbers of the people to invite, 1 to 8 */
  phones: Array<string>
  /** Text of the invitation; default: a standard text */
  invitation?: InvitationText
}

export type ParticipantsRemoveInput = {
  /** Id of a group */
  id: string
  /** Phone numbers or user ids of the people to remove */
  participants: Array<string>
}

export type JoinRequestsListInput = {
  /** Id of a group */
  id: string
  /** Only requests with these statuses */
  status?: Array<JoinRequestStatus>
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
  /** Only items changed at this time or later */
  updatedAfter?: string
  /** Only items changed before this time */
  updatedBefore?: string
}

export type JoinRequestsApproveInput = {
  /** Id of a group */
  id: string
  /** Ids of requests */
  requests: Array<string>
}

export type JoinRequestsRejectInput = {
  /** Id of a group */
  id: string
  /** Ids of requests */
  requests: Array<string>
}

export type InvitesGetInput = {
  /** Id of a group */
  id: string
}

export type InvitesRevokeInput = {
  /** Id of a group */
  id: string
}

export type ChannelsCreateInput = {
  number: string
  /** Name, not shown to the audience */
  name: string
  /** Your description */
  description?: string
  segment?: string
}

export type ChannelsListInput = {
  /** Id of a number */
  number?: string
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
  /** Only items changed at this time or later */
  updatedAfter?: string
  /** Only items changed before this time */
  updatedBefore?: string
}

export type ChannelsGetInput = {
  /** Id of a channel */
  id: string
}

export type ChannelsUpdateInput = {
  /** Id of a channel */
  id: string
  /** Name, not shown to the audience */
  name?: string
  /** Your description */
  description?: string | null
  /** Segment to use as the audience; null: the subscribers */
  segment?: string | null
}

export type ChannelsRemoveInput = {
  /** Id of a channel */
  id: string
}

export type SubscribersListInput = {
  /** Id of a channel */
  id: string
  /** Only people with this status */
  status?: "subscribed" | "unsubscribed"
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
}

export type SubscribersAddInput = {
  /** Id of a channel */
  id: string
  /** True: people who left by sending a word have agreed again. Default: `false` */
  reconsented?: boolean
  /** Phone numbers of the people, 1 to 1,000 */
  phones: Array<string>
  /** Country of phone numbers such as `0151 20007556`; default: the workspace's country */
  country?: string
}

export type SubscribersRemoveInput = {
  /** Id of a channel */
  id: string
  /** Phone numbers of the people, 1 to 1,000 */
  phones: Array<string>
  /** Country of phone numbers such as `0151 20007556`; default: the workspace's country */
  country?: string
}

export type PostsCreateInput = {
  channel: string
  /** The text, the caption of media, or the body of other content */
  message?: string
  /** Media by `url`; to send a stored file, use POST /v1/messages with `channel` */
  media?: LinkedMedia
  /** Shown above the body: text with buttons, a list or products, or media by `url` with buttons */
  header?: string | {
    /** Image, video or document */
    media: LinkedMedia
  }
  /** Also reaches people who have sent no message within 24 h */
  template?: LinkedTemplateContent
  /** Show a preview of the first link */
  previewUrl?: boolean
  /** If the 24-hour window is closed when the message is due: fail, hold until the customer writes or calls, or send a template. If the customer never did, the provider decides */
  onWindowClosed?: OnWindowClosed
  /** Time to begin, within a year from now; null or omitted: at once */
  deliverAt?: string | null
  /** Seconds that each message stays valid after it enters the queue; default 10 h */
  expiresIn?: number
  /** Phone numbers that get it first, even if they never subscribed; it is `testing` until stopped, or resumed for everyone else */
  test?: Array<string>
  /** A place, or a request for the customer's location */
  location?: LocationToSend
  /** 1–5 contact cards */
  contacts?: Array<ContactCard>
  /** Sent as buttons, a list or numbered text if the provider does not support polls; votes are counted */
  poll?: PollToSend
  /** 1–3 quick replies, or one link; message is the body */
  buttons?: Array<Button>
  /** At most 10 rows in total; message is the body */
  list?: ListContent
  /** One product from your catalog; message is the text above it */
  product?: ProductToSend
  /** At most 30 products in total; message is the body, and a text header is required */
  products?: ProductsContent
  /** A button that opens your whole catalog; message is the body */
  catalog?: CatalogContent
  /** Shown below the body of buttons, a list, products or a catalog */
  footer?: string
  /** Content that has no field here, in the provider's format */
  native?: NativeContent
}

export type PostsListInput = {
  /** Only posts to this broadcast channel */
  channel?: string
  /** Only posts with one of these statuses */
  status?: Array<"scheduled" | "testing" | "gathering" | "posting" | "paused" | "stopping" | "stopped" | "posted">
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
}

export type PostsGetInput = {
  /** Id of a post */
  id: string
}

export type PostsUpdateInput = {
  /** Id of a post */
  id: string
  /** Time to begin, within a year from now; null or omitted: at once */
  deliverAt: string | null
}

export type PostsPauseInput = {
  /** Id of a post */
  id: string
}

export type PostsResumeInput = {
  /** Id of a post */
  id: string
}

export type PostsStopInput = {
  /** Id of a post */
  id: string
}

export type NumbersCreateInput = {
  /** Your name for the number */
  name: string
  /** `simulator` needs no provider account and reaches no one. Default: `"cloud"` */
  provider?: "cloud" | "simulator"
  /** The provider's id for the number */
  phoneNumberId?: string
  /** The provider's id for the business account that the number belongs to */
  businessAccountId?: string
  /** System user token; stored encrypted, never returned */
  accessToken?: string
  /** App secret that signs callbacks; stored encrypted, never returned */
  appSecret?: string
  /** Token for the verification request; generated if omitted */
  verifyToken?: string
  /** True to send messages without `number` from this number; the first number is the default */
  default?: boolean
  /** Sending rate and quiet hours */
  settings?: NumberSettings
}

export type NumbersListInput = {
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
}

export type NumbersGetInput = {
  /** Id of a number */
  id: string
}

export type NumbersUpdateInput = {
  /** Id of a number */
  id: string
  /** New name of the number */
  name?: string
  /** Makes this the number that sends messages without `number` */
  default?: true
  /** Settings to change; omitted settings stay as they are */
  settings?: NumberSettings
  /** A new token */
  accessToken?: string
  /** A new app secret that signs callbacks */
  appSecret?: string
}

export type NumbersDisconnectInput = {
  /** Id of a number */
  id: string
}

export type NumbersSimulateInput = {
  /** Id of a number */
  id: string
  /** Message from a customer */
  message?: {
    from: string
    /** The provider's message type, such as text, image or location. Default: `"text"` */
    type?: string
    /** Text, or caption of media */
    text?: string
    /** Name in the customer's profile */
    name?: string
    /** The provider's id for the message it replies to */
    replyTo?: string
    /** The group it is sent in: its `id` or `providerId` */
    groupId?: string
    /** Content of types other than text, in the provider's format. Without it, media use a sample, with `text` as the caption */
    content?: { [name: string]: Json } | Array<{ [name: string]: Json }>
  }
  /** Provider report about a message that was sent */
  status?: {
    /** Id of the message, or the provider's id for it */
    message: string
    /** State to report */
    status: "sent" | "delivered" | "read" | "played" | "failed"
    /** Provider error code, for `failed` */
    error?: number
  }
  /** Provider outage */
  outage?: {
    /** `refuse`: no connection; `hang`: no response; `error`: status 500; `cut`: the response breaks off; `throttle`: status 429 */
    kind: "refuse" | "hang" | "error" | "cut" | "throttle"
    /** Duration in seconds; 0 ends an outage */
    seconds: number
  }
  /** Lets time pass for the provider */
  advance?: {
    /** Seconds to pass */
    seconds: number
  }
  /** Provider decision about the number: quality, limit, status, name */
  account?: {
    /** New quality rating */
    quality?: "GREEN" | "YELLOW" | "RED"
    /** New limit on people per day */
    messagingLimit?: "TIER_50" | "TIER_250" | "TIER_2K" | "TIER_10K" | "TIER_100K" | "TIER_UNLIMITED"
    /** New status of the number with the provider */
    status?: "CONNECTED" | "RESTRICTED" | "RATE_LIMITED" | "FLAGGED" | "BANNED" | "OFFLINE"
    /** Whether the account may send, whatever the status; a new status resets it */
    canSend?: "AVAILABLE" | "LIMITED" | "BLOCKED"
    /** Decision about a new display name */
    name?: {
      /** The display name */
      name: string
      /** The provider's decision */
      decision: "APPROVED" | "REJECTED" | "DEFERRED"
    }
    /** Decision about a template */
    template?: {
      /** Name of the template */
      name: string
      /** New status of the template */
      status: "APPROVED" | "REJECTED" | "PAUSED" | "DISABLED"
    }
  }
  /** Event in one of the number's groups */
  group?: {
    /** The group: its `id` or `providerId` */
    group: string
    /** follow_link: a person joins, or requests to join where approval is needed; withdraw: a person withdraws the request; leave: a person leaves; suspend, clear: the provider suspends the group or lifts the suspension */
    action: "follow_link" | "withdraw" | "leave" | "suspend" | "clear"
    /** Phone number, or the user id of a person who hides it; for the first three actions */
    who?: string
    /** Invite link that the person follows; default: the valid link */
    link?: string
  }
  /** Provider report about the account, as a callback only: the number does not change */
  change?: {
    /** The provider's field name, such as account_update. The simulator guide lists the fields that have a sample */
    field: string
    /** The value of the report in the provider's format; default: the field's sample */
    value?: { [name: string]: Json }
  }
}

export type SessionsRefreshInput = {
  /** Id of a number */
  id: string
}

export type SessionsRequestCodeInput = {
  /** Id of a number */
  id: string
  /** How the code is sent. Default: `"sms"` */
  method?: "sms" | "voice"
  /** Language of the text message or call, such as en_US. Default: `"en_US"` */
  language?: string
}

export type SessionsVerifyCodeInput = {
  /** Id of a number */
  id: string
  /** The six digits that the provider sent */
  code: string
}

export type SessionsRegisterInput = {
  /** Id of a number */
  id: string
  /** Two-step verification PIN, six digits */
  pin: string
}

export type SessionsDeregisterInput = {
  /** Id of a number */
  id: string
}

export type ProfilesGetInput = {
  /** Id of a number */
  id: string
}

export type ProfilesUpdateInput = {
  /** Id of a number */
  id: string
  /** Can be replaced, but not cleared */
  about?: string
  /** Address of the business */
  address?: string | null
  /** Description of the business */
  description?: string | null
  /** Email address of the business */
  email?: string | null
  /** Websites of the business */
  websites?: Array<string>
  /** Line of business */
  vertical?: "OTHER" | "AUTO" | "BEAUTY" | "APPAREL" | "EDU" | "ENTERTAIN" | "EVENT_PLAN" | "FINANCE" | "GROCERY" | "GOVT" | "HOTEL" | "HEALTH" | "NONPROFIT" | "PROF_SERVICES" | "RETAIL" | "TRAVEL" | "RESTAURANT" | "ALCOHOL" | "ONLINE_GAMBLING" | "PHYSICAL_GAMBLING" | "OTC_DRUGS" | null
}

export type ProfilesSetPictureInput = {
  /** Id of a number */
  id: string
  /** The bytes in base64; a JSON body has at most 1 MiB */
  content?: string
  /** The bytes; or the id of a stored file, where the operation accepts one */
  file?: Upload | string
  /** Ignored */
  filename?: string
  /** Type of the bytes, which are always checked */
  mime?: string
}

export type TemplatesListInput = {
  /** Id of a number */
  id: string
  /** Only the template with this name */
  name?: string
  /** Only templates in this language */
  language?: string
  /** Only templates with this status */
  status?: "APPROVED" | "PENDING" | "REJECTED" | "PAUSED" | "DISABLED"
  /** Items per page. Default: `25` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
}

export type TemplatesCreateInput = {
  /** Id of a number */
  id: string
  /** Name of the template: lowercase letters, digits and underscores */
  name: string
  /** Language of the template, such as en or en_US */
  language: string
  /** Purpose, which determines the price and the provider's rules */
  category: "MARKETING" | "UTILITY"
  /** Text with variables by position, `{{1}}`, or by name, `{{first_name}}` */
  body: string
  /** Text without variables, or a stored image, video or document as the sample; each message specifies its file */
  header?: string | {
    /** Stored file to use as the sample */
    media: {
      file: string
    }
  }
  /** Sample value for each variable, by name or position; required by the provider */
  samples?: { [name: string]: string }
  /** Line below the body */
  footer?: string
  /** A quick reply unless `url` or `phone` is given */
  buttons?: Array<{
    /** Text of the button */
    text: string
    /** URL to open */
    url?: string
    /** Phone number that the button calls */
    phone?: string
  }>
}

export type TemplatesGetInput = {
  /** Id of a number */
  id: string
  /** Name of the template */
  name: string
}

export type TemplatesRemoveInput = {
  /** Id of a number */
  id: string
  /** Name of the template */
  name: string
}

export type PhonesValidateInput = {
  /** Phone numbers to check, 1 to 1,000 */
  phones: Array<string>
}

export type PhonesExistsInput = {
  /** Phone numbers to check, 1 to 1,000 */
  phones: Array<string>
}

export type UpdatesListInput = {
  /** Id of a number */
  id: string
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
}

export type WebhooksStatisticsInput = {
  /** Id of a webhook */
  id: string
  /** Start of the counted period */
  from?: string
  /** End of the counted period; absent: now */
  to?: string
  /** Length of an interval. Default: `"hour"` */
  interval?: "minute" | "hour" | "day"
}

export type WebhooksCreateInput = {
  /** Your name for it */
  name?: string
  /** Only events of this number */
  number?: string
  /** Secret header, sent with every delivery */
  secretHeader?: SecretHeader
  /** Format of the payloads; `posthorn`: this API's events. Other APIs have other formats. Default: `"posthorn"` */
  format?: string
  /** `paused`: until you resume it. Default: `"active"` */
  status?: "active" | "paused"
  /** Token for the verification request, with `format: graph` */
  verifyToken?: string
  /** Kinds to subscribe to: exact names, all of a noun (`message:*`) or all (`*`) */
  events: Array<string>
  /** URL that events are posted to */
  url?: string
  /** Up to 5 URLs, instead of `url` */
  urls?: Array<string>
  /** Maximum deliveries per second to each URL, half of that in replays; null: no limit */
  ratePerSecond?: number | null
}

export type WebhooksListInput = {
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
  /** Only items changed at this time or later */
  updatedAfter?: string
  /** Only items changed before this time */
  updatedBefore?: string
}

export type WebhooksGetInput = {
  /** Id of a webhook */
  id: string
}

export type WebhooksUpdateInput = {
  /** Id of a webhook */
  id: string
  /** New name; null removes it */
  name?: string | null
  /** Only events of this number; null: of all numbers */
  number?: string | null
  /** New secret header; null removes it */
  secretHeader?: SecretHeader | null
  /** Cannot be changed */
  format?: string
  /** Kinds to subscribe to: exact names, all of a noun (`message:*`) or all (`*`) */
  events?: Array<string>
  /** URL that events are posted to */
  url?: string
  /** Up to 5 URLs, instead of `url` */
  urls?: Array<string>
  /** Maximum deliveries per second to each URL, half of that in replays; null: no limit */
  ratePerSecond?: number | null
}

export type WebhooksRemoveInput = {
  /** Id of a webhook */
  id: string
}

export type WebhooksTestInput = {
  /** Id of a webhook */
  id: string
  /** Kind of event to send a sample of. Default: `"message:in"` */
  event?: string
}

export type WebhooksResumeInput = {
  /** Id of a webhook */
  id: string
}

export type WebhooksPauseInput = {
  /** Id of a webhook */
  id: string
}

export type WebhooksDeliveriesInput = {
  /** Id of a webhook */
  id: string
  /** Only deliveries with these statuses */
  status?: Array<DeliveryStatus>
  /** Only deliveries of these kinds of events; `message:*` is allowed */
  events?: Array<string>
  /** Only deliveries of events with a greater sequence */
  after?: number
  /** Only deliveries of events with a smaller sequence */
  before?: number
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
}

export type SecretsRotateInput = {
  /** Id of a webhook */
  id: string
  /** Hours during which the old secret also signs. Default: `24` */
  graceHours?: number
}

export type ReplaysCreateInput = {
  /** Id of a webhook */
  id: string
  /** Multiple of the original speed of the events; default: as fast as the receiver accepts them */
  speed?: number
  /** True to deliver only events whose delivery was given up. Default: `false` */
  onlyFailed?: boolean
  /** True to also make deliveries that are waiting for another attempt now; with `onlyFailed`, they count as failed. Default: `false` */
  withWaiting?: boolean
  from: string
  /** Default: now */
  to?: string
  /** Only these of the webhook’s event kinds; `message:*` is allowed */
  events?: Array<string>
  /** Only events about this chat and its messages */
  chat?: string
}

export type ReplaysListInput = {
  /** Id of a webhook */
  id: string
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page, from its Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
}

export type ReplaysPreviewInput = {
  /** Id of a webhook */
  id: string
  from: string
  /** Default: now */
  to?: string
  /** Only these of the webhook’s event kinds; `message:*` is allowed */
  events?: Array<string>
  /** Only events about this chat and its messages */
  chat?: string
}

export type ReplaysGetInput = {
  /** Id of a webhook */
  id: string
  /** Id of a replay */
  replay: string
}

export type ReplaysStopInput = {
  /** Id of a webhook */
  id: string
  /** Id of a replay */
  replay: string
}

export type DeliveriesGetInput = {
  /** Id of a delivery */
  id: string
}

export type DeliveriesRetryInput = {
  /** Id of a delivery */
  id: string
}

export type EventsListInput = {
  /** Return events with a greater sequence. Default: `0` */
  after?: number
  /** desc: the newest events first, without waiting; `before` continues a page. Default: `"asc"` */
  order?: "asc" | "desc"
  /** Return events with a smaller sequence */
  before?: number
  /** Only events at this time or later */
  occurredAfter?: string
  /** Only events before this time */
  occurredBefore?: string
  /** Return events about this message */
  message?: string
  /** Return events about this chat and its messages, including messages moved into or out of it */
  chat?: string
  /** Return events of these numbers */
  number?: Array<string>
  /** Only these kinds of events, as in a webhook; `message:*` is allowed */
  events?: Array<string>
  /** Items per page. Default: `50` */
  size?: number
  /** Seconds to wait for an event. Default: `0` */
  wait?: number
}

export type EventsGetInput = {
  /** Id of an event */
  id: string
}

export type EventsDeliveriesInput = {
  /** Id of an event */
  id: string
}

export type MessagesBatchOutput = Array<MessagesBatchAnswer>

export type MessagesReceiptsOutput = Array<Receipt>

export type ChatsUpdateManyOutput = Array<Chat>

export type ChatsCountsOutput = { [name: string]: ChatCount }

export type AutomationsTryOutOutput = Array<TriedAutomation>

export type ParticipantsInviteOutput = Array<Participant>

export type ParticipantsRemoveOutput = ParticipantsInviteOutput

export type JoinRequestsApproveOutput = Array<JoinRequest>

export type JoinRequestsRejectOutput = JoinRequestsApproveOutput

export type SubscribersAddOutput = Array<Subscriber>

export type SubscribersRemoveOutput = SubscribersAddOutput

export type PhonesValidateOutput = Array<PhonesValidateAnswer>

export type PhonesExistsOutput = Array<PhonesExistsAnswer>

export type WebhooksTestOutput = Array<WebhooksTestAnswer>

export type EventsListOutput = Array<LoggedEvent>

export type EventsDeliveriesOutput = Array<Delivery>

export type EventsKindsOutput = Array<EventsKindsAnswer>
