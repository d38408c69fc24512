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

export type Schema0 = Array<ContactFilter>

export type Schema1 = string | number | boolean | null | Array<Schema1> | { [name: string]: Schema1 }

export type Schema2 = string | number | boolean | null | Array<Schema2> | { [name: string]: Schema2 }

export type Schema3 = string | number | boolean | null | Array<Schema3> | { [name: string]: Schema3 }

export type Schema4 = string | number | boolean | null | Array<Schema4> | { [name: string]: Schema4 }

export type Schema5 = string | number | boolean | null | Array<Schema5> | { [name: string]: Schema5 }

export type Schema6 = string | number | boolean | null | Array<Schema6> | { [name: string]: Schema6 }

export type Schema7 = Array<ContactFilter>

export type Schema8 = string | number | boolean | null | Array<Schema8> | { [name: string]: Schema8 }

export type Schema9 = string | number | boolean | null | Array<Schema9> | { [name: string]: Schema9 }

export type Schema10 = string | number | boolean | null | Array<Schema10> | { [name: string]: Schema10 }

export type Message = {
  /** Id of a message */
  id: string
  /** Id of a number */
  number: string
  direction: "in" | "out"
  /** Id of a chat */
  chat: string
  /** Phone number, E.164 */
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
  media?: {
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
  location?: {
    latitude?: number
    longitude?: number
    name?: string
    address?: string
    /** Web page of the place */
    url?: string
    request?: true
  }
  contacts?: Array<{
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
  }>
  poll?: {
    name: string
    options: Array<string>
    multiple: boolean
    tally?: Array<{
      option: string
      votes: number
    }>
    voters?: number
  }
  buttons?: Array<{
    /** Returned in the reply; absent: derived from the position */
    id?: string
    text: string
    url?: string
    /** Phone number, E.164 */
    phone?: string
  }>
  list?: {
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
  header?: string | {
    media: {
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
  }
  footer?: string
  /** The emoji; empty: the reaction was removed */
  reaction?: string
  /** Id of a message */
  reactionMessage?: string
  template?: {
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
  /** Behaviour when the 24-hour window is closed: fail, hold until the customer writes, or send a template instead. The window is checked when the message is due. If the customer has never written, the provider decides. */
  onWindowClosed?: "fail" | "hold" | {
    template: {
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
  }
  /** Changes of the chat that are applied when the message is sent */
  actions?: {
    status?: "open" | "pending" | "resolved" | "archived"
    /** true marks the chat unread; false marks it read without a read receipt */
    unread?: boolean
    pinned?: boolean
    /** An incoming message does not reopen a muted chat */
    muted?: boolean
    assignee?: {
      /** Id of a member */
      member: string
    } | null
  }
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
    /** Id of a message */
    message: string
    id?: string
    text?: string
    /** Time, ISO 8601 UTC */
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
    /** Time, ISO 8601 UTC */
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
    /** Time, ISO 8601 UTC */
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
  /** Id of a message */
  quote?: string
  /** The provider's id of the message that this one quotes, reacts to, edits or deletes, when that message is not stored here */
  quoteProviderId?: string
  /** app: the business sent it from the provider's own app */
  via?: "app"
  reference?: string
  priority?: "low" | "normal" | "high" | "urgent"
  order?: "chat" | "none"
  onUnknown?: "hold" | "resend"
  status: "scheduled" | "queued" | "sending" | "sent" | "delivered" | "read" | "played" | "failed" | "expired" | "canceled" | "received"
  statusAt: { [name: string]: string }
  waiting?: {
    /** number_draining: accepted after the queue began to drain; number_throttled: the provider asked for a pause; number_refused: the provider refused the number or its token; quarantine: Postgres was restored and nothing is sent until an operator releases it */
    reason: "schedule" | "order" | "pacing" | "pair_limit" | "number_paused" | "number_draining" | "number_offline" | "number_throttled" | "number_refused" | "quarantine" | "window_closed" | "quiet_hours" | "typing" | "retry" | "outcome"
    /** Time, ISO 8601 UTC */
    until?: string
  }
  /** Expected time of sending at the current rate; only when a single waiting message is shown */
  estimatedSendAt?: string
  error?: {
    errorCode: string
    message: string
    providerCode?: number
    retryable: boolean
  }
  providerId?: string
  /** Charge of the provider for this message, in the provider's terms */
  pricing?: {
    billable?: boolean
    category?: string
    type?: string
    model?: string
  }
  /** The provider's conversation that includes this message */
  conversation?: {
    id?: string
    origin?: string
    /** Time, ISO 8601 UTC */
    expiresAt?: string
  }
  /** Attempts after the first. Their number has no limit: they are repeated with increasing pauses until expiresAt */
  retry?: {
    count: number
    /** Time, ISO 8601 UTC */
    nextAt?: string
  }
  /** Sender of an incoming message; in a group, the participant */
  from?: {
    /** Phone number, E.164 */
    phone?: string
    userId?: string
    name?: string
    /** Id of a contact */
    contact?: string
  }
  /** Time, ISO 8601 UTC */
  createdAt: string
  /** Time, ISO 8601 UTC */
  deliverAt?: string
  /** Time, ISO 8601 UTC */
  expiresAt?: string
}

export type Chat = {
  /** Id of a chat */
  id: string
  /** Id of a number */
  number: string
  type: "direct" | "group" | "channel"
  name: string | null
  phone: string | null
  contact: string | null
  /** Group of the chat; null in a group chat whose group was not created here */
  group: string | null
  channel: string | null
  status: "open" | "pending" | "resolved" | "archived"
  unread: boolean
  unreadCount: number
  pinned: boolean
  /** An incoming message does not reopen it */
  muted: boolean
  assignee: {
    /** Id of a member */
    id: string
    name: string
    email: string
  } | null
  labels: Array<{
    /** Id of a label */
    id: string
    name: string
    color: string
  }>
  lastMessage: {
    /** Id of a message */
    id: string
    direction: "in" | "out"
    type: string
    message: string | null
    /** Time, ISO 8601 UTC */
    at: string
  } | null
  lastInboundAt: string | null
  lastOutboundAt: string | null
  /** End of the 24-hour window for free-form messages; null if the customer has never written */
  windowClosesAt: string | null
  /** Time, ISO 8601 UTC */
  createdAt: string
  /** Time, ISO 8601 UTC */
  updatedAt: string
}

export type Group = {
  /** Id of a group */
  id: string
  /** Id of a number */
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
    /** Time, ISO 8601 UTC */
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
    error: {
      errorCode: string
      message: string
    } | null
    /** Time, ISO 8601 UTC */
    requestedAt: string
  }>
  /** Reason why the group could not be created */
  error: {
    errorCode: string
    message: string
  } | null
  /** Time, ISO 8601 UTC */
  createdAt: string
  /** Time, ISO 8601 UTC */
  updatedAt: string
}

export type Number = {
  /** Id of a number */
  id: string
  phone: string | null
  name: string
  provider: "cloud" | "simulator"
  /** The provider's id of the number */
  phoneNumberId: string
  status: "connecting" | "active" | "paused" | "restricted" | "disconnected" | "error"
  session: {
    status: "online" | "offline" | "pending" | "error"
    /** Time, ISO 8601 UTC */
    since: string
    lastError: {
      errorCode: string
      message: string
    } | null
  }
  /** True for the number that sends messages without `number` */
  default: boolean
  /** As last reported by the provider */
  device: {
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
  settings: {
    /** Highest number of messages per second; null: the default of the installation */
    ratePerSecond: number | null
    /** Hours in which messages of low and normal priority wait; null: none */
    quietHours: {
      from: string
      /** On the next day when it is before `from`; at most 12 hours after it */
      to: string
      /** IANA name, or `recipient`: the time zone of the country of the recipient. In a country with several zones, a message is sent when the quiet hours have ended in all of them */
      timeZone: string
    } | null
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
    blocked: {
      /** number_draining: accepted after the queue began to drain; number_throttled: the provider asked for a pause; number_refused: the provider refused the number or its token; quarantine: Postgres was restored and nothing is sent until an operator releases it */
      reason: "schedule" | "order" | "pacing" | "pair_limit" | "number_paused" | "number_draining" | "number_offline" | "number_throttled" | "number_refused" | "quarantine" | "window_closed" | "quiet_hours" | "typing" | "retry" | "outcome"
      /** Time, ISO 8601 UTC */
      until?: string
    } | null
  }
  /** Address of callbacks; enter it at the provider */
  callbackUrl: string
  /** Time, ISO 8601 UTC */
  createdAt: string
}

export type Queue = {
  /** Id of a number */
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
  blocked: {
    /** number_draining: accepted after the queue began to drain; number_throttled: the provider asked for a pause; number_refused: the provider refused the number or its token; quarantine: Postgres was restored and nothing is sent until an operator releases it */
    reason: "schedule" | "order" | "pacing" | "pair_limit" | "number_paused" | "number_draining" | "number_offline" | "number_throttled" | "number_refused" | "quarantine" | "window_closed" | "quiet_hours" | "typing" | "retry" | "outcome"
    /** Time, ISO 8601 UTC */
    until?: string
  } | null
}

export type Webhook = {
  /** Id of a webhook */
  id: string
  name: string | null
  url: string
  urls: Array<string>
  endpoints: Array<{
    /** Id of a webhook endpoint */
    id: string
    url: string
    state: "active" | "disabled"
    failingSince: string | null
    lastSuccessAt: string | null
    breaker: {
      state: "closed" | "open" | "half_open"
      until: string | null
    }
  }>
  events: Array<string>
  number: string | null
  secretHeader: {
    name: string
  } | null
  /** Highest number of deliveries per second to each url; null: no limit but the speed of the receiver */
  ratePerSecond: number | null
  state: "active" | "paused" | "disabled"
  /** Time, ISO 8601 UTC */
  createdAt: string
  /** Time, ISO 8601 UTC */
  updatedAt: string
}

export type Delivery = {
  /** Id of a delivery */
  id: string
  /** Id of a webhook */
  webhook: string
  /** Id of a webhook endpoint */
  endpoint: string
  url: string
  event: {
    /** Id of an event */
    id: string
    kind: string
    sequence: number
  }
  state: "waiting" | "parked" | "succeeded" | "exhausted" | "canceled" | "expired"
  attempts: number
  lastStatus: number | null
  lastError: string | null
  nextAttemptAt: string | null
  /** Time, ISO 8601 UTC */
  createdAt: string
  completedAt: string | null
}

export type ContactFilter = {
  all?: Schema7
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
  /** Time, ISO 8601 UTC */
  before?: string
  /** Time, ISO 8601 UTC */
  after?: string
  withinDays?: number
  exists?: boolean
}

export type Contact = {
  /** Id of a contact */
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
  /** Time, ISO 8601 UTC */
  createdAt: string
  /** Time, ISO 8601 UTC */
  updatedAt: string
  /** Time of their last message */
  lastMessageAt: string | null
}

export type Error = {
  /** The HTTP status */
  status: number
  /** Code of the error, as `noun:reason`; GET /docs/errors lists all of them */
  errorCode: string
  /** What is wrong, and what to do */
  message: string
  /** All faulty fields */
  errors: Array<{
    path: string
    code: string
    message: string
  }>
  /** True when the same request may succeed later */
  retryable: boolean
  /** Seconds to wait before a retry, as in `Retry-After` */
  retryAfter?: number
  requestId: string
  docs: string
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
  /** Phone number, E.164 */
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
  media?: {
    /** Id of a stored file */
    file?: string
    /** Public http or https address from which the provider fetches the media */
    url?: string
    /** Absent: derived from mime, else from the extension of filename or url */
    kind?: "image" | "video" | "audio" | "voice" | "document" | "sticker"
    /** Displayed name of a document */
    filename?: string
    /** Type of the media, such as image/jpeg */
    mime?: string
  }
  /** A place, or a request for the location of the customer */
  location?: {
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
  /** Contact cards */
  contacts?: Array<{
    /** Id of a contact, instead of all other fields: the card has its current name, phones, e-mail address and company. The key needs the scope read */
    contact?: string
    /** Required, like a phone, unless contact is given */
    name?: string
    /** Phone number, E.164 */
    phone?: string
    phones?: Array<string>
    email?: string
    organization?: string
    url?: string
  }>
  /** Sent as buttons, a list or numbered text where the provider does not support polls; votes are counted */
  poll?: {
    /** The question */
    name: string
    /** Each different */
    options: Array<string>
    /** True if people may choose several options. Default: `false` */
    multiple?: boolean
  }
  /** 1–3 quick replies, or one link; message is the body */
  buttons?: Array<{
    /** Returned in the reply; absent: derived from the position */
    id?: string
    text: string
    url?: string
    /** Phone number, E.164 */
    phone?: string
  }>
  /** At most 10 rows in all; message is the body */
  list?: {
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
  /** Shown above the body: text of 1–60 characters with buttons or a list, or an image, video or document with buttons */
  header?: string | {
    media: {
      /** Id of a stored file */
      file?: string
      /** Public http or https address from which the provider fetches the media */
      url?: string
      /** Absent: derived from mime, else from the extension of filename or url */
      kind?: "image" | "video" | "audio" | "voice" | "document" | "sticker"
      /** Displayed name of a document */
      filename?: string
      /** Type of the media, such as image/jpeg */
      mime?: string
    }
  }
  /** Shown below the body of buttons or a list */
  footer?: string
  /** One emoji, or an empty text or - to remove the reaction; requires reactionMessage */
  reaction?: string
  /** An approved template; see GET /v1/numbers/{id}/templates */
  template?: {
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
  /** Message that the reaction belongs to */
  reactionMessage?: string
  /** Show a preview of the first link */
  previewUrl?: boolean
  /** Your own reference, returned in every response and event */
  reference?: string
  /** Default: `"normal"` */
  priority?: "low" | "normal" | "high" | "urgent"
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
  /** Behaviour when the 24-hour window is closed: fail, hold until the customer writes, or send a template instead. The window is checked when the message is due. If the customer has never written, the provider decides.. Default: `"fail"` */
  onWindowClosed?: "fail" | "hold" | {
    template: {
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
  }
  /** Seconds for which a typing indicator is shown before the message. The provider shows it only in reply to a message of the customer, which is then marked as read. If the customer has never written, and in groups and channels, the message is sent without it */
  typing?: number
  /** Labels to add to the chat at once, each by id or name */
  labels?: Array<string>
  /** Changes of the chat that are applied as soon as the message is sent, such as `{ "status": "resolved" }`, but not if it fails. The fields are those of PATCH /v1/chats */
  actions?: {
    status?: "open" | "pending" | "resolved" | "archived"
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
}

export type MessagesListInput = {
  direction?: "in" | "out"
  status?: Array<"scheduled" | "queued" | "sending" | "sent" | "delivered" | "read" | "played" | "failed" | "expired" | "canceled" | "received">
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
  messages: Array<{
    /** Phone number, E.164 */
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
    media?: {
      /** Id of a stored file */
      file?: string
      /** Public http or https address from which the provider fetches the media */
      url?: string
      /** Absent: derived from mime, else from the extension of filename or url */
      kind?: "image" | "video" | "audio" | "voice" | "document" | "sticker"
      /** Displayed name of a document */
      filename?: string
      /** Type of the media, such as image/jpeg */
      mime?: string
    }
    /** A place, or a request for the location of the customer */
    location?: {
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
    /** Contact cards */
    contacts?: Array<{
      /** Id of a contact, instead of all other fields: the card has its current name, phones, e-mail address and company. The key needs the scope read */
      contact?: string
      /** Required, like a phone, unless contact is given */
      name?: string
      /** Phone number, E.164 */
      phone?: string
      phones?: Array<string>
      email?: string
      organization?: string
      url?: string
    }>
    /** Sent as buttons, a list or numbered text where the provider does not support polls; votes are counted */
    poll?: {
      /** The question */
      name: string
      /** Each different */
      options: Array<string>
      /** True if people may choose several options. Default: `false` */
      multiple?: boolean
    }
    /** 1–3 quick replies, or one link; message is the body */
    buttons?: Array<{
      /** Returned in the reply; absent: derived from the position */
      id?: string
      text: string
      url?: string
      /** Phone number, E.164 */
      phone?: string
    }>
    /** At most 10 rows in all; message is the body */
    list?: {
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
    /** Shown above the body: text of 1–60 characters with buttons or a list, or an image, video or document with buttons */
    header?: string | {
      media: {
        /** Id of a stored file */
        file?: string
        /** Public http or https address from which the provider fetches the media */
        url?: string
        /** Absent: derived from mime, else from the extension of filename or url */
        kind?: "image" | "video" | "audio" | "voice" | "document" | "sticker"
        /** Displayed name of a document */
        filename?: string
        /** Type of the media, such as image/jpeg */
        mime?: string
      }
    }
    /** Shown below the body of buttons or a list */
    footer?: string
    /** One emoji, or an empty text or - to remove the reaction; requires reactionMessage */
    reaction?: string
    /** An approved template; see GET /v1/numbers/{id}/templates */
    template?: {
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
    /** Message that the reaction belongs to */
    reactionMessage?: string
    /** Show a preview of the first link */
    previewUrl?: boolean
    /** Your own reference, returned in every response and event */
    reference?: string
    /** Default: `"normal"` */
    priority?: "low" | "normal" | "high" | "urgent"
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
    /** Behaviour when the 24-hour window is closed: fail, hold until the customer writes, or send a template instead. The window is checked when the message is due. If the customer has never written, the provider decides.. Default: `"fail"` */
    onWindowClosed?: "fail" | "hold" | {
      template: {
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
    }
    /** Seconds for which a typing indicator is shown before the message. The provider shows it only in reply to a message of the customer, which is then marked as read. If the customer has never written, and in groups and channels, the message is sent without it */
    typing?: number
    /** Labels to add to the chat at once, each by id or name */
    labels?: Array<string>
    /** Changes of the chat that are applied as soon as the message is sent, such as `{ "status": "resolved" }`, but not if it fails. The fields are those of PATCH /v1/chats */
    actions?: {
      status?: "open" | "pending" | "resolved" | "archived"
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
  }>
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
  media?: {
    /** Id of a stored file */
    file?: string
    /** Public http or https address from which the provider fetches the media */
    url?: string
    /** Absent: derived from mime, else from the extension of filename or url */
    kind?: "image" | "video" | "audio" | "voice" | "document" | "sticker"
    /** Displayed name of a document */
    filename?: string
    /** Type of the media, such as image/jpeg */
    mime?: string
  }
  /** A place, or a request for the location of the customer */
  location?: {
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
  /** Contact cards */
  contacts?: Array<{
    /** Id of a contact, instead of all other fields: the card has its current name, phones, e-mail address and company. The key needs the scope read */
    contact?: string
    /** Required, like a phone, unless contact is given */
    name?: string
    /** Phone number, E.164 */
    phone?: string
    phones?: Array<string>
    email?: string
    organization?: string
    url?: string
  }>
  /** Sent as buttons, a list or numbered text where the provider does not support polls; votes are counted */
  poll?: {
    /** The question */
    name: string
    /** Each different */
    options: Array<string>
    /** True if people may choose several options. Default: `false` */
    multiple?: boolean
  }
  /** 1–3 quick replies, or one link; message is the body */
  buttons?: Array<{
    /** Returned in the reply; absent: derived from the position */
    id?: string
    text: string
    url?: string
    /** Phone number, E.164 */
    phone?: string
  }>
  /** At most 10 rows in all; message is the body */
  list?: {
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
  /** Shown above the body: text of 1–60 characters with buttons or a list, or an image, video or document with buttons */
  header?: string | {
    media: {
      /** Id of a stored file */
      file?: string
      /** Public http or https address from which the provider fetches the media */
      url?: string
      /** Absent: derived from mime, else from the extension of filename or url */
      kind?: "image" | "video" | "audio" | "voice" | "document" | "sticker"
      /** Displayed name of a document */
      filename?: string
      /** Type of the media, such as image/jpeg */
      mime?: string
    }
  }
  /** Shown below the body of buttons or a list */
  footer?: string
  /** An approved template; see GET /v1/numbers/{id}/templates */
  template?: {
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
  /** Send at this time instead; null: at once */
  deliverAt?: string | null
  priority?: "low" | "normal" | "high" | "urgent"
  /** Your own reference, returned in every response and event */
  reference?: string
  /** Time, ISO 8601 UTC */
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
  status?: Array<"open" | "pending" | "resolved" | "archived">
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
  status?: "open" | "pending" | "resolved" | "archived"
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
  status?: "open" | "pending" | "resolved" | "archived"
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
  /** Phone number, E.164 */
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
  /** Id of a contact */
  into: string
  /** Id of a contact */
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
  filter: ContactFilter
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
  filter?: ContactFilter
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
  filter: ContactFilter
  /** Default: `10` */
  size?: number
}

export type ImportsCreateInput = {
  csv?: string
  contacts?: Array<{
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
  }>
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
  /** Id of a number */
  number: string
  name: string
  description?: string
  /** People who follow the link must be approved; cannot be changed later. Default: `false` */
  joinApproval?: boolean
  /** Invited when the group is active, see POST /v1/groups/{id}/participants */
  participants?: Array<string>
  invitation?: {
    /** `{link}` in it is replaced by the link; without it the link follows the text */
    message?: string
    /** People who have not written within 24 h can only be sent a template; `{link}` in its texts is the link. Absent: fail */
    onWindowClosed?: "fail" | "hold" | {
      template: {
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
    }
  }
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
  invitation?: {
    /** `{link}` in it is replaced by the link; without it the link follows the text */
    message?: string
    /** People who have not written within 24 h can only be sent a template; `{link}` in its texts is the link. Absent: fail */
    onWindowClosed?: "fail" | "hold" | {
      template: {
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
    }
  }
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
  /** Id of a number */
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
  location?: {
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
  /** Contact cards */
  contacts?: Array<{
    /** Id of a contact, instead of all other fields: the card has its current name, phones, e-mail address and company. The key needs the scope read */
    contact?: string
    /** Required, like a phone, unless contact is given */
    name?: string
    /** Phone number, E.164 */
    phone?: string
    phones?: Array<string>
    email?: string
    organization?: string
    url?: string
  }>
  /** Sent as buttons, a list or numbered text where the provider does not support polls; votes are counted */
  poll?: {
    /** The question */
    name: string
    /** Each different */
    options: Array<string>
    /** True if people may choose several options. Default: `false` */
    multiple?: boolean
  }
  /** 1–3 quick replies, or one link; message is the body */
  buttons?: Array<{
    /** Returned in the reply; absent: derived from the position */
    id?: string
    text: string
    url?: string
    /** Phone number, E.164 */
    phone?: string
  }>
  /** At most 10 rows in all; message is the body */
  list?: {
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
  /** Shown below the body of buttons or a list */
  footer?: string
  /** Media by `url`; to send a stored file, use POST /v1/messages with `channel` */
  media?: {
    /** Public http or https address from which the provider fetches the media */
    url?: string
    /** Absent: derived from mime, else from the extension of filename or url */
    kind?: "image" | "video" | "audio" | "voice" | "document" | "sticker"
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
      kind?: "image" | "video" | "audio" | "voice" | "document" | "sticker"
      /** Displayed name of a document */
      filename?: string
      /** Type of the media, such as image/jpeg */
      mime?: string
    }
  }
  /** Also reaches people who have not written within 24 h */
  template?: {
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
  /** Show a preview of the first link */
  previewUrl?: boolean
  /** Behaviour when the 24-hour window is closed: fail, hold until the customer writes, or send a template instead. The window is checked when the message is due. If the customer has never written, the provider decides. */
  onWindowClosed?: "fail" | "hold" | {
    template: {
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
  }
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
  settings?: {
    ratePerSecond?: number | null
    /** Messages of low and normal priority wait until these hours have ended; their validity is extended accordingly */
    quietHours?: {
      from: string
      /** On the next day when it is before `from`; at most 12 hours after it */
      to: string
      /** IANA name, or `recipient`: the time zone of the country of the recipient. In a country with several zones, a message is sent when the quiet hours have ended in all of them */
      timeZone: string
    } | null
  }
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
  settings?: {
    ratePerSecond?: number | null
    /** Messages of low and normal priority wait until these hours have ended; their validity is extended accordingly */
    quietHours?: {
      from: string
      /** On the next day when it is before `from`; at most 12 hours after it */
      to: string
      /** IANA name, or `recipient`: the time zone of the country of the recipient. In a country with several zones, a message is sent when the quiet hours have ended in all of them */
      timeZone: string
    } | null
  }
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
    /** Phone number, E.164 */
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
    content?: { [name: string]: Schema1 }
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
    value?: { [name: string]: Schema2 }
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
      /** Id of a file */
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
  secretHeader?: {
    name: string
    value: string
  }
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
  secretHeader?: {
    name: string
    value: string
  } | null
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
  /** Time, ISO 8601 UTC */
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

export type TeamListOutput = {
  /** Id of a member */
  id: string
  name: string
  email: string
  /** Time, ISO 8601 UTC */
  createdAt: string
}

export type AuditListOutput = {
  actor: {
    type: "key" | "member" | "service"
    id: string
  }
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
  given: { [name: string]: Schema5 }
  /** Changed objects. Where a service changes many rows at once, they are not listed */
  changes: Array<{
    /** Kind of the changed object, such as api_key */
    thing: string
    id: string | null
    /** Changed fields before; null: the object was created */
    before: { [name: string]: Schema5 } | null
    /** Changed fields after; null: the object was removed */
    after: { [name: string]: Schema5 } | null
  }>
  /** True when given and changes were left out because they are over 16 KiB */
  truncated: boolean
  /** Id of an entry of the audit log */
  id: string
  /** Id of a workspace */
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

export type MeGetOutput = {
  workspace: {
    /** Id of a workspace */
    id: string
    name: string
  }
  key: {
    /** Id of an API key */
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

export type WorkspaceGetOutput = {
  /** Id of a workspace */
  id: string
  name: string
  /** Time, ISO 8601 UTC */
  createdAt: string
  settings: {
    /** A single message to a contact who has opted out: `send` sends it and marks it `optedOut`; `refuse` refuses it with `contact:opted_out`. Posts to channels never reach such a contact. */
    optedOutMessages: "send" | "refuse"
  }
}

export type WorkspaceUpdateOutput = WorkspaceGetOutput

export type MessagesBatchOutput = Array<Message | {
  error: {
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
}>

export type MessagesRawOutput = {
  /** Id of a message */
  id: string
  providerId: string | null
  raw: Schema6 | null
}

export type MessagesReceiptsOutput = Array<{
  /** Phone number, E.164 */
  phone?: string
  /** The provider's id of a person whose phone is hidden */
  userId?: string
  status: "scheduled" | "queued" | "sending" | "sent" | "delivered" | "read" | "played" | "failed" | "expired" | "canceled" | "received"
  statusAt: { [name: string]: string }
  error?: {
    errorCode: string
    message: string
    providerCode?: number
    retryable: boolean
  }
}>

export type MessagesTraceOutput = {
  /** Id of a message */
  id: string
  /** Trace id of the request (W3C Trace Context); absent for incoming messages */
  traceId?: string
  entries: Array<{
    /** Time, ISO 8601 UTC */
    at: string
    what: "accepted" | "waiting" | "attempt" | "state" | "webhook"
    state?: "scheduled" | "queued" | "sending" | "sent" | "delivered" | "read" | "played" | "failed" | "expired" | "canceled" | "received"
    /** Kind of the event that was posted to the webhook */
    event?: string
    /** Id of a webhook */
    webhook?: string
    /** Id of a delivery */
    delivery?: string
    /** Number of the attempt at the provider, or of this delivery */
    attempt?: number
    /** Outcome of the attempt; for a webhook: delivered, refused, or the reason why there was no response */
    outcome?: string
    /** HTTP status of the response of the webhook */
    httpStatus?: number
    latencyMs?: number
    waiting?: {
      /** number_draining: accepted after the queue began to drain; number_throttled: the provider asked for a pause; number_refused: the provider refused the number or its token; quarantine: Postgres was restored and nothing is sent until an operator releases it */
      reason: "schedule" | "order" | "pacing" | "pair_limit" | "number_paused" | "number_draining" | "number_offline" | "number_throttled" | "number_refused" | "quarantine" | "window_closed" | "quiet_hours" | "typing" | "retry" | "outcome"
      /** Time, ISO 8601 UTC */
      until?: string
    }
    error?: {
      errorCode: string
      message: string
      providerCode?: number
      retryable: boolean
    }
  }>
}

export type ChatsUpdateManyOutput = Array<Chat>

export type ChatsRemoveOutput = {
  /** Id of a chat */
  id: string
  deleted: true
  /** Messages removed */
  messages: number
}

export type ChatsTypingOutput = {
  shown: boolean
}

export type FilesCreateOutput = {
  /** Id of a file */
  id: string
  filename: string
  mime: string
  /** Bytes */
  size: number
  kind: "image" | "video" | "audio" | "document" | "sticker"
  /** SHA-256 of the bytes, hexadecimal */
  sha256: string
  /** Time, ISO 8601 UTC */
  createdAt: string
  /** Time when the file is deleted, unless a waiting message needs it; null: never */
  expiresAt: string | null
  /** True when these bytes were stored already */
  existed: boolean
}

export type FilesListOutput = {
  /** Id of a file */
  id: string
  filename: string
  mime: string
  /** Bytes */
  size: number
  kind: "image" | "video" | "audio" | "document" | "sticker"
  /** SHA-256 of the bytes, hexadecimal */
  sha256: string
  /** Time, ISO 8601 UTC */
  createdAt: string
  /** Time when the file is deleted, unless a waiting message needs it; null: never */
  expiresAt: string | null
}

export type FilesGetOutput = FilesListOutput

export type FilesRemoveOutput = {
  /** Id of a file */
  id: string
  deleted: true
}

export type LabelsListOutput = {
  /** Id of a label */
  id: string
  name: string
  color: string
  description: string | null
  /** Time, ISO 8601 UTC */
  createdAt: string
  /** Time, ISO 8601 UTC */
  updatedAt: string
}

export type LabelsCreateOutput = LabelsListOutput

export type LabelsUpdateOutput = LabelsListOutput

export type LabelsRemoveOutput = {
  /** Id of a label */
  id: string
  deleted: true
}

export type NotesListOutput = {
  /** Id of a note */
  id: string
  /** Id of a chat */
  chat: string
  text: string
  /** Author of the note */
  by: {
    type: "key" | "member" | "service"
    id: string
  }
  /** Time, ISO 8601 UTC */
  createdAt: string
}

export type NotesCreateOutput = NotesListOutput

export type NotesRemoveOutput = {
  /** Id of a note */
  id: string
  deleted: true
}

export type QueuesPurgeOutput = {
  canceled: number
  /** Canceled messages that were not due yet */
  scheduled: number
  remaining: number
  /** Running posts of this number; stop or pause them to keep the queue empty */
  posts: Array<{
    /** Id of a post */
    post: string
    /** Messages of the post that are not in this queue yet */
    waiting: number
  }>
}

export type QueuesMoveOutput = {
  moved: number
  /** Number of chats that the messages belong to now */
  chats: number
  remaining: number
}

export type CapabilitiesGetOutput = {
  /** Id of a number */
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
    kind: "image" | "video" | "audio" | "voice" | "document" | "sticker"
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

export type StatisticsDeliveriesOutput = {
  /** Id of a number */
  number: string
  /** Time, ISO 8601 UTC */
  from: string
  /** Time, ISO 8601 UTC */
  to: string
  total: {
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
  buckets: Array<{
    /** Time, ISO 8601 UTC */
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
  }>
}

export type StatisticsUsageOutput = {
  /** Time, ISO 8601 UTC */
  from: string
  /** Time, ISO 8601 UTC */
  to: string
  days: Array<{
    /** YYYY-MM-DD, UTC */
    day: string
    /** Id of a number */
    number: string
    type: string
    in: number
    out: number
  }>
  /** Outgoing messages for which the provider reported pricing, by category */
  pricing: Array<{
    /** YYYY-MM-DD, UTC */
    day: string
    /** Id of a number */
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

export type ContactsRemoveOutput = {
  /** Id of a contact */
  id: string
  /** Time, ISO 8601 UTC */
  deletedAt: string
  /** Id of an erasure */
  erasure: string
}

export type ErasuresListOutput = {
  /** Id of an erasure */
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
  /** Time, ISO 8601 UTC */
  requestedAt: string
  finishedAt: string | null
  /** Time when the last copies, which the API cannot read, have expired: sealed responses for repeated requests (48 h), events on the internal bus and late reports of the provider (72 h); null until finished */
  agedOutAt: string | null
}

export type ErasuresGetOutput = ErasuresListOutput

export type SegmentsCreateOutput = {
  /** Id of a segment */
  id: string
  name: string
  description: string | null
  filter: ContactFilter
  /** Number of contacts that match now */
  count: number
  /** Time, ISO 8601 UTC */
  createdAt: string
  /** Time, ISO 8601 UTC */
  updatedAt: string
}

export type SegmentsListOutput = SegmentsCreateOutput

export type SegmentsGetOutput = SegmentsCreateOutput

export type SegmentsUpdateOutput = SegmentsCreateOutput

export type SegmentsRemoveOutput = {
  /** Id of a segment */
  id: string
}

export type SegmentsPreviewOutput = {
  count: number
  contacts: Array<Contact>
}

export type ImportsCreateOutput = {
  /** Id of an import */
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
  /** Time, ISO 8601 UTC */
  createdAt: string
  finishedAt: string | null
}

export type ImportsListOutput = ImportsCreateOutput

export type ImportsGetOutput = ImportsCreateOutput

export type ImportsErrorsOutput = {
  row: number
  /** Line of the file at which the row begins; the header is line 1. Null for contacts from JSON */
  line: number | null
  column: string
  errorCode: string
  message: string
  /** Value of the cell, at most 300 characters */
  value: string | null
}

export type ParticipantsListOutput = {
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
  error: {
    errorCode: string
    message: string
  } | null
  invitedAt: string | null
  joinedAt: string | null
  leftAt: string | null
}

export type ParticipantsInviteOutput = Array<{
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
  error: {
    errorCode: string
    message: string
  } | null
  invitedAt: string | null
  joinedAt: string | null
  leftAt: string | null
}>

export type ParticipantsRemoveOutput = ParticipantsInviteOutput

export type ParticipantsRemoveOneOutput = ParticipantsListOutput

export type JoinRequestsListOutput = {
  /** The provider's id of the request */
  id: string
  phone: string | null
  userId: string | null
  /** approving, rejecting: the provider has not confirmed it yet; revoked: withdrawn by the person */
  state: "pending" | "approving" | "approved" | "rejecting" | "rejected" | "revoked"
  /** Reason why the last decision was not applied; it can be repeated */
  error: {
    errorCode: string
    message: string
  } | null
  /** Time, ISO 8601 UTC */
  createdAt: string
  /** Time, ISO 8601 UTC */
  updatedAt: string
}

export type JoinRequestsApproveOutput = Array<{
  /** The provider's id of the request */
  id: string
  phone: string | null
  userId: string | null
  /** approving, rejecting: the provider has not confirmed it yet; revoked: withdrawn by the person */
  state: "pending" | "approving" | "approved" | "rejecting" | "rejected" | "revoked"
  /** Reason why the last decision was not applied; it can be repeated */
  error: {
    errorCode: string
    message: string
  } | null
  /** Time, ISO 8601 UTC */
  createdAt: string
  /** Time, ISO 8601 UTC */
  updatedAt: string
}>

export type JoinRequestsRejectOutput = JoinRequestsApproveOutput

export type InvitesGetOutput = {
  /** Null until the group is active */
  link: string | null
  /** renewing: the link works until the provider has made the new one */
  state: "valid" | "renewing"
  /** Reason why the link was not renewed */
  error: {
    errorCode: string
    message: string
  } | null
}

export type InvitesRevokeOutput = InvitesGetOutput

export type ChannelsCreateOutput = {
  /** Id of a channel */
  id: string
  /** The number that sends its posts */
  number: string
  name: string
  description: string | null
  /** Posts go to the people who match it at that moment; null: to subscribers */
  segment: string | null
  /** People who are subscribed now */
  subscribers: number
  /** Time, ISO 8601 UTC */
  createdAt: string
  /** Time, ISO 8601 UTC */
  updatedAt: string
}

export type ChannelsListOutput = ChannelsCreateOutput

export type ChannelsGetOutput = ChannelsCreateOutput

export type ChannelsUpdateOutput = ChannelsCreateOutput

export type ChannelsRemoveOutput = ChannelsCreateOutput

export type SubscribersListOutput = {
  phone: string
  state: "subscribed" | "unsubscribed"
  /** you: over the API; word: they wrote a word such as STOP */
  by: "you" | "word"
  optedInAt: string | null
  optedOutAt: string | null
}

export type SubscribersAddOutput = Array<{
  phone: string
  state: "subscribed" | "unsubscribed"
  /** you: over the API; word: they wrote a word such as STOP */
  by: "you" | "word"
  optedInAt: string | null
  optedOutAt: string | null
}>

export type SubscribersRemoveOutput = SubscribersAddOutput

export type PostsCreateOutput = {
  /** Id of a post */
  id: string
  /** Id of a channel */
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
  /** Time, ISO 8601 UTC */
  createdAt: string
  deliverAt: string | null
  /** Time when the post ended */
  postedAt: string | null
}

export type PostsListOutput = PostsCreateOutput

export type PostsGetOutput = PostsCreateOutput

export type PostsUpdateOutput = PostsCreateOutput

export type PostsCancelOutput = PostsCreateOutput

export type PostsPauseOutput = PostsCreateOutput

export type PostsResumeOutput = PostsCreateOutput

export type PostsStopOutput = PostsCreateOutput

export type NumbersCreateOutput = {
  /** Id of a number */
  id: string
  phone: string | null
  name: string
  provider: "cloud" | "simulator"
  /** The provider's id of the number */
  phoneNumberId: string
  status: "connecting" | "active" | "paused" | "restricted" | "disconnected" | "error"
  session: {
    status: "online" | "offline" | "pending" | "error"
    /** Time, ISO 8601 UTC */
    since: string
    lastError: {
      errorCode: string
      message: string
    } | null
  }
  /** True for the number that sends messages without `number` */
  default: boolean
  /** As last reported by the provider */
  device: {
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
  settings: {
    /** Highest number of messages per second; null: the default of the installation */
    ratePerSecond: number | null
    /** Hours in which messages of low and normal priority wait; null: none */
    quietHours: {
      from: string
      /** On the next day when it is before `from`; at most 12 hours after it */
      to: string
      /** IANA name, or `recipient`: the time zone of the country of the recipient. In a country with several zones, a message is sent when the quiet hours have ended in all of them */
      timeZone: string
    } | null
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
    blocked: {
      /** number_draining: accepted after the queue began to drain; number_throttled: the provider asked for a pause; number_refused: the provider refused the number or its token; quarantine: Postgres was restored and nothing is sent until an operator releases it */
      reason: "schedule" | "order" | "pacing" | "pair_limit" | "number_paused" | "number_draining" | "number_offline" | "number_throttled" | "number_refused" | "quarantine" | "window_closed" | "quiet_hours" | "typing" | "retry" | "outcome"
      /** Time, ISO 8601 UTC */
      until?: string
    } | null
  }
  /** Address of callbacks; enter it at the provider */
  callbackUrl: string
  /** Time, ISO 8601 UTC */
  createdAt: string
  verifyToken: string
}

export type NumbersSimulateOutput = {
  simulated: "message" | "status" | "outage" | "advance" | "account" | "group" | "change"
  providerId: string | null
}

export type SessionsGetOutput = {
  /** Id of a number */
  number: string
  status: "online" | "offline" | "pending" | "error"
  /** Time, ISO 8601 UTC */
  since: string
  lastError: {
    errorCode: string
    message: string
  } | null
}

export type SessionsRefreshOutput = SessionsGetOutput

export type SessionsRequestCodeOutput = {
  /** Id of a number */
  number: string
  requested: true
  method: "sms" | "voice"
}

export type SessionsVerifyCodeOutput = SessionsGetOutput

export type SessionsRegisterOutput = SessionsGetOutput

export type SessionsDeregisterOutput = SessionsGetOutput

export type DevicesGetOutput = {
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
  /** Id of a number */
  number: string
  phone: string | null
  /** Time of the last check; POST …/session/refresh checks now */
  checkedAt: string
}

export type ProfilesGetOutput = {
  /** Id of a number */
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

export type ProfilesUpdateOutput = ProfilesGetOutput

export type ProfilesSetPictureOutput = ProfilesGetOutput

export type TemplatesListOutput = {
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
  components: Array<{ [name: string]: Schema8 }>
}

export type TemplatesCreateOutput = TemplatesListOutput

export type TemplatesDeleteOutput = {
  name: string
  /** Languages in which it was deleted */
  languages: Array<string>
}

export type PhonesValidateOutput = Array<{
  input: string
  valid: boolean
  /** E.164 */
  phone: string | null
  /** ISO 3166; null for numbers of no country */
  country: string | null
  /** International format for display */
  formatted: string | null
}>

export type PhonesExistsOutput = Array<{
  phone: string
  exists: boolean | null
  learnedAt: string | null
}>

export type UpdatesListOutput = {
  /** Id of an update of the provider */
  id: string
  /** The provider's name of the kind of update */
  field: string
  /** The update as the provider sent it; null when it is larger than 64 KiB */
  raw: Schema9 | null
  /** Time, ISO 8601 UTC */
  receivedAt: string
}

export type WebhooksCreateOutput = {
  /** Id of a webhook */
  id: string
  name: string | null
  url: string
  urls: Array<string>
  endpoints: Array<{
    /** Id of a webhook endpoint */
    id: string
    url: string
    state: "active" | "disabled"
    failingSince: string | null
    lastSuccessAt: string | null
    breaker: {
      state: "closed" | "open" | "half_open"
      until: string | null
    }
  }>
  events: Array<string>
  number: string | null
  secretHeader: {
    name: string
  } | null
  /** Highest number of deliveries per second to each url; null: no limit but the speed of the receiver */
  ratePerSecond: number | null
  state: "active" | "paused" | "disabled"
  /** Time, ISO 8601 UTC */
  createdAt: string
  /** Time, ISO 8601 UTC */
  updatedAt: string
  signingSecret: string
}

export type WebhooksTestOutput = Array<{
  url: string
  delivered: boolean
  status: number | null
  latencyMs: number
  error: string | null
  responseBody: string
}>

export type SecretsRotateOutput = {
  /** Id of a webhook */
  webhook: string
  signingSecret: string
  /** Time when the earlier secrets end */
  previousExpireAt: string
}

export type ReplaysCreateOutput = {
  /** Id of a replay */
  id: string
  /** Id of a webhook */
  webhook: string
  /** Time, ISO 8601 UTC */
  from: string
  /** Time, ISO 8601 UTC */
  to: string
  events: Array<string> | null
  chat: string | null
  onlyFailed: boolean
  state: "running" | "finished" | "stopped"
  /** Deliveries queued so far, over all urls */
  queued: number
  /** Time, ISO 8601 UTC */
  createdAt: string
  /** Time when the last event was queued, or the replay was stopped */
  finishedAt: string | null
}

export type ReplaysListOutput = ReplaysCreateOutput

export type ReplaysGetOutput = ReplaysCreateOutput

export type ReplaysStopOutput = ReplaysCreateOutput

export type DeliveriesGetOutput = {
  /** Id of a delivery */
  id: string
  /** Id of a webhook */
  webhook: string
  /** Id of a webhook endpoint */
  endpoint: string
  url: string
  event: {
    /** Id of an event */
    id: string
    kind: string
    sequence: number
  }
  state: "waiting" | "parked" | "succeeded" | "exhausted" | "canceled" | "expired"
  attempts: number
  lastStatus: number | null
  lastError: string | null
  nextAttemptAt: string | null
  /** Time, ISO 8601 UTC */
  createdAt: string
  completedAt: string | null
  attemptLog: Array<{
    number: number
    /** Address of the attempt; null: not recorded */
    url: string | null
    /** Time, ISO 8601 UTC */
    startedAt: string
    latencyMs: number
    /** HTTP status; null when there was no answer */
    status: number | null
    error: string | null
    responseHeaders: { [name: string]: string }
    /** First 16 KiB */
    responseBody: string
  }>
}

export type EventsListOutput = Array<{
  /** Id of an event */
  id: string
  event: string
  /** Id of a workspace */
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  /** Time, ISO 8601 UTC */
  occurredAt: string
  version: 1
  data: { [name: string]: Schema10 }
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
}>

export type EventsGetOutput = {
  /** Id of an event */
  id: string
  event: string
  /** Id of a workspace */
  workspace: string
  /** Position in the log of the workspace, without gaps */
  sequence: number
  /** Time, ISO 8601 UTC */
  occurredAt: string
  version: 1
  data: { [name: string]: Schema10 }
  /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
  truncated?: Array<string>
}

export type EventsKindsOutput = Array<{
  kind: string
  when: string
  sample: {
    /** Id of an event */
    id: string
    event: string
    /** Id of a workspace */
    workspace: string
    /** Position in the log of the workspace, without gaps */
    sequence: number
    /** Time, ISO 8601 UTC */
    occurredAt: string
    version: 1
    data: { [name: string]: Schema10 }
    /** Fields of `data` that were left out of an event of more than 64 KiB, the longest first; read the object by its id */
    truncated?: Array<string>
  }
}>

export type EgressGetOutput = {
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

/** An event of the log, of a webhook or of the stream; `event` is its kind. */
export type Event =
  | {
    id: string
    event: "message:in"
    workspace: string
    sequence: number
    occurredAt: string
    version: 1
    data: {
      /** Id of a message */
      id: string
      /** Id of a number */
      number: string
      direction: "in" | "out"
      /** Id of a chat */
      chat: string
      /** Phone number, E.164 */
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
      media?: {
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
      location?: {
        latitude?: number
        longitude?: number
        name?: string
        address?: string
        /** Web page of the place */
        url?: string
        request?: true
      }
      contacts?: Array<{
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
      }>
      poll?: {
        name: string
        options: Array<string>
        multiple: boolean
        tally?: Array<{
          option: string
          votes: number
        }>
        voters?: number
      }
      buttons?: Array<{
        /** Returned in the reply; absent: derived from the position */
        id?: string
        text: string
        url?: string
        /** Phone number, E.164 */
        phone?: string
      }>
      list?: {
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
      header?: string | {
        media: {
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
      }
      footer?: string
      /** The emoji; empty: the reaction was removed */
      reaction?: string
      /** Id of a message */
      reactionMessage?: string
      template?: {
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
      /** Behaviour when the 24-hour window is closed: fail, hold until the customer writes, or send a template instead. The window is checked when the message is due. If the customer has never written, the provider decides. */
      onWindowClosed?: "fail" | "hold" | {
        template: {
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
      }
      /** Changes of the chat that are applied when the message is sent */
      actions?: {
        status?: "open" | "pending" | "resolved" | "archived"
        /** true marks the chat unread; false marks it read without a read receipt */
        unread?: boolean
        pinned?: boolean
        /** An incoming message does not reopen a muted chat */
        muted?: boolean
        assignee?: {
          /** Id of a member */
          member: string
        } | null
      }
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
        /** Id of a message */
        message: string
        id?: string
        text?: string
        /** Time, ISO 8601 UTC */
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
        /** Time, ISO 8601 UTC */
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
        /** Time, ISO 8601 UTC */
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
      /** Id of a message */
      quote?: string
      /** The provider's id of the message that this one quotes, reacts to, edits or deletes, when that message is not stored here */
      quoteProviderId?: string
      /** app: the business sent it from the provider's own app */
      via?: "app"
      reference?: string
      priority?: "low" | "normal" | "high" | "urgent"
      order?: "chat" | "none"
      onUnknown?: "hold" | "resend"
      status: "scheduled" | "queued" | "sending" | "sent" | "delivered" | "read" | "played" | "failed" | "expired" | "canceled" | "received"
      statusAt: { [name: string]: string }
      waiting?: {
        /** number_draining: accepted after the queue began to drain; number_throttled: the provider asked for a pause; number_refused: the provider refused the number or its token; quarantine: Postgres was restored and nothing is sent until an operator releases it */
        reason: "schedule" | "order" | "pacing" | "pair_limit" | "number_paused" | "number_draining" | "number_offline" | "number_throttled" | "number_refused" | "quarantine" | "window_closed" | "quiet_hours" | "typing" | "retry" | "outcome"
        /** Time, ISO 8601 UTC */
        until?: string
      }
      /** Expected time of sending at the current rate; only when a single waiting message is shown */
      estimatedSendAt?: string
      error?: {
        errorCode: string
        message: string
        providerCode?: number
        retryable: boolean
      }
      providerId?: string
      /** Charge of the provider for this message, in the provider's terms */
      pricing?: {
        billable?: boolean
        category?: string
        type?: string
        model?: string
      }
      /** The provider's conversation that includes this message */
      conversation?: {
        id?: string
        origin?: string
        /** Time, ISO 8601 UTC */
        expiresAt?: string
      }
      /** Attempts after the first. Their number has no limit: they are repeated with increasing pauses until expiresAt */
      retry?: {
        count: number
        /** Time, ISO 8601 UTC */
        nextAt?: string
      }
      /** Sender of an incoming message; in a group, the participant */
      from?: {
        /** Phone number, E.164 */
        phone?: string
        userId?: string
        name?: string
        /** Id of a contact */
        contact?: string
      }
      /** Time, ISO 8601 UTC */
      createdAt: string
      /** Time, ISO 8601 UTC */
      deliverAt?: string
      /** Time, ISO 8601 UTC */
      expiresAt?: string
      summaries: {
        chat: {
          /** Id of a chat */
          id: string
          name: string | null
          phone: string | null
        }
        contact: {
          /** Id of a contact */
          id: string
          name: string | null
          phone: string | null
        } | null
        number: {
          /** Id of a number */
          id: string
          phone: string | null
          name: string | null
        }
      }
    }
  }
  | {
    id: string
    event: "message:out"
    workspace: string
    sequence: number
    occurredAt: string
    version: 1
    data: {
      /** Id of a message */
      id: string
      /** Id of a number */
      number: string
      direction: "in" | "out"
      /** Id of a chat */
      chat: string
      /** Phone number, E.164 */
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
      media?: {
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
      location?: {
        latitude?: number
        longitude?: number
        name?: string
        address?: string
        /** Web page of the place */
        url?: string
        request?: true
      }
      contacts?: Array<{
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
      }>
      poll?: {
        name: string
        options: Array<string>
        multiple: boolean
        tally?: Array<{
          option: string
          votes: number
        }>
        voters?: number
      }
      buttons?: Array<{
        /** Returned in the reply; absent: derived from the position */
        id?: string
        text: string
        url?: string
        /** Phone number, E.164 */
        phone?: string
      }>
      list?: {
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
      header?: string | {
        media: {
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
      }
      footer?: string
      /** The emoji; empty: the reaction was removed */
      reaction?: string
      /** Id of a message */
      reactionMessage?: string
      template?: {
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
      /** Behaviour when the 24-hour window is closed: fail, hold until the customer writes, or send a template instead. The window is checked when the message is due. If the customer has never written, the provider decides. */
      onWindowClosed?: "fail" | "hold" | {
        template: {
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
      }
      /** Changes of the chat that are applied when the message is sent */
      actions?: {
        status?: "open" | "pending" | "resolved" | "archived"
        /** true marks the chat unread; false marks it read without a read receipt */
        unread?: boolean
        pinned?: boolean
        /** An incoming message does not reopen a muted chat */
        muted?: boolean
        assignee?: {
          /** Id of a member */
          member: string
        } | null
      }
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
        /** Id of a message */
        message: string
        id?: string
        text?: string
        /** Time, ISO 8601 UTC */
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
        /** Time, ISO 8601 UTC */
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
        /** Time, ISO 8601 UTC */
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
      /** Id of a message */
      quote?: string
      /** The provider's id of the message that this one quotes, reacts to, edits or deletes, when that message is not stored here */
      quoteProviderId?: string
      /** app: the business sent it from the provider's own app */
      via?: "app"
      reference?: string
      priority?: "low" | "normal" | "high" | "urgent"
      order?: "chat" | "none"
      onUnknown?: "hold" | "resend"
      status: "scheduled" | "queued" | "sending" | "sent" | "delivered" | "read" | "played" | "failed" | "expired" | "canceled" | "received"
      statusAt: { [name: string]: string }
      waiting?: {
        /** number_draining: accepted after the queue began to drain; number_throttled: the provider asked for a pause; number_refused: the provider refused the number or its token; quarantine: Postgres was restored and nothing is sent until an operator releases it */
        reason: "schedule" | "order" | "pacing" | "pair_limit" | "number_paused" | "number_draining" | "number_offline" | "number_throttled" | "number_refused" | "quarantine" | "window_closed" | "quiet_hours" | "typing" | "retry" | "outcome"
        /** Time, ISO 8601 UTC */
        until?: string
      }
      /** Expected time of sending at the current rate; only when a single waiting message is shown */
      estimatedSendAt?: string
      error?: {
        errorCode: string
        message: string
        providerCode?: number
        retryable: boolean
      }
      providerId?: string
      /** Charge of the provider for this message, in the provider's terms */
      pricing?: {
        billable?: boolean
        category?: string
        type?: string
        model?: string
      }
      /** The provider's conversation that includes this message */
      conversation?: {
        id?: string
        origin?: string
        /** Time, ISO 8601 UTC */
        expiresAt?: string
      }
      /** Attempts after the first. Their number has no limit: they are repeated with increasing pauses until expiresAt */
      retry?: {
        count: number
        /** Time, ISO 8601 UTC */
        nextAt?: string
      }
      /** Sender of an incoming message; in a group, the participant */
      from?: {
        /** Phone number, E.164 */
        phone?: string
        userId?: string
        name?: string
        /** Id of a contact */
        contact?: string
      }
      /** Time, ISO 8601 UTC */
      createdAt: string
      /** Time, ISO 8601 UTC */
      deliverAt?: string
      /** Time, ISO 8601 UTC */
      expiresAt?: string
      summaries: {
        chat: {
          /** Id of a chat */
          id: string
          name: string | null
          phone: string | null
        }
        contact: {
          /** Id of a contact */
          id: string
          name: string | null
          phone: string | null
        } | null
        number: {
          /** Id of a number */
          id: string
          phone: string | null
          name: string | null
        }
      }
    }
  }
  | {
    id: string
    event: "message:ack"
    workspace: string
    sequence: number
    occurredAt: string
    version: 1
    data: {
      /** Id of a message */
      id: string
      /** Id of a number */
      number: string
      direction: "in" | "out"
      /** Id of a chat */
      chat: string
      /** Phone number, E.164 */
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
      media?: {
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
      location?: {
        latitude?: number
        longitude?: number
        name?: string
        address?: string
        /** Web page of the place */
        url?: string
        request?: true
      }
      contacts?: Array<{
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
      }>
      poll?: {
        name: string
        options: Array<string>
        multiple: boolean
        tally?: Array<{
          option: string
          votes: number
        }>
        voters?: number
      }
      buttons?: Array<{
        /** Returned in the reply; absent: derived from the position */
        id?: string
        text: string
        url?: string
        /** Phone number, E.164 */
        phone?: string
      }>
      list?: {
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
      header?: string | {
        media: {
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
      }
      footer?: string
      /** The emoji; empty: the reaction was removed */
      reaction?: string
      /** Id of a message */
      reactionMessage?: string
      template?: {
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
      /** Behaviour when the 24-hour window is closed: fail, hold until the customer writes, or send a template instead. The window is checked when the message is due. If the customer has never written, the provider decides. */
      onWindowClosed?: "fail" | "hold" | {
        template: {
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
      }
      /** Changes of the chat that are applied when the message is sent */
      actions?: {
        status?: "open" | "pending" | "resolved" | "archived"
        /** true marks the chat unread; false marks it read without a read receipt */
        unread?: boolean
        pinned?: boolean
        /** An incoming message does not reopen a muted chat */
        muted?: boolean
        assignee?: {
          /** Id of a member */
          member: string
        } | null
      }
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
        /** Id of a message */
        message: string
        id?: string
        text?: string
        /** Time, ISO 8601 UTC */
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
        /** Time, ISO 8601 UTC */
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
        /** Time, ISO 8601 UTC */
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
      /** Id of a message */
      quote?: string
      /** The provider's id of the message that this one quotes, reacts to, edits or deletes, when that message is not stored here */
      quoteProviderId?: string
      /** app: the business sent it from the provider's own app */
      via?: "app"
      reference?: string
      priority?: "low" | "normal" | "high" | "urgent"
      order?: "chat" | "none"
      onUnknown?: "hold" | "resend"
      status: "scheduled" | "queued" | "sending" | "sent" | "delivered" | "read" | "played" | "failed" | "expired" | "canceled" | "received"
      statusAt: { [name: string]: string }
      waiting?: {
        /** number_draining: accepted after the queue began to drain; number_throttled: the provider asked for a pause; number_refused: the provider refused the number or its token; quarantine: Postgres was restored and nothing is sent until an operator releases it */
        reason: "schedule" | "order" | "pacing" | "pair_limit" | "number_paused" | "number_draining" | "number_offline" | "number_throttled" | "number_refused" | "quarantine" | "window_closed" | "quiet_hours" | "typing" | "retry" | "outcome"
        /** Time, ISO 8601 UTC */
        until?: string
      }
      /** Expected time of sending at the current rate; only when a single waiting message is shown */
      estimatedSendAt?: string
      error?: {
        errorCode: string
        message: string
        providerCode?: number
        retryable: boolean
      }
      providerId?: string
      /** Charge of the provider for this message, in the provider's terms */
      pricing?: {
        billable?: boolean
        category?: string
        type?: string
        model?: string
      }
      /** The provider's conversation that includes this message */
      conversation?: {
        id?: string
        origin?: string
        /** Time, ISO 8601 UTC */
        expiresAt?: string
      }
      /** Attempts after the first. Their number has no limit: they are repeated with increasing pauses until expiresAt */
      retry?: {
        count: number
        /** Time, ISO 8601 UTC */
        nextAt?: string
      }
      /** Sender of an incoming message; in a group, the participant */
      from?: {
        /** Phone number, E.164 */
        phone?: string
        userId?: string
        name?: string
        /** Id of a contact */
        contact?: string
      }
      /** Time, ISO 8601 UTC */
      createdAt: string
      /** Time, ISO 8601 UTC */
      deliverAt?: string
      /** Time, ISO 8601 UTC */
      expiresAt?: string
      summaries: {
        chat: {
          /** Id of a chat */
          id: string
          name: string | null
          phone: string | null
        }
        contact: {
          /** Id of a contact */
          id: string
          name: string | null
          phone: string | null
        } | null
        number: {
          /** Id of a number */
          id: string
          phone: string | null
          name: string | null
        }
      }
      ack: "delivered" | "read" | "played"
      /** In a group: the participant who received, read or played it */
      participant?: {
        phone?: string
        userId?: string
      }
    }
  }
  | {
    id: string
    event: "message:updated"
    workspace: string
    sequence: number
    occurredAt: string
    version: 1
    data: {
      /** Id of a message */
      id: string
      /** Id of a number */
      number: string
      direction: "in" | "out"
      /** Id of a chat */
      chat: string
      /** Phone number, E.164 */
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
      media?: {
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
      location?: {
        latitude?: number
        longitude?: number
        name?: string
        address?: string
        /** Web page of the place */
        url?: string
        request?: true
      }
      contacts?: Array<{
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
      }>
      poll?: {
        name: string
        options: Array<string>
        multiple: boolean
        tally?: Array<{
          option: string
          votes: number
        }>
        voters?: number
      }
      buttons?: Array<{
        /** Returned in the reply; absent: derived from the position */
        id?: string
        text: string
        url?: string
        /** Phone number, E.164 */
        phone?: string
      }>
      list?: {
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
      header?: string | {
        media: {
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
      }
      footer?: string
      /** The emoji; empty: the reaction was removed */
      reaction?: string
      /** Id of a message */
      reactionMessage?: string
      template?: {
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
      /** Behaviour when the 24-hour window is closed: fail, hold until the customer writes, or send a template instead. The window is checked when the message is due. If the customer has never written, the provider decides. */
      onWindowClosed?: "fail" | "hold" | {
        template: {
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
      }
      /** Changes of the chat that are applied when the message is sent */
      actions?: {
        status?: "open" | "pending" | "resolved" | "archived"
        /** true marks the chat unread; false marks it read without a read receipt */
        unread?: boolean
        pinned?: boolean
        /** An incoming message does not reopen a muted chat */
        muted?: boolean
        assignee?: {
          /** Id of a member */
          member: string
        } | null
      }
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
        /** Id of a message */
        message: string
        id?: string
        text?: string
        /** Time, ISO 8601 UTC */
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
        /** Time, ISO 8601 UTC */
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
        /** Time, ISO 8601 UTC */
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
      /** Id of a message */
      quote?: string
      /** The provider's id of the message that this one quotes, reacts to, edits or deletes, when that message is not stored here */
      quoteProviderId?: string
      /** app: the business sent it from the provider's own app */
      via?: "app"
      reference?: string
      priority?: "low" | "normal" | "high" | "urgent"
      order?: "chat" | "none"
      onUnknown?: "hold" | "resend"
      status: "scheduled" | "queued" | "sending" | "sent" | "delivered" | "read" | "played" | "failed" | "expired" | "canceled" | "received"
      statusAt: { [name: string]: string }
      waiting?: {
        /** number_draining: accepted after the queue began to drain; number_throttled: the provider asked for a pause; number_refused: the provider refused the number or its token; quarantine: Postgres was restored and nothing is sent until an operator releases it */
        reason: "schedule" | "order" | "pacing" | "pair_limit" | "number_paused" | "number_draining" | "number_offline" | "number_throttled" | "number_refused" | "quarantine" | "window_closed" | "quiet_hours" | "typing" | "retry" | "outcome"
        /** Time, ISO 8601 UTC */
        until?: string
      }
      /** Expected time of sending at the current rate; only when a single waiting message is shown */
      estimatedSendAt?: string
      error?: {
        errorCode: string
        message: string
        providerCode?: number
        retryable: boolean
      }
      providerId?: string
      /** Charge of the provider for this message, in the provider's terms */
      pricing?: {
        billable?: boolean
        category?: string
        type?: string
        model?: string
      }
      /** The provider's conversation that includes this message */
      conversation?: {
        id?: string
        origin?: string
        /** Time, ISO 8601 UTC */
        expiresAt?: string
      }
      /** Attempts after the first. Their number has no limit: they are repeated with increasing pauses until expiresAt */
      retry?: {
        count: number
        /** Time, ISO 8601 UTC */
        nextAt?: string
      }
      /** Sender of an incoming message; in a group, the participant */
      from?: {
        /** Phone number, E.164 */
        phone?: string
        userId?: string
        name?: string
        /** Id of a contact */
        contact?: string
      }
      /** Time, ISO 8601 UTC */
      createdAt: string
      /** Time, ISO 8601 UTC */
      deliverAt?: string
      /** Time, ISO 8601 UTC */
      expiresAt?: string
      summaries: {
        chat: {
          /** Id of a chat */
          id: string
          name: string | null
          phone: string | null
        }
        contact: {
          /** Id of a contact */
          id: string
          name: string | null
          phone: string | null
        } | null
        number: {
          /** Id of a number */
          id: string
          phone: string | null
          name: string | null
        }
      }
      change: "edited" | "deleted" | "vote" | "answered" | "media"
    }
  }
  | {
    id: string
    event: "message:reaction"
    workspace: string
    sequence: number
    occurredAt: string
    version: 1
    data: {
      /** Id of a message */
      id: string
      /** Id of a number */
      number: string
      direction: "in" | "out"
      /** Id of a chat */
      chat: string
      /** Phone number, E.164 */
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
      media?: {
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
      location?: {
        latitude?: number
        longitude?: number
        name?: string
        address?: string
        /** Web page of the place */
        url?: string
        request?: true
      }
      contacts?: Array<{
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
      }>
      poll?: {
        name: string
        options: Array<string>
        multiple: boolean
        tally?: Array<{
          option: string
          votes: number
        }>
        voters?: number
      }
      buttons?: Array<{
        /** Returned in the reply; absent: derived from the position */
        id?: string
        text: string
        url?: string
        /** Phone number, E.164 */
        phone?: string
      }>
      list?: {
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
      header?: string | {
        media: {
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
      }
      footer?: string
      /** The emoji; empty: the reaction was removed */
      reaction?: string
      /** Id of a message */
      reactionMessage?: string
      template?: {
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
      /** Behaviour when the 24-hour window is closed: fail, hold until the customer writes, or send a template instead. The window is checked when the message is due. If the customer has never written, the provider decides. */
      onWindowClosed?: "fail" | "hold" | {
        template: {
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
      }
      /** Changes of the chat that are applied when the message is sent */
      actions?: {
        status?: "open" | "pending" | "resolved" | "archived"
        /** true marks the chat unread; false marks it read without a read receipt */
        unread?: boolean
        pinned?: boolean
        /** An incoming message does not reopen a muted chat */
        muted?: boolean
        assignee?: {
          /** Id of a member */
          member: string
        } | null
      }
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
        /** Id of a message */
        message: string
        id?: string
        text?: string
        /** Time, ISO 8601 UTC */
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
        /** Time, ISO 8601 UTC */
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
        /** Time, ISO 8601 UTC */
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
      /** Id of a message */
      quote?: string
      /** The provider's id of the message that this one quotes, reacts to, edits or deletes, when that message is not stored here */
      quoteProviderId?: string
      /** app: the business sent it from the provider's own app */
      via?: "app"
      reference?: string
      priority?: "low" | "normal" | "high" | "urgent"
      order?: "chat" | "none"
      onUnknown?: "hold" | "resend"
      status: "scheduled" | "queued" | "sending" | "sent" | "delivered" | "read" | "played" | "failed" | "expired" | "canceled" | "received"
      statusAt: { [name: string]: string }
      waiting?: {
        /** number_draining: accepted after the queue began to drain; number_throttled: the provider asked for a pause; number_refused: the provider refused the number or its token; quarantine: Postgres was restored and nothing is sent until an operator releases it */
        reason: "schedule" | "order" | "pacing" | "pair_limit" | "number_paused" | "number_draining" | "number_offline" | "number_throttled" | "number_refused" | "quarantine" | "window_closed" | "quiet_hours" | "typing" | "retry" | "outcome"
        /** Time, ISO 8601 UTC */
        until?: string
      }
      /** Expected time of sending at the current rate; only when a single waiting message is shown */
      estimatedSendAt?: string
      error?: {
        errorCode: string
        message: string
        providerCode?: number
        retryable: boolean
      }
      providerId?: string
      /** Charge of the provider for this message, in the provider's terms */
      pricing?: {
        billable?: boolean
        category?: string
        type?: string
        model?: string
      }
      /** The provider's conversation that includes this message */
      conversation?: {
        id?: string
        origin?: string
        /** Time, ISO 8601 UTC */
        expiresAt?: string
      }
      /** Attempts after the first. Their number has no limit: they are repeated with increasing pauses until expiresAt */
      retry?: {
        count: number
        /** Time, ISO 8601 UTC */
        nextAt?: string
      }
      /** Sender of an incoming message; in a group, the participant */
      from?: {
        /** Phone number, E.164 */
        phone?: string
        userId?: string
        name?: string
        /** Id of a contact */
        contact?: string
      }
      /** Time, ISO 8601 UTC */
      createdAt: string
      /** Time, ISO 8601 UTC */
      deliverAt?: string
      /** Time, ISO 8601 UTC */
      expiresAt?: string
      summaries: {
        chat: {
          /** Id of a chat */
          id: string
          name: string | null
          phone: string | null
        }
        contact: {
          /** Id of a contact */
          id: string
          name: string | null
          phone: string | null
        } | null
        number: {
          /** Id of a number */
          id: string
          phone: string | null
          name: string | null
        }
      }
      emoji: string
    }
  }
  | {
    id: string
    event: "message:failed"
    workspace: string
    sequence: number
    occurredAt: string
    version: 1
    data: {
      /** Id of a message */
      id: string
      /** Id of a number */
      number: string
      direction: "in" | "out"
      /** Id of a chat */
      chat: string
      /** Phone number, E.164 */
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
      media?: {
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
      location?: {
        latitude?: number
        longitude?: number
        name?: string
        address?: string
        /** Web page of the place */
        url?: string
        request?: true
      }
      contacts?: Array<{
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
      }>
      poll?: {
        name: string
        options: Array<string>
        multiple: boolean
        tally?: Array<{
          option: string
          votes: number
        }>
        voters?: number
      }
      buttons?: Array<{
        /** Returned in the reply; absent: derived from the position */
        id?: string
        text: string
        url?: string
        /** Phone number, E.164 */
        phone?: string
      }>
      list?: {
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
      header?: string | {
        media: {
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
      }
      footer?: string
      /** The emoji; empty: the reaction was removed */
      reaction?: string
      /** Id of a message */
      reactionMessage?: string
      template?: {
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
      /** Behaviour when the 24-hour window is closed: fail, hold until the customer writes, or send a template instead. The window is checked when the message is due. If the customer has never written, the provider decides. */
      onWindowClosed?: "fail" | "hold" | {
        template: {
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
      }
      /** Changes of the chat that are applied when the message is sent */
      actions?: {
        status?: "open" | "pending" | "resolved" | "archived"
        /** true marks the chat unread; false marks it read without a read receipt */
        unread?: boolean
        pinned?: boolean
        /** An incoming message does not reopen a muted chat */
        muted?: boolean
        assignee?: {
          /** Id of a member */
          member: string
        } | null
      }
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
        /** Id of a message */
        message: string
        id?: string
        text?: string
        /** Time, ISO 8601 UTC */
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
        /** Time, ISO 8601 UTC */
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
        /** Time, ISO 8601 UTC */
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
      /** Id of a message */
      quote?: string
      /** The provider's id of the message that this one quotes, reacts to, edits or deletes, when that message is not stored here */
      quoteProviderId?: string
      /** app: the business sent it from the provider's own app */
      via?: "app"
      reference?: string
      priority?: "low" | "normal" | "high" | "urgent"
      order?: "chat" | "none"
      onUnknown?: "hold" | "resend"
      status: "scheduled" | "queued" | "sending" | "sent" | "delivered" | "read" | "played" | "failed" | "expired" | "canceled" | "received"
      statusAt: { [name: string]: string }
      waiting?: {
        /** number_draining: accepted after the queue began to drain; number_throttled: the provider asked for a pause; number_refused: the provider refused the number or its token; quarantine: Postgres was restored and nothing is sent until an operator releases it */
        reason: "schedule" | "order" | "pacing" | "pair_limit" | "number_paused" | "number_draining" | "number_offline" | "number_throttled" | "number_refused" | "quarantine" | "window_closed" | "quiet_hours" | "typing" | "retry" | "outcome"
        /** Time, ISO 8601 UTC */
        until?: string
      }
      /** Expected time of sending at the current rate; only when a single waiting message is shown */
      estimatedSendAt?: string
      error?: {
        errorCode: string
        message: string
        providerCode?: number
        retryable: boolean
      }
      providerId?: string
      /** Charge of the provider for this message, in the provider's terms */
      pricing?: {
        billable?: boolean
        category?: string
        type?: string
        model?: string
      }
      /** The provider's conversation that includes this message */
      conversation?: {
        id?: string
        origin?: string
        /** Time, ISO 8601 UTC */
        expiresAt?: string
      }
      /** Attempts after the first. Their number has no limit: they are repeated with increasing pauses until expiresAt */
      retry?: {
        count: number
        /** Time, ISO 8601 UTC */
        nextAt?: string
      }
      /** Sender of an incoming message; in a group, the participant */
      from?: {
        /** Phone number, E.164 */
        phone?: string
        userId?: string
        name?: string
        /** Id of a contact */
        contact?: string
      }
      /** Time, ISO 8601 UTC */
      createdAt: string
      /** Time, ISO 8601 UTC */
      deliverAt?: string
      /** Time, ISO 8601 UTC */
      expiresAt?: string
      summaries: {
        chat: {
          /** Id of a chat */
          id: string
          name: string | null
          phone: string | null
        }
        contact: {
          /** Id of a contact */
          id: string
          name: string | null
          phone: string | null
        } | null
        number: {
          /** Id of a number */
          id: string
          phone: string | null
          name: string | null
        }
      }
    }
  }
  | {
    id: string
    event: "message:accepted"
    workspace: string
    sequence: number
    occurredAt: string
    version: 1
    data: {
      /** Id of a message */
      id: string
      /** Id of a number */
      number: string
      direction: "in" | "out"
      /** Id of a chat */
      chat: string
      /** Phone number, E.164 */
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
      media?: {
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
      location?: {
        latitude?: number
        longitude?: number
        name?: string
        address?: string
        /** Web page of the place */
        url?: string
        request?: true
      }
      contacts?: Array<{
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
      }>
      poll?: {
        name: string
        options: Array<string>
        multiple: boolean
        tally?: Array<{
          option: string
          votes: number
        }>
        voters?: number
      }
      buttons?: Array<{
        /** Returned in the reply; absent: derived from the position */
        id?: string
        text: string
        url?: string
        /** Phone number, E.164 */
        phone?: string
      }>
      list?: {
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
      header?: string | {
        media: {
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
      }
      footer?: string
      /** The emoji; empty: the reaction was removed */
      reaction?: string
      /** Id of a message */
      reactionMessage?: string
      template?: {
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
      /** Behaviour when the 24-hour window is closed: fail, hold until the customer writes, or send a template instead. The window is checked when the message is due. If the customer has never written, the provider decides. */
      onWindowClosed?: "fail" | "hold" | {
        template: {
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
      }
      /** Changes of the chat that are applied when the message is sent */
      actions?: {
        status?: "open" | "pending" | "resolved" | "archived"
        /** true marks the chat unread; false marks it read without a read receipt */
        unread?: boolean
        pinned?: boolean
        /** An incoming message does not reopen a muted chat */
        muted?: boolean
        assignee?: {
          /** Id of a member */
          member: string
        } | null
      }
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
        /** Id of a message */
        message: string
        id?: string
        text?: string
        /** Time, ISO 8601 UTC */
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
        /** Time, ISO 8601 UTC */
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
        /** Time, ISO 8601 UTC */
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
      /** Id of a message */
      quote?: string
      /** The provider's id of the message that this one quotes, reacts to, edits or deletes, when that message is not stored here */
      quoteProviderId?: string
      /** app: the business sent it from the provider's own app */
      via?: "app"
      reference?: string
      priority?: "low" | "normal" | "high" | "urgent"
      order?: "chat" | "none"
      onUnknown?: "hold" | "resend"
      status: "scheduled" | "queued" | "sending" | "sent" | "delivered" | "read" | "played" | "failed" | "expired" | "canceled" | "received"
      statusAt: { [name: string]: string }
      waiting?: {
        /** number_draining: accepted after the queue began to drain; number_throttled: the provider asked for a pause; number_refused: the provider refused the number or its token; quarantine: Postgres was restored and nothing is sent until an operator releases it */
        reason: "schedule" | "order" | "pacing" | "pair_limit" | "number_paused" | "number_draining" | "number_offline" | "number_throttled" | "number_refused" | "quarantine" | "window_closed" | "quiet_hours" | "typing" | "retry" | "outcome"
        /** Time, ISO 8601 UTC */
        until?: string
      }
      /** Expected time of sending at the current rate; only when a single waiting message is shown */
      estimatedSendAt?: string
      error?: {
        errorCode: string
        message: string
        providerCode?: number
        retryable: boolean
      }
      providerId?: string
      /** Charge of the provider for this message, in the provider's terms */
      pricing?: {
        billable?: boolean
        category?: string
        type?: string
        model?: string
      }
      /** The provider's conversation that includes this message */
      conversation?: {
        id?: string
        origin?: string
        /** Time, ISO 8601 UTC */
        expiresAt?: string
      }
      /** Attempts after the first. Their number has no limit: they are repeated with increasing pauses until expiresAt */
      retry?: {
        count: number
        /** Time, ISO 8601 UTC */
        nextAt?: string
      }
      /** Sender of an incoming message; in a group, the participant */
      from?: {
        /** Phone number, E.164 */
        phone?: string
        userId?: string
        name?: string
        /** Id of a contact */
        contact?: string
      }
      /** Time, ISO 8601 UTC */
      createdAt: string
      /** Time, ISO 8601 UTC */
      deliverAt?: string
      /** Time, ISO 8601 UTC */
      expiresAt?: string
      summaries: {
        chat: {
          /** Id of a chat */
          id: string
          name: string | null
          phone: string | null
        }
        contact: {
          /** Id of a contact */
          id: string
          name: string | null
          phone: string | null
        } | null
        number: {
          /** Id of a number */
          id: string
          phone: string | null
          name: string | null
        }
      }
      /** Actor that requested it */
      by?: {
        type: "key" | "member" | "service"
        id: string
      }
    }
  }
  | {
    id: string
    event: "message:scheduled"
    workspace: string
    sequence: number
    occurredAt: string
    version: 1
    data: {
      /** Id of a message */
      id: string
      /** Id of a number */
      number: string
      direction: "in" | "out"
      /** Id of a chat */
      chat: string
      /** Phone number, E.164 */
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
      media?: {
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
      location?: {
        latitude?: number
        longitude?: number
        name?: string
        address?: string
        /** Web page of the place */
        url?: string
        request?: true
      }
      contacts?: Array<{
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
      }>
      poll?: {
        name: string
        options: Array<string>
        multiple: boolean
        tally?: Array<{
          option: string
          votes: number
        }>
        voters?: number
      }
      buttons?: Array<{
        /** Returned in the reply; absent: derived from the position */
        id?: string
        text: string
        url?: string
        /** Phone number, E.164 */
        phone?: string
      }>
      list?: {
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
      header?: string | {
        media: {
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
      }
      footer?: string
      /** The emoji; empty: the reaction was removed */
      reaction?: string
      /** Id of a message */
      reactionMessage?: string
      template?: {
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
      /** Behaviour when the 24-hour window is closed: fail, hold until the customer writes, or send a template instead. The window is checked when the message is due. If the customer has never written, the provider decides. */
      onWindowClosed?: "fail" | "hold" | {
        template: {
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
      }
      /** Changes of the chat that are applied when the message is sent */
      actions?: {
        status?: "open" | "pending" | "resolved" | "archived"
        /** true marks the chat unread; false marks it read without a read receipt */
        unread?: boolean
        pinned?: boolean
        /** An incoming message does not reopen a muted chat */
        muted?: boolean
        assignee?: {
          /** Id of a member */
          member: string
        } | null
      }
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
        /** Id of a message */
        message: string
        id?: string
        text?: string
        /** Time, ISO 8601 UTC */
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
        /** Time, ISO 8601 UTC */
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
        /** Time, ISO 8601 UTC */
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
      /** Id of a message */
      quote?: string
      /** The provider's id of the message that this one quotes, reacts to, edits or deletes, when that message is not stored here */
      quoteProviderId?: string
      /** app: the business sent it from the provider's own app */
      via?: "app"
      reference?: string
      priority?: "low" | "normal" | "high" | "urgent"
      order?: "chat" | "none"
      onUnknown?: "hold" | "resend"
      status: "scheduled" | "queued" | "sending" | "sent" | "delivered" | "read" | "played" | "failed" | "expired" | "canceled" | "received"
      statusAt: { [name: string]: string }
      waiting?: {
        /** number_draining: accepted after the queue began to drain; number_throttled: the provider asked for a pause; number_refused: the provider refused the number or its token; quarantine: Postgres was restored and nothing is sent until an operator releases it */
        reason: "schedule" | "order" | "pacing" | "pair_limit" | "number_paused" | "number_draining" | "number_offline" | "number_throttled" | "number_refused" | "quarantine" | "window_closed" | "quiet_hours" | "typing" | "retry" | "outcome"
        /** Time, ISO 8601 UTC */
        until?: string
      }
      /** Expected time of sending at the current rate; only when a single waiting message is shown */
      estimatedSendAt?: string
      error?: {
        errorCode: string
        message: string
        providerCode?: number
        retryable: boolean
      }
      providerId?: string
      /** Charge of the provider for this message, in the provider's terms */
      pricing?: {
        billable?: boolean
        category?: string
        type?: string
        model?: string
      }
      /** The provider's conversation that includes this message */
      conversation?: {
        id?: string
        origin?: string
        /** Time, ISO 8601 UTC */
        expiresAt?: string
      }
      /** Attempts after the first. Their number has no limit: they are repeated with increasing pauses until expiresAt */
      retry?: {
        count: number
        /** Time, ISO 8601 UTC */
        nextAt?: string
      }
      /** Sender of an incoming message; in a group, the participant */
      from?: {
        /** Phone number, E.164 */
        phone?: string
        userId?: string
        name?: string
        /** Id of a contact */
        contact?: string
      }
      /** Time, ISO 8601 UTC */
      createdAt: string
      /** Time, ISO 8601 UTC */
      deliverAt?: string
      /** Time, ISO 8601 UTC */
      expiresAt?: string
      summaries: {
        chat: {
          /** Id of a chat */
          id: string
          name: string | null
          phone: string | null
        }
        contact: {
          /** Id of a contact */
          id: string
          name: string | null
          phone: string | null
        } | null
        number: {
          /** Id of a number */
          id: string
          phone: string | null
          name: string | null
        }
      }
      /** Actor that requested it */
      by?: {
        type: "key" | "member" | "service"
        id: string
      }
    }
  }
  | {
    id: string
    event: "message:changed"
    workspace: string
    sequence: number
    occurredAt: string
    version: 1
    data: {
      /** Id of a message */
      id: string
      /** Id of a number */
      number: string
      direction: "in" | "out"
      /** Id of a chat */
      chat: string
      /** Phone number, E.164 */
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
      media?: {
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
      location?: {
        latitude?: number
        longitude?: number
        name?: string
        address?: string
        /** Web page of the place */
        url?: string
        request?: true
      }
      contacts?: Array<{
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
      }>
      poll?: {
        name: string
        options: Array<string>
        multiple: boolean
        tally?: Array<{
          option: string
          votes: number
        }>
        voters?: number
      }
      buttons?: Array<{
        /** Returned in the reply; absent: derived from the position */
        id?: string
        text: string
        url?: string
        /** Phone number, E.164 */
        phone?: string
      }>
      list?: {
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
      header?: string | {
        media: {
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
      }
      footer?: string
      /** The emoji; empty: the reaction was removed */
      reaction?: string
      /** Id of a message */
      reactionMessage?: string
      template?: {
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
      /** Behaviour when the 24-hour window is closed: fail, hold until the customer writes, or send a template instead. The window is checked when the message is due. If the customer has never written, the provider decides. */
      onWindowClosed?: "fail" | "hold" | {
        template: {
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
      }
      /** Changes of the chat that are applied when the message is sent */
      actions?: {
        status?: "open" | "pending" | "resolved" | "archived"
        /** true marks the chat unread; false marks it read without a read receipt */
        unread?: boolean
        pinned?: boolean
        /** An incoming message does not reopen a muted chat */
        muted?: boolean
        assignee?: {
          /** Id of a member */
          member: string
        } | null
      }
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
        /** Id of a message */
        message: string
        id?: string
        text?: string
        /** Time, ISO 8601 UTC */
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
        /** Time, ISO 8601 UTC */
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
        /** Time, ISO 8601 UTC */
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
      /** Id of a message */
      quote?: string
      /** The provider's id of the message that this one quotes, reacts to, edits or deletes, when that message is not stored here */
      quoteProviderId?: string
      /** app: the business sent it from the provider's own app */
      via?: "app"
      reference?: string
      priority?: "low" | "normal" | "high" | "urgent"
      order?: "chat" | "none"
      onUnknown?: "hold" | "resend"
      status: "scheduled" | "queued" | "sending" | "sent" | "delivered" | "read" | "played" | "failed" | "expired" | "canceled" | "received"
      statusAt: { [name: string]: string }
      waiting?: {
        /** number_draining: accepted after the queue began to drain; number_throttled: the provider asked for a pause; number_refused: the provider refused the number or its token; quarantine: Postgres was restored and nothing is sent until an operator releases it */
        reason: "schedule" | "order" | "pacing" | "pair_limit" | "number_paused" | "number_draining" | "number_offline" | "number_throttled" | "number_refused" | "quarantine" | "window_closed" | "quiet_hours" | "typing" | "retry" | "outcome"
        /** Time, ISO 8601 UTC */
        until?: string
      }
      /** Expected time of sending at the current rate; only when a single waiting message is shown */
      estimatedSendAt?: string
      error?: {
        errorCode: string
        message: string
        providerCode?: number
        retryable: boolean
      }
      providerId?: string
      /** Charge of the provider for this message, in the provider's terms */
      pricing?: {
        billable?: boolean
        category?: string
        type?: string
        model?: string
      }
      /** The provider's conversation that includes this message */
      conversation?: {
        id?: string
        origin?: string
        /** Time, ISO 8601 UTC */
        expiresAt?: string
      }
      /** Attempts after the first. Their number has no limit: they are repeated with increasing pauses until expiresAt */
      retry?: {
        count: number
        /** Time, ISO 8601 UTC */
        nextAt?: string
      }
      /** Sender of an incoming message; in a group, the participant */
      from?: {
        /** Phone number, E.164 */
        phone?: string
        userId?: string
        name?: string
        /** Id of a contact */
        contact?: string
      }
      /** Time, ISO 8601 UTC */
      createdAt: string
      /** Time, ISO 8601 UTC */
      deliverAt?: string
      /** Time, ISO 8601 UTC */
      expiresAt?: string
      summaries: {
        chat: {
          /** Id of a chat */
          id: string
          name: string | null
          phone: string | null
        }
        contact: {
          /** Id of a contact */
          id: string
          name: string | null
          phone: string | null
        } | null
        number: {
          /** Id of a number */
          id: string
          phone: string | null
          name: string | null
        }
      }
      /** Actor that requested it */
      by?: {
        type: "key" | "member" | "service"
        id: string
      }
      changed: Array<string>
    }
  }
  | {
    id: string
    event: "message:canceled"
    workspace: string
    sequence: number
    occurredAt: string
    version: 1
    data: {
      /** Id of a message */
      id: string
      /** Id of a number */
      number: string
      direction: "in" | "out"
      /** Id of a chat */
      chat: string
      /** Phone number, E.164 */
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
      media?: {
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
      location?: {
        latitude?: number
        longitude?: number
        name?: string
        address?: string
        /** Web page of the place */
        url?: string
        request?: true
      }
      contacts?: Array<{
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
      }>
      poll?: {
        name: string
        options: Array<string>
        multiple: boolean
        tally?: Array<{
          option: string
          votes: number
        }>
        voters?: number
      }
      buttons?: Array<{
        /** Returned in the reply; absent: derived from the position */
        id?: string
        text: string
        url?: string
        /** Phone number, E.164 */
        phone?: string
      }>
      list?: {
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
      header?: string | {
        media: {
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
      }
      footer?: string
      /** The emoji; empty: the reaction was removed */
      reaction?: string
      /** Id of a message */
      reactionMessage?: string
      template?: {
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
      /** Behaviour when the 24-hour window is closed: fail, hold until the customer writes, or send a template instead. The window is checked when the message is due. If the customer has never written, the provider decides. */
      onWindowClosed?: "fail" | "hold" | {
        template: {
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
      }
      /** Changes of the chat that are applied when the message is sent */
      actions?: {
        status?: "open" | "pending" | "resolved" | "archived"
        /** true marks the chat unread; false marks it read without a read receipt */
        unread?: boolean
        pinned?: boolean
        /** An incoming message does not reopen a muted chat */
        muted?: boolean
        assignee?: {
          /** Id of a member */
          member: string
        } | null
      }
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
        /** Id of a message */
        message: string
        id?: string
        text?: string
        /** Time, ISO 8601 UTC */
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
        /** Time, ISO 8601 UTC */
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
        /** Time, ISO 8601 UTC */
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
      /** Id of a message */
      quote?: string
      /** The provider's id of the message that this one quotes, reacts to, edits or deletes, when that message is not stored here */
      quoteProviderId?: string
      /** app: the business sent it from the provider's own app */
      via?: "app"
      reference?: string
      priority?: "low" | "normal" | "high" | "urgent"
      order?: "chat" | "none"
      onUnknown?: "hold" | "resend"
      status: "scheduled" | "queued" | "sending" | "sent" | "delivered" | "read" | "played" | "failed" | "expired" | "canceled" | "received"
      statusAt: { [name: string]: string }
      waiting?: {
        /** number_draining: accepted after the queue began to drain; number_throttled: the provider asked for a pause; number_refused: the provider refused the number or its token; quarantine: Postgres was restored and nothing is sent until an operator releases it */
        reason: "schedule" | "order" | "pacing" | "pair_limit" | "number_paused" | "number_draining" | "number_offline" | "number_throttled" | "number_refused" | "quarantine" | "window_closed" | "quiet_hours" | "typing" | "retry" | "outcome"
        /** Time, ISO 8601 UTC */
        until?: string
      }
      /** Expected time of sending at the current rate; only when a single waiting message is shown */
      estimatedSendAt?: string
      error?: {
        errorCode: string
        message: string
        providerCode?: number
        retryable: boolean
      }
      providerId?: string
      /** Charge of the provider for this message, in the provider's terms */
      pricing?: {
        billable?: boolean
        category?: string
        type?: string
        model?: string
      }
      /** The provider's conversation that includes this message */
      conversation?: {
        id?: string
        origin?: string
        /** Time, ISO 8601 UTC */
        expiresAt?: string
      }
      /** Attempts after the first. Their number has no limit: they are repeated with increasing pauses until expiresAt */
      retry?: {
        count: number
        /** Time, ISO 8601 UTC */
        nextAt?: string
      }
      /** Sender of an incoming message; in a group, the participant */
      from?: {
        /** Phone number, E.164 */
        phone?: string
        userId?: string
        name?: string
        /** Id of a contact */
        contact?: string
      }
      /** Time, ISO 8601 UTC */
      createdAt: string
      /** Time, ISO 8601 UTC */
      deliverAt?: string
      /** Time, ISO 8601 UTC */
      expiresAt?: string
      summaries: {
        chat: {
          /** Id of a chat */
          id: string
          name: string | null
          phone: string | null
        }
        contact: {
          /** Id of a contact */
          id: string
          name: string | null
          phone: string | null
        } | null
        number: {
          /** Id of a number */
          id: string
          phone: string | null
          name: string | null
        }
      }
      /** Actor that requested it */
      by?: {
        type: "key" | "member" | "service"
        id: string
      }
    }
  }
  | {
    id: string
    event: "chat:updated"
    workspace: string
    sequence: number
    occurredAt: string
    version: 1
    data: {
      /** Id of a chat */
      id: string
      /** Id of a number */
      number: string
      type: "direct" | "group" | "channel"
      name: string | null
      phone: string | null
      contact: string | null
      /** Group of the chat; null in a group chat whose group was not created here */
      group: string | null
      channel: string | null
      status: "open" | "pending" | "resolved" | "archived"
      unread: boolean
      unreadCount: number
      pinned: boolean
      /** An incoming message does not reopen it */
      muted: boolean
      assignee: {
        /** Id of a member */
        id: string
        name: string
        email: string
      } | null
      labels: Array<{
        /** Id of a label */
        id: string
        name: string
        color: string
      }>
      lastMessage: {
        /** Id of a message */
        id: string
        direction: "in" | "out"
        type: string
        message: string | null
        /** Time, ISO 8601 UTC */
        at: string
      } | null
      lastInboundAt: string | null
      lastOutboundAt: string | null
      /** End of the 24-hour window for free-form messages; null if the customer has never written */
      windowClosesAt: string | null
      /** Time, ISO 8601 UTC */
      createdAt: string
      /** Time, ISO 8601 UTC */
      updatedAt: string
      /** renamed: the name or colour of a label of the chat, or the name or e-mail address of the assigned member, has changed; phone: the customer has another phone or user id, under which the chat continues */
      change: "created" | "reopened" | "pending" | "resolved" | "archived" | "read" | "unread" | "pinned" | "unpinned" | "muted" | "unmuted" | "assigned" | "unassigned" | "labelled" | "renamed" | "noted" | "phone" | "deleted"
      /** Actor of the change; absent when a message caused it */
      by?: {
        type: "key" | "member" | "service"
        id: string
      }
    }
  }
  | {
    id: string
    event: "contact:created"
    workspace: string
    sequence: number
    occurredAt: string
    version: 1
    data: Contact
  }
  | {
    id: string
    event: "contact:updated"
    workspace: string
    sequence: number
    occurredAt: string
    version: 1
    data: Contact
  }
  | {
    id: string
    event: "contact:deleted"
    workspace: string
    sequence: number
    occurredAt: string
    version: 1
    data: {
      /** Id of a contact */
      id: string
      /** Time, ISO 8601 UTC */
      deletedAt: string
      mergedInto: string | null
    }
  }
  | {
    id: string
    event: "import:finished"
    workspace: string
    sequence: number
    occurredAt: string
    version: 1
    data: {
      /** Id of an import */
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
      /** Time, ISO 8601 UTC */
      createdAt: string
      finishedAt: string | null
    }
  }
  | {
    id: string
    event: "group:updated"
    workspace: string
    sequence: number
    occurredAt: string
    version: 1
    data: {
      /** Id of a group */
      id: string
      /** Id of a number */
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
        /** Time, ISO 8601 UTC */
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
        error: {
          errorCode: string
          message: string
        } | null
        /** Time, ISO 8601 UTC */
        requestedAt: string
      }>
      /** Reason why the group could not be created */
      error: {
        errorCode: string
        message: string
      } | null
      /** Time, ISO 8601 UTC */
      createdAt: string
      /** Time, ISO 8601 UTC */
      updatedAt: string
      /** changing: a change was requested; changed, refused: the provider applied or refused it; cleared: the suspension ended; participants, requests: people joined, left or requested to join */
      change: "created" | "active" | "failed" | "changing" | "changed" | "refused" | "suspended" | "cleared" | "deleting" | "deleted" | "participants" | "requests"
      /** With participants: the people who joined, left or were invited */
      people?: Array<{
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
        error: {
          errorCode: string
          message: string
        } | null
        invitedAt: string | null
        joinedAt: string | null
        leftAt: string | null
      }>
      /** With requests: the requests that changed */
      requests?: Array<{
        /** The provider's id of the request */
        id: string
        phone: string | null
        userId: string | null
        /** approving, rejecting: the provider has not confirmed it yet; revoked: withdrawn by the person */
        state: "pending" | "approving" | "approved" | "rejecting" | "rejected" | "revoked"
        /** Reason why the last decision was not applied; it can be repeated */
        error: {
          errorCode: string
          message: string
        } | null
        /** Time, ISO 8601 UTC */
        createdAt: string
        /** Time, ISO 8601 UTC */
        updatedAt: string
      }>
    }
  }
  | {
    id: string
    event: "channel:posted"
    workspace: string
    sequence: number
    occurredAt: string
    version: 1
    data: {
      /** Id of a post */
      id: string
      /** Id of a channel */
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
      /** Time, ISO 8601 UTC */
      createdAt: string
      deliverAt: string | null
      /** Time when the post ended */
      postedAt: string | null
    }
  }
  | {
    id: string
    event: "number:updated"
    workspace: string
    sequence: number
    occurredAt: string
    version: 1
    data: {
      /** Id of a number */
      id: string
      phone: string | null
      name: string
      provider: "cloud" | "simulator"
      /** The provider's id of the number */
      phoneNumberId: string
      status: "connecting" | "active" | "paused" | "restricted" | "disconnected" | "error"
      session: {
        status: "online" | "offline" | "pending" | "error"
        /** Time, ISO 8601 UTC */
        since: string
        lastError: {
          errorCode: string
          message: string
        } | null
      }
      /** True for the number that sends messages without `number` */
      default: boolean
      /** As last reported by the provider */
      device: {
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
      settings: {
        /** Highest number of messages per second; null: the default of the installation */
        ratePerSecond: number | null
        /** Hours in which messages of low and normal priority wait; null: none */
        quietHours: {
          from: string
          /** On the next day when it is before `from`; at most 12 hours after it */
          to: string
          /** IANA name, or `recipient`: the time zone of the country of the recipient. In a country with several zones, a message is sent when the quiet hours have ended in all of them */
          timeZone: string
        } | null
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
        blocked: {
          /** number_draining: accepted after the queue began to drain; number_throttled: the provider asked for a pause; number_refused: the provider refused the number or its token; quarantine: Postgres was restored and nothing is sent until an operator releases it */
          reason: "schedule" | "order" | "pacing" | "pair_limit" | "number_paused" | "number_draining" | "number_offline" | "number_throttled" | "number_refused" | "quarantine" | "window_closed" | "quiet_hours" | "typing" | "retry" | "outcome"
          /** Time, ISO 8601 UTC */
          until?: string
        } | null
      }
      /** Address of callbacks; enter it at the provider */
      callbackUrl: string
      /** Time, ISO 8601 UTC */
      createdAt: string
      change: "connected" | "session" | "restricted" | "quality" | "limit" | "name" | "device" | "settings" | "queue" | "account" | "disconnected"
      /** Restriction, violation, ban or alert; with `change: account` only */
      account?: {
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
        details: { [name: string]: Schema3 }
      }
    }
  }
  | {
    id: string
    event: "call:missed"
    workspace: string
    sequence: number
    occurredAt: string
    version: 1
    data: {
      /** Id of a number */
      number: string
      /** The provider's id of the call */
      call: string
      from: {
        phone?: string
        userId?: string
        name?: string
      }
      /** Time, ISO 8601 UTC */
      endedAt: string
      /** End of the call, in the provider's words */
      status?: string
    }
  }
  | {
    id: string
    event: "template:updated"
    workspace: string
    sequence: number
    occurredAt: string
    version: 1
    data: {
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
        buttons: Array<{ [name: string]: Schema4 }>
      }
    }
  }
  | {
    id: string
    event: "webhook:failing"
    workspace: string
    sequence: number
    occurredAt: string
    version: 1
    data: {
      /** Id of a webhook */
      webhook: string
      /** Id of a webhook endpoint */
      endpoint: string
      url: string
      /** Time, ISO 8601 UTC */
      since: string
      reason: string
    }
  }
  | {
    id: string
    event: "webhook:exhausted"
    workspace: string
    sequence: number
    occurredAt: string
    version: 1
    data: {
      /** Id of a webhook */
      webhook: string
      /** Id of a webhook endpoint */
      endpoint: string
      url: string
      reason: string
      /** Id of a delivery */
      delivery: string
      event: {
        /** Id of an event */
        id: string
        kind: string
      }
      attempts: number
    }
  }
  | {
    id: string
    event: "webhook:disabled"
    workspace: string
    sequence: number
    occurredAt: string
    version: 1
    data: {
      /** Id of a webhook */
      webhook: string
      /** Id of a webhook endpoint */
      endpoint: string
      url: string
      /** Time, ISO 8601 UTC */
      since: string
      reason: string
    }
  }
