/** How an error code answers: HTTP status, a public sentence that says what to do, and whether the same request may succeed later. */
export type ErrorEntry = { status: number; message: string; retryable?: boolean }

const entry = (status: number, message: string): ErrorEntry => ({ status, message })
const again = (status: number, message: string): ErrorEntry => ({ status, message, retryable: true })

/** Every error the product answers or puts into a message, by code. `noun:reason`; each has a page in the reference. */
export const errorCatalogue = {
  'request:invalid': entry(400, 'The request has faulty fields; see errors and correct them.'),
  'request:malformed': entry(400, 'The body is not valid JSON; send one JSON object in UTF-8.'),
  'request:too_large': entry(413, 'The body is over the limit of 1 MiB; send less at once.'),
  'request:too_deep': entry(400, 'The JSON is nested deeper than 32 levels; flatten it.'),
  'request:unsupported_type': entry(415, 'Send the body as application/json.'),
  'phone:invalid': entry(400, 'The phone number cannot exist; use the international form, such as +4915112345678.'),
  'target:ambiguous': entry(400, 'Name exactly one target: phone, group, channel or chat.'),
  'import:no_phone': entry(400, 'No column holds the phone; name it in mapping.'),
  'import:unreadable': entry(400, 'The file cannot be read as a table: a quoted value is longer than 1 MiB.'),
  'import:not_fetched': entry(400, 'The file could not be fetched; the address must answer 200 with up to 64 MiB.'),
  'cursor:invalid': entry(400, 'The cursor is not one we gave out for this list; start again without it.'),
  'token:invalid': entry(401, 'Send a valid API key, as Token: <key> or as Authorization: Bearer <key>.'),
  'token:expired': entry(401, 'This API key has expired; create a new one and use that.'),
  'session:invalid': entry(401, 'The call carries no valid signed context; sign it with a service credential.'),
  'callback:signature_invalid': entry(401, 'The signature does not match the body.'),
  'callback:verify_token_invalid': entry(403, 'The verify token is not the one of this number.'),
  'scope:missing': entry(403, 'The API key lacks the scope this operation needs; use a key that has it.'),
  'address:not_allowed': entry(403, 'The API key may not be used from this address; see its cidrs.'),
  'route:not_found': entry(404, 'There is no such path; see /v1/openapi.json for all operations.'),
  'route:method_not_allowed': entry(405, 'This path does not take this method; see the Allow header.'),
  'workspace:not_found': entry(404, 'There is no such workspace.'),
  'key:not_found': entry(404, 'There is no such API key.'),
  'message:not_found': entry(404, 'There is no such message.'),
  'chat:not_found': entry(404, 'There is no such chat.'),
  'label:not_found': entry(404, 'There is no such label.'),
  'note:not_found': entry(404, 'There is no such note.'),
  'member:not_found': entry(404, 'There is no such member.'),
  'import:not_found': entry(404, 'There is no such import.'),
  'segment:not_found': entry(404, 'There is no such segment.'),
  'erasure:not_found': entry(404, 'There is no such erasure.'),
  'contact:not_found': entry(404, 'There is no such contact.'),
  'group:not_found': entry(404, 'There is no such group.'),
  'group:not_active': entry(409, 'The group is not active at the provider; see its state with GET /v1/groups/{id}.'),
  'quarantine:not_in_force': entry(409, 'The service is in no quarantine; there is nothing to release.'),
  'group:empty': entry(409, 'Nobody has joined the group yet; messages can be sent as soon as somebody has.'),
  'participant:not_found': entry(404, 'There is no such person in this group.'),
  'join_request:not_found': entry(404, 'There is no such request to join; it may have been taken back.'),
  'participant:removed': entry(409, 'The provider lets nobody back into a group who was removed from it.'),
  'group:full': entry(409, 'A group has at most 8 people; remove somebody first.'),
  'group:suspended': entry(409, 'The provider has suspended this group; wait until it clears that.'),
  'group:too_many': entry(409, 'The number has as many groups as the provider allows; delete some first.'),
  'group:image_invalid': entry(400, 'The image must be a square JPEG of at least 192 pixels and at most 5 MB.'),
  'file:not_found': entry(404, 'There is no such file.'),
  'channel:not_found': entry(404, 'There is no such channel.'),
  'channel:empty': entry(409, 'Nobody is subscribed to this channel; add subscribers first.'),
  'post:undelivered': entry(409, 'The post reached nobody; its messages say why.'),
  'post:not_found': entry(404, 'There is no such post.'),
  'post:not_running': entry(409, 'The post is not being sent; its state says what it waits for.'),
  'post:ended': entry(409, 'The post has ended; create another.'),
  'post:stopped': entry(409, 'The post was stopped before this message was sent.'),
  'number:not_found': entry(404, 'There is no such number.'),
  'webhook:not_found': entry(404, 'There is no such webhook.'),
  'delivery:not_found': entry(404, 'There is no such delivery.'),
  'replay:not_found': entry(404, 'There is no such replay.'),
  'event:not_found': entry(404, 'There is no such event.'),
  'template:not_found': entry(404, 'The business account has no template of this name.'),
  'template:duplicate': entry(409, 'There is a template of this name in this language already.'),
  'message:not_editable': entry(409, 'Only a message that is scheduled or queued can be changed or canceled.'),
  'message:not_retryable': entry(409, 'Only a failed or expired message can be sent again.'),
  'message:not_incoming': entry(409, 'Only an incoming message can be marked read.'),
  'chat:too_many_labels': entry(409, 'A chat has at most 50 labels; take some off first.'),
  'chat:never_written': entry(409, 'The customer has not written yet; the provider shows typing only as an answer.'),
  'chat:sending': again(409, 'A message of this chat is being sent right now; try again shortly.'),
  'label:duplicate': entry(409, 'A label with this name exists already.'),
  'label:too_many': entry(409, 'A workspace has at most 500 labels; delete some first.'),
  'member:duplicate': entry(409, 'A member with this e-mail address exists already.'),
  'file:too_large': entry(413, 'The file is over the limit of its kind; send a smaller one.'),
  'file:unsupported_type': entry(415, 'The provider does not take files of this type.'),
  'file:fetch_failed': entry(409, 'The file could not be fetched from its address.'),
  'number:none': entry(409, 'The workspace has no usable number; connect one with POST /v1/numbers.'),
  'number:no_groups': entry(
    409,
    'The provider gives groups only to numbers of an Official Business Account (blue badge) that are not used in the app beside it; apply for the badge in the WhatsApp Manager, or use a number that has it.',
  ),
  'number:same': entry(409, 'The queue is already that of this number; name another.'),
  'number:disconnected': entry(409, 'This number is disconnected; connect it again with POST /v1/numbers.'),
  'number:not_simulator': entry(409, 'Only numbers of the simulator can be simulated.'),
  'number:duplicate': entry(409, 'This number is already connected.'),
  'contact:duplicate': entry(409, 'A contact with this phone exists already; send upsert: true to update it.'),
  'segment:duplicate': entry(409, 'A segment with this name exists already.'),
  'contact:blocked': entry(409, 'The contact is blocked; take the block back to write to them.'),
  'contact:opted_out': entry(
    409,
    'The contact has opted out; opt them in again, or let the workspace send single messages with PATCH /v1/workspace.',
  ),
  'contact:too_many': entry(409, 'A contact has at most 100 tags and 50 fields; remove some first.'),
  'webhook:duplicate': entry(409, 'A webhook with this url and these events exists already.'),
  'capability:unsupported': entry(409, 'The provider of this number cannot do this.'),
  'idempotency:in_flight': again(409, 'A request with this Idempotency-Key is still running; try again shortly.'),
  'idempotency:key_reused': entry(422, 'This Idempotency-Key was used with another body; use a new key.'),
  'idempotency:key_invalid': entry(400, 'Idempotency-Key must be 1–255 visible ASCII characters, given once.'),
  'url:not_allowed': entry(400, 'The address is not allowed; use a public https URL.'),
  'rate:limited': again(429, 'Too many requests; wait as Retry-After says.'),
  'rate:in_flight': again(429, 'Too many requests of this key are being answered; wait for some of them to end.'),
  'queue:full': again(429, 'Too many messages are waiting in this workspace; try again when some are sent.'),
  'server:error': entry(500, 'Something failed on our side; the request id helps us find it.'),
  'service:overloaded': again(503, 'There is more to do than can be done in good time; try again as Retry-After says.'),
  'service:unavailable': again(503, 'The service is not available right now; try again as Retry-After says.'),
  'provider:unreachable': again(503, 'The provider could not be reached.'),
  'provider:unavailable': again(503, 'The provider has a temporary problem.'),
  'provider:throttled': again(429, 'The provider asks to send more slowly.'),
  'provider:pair_limited': again(429, 'The provider limits how often this recipient may be written to.'),
  'provider:refused': entry(409, 'The provider refused the request; see details.'),
  'provider:credentials_invalid': entry(400, 'The provider does not accept these credentials.'),
  'number:unauthorized': entry(409, 'The provider no longer accepts the credentials of this number; connect it again.'),
  'number:suspended': entry(409, 'The provider has suspended this number; see its state at the provider.'),
  'number:code_not_sent': entry(
    409,
    'The provider did not send a code; it does so only for a number not yet verified.',
  ),
  'number:code_wrong': entry(409, 'The code is wrong or too old; ask for a new one.'),
  'number:not_verified': entry(409, 'The number is not verified; request a code and verify it first.'),
  'number:not_registered': entry(409, 'The number is not registered; register it with its PIN first.'),
  'number:pin_wrong': entry(409, 'The PIN is not the one this number was registered with, or was tried too often.'),
  'number:register_limited': entry(409, 'The number was registered or deregistered ten times in 72 hours; wait.'),
  'phone:undeliverable': entry(409, 'The recipient cannot be reached on this channel.'),
  'phone:same_as_sender': entry(409, 'The recipient is the sending number itself.'),
  'window:closed': entry(409, 'The customer wrote more than 24 hours ago; send a template.'),
  'message:expired': entry(409, 'The message was not sent within its validity.'),
  'group:outcome_unknown': entry(
    409,
    'The provider did not say in time what became of the request; it may have been done. It was not asked again.',
  ),
  'message:outcome_unknown': entry(
    409,
    'The answer of the provider was lost and no status came; the message may have been sent. It was not sent again.',
  ),
} as const satisfies Record<string, ErrorEntry>

/** A code of the catalogue. */
export type ErrorCode = keyof typeof errorCatalogue

/** One faulty field: where, which rule, and what to do. */
export type FieldError = { path: string; code: string; message: string }

/** What a refusal may say beyond its code: a sharper public sentence, faulty fields, seconds to wait, and an internal cause for the log. */
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

/** Refuses with an error of the catalogue. */
export function fail(code: ErrorCode, details: FaultDetails = {}): never {
  throw new Fault(code, details)
}

/** True for a code of the catalogue; providers and old rows may carry others. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code)
}
