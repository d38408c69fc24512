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
  | "channel:not_found"
  | "channel:empty"
  | "post:undelivered"
  | "post:not_found"
  | "post:not_running"
  | "post:begun"
  | "post:ended"
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
  /** Member whose session called; null for a key */
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
  /** Operations that the caller may use, by their names in the reference */
  may: Array<string>
  /** Value of the header `Csrf` of this session; null for a key */
  csrf: string | null
  /** Workspaces of the person; empty for a key */
  workspaces: Array<{
    id: string
    /** Name of the workspace */
    name: string
    role: Role
  }>
  /** Limits of requests */
  limits: {
    /** Limit of this key or session */
    perKey: RateOfRequests
    /** Limit of all keys and sessions of the workspace together */
    perWorkspace: RateOfRequests
  }
  /** Messages of today; null while they cannot be counted, and for keys without the `read` scope */
  usage: {
    /** YYYY-MM-DD, UTC */
    day: string
    /** Incoming messages of the day */
    in: number | null
    /** Outgoing messages of the day */
    out: number | null
  }
}

export type AccountReport = {
  /** The provider's name of the report, such as account_update or account_alerts */
  field: string
  /** The provider's word, such as ACCOUNT_RESTRICTION */
  event: string
  /** The violation, restrictions, status of the ban, or description of the alert */
  reason: string | null
  /** End of the last restriction */
  until: string | null
  /** Date of the ban in the provider's words */
  bannedAt: string | null
  /** The report as the provider sent it */
  details: JsonObject
}

export type Actor = {
  /** Kind of the actor: an API key, a member in the dashboard, a service or operator, or an automation */
  type: "key" | "member" | "service" | "automation"
  /** Id of the key, member or automation, or name of the service */
  id: string
  /** Name of the key, member or automation at that time; null for services, and where it was not recorded */
  name: string | null
}

export type AddressRange = string

export type AnswerBucket = AnswerCounts & {
  from: string
}

export type AnswerCounts = AnswersGiven & {
  /** Incoming messages */
  in: number
}

/** Time from the first unanswered message of the customer to the answer */
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
  /** Outgoing messages, without those of posts and automations */
  out: number
  /** First outgoing messages after messages of the customer */
  answers: number
  /** Time to answer; null: none */
  answerMs: AnswerTimes | null
}

