import { messageErrors } from './provider-errors.ts'

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
export const stepsOf = ({ plan, code }: { plan: PlanName; code?: number }): readonly PlanStep[] =>
  plan === 'failing' && code !== undefined ? [{ status: 'failed', after: 3, code }] : plans[plan]

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
