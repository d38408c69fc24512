import type { z } from 'zod'
import { messageErrors } from '../state/plans.ts'

/** The reply to a call. `answer` is absent if the connection is cut, or hangs until `hangUntilMs`. */
export type Reply = { answer?: Record<string, unknown>; delayMs?: number; hangUntilMs?: number }

type CodeEntry = { status: number; title: string; details: string }

/** The provider's errors in responses and reports, with HTTP status, title and details. */
const codes: Readonly<Record<number, CodeEntry>> = {
  2: {
    status: 503,
    title: 'Service temporarily unavailable',
    details: 'The service is temporarily unavailable, please try again.',
  },
  100: { status: 400, title: 'Invalid parameter', details: 'The request has an unsupported or misspelled parameter.' },
  104: {
    status: 401,
    title: 'An access token is required',
    details: 'An access token is required to request this resource.',
  },
  190: {
    status: 401,
    title: 'Invalid OAuth access token',
    details: 'The access token is expired, revoked or invalid.',
  },
  2200: {
    status: 400,
    title: 'Callback verification failed',
    details: 'The callback address did not echo the challenge.',
  },
  2500: { status: 400, title: 'Unknown path components', details: 'There is no such path.' },
  80007: {
    status: 400,
    title: 'Rate limit issues',
    details: 'The WhatsApp Business Account has reached its rate limit.',
  },
  130429: {
    status: 429,
    title: 'Rate limit hit',
    details: 'Message throughput of this phone number has been reached.',
  },
  131000: {
    status: 500,
    title: 'Something went wrong',
    details: 'Message failed to send because of an unknown error.',
  },
  131008: { status: 400, title: 'Required parameter is missing', details: 'A required parameter is missing.' },
  131009: { status: 400, title: 'Parameter value is not valid', details: 'A parameter has a value that is not valid.' },
  131021: {
    status: 400,
    title: 'Recipient cannot be sender',
    details: 'Sender and recipient phone number are the same.',
  },
  131026: {
    status: 400,
    title: 'Message undeliverable',
    details: 'The recipient is not a WhatsApp user, or uses an old version.',
  },
  131047: {
    status: 400,
    title: 'Re-engagement message',
    details: 'More than 24 hours have passed since the recipient last replied.',
  },
  131051: { status: 400, title: 'Message type unknown', details: 'Message type is currently not supported.' },
  131056: {
    status: 400,
    title: '(Business Account, Consumer Account) pair rate limit hit',
    details: 'Too many messages sent from the sender phone number to the same recipient in a short period of time.',
  },
  131020: {
    status: 400,
    title: 'Group has no participants',
    details: 'A message cannot be sent to a group that nobody has joined.',
  },
  131201: { status: 206, title: 'Partial success', details: 'Some of the request could not be done.' },
  131204: { status: 400, title: 'Participant limit reached', details: 'The group has as many people as it may have.' },
  131207: { status: 403, title: 'Group suspended', details: 'The group is suspended.' },
  131209: { status: 400, title: 'Picture not square', details: 'The picture of a group must be square.' },
  131210: { status: 400, title: 'Picture too small', details: 'The picture of a group must have 192 pixels.' },
  131212: { status: 400, title: 'Not a participant', details: 'They are not in the group.' },
  131213: { status: 400, title: 'No such join request', details: 'The request to join does not exist.' },
  131211: {
    status: 400,
    title: 'Group creation limit reached',
    details: 'The number has as many groups as it may have.',
  },
  131053: { status: 400, title: 'Media upload error', details: 'The file cannot be taken.' },
  132000: {
    status: 400,
    title: 'Template parameter count mismatch',
    details: 'The number of parameters is not that of the template.',
  },
  132001: {
    status: 404,
    title: 'Template does not exist',
    details: 'The template does not exist in this language or is not approved.',
  },
  132012: {
    status: 400,
    title: 'Parameter format does not match',
    details: 'A parameter is not of the format the template asks for, such as the media of its header.',
  },
  132015: { status: 400, title: 'Template is paused', details: 'The template is paused because of its quality.' },
  132016: { status: 400, title: 'Template is disabled', details: 'The template was paused too often.' },
  133005: { status: 400, title: 'Two step verification PIN mismatch', details: 'The PIN is not the one that was set.' },
  133006: {
    status: 400,
    title: 'Phone number re-verification needed',
    details: 'The phone number must be verified before it is registered.',
  },
  133010: { status: 400, title: 'Phone number not registered', details: 'The phone number is not registered.' },
  133016: {
    status: 400,
    title: 'Registration limit reached',
    details: 'The number was registered or deregistered 10 times in 72 hours.',
  },
  136024: { status: 400, title: 'Request code error', details: 'The phone number is verified already.' },
  136025: { status: 400, title: 'Verify code error', details: 'The code is not the one that was sent, or too old.' },
  139100: {
    status: 400,
    title: 'Failed to block/unblock users',
    details: 'Failed to block some users, see the block_users response list for details',
  },
  139101: { status: 400, title: 'Blocklist limit reached', details: 'The number has blocked as many users as it may.' },
  131215: {
    status: 400,
    title: 'Groups are not available',
    details: 'This phone number is not eligible for the Groups API.',
  },
}

/** Returns a code's title and usual details, or generic ones for an unknown code. */
export function titleOf(code: number): { title: string; details: string } {
  const title = messageErrors[code]?.title ?? `Error ${code}`
  return codes[code] ?? { title, details: `The provider reported error ${code}.` }
}

/** Overrides for an error response. `subcode` marks an unknown object; `body` has further fields of the response, next to `error`. */
type RefusalOptions = {
  title?: string
  /** Title for people. The response then has title and details only in the fields for people. */
  userTitle?: string
  details?: string
  subcode?: number
  body?: object
}

export class GraphRefusal extends Error {
  readonly code: number
  readonly status: number
  readonly subcode: number | undefined
  readonly details: string
  readonly userTitle: string | undefined
  readonly body: object

  constructor(code: number, opts: RefusalOptions = {}) {
    const { title, details } = titleOf(code)
    super(opts.userTitle === undefined ? `(#${code}) ${opts.title ?? title}` : title)
    this.code = code
    this.status = (codes[code] ?? messageErrors[code])?.status ?? 400
    this.subcode = opts.subcode
    this.details = opts.details ?? details
    this.userTitle = opts.userTitle
    this.body = opts.body ?? {}
  }
}

/** Throws the Graph API error with this code. `title` and `details` replace its usual texts. */
export function refuse(code: number, opts: RefusalOptions = {}): never {
  throw new GraphRefusal(code, opts)
}

/** Validates a body. Throws the error code of the first problem. */
export function check<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const path = issue?.path.join('.') ?? ''
  if (issue?.code === 'custom' && issue.params !== undefined)
    return refuse(Number(issue.params.code), { details: String(issue.params.details) })
  if (issue?.code === 'unrecognized_keys')
    return refuse(100, { details: `Unexpected key '${issue.keys[0] ?? ''}' on param '${path || 'body'}'.` })
  if (issue !== undefined && valueAt(body, issue.path) === undefined)
    return refuse(131008, { details: `Parameter '${path}' is required.` })
  return refuse(131009, { details: `Parameter '${path}' is not valid: ${issue?.message ?? 'see the documentation'}.` })
}

/** Returns the value at a path in a body. Undefined there means that the parameter is missing rather than wrong. */
function valueAt(body: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], body)
}

/** A control API error, returned as `{ error: { message } }`. */
export class ControlRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Throws an error of the control API. */
export function refuseControl(status: number, message: string): never {
  throw new ControlRefusal(status, message)
}
