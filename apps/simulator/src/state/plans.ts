/** The provider's errors for messages. A recipient's phone number can name any of them, as `errorIn` describes. */
export const messageErrors: Readonly<Record<number, { status: number; title: string }>> = {
  1: { status: 400, title: 'API unknown' },
  2: { status: 503, title: 'Service temporarily unavailable' },
  3: { status: 500, title: 'API method' },
  4: { status: 400, title: 'API too many calls' },
  10: { status: 403, title: 'Permission denied' },
  33: { status: 400, title: 'Parameter value is not valid' },
  100: { status: 400, title: 'Invalid parameter' },
  190: { status: 401, title: 'Invalid OAuth access token' },
  200: { status: 403, title: 'API permission' },
  368: { status: 403, title: 'Temporarily blocked for policies violations' },
  803: { status: 404, title: 'Some of the aliases do not exist' },
  80007: { status: 400, title: 'Rate limit issues' },
  130429: { status: 429, title: 'Rate limit hit' },
  130472: { status: 400, title: "User's number is part of an experiment" },
  130497: { status: 403, title: 'Business account is restricted from messaging users in this country' },
  131000: { status: 500, title: 'Something went wrong' },
  131005: { status: 403, title: 'Access denied' },
  131008: { status: 400, title: 'Required parameter is missing' },
  131009: { status: 400, title: 'Parameter value is not valid' },
  131016: { status: 500, title: 'Service unavailable' },
  131021: { status: 400, title: 'Recipient cannot be sender' },
  131026: { status: 400, title: 'Message undeliverable' },
  131030: { status: 400, title: 'Recipient phone number not in allowed list' },
  131031: { status: 403, title: 'Account has been locked' },
  131037: { status: 400, title: 'Display name needs approval' },
  131042: { status: 400, title: 'Business eligibility payment issue' },
  131045: { status: 500, title: 'Incorrect certificate' },
  131047: { status: 400, title: 'Re-engagement message' },
  131048: { status: 400, title: 'Spam rate limit hit' },
  131049: { status: 400, title: 'Not delivered to maintain healthy ecosystem engagement' },
  131050: { status: 400, title: 'User has stopped marketing messages' },
  131051: { status: 400, title: 'Message type unknown' },
  131052: { status: 400, title: 'Media download error' },
  131053: { status: 400, title: 'Media upload error' },
  131056: { status: 400, title: 'Pair rate limit hit' },
  131057: { status: 500, title: 'Account in maintenance mode' },
  131062: { status: 400, title: 'Business-scoped user ids are not supported for this message' },
  131064: { status: 400, title: 'Messaging limit of the account reached' },
  132000: { status: 400, title: 'Template param count mismatch' },
  132001: { status: 404, title: 'Template does not exist' },
  132005: { status: 400, title: 'Template hydrated text too long' },
  132007: { status: 400, title: 'Template format character policy violated' },
  132008: { status: 400, title: 'Template parameter value is not valid' },
  132012: { status: 400, title: 'Template parameter format mismatch' },
  132015: { status: 400, title: 'Template is paused' },
  132016: { status: 400, title: 'Template is disabled' },
  132018: { status: 400, title: "There's an issue with the parameters in your template" },
  132068: { status: 400, title: 'Flow is blocked' },
  132069: { status: 400, title: 'Flow is throttled' },
  133004: { status: 503, title: 'Server temporarily unavailable' },
  133010: { status: 400, title: 'Phone number not registered' },
  133015: { status: 400, title: 'Please wait a few minutes before attempting to register this phone number' },
  134011: { status: 400, title: 'Payments terms of service are not accepted' },
  134101: { status: 500, title: 'Template is syncing' },
  135000: { status: 400, title: 'Generic user error' },
  137000: { status: 400, title: 'Identity key mismatch' },
}

const phoneOfError = /^\+1555([12])(\d{6})$/

