// Generated from the OpenAPI document by `pnpm run docs`; changes here are lost.
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
  | "import:no_phone"
  | "import:unreadable"
  | "import:not_fetched"
  | "cursor:invalid"
  | "token:invalid"
  | "token:expired"
  | "session:invalid"
  | "callback:signature_invalid"
  | "callback:verify_token_invalid"
  | "scope:missing"
  | "address:not_allowed"
  | "route:not_found"
  | "route:method_not_allowed"
  | "workspace:not_found"
  | "key:not_found"
  | "message:not_found"
  | "chat:not_found"
  | "label:not_found"
  | "note:not_found"
  | "member:not_found"
  | "import:not_found"
  | "segment:not_found"
  | "erasure:not_found"
  | "contact:not_found"
  | "group:not_found"
  | "group:not_active"
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
  | "chat:never_written"
  | "chat:sending"
  | "label:duplicate"
  | "label:too_many"
  | "member:duplicate"
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
  workspace: {
    id: string
    name: string
  }
  key: {
    id: string
    name: string
    scopes: Array<"read" | "send" | "manage" | "raw">
    numbers: Array<string> | null
    cidrs: Array<string> | null
    expiresAt: string | null
  }
  limits: {
    perKey: {
      perSecond: number
      burst: number
    }
    perWorkspace: {
      perSecond: number
      burst: number
    }
  }
  /** Messages of today; null while they cannot be counted, and for keys without the scope `read`. More: GET /v1/usage */
  usage: {
    /** YYYY-MM-DD, UTC */
    day: string
    in: number | null
    out: number | null
  }
}

export type AccountReport = {
  /** The provider's name of the report, such as account_update or account_alerts */
  field: string
  /** The provider's word, such as ACCOUNT_RESTRICTION */
  event: string
  /** The violation, restrictions, state of the ban, or description of the alert */
  reason?: string
  /** End of the last restriction */
  until?: string
  /** Date of the ban in the provider's words */
  bannedAt?: string
  /** The report as the provider sent it */
  details: { [name: string]: Json }
}

export type Actor = {
  type: "key" | "member" | "service"
  id: string
}

export type Assignee = {
  id: string
  name: string
  email: string
}

export type AuditChange = {
  /** Kind of the changed object, such as api_key */
  thing: string
  id: string | null
  /** Changed fields before; null: the object was created */
  before: { [name: string]: Json } | null
  /** Changed fields after; null: the object was removed */
  after: { [name: string]: Json } | null
}

export type AuditEntry = {
  actor: Actor
  /** Service that performed the action */
  service: string
  /** Operation, by its name in the reference */
  operation: string
  /** Id of the object of the action */
  target: string | null
  /** Address of the caller; for operators, of the connection to the service */
  ip: string | null
  requestId: string
  /** Input of the caller. Text that may be personal or secret is replaced by `#` and a keyed hash */
  given: { [name: string]: Json }
  /** Changed objects. Where a service changes many rows at once, they are not listed */
  changes: Array<AuditChange>
  /** True when given and changes were left out because they are over 16 KiB */
  truncated: boolean
  id: string
  workspace: string
  /** Position in the log, without gaps */
  sequence: number
  /** Time of the action */
  at: string
  /** `hash` of the previous entry; 64 zeros for the first */
  previous: string
  /** SHA-256, hex, of this entry without `hash`, as canonical JSON (RFC 8785) */
  hash: string
}

export type BatchRefusal = {
  errorCode: string
  message: string
  retryable: boolean
  /** Faulty fields of this message */
  errors?: Array<{
    path: string
    code: string
    message: string
  }>
}

export type BusinessProfile = {
  number: string
  about: string | null
  address: string | null
  description: string | null
  email: string | null
  websites: Array<string>
  /** Line of business */
  vertical: string | null
  pictureUrl: string | null
}

export type Button = {
  /** Returned in the reply; absent: derived from the position */
  id?: string
  text: string
  url?: string
  phone?: string
}

export type ButtonInput = {
  /** Returned in the reply; absent: derived from the position */
  id?: string
  text: string
  url?: string
  phone?: string
}

export type CallMissedData = {
  number: string
  /** The provider's id of the call */
  call: string
  from: {
    phone?: string
    userId?: string
    name?: string
  }
  endedAt: string
  /** End of the call, in the provider's words */
  status?: string
}

export type CallMissedEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "call:missed"
  data: CallMissedData
}

export type Capabilities = {
  number: string
  provider: "cloud" | "simulator"
  messages: Array<{
    type: "text" | "image" | "video" | "audio" | "voice" | "document" | "sticker" | "location" | "location_request" | "contacts" | "poll" | "buttons" | "list" | "reaction" | "template"
    /** rendered: sent in another form, such as a poll as buttons; unsupported: refused with 409 */
    direct: "native" | "rendered" | "unsupported"
    /** rendered: sent in another form, such as a poll as buttons; unsupported: refused with 409 */
    group: "native" | "rendered" | "unsupported"
    /** rendered: sent in another form, such as a poll as buttons; unsupported: refused with 409 */
    channel: "native" | "rendered" | "unsupported"
    /** Alternative where the type is unsupported, as in the error message */
    instead?: {
      direct?: string
      group?: string
      channel?: string
    }
  }>
  media: Array<{
    kind: MediaKind
    mimes: Array<string>
    bytesMax: number
    /** True if it can have a caption, of at most captionCharactersMax */
    caption: boolean
  }>
  textCharactersMax: number
  /** Limit of captions and of the body of buttons, lists and location requests */
  captionCharactersMax: number
  buttons: {
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
  readReceipts: boolean
  /** inbound-only: shown only in reply to a message of the customer */
  typing: "inbound-only"
  /** True if a sent message can be changed */
  edits: boolean
  /** True if a sent message can be deleted for the customer */
  deletions: boolean
  groups: {
    peopleMax: number
    /** People join by a link that is sent to them */
    adding: "invitation"
  }
  /** rendered: a channel is an audience stored here, and each subscriber gets a separate message */
  channels: "native" | "rendered"
}

export type Channel = {
  id: string
  /** The number that sends its posts */
  number: string
  name: string
  description: string | null
  /** Posts go to the people who match it at that moment; null: to subscribers */
  segment: string | null
  /** People who are subscribed now */
  subscribers: number
  createdAt: string
  updatedAt: string
}

export type ChannelPostedEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "channel:posted"
  data: Post
}

export type ChannelsCreateBody = {
  number: string
  name: string
  description?: string
  segment?: string
}

export type ChannelsUpdateBody = {
  name?: string
  description?: string | null
  segment?: string | null
}

export type Chat = {
  id: string
  number: string
  type: "direct" | "group" | "channel"
  name: string | null
  phone: string | null
  contact: string | null
  /** Group of the chat; null in a group chat whose group was not created here */
  group: string | null
  channel: string | null
  status: ChatStatus
  unread: boolean
  unreadCount: number
  pinned: boolean
  /** An incoming message does not reopen it */
  muted: boolean
  assignee: Assignee | null
  labels: Array<ChatLabel>
  lastMessage: {
    id: string
    direction: "in" | "out"
    type: string
    message: string | null
    at: string
  } | null
  lastInboundAt: string | null
  lastOutboundAt: string | null
  /** End of the 24-hour window for free-form messages; null if the customer has never written */
  windowClosesAt: string | null
  createdAt: string
  updatedAt: string
}

/** Changes of the chat that are applied as soon as the message is sent, such as `{ "status": "resolved" }`, but not if it fails. The fields are those of PATCH /v1/chats */
export type ChatActions = {
  status?: ChatStatus
  /** true marks the chat unread; false marks it read without a read receipt */
  unread?: boolean
  pinned?: boolean
  /** An incoming message does not reopen a muted chat */
  muted?: boolean
  /** null removes the assignment */
  assignee?: {
    /** A member of the workspace; see GET /v1/team */
    member?: string
    /** The member's e-mail address */
    email?: string
  } | null
}

export type ChatActionsView = {
  status?: ChatStatus
  /** true marks the chat unread; false marks it read without a read receipt */
  unread?: boolean
  pinned?: boolean
  /** An incoming message does not reopen a muted chat */
  muted?: boolean
  assignee?: {
    member: string
  } | null
}

/** renamed: the name or colour of a label of the chat, or the name or e-mail address of the assigned member, has changed; phone: the customer has another phone or user id, under which the chat continues */
export type ChatChange = "created" | "reopened" | "pending" | "resolved" | "archived" | "read" | "unread" | "pinned" | "unpinned" | "muted" | "unmuted" | "assigned" | "unassigned" | "labelled" | "renamed" | "noted" | "phone" | "deleted"

export type ChatLabel = {
  id: string
  name: string
  color: string
}

export type ChatStatus = "open" | "pending" | "resolved" | "archived"

export type ChatUpdatedData = {
  id: string
  number: string
  type: "direct" | "group" | "channel"
  name: string | null
  phone: string | null
  contact: string | null
  /** Group of the chat; null in a group chat whose group was not created here */
  group: string | null
  channel: string | null
  status: ChatStatus
  unread: boolean
  unreadCount: number
  pinned: boolean
  /** An incoming message does not reopen it */
  muted: boolean
  assignee: Assignee | null
  labels: Array<ChatLabel>
  lastMessage: {
    id: string
    direction: "in" | "out"
    type: string
    message: string | null
    at: string
  } | null
  lastInboundAt: string | null
  lastOutboundAt: string | null
  /** End of the 24-hour window for free-form messages; null if the customer has never written */
  windowClosesAt: string | null
  createdAt: string
  updatedAt: string
  change: ChatChange
  /** Actor of the change; absent when a message caused it */
  by?: Actor
}

export type ChatUpdatedEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "chat:updated"
  data: ChatUpdatedData
}

export type ChatsAssignBody = {
  /** A member of the workspace; see GET /v1/team */
  member?: string
  /** The member's e-mail address */
  email?: string
}

export type ChatsRemoveAnswer = {
  id: string
  deleted: true
  /** Messages removed */
  messages: number
}

export type ChatsTypingAnswer = {
  shown: boolean
}

export type ChatsUpdateBody = {
  status?: ChatStatus
  /** true marks the chat unread; false marks it read without a read receipt */
  unread?: boolean
  pinned?: boolean
  /** An incoming message does not reopen a muted chat */
  muted?: boolean
}

export type ChatsUpdateManyBody = {
  /** Each id once */
  ids: Array<string>
  status?: ChatStatus
  /** true marks the chat unread; false marks it read without a read receipt */
  unread?: boolean
  pinned?: boolean
  /** An incoming message does not reopen a muted chat */
  muted?: boolean
  /** null removes the assignment */
  assignee?: {
    /** A member of the workspace; see GET /v1/team */
    member?: string
    /** The member's e-mail address */
    email?: string
  } | null
  labels?: {
    add?: Array<string>
    remove?: Array<string>
  }
}

export type ConnectedNumber = {
  id: string
  phone: string | null
  name: string
  provider: "cloud" | "simulator"
  /** The provider's id of the number */
  phoneNumberId: string
  status: "connecting" | "active" | "paused" | "restricted" | "disconnected" | "error"
  session: {
    status: "online" | "offline" | "pending" | "error"
    since: string
    lastError: {
      errorCode: string
      message: string
    } | null
  }
  /** True for the number that sends messages without `number` */
  default: boolean
  /** As last reported by the provider */
  device: DeviceReport
  settings: {
    /** Highest number of messages per second; null: the default of the installation */
    ratePerSecond: number | null
    /** Hours in which messages of low and normal priority wait; null: none */
    quietHours: QuietHours | null
  }
  /** As in GET …/queue. Among events, only `number:updated` with `change: queue` has it; absent in a response while it is not available */
  queue?: {
    state: "active" | "paused" | "draining"
    /** Due and not yet sent */
    waiting: number
    /** Not due yet */
    scheduled: number
    /** Being sent to the provider now */
    sending: number
    /** Age of the oldest due message */
    oldestAgeMs: number
    /** Highest number of messages per second */
    ratePerSecond: number
    /** Messages of running posts that are not in this queue yet */
    postsWaiting: number
    /** Time to send all due messages and those that running posts will add, at that rate; null while the queue sends nothing */
    etaMs: number | null
    /** Reason why the queue sends nothing now, with its end if that is known */
    blocked: MessageWaiting | null
  }
  /** Address of callbacks; enter it at the provider */
  callbackUrl: string
  createdAt: string
  /** Token to enter at the provider, beside `callbackUrl` */
  verifyToken: string
}

export type Contact = {
  id: string
  name: string | null
  firstName: string | null
  lastName: string | null
  email: string | null
  company: string | null
  /** ISO 3166-1 alpha-2; derived from the phone unless given */
  country: string | null
  language: string | null
  phone: string | null
  identities: Array<{
    type: "phone" | "provider_user"
    value: string
  }>
  tags: Array<string>
  /** Custom fields */
  fields: { [name: string]: string }
  blocked: boolean
  /** Time when the contact opted out of messages that they did not request: by a word such as STOP, at the provider, or recorded here */
  optedOutAt: string | null
  source: "api" | "message" | "import"
  createdAt: string
  updatedAt: string
  /** Time of their last message */
  lastMessageAt: string | null
}

export type ContactCard = {
  /** Id of a contact, instead of all other fields: the card has its current name, phones, e-mail address and company. The key needs the scope read */
  contact?: string
  /** Required, like a phone, unless contact is given */
  name?: string
  phone?: string
  phones?: Array<string>
  email?: string
  organization?: string
  url?: string
}

export type ContactCardView = {
  name: string
  phones?: Array<string>
  phone?: string
  email?: string
  organization?: string
  url?: string
  /** Parts of the name, as the sender of the card gave them */
  names?: {
    first?: string
    middle?: string
    last?: string
    prefix?: string
    suffix?: string
  }
  /** All phones of a received card; `whatsapp`: the phone is on WhatsApp */
  phoneDetails?: Array<{
    phone: string
    whatsapp: boolean
    type?: string
  }>
  emails?: Array<{
    email: string
    type?: string
  }>
  urls?: Array<{
    url: string
    type?: string
  }>
  addresses?: Array<{
    street?: string
    city?: string
    state?: string
    zip?: string
    country?: string
    countryCode?: string
    type?: string
  }>
  department?: string
  jobTitle?: string
  birthday?: string
  /** The card as vCard text, where the provider has it */
  vcard?: string
}

export type ContactCreatedEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "contact:created"
  data: Contact
}

export type ContactDeletedData = {
  id: string
  deletedAt: string
  mergedInto: string | null
}

export type ContactDeletedEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "contact:deleted"
  data: ContactDeletedData
}

export type ContactFilter = {
  all?: Array<ContactFilter>
  any?: Array<ContactFilter>
  not?: ContactFilter
  attribute?: "name" | "firstName" | "lastName" | "email" | "company" | "country" | "language" | "phone" | "source" | "createdAt" | "updatedAt" | "lastMessageAt" | "optedOutAt" | "blocked" | "optedOut" | "hasReplied" | "hasChat"
  /** A tag, without commas */
  tag?: string
  field?: string
  is?: string | boolean
  in?: Array<string>
  contains?: string
  startsWith?: string
  before?: string
  after?: string
  withinDays?: number
  exists?: boolean
}

export type ContactFilterInput = {
  all?: Array<ContactFilterInput>
  any?: Array<ContactFilterInput>
  not?: ContactFilterInput
  attribute?: "name" | "firstName" | "lastName" | "email" | "company" | "country" | "language" | "phone" | "source" | "createdAt" | "updatedAt" | "lastMessageAt" | "optedOutAt" | "blocked" | "optedOut" | "hasReplied" | "hasChat"
  /** A tag, without commas */
  tag?: string
  field?: string
  is?: string | boolean
  in?: Array<string>
  contains?: string
  startsWith?: string
  before?: string
  after?: string
  withinDays?: number
  exists?: boolean
}

export type ContactImport = {
  id: string
  state: "fetching" | "running" | "finished" | "failed"
  dryRun: boolean
  onDuplicate: "skip" | "update" | "error"
  tags: Array<string>
  /** Targets of the columns in use; null until known */
  mapping: { [name: string]: string } | null
  counts: {
    /** Rows processed */
    rows: number
    created: number
    updated: number
    skipped: number
    failed: number
  }
  progress: number
  error: {
    errorCode: string
    message: string
  } | null
  createdAt: string
  finishedAt: string | null
}

export type ContactUpdatedEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "contact:updated"
  data: Contact
}