export type AnswersOfMember = AnswersGiven & {
  member: string
  /** Name of the member at their latest answer */
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
  /** True for a key for tests, which reaches simulator numbers only */
  test: boolean
  /** Time when the key was revoked; null: it was not */
  revokedAt: string | null
  /** Time of the last request, to the minute; null: not used yet */
  lastUsedAt: string | null
  /** IP address of the last request */
  lastUsedFrom: string | null
  /** Creator of the key; null where it was not recorded */
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
export type AssigneeChange = {
  /** A member of the workspace; see GET /v1/team */
  member?: string
  /** The member's email address */
  email?: string
} | null

export type AuditChange = {
  /** Kind of the changed object, such as api_key */
  thing: string
  /** Id of the changed object; null where it has none */
  id: string | null
  /** Changed fields before; null: the object was created */
  before: JsonObject | null
  /** Changed fields after; null: the object was removed */
  after: JsonObject | null
}

export type AuditEntry = {
  /** Actor of the action */
  actor: Actor
  /** Service that performed the action */
  service: string
  /** Operation, by its name in the reference */
  operation: string
  /** Id of the object of the action */
  target: string | null
  /** Address of the caller; for operators, of the connection to the service */
  ip: string | null
  /** Id of the request, as in `X-Request-Id` */
  requestId: string
  /** Input of the caller. Text that may be personal or secret is replaced by `#` and a keyed hash */
  given: JsonObject
  /** Changed objects. Where a service changes many rows at once, they are not listed */
  changes: Array<AuditChange>
  /** True when given and changes were left out because they are over 16 KiB */
  truncated: boolean
  id: string
  workspace: string
  /** Position in the log, without gaps */
  sequence: number
  /** Time of the action */
  createdAt: string
  /** `hash` of the previous entry; 64 zeros for the first */
  previous: string
  /** SHA-256, hex, of this entry without `hash`, as canonical JSON (RFC 8785) */
  hash: string
}

export type AutomatedAction = {
  /** Kind of the action */
  action: "assign" | "label" | "reply" | "rating"
  status: AutomationStatus
  /** Reason of a skipped or failed action: the chat is assigned already; no member has room for another chat; what it names is gone; the chat has the labels already; the customer opted out; the 24-hour window is closed; it replied in this chat or the customer was asked for a rating recently; the message came an hour ago or earlier; the message was refused with `errorCode`; an error of the service */
  reason: "assigned" | "no_capacity" | "member_missing" | "department_missing" | "labeled" | "label_missing" | "opted_out" | "window_closed" | "repeated" | "late" | "refused" | "error" | null
  /** Error of a refused message */
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
  /** Unique in the workspace, ignoring case; the history of chats shows it */
  name: string
  /** True when it runs */
  enabled: boolean
  trigger: AutomationTrigger
  conditions: AutomationConditions
  actions: AutomationActions
}

/** Actions, in the order in which they are done: assign, label, reply, rating */
export type AutomationActions = {
  /** Assigns the chat, unless it is assigned already */
  assign?: AutomationAssignment
  /** Labels to add to the chat, each by id or name */
  labels?: Array<string>
  /** Sends a text, but not to a customer who opted out or outside the 24-hour window. The chat still waits for an answer */
  reply?: AutomationReply
  /** Asks for a rating of the conversation under the same conditions; only with the trigger `chat_resolved` */
  rating?: AutomationRating
}

export type AutomationAssignment = {
  /** The member to assign it to */
  member?: string
  /** Assigns to the members of this department in turn */
  department?: string
  /** With `department`: open chats that a member can have; absent: any number */
  capacity?: number
}

/** Conditions on the chat and the message; all of them must hold */
export type AutomationConditions = {
  /** Only chats of these numbers */
  number?: Array<string>
  /** Chats with at least one of these labels, each by id or name */
  label?: Array<string>
  /** Chats with none of these labels, each by id or name */
  labelExclude?: Array<string>
  /** Messages with at least one of these words or phrases, ignoring case and accents */
  words?: Array<string>
  /** `open`: only within the business hours of the workspace; `closed`: only outside of them */
  hours?: "open" | "closed"
  /** Only customers who have opted out, or with false only others */
  optedOut?: boolean
}

/** Fields of an automation */
export type AutomationFields = {
  /** Unique in the workspace, ignoring case; the history of chats shows it */
  name?: string
  /** True when it runs */
  enabled?: boolean
  trigger?: AutomationTrigger
  conditions?: AutomationConditions
  actions?: AutomationActions
}

export type AutomationRating = {
  /** The question */
  message: string
  /** The answers, the best first: 5 are a list with the scores 5 to 1, 3 are buttons with 5, 3 and 1; absent: five to one ★ */
  options?: Array<string>
  /** Text of the button that opens the list; absent: ★ */
  button?: string
  /** Days in which no automation asks the same customer again; absent: 30 */
  pauseDays?: number
  /** Days in which an answer counts; absent: 3 */
  answerDays?: number
  /** Text that the customer gets after their first answer, once for each question; absent: none */
  thanks?: string
}

export type AutomationReply = {
  /** Text of the reply */
  message: string
  /** Hours in which it replies once in a chat; absent: 12 */
  pauseHours?: number
}

export type AutomationRun = {
  id: string
  automation: string
  /** Name of the automation at that time */
  name: string
  chat: string
  /** Message of the customer that caused it; null: the chat was resolved */
  message: string | null
  status: AutomationStatus
  /** Result of each action */
  actions: Array<AutomatedAction>
  /** Member that the chat was assigned to; null: not assigned */
  assignee: Assignee | null
  /** Labels that the chat got */
  labels: Array<ChatLabel>
  /** Message that was sent; null: none */
  reply: string | null
  /** Question for a rating that was sent; null: none */
  question: string | null
  createdAt: string
}

/** `skipped`: there was a reason not to act; `failed`: it was tried and refused */
export type AutomationStatus = "done" | "skipped" | "failed"

/** `conversation_started`: a customer wrote for the first time, or in a resolved or archived chat; `message_received`: a customer wrote; `chat_resolved`: a member or key resolved the chat */
export type AutomationTrigger = "conversation_started" | "message_received" | "chat_resolved"

export type AutomationsCreateBody = {
  /** Unique in the workspace, ignoring case; the history of chats shows it */
  name: string
  trigger: AutomationTrigger
  actions: AutomationActions
  /** True when it runs. Default: `true` */
  enabled?: boolean
  /** Default: `{}` */
  conditions?: AutomationConditions
}

export type AutomationsTryOutBody = {
  /** Number of messages or resolved chats. Default: `20` */
  last?: number
}

export type AutomationsUpdateBody = AutomationFields

export type BatchRefusal = {
  errorCode: ErrorCode
  /** What went wrong, and how to fix it */
  message: string
  /** True when the same message may succeed later */
  retryable: boolean
  /** Invalid fields of this message: the first 10; at most 100 in the response */
  errors: Array<FieldError>
  /** Number of further invalid fields, which `errors` omits */
  moreErrors: number
}

export type BusinessHours = {
  /** Day of the week */
  day: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday"
  /** Beginning, in the time zone of the workspace */
  from: string
  /** End, later than `from`; 23:59 is the end of the day */
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
  /** Web pages of the business, at most two */
  websites: Array<string>
  /** Line of business */
  vertical: string | null
  /** URL of the picture at the provider; null: none */
  pictureUrl: string | null
}

export type Button = {
  /** Text of the button */
  text: string
  /** Returned in the reply; absent: derived from the position */
  id?: string
  /** URL that the button opens */
  url?: string
  /** Phone that the button calls */
  phone?: string
}

export type CallMissedData = {
  number: string
  /** The provider's id of the call */
  call: string
  /** Caller */
  from: {
    /** Phone of the caller */
    phone: string | null
    /** The provider's id of a caller whose phone is hidden */
    userId: string | null
    /** Name in the caller's profile */
    name: string | null
  }
  endedAt: string
  /** End of the call, in the provider's words */
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
  /** Message types, and how each is sent */
  messages: Array<{
    /** Type of the message */
    type: "text" | "image" | "video" | "audio" | "voice" | "document" | "sticker" | "location" | "location_request" | "contacts" | "poll" | "buttons" | "list" | "product" | "products" | "catalog" | "reaction" | "template" | "native"
    /** For a chat with one person */
    direct: "native" | "rendered" | "unsupported"
    /** For a group */
    group: "native" | "rendered" | "unsupported"
    /** For a broadcast channel */
    channel: "native" | "rendered" | "unsupported"
    /** Alternative where the type is unsupported, as in the error message */
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
    /** Types of files that the provider accepts */
    mimes: Array<string>
    /** Maximum file size in bytes */
    bytesMax: number
    /** True if it can have a caption, of at most captionCharactersMax */
    caption: boolean
  }>
  /** Maximum characters of a text */
  textCharactersMax: number
  /** Limit of captions and of the body of buttons, lists, products, catalogs and location requests */
  captionCharactersMax: number
  /** Limits of buttons */
  buttons: {
    /** Quick replies of one message */
    repliesMax: number
    /** Buttons with a link, instead of quick replies */
    linksMax: number
    /** Buttons that call a phone; templates may have them */
    phonesMax: number
  }
  /** In all sections together */
  listRowsMax: number
  /** Hours after the customer's last message in which messages other than templates are sent; null: no limit */
  customerWindowHours: number | null
  /** True when customers can see that their messages were read */
  readReceipts: boolean
  /** inbound-only: shown only in reply to a message of the customer */
  typing: "inbound-only"
  /** True if a sent message can be changed */
  edits: boolean
  /** True if a sent message can be deleted for the customer */
  deletions: boolean
  /** Limits of groups */
  groups: {
    /** People in a group, without the number itself */
    peopleMax: number
    /** People join by a link that is sent to them */
    adding: "invitation"
  }
  /** rendered: a broadcast channel is an audience stored here, and each subscriber gets a separate message */
  channels: "native" | "rendered"
}

export type CatalogContent = {
  /** Your id of the product whose image is shown above the text */
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
  /** True when the member cannot reach the workspace */
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
  /** Posts go to the people who match it at that moment; null: to subscribers */
  segment: string | null
  /** People who are subscribed now */
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
  /** Name of the broadcast channel, which its people do not see */
  name: string
  /** Your explanation of the broadcast channel */
  description?: string
  segment?: string
}

export type ChannelsUpdateBody = {
  /** Name of the broadcast channel, which its people do not see */
  name?: string
  /** Your explanation of the broadcast channel */
  description?: string | null
  /** Segment that is the audience; null: the subscribers */
  segment?: string | null
}

export type Chat = {
  id: string
  number: string
  type: ChatType
  /** Name of the contact, group or broadcast channel; null when unknown */
  name: string | null
  /** Phone of the person, E.164; null in groups and broadcast channels, and where it is hidden */
  phone: string | null
  /** Contact of the chat; null in groups and broadcast channels */
  contact: string | null
  /** Group of the chat; null in a group chat whose group was not created here */
  group: string | null
  /** Broadcast channel of the chat; null otherwise */
  channel: string | null
  /** Status of the work on the chat */
  status: ChatStatus
  /** True when the chat has messages that no one has read, or was marked unread */
  unread: boolean
  /** Number of unread messages */
  unreadCount: number
  /** True when the chat is kept at the top of the list */
  pinned: boolean
  /** An incoming message does not reopen it */
  muted: boolean
  /** Member that the chat is assigned to; null: unassigned */
  assignee: Assignee | null
  /** Labels of the chat */
  labels: Array<ChatLabel>
  /** Snooze of the chat; null: none */
  snooze: ChatSnooze | null
  /** Latest rating by the customer; null: none */
  rating: ChatRating | null
  /** The newest outgoing message failed or expired */
  failed: boolean
  /** Latest message in either direction; null in an empty chat */
  lastMessage: ShortMessage | null
  /** Time of the first message that waits for an answer; an answer other than of a post or an automation, resolving and archiving end it */
  waitingSince: string | null
  /** Time of the last message of the customer; null: none yet */
  lastInboundAt: string | null
  /** Time of the last message to the customer; null: none yet */
  lastOutboundAt: string | null
  /** End of the 24-hour window for free-form messages; null if the customer has never written */
  windowClosesAt: string | null
  /** Increases with each change: a higher version is newer */
  version: number
  createdAt: string
  updatedAt: string
}

/** Changes of the chat as soon as the message is sent, such as `{ "status": "resolved" }`, but not if it fails; as in PATCH /v1/chats */
export type ChatActions = {
  assignee?: AssigneeChange
} & ChatFields

export type ChatActionsView = {
  /** Member that the chat is assigned to; null: unassigned */
  assignee?: {
    member: string
  } | null
} & ChatFields

/** Members, by id or email address; none: assigned to no one; me: to the member who asks, not for API keys */
export type ChatAssignees = Array<string>

/** woken: the time of a snooze has come, or the customer wrote; automated: an automation ran; rated: the customer rated the conversation; renamed: a label of the chat, or the name or email address of the assigned member, has changed; phone: the customer has another phone or user id */
export type ChatChange = "created" | "reopened" | "pending" | "resolved" | "archived" | "read" | "unread" | "pinned" | "unpinned" | "muted" | "unmuted" | "snoozed" | "unsnoozed" | "woken" | "assigned" | "unassigned" | "labeled" | "renamed" | "noted" | "automated" | "rated" | "phone" | "deleted"

/** Conditions on chats */
export type ChatConditions = {
  /** Only chats in these statuses */
  status?: Array<ChatStatus>
  /** Only unread chats, or with false only read ones */
  unread?: boolean
  /** Only pinned chats, or with false only others */
  pinned?: boolean
  /** Only muted chats, or with false only others */
  muted?: boolean
  /** Only chats whose customer has written, or with false only others */
  written?: boolean
  /** Only chats whose customer waits for an answer */
  waiting?: boolean
  /** Only chats whose customer has waited longer than `answerGoalMinutes`, or with false only others */
  overdue?: boolean
  /** Only snoozed chats, or with false only others */
  snoozed?: boolean
  /** Only chats whose newest outgoing message failed or expired */
  failed?: boolean
  window?: ChatWindow
  assignee?: ChatAssignees
  mentioned?: MentionedMember
  /** Chats with at least one of these labels, each by id or name */
  label?: Array<string>
  /** Chats with none of these labels, each by id or name */
  labelExclude?: Array<string>
  /** Only chats of these numbers */
  number?: Array<string>
  /** Only chats of these kinds */
  type?: Array<ChatType>
}

export type ChatCount = {
  /** Number of the chats */
  total: number
  /** Number of those that are unread */
  unread: number
  /** Since when the first customer has waited */
  oldestWaitingAt: string | null
  /** More than 1000 chats, the rest not counted */
  more: boolean
}

/** Fields of a chat */
export type ChatFields = {
  /** Status of the work on the chat */
  status?: ChatStatus
  /** Marks the chat unread, or with false read, without a read receipt */
  unread?: boolean
  /** Keeps the chat at the top of the list */
  pinned?: boolean
  /** An incoming message does not reopen a muted chat */
  muted?: boolean
  snooze?: SnoozeChange
}

export type ChatFilter = {
  /** Only the chats with this phone */
  phone?: string
  /** Only the chat of this group */
  group?: string
  /** Only chats whose last message is of this time or later */
  lastMessageAfter?: string
  /** Only chats whose last message is earlier than this time */
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
  /** Run of the automation that asked for it */
  run: string
}

export type ChatSnooze = {
  /** null: until the customer writes */
  until: string | null
  /** Actor who snoozed it */
  by: Actor
}

/** waitingSince: only chats whose customer waits for an answer; windowClosesAt: only chats whose customer has written */
export type ChatSort = "lastMessageAt:desc" | "lastMessageAt:asc" | "waitingSince:asc" | "waitingSince:desc" | "windowClosesAt:asc" | "windowClosesAt:desc"

export type ChatStatus = "open" | "pending" | "resolved" | "archived"

export type ChatSummary = {
  id: string
  /** Name of the chat */
  name: string | null
  /** Phone of the chat; null in groups and broadcast channels, or hidden */
  phone: string | null
  type: ChatType
  /** Status of the chat */
  status: ChatStatus
  /** Assigned member; null: unassigned */
  assignee: Assignee | null
  /** Labels of the chat */
  labels: Array<ChatLabel>
  /** Unread incoming messages */
  unreadCount: number
  /** Latest message in either direction. Of another message than this one, its own events have the status, and in a group the text: both are null */
  lastMessage: ShortMessage | null
  /** Time of the first message that waits for an answer; null: none */
  waitingSince: string | null
  /** Time of the last message of the customer */
  lastInboundAt: string | null
  /** Time of the last message to the customer */
  lastOutboundAt: string | null
  /** End of the 24-hour window */
  windowClosesAt: string | null
  /** Increases with each change of the chat: a higher version is newer */
  version: number
  /** Time when the chat began */
  createdAt: string
  /** True for the first message of the chat, in either direction */
  first: boolean
}

/** Kind of the chat: with one person, a group or a broadcast channel */
export type ChatType = "direct" | "group" | "channel"

export type ChatUpdatedData = Chat & {
  change: ChatChange
  /** Actor of the change; null when a message caused it */
  by: Actor | null
  /** With `noted`: the note that was written, changed or deleted, and whom it mentions */
  note: {
    id: string
    /** Members whom the note mentions; none once it was deleted */
    mentions: Array<string>
    /** True when the note was deleted */
    deleted: boolean
  } | null
  /** With `woken`: who had snoozed the chat */
  snoozedBy: Actor | null
  /** With `automated`: what the automation did */
  run: AutomationRun | null
  /** With `deleted`: the chat into which this one was joined; this id still returns it */
  mergedInto: string | null
}

/** A chat was created or changed; `change` says how */
export type ChatUpdatedEvent = EventEnvelope & {
  event?: "chat:updated"
  data?: ChatUpdatedData
}

/** Status of the 24-hour window; closing: open for less than 2 hours. Chats without a message of the customer have none */
export type ChatWindow = "open" | "closing" | "closed"

export type ChatWithSummaries = Chat & {
  /** Objects requested with `include`; null without it */
  summaries: {
    /** Contact of the person; null: none, or not in `include` */
    contact: ContactSummary | null
    /** Number of the chat; null: not in `include` */
    number: NumberSummary | null
  } | null
}

export type ChatsAssignBody = {
  /** A member of the workspace; see GET /v1/team */
  member?: string
  /** The member's email address */
  email?: string
}

export type ChatsCountsBody = {
  /** Up to 30 filters, each under a name you choose */
  filters: { [name: string]: ChatFilter }
}

export type ChatsCreateBody = {
  phone: string
  /** Number of the chat; default: the default number */
  number?: string
  /** Status of a new chat. Default: `"open"` */
  status?: ChatStatus
  /** Labels to add, each by id or name. Default: `[]` */
  labels?: Array<string>
}

export type ChatsPresenceAnswer = {
  /** The others who have the chat open, in the order they came */
  others: Array<Presence>
}

export type ChatsPresenceBody = {
  /** viewing: has the chat open; writing: is typing; left: has closed the chat */
  status: "viewing" | "writing" | "left"
}

export type ChatsTypingAnswer = {
  /** True when the request to the provider is made now */
  shown: boolean
}

export type ChatsUpdateBody = {
  /** All labels that the chat then has, each by id or name */
  labels?: Array<string>
} & ChatFields

export type ChatsUpdateManyBody = {
  /** Each id once */
  ids: Array<string>
  assignee?: AssigneeChange
  /** Labels to add to and remove from each chat */
  labels?: {
    /** Labels to add, each by id or name */
    add?: Array<string>
    /** Labels to remove, each by id or name */
    remove?: Array<string>
  }
} & ChatFields

export type ConnectedNumber = Number & {
  /** Token to enter at the provider, with `callbackUrl` */
  verifyToken: string
}

export type Contact = {
  id: string
  /** Whole name of the contact */
  name: string | null
  /** First name */
  firstName: string | null
  /** Last name */
  lastName: string | null
  /** Email address */
  email: string | null
  /** Company of the contact */
  company: string | null
  /** Username on WhatsApp, as of the last message */
  username: string | null
  /** Country, ISO 3166-1 alpha-2; default: that of the phone */
  country: string | null
  /** Language, such as de or pt_BR */
  language: string | null
  /** Phone of the contact, E.164; null when hidden */
  phone: string | null
  /** Known identities of the person */
  identities: Array<{
    /** Kind of the identity: a phone, a user id at the provider, or the user id that linked business accounts share */
    type: "phone" | "provider_user" | "provider_parent_user"
    /** The phone, or the provider's user id */
    value: string
  }>
  /** Tags of the contact */
  tags: Array<string>
  /** Custom fields */
  fields: { [name: string]: string }
  /** True when nothing is sent to the contact */
  blocked: boolean
  /** Time of an opt-out: by a word such as STOP, at the provider, or recorded here */
  optedOutAt: string | null
  /** Origin of the contact */
  source: "api" | "message" | "import"
  /** Increases with each change: a higher version is newer */
  version: number
  createdAt: string
  updatedAt: string
  /** Time of their last message */
  lastMessageAt: string | null
  /** Time when it was deleted; null: it was not */
  unlistedAt: string | null
}

export type ContactCard = {
  /** A contact, instead of all other fields: the card has its name, phones, email address and company. The key needs the `read` scope */
  contact?: string
  /** Required, like a phone, unless contact is given */
  name?: string
  /** Phone of the person */
  phone?: string
  /** Several phones of the person, instead of phone */
  phones?: Array<string>
  /** Email address of the person */
  email?: string
  /** Company of the person */
  organization?: string
  /** Web page of the person */
  url?: string
}

export type ContactCardView = {
  /** Displayed name of the person */
  name: string
  /** Phones of the person */
  phones: Array<string> | null
  /** Phone of the person */
  phone: string | null
  /** Email address of the person */
  email: string | null
  /** Company of the person */
  organization: string | null
  /** Web page of the person */
  url: string | null
  /** Parts of the name, as the sender of the card gave them */
  names: {
    /** First name */
    first: string | null
    /** Middle name */
    middle: string | null
    /** Last name */
    last: string | null
    /** Prefix of the name, such as Dr */
    prefix: string | null
    /** Suffix of the name, such as Jr */
    suffix: string | null
  } | null
  /** All phones of a received card; `whatsapp`: the phone is on WhatsApp */
  phoneDetails: Array<{
    /** The phone as the card has it */
    phone: string
    /** True when the phone is on WhatsApp */
    whatsapp: boolean
    /** Kind of phone, such as CELL or WORK */
    type: string | null
  }> | null
  /** All email addresses of a received card */
  emails: Array<{
    /** Email address */
    email: string
    /** Kind of address, such as HOME or WORK */
    type: string | null
  }> | null
  /** All web pages of a received card */
  urls: Array<{
    /** Address of the page */
    url: string
    /** Kind of page, such as HOME or WORK */
    type: string | null
  }> | null
  /** Postal addresses of a received card */
  addresses: Array<{
    /** Street and number of the building */
    street: string | null
    /** City */
    city: string | null
    /** State or region */
    state: string | null
    /** Postal code */
    zip: string | null
    /** Name of the country */
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
  /** Date of birth, as the card has it */
  birthday: string | null
  /** The card as vCard text, where the provider has it */
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

/** A person was erased, or a contact merged into another; `mergedInto` says which */
export type ContactDeletedEvent = EventEnvelope & {
  event?: "contact:deleted"
  data?: ContactDeletedData
}

/** A tree: `{ all: [...] }`, `{ any: [...] }` and `{ not: {...} }` join conditions. A condition is `{ tag }`, or an `attribute` or a custom `field` with one operator: texts support `is`, `in`, `contains`, `startsWith` and `exists`; times support `before`, `after`, `withinDays` and `exists`; `blocked`, `optedOut`, `hasReplied` and `hasChat` support `is`. At most 8 levels and 100 conditions */
export type ContactFilter = {
  /** All of these conditions hold */
  all?: Array<ContactFilter>
  /** At least one of these conditions holds */
  any?: Array<ContactFilter>
  /** This condition does not hold */
  not?: ContactFilter
  /** Attribute that is compared */
  attribute?: "name" | "firstName" | "lastName" | "email" | "company" | "username" | "country" | "language" | "phone" | "source" | "createdAt" | "updatedAt" | "lastMessageAt" | "optedOutAt" | "blocked" | "optedOut" | "hasReplied" | "hasChat"
  tag?: string
  /** Custom field that is compared */
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
  /** Within this number of days until now */
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
  /** Handling of a row with a known phone */
  onDuplicate: "skip" | "update" | "error"
  /** Tags that every contact of the import gets */
  tags: Array<string>
  /** Targets of the columns in use; null until known */
  mapping: { [name: string]: string } | null
  /** Rows by outcome */
  counts: {
    /** Rows processed */
    rows: number
    /** New contacts */
    created: number
    /** Changed contacts */
    updated: number
    /** Rows of known phones that were skipped */
    skipped: number
    /** Rows with errors */
    failed: number
  }
  /** Share of rows processed, 0–1 */
  progress: number
  /** Reason of a failure; null: none */
  error: KeptError | null
  createdAt: string
  /** Time of the end; null: still running */
  completedAt: string | null
}

export type ContactSummary = {
  id: string
  /** Name of the contact; null when unknown */
  name: string | null
  /** Phone of the contact; null when hidden */
  phone: string | null
  /** True when blocked */
  blocked: boolean | null
  /** Custom fields of the contact */
  fields: { [name: string]: string } | null
}

/** Tags of a contact */
export type ContactTags = {
  /** Tags to add or remove */
  tags?: Array<string>
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
  /** Whole name of the contact */
  name?: string
  /** First name */
  firstName?: string
  /** Last name */
  lastName?: string
  /** Email address */
  email?: string
  /** Company of the contact */
  company?: string
  /** Username on WhatsApp, as of the last message */
  username?: string
  /** Country, ISO 3166-1 alpha-2; default: that of the phone */
  country?: string
  /** Language, such as de or pt_BR */
  language?: string
  /** Tags of the contact */
  tags?: Array<string>
  /** Custom fields by name */
  fields?: { [name: string]: string }
  /** True to update the contact that has the phone. Default: `false` */
  upsert?: boolean
}

export type ContactsEraseAnswer = {
  id: string
  deletedAt: string
  erasure: string
}

export type ContactsEraseBody = {
  /** The phone of the contact, or its id */
  confirm: string
}

export type ContactsMergeBody = {
  into: string
  from: string
}

export type ContactsRemoveTagsBody = {
  /** Tags to add or remove */
  tags: Array<string>
}

export type ContactsUpdateBody = {
  phone?: string
  /** Whole name of the contact; null clears it */
  name?: string | null
  /** First name; null clears it */
  firstName?: string | null
  /** Last name; null clears it */
  lastName?: string | null
  /** Email address; null clears it */
  email?: string | null
  /** Company of the contact; null clears it */
  company?: string | null
  /** Username on WhatsApp, as of the last message; null clears it */
  username?: string | null
  /** Country, ISO 3166-1 alpha-2; default: that of the phone; null clears it */
  country?: string | null
  /** Language, such as de or pt_BR; null clears it */
  language?: string | null
  /** All tags that the contact then has */
  tags?: Array<string>
  /** Custom fields to set; null removes a field */
  fields?: { [name: string]: string | null }
}

export type CreatedContact = Contact & {
  /** False when the contact existed */
  created: boolean
}

export type CreatedWebhook = Webhook & {
  /** Secret that signs deliveries; shown only here */
  signingSecret: string
}

/** Requests to join */
export type DecidedRequests = {
  /** Ids of requests */
  requests?: Array<string>
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
    /** Time of the event; statistics and replays select by it */
    at: string
  }
  status: DeliveryStatus
  /** Attempts so far */
  attempts: number
  /** HTTP status of the last response; null: none */
  lastHttpStatus: number | null
  /** Why the last attempt got no response; null: it got one */
  lastError: string | null
  /** Time of the next attempt; null: none is planned */
  nextAttemptAt: string | null
  createdAt: string
  /** Time when the delivery ended; null: it has not */
  completedAt: string | null
}

export type DeliveryAnswers = AnswersOfReceiver & {
  /** Deliveries that were not attempted yet, or ended without an attempt */
  waiting: number
  /** Median of the last attempts in milliseconds; null: not measured */
  p50: number | null
  /** 95th percentile in milliseconds; null: not measured */
  p95: number | null
}

export type DeliveryAttempt = {
  /** Number of the attempt, from 1 */
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
  /** First 16 KiB */
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
  /** Messages accepted in this time */
  total: number
  /** Number of messages in each status now */
  statuses: { [name: string]: number }
  /** Number of messages that ended with each error code */
  errors: { [name: string]: number }
  /** Share of messages that the provider accepted, 0–1 */
  sentRate: number
  /** Share of accepted messages that were delivered, 0–1 */
  deliveredRate: number
  /** Time from due to accepted by the provider */
  queuedToSentMs: MessageTimes | null
  /** Time from accepted by the provider to delivered */
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
  /** Increases with each change, not when a member leaves the team */
  version: number
  createdAt: string
  updatedAt: string
  /** Unique in the workspace, ignoring case */
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
  /** Unique in the workspace, ignoring case */
  name?: string
  /** Purpose of the department */
  description?: string | null
  /** Color */
  color?: string | null
  /** Name of an icon */
  icon?: string | null
  members?: DepartmentMembers
}

/** Its members */
export type DepartmentMembers = Array<string>

export type DepartmentsCreateBody = {
  /** Unique in the workspace, ignoring case */
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
  /** GREEN, YELLOW or RED: rating of its messages by recipients */
  qualityRating: string | null
  /** Limit of people that it can message first within 24 h, such as TIER_2K */
  messagingLimit: string | null
  /** STANDARD: 80 messages a second, HIGH: 1000 */
  throughput: string | null
  /** Name that recipients see */
  verifiedName: string | null
  /** Status of the displayed name, such as APPROVED */
  nameStatus: string | null
  /** VERIFIED after the phone was verified with a code */
  codeVerification: string | null
  /** AVAILABLE, LIMITED or BLOCKED: the worst of number, account and app */
  canSend: string | null
  /** Time of the last check; POST …/refresh checks now */
  checkedAt: string
}

export type Egress = {
  /** Networks of outgoing requests, as CIDR, if the operator configured them; empty: any */
  addresses: Array<string>
  /** Form of deliveries to webhooks */
  webhooks: {
    /** HTTP method */
    method: "POST"
    /** Value of the header User-Agent */
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
      /** Signed content, with names of headers and `body`, the bytes as sent */
      signs: string
      /** Derivation of the key from `signingSecret` */
      key: string
      /** Oldest timestamp to accept */
      toleranceSeconds: number
    }
    /** For the whole exchange */
    timeoutMs: number
    /** Redirects are not followed */
    redirects: false
    /** Statuses that count as accepted */
    success: string
    /** Before each attempt, the first at once; up to a fifth is added */
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
    /** Id of the object that the event is about; null if a person can be found by it */
    id: string | null
    /** The person it is about was erased */
    erased: true
  }
}

export type Erasure = {
  id: string
  /** The id that the contact had */
  contact: string
  /** Status of the whole erasure */
  status: "running" | "finished"
  /** Progress of each service */
  services: Array<{
    /** Name of the service */
    service: "numbers" | "contacts" | "groups" | "messaging" | "webhooks"
    /** waiting: for another service to finish first */
    status: "waiting" | "running" | "finished"
    /** Time when the service had finished; null: it has not */
    completedAt: string | null
  }>
  requestedAt: string
  /** Time when all services had finished; null: they have not */
  completedAt: string | null
  /** Time when the last copies, which the API cannot read, have expired: sealed responses for repeated requests (48 h), events on the internal bus and late reports of the provider (72 h); null until finished */
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

/** An event, as it is posted to webhooks, streamed and kept in the log; `event` is its kind */
export type Event = MessageInEvent | MessageOutEvent | MessageAckEvent | MessageUpdatedEvent | MessageReactionEvent | MessageFailedEvent | MessageWaitingEvent | MessageScheduledEvent | MessageChangedEvent | MessageCanceledEvent | ChatUpdatedEvent | ContactCreatedEvent | ContactUpdatedEvent | ContactDeletedEvent | ImportFinishedEvent | GroupUpdatedEvent | ChannelPostedEvent | NumberUpdatedEvent | NumberReportedEvent | CallMissedEvent | TemplateUpdatedEvent | WebhookFailingEvent | WebhookExhaustedEvent | WebhookDisabledEvent | MemberUpdatedEvent | MemberRemovedEvent | KeyCreatedEvent | KeyUpdatedEvent | KeyRevokedEvent

export type EventEnvelope = {
  id: string
  /** Kind of the event */
  event: string
  workspace: string
  /** Position in the log of the workspace; it grows, and no number is used twice */
  sequence: number
  occurredAt: string
  /** Version of the envelope */
  version: 1
  /** Object that the event is about, by its kind */
  data: JsonObject
  /** Fields left out of `data` of more than 64 KiB, longest first; read the object by its id. null: none */
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
  /** Address of the endpoint */
  url?: string
  /** Last status or error of the receiver */
  reason?: string
}

export type FieldError = {
  /** The field with the error, such as `media.url` */
  path: string
  /** Code of the problem: `field:missing`, `field:unknown`, `field:invalid`, or a sharper one */
  code: string
  /** What is wrong with the value, and the value itself where it is short and no secret */
  message: string
}

export type File = {
  id: string
  /** Name for display and download */
  filename: string
  /** Type of the bytes, such as image/jpeg */
  mime: string
  /** Bytes */
  size: number
  /** Kind of media that the file can be sent as */
  kind: "image" | "video" | "audio" | "document" | "sticker"
  /** SHA-256 of the bytes, hexadecimal */
  sha256: string
  createdAt: string
  /** Time when the file is deleted, unless a waiting message needs it; null: never */
  expiresAt: string | null
}

/** Exactly one of `content` and `url` is the source. */
export type FilesCreateBody = {
  /** The bytes of a small file in base64 */
  content?: string
  /** Public URL from which the file is fetched */
  url?: string
  /** Absent: the name in the part or in Content-Disposition */
  filename?: string
  /** Expected type of the bytes, which are checked in any case */
  mime?: string
  /** Time when the file is deleted; absent: after the retention time of the installation */
  expiresAt?: string
}

export type FilesUpdateBody = {
  /** New name for display and download */
  filename?: string
  /** New time of deletion, within a year */
  expiresAt?: string
}

export type Group = {
  id: string
  number: string
  /** Name of the group */
  name: string
  /** Description of the group; null: none */
  description: string | null
  /** Only an active group takes messages. suspended: by the provider, until it lifts that */
  status: "creating" | "active" | "suspended" | "deleting" | "deleted" | "failed"
  /** People who follow the link must be approved */
  joinApproval: boolean
  /** Image of the group; null: none */
  image: {
    /** SHA-256 of the bytes, hexadecimal */
    sha256: string
    setAt: string
  } | null
  /** Link to join the group; null until it is active */
  inviteLink: string | null
  /** The provider's id of the group; null until it is active */
  providerId: string | null
  /** Numbers of people; the provider allows 8 in a group */
  participants: {
    /** People in the group; the number itself does not count */
    joined: number
    /** Invited, and not yet in it */
    invited: number
    /** Open requests to join */
    requested: number
  }
  /** The last requested change of each setting, with its outcome */
  changes: Array<{
    /** Setting to change */
    setting: "name" | "description" | "image" | "invite" | "deletion"
    /** pending: the provider has not confirmed it yet */
    status: "pending" | "applied" | "failed"
    /** The requested name or description; for an image the SHA-256 of its bytes */
    to: string | null
    /** Reason of a failure; null: none */
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
  /** With participants: the people who joined, left or were invited */
  people: Array<Participant> | null
  /** With requests: the requests that changed */
  requests: Array<JoinRequest> | null
}

/** A group was created or changed; `change` says how */
export type GroupUpdatedEvent = EventEnvelope & {
  event?: "group:updated"
  data?: GroupUpdatedData
}

export type GroupsCreateBody = {
  number: string
  /** Name of the group, which its people see */
  name: string
  /** Description of the group, at most 2,048 characters */
  description?: string
  /** People who follow the link must be approved; cannot be changed later. Default: `false` */
  joinApproval?: boolean
  /** People to invite when the group is active */
  participants?: Array<string>
  /** Text of the invitation to the participants */
  invitation?: InvitationText
}

export type GroupsSetImageBody = Picture

export type GroupsUpdateBody = {
  /** Name of the group, which its people see */
  name?: string
  /** New description; null clears it */
  description?: string | null
  /** Must be the current value; to change it, create a new group */
  joinApproval?: boolean
}

/** Above the body: text of 1–60 characters with buttons, a list or products, or an image, video or document with buttons */
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
  /** Phone in any common form */
  phone?: string | null
  /** User id at the provider; enough where the phone is hidden */
  userId?: string | null
  /** Whole name of the contact */
  name?: string | null
  /** First name */
  firstName?: string | null
  /** Last name */
  lastName?: string | null
  /** Email address */
  email?: string | null
  /** Company of the contact */
  company?: string | null
  /** Username on WhatsApp, as of the last message */
  username?: string | null
  /** Country, ISO 3166-1 alpha-2; default: that of the phone */
  country?: string | null
  /** Language, such as de or pt_BR */
  language?: string | null
  /** Tags of the contact */
  tags?: Array<string>
  /** Time of an opt-out; opts the contact out */
  optedOutAt?: string | null
  /** True blocks the contact */
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
  /** URL from which a file is fetched once */
  url?: string
  /** Id of a stored file */
  file?: string
  mapping?: ImportMapping
  /** True to change nothing and return the counts. Default: `false` */
  dryRun?: boolean
  /** Handling of a row with a known phone. Default: `"skip"` */
  onDuplicate?: "skip" | "update" | "error"
  /** Added to every contact of the import. Default: `[]` */
  tags?: Array<string>
}

export type ImportsErrorsAnswer = {
  /** Number of the row, from 1, without the heading */
  row: number
  /** Line of the file at which the row begins, the header being 1; null for JSON */
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
  /** Incoming messages */
  in: number
  /** Outgoing messages, without those of posts and automations */
  out: number
  /** Questions that had an answer by the end of the range */
  answered: number
  /** Questions without an answer */
  unanswered: number
}

export type Invitation = {
  id: string
  /** Address of the person who is invited */
  email: string
  role: Role
  /** Numbers that the member is limited to; null: all */
  numbers: Array<string> | null
  /** When the link expires */
  expiresAt: string
  createdAt: string
}

export type InvitationText = {
  /** `{link}` in it is replaced by the link; without it the link follows the text */
  message?: string
  /** For people who have not written within 24 h, who can only be sent a template; `{link}` in its texts is the link. Absent: fail */
  onWindowClosed?: OnWindowClosed
}

export type InvitationsCreateBody = {
  /** Address of the person */
  email: string
  role: Role
  /** Numbers that an agent or viewer is limited to; null: all */
  numbers?: Array<string> | null
  /** Makes the person a member at once, in status `invited` */
  name?: string
  /** False: sends no mail. Default: `true` */
  mail?: boolean
}

export type JoinRequest = {
  /** The provider's id of the request */
  id: string
  /** Phone of the person; null when hidden */
  phone: string | null
  /** The provider's id of the person; null when unknown */
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

export type JoinRequestsRejectBody = {
  /** Ids of requests */
  requests: Array<string>
}

export type Json = string | number | boolean | null | Array<Json> | { [name: string]: Json }

export type JsonObject = { [name: string]: Json }

export type KeptError = {
  errorCode: ErrorCode
  /** What went wrong, and how to fix it */
  message: string
}

/** An API key was created over the API, or as the successor of another */
export type KeyCreatedEvent = EventEnvelope & {
  event?: "key:created"
  data?: ChangedKeyData
}

/** An API key was revoked, and is refused from now on */
export type KeyRevokedEvent = EventEnvelope & {
  event?: "key:revoked"
  data?: ChangedKeyData
}

/** Permissions of the key */
export type KeyScopes = Array<"read" | "send" | "manage" | "raw" | "admin" | "erase">

/** An API key was changed, or got an expiry because it was replaced */
export type KeyUpdatedEvent = EventEnvelope & {
  event?: "key:updated"
  data?: ChangedKeyData
}

export type KeysCreateBody = {
  /** Name of the key */
  name: string
  scopes: KeyScopes
  /** Numbers that the key is limited to: what belongs to others only does not exist for it, and it changes nothing that holds for all */
  numbers?: Array<string>
  /** Address ranges that the key can be used from, such as `203.0.113.0/24` */
  cidrs?: Array<AddressRange>
  /** True: a key for tests, `ph_test_…`, limited to the simulator numbers in `numbers`, or to all there are now. Default: `false` */
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
  /** Operations of each day */
  items: Array<{
    /** Operation, by its name in the reference */
    operation: string
    /** YYYY-MM-DD, UTC */
    day: string
    /** Requests of the day */
    calls: number
    /** How many were refused */
    refused: number
  }>
}

export type Label = {
  id: string
  /** Name of the label */
  name: string
  /** Color of the label, #rrggbb */
  color: string
  /** Your explanation of the label; null: none */
  description: string | null
  createdAt: string
  updatedAt: string
}

export type LabelsAddBody = {
  /** Labels to add, each by id or name */
  labels: Array<string>
}

export type LabelsCreateBody = {
  /** Unique in the workspace, ignoring case */
  name: string
  /** Default: `"#8e8e93"` */
  color?: string
  /** Your explanation of the label, at most 300 characters */
  description?: string
}

export type LabelsMergeBody = {
  into: string
  from: string
}

export type LabelsUpdateBody = {
  /** Unique in the workspace, ignoring case */
  name?: string
  color?: string
  /** Your explanation of the label, at most 300 characters */
  description?: string | null
}

export type LinkedMedia = MediaFields

export type LinkedTemplateContent = {
  /** All components of the template, instead of variables */
  components?: Array<LinkedTemplatePart>
  /** Name of the template at the provider */
  name: string
  /** Language of the template, such as en or en_US */
  language: string
  /** Texts of the variables of the body: a list by position, an object by name. Without line breaks, tabs, and more than four spaces in a row */
  variables?: Array<string> | { [name: string]: string }
}

export type LinkedTemplateParameter = {
  /** Kind of the value */
  type: "text" | "payload" | "image" | "video" | "document" | "coupon_code"
  /** Name of a named parameter */
  name?: string
  /** Value for text, payload and coupon_code */
  text?: string
  /** URL of an image, video or document */
  url?: string
  /** Displayed name of a document */
  filename?: string
}

export type LinkedTemplatePart = {
  /** Values of this part, in the order of its variables */
  parameters: Array<LinkedTemplateParameter>
  /** Part of the template that the parameters belong to */
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
      /** Your id of the row, returned in the reply */
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
  /** Degrees; required without request */
  latitude?: number
  /** Degrees; required without request */
  longitude?: number
  /** Name of the place */
  name?: string
  /** Address of the place */
  address?: string
  /** Asks the customer for their location; message is the question */
  request?: true
}

/** An event of the log; `erased` in its data: the person it is about was erased since */
export type LoggedEvent = Event | ErasedEvent

export type Media = {
  /** Kind of media: image, video, audio, voice, document or sticker */
  kind: string
  /** Id of the stored file; for received media, null until they are fetched */
  file: string | null
  /** URL from which the media was sent */
  url: string | null
  /** The provider's id of received media; it keeps them for 7 days */
  providerId: string | null
  /** Type of the media, such as image/jpeg */
  mime: string | null
  /** SHA-256 of the bytes, as the provider reported it */
  sha256: string | null
  /** Name of a document */
  filename: string | null
  /** True for an animated sticker */
  animated: boolean | null
  /** Bytes of received media, once they are fetched */
  size: number | null
  /** Duration of received sound or video in milliseconds, if its file states it */
  durationMs: number | null
  /** Why received media could not be fetched; they may still come */
  error: string | null
}

/** Media by its address */
export type MediaFields = {
  /** Public URL from which the provider fetches the media */
  url?: string
  /** Absent: derived from mime, else from the extension of filename or url */
  kind?: MediaKind
  /** Displayed name of a document */
  filename?: string
  /** Type of the media, such as image/jpeg */
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
  /** `invited`: has not signed in yet; `disabled`: cannot reach the workspace */
  status: "active" | "invited" | "disabled"
  /** Numbers that the member is limited to; null: all */
  numbers: Array<string> | null
  /** Color */
  color: string | null
  /** True when the person signs in with a second factor */
  twoFactor: boolean
  /** Time of the last input in the dashboard; null: none yet */
  lastSeenAt: string | null
  createdAt: string
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
  /** Phone of the person; null in groups and broadcast channels, or hidden */
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
  /** What happens when the window is closed */
  onWindowClosed: OnWindowClosed | null
  /** Changes of the chat when the message is sent */
  actions: ChatActionsView | null
  /** Seconds of typing indicator before the message */
  typing: number | null
  /** template: the window was closed */
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
      /** Phone of the person, E.164 */
      phone: string | null
      /** The provider's id of a person whose phone is hidden */
      userId: string | null
      /** The provider's id of the person across the accounts of a business */
      parentUserId: string | null
      /** Name in the person's profile */
      name: string | null
    }
    /** app: the business reacted in the provider's own app */
    via: "app" | null
    at: string
  }>
  /** Ad or post that the chat began from */
  referral: {
    /** URL of the ad or post */
    url: string | null
    /** The provider's id of the ad or post */
    id: string | null
    /** Kind of the source: ad or post */
    type: string | null
    /** Headline of the ad */
    headline: string | null
    /** Text of the ad */
    body: string | null
    /** URL of the ad’s image or video */
    mediaUrl: string | null
    /** The provider's id of the click */
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
  /** Answer to a question for a rating: its score, 1–5. It does not reopen the chat and triggers no automation */
  rating: number | null
  /** True when the customer forwarded the message */
  forwarded: boolean
  /** The sender is blocked: the message counts as read */
  blocked: boolean
  /** The recipient had opted out when the message was accepted */
  optedOut: boolean
  /** Time of the last edit by the sender, at the provider */
  editedAt: string | null
  /** Time when the sender deleted the message; text and received media are removed */
  deletedAt: string | null
  /** Message that this one replies to */
  quote: string | null
  /** The provider's id of a message that this one is about and that is not stored here */
  quoteProviderId: string | null
  /** app: the business sent it from the provider's own app */
  via: "app" | null
  /** Your own reference */
  reference: string | null
  /** Urgency in the queue of the number */
  priority: Priority | null
  /** `chat`: sent after the earlier messages of the chat; `none`: in any order */
  order: "chat" | "none" | null
  /** Behavior after a lost response of the provider: `hold` never sends twice, `resend` may */
  onUnknown: "hold" | "resend" | null
  /** Status of the message */
  status: MessageStatus
  statusAt: MessageStatusTimes
  /** Why a queued message waits */
  waiting: MessageWaiting | null
  /** Expected time of sending; only when a single waiting message is shown */
  estimatedSendAt: string | null
  /** Error of a failed message, or of its last attempt */
  error: MessageError | null
  /** The provider's id of the message; null until it has accepted it */
  providerId: string | null
  /** Charge of the provider; null until it is reported */
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
    /** Phone of the sender; null when hidden */
    phone: string | null
    /** The provider's id of a sender whose phone is hidden */
    userId: string | null
    /** Name in the sender's profile */
    name: string | null
    /** Contact of the sender */
    contact: string | null
  } | null
  /** Sender of an outgoing message; null for messages of posts */
  by: Actor | null
  /** Increases with each change: a higher version is newer */
  version: number
  createdAt: string
  deliverAt: string | null
  expiresAt: string | null
  /** Media of the message */
  media?: Media
  /** Location, or with `request` the question for it */
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
    /** True when the message asks for the location of the customer */
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
  /** Products of your catalog that were sent */
  products?: ProductsContent
  /** The whole catalog, behind a button below the text */
  catalog?: CatalogContent
  /** Header above the text: a text, or media */
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
  /** Content in the provider's form */
  native?: NativeContent
  /** Element of the message `quote` that was tapped */
  reply?: {
    /** Kind of the tapped element */
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
    /** The provider's id of the catalog */
    catalogId: string | null
    /** Ordered products */
    items: Array<{
      /** Your id of the product in the catalog */
      productId: string
      /** Ordered quantity */
      quantity: number | null
      /** Price of one, in the currency */
      price: number | null
      /** Currency, ISO 4217 */
      currency: string | null
    }>
  }
  /** `contact_request`: the customer shares the own phone because a message asked for it */
  origin?: string
  /** Change of the customer, such as a new phone */
  system?: {
    /** Kind of the change, in the provider's words */
    event: string
    /** New phone of the customer */
    phone: string | null
    /** New user id of the customer at the provider */
    userId: string | null
  }
  /** Product that was sent, or that the customer asks about */
  product?: {
    /** The provider's id of the catalog */
    catalogId: string | null
    /** Your id of the product in the catalog */
    productId: string | null
  }
  /** Reply to a request for permission to call */
  callPermission?: {
    /** The provider's word: accept or reject */
    response: string
    /** True when the permission does not expire */
    permanent: boolean | null
    expiresAt: string | null
    /** Origin of the permission, in the provider's words */
    source: string | null
  }
  /** Errors for content that the provider does not deliver */
  providerErrors?: Array<{
    /** The provider's code of the error */
    code: number
    /** The provider's name of the error */
    title: string
    /** The provider's explanation of the error */
    details: string | null
    errorCode: ErrorCode
  }>
  /** The provider's word for content that it does not deliver */
  unsupported?: string
}

export type MessageAckData = MessageEventData & {
  /** Status that the message reached */
  ack: "delivered" | "read" | "played"
  /** In a group: the participant who received, read or played it */
  participant: {
    /** Phone of the participant */
    phone: string | null
    /** The provider's id of a participant whose phone is hidden */
    userId: string | null
  } | null
}

/** A message was delivered, read or played, in a group by `participant` */
export type MessageAckEvent = EventEnvelope & {
  event?: "message:ack"
  data?: MessageAckData
}

/** A waiting message was canceled: by itself, with its queue, or with its chat */
export type MessageCanceledEvent = EventEnvelope & {
  event?: "message:canceled"
  data?: RequestedMessageData
}

export type MessageChangedData = RequestedMessageData & {
  /** Names of the changed fields */
  changed: Array<string>
  /** With a move to another number: where the message was before */
  movedFrom: {
    /** Number that it was queued for before */
    number: string
    /** Chat of that number */
    chat: string
  } | null
}

/** A waiting message was changed, or moved to another number; `changed` names the fields */
export type MessageChangedEvent = EventEnvelope & {
  event?: "message:changed"
  data?: MessageChangedData
}

/** Content of messages and posts, besides the text */
export type MessageContent = {
  /** A place, or a request for the location of the customer */
  location?: LocationToSend
  /** 1–5 contact cards */
  contacts?: Array<ContactCard>
  /** Sent as buttons, a list or numbered text if the provider has no polls; votes are counted */
  poll?: PollToSend
  /** 1–3 quick replies, or one link; message is the body */
  buttons?: Array<Button>
  /** At most 10 rows in total; message is the body */
  list?: ListContent
  /** One product of your catalog; message is a text above it */
  product?: ProductToSend
  /** At most 30 products in total; message is the body, and a header of text is required */
  products?: ProductsContent
  /** A button that opens your whole catalog; message is the body */
  catalog?: CatalogContent
  /** Shown below the body of buttons, a list, products or a catalog */
  footer?: string
  /** A kind without a field here, in the provider's form */
  native?: NativeContent
}

/** The provider's conversation that includes this message */
export type MessageConversation = {
  /** The provider's id of the conversation */
  id: string | null
  /** Purpose of the conversation, such as service or marketing */
  origin: string | null
  expiresAt: string | null
}

export type MessageError = {
  errorCode: ErrorCode
  /** What went wrong, and how to fix it */
  message: string
  /** The provider's code of the error */
  providerCode: number | null
  /** True when the same message may succeed later */
  retryable: boolean
  /** Further errors that the provider reported with this one */
  further: Array<{
    errorCode: ErrorCode
    /** What went wrong */
    message: string
    /** The provider's code of the error */
    providerCode: number | null
  }> | null
}

export type MessageEventData = Message & {
  /** Chat, contact and number of the message in short */
  summaries: MessageSummaries
}

/** A message failed, expired, or its outcome is unknown; `error` says why */
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

/** Charge of the provider for this message, in the provider's terms */
export type MessagePricing = {
  /** True when the provider charges for the message */
  billable: boolean | null
  /** Category of the charge, such as utility or marketing */
  category: string | null
  /** Kind of the charge, such as regular or free_customer_service */
  type: string | null
  /** Pricing model, such as PMP (per message) */
  model: string | null
}

export type MessageReactionData = MessageEventData & {
  /** The emoji; empty: the reaction was removed */
  emoji: string
  /** Person who reacted */
  reactedBy: {
    /** Phone of the person, E.164 */
    phone: string | null
    /** The provider's id of a person whose phone is hidden */
    userId: string | null
    /** The provider's id of the person across the accounts of a business */
    parentUserId: string | null
    /** Name in the person's profile */
    name: string | null
    /** app: the business reacted in the provider's own app */
    via: "app" | null
  }
}

/** A customer, or the business in the provider's own app, reacted to a message or removed the reaction: then `emoji` is empty */
export type MessageReactionEvent = EventEnvelope & {
  event?: "message:reaction"
  data?: MessageReactionData
}

/** Id of a message, ours or the provider's */
export type MessageReference = string

/** An outgoing message was accepted for a later time */
export type MessageScheduledEvent = EventEnvelope & {
  event?: "message:scheduled"
  data?: RequestedMessageData
}

export type MessageStatus = "scheduled" | "queued" | "sending" | "sent" | "delivered" | "read" | "played" | "failed" | "expired" | "canceled" | "received"

/** Time of each status that was reached */
export type MessageStatusTimes = { [name: string]: string }

export type MessageSummaries = {
  /** Chat of the message */
  chat: ChatSummary
  /** Contact of the person; null: none */
  contact: ContactSummary | null
  /** Number that sent or received the message */
  number: NumberSummary
  /** Stored message that this one quotes; null in groups */
  quoted: ShortMessage | null
  /** The provider's id of quoted, if that came in */
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
  /** Kind of the change */
  change: "edited" | "deleted" | "vote" | "answered" | "media"
}

/** A message changed after it was sent or received: edited or deleted by its sender, a vote, an answer to buttons or a list, its media fetched into a file */
export type MessageUpdatedEvent = EventEnvelope & {
  event?: "message:updated"
  data?: MessageUpdatedData
}

export type MessageWaiting = {
  /** number_draining: accepted while the queue drains; number_throttled: the provider asked for a pause; number_refused: the provider refused the number or its token; provider_outage: calls of this number fail at the provider, and one message at a time is tried until one succeeds; quarantine: Postgres was restored and an operator has to release what waits */
  reason: "schedule" | "order" | "pacing" | "pair_limit" | "number_paused" | "number_draining" | "number_offline" | "number_throttled" | "number_refused" | "provider_outage" | "quarantine" | "window_closed" | "quiet_hours" | "typing" | "retry" | "outcome"
  until: string | null
}

export type MessageWaitingData = MessageEventData & {
  /** Why it waits */
  waiting?: MessageWaiting
}

/** An outgoing message has waited for more than two seconds, or waits for another reason than before; `waiting` says why. Each second, at most 500 messages are checked and 100 announced, so it comes later in long queues */
export type MessageWaitingEvent = EventEnvelope & {
  event?: "message:waiting"
  data?: MessageWaitingData
}

export type MessageWithSummaries = Message & {
  /** Objects requested with `include`; null without it */
  summaries: {
    /** Chat of the message; null: not in `include` */
    chat: ChatSummary | null
    /** Contact of the person; null: none, or not in `include` */
    contact: ContactSummary | null
    /** Number of the chat; null: not in `include` */
    number: NumberSummary | null
    /** Stored message that this one quotes; null: none, or not in `include` */
    quoted: ShortMessage | null
  } | null
}

export type MessagesBatchAnswer = Message | {
  /** Error that refused this message */
  error: BatchRefusal
}

export type MessagesBatchBody = {
  /** Messages to send, 1 to 1,000, each like the body of POST /v1/messages */
  messages: Array<MessagesSendBody>
  /** Accept the valid messages and return an error for each of the others. Default: `false` */
  partial?: boolean
}

export type MessagesRawAnswer = {
  id: string
  /** The provider's id of the message; null: none yet */
  providerId: string | null
  /** JSON of the provider; null when nothing is kept */
  raw: Json | null
}

/** Exactly one of `phone`, `group`, `channel` and `chat` is the target, and at least one kind of content is needed; text is `message`. */
export type MessagesSendBody = {
  phone?: string
  /** The text, 1–4096 characters; else the caption of media, or the body of other content (1024) */
  message?: string
  /** Country of phones that are dialed within it, such as `0151 20007556`; absent: that of the workspace */
  country?: string
  /** The provider's id of a person whose phone is hidden */
  userId?: string
  /** An active group; the number that created the group sends the message */
  group?: string
  /** A broadcast channel: posts the message to its people when it is due */
  channel?: string
  /** An existing chat */
  chat?: string
  /** The sending number; absent: the default number of the workspace */
  number?: string
  /** Message that this message replies to */
  quote?: MessageReference
  /** One file, by `file` or `url`; message is the caption */
  media?: MediaToSend
  header?: HeaderToSend
  /** One emoji, or an empty text or - to remove the reaction; requires reactionMessage */
  reaction?: string
  /** An approved template; see GET /v1/numbers/{id}/templates */
  template?: TemplateContent
  /** Message that the reaction belongs to */
  reactionMessage?: MessageReference
  /** Show a preview of the first link */
  previewUrl?: boolean
  /** Your own reference, returned everywhere */
  reference?: string
  /** Urgency; replies and urgent messages overtake bulk. Default: `"normal"` */
  priority?: Priority
  /** chat: messages of one chat are sent in the order of acceptance; none: in any order. Default: `"chat"` */
  order?: "chat" | "none"
  /** Send at this time, within a year from now; null or absent: at once */
  deliverAt?: string | null
  /** Validity in seconds from the time when the message is due; default 10 h */
  expiresIn?: number
  /** Expiry, instead of expiresIn */
  expiresAt?: string
  /** Behavior after a lost response of the provider: hold never sends twice, resend may. Default: `"hold"` */
  onUnknown?: "hold" | "resend"
  /** Default: `"fail"` */
  onWindowClosed?: OnWindowClosed
  /** Seconds of typing indicator before the message. The provider shows it only in reply to a message, which is then marked as read */
  typing?: number
  /** Labels to add to the chat at once, each by id or name */
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
  /** The text, 1–4096 characters; else the caption of media, or the body of other content (1024) */
  message?: string
  /** One file, by `file` or `url`; message is the caption */
  media?: MediaToSend
  header?: HeaderToSend
  /** An approved template; see GET /v1/numbers/{id}/templates */
  template?: TemplateContent
  /** Send at this time instead; null: at once */
  deliverAt?: string | null
  /** New urgency */
  priority?: Priority
  /** Your own reference, returned everywhere */
  reference?: string
  expiresAt?: string
} & MessageContent

export type NativeContent = {
  /** The provider's type, such as interactive */
  type: string
  /** Value of this type; the `id` of media may be that of a stored file */
  content: Json
}

export type NewApiKey = ApiKey & {
  /** The key itself; only in this response */
  key: string
}

export type NewInvitation = Invitation & {
  /** URL of the page to join; without `PUBLIC_URL`, only its path */
  link: string
  /** False: pass the link on yourself */
  mailed: boolean
}

export type Note = {
  id: string
  chat: string
  /** Text of the note */
  message: string
  /** Author of the note */
  by: Actor
  /** Members whom the note mentions */
  mentions: Array<string>
  createdAt: string
  /** Time of the last change; null: none */
  editedAt: string | null
}

export type NotesCreateBody = {
  /** Text of the note, at most 4,096 characters */
  message: string
  /** Members whom the note mentions; each finds the chat with `mentioned`. Default: `[]` */
  mentions?: Array<string>
}

export type NotesUpdateBody = {
  /** Text of the note, at most 4,096 characters */
  message?: string
  /** Members whom the note mentions; each finds the chat with `mentioned` */
  mentions?: Array<string>
}

export type Notification = {
  id: string
  /** Member whose notification it is */
  member: string
  kind: NotificationKind
  /** Chat it is about; null: none */
  chat: string | null
  /** Number of the chat, or the one it is about; null: none */
  number: string | null
  /** Name or phone of the chat or number now; null: it has none */
  name: string | null
  /** With `failed`: the message; else null */
  message: string | null
  /** With `mention`: the note; else null */
  note: string | null
  /** With `webhook`: the webhook; else null */
  webhook: string | null
  /** failed: the code of the error; number: offline, error, restricted or reported; webhook: failing or disabled; null otherwise */
  reason: string | null
  /** Actor who caused it; null: no one in particular */
  by: Actor | null
  createdAt: string
  /** Time when the member read it; null: not yet */
  readAt: string | null
}

/** mention: in a note; assigned: a chat; woken: their snoozed chat, or one that they let rest, is back; failed: their message failed or expired; number: offline, in error, restricted or reported; webhook: an endpoint fails, or was disabled */
export type NotificationKind = "mention" | "assigned" | "woken" | "failed" | "number" | "webhook"

export type NotificationsReadAnswer = {
  /** Number of notifications that were unread until now */
  read: number
}

/** Exactly one of `ids` and `all` is needed. */
export type NotificationsReadBody = {
  /** Only notifications of this member; me: the caller, not for API keys. Default: `"me"` */
  member?: string
  /** Only these; others of the member stay as they are */
  ids?: Array<string>
  /** All notifications of the member */
  all?: true
}

export type Number = {
  id: string
  /** Phone of the number, E.164; null until the provider reports it */
  phone: string | null
  /** Your name of the number */
  name: string
  /** Provider of the number; simulator numbers reach no one */
  provider: "cloud" | "simulator"
  /** The provider's id of the number */
  phoneNumberId: string
  /** The provider's id of its account */
  businessAccountId: string | null
  /** Status of the number; only an active one sends */
  status: "connecting" | "active" | "paused" | "restricted" | "disconnected" | "error"
  /** Session at the provider */
  session: SessionStatus
  /** True for the number that sends messages without `number` */
  default: boolean
  /** As last reported by the provider */
  device: DeviceReport
  /** Settings of the number */
  settings: {
    /** Maximum messages per second; null: the default of the installation */
    ratePerSecond: number | null
    /** Hours in which messages of low and normal priority wait; null: none */
    quietHours: QuietHours | null
    /** Country of phones without a country code; null: that of the workspace */
    country: string | null
  }
  /** As in GET …/queue; null while it is not available. Of events, only `number:updated` with `change: queue` has it */
  queue: QueueStatus | null
  /** Callback URL; enter it at the provider */
  callbackUrl: string
  createdAt: string
}

export type NumberReportedData = {
  /** Number */
  id: string
  /** The provider's name, such as account_update */
  field: string
}

/** The provider reported something other than messages; webhooks with `format: graph` get it as it was sent */
export type NumberReportedEvent = EventEnvelope & {
  event?: "number:reported"
  data?: NumberReportedData
}

export type NumberSession = SessionStatus & {
  number: string
}

export type NumberSettings = {
  /** Maximum messages per second; null: the default of the installation */
  ratePerSecond?: number | null
  /** Messages of low and normal priority wait until these hours have ended; their validity is extended by the wait */
  quietHours?: QuietHours | null
  /** Country of phones without a country code in requests that name this number in `number`, ISO 3166-1 alpha-2; null: that of the workspace */
  country?: string | null
}

export type NumberSummary = {
  id: string
  /** Phone of the number */
  phone: string | null
  /** Name of the number */
  name: string | null
  /** The provider's id of the number */
  phoneNumberId: string | null
  /** The provider's id of its account */
  businessAccountId: string | null
}

export type NumberUpdatedData = Number & {
  /** Kind of the change */
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
  /** Your name of the number */
  name: string
  /** `simulator` needs no account at the provider and reaches no one. Default: `"cloud"` */
  provider?: "cloud" | "simulator"
  /** The provider's id of the number */
  phoneNumberId?: string
  /** The provider's id of the business account that the number belongs to */
  businessAccountId?: string
  /** Token of a system user; stored encrypted, never returned */
  accessToken?: string
  /** Secret of the app that signs callbacks; stored encrypted, never returned */
  appSecret?: string
  /** Token of the verification request; generated when absent */
  verifyToken?: string
  /** True to send messages without `number` from this one; the first number is the default */
  default?: boolean
  /** Sending rate and quiet hours */
  settings?: NumberSettings
}

export type NumbersSimulateAnswer = {
  /** Kind of simulation that was done */
  simulated: "message" | "status" | "outage" | "advance" | "account" | "group" | "change"
  /** The provider's id of the simulated message; null: there is none */
  providerId: string | null
}

export type NumbersSimulateBody = {
  /** Message of a customer */
  message?: {
    from: string
    /** Type of the message at the provider, such as text, image or location. Default: `"text"` */
    type?: string
    /** Text, or caption of media */
    text?: string
    /** Name in the customer's profile */
    name?: string
    /** The provider's id of the message it answers */
    replyTo?: string
    /** The group it is written in: its `id`, or its `providerId` */
    groupId?: string
    /** Content of types other than text, in the form of the provider. Media have a sample without it, with `text` as the caption */
    content?: { [name: string]: Json } | Array<{ [name: string]: Json }>
  }
  /** Report of the provider about a message that was sent */
  status?: {
    /** Id of the message, or the provider's id of it */
    message: string
    /** State to report */
    status: "sent" | "delivered" | "read" | "played" | "failed"
    /** Provider error code, with failed */
    error?: number
  }
  /** Outage of the provider */
  outage?: {
    /** `refuse`: no connection; `hang`: no answer; `error`: status 500; `cut`: the answer breaks off; `throttle`: status 429 */
    kind: "refuse" | "hang" | "error" | "cut" | "throttle"
    /** Duration in seconds; 0 ends an outage */
    seconds: number
  }
  /** Lets time pass at the provider */
  advance?: {
    /** Seconds to pass */
    seconds: number
  }
  /** Decision of the provider about the number: quality, limit, status, name */
  account?: {
    /** New quality rating */
    quality?: "GREEN" | "YELLOW" | "RED"
    /** New limit of people per day */
    messagingLimit?: "TIER_50" | "TIER_250" | "TIER_2K" | "TIER_10K" | "TIER_100K" | "TIER_UNLIMITED"
    /** New status of the number at the provider */
    status?: "CONNECTED" | "RESTRICTED" | "RATE_LIMITED" | "FLAGGED" | "BANNED" | "OFFLINE"
    /** Decision about a new displayed name */
    name?: {
      /** The displayed name */
      name: string
      /** Decision of the provider */
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
  /** Event in a group of the number */
  group?: {
    /** The group: its `id`, or its `providerId` */
    group: string
    /** follow_link: a person joins, or requests to join where approval is needed; withdraw: a person withdraws the request; leave: a person leaves; suspend, clear: the provider suspends the group or ends that */
    action: "follow_link" | "withdraw" | "leave" | "suspend" | "clear"
    /** Phone, or the user id of a person who hides it; for the first three actions */
    who?: string
    /** Invite link that is followed; absent: the valid one */
    link?: string
  }
  /** Report of the provider about the account, as a callback only: the number does not change */
  change?: {
    /** Name of the field at the provider, such as account_update. The simulator guide lists those with a sample */
    field: string
    /** The value of the report in the provider's form; absent: the sample of the field */
    value?: { [name: string]: Json }
  }
}

export type NumbersUpdateBody = {
  /** New name of the number */
  name?: string
  /** Makes this the number that sends messages without `number` */
  default?: true
  /** Settings to change; absent ones stay as they are */
  settings?: NumberSettings
  /** A new token */
  accessToken?: string
  /** A new secret of the app that signs callbacks */
  appSecret?: string
}

/** Behavior if the 24-hour window is closed at the due time: fail, hold until the customer writes, or send a template instead. If the customer has never written, the provider decides */
export type OnWindowClosed = "fail" | "hold" | {
  /** Template that is sent instead */
  template: LinkedTemplateContent
}

export type OpenedChat = Chat & {
  /** False when the chat existed */
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
  /** The provider's id of the person */
  userId: string | null
  status: ParticipantStatus
  /** Invitation of the person; null: none was sent */
  invitation: {
    /** Reference of its message: GET /v1/messages?reference={id} */
    id: string
    /** waiting: until the group is active */
    status: "waiting" | "queued" | "sent" | "delivered" | "read" | "failed"
  } | null
  /** Reason of a failure; null: none */
  error: KeptError | null
  /** Time of the invitation; null: none */
  invitedAt: string | null
  /** Time when the person joined; null: has not */
  joinedAt: string | null
  /** Time when the person left or was removed; null: has not */
  leftAt: string | null
}

/** removed: by you, never admitted again; left: by themselves; canceled: the invitation was withdrawn, or its link revoked; failed: it did not reach them */
export type ParticipantStatus = "invited" | "joined" | "removing" | "removed" | "left" | "canceled" | "failed"

export type ParticipantsInviteBody = {
  /** Phones of the people to invite, 1 to 8 */
  phones: Array<string>
  /** Text of the invitation; absent: a standard text */
  invitation?: InvitationText
}

export type ParticipantsRemoveBody = {
  /** Phones or user ids of the people to remove */
  participants: Array<string>
}

/** People of a channel */
export type PeopleToChange = {
  /** Phones of the people, 1 to 1,000 */
  phones?: Array<string>
  /** Country of phones that are dialed within it, such as `0151 20007556`; absent: that of the workspace */
  country?: string
}

export type PhonesExistsAnswer = {
  /** The phone, E.164 */
  phone: string
  /** True: on the channel; false: not; null: unknown */
  exists: boolean | null
  /** Time of the message that showed it; null: unknown */
  learnedAt: string | null
}

export type PhonesExistsBody = {
  /** Phones to check, 1 to 1,000 */
  phones: Array<string>
}

export type PhonesValidateAnswer = {
  /** The phone as it was sent */
  input: string
  /** True when such a number can exist */
  valid: boolean
  /** E.164 */
  phone: string | null
  /** ISO 3166; null for numbers of no country */
  country: string | null
  /** International format for display */
  formatted: string | null
}

export type PhonesValidateBody = {
  /** Phones to check, 1 to 1,000 */
  phones: Array<string>
}

/** A picture */
export type Picture = {
  /** The bytes in base64; a JSON body has at most 1 MiB */
  content?: string
  /** Id of a stored file; the key needs the `read` scope too */
  file?: string
  /** Ignored */
  filename?: string
  /** Type of the bytes, which are checked in any case */
  mime?: string
}

export type Poll = {
  /** The question */
  name: string
  /** The options, in their order */
  options: Array<string>
  /** True when people may choose several options */
  multiple: boolean
  /** Votes of each option; null before the first vote */
  tally: Array<{
    /** Text of the option */
    option: string
    /** People who chose it */
    votes: number
  }> | null
  /** People who voted */
  voters: number | null
}

export type PollToSend = {
  /** The question */
  name: string
  /** Each different */
  options: Array<string>
  /** True if people may choose several options. Default: `false` */
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
  /** Segment whose people get the post; null: subscribers */
  segment: string | null
  /** scheduled: begins at `deliverAt`. testing: only the test recipients get it. gathering: the segment is still being read, and the first messages leave. posting: it is being sent. paused: nothing is sent. stopping: calls under way are still counted. stopped, posted: ended */
  status: "scheduled" | "testing" | "gathering" | "posting" | "paused" | "stopping" | "stopped" | "posted"
  /** People by status of their message; each is counted once */
  counts: {
    /** People of the post */
    total: number
    /** Not in the queue of the number yet */
    waiting: number
    /** In the queue of the number */
    queued: number
    /** Sent, not delivered yet */
    sent: number
    /** Delivered, not read yet */
    delivered: number
    /** Read */
    read: number
    /** Failed, expired or refused */
    failed: number
    /** Stopped or canceled before it was sent */
    canceled: number
    /** The contact had opted out; nothing was sent */
    optedOut: number
    /** They unsubscribed before their turn; nothing was sent */
    unsubscribed: number
  }
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
  /** Also reaches people who have not written within 24 h */
  template?: LinkedTemplateContent
  /** Show a preview of the first link */
  previewUrl?: boolean
  onWindowClosed?: OnWindowClosed
  /** Begin at this time, within a year from now; null or absent: at once */
  deliverAt?: string | null
  /** Validity of each message in seconds from its entry into the queue; default 10 h */
  expiresIn?: number
  /** Phones that get the post first, subscribed or not. It is `testing` until it is stopped, or resumed for everyone else */
  test?: Array<string>
} & MessageContent

export type PostsUpdateBody = {
  /** Begin at this time, within a year from now; null or absent: at once */
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
  /** The provider's id of the catalog */
  catalogId: string
  /** Your id of the product in the catalog */
  productId: string
}

export type ProductsContent = {
  /** The provider's id of the catalog */
  catalogId: string
  /** Groups of products */
  sections: Array<{
    /** Your ids of the products in the catalog */
    productIds: Array<string>
    /** Heading of the section; required when there are several sections */
    title?: string
  }>
}

export type ProfilesSetPictureBody = Picture

export type ProfilesUpdateBody = {
  /** Can be replaced, but not cleared */
  about?: string
  /** Address of the business */
  address?: string | null
  /** Description of the business */
  description?: string | null
  /** Email address of the business */
  email?: string | null
  /** Web pages of the business */
  websites?: Array<string>
  /** Line of business */
  vertical?: "OTHER" | "AUTO" | "BEAUTY" | "APPAREL" | "EDU" | "ENTERTAIN" | "EVENT_PLAN" | "FINANCE" | "GROCERY" | "GOVT" | "HOTEL" | "HEALTH" | "NONPROFIT" | "PROF_SERVICES" | "RETAIL" | "TRAVEL" | "RESTAURANT" | "ALCOHOL" | "ONLINE_GAMBLING" | "PHYSICAL_GAMBLING" | "OTC_DRUGS"
}

export type Queue = QueueStatus & {
  number: string
}

/** Messages of a queue */
export type QueueFilter = {
  /** Only items created before this time */
  createdBefore?: string
  /** Messages to one of these phones */
  phones?: Array<string>
  /** Your own reference, returned everywhere */
  reference?: string
}

export type QueueStatus = {
  /** `active`: sends; `paused`: all messages wait; `draining`: queued messages are sent, new ones wait */
  status: "active" | "paused" | "draining"
  /** New messages of callers are refused with `queue:refusing`; posts continue */
  refuses: boolean
  /** Due and not yet sent */
  waiting: number
  /** Not due yet */
  scheduled: number
  /** Being sent to the provider now */
  sending: number
  /** Age of the oldest due message */
  oldestAgeMs: number
  /** Maximum messages per second */
  ratePerSecond: number
  /** Messages of running posts that are not in this queue yet */
  postsWaiting: number
  /** Time to send all due messages, with those that running posts will add; null while the queue sends nothing */
  etaMs: number | null
  /** Why the queue sends nothing now, and its end if known */
  blocked: MessageWaiting | null
}

export type QueuesMoveAnswer = {
  /** Number of moved messages */
  moved: number
  /** Number of chats that the messages belong to now */
  chats: number
  /** Matching messages that are left */
  remaining: number
}

export type QueuesMoveBody = {
  /** Number that sends the messages */
  number: string
} & QueueFilter

export type QueuesPurgeAnswer = {
  /** Number of canceled messages */
  canceled: number
  /** Canceled messages that were not due yet */
  scheduled: number
  /** Matching messages that are left */
  remaining: number
  /** Running posts of this number; stop or pause them to keep the queue empty */
  posts: Array<{
    post: string
    /** Messages of the post that are not in this queue yet */
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
  /** Beginning, as hours and minutes in the time zone */
  from: string
  /** On the next day when it is before `from`; at most 12 hours after it */
  to: string
  /** IANA name, or `recipient`: that of the country of the recipient; if it has several, quiet hours end in the last */
  timeZone: string
}

export type RateOfRequests = {
  /** Requests per second on average */
  perSecond: number
  /** Requests that may be sent at once */
  burst: number
}

export type RatingCounts = {
  /** Questions that were sent */
  asked: number
  /** Questions that were answered */
  answers: number
  /** Average score, 1–5; null without an answer */
  average: number | null
  /** Number of answers with the scores 1 to 5, in this order */
  scores: Array<number>
}

export type RatingsOfDepartment = RatingCounts & {
  department: string
}

export type RatingsOfMember = RatingCounts & {
  member: string
  /** Name of the member; null: has left */
  name: string | null
}

export type Receipt = {
  /** Phone of the person; null when hidden */
  phone: string | null
  /** The provider's id of a person whose phone is hidden */
  userId: string | null
  /** Status of the message for this person */
  status: MessageStatus
  statusAt: MessageStatusTimes
  /** Why it did not reach this person */
  error: MessageError | null
}

/** A refusal that any operation may have */
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
  /** Kinds of events that are delivered; null: all kinds of the webhook */
  events: Array<string> | null
  /** Only events about this chat; null: all */
  chat: string | null
  /** True when only events that were given up are delivered */
  onlyFailed: boolean
  /** Deliveries that waited for another attempt are made at once, too */
  withWaiting: boolean
  /** Multiple of the original speed of the events; null: as fast as the receiver accepts them */
  speed: number | null
  /** Status of the replay */
  status: "running" | "finished" | "stopped"
  /** Events before this time have been considered */
  position: string
  /** Deliveries queued so far, over all urls */
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
  /** Only these of the webhook’s kinds; `message:*` too */
  events?: Array<string>
  /** Only events about this chat and its messages */
  chat?: string
}

export type ReplaysCreateBody = {
  /** Multiple of the original speed of the events; absent: as fast as the receiver accepts them */
  speed?: number
  /** True to deliver only events that were given up. Default: `false` */
  onlyFailed?: boolean
  /** Also delivers now what waits for another attempt; with `onlyFailed`, it counts as failed. Default: `false` */
  withWaiting?: boolean
  from: string
  /** Default: now */
  to?: string
  /** Only these of the webhook’s kinds; `message:*` too */
  events?: Array<string>
  /** Only events about this chat and its messages */
  chat?: string
}

export type ReplaysPreviewAnswer = {
  webhook: string
  from: string
  to: string
  /** Events that would be delivered to each url */
  events: number
  /** Deliveries that `onlyFailed` selects, over all urls */
  failed: number
  /** Deliveries that `withWaiting` selects, over all urls */
  waiting: number
  /** Time of the first of these events; null: there is none */
  oldest: string | null
  /** Time of the last of these events; null: there is none */
  newest: string | null
}

export type ReplaysPreviewBody = {
  from: string
  /** Default: now */
  to?: string
  /** Only these of the webhook’s kinds; `message:*` too */
  events?: Array<string>
  /** Only events about this chat and its messages */
  chat?: string
}

export type RepliesCreateBody = {
  /** Name, unique in the workspace, ignoring case */
  name: string
  /** Text of the reply, at most 4,096 characters */
  message: string
  /** Short word that inserts the reply, unique in the workspace */
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
  /** Short word that inserts the reply, unique in the workspace */
  shortcut?: string | null
  /** Folder that groups replies */
  folder?: string | null
}

export type RequestedMessageData = MessageEventData & {
  /** Actor that requested it */
  by?: Actor | null
}

export type Restore = {
  /** Since when work is on hold; null: nothing is */
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
  /** Short word that inserts the reply, unique in the workspace */
  shortcut: string | null
  /** Folder that groups replies */
  folder: string | null
}

export type SavedView = {
  id: string
  /** True: a view of the whole team; false: its author’s own view */
  shared: boolean
  /** Author of the view */
  by: Actor
  /** Increases with each change */
  version: number
  createdAt: string
  updatedAt: string
  /** Name, unique among the team’s views or the caller’s own, ignoring case */
  name: string
  /** Conditions on chats, as in GET /v1/chats; all of them must hold */
  filter: ViewFilter
  sort: ChatSort
}

export type SearchFindAnswer = {
  /** Results by kind; kinds without any are left out */
  groups: Array<SearchGroup>
  /** Kinds that could not be searched now; search again later */
  unavailable: Array<"chat" | "contact" | "message" | "template" | "number" | "webhook" | "key">
}

export type SearchGroup = {
  /** Kind of what was found */
  kind: "chat" | "contact" | "message" | "template" | "number" | "webhook" | "key"
  /** Things of this kind, the most likely first */
  items: Array<SearchResult>
  /** There is more of this kind than `items` has */
  more: boolean
}

export type SearchMark = {
  /** First character of the part, counted from 0 in UTF-16 units */
  from: number
  /** Character behind the part */
  to: number
}

export type SearchResult = {
  /** Id of what was found; the name of a template */
  id: string
  /** Name; of a message the name of its chat; null: it has none */
  name: string | null
  /** Chat of a message; null for other kinds */
  chat: string | null
  /** Number of a chat, message, template or webhook; null where there is none */
  number: string | null
  /** Time of a message, or of the last message of a chat or contact; null for others */
  at: string | null
  /** Field that fits; `text`: the words of a message or template, `hint`: the beginning of a key */
  field: "id" | "name" | "phone" | "email" | "username" | "userId" | "text" | "url" | "hint"
  /** The field, or the part of a long one around what fits */
  text: string
  /** Parts of `text` that fit; empty where only the spelling is close */
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
  /** The new secret; shown only here */
  signingSecret: string
  /** When the earlier secrets expire */
  previousExpiresAt: string
}

export type SecretsRotateBody = {
  /** Hours for which the old secret also signs. Default: `24` */
  graceHours?: number
}

export type Segment = {
  id: string
  /** Name of the segment */
  name: string
  /** Your explanation of the segment; null: none */
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
  /** Your explanation of the segment */
  description?: string
}

export type SegmentsPreviewAnswer = {
  /** Number of contacts that match */
  count: number
  /** Newest contacts that match */
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
  /** New explanation; null clears it */
  description?: string | null
  /** New conditions, which replace all of the old ones */
  filter?: ContactFilter
}

export type SessionStatus = {
  /** Status of the session: `online` while the provider accepts calls for the number */
  status: "online" | "offline" | "pending" | "error"
  since: string
  /** Last error of the provider; null: none */
  lastError: KeptError | null
}

export type SessionsRegisterBody = {
  /** PIN of two-step verification, six digits */
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
  /** A single message to a contact who has opted out: `send` marks it `optedOut`; `refuse` refuses it with `contact:opted_out`. Posts never reach them */
  optedOutMessages?: "send" | "refuse"
  /** Country, ISO 3166-1 alpha-2, of phones that are dialed within it, such as `0151 20007556`; null: phones are international */
  country?: string | null
  /** Time zone of the business hours and of reports, IANA name */
  timeZone?: string
  /** Business hours, in which the time of a first answer counts; null: always */
  hours?: Array<BusinessHours> | null
  /** Words that opt a contact out; null: those of the installation, such as STOP */
  optOutWords?: Array<string> | null
  /** Words that opt a contact in again; null: those of the installation */
  optInWords?: Array<string> | null
  /** `assignee`: of the members, only the assignee of a chat may send in it; `anyone`: every member. Keys always may */
  answering?: "anyone" | "assignee"
  /** Minutes of business hours after which an unanswered chat is `overdue`; null: none */
  answerGoalMinutes?: number | null
  /** Answer of the established v1 dialect about a phone that was never reached: `exist`: it exists, not verified; `unknown`: null */
  unknownPhones?: "exist" | "unknown"
  /** Days after which messages are deleted, with files of customers; null: never. The event log keeps events for 31 */
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
  /** Status of an outgoing message; null of an incoming one */
  status: MessageStatus | null
}

/** Lets the chat rest until a time within a year, or until the customer writes; null, resolving and archiving end it */
export type SnoozeChange = {
  /** null: until the customer writes */
  until: string | null
} | null

export type StatisticsAnswersAnswer = {
  from: string
  to: string
  /** Counts of the whole range */
  total: AnswerCounts
  /** Counts of each bucket that has messages; an answer counts when it was sent */
  buckets: Array<AnswerBucket>
  /** Counts of each number that has messages */
  numbers: Array<AnswersOfNumber>
  /** Counts of each member who wrote */
  members: Array<AnswersOfMember>
}

export type StatisticsDeliveriesAnswer = {
  number: string
  from: string
  to: string
  /** Counts of the whole range */
  total: DeliveryStatistics
  /** Counts of each bucket that has messages */
  buckets: Array<DeliveryStatisticsBucket>
}

export type StatisticsInboxAnswer = {
  from: string
  to: string
  /** Counts of the whole range */
  total: InboxCounts
  /** Counts of each bucket that has messages */
  buckets: Array<InboxBucket>
  /** Customers who wait now, as in GET /v1/chats?waiting=true&snoozed=false&status=open,pending */
  waiting: {
    /** Chats whose customer waits for an answer */
    chats: number
    /** Since when the first customer has waited; null: no one waits */
    oldestAt: string | null
  }
}

export type StatisticsRatingsAnswer = {
  from: string
  to: string
  /** Sums of the whole range */
  total: RatingCounts
  /** Sums of each member; chats of no one are only in the total */
  members: Array<RatingsOfMember>
  /** Sums of each department */
  departments: Array<RatingsOfDepartment>
}

export type StatisticsUsageAnswer = {
  from: string
  to: string
  /** Messages by day, number and type */
  days: Array<{
    /** YYYY-MM-DD, in the time zone */
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
    /** YYYY-MM-DD, in the time zone */
    day: string
    number: string
    /** The provider's category, such as marketing or utility */
    category: string
    /** True when the provider charges for the messages */
    billable: boolean
    /** Number of messages */
    messages: number
  }>
  /** Deliveries to webhooks by the day of their event; null while they cannot be counted */
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
  /** Phone of the person, E.164 */
  phone: string
  /** `unsubscribed` people get no posts */
  status: "subscribed" | "unsubscribed"
  /** you: over the API; word: they wrote a word such as STOP */
  by: "you" | "word"
  /** Time of the subscription; null: none */
  optedInAt: string | null
  /** Time when the person left; null: has not left */
  optedOutAt: string | null
}

export type SubscribersAddBody = {
  /** True states that people who left by a word have agreed again. Default: `false` */
  reconsented?: boolean
  /** Phones of the people, 1 to 1,000 */
  phones: Array<string>
  /** Country of phones that are dialed within it, such as `0151 20007556`; absent: that of the workspace */
  country?: string
}

export type SubscribersRemoveBody = {
  /** Phones of the people, 1 to 1,000 */
  phones: Array<string>
  /** Country of phones that are dialed within it, such as `0151 20007556`; absent: that of the workspace */
  country?: string
}

export type TeamDisableBody = {
  /** True revokes the keys that the member created. Default: `false` */
  revokeKeys?: boolean
}

export type TeamRemoveBody = {
  /** True revokes the keys that the member created. Default: `false` */
  revokeKeys?: boolean
}

export type TeamUpdateBody = {
  /** New name */
  name?: string
  role?: Role
  /** Numbers that an agent or viewer is limited to; null: all */
  numbers?: Array<string> | null
  color?: string
  /** True revokes the keys that the member created. Default: `false` */
  revokeKeys?: boolean
}

export type Template = {
  /** The provider's id of the template */
  id: string
  /** Name of the template, unique in the business account */
  name: string
  /** Language of the template, such as en_US */
  language: string
  /** MARKETING, UTILITY or AUTHENTICATION */
  category: string
  /** Only APPROVED ones can be sent, not PENDING, REJECTED, PAUSED, DISABLED */
  status: string
  /** The provider's reason of a refusal; null: none */
  rejectedReason: string | null
  /** GREEN, YELLOW, RED or UNKNOWN */
  quality: string | null
  /** Text of the body, with its variables; null: none */
  body: string | null
  /** Variables of the body, in order: 1, 2 … or names */
  variables: Array<string>
  /** All components, as stored at the provider */
  components: Array<JsonObject>
}

export type TemplateContent = {
  /** All components of the template, instead of variables */
  components?: Array<TemplatePart>
  /** Name of the template at the provider */
  name: string
  /** Language of the template, such as en or en_US */
  language: string
  /** Texts of the variables of the body: a list by position, an object by name. Without line breaks, tabs, and more than four spaces in a row */
  variables?: Array<string> | { [name: string]: string }
}

/** A template */
export type TemplateFields = {
  /** Name of the template at the provider */
  name?: string
  /** Language of the template, such as en or en_US */
  language?: string
  /** Texts of the variables of the body: a list by position, an object by name. Without line breaks, tabs, and more than four spaces in a row */
  variables?: Array<string> | { [name: string]: string }
}

export type TemplateParameter = {
  /** Id of a stored file, instead of url, for the image, video or document of a header */
  file?: string
  /** Kind of the value */
  type: "text" | "payload" | "image" | "video" | "document" | "coupon_code"
  /** Name of a named parameter */
  name?: string
  /** Value for text, payload and coupon_code */
  text?: string
  /** URL of an image, video or document */
  url?: string
  /** Displayed name of a document */
  filename?: string
}

/** A value of a template */
export type TemplateParameterFields = {
  /** Kind of the value */
  type?: "text" | "payload" | "image" | "video" | "document" | "coupon_code"
  /** Name of a named parameter */
  name?: string
  /** Value for text, payload and coupon_code */
  text?: string
  /** URL of an image, video or document */
  url?: string
  /** Displayed name of a document */
  filename?: string
}

export type TemplatePart = {
  /** Values of this part, in the order of its variables */
  parameters: Array<TemplateParameter>
  /** Part of the template that the parameters belong to */
  type: "header" | "body" | "button"
  /** Required for a button */
  subType?: "quick_reply" | "url" | "copy_code"
  /** Position of a button */
  index?: number
}

/** A part of a template */
export type TemplatePartFields = {
  /** Part of the template that the parameters belong to */
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
  /** The provider's title of the reason, such as FIRST_PAUSE */
  title: string | null
  /** The provider's sentence about the reason */
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
  /** Time when an announced category applies */
  effectiveAt: string | null
  /** The new content */
  components: {
    /** Text of the header */
    title: string | null
    /** Text of the body */
    body: string | null
    /** Text of the footer */
    footer: string | null
    /** Buttons in the provider's form */
    buttons: Array<JsonObject>
  } | null
}

/** The provider approved or refused a template, or changed its quality or category */
export type TemplateUpdatedEvent = EventEnvelope & {
  event?: "template:updated"
  data?: TemplateUpdatedData
}

export type TemplatesCreateBody = {
  /** Name of the template: lower case letters, digits and underscores */
  name: string
  /** Language of the template, such as en or en_US */
  language: string
  /** Purpose, which decides the price and the rules of the provider */
  category: "MARKETING" | "UTILITY"
  /** With variables by position, `{{1}}`, or by name, `{{first_name}}` */
  body: string
  /** Text, or an image, video or document with a stored file as the sample; each message names the file to send */
  header?: string | {
    /** Stored file that is the sample */
    media: {
      file: string
    }
  }
  /** Sample value of each variable, by name or position; required by the provider */
  samples?: { [name: string]: string }
  /** Line below the body */
  footer?: string
  /** With neither url nor phone: a quick reply */
  buttons?: Array<{
    /** Text of the button */
    text: string
    /** URL that the button opens */
    url?: string
    /** Phone that the button calls */
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
  /** Kind of the item */
  type: "message" | "note" | "change"
  /** Id of the message, note or change */
  id: string
  at: string
  /** The message, for this kind */
  message: Message | null
  /** The note, for this kind */
  note: Note | null
  /** Kind of the change */
  change: ChatChange | null
  /** Actor of a change; null when the customer or a time caused it */
  by: Actor | null
  /** Member that a change assigned the chat to */
  assignee: Assignee | null
  /** Snooze set by a change */
  snooze: ChatSnooze | null
  /** With the change `rated`: what the customer chose */
  rating: ChatRating | null
  /** With the change `automated`: what the automation did */
  run: AutomationRun | null
}

export type TraceEntry = {
  at: string
  /** Kind of the entry */
  what: "accepted" | "waiting" | "attempt" | "status" | "webhook"
  /** Status that the message reached */
  status: MessageStatus | null
  /** Kind of the event that was posted to the webhook */
  event: string | null
  /** Webhook of the delivery */
  webhook: string | null
  /** Id of the delivery */
  delivery: string | null
  /** Number of the attempt at the provider, or of this delivery */
  attempt: number | null
  /** Outcome of the attempt; of a delivery: delivered, refused, or the reason why there was no response */
  outcome: string | null
  /** HTTP status of the response of the webhook */
  httpStatus: number | null
  /** Duration of the attempt in milliseconds */
  latencyMs: number | null
  /** Why the message waits */
  waiting: MessageWaiting | null
  /** Error of the attempt, or of the status failed or expired */
  error: MessageError | null
}

export type TriedAutomation = {
  chat: string
  /** Name or phone of the customer; null when unknown */
  name: string | null
  /** Message of the customer; null: the chat was resolved */
  message: string | null
  /** Text of this message */
  text: string | null
  at: string
  /** Conditions that do not hold; empty: it would run */
  unmet: Array<"trigger" | "number" | "label" | "labelExclude" | "words" | "hours" | "optedOut">
  /** Result of each action */
  actions: Array<AutomatedAction>
  /** Member that the chat was assigned to; null: not assigned */
  assignee: Assignee | null
  /** Labels that the chat got */
  labels: Array<ChatLabel>
}

export type UnusedUpdate = {
  id: string
  /** The provider's name of the kind of update */
  field: string
  /** The update as the provider sent it; null when it is larger than 64 KiB */
  raw: Json | null
  receivedAt: string
}

/** Fields of a saved view */
export type ViewFields = {
  /** Name, unique among the team’s views or the caller’s own, ignoring case */
  name?: string
  /** Conditions on chats, as in GET /v1/chats; all of them must hold */
  filter?: ViewFilter
  sort?: ChatSort
}

export type ViewFilter = ChatConditions

export type ViewsCreateBody = {
  /** Name, unique among the team’s views or the caller’s own, ignoring case */
  name: string
  /** Conditions on chats, as in GET /v1/chats; all of them must hold */
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
  /** Your name of the webhook; null: none */
  name: string | null
  /** First URL that events are posted to */
  url: string
  /** All URLs that events are posted to */
  urls: Array<string>
  /** Status of each address */
  endpoints: Array<WebhookEndpoint>
  /** Subscribed kinds, such as `message:in`, `message:*` or `*` */
  events: Array<string>
  /** Only events of this number; null: of all numbers */
  number: string | null
  /** Header of every delivery; null: none */
  secretHeader: {
    /** Name of the header; its value is never shown */
    name: string
  } | null
  /** Maximum deliveries per second to each url; null: as fast as the receiver accepts them */
  ratePerSecond: number | null
  /** Form of the payloads; `posthorn`: events of this API. Other APIs of the installation have their own */
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
  /** Address of the endpoint */
  url: string
  /** Last status or error of the receiver */
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
  /** Address of the endpoint */
  url: string
  /** Last status or error of the receiver */
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
  /** Kinds to subscribe to: exact, all of a noun (`message:*`) or all (`*`) */
  events?: Array<string>
  /** Your name of the webhook */
  name?: string
  /** URL that events are posted to */
  url?: string
  /** Up to 5 URLs that events are posted to, instead of url */
  urls?: Array<string>
  /** Only events of this number */
  number?: string
  /** Maximum deliveries per second to each url, half of it in replays; null: as fast as the receiver accepts them */
  ratePerSecond?: number | null
}

export type WebhooksCreateBody = {
  /** Header with a secret value, sent with every delivery */
  secretHeader?: SecretHeader
  /** Form of the payloads; `posthorn`: events of this API. Other APIs of the installation have their own. Default: `"posthorn"` */
  format?: string
  /** Token of the verification request, with graph */
  verifyToken?: string
  /** Kinds to subscribe to: exact, all of a noun (`message:*`) or all (`*`) */
  events: Array<string>
  /** Your name of the webhook */
  name?: string
  /** URL that events are posted to */
  url?: string
  /** Up to 5 URLs that events are posted to, instead of url */
  urls?: Array<string>
  /** Only events of this number */
  number?: string
  /** Maximum deliveries per second to each url, half of it in replays; null: as fast as the receiver accepts them */
  ratePerSecond?: number | null
}

export type WebhooksStatisticsAnswer = {
  webhook: string
  from: string
  to: string
  /** Deliveries still to be made */
  backlog: {
    /** Deliveries that wait for an attempt or are parked, at any time */
    deliveries: number
    /** Time of the oldest event among them; null: there is none */
    oldestAt: string | null
  }
  /** Counts of the whole range */
  total: DeliveryAnswers
  /** Counts of each interval that has deliveries, oldest first */
  intervals: Array<DeliveryInterval>
  /** Events that were not accepted before an accepted one, newest first */
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
  /** New secret header; null removes it */
  secretHeader?: SecretHeader | null
  /** The form that the webhook has; it cannot be changed */
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
  /** A single message to a contact who has opted out: `send` marks it `optedOut`; `refuse` refuses it with `contact:opted_out`. Posts never reach them */
  optedOutMessages: "send" | "refuse"
  /** Country, ISO 3166-1 alpha-2, of phones that are dialed within it, such as `0151 20007556`; null: phones are international */
  country: string | null
  /** Time zone of the business hours and of reports, IANA name */
  timeZone: string
  /** Business hours, in which the time of a first answer counts; null: always */
  hours: Array<BusinessHours> | null
  /** Words that opt a contact out; null: those of the installation, such as STOP */
  optOutWords: Array<string> | null
  /** Words that opt a contact in again; null: those of the installation */
  optInWords: Array<string> | null
  /** `assignee`: of the members, only the assignee of a chat may send in it; `anyone`: every member. Keys always may */
  answering: "anyone" | "assignee"
  /** Minutes of business hours after which an unanswered chat is `overdue`; null: none */
  answerGoalMinutes: number | null
  /** Answer of the established v1 dialect about a phone that was never reached: `exist`: it exists, not verified; `unknown`: null */
  unknownPhones: "exist" | "unknown"
  /** Days after which messages are deleted, with files of customers; null: never. The event log keeps events for 31 */
  retentionDays: number | null
}

export type WorkspaceUpdateBody = {
  /** New name */
  name?: string
  /** Settings to change; absent ones stay as they are */
  settings?: SettingsChange
}

export type TeamListInput = {
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
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
  color?: string
  /** True revokes the keys that the member created. Default: `false` */
  revokeKeys?: boolean
}

export type TeamDisableInput = {
  /** Id of a member */
  id: string
  /** True revokes the keys that the member created. Default: `false` */
  revokeKeys?: boolean
}

export type TeamEnableInput = {
  /** Id of a member */
  id: string
}

export type TeamRemoveInput = {
  /** Id of a member */
  id: string
  /** True revokes the keys that the member created. Default: `false` */
  revokeKeys?: boolean
}

export type InvitationsListInput = {
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
}

export type InvitationsCreateInput = {
  /** Address of the person */
  email: string
  /** Role: a viewer reads, an agent answers, an admin manages, an owner changes admins */
  role: Role
  /** Numbers that an agent or viewer is limited to; null: all */
  numbers?: Array<string> | null
  /** Makes the person a member at once, in status `invited` */
  name?: string
  /** False: sends no mail. Default: `true` */
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
  /** End of the previous page; take it from the Link header */
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
  /** Unique in the workspace, ignoring case */
  name: string
  /** Purpose of the department */
  description?: string
  color?: string
  /** Name of an icon */
  icon?: string
  /** Its members */
  members?: DepartmentMembers
}

export type DepartmentsGetInput = {
  /** Id of a department */
  id: string
}

export type DepartmentsUpdateInput = {
  /** Id of a department */
  id: string
  /** Unique in the workspace, ignoring case */
  name?: string
  /** Purpose of the department */
  description?: string | null
  /** Color */
  color?: string | null
  /** Name of an icon */
  icon?: string | null
  /** Its members */
  members?: DepartmentMembers
}

export type DepartmentsRemoveInput = {
  /** Id of a department */
  id: string
}

export type AuditListInput = {
  /** Id of the key or member, or name of the service, of the actor */
  actor?: string
  /** Only these operations, by their names in the reference */
  operation?: Array<string>
  /** Id of the object of the action */
  target?: string
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
}

export type WorkspaceUpdateInput = {
  /** New name */
  name?: string
  /** Settings to change; absent ones stay as they are */
  settings?: SettingsChange
}

export type KeysListInput = {
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
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
  /** Numbers that the key is limited to: what belongs to others only does not exist for it, and it changes nothing that holds for all */
  numbers?: Array<string>
  /** Address ranges that the key can be used from, such as `203.0.113.0/24` */
  cidrs?: Array<AddressRange>
  /** True: a key for tests, `ph_test_…`, limited to the simulator numbers in `numbers`, or to all there are now. Default: `false` */
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
  /** Name, phone, email address, username, user id at the provider, words of messages, or a whole id */
  q: string
  /** Only these kinds, comma separated; all when left out */
  kinds?: Array<"chat" | "contact" | "message" | "template" | "number" | "webhook" | "key">
  /** Most things of each kind. Default: `5` */
  size?: number
}

export type MessagesSendInput = {
  phone?: string
  /** The text, 1–4096 characters; else the caption of media, or the body of other content (1024) */
  message?: string
  /** Country of phones that are dialed within it, such as `0151 20007556`; absent: that of the workspace */
  country?: string
  /** The provider's id of a person whose phone is hidden */
  userId?: string
  /** An active group; the number that created the group sends the message */
  group?: string
  /** A broadcast channel: posts the message to its people when it is due */
  channel?: string
  /** An existing chat */
  chat?: string
  /** The sending number; absent: the default number of the workspace */
  number?: string
  /** Message that this message replies to */
  quote?: MessageReference
  /** One file, by `file` or `url`; message is the caption */
  media?: MediaToSend
  /** Above the body: text of 1–60 characters with buttons, a list or products, or an image, video or document with buttons */
  header?: HeaderToSend
  /** One emoji, or an empty text or - to remove the reaction; requires reactionMessage */
  reaction?: string
  /** An approved template; see GET /v1/numbers/{id}/templates */
  template?: TemplateContent
  /** Message that the reaction belongs to */
  reactionMessage?: MessageReference
  /** Show a preview of the first link */
  previewUrl?: boolean
  /** Your own reference, returned everywhere */
  reference?: string
  /** Urgency; replies and urgent messages overtake bulk. Default: `"normal"` */
  priority?: Priority
  /** chat: messages of one chat are sent in the order of acceptance; none: in any order. Default: `"chat"` */
  order?: "chat" | "none"
  /** Send at this time, within a year from now; null or absent: at once */
  deliverAt?: string | null
  /** Validity in seconds from the time when the message is due; default 10 h */
  expiresIn?: number
  /** Expiry, instead of expiresIn */
  expiresAt?: string
  /** Behavior after a lost response of the provider: hold never sends twice, resend may. Default: `"hold"` */
  onUnknown?: "hold" | "resend"
  /** Behavior if the 24-hour window is closed at the due time: fail, hold until the customer writes, or send a template instead. If the customer has never written, the provider decides. Default: `"fail"` */
  onWindowClosed?: OnWindowClosed
  /** Seconds of typing indicator before the message. The provider shows it only in reply to a message, which is then marked as read */
  typing?: number
  /** Labels to add to the chat at once, each by id or name */
  labels?: Array<string>
  /** Changes of the chat as soon as the message is sent, such as `{ "status": "resolved" }`, but not if it fails; as in PATCH /v1/chats */
  actions?: ChatActions
  /** A place, or a request for the location of the customer */
  location?: LocationToSend
  /** 1–5 contact cards */
  contacts?: Array<ContactCard>
  /** Sent as buttons, a list or numbered text if the provider has no polls; votes are counted */
  poll?: PollToSend
  /** 1–3 quick replies, or one link; message is the body */
  buttons?: Array<Button>
  /** At most 10 rows in total; message is the body */
  list?: ListContent
  /** One product of your catalog; message is a text above it */
  product?: ProductToSend
  /** At most 30 products in total; message is the body, and a header of text is required */
  products?: ProductsContent
  /** A button that opens your whole catalog; message is the body */
  catalog?: CatalogContent
  /** Shown below the body of buttons, a list, products or a catalog */
  footer?: string
  /** A kind without a field here, in the provider's form */
  native?: NativeContent
}

export type MessagesListInput = {
  /** `in`: incoming messages only; `out`: outgoing ones only */
  direction?: "in" | "out"
  /** Only messages in these statuses */
  status?: Array<MessageStatus>
  /** Only messages of these numbers */
  number?: Array<string>
  /** Only messages of this chat */
  chat?: string
  /** Only messages to and from this phone */
  phone?: string
  /** Only messages in this group */
  group?: string
  /** Messages to the broadcast channel; the messages to its subscribers have the id of the post as reference */
  channel?: string
  /** Only messages of these types */
  type?: Array<string>
  /** Your own reference, returned everywhere */
  reference?: string
  /** Words of the text, ignoring case; the last word may be incomplete */
  search?: string
  /** Order of the list. Default: `"createdAt:desc"` */
  sort?: "createdAt:asc" | "createdAt:desc"
  /** With `chat`: the page with this message in the middle */
  around?: string
  /** Adds these to `summaries`, in the form that message events have */
  include?: Array<"chat" | "contact" | "number" | "quoted">
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
}

export type MessagesBatchInput = {
  /** Messages to send, 1 to 1,000, each like the body of POST /v1/messages */
  messages: Array<MessagesSendBody>
  /** Accept the valid messages and return an error for each of the others. Default: `false` */
  partial?: boolean
}

export type MessagesGetInput = {
  /** Id of a message */
  id: string
  /** Adds these to `summaries`, in the form that message events have */
  include?: Array<"chat" | "contact" | "number" | "quoted">
}

export type MessagesUpdateInput = {
  /** Id of a message */
  id: string
  /** The text, 1–4096 characters; else the caption of media, or the body of other content (1024) */
  message?: string
  /** One file, by `file` or `url`; message is the caption */
  media?: MediaToSend
  /** Above the body: text of 1–60 characters with buttons, a list or products, or an image, video or document with buttons */
  header?: HeaderToSend
  /** An approved template; see GET /v1/numbers/{id}/templates */
  template?: TemplateContent
  /** Send at this time instead; null: at once */
  deliverAt?: string | null
  /** New urgency */
  priority?: Priority
  /** Your own reference, returned everywhere */
  reference?: string
  expiresAt?: string
  /** A place, or a request for the location of the customer */
  location?: LocationToSend
  /** 1–5 contact cards */
  contacts?: Array<ContactCard>
  /** Sent as buttons, a list or numbered text if the provider has no polls; votes are counted */
  poll?: PollToSend
  /** 1–3 quick replies, or one link; message is the body */
  buttons?: Array<Button>
  /** At most 10 rows in total; message is the body */
  list?: ListContent
  /** One product of your catalog; message is a text above it */
  product?: ProductToSend
  /** At most 30 products in total; message is the body, and a header of text is required */
  products?: ProductsContent
  /** A button that opens your whole catalog; message is the body */
  catalog?: CatalogContent
  /** Shown below the body of buttons, a list, products or a catalog */
  footer?: string
  /** A kind without a field here, in the provider's form */
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
  /** Id of the message, ours or the provider's */
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
  /** Name, phone, or words of messages */
  search?: string
  /** Only chats in these statuses */
  status?: Array<ChatStatus>
  /** Only unread chats, or with false only read ones */
  unread?: boolean
  /** Only pinned chats, or with false only others */
  pinned?: boolean
  /** Only muted chats, or with false only others */
  muted?: boolean
  /** Only chats whose customer has written, or with false only others */
  written?: boolean
  /** Only chats whose customer waits for an answer */
  waiting?: boolean
  /** Only chats whose customer has waited longer than `answerGoalMinutes`, or with false only others */
  overdue?: boolean
  /** Only snoozed chats, or with false only others */
  snoozed?: boolean
  /** Only chats whose newest outgoing message failed or expired */
  failed?: boolean
  /** Status of the 24-hour window; closing: open for less than 2 hours. Chats without a message of the customer have none */
  window?: ChatWindow
  /** Members, by id or email address; none: assigned to no one; me: to the member who asks, not for API keys */
  assignee?: ChatAssignees
  /** Chats with a note that mentions this member; me: the caller, not for API keys */
  mentioned?: MentionedMember
  /** Chats with at least one of these labels, each by id or name */
  label?: Array<string>
  /** Chats with none of these labels, each by id or name */
  labelExclude?: Array<string>
  /** Only chats of these numbers */
  number?: Array<string>
  /** Only chats of these kinds */
  type?: Array<ChatType>
  /** Only the chats with this phone */
  phone?: string
  /** Only the chat of this group */
  group?: string
  /** Only chats whose last message is of this time or later */
  lastMessageAfter?: string
  /** Only chats whose last message is earlier than this time */
  lastMessageBefore?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
  /** Only items changed at this time or later */
  updatedAfter?: string
  /** Only items changed before this time */
  updatedBefore?: string
  /** waitingSince: only chats whose customer waits for an answer; windowClosesAt: only chats whose customer has written. Default: `"lastMessageAt:desc"` */
  sort?: ChatSort
  /** Adds these to `summaries`, in the form that message events have */
  include?: Array<"contact" | "number">
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
}

export type ChatsCreateInput = {
  phone: string
  /** Number of the chat; default: the default number */
  number?: string
  /** Status of a new chat. Default: `"open"` */
  status?: ChatStatus
  /** Labels to add, each by id or name. Default: `[]` */
  labels?: Array<string>
}

export type ChatsUpdateManyInput = {
  /** Each id once */
  ids: Array<string>
  /** null removes the assignment */
  assignee?: AssigneeChange
  /** Labels to add to and remove from each chat */
  labels?: {
    /** Labels to add, each by id or name */
    add?: Array<string>
    /** Labels to remove, each by id or name */
    remove?: Array<string>
  }
  /** Status of the work on the chat */
  status?: ChatStatus
  /** Marks the chat unread, or with false read, without a read receipt */
  unread?: boolean
  /** Keeps the chat at the top of the list */
  pinned?: boolean
  /** An incoming message does not reopen a muted chat */
  muted?: boolean
  /** Lets the chat rest until a time within a year, or until the customer writes; null, resolving and archiving end it */
  snooze?: SnoozeChange
}

export type ChatsCountsInput = {
  /** Up to 30 filters, each under a name you choose */
  filters: { [name: string]: ChatFilter }
}

export type ChatsGetInput = {
  /** Id of a chat */
  id: string
  /** Adds these to `summaries`, in the form that message events have */
  include?: Array<"contact" | "number">
}

export type ChatsUpdateInput = {
  /** Id of a chat */
  id: string
  /** All labels that the chat then has, each by id or name */
  labels?: Array<string>
  /** Status of the work on the chat */
  status?: ChatStatus
  /** Marks the chat unread, or with false read, without a read receipt */
  unread?: boolean
  /** Keeps the chat at the top of the list */
  pinned?: boolean
  /** An incoming message does not reopen a muted chat */
  muted?: boolean
  /** Lets the chat rest until a time within a year, or until the customer writes; null, resolving and archiving end it */
  snooze?: SnoozeChange
}

export type ChatsRemoveInput = {
  /** Id of a chat */
  id: string
}

export type ChatsTimelineInput = {
  /** Id of a chat */
  id: string
  /** The page with this message of the chat in the middle */
  around?: string
  /** Items after this message of the chat */
  after?: string
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
}

export type ChatsPresenceInput = {
  /** Id of a chat */
  id: string
  /** viewing: has the chat open; writing: is typing; left: has closed the chat */
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
  /** Absent: the name in the part or in Content-Disposition */
  filename?: string
  /** Expected type of the bytes, which are checked in any case */
  mime?: string
  /** Time when the file is deleted; absent: after the retention time of the installation */
  expiresAt?: string
  /** The bytes; or the id of a stored file, where the operation accepts one */
  file?: Upload
}

export type FilesListInput = {
  /** Only files of these kinds */
  kind?: Array<"image" | "video" | "audio" | "document" | "sticker">
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
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
  /** New time of deletion, within a year */
  expiresAt?: string
}

export type FilesRemoveInput = {
  /** Id of a file */
  id: string
}

export type FilesDownloadInput = {
  /** Id of a file */
  id: string
  /** Bytes to skip at the beginning. Default: `0` */
  offset?: number
}

export type LabelsListInput = {
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
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
  /** Unique in the workspace, ignoring case */
  name: string
  /** Default: `"#8e8e93"` */
  color?: string
  /** Your explanation of the label, at most 300 characters */
  description?: string
}

export type LabelsGetInput = {
  /** Id of a label */
  id: string
}

export type LabelsUpdateInput = {
  /** Id of a label */
  id: string
  /** Unique in the workspace, ignoring case */
  name?: string
  color?: string
  /** Your explanation of the label, at most 300 characters */
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
  /** Labels to add, each by id or name */
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
  /** End of the previous page; take it from the Link header */
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
  /** Members whom the note mentions; each finds the chat with `mentioned`. Default: `[]` */
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
  /** Members whom the note mentions; each finds the chat with `mentioned` */
  mentions?: Array<string>
}

export type NotesRemoveInput = {
  /** Id of a chat */
  id: string
  /** Id of a note */
  note: string
}

export type RepliesListInput = {
  /** Part of the name, the shortcut or the text, ignoring case */
  search?: string
  /** Only replies of this folder */
  folder?: string
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
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
  /** Short word that inserts the reply, unique in the workspace */
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
  /** Short word that inserts the reply, unique in the workspace */
  shortcut?: string | null
  /** Folder that groups replies */
  folder?: string | null
}

export type RepliesRemoveInput = {
  /** Id of a saved reply */
  id: string
}

export type ViewsListInput = {
  /** Only views of the team, or with false only own ones */
  shared?: boolean
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
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
  /** Name, unique among the team’s views or the caller’s own, ignoring case */
  name: string
  /** Conditions on chats, as in GET /v1/chats; all of them must hold */
  filter: ViewFilter
  /** True to share the view with the team. Default: `false` */
  shared?: boolean
  /** waitingSince: only chats whose customer waits for an answer; windowClosesAt: only chats whose customer has written. Default: `"lastMessageAt:desc"` */
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
  /** Name, unique among the team’s views or the caller’s own, ignoring case */
  name?: string
  /** Conditions on chats, as in GET /v1/chats; all of them must hold */
  filter?: ViewFilter
  /** waitingSince: only chats whose customer waits for an answer; windowClosesAt: only chats whose customer has written */
  sort?: ChatSort
}

export type ViewsRemoveInput = {
  /** Id of a saved view */
  id: string
}

export type AutomationsListInput = {
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
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
  /** Unique in the workspace, ignoring case; the history of chats shows it */
  name: string
  /** `conversation_started`: a customer wrote for the first time, or in a resolved or archived chat; `message_received`: a customer wrote; `chat_resolved`: a member or key resolved the chat */
  trigger: AutomationTrigger
  /** Actions, in the order in which they are done: assign, label, reply, rating */
  actions: AutomationActions
  /** True when it runs. Default: `true` */
  enabled?: boolean
  /** Conditions on the chat and the message; all of them must hold. Default: `{}` */
  conditions?: AutomationConditions
}

export type AutomationsGetInput = {
  /** Id of an automation */
  id: string
}

export type AutomationsUpdateInput = {
  /** Id of an automation */
  id: string
  /** Unique in the workspace, ignoring case; the history of chats shows it */
  name?: string
  /** True when it runs */
  enabled?: boolean
  /** `conversation_started`: a customer wrote for the first time, or in a resolved or archived chat; `message_received`: a customer wrote; `chat_resolved`: a member or key resolved the chat */
  trigger?: AutomationTrigger
  /** Conditions on the chat and the message; all of them must hold */
  conditions?: AutomationConditions
  /** Actions, in the order in which they are done: assign, label, reply, rating */
  actions?: AutomationActions
}

export type AutomationsRemoveInput = {
  /** Id of an automation */
  id: string
}

export type AutomationsTryOutInput = {
  /** Id of an automation */
  id: string
  /** Number of messages or resolved chats. Default: `20` */
  last?: number
}

export type AutomationsRunsInput = {
  /** Id of an automation */
  id: string
  /** Only runs in these statuses */
  status?: Array<AutomationStatus>
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
}

export type NotificationsListInput = {
  /** Only notifications of this member; me: the caller, not for API keys. Default: `"me"` */
  member?: string
  /** Only unread ones, or with false only read ones */
  unread?: boolean
  /** Only notifications of these kinds */
  kind?: Array<NotificationKind>
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
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
  /** Only these; others of the member stay as they are */
  ids?: Array<string>
  /** All notifications of the member */
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
  /** Messages to one of these phones */
  phones?: Array<string>
  /** Your own reference, returned everywhere */
  reference?: string
}

export type QueuesMoveInput = {
  /** Id of a number */
  id: string
  /** Number that sends the messages */
  number: string
  /** Only items created before this time */
  createdBefore?: string
  /** Messages to one of these phones */
  phones?: Array<string>
  /** Your own reference, returned everywhere */
  reference?: string
}

export type CapabilitiesGetInput = {
  /** Id of a number */
  id: string
}

export type StatisticsAnswersInput = {
  /** Beginning of the counted time */
  from?: string
  /** End of the counted time; absent: now */
  to?: string
  /** Days begin at midnight in this time zone, IANA name; hours are those of UTC. Default: `"UTC"` */
  timeZone?: string
  /** Length of a bucket. Default: `"day"` */
  interval?: "hour" | "day"
  /** Only these numbers */
  number?: Array<string>
}

export type StatisticsInboxInput = {
  /** Beginning of the counted time */
  from?: string
  /** End of the counted time; absent: now */
  to?: string
  /** Days begin at midnight in this time zone, IANA name; hours are those of UTC. Default: `"UTC"` */
  timeZone?: string
  /** Length of a bucket. Default: `"hour"` */
  interval?: "hour" | "day"
  /** Only these numbers */
  number?: Array<string>
}

export type StatisticsRatingsInput = {
  /** Beginning of the counted time */
  from?: string
  /** End of the counted time; absent: now */
  to?: string
  /** Only these numbers */
  number?: Array<string>
}

export type StatisticsDeliveriesInput = {
  /** Id of a number */
  id: string
  /** Beginning of the counted time */
  from?: string
  /** End of the counted time; absent: now */
  to?: string
  /** Days begin at midnight in this time zone, IANA name; hours are those of UTC. Default: `"UTC"` */
  timeZone?: string
  /** Length of a bucket. Default: `"hour"` */
  interval?: "minute" | "hour" | "day"
}

export type StatisticsUsageInput = {
  /** Beginning of the counted time */
  from?: string
  /** End of the counted time; absent: now */
  to?: string
  /** Days begin at midnight in this time zone, IANA name; hours are those of UTC. Default: `"UTC"` */
  timeZone?: string
  /** Only these numbers */
  number?: Array<string>
}

export type ContactsCreateInput = {
  phone: string
  /** Whole name of the contact */
  name?: string
  /** First name */
  firstName?: string
  /** Last name */
  lastName?: string
  /** Email address */
  email?: string
  /** Company of the contact */
  company?: string
  /** Username on WhatsApp, as of the last message */
  username?: string
  /** Country, ISO 3166-1 alpha-2; default: that of the phone */
  country?: string
  /** Language, such as de or pt_BR */
  language?: string
  /** Tags of the contact */
  tags?: Array<string>
  /** Custom fields by name */
  fields?: { [name: string]: string }
  /** True to update the contact that has the phone. Default: `false` */
  upsert?: boolean
}

export type ContactsListInput = {
  /** Beginning of words in names, with similar spellings if none match, or the beginning of a phone or email address */
  search?: string
  /** Only the contact with this phone */
  phone?: string
  /** Contacts with all of these tags */
  tag?: Array<string>
  /** Contacts with none of these tags */
  tagExclude?: Array<string>
  /** Value of a custom field: `field[plan]=gold` */
  field?: { [name: string]: string }
  /** Only contacts of these countries, ISO 3166-1 alpha-2 */
  country?: Array<string>
  /** Only blocked contacts, or with false only others */
  blocked?: boolean
  /** Only contacts who have opted out, or with false only others */
  optedOut?: boolean
  /** True: contacts who have written; false: contacts who have never written */
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
  /** Order of the list. Default: `"createdAt:desc"` */
  sort?: "createdAt:asc" | "createdAt:desc" | "updatedAt:asc" | "updatedAt:desc" | "lastMessageAt:asc" | "lastMessageAt:desc" | "name:asc" | "name:desc"
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
}

export type ContactsExportInput = {
  /** Beginning of words in names, with similar spellings if none match, or the beginning of a phone or email address */
  search?: string
  /** Only the contact with this phone */
  phone?: string
  /** Contacts with all of these tags */
  tag?: Array<string>
  /** Contacts with none of these tags */
  tagExclude?: Array<string>
  /** Value of a custom field: `field[plan]=gold` */
  field?: { [name: string]: string }
  /** Only contacts of these countries, ISO 3166-1 alpha-2 */
  country?: Array<string>
  /** Only blocked contacts, or with false only others */
  blocked?: boolean
  /** Only contacts who have opted out, or with false only others */
  optedOut?: boolean
  /** True: contacts who have written; false: contacts who have never written */
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
  /** Whole name of the contact; null clears it */
  name?: string | null
  /** First name; null clears it */
  firstName?: string | null
  /** Last name; null clears it */
  lastName?: string | null
  /** Email address; null clears it */
  email?: string | null
  /** Company of the contact; null clears it */
  company?: string | null
  /** Username on WhatsApp, as of the last message; null clears it */
  username?: string | null
  /** Country, ISO 3166-1 alpha-2; default: that of the phone; null clears it */
  country?: string | null
  /** Language, such as de or pt_BR; null clears it */
  language?: string | null
  /** All tags that the contact then has */
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
  /** The phone of the contact, or its id */
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
  /** Only erasures in this status */
  status?: "running" | "finished"
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
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
  /** Your explanation of the segment */
  description?: string
}

export type SegmentsListInput = {
  /** Items per page. Default: `20` */
  size?: number
  /** End of the previous page; take it from the Link header */
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
  /** New explanation; null clears it */
  description?: string | null
  /** New conditions, which replace all of the old ones */
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
  /** URL from which a file is fetched once */
  url?: string
  /** The bytes; or the id of a stored file, where the operation accepts one */
  file?: Upload | string
  /** Target of each column: phone, an attribute, tags, `fields.<name>` or ignore */
  mapping?: ImportMapping
  /** True to change nothing and return the counts. Default: `false` */
  dryRun?: boolean
  /** Handling of a row with a known phone. Default: `"skip"` */
  onDuplicate?: "skip" | "update" | "error"
  /** Added to every contact of the import. Default: `[]` */
  tags?: Array<string>
}

export type ImportsListInput = {
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
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
  /** End of the previous page; take it from the Link header */
  cursor?: string
}

export type ImportsExportErrorsInput = {
  /** Id of an import */
  id: string
}

export type GroupsCreateInput = {
  number: string
  /** Name of the group, which its people see */
  name: string
  /** Description of the group, at most 2,048 characters */
  description?: string
  /** People who follow the link must be approved; cannot be changed later. Default: `false` */
  joinApproval?: boolean
  /** People to invite when the group is active */
  participants?: Array<string>
  /** Text of the invitation to the participants */
  invitation?: InvitationText
}

export type GroupsListInput = {
  /** Id of a number */
  number?: string
  /** Only an active group takes messages. suspended: by the provider, until it lifts that */
  status?: "creating" | "active" | "suspended" | "deleting" | "deleted" | "failed"
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
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
  /** Name of the group, which its people see */
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
  /** Type of the bytes, which are checked in any case */
  mime?: string
}

export type ParticipantsListInput = {
  /** Id of a group */
  id: string
  /** Only people in these statuses */
  status?: Array<ParticipantStatus>
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
}

export type ParticipantsInviteInput = {
  /** Id of a group */
  id: string
  /** Phones of the people to invite, 1 to 8 */
  phones: Array<string>
  /** Text of the invitation; absent: a standard text */
  invitation?: InvitationText
}

export type ParticipantsRemoveInput = {
  /** Id of a group */
  id: string
  /** Phones or user ids of the people to remove */
  participants: Array<string>
}

export type JoinRequestsListInput = {
  /** Id of a group */
  id: string
  /** Only requests in these statuses */
  status?: Array<JoinRequestStatus>
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
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
  /** Name of the broadcast channel, which its people do not see */
  name: string
  /** Your explanation of the broadcast channel */
  description?: string
  segment?: string
}

export type ChannelsListInput = {
  /** Id of a number */
  number?: string
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
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
  /** Name of the broadcast channel, which its people do not see */
  name?: string
  /** Your explanation of the broadcast channel */
  description?: string | null
  /** Segment that is the audience; null: the subscribers */
  segment?: string | null
}

export type ChannelsRemoveInput = {
  /** Id of a channel */
  id: string
}

export type SubscribersListInput = {
  /** Id of a channel */
  id: string
  /** Only people in this status */
  status?: "subscribed" | "unsubscribed"
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
}

export type SubscribersAddInput = {
  /** Id of a channel */
  id: string
  /** True states that people who left by a word have agreed again. Default: `false` */
  reconsented?: boolean
  /** Phones of the people, 1 to 1,000 */
  phones: Array<string>
  /** Country of phones that are dialed within it, such as `0151 20007556`; absent: that of the workspace */
  country?: string
}

export type SubscribersRemoveInput = {
  /** Id of a channel */
  id: string
  /** Phones of the people, 1 to 1,000 */
  phones: Array<string>
  /** Country of phones that are dialed within it, such as `0151 20007556`; absent: that of the workspace */
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
  /** Also reaches people who have not written within 24 h */
  template?: LinkedTemplateContent
  /** Show a preview of the first link */
  previewUrl?: boolean
  /** Behavior if the 24-hour window is closed at the due time: fail, hold until the customer writes, or send a template instead. If the customer has never written, the provider decides */
  onWindowClosed?: OnWindowClosed
  /** Begin at this time, within a year from now; null or absent: at once */
  deliverAt?: string | null
  /** Validity of each message in seconds from its entry into the queue; default 10 h */
  expiresIn?: number
  /** Phones that get the post first, subscribed or not. It is `testing` until it is stopped, or resumed for everyone else */
  test?: Array<string>
  /** A place, or a request for the location of the customer */
  location?: LocationToSend
  /** 1–5 contact cards */
  contacts?: Array<ContactCard>
  /** Sent as buttons, a list or numbered text if the provider has no polls; votes are counted */
  poll?: PollToSend
  /** 1–3 quick replies, or one link; message is the body */
  buttons?: Array<Button>
  /** At most 10 rows in total; message is the body */
  list?: ListContent
  /** One product of your catalog; message is a text above it */
  product?: ProductToSend
  /** At most 30 products in total; message is the body, and a header of text is required */
  products?: ProductsContent
  /** A button that opens your whole catalog; message is the body */
  catalog?: CatalogContent
  /** Shown below the body of buttons, a list, products or a catalog */
  footer?: string
  /** A kind without a field here, in the provider's form */
  native?: NativeContent
}

export type PostsListInput = {
  /** Only posts to this broadcast channel */
  channel?: string
  /** Only posts with one of these statuses */
  status?: Array<"scheduled" | "testing" | "gathering" | "posting" | "paused" | "stopping" | "stopped" | "posted">
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
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
  /** Begin at this time, within a year from now; null or absent: at once */
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
  /** Your name of the number */
  name: string
  /** `simulator` needs no account at the provider and reaches no one. Default: `"cloud"` */
  provider?: "cloud" | "simulator"
  /** The provider's id of the number */
  phoneNumberId?: string
  /** The provider's id of the business account that the number belongs to */
  businessAccountId?: string
  /** Token of a system user; stored encrypted, never returned */
  accessToken?: string
  /** Secret of the app that signs callbacks; stored encrypted, never returned */
  appSecret?: string
  /** Token of the verification request; generated when absent */
  verifyToken?: string
  /** True to send messages without `number` from this one; the first number is the default */
  default?: boolean
  /** Sending rate and quiet hours */
  settings?: NumberSettings
}

export type NumbersListInput = {
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
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
  /** Settings to change; absent ones stay as they are */
  settings?: NumberSettings
  /** A new token */
  accessToken?: string
  /** A new secret of the app that signs callbacks */
  appSecret?: string
}

export type NumbersDisconnectInput = {
  /** Id of a number */
  id: string
}

export type NumbersSimulateInput = {
  /** Id of a number */
  id: string
  /** Message of a customer */
  message?: {
    from: string
    /** Type of the message at the provider, such as text, image or location. Default: `"text"` */
    type?: string
    /** Text, or caption of media */
    text?: string
    /** Name in the customer's profile */
    name?: string
    /** The provider's id of the message it answers */
    replyTo?: string
    /** The group it is written in: its `id`, or its `providerId` */
    groupId?: string
    /** Content of types other than text, in the form of the provider. Media have a sample without it, with `text` as the caption */
    content?: { [name: string]: Json } | Array<{ [name: string]: Json }>
  }
  /** Report of the provider about a message that was sent */
  status?: {
    /** Id of the message, or the provider's id of it */
    message: string
    /** State to report */
    status: "sent" | "delivered" | "read" | "played" | "failed"
    /** Provider error code, with failed */
    error?: number
  }
  /** Outage of the provider */
  outage?: {
    /** `refuse`: no connection; `hang`: no answer; `error`: status 500; `cut`: the answer breaks off; `throttle`: status 429 */
    kind: "refuse" | "hang" | "error" | "cut" | "throttle"
    /** Duration in seconds; 0 ends an outage */
    seconds: number
  }
  /** Lets time pass at the provider */
  advance?: {
    /** Seconds to pass */
    seconds: number
  }
  /** Decision of the provider about the number: quality, limit, status, name */
  account?: {
    /** New quality rating */
    quality?: "GREEN" | "YELLOW" | "RED"
    /** New limit of people per day */
    messagingLimit?: "TIER_50" | "TIER_250" | "TIER_2K" | "TIER_10K" | "TIER_100K" | "TIER_UNLIMITED"
    /** New status of the number at the provider */
    status?: "CONNECTED" | "RESTRICTED" | "RATE_LIMITED" | "FLAGGED" | "BANNED" | "OFFLINE"
    /** Decision about a new displayed name */
    name?: {
      /** The displayed name */
      name: string
      /** Decision of the provider */
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
  /** Event in a group of the number */
  group?: {
    /** The group: its `id`, or its `providerId` */
    group: string
    /** follow_link: a person joins, or requests to join where approval is needed; withdraw: a person withdraws the request; leave: a person leaves; suspend, clear: the provider suspends the group or ends that */
    action: "follow_link" | "withdraw" | "leave" | "suspend" | "clear"
    /** Phone, or the user id of a person who hides it; for the first three actions */
    who?: string
    /** Invite link that is followed; absent: the valid one */
    link?: string
  }
  /** Report of the provider about the account, as a callback only: the number does not change */
  change?: {
    /** Name of the field at the provider, such as account_update. The simulator guide lists those with a sample */
    field: string
    /** The value of the report in the provider's form; absent: the sample of the field */
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
  /** PIN of two-step verification, six digits */
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
  /** Web pages of the business */
  websites?: Array<string>
  /** Line of business */
  vertical?: "OTHER" | "AUTO" | "BEAUTY" | "APPAREL" | "EDU" | "ENTERTAIN" | "EVENT_PLAN" | "FINANCE" | "GROCERY" | "GOVT" | "HOTEL" | "HEALTH" | "NONPROFIT" | "PROF_SERVICES" | "RETAIL" | "TRAVEL" | "RESTAURANT" | "ALCOHOL" | "ONLINE_GAMBLING" | "PHYSICAL_GAMBLING" | "OTC_DRUGS"
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
  /** Type of the bytes, which are checked in any case */
  mime?: string
}

export type TemplatesListInput = {
  /** Id of a number */
  id: string
  /** Only the template of this name */
  name?: string
  /** Only templates in this language */
  language?: string
  /** Only templates in this status */
  status?: "APPROVED" | "PENDING" | "REJECTED" | "PAUSED" | "DISABLED"
  /** Items per page. Default: `25` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
}

export type TemplatesCreateInput = {
  /** Id of a number */
  id: string
  /** Name of the template: lower case letters, digits and underscores */
  name: string
  /** Language of the template, such as en or en_US */
  language: string
  /** Purpose, which decides the price and the rules of the provider */
  category: "MARKETING" | "UTILITY"
  /** With variables by position, `{{1}}`, or by name, `{{first_name}}` */
  body: string
  /** Text, or an image, video or document with a stored file as the sample; each message names the file to send */
  header?: string | {
    /** Stored file that is the sample */
    media: {
      file: string
    }
  }
  /** Sample value of each variable, by name or position; required by the provider */
  samples?: { [name: string]: string }
  /** Line below the body */
  footer?: string
  /** With neither url nor phone: a quick reply */
  buttons?: Array<{
    /** Text of the button */
    text: string
    /** URL that the button opens */
    url?: string
    /** Phone that the button calls */
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
  /** Phones to check, 1 to 1,000 */
  phones: Array<string>
}

export type PhonesExistsInput = {
  /** Phones to check, 1 to 1,000 */
  phones: Array<string>
}

export type UpdatesListInput = {
  /** Id of a number */
  id: string
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
}

export type WebhooksStatisticsInput = {
  /** Id of a webhook */
  id: string
  /** Beginning of the counted time */
  from?: string
  /** End of the counted time; absent: now */
  to?: string
  /** Length of an interval. Default: `"hour"` */
  interval?: "minute" | "hour" | "day"
}

export type WebhooksCreateInput = {
  /** Header with a secret value, sent with every delivery */
  secretHeader?: SecretHeader
  /** Form of the payloads; `posthorn`: events of this API. Other APIs of the installation have their own. Default: `"posthorn"` */
  format?: string
  /** Token of the verification request, with graph */
  verifyToken?: string
  /** Kinds to subscribe to: exact, all of a noun (`message:*`) or all (`*`) */
  events: Array<string>
  /** Your name of the webhook */
  name?: string
  /** URL that events are posted to */
  url?: string
  /** Up to 5 URLs that events are posted to, instead of url */
  urls?: Array<string>
  /** Only events of this number */
  number?: string
  /** Maximum deliveries per second to each url, half of it in replays; null: as fast as the receiver accepts them */
  ratePerSecond?: number | null
}

export type WebhooksListInput = {
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
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
  /** New secret header; null removes it */
  secretHeader?: SecretHeader | null
  /** The form that the webhook has; it cannot be changed */
  format?: string
  /** Kinds to subscribe to: exact, all of a noun (`message:*`) or all (`*`) */
  events?: Array<string>
  /** Your name of the webhook */
  name?: string
  /** URL that events are posted to */
  url?: string
  /** Up to 5 URLs that events are posted to, instead of url */
  urls?: Array<string>
  /** Only events of this number */
  number?: string
  /** Maximum deliveries per second to each url, half of it in replays; null: as fast as the receiver accepts them */
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
  /** Only deliveries in these statuses */
  status?: Array<DeliveryStatus>
  /** Only deliveries of these kinds of events; `message:*` too */
  events?: Array<string>
  /** Only deliveries of events with a greater sequence */
  after?: number
  /** Only deliveries of events with a smaller sequence */
  before?: number
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Only items created at this time or later */
  createdAfter?: string
  /** Only items created before this time */
  createdBefore?: string
}

export type SecretsRotateInput = {
  /** Id of a webhook */
  id: string
  /** Hours for which the old secret also signs. Default: `24` */
  graceHours?: number
}

export type ReplaysCreateInput = {
  /** Id of a webhook */
  id: string
  /** Multiple of the original speed of the events; absent: as fast as the receiver accepts them */
  speed?: number
  /** True to deliver only events that were given up. Default: `false` */
  onlyFailed?: boolean
  /** Also delivers now what waits for another attempt; with `onlyFailed`, it counts as failed. Default: `false` */
  withWaiting?: boolean
  from: string
  /** Default: now */
  to?: string
  /** Only these of the webhook’s kinds; `message:*` too */
  events?: Array<string>
  /** Only events about this chat and its messages */
  chat?: string
}

export type ReplaysListInput = {
  /** Id of a webhook */
  id: string
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
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
  /** Only these of the webhook’s kinds; `message:*` too */
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
  /** Only events of this time or later */
  occurredAfter?: string
  /** Only events before this time */
  occurredBefore?: string
  /** Return events about this message */
  message?: string
  /** Return events about this chat and its messages, also of messages that moved into or out of it; not events from before this field existed */
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