/**
 * Returns the error encoded in a phone number. A message to `+15551` and a six-digit code is refused with that code; a message to `+15552`
 * and a code is accepted and fails with it later.
 */
function errorIn(phone: string): { code: number; later: boolean } | undefined {
  const [, when, digits] = phoneOfError.exec(phone) ?? []
  const code = Number(digits)
  return Object.hasOwn(messageErrors, code) ? { code, later: when === '2' } : undefined
}

/** A message status: its name, its error, and its delay after acceptance, in multiples of the status delay. */
export type PlanStep = { status: 'sent' | 'delivered' | 'read' | 'failed'; after: number; code?: number }

const sent: PlanStep = { status: 'sent', after: 1 }
const delivered: PlanStep = { status: 'delivered', after: 3 }
const read: PlanStep = { status: 'read', after: 7.5 }
/** Repeats a status three times, because receivers must cope with repeated statuses. */
const thrice = (step: PlanStep, after: number): PlanStep[] => Array.from({ length: 3 }, () => ({ ...step, after }))

/** Status sequences for accepted messages, by their name in the call log. Each has at most 16 steps. */
export const plans = {
  ordinary: [sent, delivered, read],
  delivered: [sent, delivered],
  readAtOnce: [sent, read],
  reversed: [...thrice(read, 1), ...thrice(delivered, 3), ...thrice(sent, 7.5)],
  undeliverable: [{ status: 'failed', after: 3, code: 131026 }],
  windowClosed: [{ status: 'failed', after: 3, code: 131047 }],
  /** `stepsOf` adds the only step, which has the call's error. */
  failing: [],
  silent: [],
} satisfies Record<string, PlanStep[]>

export type PlanName = keyof typeof plans

/** Returns the statuses that follow an accepted call. */
export function stepsOf({ plan, code }: { plan: PlanName; code?: number }): readonly PlanStep[] {
  return plan === 'failing' && code !== undefined ? [{ status: 'failed', after: 3, code }] : plans[plan]
}

/** A recipient's behavior: the response, and the plan after acceptance. */
export type Treatment = {
  plan: PlanName
  /** Accepts the message but delays the response. The statuses aren't delayed. */
  slow?: boolean
  /** Accepts the message, then closes the connection without a response. */
  cut?: boolean
  /** Refuses with this code: always, or only for the first `tries` calls of a message. */
  refuse?: { code: number; tries?: number }
  /** Error code of the status after acceptance, for the plan `failing`. */
  fails?: number
}

const magicPrefix = '+1555010'

/** The magic recipients: `+1555010` followed by these four digits. README.md has the same table in words. */
const magicRecipients: Readonly<Record<string, Treatment>> = {
  '0001': { plan: 'delivered' },
  '0002': { plan: 'undeliverable' },
  '0003': { plan: 'ordinary', slow: true },
  '0004': { plan: 'ordinary', cut: true },
  '0005': { plan: 'silent', cut: true },
  '0006': { plan: 'reversed' },
  '0007': { plan: 'ordinary', refuse: { code: 130429, tries: 3 } },
  '0008': { plan: 'windowClosed' },
  '0009': { plan: 'silent', refuse: { code: 131026 } },
  '0010': { plan: 'ordinary', refuse: { code: 131000, tries: 2 } },
  '0011': { plan: 'readAtOnce' },
  '0012': { plan: 'silent', refuse: { code: 190 } },
  '0013': { plan: 'silent' },
  '0014': { plan: 'silent', refuse: { code: 131047 } },
}

const ordinary: Treatment = { plan: 'ordinary' }

/** Returns a recipient's behavior by E.164 phone number or user id. Recipients that aren't magic behave normally. */
export function treatmentOf(to: string): Treatment {
  const error = errorIn(to)
  if (error) return error.later ? { plan: 'failing', fails: error.code } : { plan: 'silent', refuse: error }
  if (!to.startsWith(magicPrefix)) return ordinary
  return magicRecipients[to.slice(magicPrefix.length)] ?? ordinary
}