export type ContactsAddTagsBody = {
  tags: Array<string>
}

export type ContactsChangeFieldsBody = {
  fields: { [name: string]: string | null }
}

export type ContactsCreateBody = {
  phone: string
  name?: string
  firstName?: string
  lastName?: string
  email?: string
  company?: string
  /** Derived from the phone unless given */
  country?: string
  /** Language code */
  language?: string
  tags?: Array<string>
  fields?: { [name: string]: string }
  /** Default: `false` */
  upsert?: boolean
}

export type ContactsMergeBody = {
  into: string
  from: string
}

export type ContactsRemoveAnswer = {
  id: string
  deletedAt: string
  erasure: string
}

export type ContactsRemoveTagsBody = {
  tags: Array<string>
}

export type ContactsReplaceFieldsBody = {
  fields: { [name: string]: string }
}

export type ContactsUpdateBody = {
  name?: string | null
  firstName?: string | null
  lastName?: string | null
  email?: string | null
  company?: string | null
  country?: string | null
  language?: string | null
}

export type CreatedWebhook = {
  id: string
  name: string | null
  url: string
  urls: Array<string>
  endpoints: Array<WebhookEndpoint>
  events: Array<string>
  number: string | null
  secretHeader: {
    name: string
  } | null
  /** Highest number of deliveries per second to each url; null: no limit but the speed of the receiver */
  ratePerSecond: number | null
  state: "active" | "paused" | "disabled"
  createdAt: string
  updatedAt: string
  /** Secret that signs deliveries; shown only here */
  signingSecret: string
}

export type Delivery = {
  id: string
  webhook: string
  endpoint: string
  url: string
  event: {
    id: string
    kind: string
    sequence: number
  }
  state: "waiting" | "parked" | "succeeded" | "exhausted" | "canceled" | "expired"
  attempts: number
  lastStatus: number | null
  lastError: string | null
  nextAttemptAt: string | null
  createdAt: string
  completedAt: string | null
}

export type DeliveryAttempt = {
  number: number
  /** Address of the attempt; null: not recorded */
  url: string | null
  startedAt: string
  latencyMs: number
  /** HTTP status; null when there was no answer */
  status: number | null
  error: string | null
  responseHeaders: { [name: string]: string }
  /** First 16 KiB */
  responseBody: string
}

export type DeliveryStatistics = {
  /** Messages accepted in this time */
  total: number
  /** Number of messages in each state now */
  states: { [name: string]: number }
  /** Number of messages that ended with each error code */
  errors: { [name: string]: number }
  /** Share of messages that the provider accepted, 0–1 */
  sentRate: number
  /** Share of accepted messages that were delivered, 0–1 */
  deliveredRate: number
  /** Time from due to accepted by the provider */
  queuedToSentMs: {
    p50: number
    p95: number
  } | null
  /** Time from accepted by the provider to delivered */
  sentToDeliveredMs: {
    p50: number
    p95: number
  } | null
}

export type DeliveryStatisticsBucket = {
  from: string
  /** Messages accepted in this time */
  total: number
  /** Number of messages in each state now */
  states: { [name: string]: number }
  /** Number of messages that ended with each error code */
  errors: { [name: string]: number }
  /** Share of messages that the provider accepted, 0–1 */
  sentRate: number
  /** Share of accepted messages that were delivered, 0–1 */
  deliveredRate: number
  /** Time from due to accepted by the provider */
  queuedToSentMs: {
    p50: number
    p95: number
  } | null
  /** Time from accepted by the provider to delivered */
  sentToDeliveredMs: {
    p50: number
    p95: number
  } | null
}

export type DeliveryWithAttempts = {
  id: string
  webhook: string
  endpoint: string
  url: string
  event: {
    id: string
    kind: string
    sequence: number
  }
  state: "waiting" | "parked" | "succeeded" | "exhausted" | "canceled" | "expired"
  attempts: number
  lastStatus: number | null
  lastError: string | null
  nextAttemptAt: string | null
  createdAt: string
  completedAt: string | null
  /** Every attempt, oldest first */
  attemptLog: Array<DeliveryAttempt>
}

export type DeviceReport = {
  /** GREEN, YELLOW or RED: rating of its messages by recipients */
  qualityRating: string | null
  /** Limit of people that it can message first within 24 h, such as TIER_2K */
  messagingLimit: string | null
  /** STANDARD: 80 messages a second, HIGH: 1000 */
  throughput: string | null
  /** Name that recipients see */
  verifiedName: string | null
  nameStatus: string | null
  /** VERIFIED after the phone was verified with a code */
  codeVerification: string | null
  /** AVAILABLE, LIMITED or BLOCKED: the worst of number, account and app */
  canSend: string | null
}

export type Egress = {
  /** Networks of outgoing requests, as CIDR, if the operator configured them; empty: any. A signature proves more than an address */
  addresses: Array<string>
  webhooks: {
    method: "POST"
    userAgent: string
    headers: Array<{
      name: string
      meaning: string
    }>
    signature: {
      standard: "Standard Webhooks"
      header: string
      version: "v1"
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
    redirects: false
    success: string
    /** Before each attempt, the first at once; up to a fifth is added */
    retryPausesSeconds: Array<number>
  }
  /** Requests for files and imports given by `url`; they come from the same addresses */
  fetches: {
    methods: Array<string>
    protocols: Array<string>
    privateAddresses: boolean
  }
}

export type ErasedEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "message:in" | "message:out" | "message:ack" | "message:updated" | "message:reaction" | "message:failed" | "message:accepted" | "message:scheduled" | "message:changed" | "message:canceled" | "chat:updated" | "contact:created" | "contact:updated" | "contact:deleted" | "import:finished" | "group:updated" | "channel:posted" | "number:updated" | "call:missed" | "template:updated" | "webhook:failing" | "webhook:exhausted" | "webhook:disabled"
  data: {
    /** Id of the object that the event is about, unless a person can be found by it */
    id?: string
    /** The person it is about was erased */
    erased: true
  }
}

export type Erasure = {
  id: string
  /** The id that the contact had */
  contact: string
  state: "running" | "finished"
  services: Array<{
    service: "numbers" | "contacts" | "groups" | "messaging" | "webhooks"
    /** waiting: for another service to finish first */
    state: "waiting" | "running" | "finished"
    finishedAt: string | null
  }>
  requestedAt: string
  finishedAt: string | null
  /** Time when the last copies, which the API cannot read, have expired: sealed responses for repeated requests (48 h), events on the internal bus and late reports of the provider (72 h); null until finished */
  agedOutAt: string | null
}

export type Error = {
  /** The HTTP status */
  status: number
  /** Code of the error, as `noun:reason`; GET /docs/errors lists all of them */
  errorCode: string
  /** The fault, and the way to mend it */
  message: string
  /** All faulty fields */
  errors: Array<{
    /** The faulty field, such as `media.url` */
    path: string
    /** Code of this error */
    code: string
    /** The fault of the field */
    message: string
  }>
  /** True when the same request may succeed later */
  retryable: boolean
  /** Seconds to wait before a retry, as in `Retry-After` */
  retryAfter?: number
  /** Id of the request, as in `X-Request-Id`; quote it when you ask for help */
  requestId: string
  /** Address of the page about this error */
  docs: string
}

/** An event, as it is posted to webhooks, streamed and kept in the log; `event` is its kind */
export type Event = MessageInEvent | MessageOutEvent | MessageAckEvent | MessageUpdatedEvent | MessageReactionEvent | MessageFailedEvent | MessageAcceptedEvent | MessageScheduledEvent | MessageChangedEvent | MessageCanceledEvent | ChatUpdatedEvent | ContactCreatedEvent | ContactUpdatedEvent | ContactDeletedEvent | ImportFinishedEvent | GroupUpdatedEvent | ChannelPostedEvent | NumberUpdatedEvent | CallMissedEvent | TemplateUpdatedEvent | WebhookFailingEvent | WebhookExhaustedEvent | WebhookDisabledEvent

export type EventsKindsAnswer = {
  kind: string
  when: string
  sample: LoggedEvent
}

export type File = {
  id: string
  filename: string
  mime: string
  /** Bytes */
  size: number
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
  /** Public address from which the file is fetched */
  url?: string
  /** Absent: the name in the part or in Content-Disposition */
  filename?: string
  /** Expected type of the bytes, which are checked in any case */
  mime?: string
  /** Time when the file is deleted; absent: after the retention time of the installation */
  expiresAt?: string
}

export type FilesRemoveAnswer = {
  id: string
  deleted: true
}

export type Group = {
  id: string
  number: string
  name: string
  description: string | null
  /** Only an active group takes messages. suspended: by the provider, until it lifts that */
  state: "creating" | "active" | "suspended" | "deleting" | "deleted" | "failed"
  /** People who follow the link must be approved */
  joinApproval: boolean
  image: {
    /** SHA-256 of the bytes, hexadecimal */
    sha256: string
    setAt: string
  } | null
  inviteLink: string | null
  /** The provider's id of the group; null until it is active */
  providerId: string | null
  /** Numbers of people; the provider allows 8 in a group */
  participants: {
    /** People in the group; the number itself does not count */
    joined: number
    /** Invited, and not yet in it */
    invited: number
    /** Requests to join that are open */
    requested: number
  }
  /** The last requested change of each setting, with its outcome */
  changes: Array<{
    setting: "name" | "description" | "image" | "invite" | "deletion"
    /** pending: the provider has not confirmed it yet */
    state: "pending" | "applied" | "failed"
    /** The requested name or description; for an image the SHA-256 of its bytes */
    to: string | null
    error: GroupError | null
    requestedAt: string
  }>
  /** Reason why the group could not be created */
  error: GroupError | null
  createdAt: string
  updatedAt: string
}

export type GroupError = {
  errorCode: string
  message: string
}

export type GroupInvite = {
  /** Null until the group is active */
  link: string | null
  /** renewing: the link works until the provider has made the new one */
  state: "valid" | "renewing"
  /** Reason why the link was not renewed */
  error: GroupError | null
}

export type GroupUpdatedData = {
  id: string
  number: string
  name: string
  description: string | null
  /** Only an active group takes messages. suspended: by the provider, until it lifts that */
  state: "creating" | "active" | "suspended" | "deleting" | "deleted" | "failed"
  /** People who follow the link must be approved */
  joinApproval: boolean
  image: {
    /** SHA-256 of the bytes, hexadecimal */
    sha256: string
    setAt: string
  } | null
  inviteLink: string | null
  /** The provider's id of the group; null until it is active */
  providerId: string | null
  /** Numbers of people; the provider allows 8 in a group */
  participants: {
    /** People in the group; the number itself does not count */
    joined: number
    /** Invited, and not yet in it */
    invited: number
    /** Requests to join that are open */
    requested: number
  }
  /** The last requested change of each setting, with its outcome */
  changes: Array<{
    setting: "name" | "description" | "image" | "invite" | "deletion"
    /** pending: the provider has not confirmed it yet */
    state: "pending" | "applied" | "failed"
    /** The requested name or description; for an image the SHA-256 of its bytes */
    to: string | null
    error: GroupError | null
    requestedAt: string
  }>
  /** Reason why the group could not be created */
  error: GroupError | null
  createdAt: string
  updatedAt: string
  /** changing: a change was requested; changed, refused: the provider applied or refused it; cleared: the suspension ended; participants, requests: people joined, left or requested to join */
  change: "created" | "active" | "failed" | "changing" | "changed" | "refused" | "suspended" | "cleared" | "deleting" | "deleted" | "participants" | "requests"
  /** With participants: the people who joined, left or were invited */
  people?: Array<Participant>
  /** With requests: the requests that changed */
  requests?: Array<JoinRequest>
}

export type GroupUpdatedEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "group:updated"
  data: GroupUpdatedData
}

export type GroupsCreateBody = {
  number: string
  name: string
  description?: string
  /** People who follow the link must be approved; cannot be changed later. Default: `false` */
  joinApproval?: boolean
  /** Invited when the group is active, see POST /v1/groups/{id}/participants */
  participants?: Array<string>
  invitation?: InvitationText
}

export type GroupsSetImageBody = {
  /** The bytes in base64; a JSON body has at most 1 MiB */
  content?: string
  /** Id of a stored file; the key needs the scope `read` too */
  file?: string
  /** Has no effect */
  filename?: string
  /** Type of the bytes, which are checked in any case */
  mime?: string
}

export type GroupsUpdateBody = {
  name?: string
  description?: string | null
  /** Must be the present value; create a new group for the other */
  joinApproval?: boolean
}

/** Shown above the body: text of 1–60 characters with buttons or a list, or an image, video or document with buttons */
export type HeaderToSend = string | {
  media: MediaToSend
}

export type ImportFinishedEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "import:finished"
  data: ContactImport
}

export type ImportRow = {
  phone?: string | null
  name?: string | null
  firstName?: string | null
  lastName?: string | null
  email?: string | null
  company?: string | null
  country?: string | null
  language?: string | null
  tags?: Array<string>
  optedOutAt?: string | null
  blocked?: boolean | null
  fields?: { [name: string]: string | null }
}

/** Exactly one of `csv`, `contacts`, `url` and `file` is the source. */
export type ImportsCreateBody = {
  csv?: string
  contacts?: Array<ImportRow>
  url?: string
  /** Id of a stored file */
  file?: string
  mapping?: { [name: string]: string }
  /** Default: `false` */
  dryRun?: boolean
  /** Default: `"skip"` */
  onDuplicate?: "skip" | "update" | "error"
  /** Added to every contact of the import. Default: `[]` */
  tags?: Array<string>
}

export type ImportsErrorsAnswer = {
  row: number
  /** Line of the file at which the row begins; the header is line 1. Null for contacts from JSON */
  line: number | null
  column: string
  errorCode: string
  message: string
  /** Value of the cell, at most 300 characters */
  value: string | null
}

export type InvitationText = {
  /** `{link}` in it is replaced by the link; without it the link follows the text */
  message?: string
  /** People who have not written within 24 h can only be sent a template; `{link}` in its texts is the link. Absent: fail */
  onWindowClosed?: OnWindowClosedInput
}

export type JoinRequest = {
  /** The provider's id of the request */
  id: string
  phone: string | null
  userId: string | null
  /** approving, rejecting: the provider has not confirmed it yet; revoked: withdrawn by the person */
  state: "pending" | "approving" | "approved" | "rejecting" | "rejected" | "revoked"
  /** Reason why the last decision was not applied; it can be repeated */
  error: GroupError | null
  createdAt: string
  updatedAt: string
}

export type JoinRequestsApproveBody = {
  /** Ids of requests */
  requests: Array<string>
}

export type JoinRequestsRejectBody = {
  /** Ids of requests */
  requests: Array<string>
}

export type Json = string | number | boolean | null | Array<Json> | { [name: string]: Json }

export type Label = {
  id: string
  name: string
  color: string
  description: string | null
  createdAt: string
  updatedAt: string
}

export type LabelsAddBody = {
  labels: Array<string>
}

export type LabelsCreateBody = {
  /** Unique in the workspace, ignoring case */
  name: string
  /** #rrggbb. Default: `"#8e8e93"` */
  color?: string
  description?: string
}

export type LabelsRemoveAnswer = {
  id: string
  deleted: true
}

export type LabelsSetBody = {
  labels: Array<string>
}

export type LabelsUpdateBody = {
  /** Unique in the workspace, ignoring case */
  name?: string
  /** #rrggbb */
  color?: string
  description?: string | null
}

export type LinkedTemplateContent = {
  name: string
  language: string
  /** Texts of the variables of the body: a list by position, an object by name */
  variables?: Array<string> | { [name: string]: string }
  /** All components of the template, instead of variables */
  components?: Array<{
    type: "header" | "body" | "button"
    /** Required for a button */
    subType?: "quick_reply" | "url" | "copy_code"
    /** Position of a button */
    index?: number
    parameters: Array<{
      type: "text" | "payload" | "image" | "video" | "document" | "coupon_code"
      /** Name of a named parameter */
      name?: string
      /** Value for text, payload and coupon_code */
      text?: string
      /** Address for image, video and document */
      url?: string
      filename?: string
    }>
  }>
}

