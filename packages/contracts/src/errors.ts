/** An entry of the catalogue: HTTP status, a public sentence that says what to do, and whether a retry may succeed. */
export type ErrorEntry = { status: number; message: string; retryable?: boolean }

const entry = (status: number, message: string): ErrorEntry => ({ status, message })
const again = (status: number, message: string): ErrorEntry => ({ status, message, retryable: true })

/** All errors of answers and messages, by code: `noun:reason`. Each has an entry on the error page. */
export const errorCatalogue = {
  'request:invalid': entry(400, 'Some fields are not valid; correct the fields in errors.'),
  'request:malformed': entry(400, 'The body is not valid JSON; send one JSON object in UTF-8.'),
  'request:too_large': entry(413, 'The body is over the limit of 1 MiB; send less at once.'),
  'request:too_deep': entry(400, 'The JSON is nested deeper than 32 levels; send it with fewer levels.'),
  'request:unsupported_type': entry(
    415,
    'This content type or encoding is not supported here; send application/json without Content-Encoding.',
  ),
  'phone:invalid': entry(400, 'This is not a phone; use the international format, such as +4915112345678.'),
  'target:ambiguous': entry(400, 'Give exactly one target: phone, group, channel or chat.'),
  'device:invalid': entry(400, 'This is not an id of a device; use one of GET /v1/devices.'),
  'sort:unsupported': entry(400, 'This list cannot be sorted by that field; sort by date.'),
  'location:coordinates_required': entry(400, 'A location needs coordinates; addresses are not looked up.'),
  'import:no_phone': entry(400, 'No column contains phone numbers; assign one to phone in mapping.'),
  'import:unreadable': entry(
    400,
    'The file is not a valid table: a quoted value is longer than 1 MiB; check its quotation marks.',
  ),
  'import:not_fetched': entry(400, 'The file could not be fetched; the address must answer 200 with up to 64 MiB.'),
  'cursor:invalid': entry(400, 'This cursor is not valid for this list; start again without it.'),
  'token:invalid': entry(401, 'Send a valid API key, as Token: <key> or as Authorization: Bearer <key>.'),
  'token:expired': entry(401, 'This API key has expired; create a new one and use that.'),
  'credentials:ambiguous': entry(400, 'Send an API key or the cookie of a session, not both.'),
  'session:required': entry(401, 'There is no session, or it has ended; sign in.'),
  'sign_in:refused': entry(401, 'E-mail address or password is not right.'),
  'code:refused': entry(401, 'The code is wrong or was used already; enter the next one.'),
  'link:invalid': entry(410, 'The link was used, is over, or is not complete; ask for a new one.'),
  'csrf:invalid': entry(403, 'Send the value csrf of GET /v1/me in the header Csrf.'),
  'request:cross_site': entry(403, 'Requests with a session must come from a page of this server.'),
  'confirmation:required': entry(403, 'Confirm your password first, since you signed in more than ten minutes ago.'),
  'role:insufficient': entry(403, 'Your role does not allow this; ask an owner or admin of the workspace.'),
  'workspace:required': entry(400, 'You belong to several workspaces; name one in the header Workspace.'),
  'session:invalid': entry(
    401,
    'The call has no valid signed context; sign it with a service credential that may have this workspace and these scopes.',
  ),
  'callback:signature_invalid': entry(
    401,
    'The number is not known, or the signature does not match the body; check the callback URL and the app secret.',
  ),
  'callback:verify_token_invalid': entry(403, 'The verify token is wrong; copy it from the number.'),
  'scope:missing': entry(403, 'The API key lacks the scope that this operation needs; use a key that has it.'),
  'numbers:limited': entry(
    403,
    'This concerns all numbers of the workspace, and you are limited to some; use a key, or ask a member, without that limit.',
  ),
  'address:not_allowed': entry(403, 'The API key cannot be used from this address; see its cidrs.'),
  'route:not_found': entry(404, 'This path does not exist; GET /v1/openapi.json lists all operations.'),
  'route:method_not_allowed': entry(405, 'This path does not support this method; see the Allow header.'),
  'workspace:not_found': entry(404, 'There is no such workspace; check its id.'),
  'key:not_found': entry(404, 'There is no such API key; check its id.'),
  'key:no_test_number': entry(
    409,
    'A key for tests reaches simulator numbers only, and there is none; connect a simulator number first.',
  ),
  'key:ended': entry(409, 'The API key was revoked or has expired; create another.'),
  'message:not_found': entry(404, 'There is no such message; check its id.'),
  'chat:not_found': entry(404, 'There is no such chat; check its id.'),
  'label:not_found': entry(404, 'There is no such label; check its id.'),
  'note:not_found': entry(404, 'There is no such note; check its id.'),
  'reply:not_found': entry(404, 'There is no such saved reply; check its id.'),
  'view:not_found': entry(404, 'There is no such saved view, or it belongs to somebody else; check its id.'),
  'member:not_found': entry(404, 'There is no such member; check its id.'),
  'person:not_found': entry(404, 'There is no such person; `posthorn member find` lists those of an address.'),
  'person:duplicate': entry(409, 'Another person has proven this address; check which of them is meant.'),
  'person:unproven': entry(
    409,
    'The address of this person is not confirmed; make sure that it is theirs, then use `posthorn member confirm`.',
  ),
  'invitation:not_found': entry(404, 'There is no such invitation; it may have been used.'),
  'department:not_found': entry(404, 'There is no such department; check its id.'),
  'import:not_found': entry(404, 'There is no such import; check its id.'),
  'segment:not_found': entry(404, 'There is no such segment; check its id.'),
  'erasure:not_found': entry(404, 'There is no such erasure; check its id.'),
  'contact:not_confirmed': entry(
    400,
    'confirm must repeat the phone or the id of this contact; check that it is the right person.',
  ),
  'contact:not_found': entry(404, 'There is no such contact; check its id.'),
  'group:not_found': entry(404, 'There is no such group; check its id.'),
  'group:not_active': entry(409, 'The group is not active at the provider; GET /v1/groups/{id} shows its status.'),
  'dead_event:not_found': entry(404, 'No such event waits to be applied; it was applied, discarded or erased.'),
  'dead_event:failed': entry(409, 'The event could not be applied this time either; mend the cause that error names.'),
  'quarantine:not_in_force': entry(409, 'The service is not in quarantine; nothing needs to be released.'),
  'group:empty': entry(409, 'Nobody has joined the group yet; send messages after the first person has joined.'),
  'participant:not_found': entry(404, 'There is no such person in this group; check the id.'),
  'join_request:not_found': entry(404, 'There is no such request to join; it may have been withdrawn.'),
  'participant:removed': entry(
    409,
    'The provider does not allow a removed person to join the group again; create another group.',
  ),
  'group:full': entry(409, 'A group has at most 8 people; remove somebody first.'),
  'group:suspended': entry(409, 'The provider has suspended this group; wait until it lifts the suspension.'),
  'group:too_many': entry(409, 'The number has as many groups as the provider allows; delete some first.'),
  'group:image_invalid': entry(400, 'The image must be a square JPEG of at least 192 pixels and at most 5 MB.'),
  'file:not_found': entry(404, 'There is no such file; check its id.'),
  'channel:not_found': entry(404, 'There is no such channel; check its id.'),
  'channel:empty': entry(409, 'Nobody is subscribed to this channel; add subscribers first.'),
  'post:undelivered': entry(409, 'The post reached nobody; the errors of its messages say why.'),
  'post:not_found': entry(404, 'There is no such post; check its id.'),
  'post:not_running': entry(409, 'The post is not being sent; its status says what it waits for.'),
  'post:begun': entry(409, 'The post has begun; only a post that is scheduled or tested can be changed.'),
  'post:ended': entry(409, 'The post has ended; create another.'),
  'post:stopped': entry(409, 'The post was stopped before this message was sent.'),
  'number:not_found': entry(404, 'There is no such number; check its id.'),
  'webhook:not_found': entry(404, 'There is no such webhook; check its id.'),
  'delivery:not_found': entry(404, 'There is no such delivery; check its id.'),
  'replay:not_found': entry(404, 'There is no such replay; check its id.'),
  'event:not_found': entry(404, 'There is no such event; check its id.'),
  'template:not_found': entry(404, 'The business account has no template of this name; check name and language.'),
  'template:duplicate': entry(409, 'A template with this name and language exists already; use another name.'),
  'message:not_editable': entry(409, 'Only a scheduled or queued message can be changed or canceled.'),
  'message:not_retryable': entry(409, 'Only a failed or expired message can be sent again.'),
  'message:not_incoming': entry(409, 'Only an incoming message can be marked read.'),
  'chat:too_many_labels': entry(409, 'A chat has at most 50 labels; remove some first.'),
  'chat:assigned': entry(
    403,
    'This chat is assigned to another member, and only they may send in it; assign it to yourself first.',
  ),
  'chat:never_written': entry(
    409,
    'The customer has not written yet; the provider shows typing only in reply to a message.',
  ),
  'chat:sending': again(409, 'A message of this chat is being sent right now; try again shortly.'),
  'message:target_fixed': entry(409, 'The target and the device of a message cannot be changed; send another message.'),
  'device:no_pairing': entry(409, 'Numbers of the official channel are not paired; there is nothing to scan or reset.'),
  'label:duplicate': entry(409, 'A label with this name exists already; use another name.'),
  'label:too_many': entry(409, 'A workspace has at most 500 labels; delete some first.'),
  'queue:refusing': entry(
    409,
    'The queue of this number refuses new messages; set refuses to false with PATCH /v1/numbers/{id}/queue.',
  ),
  'reply:duplicate': entry(409, 'A saved reply with this name or shortcut exists already; use another.'),
  'reply:too_many': entry(409, 'A workspace has at most 1000 saved replies; delete some first.'),
  'view:duplicate': entry(409, 'A saved view with this name exists already; use another.'),
  'view:too_many': entry(409, 'A workspace has at most 500 saved views; delete some first.'),
  'member:duplicate': entry(409, 'A member with this e-mail address exists already; use another address.'),
  'member:last_owner': entry(409, 'A workspace has at least one owner; make another member an owner first.'),
  'invitation:too_many': entry(409, 'A workspace has at most 500 open invitations; withdraw some first.'),
  'department:duplicate': entry(409, 'A department with this name exists already; use another name.'),
  'department:too_many': entry(409, 'A workspace has at most 100 departments; delete some first.'),
  'file:too_large': entry(413, 'The file is over the size limit of its kind; send a smaller one.'),
  'file:unsupported_type': entry(415, 'The provider does not support files of this type; convert the file.'),
  'file:fetch_failed': entry(409, 'The file could not be fetched from its URL; check that the URL answers 200.'),
  'file:unavailable': again(409, 'The server of the file cannot be reached or is busy; try again shortly.'),
  'number:none': entry(409, 'The workspace has no usable number; connect one with POST /v1/numbers.'),
  'number:no_groups': entry(
    409,
    'The provider offers groups only to numbers of an Official Business Account (blue badge) that are not also used in the app; apply for the badge in the WhatsApp Manager, or use a number that has it.',
  ),
  'number:same': entry(409, 'The source and the target are the same number; send another number.'),
  'number:disconnected': entry(409, 'This number is disconnected; connect it again with POST /v1/numbers.'),
  'number:not_simulator': entry(409, 'Only numbers of the simulator can be simulated; use a simulator number.'),
  'number:duplicate': entry(409, 'This number is already connected; change it with PATCH /v1/numbers/{id}.'),
  'contact:duplicate': entry(
    409,
    'A contact with this phone exists already; update it with upsert: true, or merge the two.',
  ),
  'segment:duplicate': entry(409, 'A segment with this name exists already; use another name.'),
  'contact:blocked': entry(409, 'The contact is blocked; unblock it to send messages.'),
  'contact:opted_out': entry(
    409,
    'The contact has opted out; opt them in again, or let the workspace send single messages with PATCH /v1/workspace.',
  ),
  'contact:too_many': entry(409, 'A contact has at most 100 tags and 50 fields; remove some first.'),
  'webhook:duplicate': entry(409, 'A webhook with this url and these events exists already; change that one.'),
  'capability:unsupported': entry(
    409,
    'The provider of this number does not support this; GET /v1/numbers/{id}/capabilities lists alternatives.',
  ),
  'idempotency:in_flight': again(409, 'A request with this Idempotency-Key is still running; try again shortly.'),
  'idempotency:key_reused': entry(422, 'This Idempotency-Key was used with another body; use a new key.'),
  'idempotency:key_invalid': entry(400, 'Idempotency-Key must be 1–255 visible ASCII characters, given once.'),
  'url:not_allowed': entry(400, 'This URL is not allowed; use a public https URL.'),
  'rate:limited': again(429, 'Too many requests; wait for the seconds in Retry-After.'),
  'rate:in_flight': again(
    429,
    'Too many requests of this key or workspace are open; wait until some of them have ended.',
  ),
  'assistant:recipients_exceeded': entry(
    429,
    'Assistants with this key have reached the recipients of this day; send the rest tomorrow, or without an assistant.',
  ),
  'queue:full': again(429, 'Too many messages are waiting in this workspace; try again when some have been sent.'),
  'feature:unsupported': entry(501, 'The official channel or this product does not offer this.'),
  'server:error': entry(500, 'An internal error occurred; report the requestId to support.'),
  'service:overloaded': again(503, 'The system is overloaded; try again after the seconds in Retry-After.'),
  'service:unavailable': again(
    503,
    'The service is not available right now; try again after the seconds in Retry-After.',
  ),
  'provider:unreachable': again(503, 'The provider could not be reached; the same request may succeed later.'),
  'provider:unavailable': again(503, 'The provider has a temporary problem; the same request may succeed later.'),
  'provider:throttled': again(429, 'The provider requires a lower sending rate; the same request may succeed later.'),
  'provider:pair_limited': again(
    429,
    'The provider limits the rate of messages to this recipient; the same message may succeed later.',
  ),
  'provider:refused': entry(409, 'The provider refused the request; see the details.'),
  'provider:credentials_invalid': entry(400, 'The provider does not accept these credentials; check token and ids.'),
  'number:unauthorized': entry(409, 'The provider no longer accepts the credentials of this number; connect it again.'),
  'number:suspended': entry(409, 'The provider has suspended this number; see its status in the WhatsApp Manager.'),
  'number:code_not_sent': entry(
    409,
    'The provider did not send a code; it sends one only to a number that is not verified yet.',
  ),
  'number:code_wrong': entry(409, 'The code is wrong or has expired; request a new one.'),
  'number:not_verified': entry(409, 'The number is not verified; request a code and verify it first.'),
  'number:not_registered': entry(409, 'The number is not registered; register it with its PIN first.'),
  'number:pin_wrong': entry(
    409,
    'The PIN of this number is different, or was entered too often; use the right PIN later.',
  ),
  'number:register_limited': entry(
    409,
    'The number was registered or deregistered ten times in 72 hours; wait until that time has passed.',
  ),
  'phone:undeliverable': entry(409, 'The recipient cannot be reached on this channel; check the phone number.'),
  'phone:same_as_sender': entry(409, 'The recipient is the sending number itself; use another recipient.'),
  'window:closed': entry(409, 'The customer last wrote more than 24 hours ago; send a template.'),
  'message:expired': entry(
    409,
    'The message was not sent before it expired; send it again with POST /v1/messages/{id}/retry.',
  ),
  'group:outcome_unknown': entry(
    409,
    'The provider did not confirm the request in time; it may have been done. It was not repeated; check the group.',
  ),
  'message:outcome_unknown': entry(
    409,
    'The response of the provider was lost and no status arrived; the message may have been sent. It was not sent again.',
  ),
} as const satisfies Record<string, ErrorEntry>