export type LinkedTemplateContentInput = {
  name: string
  language: string
  /** Texts of the variables of the body: a list by position, an object by name */
  variables?: Array<string> | { [name: string]: string }
  /** All components of the template, instead of variables */
  components?: Array<{
    type: "header" | "body" | "button"
    /** Required for a button */
    subType?: "quick_reply" | "url" | "copy_code"
    /** Position of a button */
    index?: number
    parameters: Array<{
      type: "text" | "payload" | "image" | "video" | "document" | "coupon_code"
      /** Name of a named parameter */
      name?: string
      /** Value for text, payload and coupon_code */
      text?: string
      /** Address for image, video and document */
      url?: string
      filename?: string
    }>
  }>
}

export type ListContent = {
  /** Text of the button that opens the list */
  button: string
  sections: Array<{
    title?: string
    rows: Array<{
      id: string
      title: string
      description?: string
    }>
  }>
}

export type ListContentInput = {
  /** Text of the button that opens the list */
  button: string
  sections: Array<{
    title?: string
    rows: Array<{
      id: string
      title: string
      description?: string
    }>
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
  kind: string
  /** Id of the stored file; for received media, present once they are fetched */
  file?: string
  url?: string
  /** The provider's id of received media; it keeps them for 7 days */
  providerId?: string
  mime?: string
  sha256?: string
  filename?: string
  animated?: boolean
  /** Reason why received media could not be fetched */
  error?: string
}

export type MediaKind = "image" | "video" | "audio" | "voice" | "document" | "sticker"

export type MediaToSend = {
  /** Id of a stored file */
  file?: string
  /** Public http or https address from which the provider fetches the media */
  url?: string
  /** Absent: derived from mime, else from the extension of filename or url */
  kind?: MediaKind
  /** Displayed name of a document */
  filename?: string
  /** Type of the media, such as image/jpeg */
  mime?: string
}

export type Member = {
  id: string
  name: string
  email: string
  createdAt: string
}

export type Message = {
  id: string
  number: string
  direction: "in" | "out"
  chat: string
  phone?: string
  /** Group that the message was sent to or received in; absent for groups that were not created here */
  group?: string
  /** Channel that the message is posted to */
  channel?: string
  /** Post created from a message to a channel; its counts show how many people it reached */
  post?: string
  /** text, image, video, audio, voice, document, sticker, location, location_request, contacts, poll, buttons, list, reaction, template; for incoming messages also reply, order, system and unsupported */
  type: string
  /** The text, the caption of media, or the body of buttons and lists */
  message?: string
  media?: Media
  location?: {
    latitude?: number
    longitude?: number
    name?: string
    address?: string
    /** Web page of the place */
    url?: string
    request?: true
  }
  contacts?: Array<ContactCardView>
  poll?: Poll
  buttons?: Array<Button>
  list?: ListContent
  header?: string | {
    media: Media
  }
  footer?: string
  /** The emoji; empty: the reaction was removed */
  reaction?: string
  reactionMessage?: string
  template?: TemplateContent
  onWindowClosed?: OnWindowClosed
  /** Changes of the chat that are applied when the message is sent */
  actions?: ChatActionsView
  /** Seconds of typing indicator before the message */
  typing?: number
  /** template: the window was closed and the template was sent instead */
  sentInstead?: "template"
  /** Element that the customer tapped; quote is the message that has it */
  reply?: {
    kind: "button" | "list" | "template" | "form"
    id?: string
    text?: string
    description?: string
    /** Values of a submitted form, as JSON text */
    data?: string
  }
  /** Latest replies to the buttons or the list of this message */
  answers?: Array<{
    message: string
    id?: string
    text?: string
    at: string
  }>
  /** Current reactions of customers */
  reactions?: Array<{
    emoji: string
    from: {
      phone?: string
      userId?: string
      parentUserId?: string
      name?: string
    }
    at: string
  }>
  purchase?: {
    catalogId?: string
    items: Array<{
      productId: string
      quantity?: number
      price?: number
      currency?: string
    }>
  }
  /** Change reported about the customer, such as a new phone number */
  system?: {
    event: string
    phone?: string
    userId?: string
  }
  /** Ad or post from which the customer started the chat */
  referral?: {
    url?: string
    id?: string
    type?: string
    headline?: string
    body?: string
    mediaUrl?: string
    clickId?: string
    mediaType?: string
    imageUrl?: string
    videoUrl?: string
    thumbnailUrl?: string
    welcomeMessage?: string
  }
  /** Product of your catalogue that the customer asks about */
  product?: {
    catalogId?: string
    productId?: string
  }
  /** Reply of the customer to a request for permission to call */
  callPermission?: {
    /** The provider's word: accept or reject */
    response: string
    permanent?: boolean
    expiresAt?: string
    /** Origin of the permission, in the provider's words */
    source?: string
  }
  /** Errors of the provider for content that it does not deliver */
  providerErrors?: Array<{
    code: number | null
    title: string
    details?: string
    errorCode: string
  }>
  forwarded?: boolean
  /** The sender is blocked: the message counts as read and does not reopen the chat */
  blocked?: true
  /** The recipient had opted out when the message was accepted */
  optedOut?: true
  /** Type of content that the provider does not deliver, in the provider's words */
  unsupported?: string
  /** Time of the last edit by the sender */
  editedAt?: string
  /** Time when the sender deleted the message; its text is removed */
  deletedAt?: string
  quote?: string
  /** The provider's id of the message that this one quotes, reacts to, edits or deletes, when that message is not stored here */
  quoteProviderId?: string
  /** app: the business sent it from the provider's own app */
  via?: "app"
  reference?: string
  priority?: Priority
  order?: "chat" | "none"
  onUnknown?: "hold" | "resend"
  status: MessageStatus
  statusAt: MessageStatusTimes
  waiting?: MessageWaiting
  /** Expected time of sending at the current rate; only when a single waiting message is shown */
  estimatedSendAt?: string
  error?: MessageError
  providerId?: string
  pricing?: MessagePricing
  conversation?: MessageConversation
  /** Attempts after the first. Their number has no limit: they are repeated with increasing pauses until expiresAt */
  retry?: {
    count: number
    nextAt?: string
  }
  /** Sender of an incoming message; in a group, the participant */
  from?: {
    phone?: string
    userId?: string
    name?: string
    contact?: string
  }
  createdAt: string
  deliverAt?: string
  expiresAt?: string
}

export type MessageAcceptedEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "message:accepted"
  data: RequestedMessageData
}

export type MessageAckData = {
  id: string
  number: string
  direction: "in" | "out"
  chat: string
  phone?: string
  /** Group that the message was sent to or received in; absent for groups that were not created here */
  group?: string
  /** Channel that the message is posted to */
  channel?: string
  /** Post created from a message to a channel; its counts show how many people it reached */
  post?: string
  /** text, image, video, audio, voice, document, sticker, location, location_request, contacts, poll, buttons, list, reaction, template; for incoming messages also reply, order, system and unsupported */
  type: string
  /** The text, the caption of media, or the body of buttons and lists */
  message?: string
  media?: Media
  location?: {
    latitude?: number
    longitude?: number
    name?: string
    address?: string
    /** Web page of the place */
    url?: string
    request?: true
  }
  contacts?: Array<ContactCardView>
  poll?: Poll
  buttons?: Array<Button>
  list?: ListContent
  header?: string | {
    media: Media
  }
  footer?: string
  /** The emoji; empty: the reaction was removed */
  reaction?: string
  reactionMessage?: string
  template?: TemplateContent
  onWindowClosed?: OnWindowClosed
  /** Changes of the chat that are applied when the message is sent */
  actions?: ChatActionsView
  /** Seconds of typing indicator before the message */
  typing?: number
  /** template: the window was closed and the template was sent instead */
  sentInstead?: "template"
  /** Element that the customer tapped; quote is the message that has it */
  reply?: {
    kind: "button" | "list" | "template" | "form"
    id?: string
    text?: string
    description?: string
    /** Values of a submitted form, as JSON text */
    data?: string
  }
  /** Latest replies to the buttons or the list of this message */
  answers?: Array<{
    message: string
    id?: string
    text?: string
    at: string
  }>
  /** Current reactions of customers */
  reactions?: Array<{
    emoji: string
    from: {
      phone?: string
      userId?: string
      parentUserId?: string
      name?: string
    }
    at: string
  }>
  purchase?: {
    catalogId?: string
    items: Array<{
      productId: string
      quantity?: number
      price?: number
      currency?: string
    }>
  }
  /** Change reported about the customer, such as a new phone number */
  system?: {
    event: string
    phone?: string
    userId?: string
  }
  /** Ad or post from which the customer started the chat */
  referral?: {
    url?: string
    id?: string
    type?: string
    headline?: string
    body?: string
    mediaUrl?: string
    clickId?: string
    mediaType?: string
    imageUrl?: string
    videoUrl?: string
    thumbnailUrl?: string
    welcomeMessage?: string
  }
  /** Product of your catalogue that the customer asks about */
  product?: {
    catalogId?: string
    productId?: string
  }
  /** Reply of the customer to a request for permission to call */
  callPermission?: {
    /** The provider's word: accept or reject */
    response: string
    permanent?: boolean
    expiresAt?: string
    /** Origin of the permission, in the provider's words */
    source?: string
  }
  /** Errors of the provider for content that it does not deliver */
  providerErrors?: Array<{
    code: number | null
    title: string
    details?: string
    errorCode: string
  }>
  forwarded?: boolean
  /** The sender is blocked: the message counts as read and does not reopen the chat */
  blocked?: true
  /** The recipient had opted out when the message was accepted */
  optedOut?: true
  /** Type of content that the provider does not deliver, in the provider's words */
  unsupported?: string
  /** Time of the last edit by the sender */
  editedAt?: string
  /** Time when the sender deleted the message; its text is removed */
  deletedAt?: string
  quote?: string
  /** The provider's id of the message that this one quotes, reacts to, edits or deletes, when that message is not stored here */
  quoteProviderId?: string
  /** app: the business sent it from the provider's own app */
  via?: "app"
  reference?: string
  priority?: Priority
  order?: "chat" | "none"
  onUnknown?: "hold" | "resend"
  status: MessageStatus
  statusAt: MessageStatusTimes
  waiting?: MessageWaiting
  /** Expected time of sending at the current rate; only when a single waiting message is shown */
  estimatedSendAt?: string
  error?: MessageError
  providerId?: string
  pricing?: MessagePricing
  conversation?: MessageConversation
  /** Attempts after the first. Their number has no limit: they are repeated with increasing pauses until expiresAt */
  retry?: {
    count: number
    nextAt?: string
  }
  /** Sender of an incoming message; in a group, the participant */
  from?: {
    phone?: string
    userId?: string
    name?: string
    contact?: string
  }
  createdAt: string
  deliverAt?: string
  expiresAt?: string
  summaries: MessageSummaries
  ack: "delivered" | "read" | "played"
  /** In a group: the participant who received, read or played it */
  participant?: {
    phone?: string
    userId?: string
  }
}

export type MessageAckEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "message:ack"
  data: MessageAckData
}

export type MessageCanceledEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "message:canceled"
  data: RequestedMessageData
}

export type MessageChangedData = {
  id: string
  number: string
  direction: "in" | "out"
  chat: string
  phone?: string
  /** Group that the message was sent to or received in; absent for groups that were not created here */
  group?: string
  /** Channel that the message is posted to */
  channel?: string
  /** Post created from a message to a channel; its counts show how many people it reached */
  post?: string
  /** text, image, video, audio, voice, document, sticker, location, location_request, contacts, poll, buttons, list, reaction, template; for incoming messages also reply, order, system and unsupported */
  type: string
  /** The text, the caption of media, or the body of buttons and lists */
  message?: string
  media?: Media
  location?: {
    latitude?: number
    longitude?: number
    name?: string
    address?: string
    /** Web page of the place */
    url?: string
    request?: true
  }
  contacts?: Array<ContactCardView>
  poll?: Poll
  buttons?: Array<Button>
  list?: ListContent
  header?: string | {
    media: Media
  }
  footer?: string
  /** The emoji; empty: the reaction was removed */
  reaction?: string
  reactionMessage?: string
  template?: TemplateContent
  onWindowClosed?: OnWindowClosed
  /** Changes of the chat that are applied when the message is sent */
  actions?: ChatActionsView
  /** Seconds of typing indicator before the message */
  typing?: number
  /** template: the window was closed and the template was sent instead */
  sentInstead?: "template"
  /** Element that the customer tapped; quote is the message that has it */
  reply?: {
    kind: "button" | "list" | "template" | "form"
    id?: string
    text?: string
    description?: string
    /** Values of a submitted form, as JSON text */
    data?: string
  }
  /** Latest replies to the buttons or the list of this message */
  answers?: Array<{
    message: string
    id?: string
    text?: string
    at: string
  }>
  /** Current reactions of customers */
  reactions?: Array<{
    emoji: string
    from: {
      phone?: string
      userId?: string
      parentUserId?: string
      name?: string
    }
    at: string
  }>
  purchase?: {
    catalogId?: string
    items: Array<{
      productId: string
      quantity?: number
      price?: number
      currency?: string
    }>
  }
  /** Change reported about the customer, such as a new phone number */
  system?: {
    event: string
    phone?: string
    userId?: string
  }
  /** Ad or post from which the customer started the chat */
  referral?: {
    url?: string
    id?: string
    type?: string
    headline?: string
    body?: string
    mediaUrl?: string
    clickId?: string
    mediaType?: string
    imageUrl?: string
    videoUrl?: string
    thumbnailUrl?: string
    welcomeMessage?: string
  }
  /** Product of your catalogue that the customer asks about */
  product?: {
    catalogId?: string
    productId?: string
  }
  /** Reply of the customer to a request for permission to call */
  callPermission?: {
    /** The provider's word: accept or reject */
    response: string
    permanent?: boolean
    expiresAt?: string
    /** Origin of the permission, in the provider's words */
    source?: string
  }
  /** Errors of the provider for content that it does not deliver */
  providerErrors?: Array<{
    code: number | null
    title: string
    details?: string
    errorCode: string
  }>
  forwarded?: boolean
  /** The sender is blocked: the message counts as read and does not reopen the chat */
  blocked?: true
  /** The recipient had opted out when the message was accepted */
  optedOut?: true
  /** Type of content that the provider does not deliver, in the provider's words */
  unsupported?: string
  /** Time of the last edit by the sender */
  editedAt?: string
  /** Time when the sender deleted the message; its text is removed */
  deletedAt?: string
  quote?: string
  /** The provider's id of the message that this one quotes, reacts to, edits or deletes, when that message is not stored here */
  quoteProviderId?: string
  /** app: the business sent it from the provider's own app */
  via?: "app"
  reference?: string
  priority?: Priority
  order?: "chat" | "none"
  onUnknown?: "hold" | "resend"
  status: MessageStatus
  statusAt: MessageStatusTimes
  waiting?: MessageWaiting
  /** Expected time of sending at the current rate; only when a single waiting message is shown */
  estimatedSendAt?: string
  error?: MessageError
  providerId?: string
  pricing?: MessagePricing
  conversation?: MessageConversation
  /** Attempts after the first. Their number has no limit: they are repeated with increasing pauses until expiresAt */
  retry?: {
    count: number
    nextAt?: string
  }
  /** Sender of an incoming message; in a group, the participant */
  from?: {
    phone?: string
    userId?: string
    name?: string
    contact?: string
  }
  createdAt: string
  deliverAt?: string
  expiresAt?: string
  summaries: MessageSummaries
  /** Actor that requested it */
  by?: Actor
  changed: Array<string>
}

export type MessageChangedEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "message:changed"
  data: MessageChangedData
}

/** The provider's conversation that includes this message */
export type MessageConversation = {
  id?: string
  origin?: string
  expiresAt?: string
}

export type MessageError = {
  errorCode: string
  message: string
  providerCode?: number
  retryable: boolean
}

export type MessageEventData = {
  id: string
  number: string
  direction: "in" | "out"
  chat: string
  phone?: string
  /** Group that the message was sent to or received in; absent for groups that were not created here */
  group?: string
  /** Channel that the message is posted to */
  channel?: string
  /** Post created from a message to a channel; its counts show how many people it reached */
  post?: string
  /** text, image, video, audio, voice, document, sticker, location, location_request, contacts, poll, buttons, list, reaction, template; for incoming messages also reply, order, system and unsupported */
  type: string
  /** The text, the caption of media, or the body of buttons and lists */
  message?: string
  media?: Media
  location?: {
    latitude?: number
    longitude?: number
    name?: string
    address?: string
    /** Web page of the place */
    url?: string
    request?: true
  }
  contacts?: Array<ContactCardView>
  poll?: Poll
  buttons?: Array<Button>
  list?: ListContent
  header?: string | {
    media: Media
  }
  footer?: string
  /** The emoji; empty: the reaction was removed */
  reaction?: string
  reactionMessage?: string
  template?: TemplateContent
  onWindowClosed?: OnWindowClosed
  /** Changes of the chat that are applied when the message is sent */
  actions?: ChatActionsView
  /** Seconds of typing indicator before the message */
  typing?: number
  /** template: the window was closed and the template was sent instead */
  sentInstead?: "template"
  /** Element that the customer tapped; quote is the message that has it */
  reply?: {
    kind: "button" | "list" | "template" | "form"
    id?: string
    text?: string
    description?: string
    /** Values of a submitted form, as JSON text */
    data?: string
  }
  /** Latest replies to the buttons or the list of this message */
  answers?: Array<{
    message: string
    id?: string
    text?: string
    at: string
  }>
  /** Current reactions of customers */
  reactions?: Array<{
    emoji: string
    from: {
      phone?: string
      userId?: string
      parentUserId?: string
      name?: string
    }
    at: string
  }>
  purchase?: {
    catalogId?: string
    items: Array<{
      productId: string
      quantity?: number
      price?: number
      currency?: string
    }>
  }
  /** Change reported about the customer, such as a new phone number */
  system?: {
    event: string
    phone?: string
    userId?: string
  }
  /** Ad or post from which the customer started the chat */
  referral?: {
    url?: string
    id?: string
    type?: string
    headline?: string
    body?: string
    mediaUrl?: string
    clickId?: string
    mediaType?: string
    imageUrl?: string
    videoUrl?: string
    thumbnailUrl?: string
    welcomeMessage?: string
  }
  /** Product of your catalogue that the customer asks about */
  product?: {
    catalogId?: string
    productId?: string
  }
  /** Reply of the customer to a request for permission to call */
  callPermission?: {
    /** The provider's word: accept or reject */
    response: string
    permanent?: boolean
    expiresAt?: string
    /** Origin of the permission, in the provider's words */
    source?: string
  }
  /** Errors of the provider for content that it does not deliver */
  providerErrors?: Array<{
    code: number | null
    title: string
    details?: string
    errorCode: string
  }>
  forwarded?: boolean
  /** The sender is blocked: the message counts as read and does not reopen the chat */
  blocked?: true
  /** The recipient had opted out when the message was accepted */
  optedOut?: true
  /** Type of content that the provider does not deliver, in the provider's words */
  unsupported?: string
  /** Time of the last edit by the sender */
  editedAt?: string
  /** Time when the sender deleted the message; its text is removed */
  deletedAt?: string
  quote?: string
  /** The provider's id of the message that this one quotes, reacts to, edits or deletes, when that message is not stored here */
  quoteProviderId?: string
  /** app: the business sent it from the provider's own app */
  via?: "app"
  reference?: string
  priority?: Priority
  order?: "chat" | "none"
  onUnknown?: "hold" | "resend"
  status: MessageStatus
  statusAt: MessageStatusTimes
  waiting?: MessageWaiting
  /** Expected time of sending at the current rate; only when a single waiting message is shown */
  estimatedSendAt?: string
  error?: MessageError
  providerId?: string
  pricing?: MessagePricing
  conversation?: MessageConversation
  /** Attempts after the first. Their number has no limit: they are repeated with increasing pauses until expiresAt */
  retry?: {
    count: number
    nextAt?: string
  }
  /** Sender of an incoming message; in a group, the participant */
  from?: {
    phone?: string
    userId?: string
    name?: string
    contact?: string
  }
  createdAt: string
  deliverAt?: string
  expiresAt?: string
  summaries: MessageSummaries
}

export type MessageFailedEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "message:failed"
  data: MessageEventData
}

export type MessageInEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "message:in"
  data: MessageEventData
}

export type MessageOutEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "message:out"
  data: MessageEventData
}

/** Charge of the provider for this message, in the provider's terms */
export type MessagePricing = {
  billable?: boolean
  category?: string
  type?: string
  model?: string
}

export type MessageReactionData = {
  id: string
  number: string
  direction: "in" | "out"
  chat: string
  phone?: string
  /** Group that the message was sent to or received in; absent for groups that were not created here */
  group?: string
  /** Channel that the message is posted to */
  channel?: string
  /** Post created from a message to a channel; its counts show how many people it reached */
  post?: string
  /** text, image, video, audio, voice, document, sticker, location, location_request, contacts, poll, buttons, list, reaction, template; for incoming messages also reply, order, system and unsupported */
  type: string
  /** The text, the caption of media, or the body of buttons and lists */
  message?: string
  media?: Media
  location?: {
    latitude?: number
    longitude?: number
    name?: string
    address?: string
    /** Web page of the place */
    url?: string
    request?: true
  }
  contacts?: Array<ContactCardView>
  poll?: Poll
  buttons?: Array<Button>
  list?: ListContent
  header?: string | {
    media: Media
  }
  footer?: string
  /** The emoji; empty: the reaction was removed */
  reaction?: string
  reactionMessage?: string
  template?: TemplateContent
  onWindowClosed?: OnWindowClosed
  /** Changes of the chat that are applied when the message is sent */
  actions?: ChatActionsView
  /** Seconds of typing indicator before the message */
  typing?: number
  /** template: the window was closed and the template was sent instead */
  sentInstead?: "template"
  /** Element that the customer tapped; quote is the message that has it */
  reply?: {
    kind: "button" | "list" | "template" | "form"
    id?: string
    text?: string
    description?: string
    /** Values of a submitted form, as JSON text */
    data?: string
  }
  /** Latest replies to the buttons or the list of this message */
  answers?: Array<{
    message: string
    id?: string
    text?: string
    at: string
  }>
  /** Current reactions of customers */
  reactions?: Array<{
    emoji: string
    from: {
      phone?: string
      userId?: string
      parentUserId?: string
      name?: string
    }
    at: string
  }>
  purchase?: {
    catalogId?: string
    items: Array<{
      productId: string
      quantity?: number
      price?: number
      currency?: string
    }>
  }
  /** Change reported about the customer, such as a new phone number */
  system?: {
    event: string
    phone?: string
    userId?: string
  }
  /** Ad or post from which the customer started the chat */
  referral?: {
    url?: string
    id?: string
    type?: string
    headline?: string
    body?: string
    mediaUrl?: string
    clickId?: string
    mediaType?: string
    imageUrl?: string
    videoUrl?: string
    thumbnailUrl?: string
    welcomeMessage?: string
  }
  /** Product of your catalogue that the customer asks about */
  product?: {
    catalogId?: string
    productId?: string
  }
  /** Reply of the customer to a request for permission to call */
  callPermission?: {
    /** The provider's word: accept or reject */
    response: string
    permanent?: boolean
    expiresAt?: string
    /** Origin of the permission, in the provider's words */
    source?: string
  }
  /** Errors of the provider for content that it does not deliver */
  providerErrors?: Array<{
    code: number | null
    title: string
    details?: string
    errorCode: string
  }>
  forwarded?: boolean
  /** The sender is blocked: the message counts as read and does not reopen the chat */
  blocked?: true
  /** The recipient had opted out when the message was accepted */
  optedOut?: true
  /** Type of content that the provider does not deliver, in the provider's words */
  unsupported?: string
  /** Time of the last edit by the sender */
  editedAt?: string
  /** Time when the sender deleted the message; its text is removed */
  deletedAt?: string
  quote?: string
  /** The provider's id of the message that this one quotes, reacts to, edits or deletes, when that message is not stored here */
  quoteProviderId?: string
  /** app: the business sent it from the provider's own app */
  via?: "app"
  reference?: string
  priority?: Priority
  order?: "chat" | "none"
  onUnknown?: "hold" | "resend"
  status: MessageStatus
  statusAt: MessageStatusTimes
  waiting?: MessageWaiting
  /** Expected time of sending at the current rate; only when a single waiting message is shown */
  estimatedSendAt?: string
  error?: MessageError
  providerId?: string
  pricing?: MessagePricing
  conversation?: MessageConversation
  /** Attempts after the first. Their number has no limit: they are repeated with increasing pauses until expiresAt */
  retry?: {
    count: number
    nextAt?: string
  }
  /** Sender of an incoming message; in a group, the participant */
  from?: {
    phone?: string
    userId?: string
    name?: string
    contact?: string
  }
  createdAt: string
  deliverAt?: string
  expiresAt?: string
  summaries: MessageSummaries
  emoji: string
}

export type MessageReactionEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "message:reaction"
  data: MessageReactionData
}

export type MessageScheduledEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "message:scheduled"
  data: RequestedMessageData
}

export type MessageStatus = "scheduled" | "queued" | "sending" | "sent" | "delivered" | "read" | "played" | "failed" | "expired" | "canceled" | "received"

export type MessageStatusTimes = { [name: string]: string }

export type MessageSummaries = {
  chat: {
    id: string
    name: string | null
    phone: string | null
  }
  contact: {
    id: string
    name: string | null
    phone: string | null
  } | null
  number: {
    id: string
    phone: string | null
    name: string | null
  }
}

export type MessageUpdatedData = {
  id: string
  number: string
  direction: "in" | "out"
  chat: string
  phone?: string
  /** Group that the message was sent to or received in; absent for groups that were not created here */
  group?: string
  /** Channel that the message is posted to */
  channel?: string
  /** Post created from a message to a channel; its counts show how many people it reached */
  post?: string
  /** text, image, video, audio, voice, document, sticker, location, location_request, contacts, poll, buttons, list, reaction, template; for incoming messages also reply, order, system and unsupported */
  type: string
  /** The text, the caption of media, or the body of buttons and lists */
  message?: string
  media?: Media
  location?: {
    latitude?: number
    longitude?: number
    name?: string
    address?: string
    /** Web page of the place */
    url?: string
    request?: true
  }
  contacts?: Array<ContactCardView>
  poll?: Poll
  buttons?: Array<Button>
  list?: ListContent
  header?: string | {
    media: Media
  }
  footer?: string
  /** The emoji; empty: the reaction was removed */
  reaction?: string
  reactionMessage?: string
  template?: TemplateContent
  onWindowClosed?: OnWindowClosed
  /** Changes of the chat that are applied when the message is sent */
  actions?: ChatActionsView
  /** Seconds of typing indicator before the message */
  typing?: number
  /** template: the window was closed and the template was sent instead */
  sentInstead?: "template"
  /** Element that the customer tapped; quote is the message that has it */
  reply?: {
    kind: "button" | "list" | "template" | "form"
    id?: string
    text?: string
    description?: string
    /** Values of a submitted form, as JSON text */
    data?: string
  }
  /** Latest replies to the buttons or the list of this message */
  answers?: Array<{
    message: string
    id?: string
    text?: string
    at: string
  }>
  /** Current reactions of customers */
  reactions?: Array<{
    emoji: string
    from: {
      phone?: string
      userId?: string
      parentUserId?: string
      name?: string
    }
    at: string
  }>
  purchase?: {
    catalogId?: string
    items: Array<{
      productId: string
      quantity?: number
      price?: number
      currency?: string
    }>
  }
  /** Change reported about the customer, such as a new phone number */
  system?: {
    event: string
    phone?: string
    userId?: string
  }
  /** Ad or post from which the customer started the chat */
  referral?: {
    url?: string
    id?: string
    type?: string
    headline?: string
    body?: string
    mediaUrl?: string
    clickId?: string
    mediaType?: string
    imageUrl?: string
    videoUrl?: string
    thumbnailUrl?: string
    welcomeMessage?: string
  }
  /** Product of your catalogue that the customer asks about */
  product?: {
    catalogId?: string
    productId?: string
  }
  /** Reply of the customer to a request for permission to call */
  callPermission?: {
    /** The provider's word: accept or reject */
    response: string
    permanent?: boolean
    expiresAt?: string
    /** Origin of the permission, in the provider's words */
    source?: string
  }
  /** Errors of the provider for content that it does not deliver */
  providerErrors?: Array<{
    code: number | null
    title: string
    details?: string
    errorCode: string
  }>
  forwarded?: boolean
  /** The sender is blocked: the message counts as read and does not reopen the chat */
  blocked?: true
  /** The recipient had opted out when the message was accepted */
  optedOut?: true
  /** Type of content that the provider does not deliver, in the provider's words */
  unsupported?: string
  /** Time of the last edit by the sender */
  editedAt?: string
  /** Time when the sender deleted the message; its text is removed */
  deletedAt?: string
  quote?: string
  /** The provider's id of the message that this one quotes, reacts to, edits or deletes, when that message is not stored here */
  quoteProviderId?: string
  /** app: the business sent it from the provider's own app */
  via?: "app"
  reference?: string
  priority?: Priority
  order?: "chat" | "none"
  onUnknown?: "hold" | "resend"
  status: MessageStatus
  statusAt: MessageStatusTimes
  waiting?: MessageWaiting
  /** Expected time of sending at the current rate; only when a single waiting message is shown */
  estimatedSendAt?: string
  error?: MessageError
  providerId?: string
  pricing?: MessagePricing
  conversation?: MessageConversation
  /** Attempts after the first. Their number has no limit: they are repeated with increasing pauses until expiresAt */
  retry?: {
    count: number
    nextAt?: string
  }
  /** Sender of an incoming message; in a group, the participant */
  from?: {
    phone?: string
    userId?: string
    name?: string
    contact?: string
  }
  createdAt: string
  deliverAt?: string
  expiresAt?: string
  summaries: MessageSummaries
  change: "edited" | "deleted" | "vote" | "answered" | "media"
}

export type MessageUpdatedEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "message:updated"
  data: MessageUpdatedData
}

export type MessageWaiting = {
  /** number_draining: accepted after the queue began to drain; number_throttled: the provider asked for a pause; number_refused: the provider refused the number or its token; quarantine: Postgres was restored and nothing is sent until an operator releases it */
  reason: "schedule" | "order" | "pacing" | "pair_limit" | "number_paused" | "number_draining" | "number_offline" | "number_throttled" | "number_refused" | "quarantine" | "window_closed" | "quiet_hours" | "typing" | "retry" | "outcome"
  until?: string
}

export type MessagesBatchAnswer = Message | {
  error: BatchRefusal
}

export type MessagesBatchBody = {
  messages: Array<MessagesSendBody>
  /** Accept the valid messages and return an error for each of the others. Default: `false` */
  partial?: boolean
}

export type MessagesRawAnswer = {
  id: string
  providerId: string | null
  raw: Json | null
}

/** Exactly one of `phone`, `group`, `channel` and `chat` is the target, and at least one kind of content is needed; text is `message`. */
export type MessagesSendBody = {
  phone?: string
  /** An active group; the number that created the group sends the message */
  group?: string
  /** A channel; the message is posted to everybody who is subscribed when it is due */
  channel?: string
  /** An existing chat */
  chat?: string
  /** The sending number; absent: the default number of the workspace */
  number?: string
  /** Message that this message replies to */
  quote?: string
  /** The text, 1–4096 characters; with media the caption, with buttons, list or a location request the body (1024) */
  message?: string
  /** One file, by `file` or `url`; message is the caption */
  media?: MediaToSend
  /** A place, or a request for the location of the customer */
  location?: LocationToSend
  /** Contact cards */
  contacts?: Array<ContactCard>
  /** Sent as buttons, a list or numbered text where the provider does not support polls; votes are counted */
  poll?: PollToSend
  /** 1–3 quick replies, or one link; message is the body */
  buttons?: Array<ButtonInput>
  /** At most 10 rows in all; message is the body */
  list?: ListContentInput
  header?: HeaderToSend
  /** Shown below the body of buttons or a list */
  footer?: string
  /** One emoji, or an empty text or - to remove the reaction; requires reactionMessage */
  reaction?: string
  /** An approved template; see GET /v1/numbers/{id}/templates */
  template?: TemplateContentInput
  /** Message that the reaction belongs to */
  reactionMessage?: string
  /** Show a preview of the first link */
  previewUrl?: boolean
  /** Your own reference, returned in every response and event */
  reference?: string
  /** Default: `"normal"` */
  priority?: Priority
  /** chat: messages of one chat are sent in the order of acceptance; none: in any order. Default: `"chat"` */
  order?: "chat" | "none"
  /** Send at this time, at most a year ahead. A time in the past is refused; null or absent: send at once */
  deliverAt?: string | null
  /** Validity in seconds from the time when the message is due; default 10 h */
  expiresIn?: number
  /** End of the validity, instead of expiresIn */
  expiresAt?: string
  /** Behaviour when the response of the provider was lost: hold never sends twice, resend sends again and may send twice. Default: `"hold"` */
  onUnknown?: "hold" | "resend"
  /** Default: `"fail"` */
  onWindowClosed?: OnWindowClosedInput
  /** Seconds for which a typing indicator is shown before the message. The provider shows it only in reply to a message of the customer, which is then marked as read. If the customer has never written, and in groups and channels, the message is sent without it */
  typing?: number
  /** Labels to add to the chat at once, each by id or name */
  labels?: Array<string>
  actions?: ChatActions
}