/** A code of the catalogue. */
export type ErrorCode = keyof typeof errorCatalogue

/** A faulty field: its path, the code of the rule, and what to do. */
export type FieldError = { path: string; code: string; message: string }

/** Details of a refusal: a more precise public sentence, faulty fields, seconds to wait, and an internal cause for the log. */
export type FaultDetails = {
  message?: string
  errors?: FieldError[]
  retryAfter?: number
  cause?: unknown
  allow?: string[]
}

/** An error of the catalogue. `message` is public; `cause` goes to the log only. */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly code: ErrorCode
  readonly status: number
  readonly retryable: boolean
  readonly errors: FieldError[]
  readonly retryAfter: number | undefined
  readonly allow: string[] | undefined

  constructor(code: ErrorCode, details: FaultDetails = {}) {
    const known: ErrorEntry = errorCatalogue[code]
    super(details.message ?? known.message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.status = known.status
    this.retryable = known.retryable ?? false
    this.errors = details.errors ?? []
    this.retryAfter = details.retryAfter ?? (known.retryable ? 1 : undefined)
    this.allow = details.allow
  }
}

/** Throws an error of the catalogue. */
export function fail(code: ErrorCode, details: FaultDetails = {}): never {
  throw new Fault(code, details)
}

/** Returns true for a code of the catalogue; providers and old rows may have others. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code)
}