export type MessagesTraceAnswer = {
  id: string
  /** Trace id of the request (W3C Trace Context); absent for incoming messages */
  traceId?: string
  entries: Array<TraceEntry>
}

export type MessagesUpdateBody = {
  /** The text, 1–4096 characters; with media the caption, with buttons, list or a location request the body (1024) */
  message?: string
  /** One file, by `file` or `url`; message is the caption */
  media?: MediaToSend
  /** A place, or a request for the location of the customer */
  location?: LocationToSend
  /** Contact cards */
  contacts?: Array<ContactCard>
  /** Sent as buttons, a list or numbered text where the provider does not support polls; votes are counted */
  poll?: PollToSend
  /** 1–3 quick replies, or one link; message is the body */
  buttons?: Array<ButtonInput>
  /** At most 10 rows in all; message is the body */
  list?: ListContentInput
  header?: HeaderToSend
  /** Shown below the body of buttons or a list */
  footer?: string
  /** An approved template; see GET /v1/numbers/{id}/templates */
  template?: TemplateContentInput
  /** Send at this time instead; null: at once */
  deliverAt?: string | null
  priority?: Priority
  /** Your own reference, returned in every response and event */
  reference?: string
  expiresAt?: string
}

export type Note = {
  id: string
  chat: string
  text: string
  /** Author of the note */
  by: Actor
  createdAt: string
}

export type NotesCreateBody = {
  text: string
}

export type NotesRemoveAnswer = {
  id: string
  deleted: true
}

export type Number = {
  id: string
  phone: string | null
  name: string
  provider: "cloud" | "simulator"
  /** The provider's id of the number */
  phoneNumberId: string
  status: "connecting" | "active" | "paused" | "restricted" | "disconnected" | "error"
  session: {
    status: "online" | "offline" | "pending" | "error"
    since: string
    lastError: {
      errorCode: string
      message: string
    } | null
  }
  /** True for the number that sends messages without `number` */
  default: boolean
  /** As last reported by the provider */
  device: DeviceReport
  settings: {
    /** Highest number of messages per second; null: the default of the installation */
    ratePerSecond: number | null
    /** Hours in which messages of low and normal priority wait; null: none */
    quietHours: QuietHours | null
  }
  /** As in GET …/queue. Among events, only `number:updated` with `change: queue` has it; absent in a response while it is not available */
  queue?: {
    state: "active" | "paused" | "draining"
    /** Due and not yet sent */
    waiting: number
    /** Not due yet */
    scheduled: number
    /** Being sent to the provider now */
    sending: number
    /** Age of the oldest due message */
    oldestAgeMs: number
    /** Highest number of messages per second */
    ratePerSecond: number
    /** Messages of running posts that are not in this queue yet */
    postsWaiting: number
    /** Time to send all due messages and those that running posts will add, at that rate; null while the queue sends nothing */
    etaMs: number | null
    /** Reason why the queue sends nothing now, with its end if that is known */
    blocked: MessageWaiting | null
  }
  /** Address of callbacks; enter it at the provider */
  callbackUrl: string
  createdAt: string
}

export type NumberDevice = {
  /** GREEN, YELLOW or RED: rating of its messages by recipients */
  qualityRating: string | null
  /** Limit of people that it can message first within 24 h, such as TIER_2K */
  messagingLimit: string | null
  /** STANDARD: 80 messages a second, HIGH: 1000 */
  throughput: string | null
  /** Name that recipients see */
  verifiedName: string | null
  nameStatus: string | null
  /** VERIFIED after the phone was verified with a code */
  codeVerification: string | null
  /** AVAILABLE, LIMITED or BLOCKED: the worst of number, account and app */
  canSend: string | null
  number: string
  phone: string | null
  /** Time of the last check; POST …/session/refresh checks now */
  checkedAt: string
}

export type NumberSession = {
  number: string
  status: "online" | "offline" | "pending" | "error"
  since: string
  lastError: {
    errorCode: string
    message: string
  } | null
}

export type NumberSettings = {
  ratePerSecond?: number | null
  /** Messages of low and normal priority wait until these hours have ended; their validity is extended accordingly */
  quietHours?: QuietHoursInput | null
}

export type NumberUpdatedData = {
  id: string
  phone: string | null
  name: string
  provider: "cloud" | "simulator"
  /** The provider's id of the number */
  phoneNumberId: string
  status: "connecting" | "active" | "paused" | "restricted" | "disconnected" | "error"
  session: {
    status: "online" | "offline" | "pending" | "error"
    since: string
    lastError: {
      errorCode: string
      message: string
    } | null
  }
  /** True for the number that sends messages without `number` */
  default: boolean
  /** As last reported by the provider */
  device: DeviceReport
  settings: {
    /** Highest number of messages per second; null: the default of the installation */
    ratePerSecond: number | null
    /** Hours in which messages of low and normal priority wait; null: none */
    quietHours: QuietHours | null
  }
  /** As in GET …/queue. Among events, only `number:updated` with `change: queue` has it; absent in a response while it is not available */
  queue?: {
    state: "active" | "paused" | "draining"
    /** Due and not yet sent */
    waiting: number
    /** Not due yet */
    scheduled: number
    /** Being sent to the provider now */
    sending: number
    /** Age of the oldest due message */
    oldestAgeMs: number
    /** Highest number of messages per second */
    ratePerSecond: number
    /** Messages of running posts that are not in this queue yet */
    postsWaiting: number
    /** Time to send all due messages and those that running posts will add, at that rate; null while the queue sends nothing */
    etaMs: number | null
    /** Reason why the queue sends nothing now, with its end if that is known */
    blocked: MessageWaiting | null
  }
  /** Address of callbacks; enter it at the provider */
  callbackUrl: string
  createdAt: string
  change: "connected" | "session" | "restricted" | "quality" | "limit" | "name" | "device" | "settings" | "queue" | "account" | "disconnected"
  /** Restriction, violation, ban or alert; with `change: account` only */
  account?: AccountReport
}

export type NumberUpdatedEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "number:updated"
  data: NumberUpdatedData
}

export type NumbersCreateBody = {
  name: string
  /** Default: `"cloud"` */
  provider?: "cloud" | "simulator"
  phoneNumberId?: string
  businessAccountId?: string
  /** Token of a system user; stored encrypted, never returned */
  accessToken?: string
  /** Secret of the app that signs callbacks; stored encrypted, never returned */
  appSecret?: string
  /** Token of the verification request; generated when absent */
  verifyToken?: string
  default?: boolean
  settings?: NumberSettings
}

export type NumbersSimulateAnswer = {
  simulated: "message" | "status" | "outage" | "advance" | "account" | "group" | "change"
  providerId: string | null
}

export type NumbersSimulateBody = {
  /** Message of a customer */
  message?: {
    from: string
    /** Default: `"text"` */
    type?: string
    text?: string
    name?: string
    /** The provider's id of the message it answers */
    replyTo?: string
    /** The group it is written in: `providerId` of the group */
    groupId?: string
    /** The content object of types other than text; image, audio and document have a sample without it, with `text` as its caption */
    content?: { [name: string]: Json }
  }
  status?: {
    /** Id of the message, or the provider's id of it */
    message: string
    state: "sent" | "delivered" | "read" | "played" | "failed"
    /** Provider error code, with failed */
    error?: number
  }
  outage?: {
    kind: "refuse" | "hang" | "error" | "cut" | "throttle"
    seconds: number
  }
  advance?: {
    seconds: number
  }
  /** Decision of the provider about the number: quality, limit, state, name */
  account?: {
    quality?: "GREEN" | "YELLOW" | "RED"
    messagingLimit?: "TIER_50" | "TIER_250" | "TIER_2K" | "TIER_10K" | "TIER_100K" | "TIER_UNLIMITED"
    status?: "CONNECTED" | "RESTRICTED" | "RATE_LIMITED" | "FLAGGED" | "BANNED" | "OFFLINE"
    name?: {
      name: string
      decision: "APPROVED" | "REJECTED" | "DEFERRED"
    }
    template?: {
      name: string
      status: "APPROVED" | "REJECTED" | "PAUSED" | "DISABLED"
    }
  }
  /** Event in a group of the number */
  group?: {
    /** The provider's id of the group: its `providerId` */
    group: string
    /** follow_link: a person follows the invite link and joins, or requests to join where approval is needed; withdraw: a person withdraws the request; leave: a person leaves; suspend, clear: the provider suspends the group or ends the suspension */
    action: "follow_link" | "withdraw" | "leave" | "suspend" | "clear"
    /** Phone, or the user id of a person who hides it; for the first three actions */
    who?: string
    /** Invite link that is followed; absent: the valid one */
    link?: string
  }
  /** Report of the provider about the account, as a callback only: the number does not change */
  change?: {
    /** Name of the field at the provider. There are samples of account_alerts, account_review_update, account_update, automatic_events, business_capability_update, business_username_update, calls, flows, history, message_template_components_update, message_template_quality_update, message_template_status_update, partner_solutions, payment_configuration_update, phone_number_name_update, phone_number_quality_update, security, smb_app_state_sync, smb_message_echoes, template_category_update, user_preferences */
    field: string
    /** The value of the report in the provider's form; absent: the sample of the field */
    value?: { [name: string]: Json }
  }
}

export type NumbersUpdateBody = {
  name?: string
  default?: true
  settings?: NumberSettings
  /** A new token */
  accessToken?: string
  /** A new secret of the app that signs callbacks */
  appSecret?: string
}

/** Behaviour when the 24-hour window is closed: fail, hold until the customer writes, or send a template instead. The window is checked when the message is due. If the customer has never written, the provider decides. */
export type OnWindowClosed = "fail" | "hold" | {
  template: LinkedTemplateContent
}

/** Behaviour when the 24-hour window is closed: fail, hold until the customer writes, or send a template instead. The window is checked when the message is due. If the customer has never written, the provider decides. */
export type OnWindowClosedInput = "fail" | "hold" | {
  template: LinkedTemplateContentInput
}

export type Participant = {
  /** Null for people who hide it */
  phone: string | null
  /** The provider's id of the person */
  userId: string | null
  /** removed: by you, and never admitted again; left: by themselves; canceled: the invitation was withdrawn, or its link revoked; failed: the invitation did not reach them */
  state: "invited" | "joined" | "removing" | "removed" | "left" | "canceled" | "failed"
  invitation: {
    /** Reference of its message: GET /v1/messages?reference={id} */
    id: string
    /** waiting: until the group is active */
    status: "waiting" | "queued" | "sent" | "delivered" | "read" | "failed"
  } | null
  error: GroupError | null
  invitedAt: string | null
  joinedAt: string | null
  leftAt: string | null
}

export type ParticipantsInviteBody = {
  phones: Array<string>
  invitation?: InvitationText
}

export type ParticipantsRemoveBody = {
  participants: Array<string>
}

export type PhonesExistsAnswer = {
  phone: string
  exists: boolean | null
  learnedAt: string | null
}

export type PhonesExistsBody = {
  phones: Array<string>
}

export type PhonesValidateAnswer = {
  input: string
  valid: boolean
  /** E.164 */
  phone: string | null
  /** ISO 3166; null for numbers of no country */
  country: string | null
  /** International format for display */
  formatted: string | null
}

export type PhonesValidateBody = {
  phones: Array<string>
}

export type Poll = {
  name: string
  options: Array<string>
  multiple: boolean
  tally?: Array<{
    option: string
    votes: number
  }>
  voters?: number
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
  /** Kind of its content: text, template, image and so on */
  type: string
  message: string | null
  /** Name of the template */
  template: string | null
  /** Segment whose people get the post; null: subscribers */
  segment: string | null
  /** scheduled: begins at `deliverAt`. testing: only the test recipients get it; resume or stop it. gathering: people of the segment are still being added, and the first messages are being sent. posting: it is being sent. paused: nothing is sent. stopping: messages that were being sent at that moment are still counted. stopped, posted: ended */
  state: "scheduled" | "testing" | "gathering" | "posting" | "paused" | "stopping" | "stopped" | "posted"
  counts: {
    total: number
    /** Not in the queue of the number yet */
    waiting: number
    /** In the queue of the number */
    queued: number
    sent: number
    delivered: number
    read: number
    /** Failed, expired or refused */
    failed: number
    /** The post was stopped, or the message canceled, before it was sent */
    canceled: number
    /** The contact had opted out; nothing was sent */
    optedOut: number
    /** They left the channel before their turn; nothing was sent */
    unsubscribed: number
  }
  createdAt: string
  deliverAt: string | null
  /** Time when the post ended */
  postedAt: string | null
}

export type PostsCreateBody = {
  /** The text; with media the caption, with buttons, list or a location request the body */
  message?: string
  /** A place, or a request for the location of the customer */
  location?: LocationToSend
  /** Contact cards */
  contacts?: Array<ContactCard>
  /** Sent as buttons, a list or numbered text where the provider does not support polls; votes are counted */
  poll?: PollToSend
  /** 1–3 quick replies, or one link; message is the body */
  buttons?: Array<ButtonInput>
  /** At most 10 rows in all; message is the body */
  list?: ListContentInput
  /** Shown below the body of buttons or a list */
  footer?: string
  /** Media by `url`; to send a stored file, use POST /v1/messages with `channel` */
  media?: {
    /** Public http or https address from which the provider fetches the media */
    url?: string
    /** Absent: derived from mime, else from the extension of filename or url */
    kind?: MediaKind
    /** Displayed name of a document */
    filename?: string
    /** Type of the media, such as image/jpeg */
    mime?: string
  }
  /** Shown above the body: text with buttons or a list, or media by `url` with buttons */
  header?: string | {
    media: {
      /** Public http or https address from which the provider fetches the media */
      url?: string
      /** Absent: derived from mime, else from the extension of filename or url */
      kind?: MediaKind
      /** Displayed name of a document */
      filename?: string
      /** Type of the media, such as image/jpeg */
      mime?: string
    }
  }
  /** Also reaches people who have not written within 24 h */
  template?: LinkedTemplateContentInput
  /** Show a preview of the first link */
  previewUrl?: boolean
  onWindowClosed?: OnWindowClosedInput
  /** Begin at this time, at most a year ahead. A time in the past is refused; null or absent: begin at once */
  deliverAt?: string | null
  /** Validity of each message in seconds from the time when it enters the queue of the number; default 10 h */
  expiresIn?: number
  /** Phones that get the post first and at once, subscribed or not. The post is `testing` until it is resumed, which sends it to everybody else, or stopped */
  test?: Array<string>
}

export type PostsUpdateBody = {
  /** Begin at this time, at most a year ahead. A time in the past is refused; null or absent: begin at once */
  deliverAt: string | null
}

export type Priority = "low" | "normal" | "high" | "urgent"

export type ProfilesSetPictureBody = {
  /** The bytes in base64; a JSON body has at most 1 MiB */
  content?: string
  /** Id of a stored file; the key needs the scope `read` too */
  file?: string
  /** Has no effect */
  filename?: string
  /** Type of the bytes, which are checked in any case */
  mime?: string
}

export type ProfilesUpdateBody = {
  /** Can be replaced, but not cleared */
  about?: string
  address?: string | null
  description?: string | null
  email?: string | null
  websites?: Array<string>
  vertical?: "OTHER" | "AUTO" | "BEAUTY" | "APPAREL" | "EDU" | "ENTERTAIN" | "EVENT_PLAN" | "FINANCE" | "GROCERY" | "GOVT" | "HOTEL" | "HEALTH" | "NONPROFIT" | "PROF_SERVICES" | "RETAIL" | "TRAVEL" | "RESTAURANT" | "ALCOHOL" | "ONLINE_GAMBLING" | "PHYSICAL_GAMBLING" | "OTC_DRUGS"
}

export type Queue = {
  number: string
  state: "active" | "paused" | "draining"
  /** Due and not yet sent */
  waiting: number
  /** Not due yet */
  scheduled: number
  /** Being sent to the provider now */
  sending: number
  /** Age of the oldest due message */
  oldestAgeMs: number
  /** Highest number of messages per second */
  ratePerSecond: number
  /** Messages of running posts that are not in this queue yet */
  postsWaiting: number
  /** Time to send all due messages and those that running posts will add, at that rate; null while the queue sends nothing */
  etaMs: number | null
  /** Reason why the queue sends nothing now, with its end if that is known */
  blocked: MessageWaiting | null
}

export type QueuesMoveAnswer = {
  moved: number
  /** Number of chats that the messages belong to now */
  chats: number
  remaining: number
}

export type QueuesMoveBody = {
  /** Number that sends the messages */
  number: string
  /** Accepted before this time */
  before?: string
  /** Messages to one of these phones */
  phones?: Array<string>
  /** Your own reference, returned in every response and event */
  reference?: string
}

export type QueuesPurgeAnswer = {
  canceled: number
  /** Canceled messages that were not due yet */
  scheduled: number
  remaining: number
  /** Running posts of this number; stop or pause them to keep the queue empty */
  posts: Array<{
    post: string
    /** Messages of the post that are not in this queue yet */
    waiting: number
  }>
}

export type QueuesPurgeBody = {
  /** Accepted before this time */
  before?: string
  /** Messages to one of these phones */
  phones?: Array<string>
  /** Your own reference, returned in every response and event */
  reference?: string
  /** Default: `false` */
  includeScheduled?: boolean
}

export type QueuesUpdateBody = {
  state: "active" | "paused" | "draining"
}

export type QuietHours = {
  from: string
  /** On the next day when it is before `from`; at most 12 hours after it */
  to: string
  /** IANA name, or `recipient`: the time zone of the country of the recipient. In a country with several zones, a message is sent when the quiet hours have ended in all of them */
  timeZone: string
}

export type QuietHoursInput = {
  from: string
  /** On the next day when it is before `from`; at most 12 hours after it */
  to: string
  /** IANA name, or `recipient`: the time zone of the country of the recipient. In a country with several zones, a message is sent when the quiet hours have ended in all of them */
  timeZone: string
}

export type Receipt = {
  phone?: string
  /** The provider's id of a person whose phone is hidden */
  userId?: string
  status: MessageStatus
  statusAt: MessageStatusTimes
  error?: MessageError
}

/** A refusal that any operation may have */
export type Refused = {
  /** The HTTP status */
  status: 400 | 401 | 403 | 409 | 413 | 415 | 422 | 429 | 500 | 503
  /** Code of the error */
  errorCode: "request:invalid" | "phone:invalid" | "token:invalid" | "token:expired" | "scope:missing" | "address:not_allowed" | "rate:limited" | "rate:in_flight" | "server:error" | "service:overloaded" | "service:unavailable" | "request:malformed" | "request:too_deep" | "request:too_large" | "request:unsupported_type" | "idempotency:key_invalid" | "idempotency:in_flight" | "idempotency:key_reused"
  /** The fault, and the way to mend it */
  message: string
  /** All faulty fields */
  errors: Array<{
    /** The faulty field, such as `media.url` */
    path: string
    /** Code of this error */
    code: string
    /** The fault of the field */
    message: string
  }>
  /** True when the same request may succeed later */
  retryable: boolean
  /** Seconds to wait before a retry, as in `Retry-After` */
  retryAfter?: number
  /** Id of the request, as in `X-Request-Id`; quote it when you ask for help */
  requestId: string
  /** Address of the page about this error */
  docs: string
}

export type Replay = {
  id: string
  webhook: string
  from: string
  to: string
  events: Array<string> | null
  chat: string | null
  onlyFailed: boolean
  state: "running" | "finished" | "stopped"
  /** Deliveries queued so far, over all urls */
  queued: number
  createdAt: string
  /** Time when the last event was queued, or the replay was stopped */
  finishedAt: string | null
}

export type ReplaysCreateBody = {
  from: string
  /** Default: now */
  to?: string
  /** Only these of the kinds of the webhook; `message:*` too */
  events?: Array<string>
  /** Only events about this chat and its messages */
  chat?: string
  /** Default: `false` */
  onlyFailed?: boolean
}

export type RequestedMessageData = {
  id: string
  number: string
  direction: "in" | "out"
  chat: string
  phone?: string
  /** Group that the message was sent to or received in; absent for groups that were not created here */
  group?: string
  /** Channel that the message is posted to */
  channel?: string
  /** Post created from a message to a channel; its counts show how many people it reached */
  post?: string
  /** text, image, video, audio, voice, document, sticker, location, location_request, contacts, poll, buttons, list, reaction, template; for incoming messages also reply, order, system and unsupported */
  type: string
  /** The text, the caption of media, or the body of buttons and lists */
  message?: string
  media?: Media
  location?: {
    latitude?: number
    longitude?: number
    name?: string
    address?: string
    /** Web page of the place */
    url?: string
    request?: true
  }
  contacts?: Array<ContactCardView>
  poll?: Poll
  buttons?: Array<Button>
  list?: ListContent
  header?: string | {
    media: Media
  }
  footer?: string
  /** The emoji; empty: the reaction was removed */
  reaction?: string
  reactionMessage?: string
  template?: TemplateContent
  onWindowClosed?: OnWindowClosed
  /** Changes of the chat that are applied when the message is sent */
  actions?: ChatActionsView
  /** Seconds of typing indicator before the message */
  typing?: number
  /** template: the window was closed and the template was sent instead */
  sentInstead?: "template"
  /** Element that the customer tapped; quote is the message that has it */
  reply?: {
    kind: "button" | "list" | "template" | "form"
    id?: string
    text?: string
    description?: string
    /** Values of a submitted form, as JSON text */
    data?: string
  }
  /** Latest replies to the buttons or the list of this message */
  answers?: Array<{
    message: string
    id?: string
    text?: string
    at: string
  }>
  /** Current reactions of customers */
  reactions?: Array<{
    emoji: string
    from: {
      phone?: string
      userId?: string
      parentUserId?: string
      name?: string
    }
    at: string
  }>
  purchase?: {
    catalogId?: string
    items: Array<{
      productId: string
      quantity?: number
      price?: number
      currency?: string
    }>
  }
  /** Change reported about the customer, such as a new phone number */
  system?: {
    event: string
    phone?: string
    userId?: string
  }
  /** Ad or post from which the customer started the chat */
  referral?: {
    url?: string
    id?: string
    type?: string
    headline?: string
    body?: string
    mediaUrl?: string
    clickId?: string
    mediaType?: string
    imageUrl?: string
    videoUrl?: string
    thumbnailUrl?: string
    welcomeMessage?: string
  }
  /** Product of your catalogue that the customer asks about */
  product?: {
    catalogId?: string
    productId?: string
  }
  /** Reply of the customer to a request for permission to call */
  callPermission?: {
    /** The provider's word: accept or reject */
    response: string
    permanent?: boolean
    expiresAt?: string
    /** Origin of the permission, in the provider's words */
    source?: string
  }
  /** Errors of the provider for content that it does not deliver */
  providerErrors?: Array<{
    code: number | null
    title: string
    details?: string
    errorCode: string
  }>
  forwarded?: boolean
  /** The sender is blocked: the message counts as read and does not reopen the chat */
  blocked?: true
  /** The recipient had opted out when the message was accepted */
  optedOut?: true
  /** Type of content that the provider does not deliver, in the provider's words */
  unsupported?: string
  /** Time of the last edit by the sender */
  editedAt?: string
  /** Time when the sender deleted the message; its text is removed */
  deletedAt?: string
  quote?: string
  /** The provider's id of the message that this one quotes, reacts to, edits or deletes, when that message is not stored here */
  quoteProviderId?: string
  /** app: the business sent it from the provider's own app */
  via?: "app"
  reference?: string
  priority?: Priority
  order?: "chat" | "none"
  onUnknown?: "hold" | "resend"
  status: MessageStatus
  statusAt: MessageStatusTimes
  waiting?: MessageWaiting
  /** Expected time of sending at the current rate; only when a single waiting message is shown */
  estimatedSendAt?: string
  error?: MessageError
  providerId?: string
  pricing?: MessagePricing
  conversation?: MessageConversation
  /** Attempts after the first. Their number has no limit: they are repeated with increasing pauses until expiresAt */
  retry?: {
    count: number
    nextAt?: string
  }
  /** Sender of an incoming message; in a group, the participant */
  from?: {
    phone?: string
    userId?: string
    name?: string
    contact?: string
  }
  createdAt: string
  deliverAt?: string
  expiresAt?: string
  summaries: MessageSummaries
  /** Actor that requested it */
  by?: Actor
}

export type SecretHeader = {
  name: string
  value: string
}

export type SecretsRotateAnswer = {
  webhook: string
  signingSecret: string
  /** Time when the earlier secrets end */
  previousExpireAt: string
}

export type SecretsRotateBody = {
  /** Default: `24` */
  graceHours?: number
}

export type Segment = {
  id: string
  name: string
  description: string | null
  filter: ContactFilter
  /** Number of contacts that match now */
  count: number
  createdAt: string
  updatedAt: string
}

export type SegmentsCreateBody = {
  name: string
  description?: string
  filter: ContactFilterInput
}

export type SegmentsPreviewAnswer = {
  count: number
  contacts: Array<Contact>
}

export type SegmentsPreviewBody = {
  filter: ContactFilterInput
  /** Default: `10` */
  size?: number
}

export type SegmentsRemoveAnswer = {
  id: string
}

export type SegmentsUpdateBody = {
  name?: string
  description?: string | null
  filter?: ContactFilterInput
}

export type SessionsRegisterBody = {
  pin: string
}

export type SessionsRequestCodeAnswer = {
  number: string
  requested: true
  method: "sms" | "voice"
}

export type SessionsRequestCodeBody = {
  /** Default: `"sms"` */
  method?: "sms" | "voice"
  /** Default: `"en_US"` */
  language?: string
}

export type SessionsVerifyCodeBody = {
  code: string
}

export type StatisticsDeliveriesAnswer = {
  number: string
  from: string
  to: string
  total: DeliveryStatistics
  buckets: Array<DeliveryStatisticsBucket>
}

export type StatisticsUsageAnswer = {
  from: string
  to: string
  days: Array<{
    /** YYYY-MM-DD, UTC */
    day: string
    number: string
    type: string
    in: number
    out: number
  }>
  /** Outgoing messages for which the provider reported pricing, by category */
  pricing: Array<{
    /** YYYY-MM-DD, UTC */
    day: string
    number: string
    /** The provider's category, such as marketing or utility */
    category: string
    billable: boolean
    messages: number
  }>
  /** Deliveries to webhooks by the day of their event; absent while they cannot be counted */
  deliveries?: Array<{
    /** YYYY-MM-DD, UTC */
    day: string
    /** null: the event is not about a number */
    number: string | null
    kind: string
    delivered: number
    /** Given up, or canceled with their webhook */
    failed: number
    /** Waiting for the next attempt, or parked */
    waiting: number
    attempts: number
  }>
}

export type StoredFile = {
  id: string
  filename: string
  mime: string
  /** Bytes */
  size: number
  kind: "image" | "video" | "audio" | "document" | "sticker"
  /** SHA-256 of the bytes, hexadecimal */
  sha256: string
  createdAt: string
  /** Time when the file is deleted, unless a waiting message needs it; null: never */
  expiresAt: string | null
  /** True when these bytes were stored already */
  existed: boolean
}

export type Subscriber = {
  phone: string
  state: "subscribed" | "unsubscribed"
  /** you: over the API; word: they wrote a word such as STOP */
  by: "you" | "word"
  optedInAt: string | null
  optedOutAt: string | null
}

export type SubscribersAddBody = {
  phones: Array<string>
  /** Default: `false` */
  reconsented?: boolean
}

export type SubscribersRemoveBody = {
  phones: Array<string>
}

export type Template = {
  /** The provider's id of the template */
  id: string
  name: string
  language: string
  /** MARKETING, UTILITY or AUTHENTICATION */
  category: string
  /** APPROVED templates can be sent; others, such as PENDING, REJECTED, PAUSED and DISABLED, cannot */
  status: string
  rejectedReason: string | null
  /** GREEN, YELLOW, RED or UNKNOWN */
  quality: string | null
  body: string | null
  /** Variables of the body, in order: 1, 2 … or names */
  variables: Array<string>
  /** All components, as stored at the provider */
  components: Array<{ [name: string]: Json }>
}

export type TemplateContent = {
  name: string
  language: string
  /** Texts of the variables of the body: a list by position, an object by name */
  variables?: Array<string> | { [name: string]: string }
  /** All components of the template, instead of variables */
  components?: Array<{
    type: "header" | "body" | "button"
    /** Required for a button */
    subType?: "quick_reply" | "url" | "copy_code"
    /** Position of a button */
    index?: number
    parameters: Array<{
      type: "text" | "payload" | "image" | "video" | "document" | "coupon_code"
      /** Name of a named parameter */
      name?: string
      /** Value for text, payload and coupon_code */
      text?: string
      /** Address for image, video and document */
      url?: string
      filename?: string
      /** Id of a stored file, instead of url, for the image, video or document of a header */
      file?: string
    }>
  }>
}

export type TemplateContentInput = {
  name: string
  language: string
  /** Texts of the variables of the body: a list by position, an object by name */
  variables?: Array<string> | { [name: string]: string }
  /** All components of the template, instead of variables */
  components?: Array<{
    type: "header" | "body" | "button"
    /** Required for a button */
    subType?: "quick_reply" | "url" | "copy_code"
    /** Position of a button */
    index?: number
    parameters: Array<{
      type: "text" | "payload" | "image" | "video" | "document" | "coupon_code"
      /** Name of a named parameter */
      name?: string
      /** Value for text, payload and coupon_code */
      text?: string
      /** Address for image, video and document */
      url?: string
      filename?: string
      /** Id of a stored file, instead of url, for the image, video or document of a header */
      file?: string
    }>
  }>
}

export type TemplateUpdatedData = {
  /** The number whose callback reported it */
  number: string
  /** The provider's id */
  template: string
  name: string
  language: string
  change: "status" | "quality" | "category" | "components"
  status?: string
  reason?: string
  /** The provider's sentence about the reason */
  explanation?: string
  /** The change that the provider suggests */
  recommendation?: string
  /** Time or date when the template is or was disabled */
  disabledAt?: string
  quality?: string
  category?: string
  /** Quality or category before the change */
  previous?: string
  /** Time when an announced category applies */
  effectiveAt?: string
  /** The new content */
  components?: {
    title?: string
    body?: string
    footer?: string
    buttons: Array<{ [name: string]: Json }>
  }
}

export type TemplateUpdatedEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "template:updated"
  data: TemplateUpdatedData
}

export type TemplatesCreateBody = {
  name: string
  language: string
  category: "MARKETING" | "UTILITY"
  /** Text, or media: an image, video or document, with a stored file as the sample. Each message with the template names the file to send */
  header?: string | {
    media: {
      file: string
    }
  }
  /** With variables by position, `{{1}}`, or by name, `{{first_name}}` */
  body: string
  /** Sample value of each variable, by name or position; required by the provider */
  samples?: { [name: string]: string }
  footer?: string
  /** With neither url nor phone: a quick reply */
  buttons?: Array<{
    text: string
    /** Address that the button opens */
    url?: string
    /** Phone that the button calls */
    phone?: string
  }>
}

export type TemplatesDeleteAnswer = {
  name: string
  /** Languages in which it was deleted */
  languages: Array<string>
}

export type TraceEntry = {
  at: string
  what: "accepted" | "waiting" | "attempt" | "state" | "webhook"
  state?: MessageStatus
  /** Kind of the event that was posted to the webhook */
  event?: string
  webhook?: string
  delivery?: string
  /** Number of the attempt at the provider, or of this delivery */
  attempt?: number
  /** Outcome of the attempt; for a webhook: delivered, refused, or the reason why there was no response */
  outcome?: string
  /** HTTP status of the response of the webhook */
  httpStatus?: number
  latencyMs?: number
  waiting?: MessageWaiting
  error?: MessageError
}

export type UnusedUpdate = {
  id: string
  /** The provider's name of the kind of update */
  field: string
  /** The update as the provider sent it; null when it is larger than 64 KiB */
  raw: Json | null
  receivedAt: string
}

export type Webhook = {
  id: string
  name: string | null
  url: string
  urls: Array<string>
  endpoints: Array<WebhookEndpoint>
  events: Array<string>
  number: string | null
  secretHeader: {
    name: string
  } | null
  /** Highest number of deliveries per second to each url; null: no limit but the speed of the receiver */
  ratePerSecond: number | null
  state: "active" | "paused" | "disabled"
  createdAt: string
  updatedAt: string
}

export type WebhookAlertData = {
  webhook: string
  endpoint: string
  url: string
  since: string
  reason: string
}

export type WebhookDisabledEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "webhook:disabled"
  data: WebhookAlertData
}

export type WebhookEndpoint = {
  id: string
  url: string
  state: "active" | "disabled"
  failingSince: string | null
  lastSuccessAt: string | null
  breaker: {
    state: "closed" | "open" | "half_open"
    until: string | null
  }
}

export type WebhookExhaustedData = {
  webhook: string
  endpoint: string
  url: string
  reason: string
  delivery: string
  event: {
    id: string
    kind: string
  }
  attempts: number
}

export type WebhookExhaustedEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "webhook:exhausted"
  data: WebhookExhaustedData
}

export type WebhookFailingEvent = {
  id: string
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  occurredAt: string
  version: 1
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
  /** Kind of the event */
  event: "webhook:failing"
  data: WebhookAlertData
}

export type WebhooksCreateBody = {
  name?: string
  url?: string
  urls?: Array<string>
  events: Array<string>
  /** Only events of this number */
  number?: string
  secretHeader?: SecretHeader
  /** Highest number of deliveries per second to each url, a replay at most half of them; null: no limit but the speed of the receiver */
  ratePerSecond?: number | null
}

export type WebhooksTestAnswer = {
  url: string
  delivered: boolean
  status: number | null
  latencyMs: number
  error: string | null
  responseBody: string
}

export type WebhooksTestBody = {
  /** Default: `"message:in"` */
  kind?: string
}

export type WebhooksUpdateBody = {
  name?: string
  url?: string
  urls?: Array<string>
  events?: Array<string>
  /** Only events of this number */
  number?: string
  secretHeader?: SecretHeader | null
  /** Highest number of deliveries per second to each url, a replay at most half of them; null: no limit but the speed of the receiver */
  ratePerSecond?: number | null
}

export type Workspace = {
  id: string
  name: string
  createdAt: string
  settings: WorkspaceSettings
}

export type WorkspaceSettings = {
  /** A single message to a contact who has opted out: `send` sends it and marks it `optedOut`; `refuse` refuses it with `contact:opted_out`. Posts to channels never reach such a contact. */
  optedOutMessages: "send" | "refuse"
}

export type WorkspaceUpdateBody = {
  name?: string
  settings?: {
    /** A single message to a contact who has opted out: `send` sends it and marks it `optedOut`; `refuse` refuses it with `contact:opted_out`. Posts to channels never reach such a contact. */
    optedOutMessages?: "send" | "refuse"
  }
}

export type TeamListInput = {
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Page number for shallow paging; not together with cursor */
  page?: number
}

export type AuditListInput = {
  /** Id of the key or member, or name of the service, of the actor */
  actor?: string
  operation?: Array<string>
  /** Id of the object of the action */
  target?: string
  /** Time, ISO 8601 UTC */
  from?: string
  /** Time, ISO 8601 UTC */
  to?: string
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Page number for shallow paging; not together with cursor */
  page?: number
}

export type WorkspaceUpdateInput = {
  name?: string
  settings?: {
    /** A single message to a contact who has opted out: `send` sends it and marks it `optedOut`; `refuse` refuses it with `contact:opted_out`. Posts to channels never reach such a contact. */
    optedOutMessages?: "send" | "refuse"
  }
}

export type MessagesSendInput = {
  phone?: string
  /** An active group; the number that created the group sends the message */
  group?: string
  /** A channel; the message is posted to everybody who is subscribed when it is due */
  channel?: string
  /** An existing chat */
  chat?: string
  /** The sending number; absent: the default number of the workspace */
  number?: string
  /** Message that this message replies to */
  quote?: string
  /** The text, 1–4096 characters; with media the caption, with buttons, list or a location request the body (1024) */
  message?: string
  /** One file, by `file` or `url`; message is the caption */
  media?: MediaToSend
  /** A place, or a request for the location of the customer */
  location?: LocationToSend
  /** Contact cards */
  contacts?: Array<ContactCard>
  /** Sent as buttons, a list or numbered text where the provider does not support polls; votes are counted */
  poll?: PollToSend
  /** 1–3 quick replies, or one link; message is the body */
  buttons?: Array<ButtonInput>
  /** At most 10 rows in all; message is the body */
  list?: ListContentInput
  header?: HeaderToSend
  /** Shown below the body of buttons or a list */
  footer?: string
  /** One emoji, or an empty text or - to remove the reaction; requires reactionMessage */
  reaction?: string
  /** An approved template; see GET /v1/numbers/{id}/templates */
  template?: TemplateContentInput
  /** Message that the reaction belongs to */
  reactionMessage?: string
  /** Show a preview of the first link */
  previewUrl?: boolean
  /** Your own reference, returned in every response and event */
  reference?: string
  /** Default: `"normal"` */
  priority?: Priority
  /** chat: messages of one chat are sent in the order of acceptance; none: in any order. Default: `"chat"` */
  order?: "chat" | "none"
  /** Send at this time, at most a year ahead. A time in the past is refused; null or absent: send at once */
  deliverAt?: string | null
  /** Validity in seconds from the time when the message is due; default 10 h */
  expiresIn?: number
  /** End of the validity, instead of expiresIn */
  expiresAt?: string
  /** Behaviour when the response of the provider was lost: hold never sends twice, resend sends again and may send twice. Default: `"hold"` */
  onUnknown?: "hold" | "resend"
  /** Default: `"fail"` */
  onWindowClosed?: OnWindowClosedInput
  /** Seconds for which a typing indicator is shown before the message. The provider shows it only in reply to a message of the customer, which is then marked as read. If the customer has never written, and in groups and channels, the message is sent without it */
  typing?: number
  /** Labels to add to the chat at once, each by id or name */
  labels?: Array<string>
  actions?: ChatActions
}

export type MessagesListInput = {
  direction?: "in" | "out"
  status?: Array<MessageStatus>
  number?: Array<string>
  /** Id of a chat */
  chat?: string
  /** Phone number, E.164 */
  phone?: string
  /** Id of a group */
  group?: string
  /** Messages to the channel; the messages to its subscribers have the id of the post as reference */
  channel?: string
  type?: Array<string>
  /** Your own reference, returned in every response and event */
  reference?: string
  /** Words of the text, ignoring case; the last word may be incomplete */
  search?: string
  /** Time, ISO 8601 UTC */
  after?: string
  /** Time, ISO 8601 UTC */
  before?: string
  /** Default: `"createdAt:desc"` */
  sort?: "createdAt:asc" | "createdAt:desc"
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Page number for shallow paging; not together with cursor */
  page?: number
}

export type MessagesBatchInput = {
  messages: Array<MessagesSendBody>
  /** Accept the valid messages and return an error for each of the others. Default: `false` */
  partial?: boolean
}

export type MessagesGetInput = {
  /** Id of a message */
  id: string
}

export type MessagesUpdateInput = {
  /** Id of a message */
  id: string
  /** The text, 1–4096 characters; with media the caption, with buttons, list or a location request the body (1024) */
  message?: string
  /** One file, by `file` or `url`; message is the caption */
  media?: MediaToSend
  /** A place, or a request for the location of the customer */
  location?: LocationToSend
  /** Contact cards */
  contacts?: Array<ContactCard>
  /** Sent as buttons, a list or numbered text where the provider does not support polls; votes are counted */
  poll?: PollToSend
  /** 1–3 quick replies, or one link; message is the body */
  buttons?: Array<ButtonInput>
  /** At most 10 rows in all; message is the body */
  list?: ListContentInput
  header?: HeaderToSend
  /** Shown below the body of buttons or a list */
  footer?: string
  /** An approved template; see GET /v1/numbers/{id}/templates */
  template?: TemplateContentInput
  /** Send at this time instead; null: at once */
  deliverAt?: string | null
  priority?: Priority
  /** Your own reference, returned in every response and event */
  reference?: string
  expiresAt?: string
}

export type MessagesCancelInput = {
  /** Id of a message */
  id: string
}

export type MessagesRawInput = {
  /** Id of a message */
  id: string
}

export type MessagesRetryInput = {
  /** Id of a message */
  id: string
}

export type MessagesReadInput = {
  /** Id of a message */
  id: string
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
  status?: Array<ChatStatus>
  unread?: boolean
  pinned?: boolean
  muted?: boolean
  /** Ids of members; none: chats that are assigned to nobody */
  assignee?: Array<string>
  /** Chats with at least one of these labels */
  label?: Array<string>
  /** Chats with none of these labels */
  labelExclude?: Array<string>
  number?: Array<string>
  type?: Array<"direct" | "group" | "channel">
  /** Phone number, E.164 */
  phone?: string
  /** Id of a group */
  group?: string
  /** Time, ISO 8601 UTC */
  after?: string
  /** Time, ISO 8601 UTC */
  before?: string
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Page number for shallow paging; not together with cursor */
  page?: number
}

export type ChatsUpdateManyInput = {
  /** Each id once */
  ids: Array<string>
  status?: ChatStatus
  /** true marks the chat unread; false marks it read without a read receipt */
  unread?: boolean
  pinned?: boolean
  /** An incoming message does not reopen a muted chat */
  muted?: boolean
  /** null removes the assignment */
  assignee?: {
    /** A member of the workspace; see GET /v1/team */
    member?: string
    /** The member's e-mail address */
    email?: string
  } | null
  labels?: {
    add?: Array<string>
    remove?: Array<string>
  }
}

export type ChatsGetInput = {
  /** Id of a chat */
  id: string
}

export type ChatsUpdateInput = {
  /** Id of a chat */
  id: string
  status?: ChatStatus
  /** true marks the chat unread; false marks it read without a read receipt */
  unread?: boolean
  pinned?: boolean
  /** An incoming message does not reopen a muted chat */
  muted?: boolean
}

export type ChatsRemoveInput = {
  /** Id of a chat */
  id: string
}

export type ChatsMessagesInput = {
  /** Id of a chat */
  id: string
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Page number for shallow paging; not together with cursor */
  page?: number
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
  /** The member's e-mail address */
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
  /** Public address from which the file is fetched */
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
  kind?: Array<"image" | "video" | "audio" | "document" | "sticker">
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Page number for shallow paging; not together with cursor */
  page?: number
}

export type FilesGetInput = {
  /** Id of a file */
  id: string
}

export type FilesRemoveInput = {
  /** Id of a file */
  id: string
}

export type FilesDownloadInput = {
  /** Id of a file */
  id: string
  /** Default: `0` */
  offset?: number
}

export type LabelsListInput = {
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Page number for shallow paging; not together with cursor */
  page?: number
}

export type LabelsCreateInput = {
  /** Unique in the workspace, ignoring case */
  name: string
  /** #rrggbb. Default: `"#8e8e93"` */
  color?: string
  description?: string
}

export type LabelsUpdateInput = {
  /** Id of a label */
  id: string
  /** Unique in the workspace, ignoring case */
  name?: string
  /** #rrggbb */
  color?: string
  description?: string | null
}

export type LabelsRemoveInput = {
  /** Id of a label */
  id: string
}

export type LabelsSetInput = {
  /** Id of a chat */
  id: string
  labels: Array<string>
}

export type LabelsAddInput = {
  /** Id of a chat */
  id: string
  labels: Array<string>
}

export type LabelsTakeOffInput = {
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
  /** Page number for shallow paging; not together with cursor */
  page?: number
}

export type NotesCreateInput = {
  /** Id of a chat */
  id: string
  text: string
}

export type NotesRemoveInput = {
  /** Id of a chat */
  id: string
  /** Id of a note */
  note: string
}

export type QueuesGetInput = {
  /** Id of a number */
  id: string
}

export type QueuesUpdateInput = {
  /** Id of a number */
  id: string
  state: "active" | "paused" | "draining"
}

export type QueuesPurgeInput = {
  /** Id of a number */
  id: string
  /** Accepted before this time */
  before?: string
  /** Messages to one of these phones */
  phones?: Array<string>
  /** Your own reference, returned in every response and event */
  reference?: string
  /** Default: `false` */
  includeScheduled?: boolean
}

export type QueuesMoveInput = {
  /** Id of a number */
  id: string
  /** Number that sends the messages */
  number: string
  /** Accepted before this time */
  before?: string
  /** Messages to one of these phones */
  phones?: Array<string>
  /** Your own reference, returned in every response and event */
  reference?: string
}

export type CapabilitiesGetInput = {
  /** Id of a number */
  id: string
}

export type StatisticsDeliveriesInput = {
  /** Id of a number */
  id: string
  /** Time, ISO 8601 UTC */
  from?: string
  /** Time, ISO 8601 UTC */
  to?: string
  /** Default: `"hour"` */
  interval?: "minute" | "hour" | "day"
}

export type StatisticsUsageInput = {
  /** Time, ISO 8601 UTC */
  from?: string
  /** Time, ISO 8601 UTC */
  to?: string
  number?: Array<string>
}

export type ContactsCreateInput = {
  phone: string
  name?: string
  firstName?: string
  lastName?: string
  email?: string
  company?: string
  /** Derived from the phone unless given */
  country?: string
  /** Language code */
  language?: string
  tags?: Array<string>
  fields?: { [name: string]: string }
  /** Default: `false` */
  upsert?: boolean
}

export type ContactsListInput = {
  /** Beginning of words in names, with similar spellings if none match, or the beginning of a phone or e-mail address */
  search?: string
  /** Phone number, E.164 */
  phone?: string
  /** Contacts with all of these tags */
  tag?: Array<string>
  /** Contacts with none of these tags */
  tagExclude?: Array<string>
  /** Value of a custom field: `field[plan]=gold` */
  field?: { [name: string]: string }
  country?: Array<string>
  blocked?: boolean
  optedOut?: boolean
  /** True: contacts who have written; false: contacts who have never written */
  hasReplied?: boolean
  /** True: contacts with a chat, started by either side; false: contacts without one */
  hasChat?: boolean
  /** Contacts that match this segment now */
  segment?: string
  /** Time, ISO 8601 UTC */
  updatedAfter?: string
  /** Default: `"createdAt:desc"` */
  sort?: "createdAt:asc" | "createdAt:desc" | "updatedAt:asc" | "updatedAt:desc" | "lastMessageAt:asc" | "lastMessageAt:desc" | "name:asc" | "name:desc"
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Page number for shallow paging; not together with cursor */
  page?: number
}

export type ContactsExportInput = {
  /** Beginning of words in names, with similar spellings if none match, or the beginning of a phone or e-mail address */
  search?: string
  /** Phone number, E.164 */
  phone?: string
  /** Contacts with all of these tags */
  tag?: Array<string>
  /** Contacts with none of these tags */
  tagExclude?: Array<string>
  /** Value of a custom field: `field[plan]=gold` */
  field?: { [name: string]: string }
  country?: Array<string>
  blocked?: boolean
  optedOut?: boolean
  /** True: contacts who have written; false: contacts who have never written */
  hasReplied?: boolean
  /** True: contacts with a chat, started by either side; false: contacts without one */
  hasChat?: boolean
  /** Contacts that match this segment now */
  segment?: string
  /** Time, ISO 8601 UTC */
  updatedAfter?: string
}

export type ContactsGetInput = {
  /** Id of a contact */
  id: string
}

export type ContactsUpdateInput = {
  /** Id of a contact */
  id: string
  name?: string | null
  firstName?: string | null
  lastName?: string | null
  email?: string | null
  company?: string | null
  country?: string | null
  language?: string | null
}

export type ContactsRemoveInput = {
  /** Id of a contact */
  id: string
}

export type ContactsReplaceFieldsInput = {
  /** Id of a contact */
  id: string
  fields: { [name: string]: string }
}

export type ContactsChangeFieldsInput = {
  /** Id of a contact */
  id: string
  fields: { [name: string]: string | null }
}

export type ContactsAddTagsInput = {
  /** Id of a contact */
  id: string
  tags: Array<string>
}

export type ContactsRemoveTagsInput = {
  /** Id of a contact */
  id: string
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
  /** Id of a contact */
  contact?: string
  state?: "running" | "finished"
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Page number for shallow paging; not together with cursor */
  page?: number
}

export type ErasuresGetInput = {
  /** Id of an erasure */
  id: string
}

export type SegmentsCreateInput = {
  name: string
  description?: string
  filter: ContactFilterInput
}

export type SegmentsListInput = {
  /** Items per page. Default: `20` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Page number for shallow paging; not together with cursor */
  page?: number
}

export type SegmentsGetInput = {
  /** Id of a segment */
  id: string
}

export type SegmentsUpdateInput = {
  /** Id of a segment */
  id: string
  name?: string
  description?: string | null
  filter?: ContactFilterInput
}

export type SegmentsRemoveInput = {
  /** Id of a segment */
  id: string
}

export type SegmentsContactsInput = {
  /** Id of a segment */
  id: string
  /** Default: `"createdAt:desc"` */
  sort?: "createdAt:asc" | "createdAt:desc" | "updatedAt:asc" | "updatedAt:desc" | "lastMessageAt:asc" | "lastMessageAt:desc" | "name:asc" | "name:desc"
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Page number for shallow paging; not together with cursor */
  page?: number
}

export type SegmentsPreviewInput = {
  filter: ContactFilterInput
  /** Default: `10` */
  size?: number
}

export type ImportsCreateInput = {
  csv?: string
  contacts?: Array<ImportRow>
  url?: string
  /** The bytes; or the id of a stored file, where the operation accepts one */
  file?: Upload | string
  mapping?: { [name: string]: string }
  /** Default: `false` */
  dryRun?: boolean
  /** Default: `"skip"` */
  onDuplicate?: "skip" | "update" | "error"
  /** Added to every contact of the import. Default: `[]` */
  tags?: Array<string>
}

export type ImportsListInput = {
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Page number for shallow paging; not together with cursor */
  page?: number
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
  /** Page number for shallow paging; not together with cursor */
  page?: number
}

export type ImportsExportErrorsInput = {
  /** Id of an import */
  id: string
}

export type GroupsCreateInput = {
  number: string
  name: string
  description?: string
  /** People who follow the link must be approved; cannot be changed later. Default: `false` */
  joinApproval?: boolean
  /** Invited when the group is active, see POST /v1/groups/{id}/participants */
  participants?: Array<string>
  invitation?: InvitationText
}

export type GroupsListInput = {
  /** Id of a number */
  number?: string
  /** Only an active group takes messages. suspended: by the provider, until it lifts that */
  state?: "creating" | "active" | "suspended" | "deleting" | "deleted" | "failed"
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Page number for shallow paging; not together with cursor */
  page?: number
}

export type GroupsGetInput = {
  /** Id of a group */
  id: string
}

export type GroupsUpdateInput = {
  /** Id of a group */
  id: string
  name?: string
  description?: string | null
  /** Must be the present value; create a new group for the other */
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
  /** Has no effect */
  filename?: string
  /** Type of the bytes, which are checked in any case */
  mime?: string
}

export type ParticipantsListInput = {
  /** Id of a group */
  id: string
  state?: Array<"invited" | "joined" | "removing" | "removed" | "left" | "canceled" | "failed">
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Page number for shallow paging; not together with cursor */
  page?: number
}

export type ParticipantsInviteInput = {
  /** Id of a group */
  id: string
  phones: Array<string>
  invitation?: InvitationText
}

export type ParticipantsRemoveInput = {
  /** Id of a group */
  id: string
  participants: Array<string>
}

export type ParticipantsRemoveOneInput = {
  /** Id of a group */
  id: string
  /** Phone, or the user id of a person who hides it */
  participant: string
}

export type JoinRequestsListInput = {
  /** Id of a group */
  id: string
  state?: Array<"pending" | "approving" | "approved" | "rejecting" | "rejected" | "revoked">
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Page number for shallow paging; not together with cursor */
  page?: number
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
  name: string
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
  /** Page number for shallow paging; not together with cursor */
  page?: number
}

export type ChannelsGetInput = {
  /** Id of a channel */
  id: string
}

export type ChannelsUpdateInput = {
  /** Id of a channel */
  id: string
  name?: string
  description?: string | null
  segment?: string | null
}

export type ChannelsRemoveInput = {
  /** Id of a channel */
  id: string
}

export type SubscribersListInput = {
  /** Id of a channel */
  id: string
  state?: "subscribed" | "unsubscribed"
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Page number for shallow paging; not together with cursor */
  page?: number
}

export type SubscribersAddInput = {
  /** Id of a channel */
  id: string
  phones: Array<string>
  /** Default: `false` */
  reconsented?: boolean
}

export type SubscribersRemoveInput = {
  /** Id of a channel */
  id: string
  phones: Array<string>
}

export type PostsCreateInput = {
  /** Id of a channel */
  id: string
  /** The text; with media the caption, with buttons, list or a location request the body */
  message?: string
  /** A place, or a request for the location of the customer */
  location?: LocationToSend
  /** Contact cards */
  contacts?: Array<ContactCard>
  /** Sent as buttons, a list or numbered text where the provider does not support polls; votes are counted */
  poll?: PollToSend
  /** 1–3 quick replies, or one link; message is the body */
  buttons?: Array<ButtonInput>
  /** At most 10 rows in all; message is the body */
  list?: ListContentInput
  /** Shown below the body of buttons or a list */
  footer?: string
  /** Media by `url`; to send a stored file, use POST /v1/messages with `channel` */
  media?: {
    /** Public http or https address from which the provider fetches the media */
    url?: string
    /** Absent: derived from mime, else from the extension of filename or url */
    kind?: MediaKind
    /** Displayed name of a document */
    filename?: string
    /** Type of the media, such as image/jpeg */
    mime?: string
  }
  /** Shown above the body: text with buttons or a list, or media by `url` with buttons */
  header?: string | {
    media: {
      /** Public http or https address from which the provider fetches the media */
      url?: string
      /** Absent: derived from mime, else from the extension of filename or url */
      kind?: MediaKind
      /** Displayed name of a document */
      filename?: string
      /** Type of the media, such as image/jpeg */
      mime?: string
    }
  }
  /** Also reaches people who have not written within 24 h */
  template?: LinkedTemplateContentInput
  /** Show a preview of the first link */
  previewUrl?: boolean
  onWindowClosed?: OnWindowClosedInput
  /** Begin at this time, at most a year ahead. A time in the past is refused; null or absent: begin at once */
  deliverAt?: string | null
  /** Validity of each message in seconds from the time when it enters the queue of the number; default 10 h */
  expiresIn?: number
  /** Phones that get the post first and at once, subscribed or not. The post is `testing` until it is resumed, which sends it to everybody else, or stopped */
  test?: Array<string>
}

export type PostsListInput = {
  /** Id of a channel */
  id: string
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Page number for shallow paging; not together with cursor */
  page?: number
}

export type PostsGetInput = {
  /** Id of a channel */
  id: string
  /** Id of a post */
  post: string
}

export type PostsUpdateInput = {
  /** Id of a channel */
  id: string
  /** Id of a post */
  post: string
  /** Begin at this time, at most a year ahead. A time in the past is refused; null or absent: begin at once */
  deliverAt: string | null
}

export type PostsCancelInput = {
  /** Id of a channel */
  id: string
  /** Id of a post */
  post: string
}

export type PostsPauseInput = {
  /** Id of a channel */
  id: string
  /** Id of a post */
  post: string
}

export type PostsResumeInput = {
  /** Id of a channel */
  id: string
  /** Id of a post */
  post: string
}

export type PostsStopInput = {
  /** Id of a channel */
  id: string
  /** Id of a post */
  post: string
}

export type NumbersCreateInput = {
  name: string
  /** Default: `"cloud"` */
  provider?: "cloud" | "simulator"
  phoneNumberId?: string
  businessAccountId?: string
  /** Token of a system user; stored encrypted, never returned */
  accessToken?: string
  /** Secret of the app that signs callbacks; stored encrypted, never returned */
  appSecret?: string
  /** Token of the verification request; generated when absent */
  verifyToken?: string
  default?: boolean
  settings?: NumberSettings
}

export type NumbersListInput = {
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Page number for shallow paging; not together with cursor */
  page?: number
}

export type NumbersGetInput = {
  /** Id of a number */
  id: string
}

export type NumbersUpdateInput = {
  /** Id of a number */
  id: string
  name?: string
  default?: true
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
    /** Default: `"text"` */
    type?: string
    text?: string
    name?: string
    /** The provider's id of the message it answers */
    replyTo?: string
    /** The group it is written in: `providerId` of the group */
    groupId?: string
    /** The content object of types other than text; image, audio and document have a sample without it, with `text` as its caption */
    content?: { [name: string]: Json }
  }
  status?: {
    /** Id of the message, or the provider's id of it */
    message: string
    state: "sent" | "delivered" | "read" | "played" | "failed"
    /** Provider error code, with failed */
    error?: number
  }
  outage?: {
    kind: "refuse" | "hang" | "error" | "cut" | "throttle"
    seconds: number
  }
  advance?: {
    seconds: number
  }
  /** Decision of the provider about the number: quality, limit, state, name */
  account?: {
    quality?: "GREEN" | "YELLOW" | "RED"
    messagingLimit?: "TIER_50" | "TIER_250" | "TIER_2K" | "TIER_10K" | "TIER_100K" | "TIER_UNLIMITED"
    status?: "CONNECTED" | "RESTRICTED" | "RATE_LIMITED" | "FLAGGED" | "BANNED" | "OFFLINE"
    name?: {
      name: string
      decision: "APPROVED" | "REJECTED" | "DEFERRED"
    }
    template?: {
      name: string
      status: "APPROVED" | "REJECTED" | "PAUSED" | "DISABLED"
    }
  }
  /** Event in a group of the number */
  group?: {
    /** The provider's id of the group: its `providerId` */
    group: string
    /** follow_link: a person follows the invite link and joins, or requests to join where approval is needed; withdraw: a person withdraws the request; leave: a person leaves; suspend, clear: the provider suspends the group or ends the suspension */
    action: "follow_link" | "withdraw" | "leave" | "suspend" | "clear"
    /** Phone, or the user id of a person who hides it; for the first three actions */
    who?: string
    /** Invite link that is followed; absent: the valid one */
    link?: string
  }
  /** Report of the provider about the account, as a callback only: the number does not change */
  change?: {
    /** Name of the field at the provider. There are samples of account_alerts, account_review_update, account_update, automatic_events, business_capability_update, business_username_update, calls, flows, history, message_template_components_update, message_template_quality_update, message_template_status_update, partner_solutions, payment_configuration_update, phone_number_name_update, phone_number_quality_update, security, smb_app_state_sync, smb_message_echoes, template_category_update, user_preferences */
    field: string
    /** The value of the report in the provider's form; absent: the sample of the field */
    value?: { [name: string]: Json }
  }
}

export type SessionsGetInput = {
  /** Id of a number */
  id: string
}

export type SessionsRefreshInput = {
  /** Id of a number */
  id: string
}

export type SessionsRequestCodeInput = {
  /** Id of a number */
  id: string
  /** Default: `"sms"` */
  method?: "sms" | "voice"
  /** Default: `"en_US"` */
  language?: string
}

export type SessionsVerifyCodeInput = {
  /** Id of a number */
  id: string
  code: string
}

export type SessionsRegisterInput = {
  /** Id of a number */
  id: string
  pin: string
}

export type SessionsDeregisterInput = {
  /** Id of a number */
  id: string
}

export type DevicesGetInput = {
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
  address?: string | null
  description?: string | null
  email?: string | null
  websites?: Array<string>
  vertical?: "OTHER" | "AUTO" | "BEAUTY" | "APPAREL" | "EDU" | "ENTERTAIN" | "EVENT_PLAN" | "FINANCE" | "GROCERY" | "GOVT" | "HOTEL" | "HEALTH" | "NONPROFIT" | "PROF_SERVICES" | "RETAIL" | "TRAVEL" | "RESTAURANT" | "ALCOHOL" | "ONLINE_GAMBLING" | "PHYSICAL_GAMBLING" | "OTC_DRUGS"
}

export type ProfilesSetPictureInput = {
  /** Id of a number */
  id: string
  /** The bytes in base64; a JSON body has at most 1 MiB */
  content?: string
  /** The bytes; or the id of a stored file, where the operation accepts one */
  file?: Upload | string
  /** Has no effect */
  filename?: string
  /** Type of the bytes, which are checked in any case */
  mime?: string
}

export type TemplatesListInput = {
  /** Id of a number */
  id: string
  name?: string
  language?: string
  status?: "APPROVED" | "PENDING" | "REJECTED" | "PAUSED" | "DISABLED"
  /** Items per page. Default: `25` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
}

export type TemplatesCreateInput = {
  /** Id of a number */
  id: string
  name: string
  language: string
  category: "MARKETING" | "UTILITY"
  /** Text, or media: an image, video or document, with a stored file as the sample. Each message with the template names the file to send */
  header?: string | {
    media: {
      file: string
    }
  }
  /** With variables by position, `{{1}}`, or by name, `{{first_name}}` */
  body: string
  /** Sample value of each variable, by name or position; required by the provider */
  samples?: { [name: string]: string }
  footer?: string
  /** With neither url nor phone: a quick reply */
  buttons?: Array<{
    text: string
    /** Address that the button opens */
    url?: string
    /** Phone that the button calls */
    phone?: string
  }>
}

export type TemplatesDeleteInput = {
  /** Id of a number */
  id: string
  name: string
}

export type PhonesValidateInput = {
  phones: Array<string>
}

export type PhonesExistsInput = {
  phones: Array<string>
}

export type UpdatesListInput = {
  /** Id of a number */
  id: string
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Page number for shallow paging; not together with cursor */
  page?: number
}

export type WebhooksCreateInput = {
  name?: string
  url?: string
  urls?: Array<string>
  events: Array<string>
  /** Only events of this number */
  number?: string
  secretHeader?: SecretHeader
  /** Highest number of deliveries per second to each url, a replay at most half of them; null: no limit but the speed of the receiver */
  ratePerSecond?: number | null
}

export type WebhooksListInput = {
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Page number for shallow paging; not together with cursor */
  page?: number
}

export type WebhooksGetInput = {
  /** Id of a webhook */
  id: string
}

export type WebhooksUpdateInput = {
  /** Id of a webhook */
  id: string
  name?: string
  url?: string
  urls?: Array<string>
  events?: Array<string>
  /** Only events of this number */
  number?: string
  secretHeader?: SecretHeader | null
  /** Highest number of deliveries per second to each url, a replay at most half of them; null: no limit but the speed of the receiver */
  ratePerSecond?: number | null
}

export type WebhooksDeleteInput = {
  /** Id of a webhook */
  id: string
}

export type WebhooksTestInput = {
  /** Id of a webhook */
  id: string
  /** Default: `"message:in"` */
  kind?: string
}

export type WebhooksEnableInput = {
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
  state?: Array<"waiting" | "parked" | "succeeded" | "exhausted" | "canceled" | "expired">
  kind?: Array<string>
  /** Time, ISO 8601 UTC */
  after?: string
  /** Time, ISO 8601 UTC */
  before?: string
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Page number for shallow paging; not together with cursor */
  page?: number
}

export type SecretsRotateInput = {
  /** Id of a webhook */
  id: string
  /** Default: `24` */
  graceHours?: number
}

export type ReplaysCreateInput = {
  /** Id of a webhook */
  id: string
  from: string
  /** Default: now */
  to?: string
  /** Only these of the kinds of the webhook; `message:*` too */
  events?: Array<string>
  /** Only events about this chat and its messages */
  chat?: string
  /** Default: `false` */
  onlyFailed?: boolean
}

export type ReplaysListInput = {
  /** Id of a webhook */
  id: string
  /** Items per page. Default: `50` */
  size?: number
  /** End of the previous page; take it from the Link header */
  cursor?: string
  /** Page number for shallow paging; not together with cursor */
  page?: number
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
  kinds?: Array<string>
  /** Items per page. Default: `50` */
  size?: number
  /** Seconds to wait while there is no event. Default: `0` */
  wait?: number
}

export type EventsGetInput = {
  /** Id of an event */
  id: string
}

export type MessagesBatchOutput = Array<MessagesBatchAnswer>

export type MessagesReceiptsOutput = Array<Receipt>

export type ChatsUpdateManyOutput = Array<Chat>

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

export type EventsKindsOutput = Array<EventsKindsAnswer>
