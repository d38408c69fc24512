import { createHash } from 'node:crypto'
import { isValidPhoneNumber } from 'libphonenumber-js/min'
import type { SimulatedNumber } from '../state/numbers.ts'
import { refuse } from './reply.ts'

/** A message's recipient. If `doomed`, the message is accepted, then reported as undeliverable. `input` is what the caller wrote. */
export type Recipient = { input: string; to: string; doomed: boolean }

const countryCode = '1'

/**
 * Parses `to` or `recipient` like the provider. `to` takes precedence; `recipient` must be a user id. In `to`,
 * punctuation is removed and digits that aren't a complete international number get the sender's country code. A user id in `to` is reduced
 * to its digits and never arrives. `isCustomer` recognizes the phone numbers of customers who have written before, so that replies to their
 * `from` reach them.
 */
export function readRecipient(
  body: { to?: string | undefined; recipient?: string | undefined },
  isCustomer: (phone: string) => boolean = () => false,
): Recipient {
  if (body.to === undefined) {
    const input = body.recipient ?? refuse(131008, { details: "Parameter 'to' is required." })
    if (!isUserId(input)) refuse(131009, { details: "Parameter 'recipient' must be a user id." })
    return { input, to: input, doomed: false }
  }
  const input = body.to
  if (isUserId(input)) return { input, to: `+${input.replace(/\D/g, '').slice(0, 15)}`, doomed: true }
  const bare = input.replace(/[\s()-]/g, '')
  const isComplete = bare.startsWith('+') || isInternational(bare) || isCustomer(`+${bare}`)
  const digits = isComplete ? bare.replace('+', '') : `${countryCode}${bare}`
  const form = isCustomer(`+${digits}`) ? /^\d{5,15}$/ : /^[1-9]\d{4,14}$/
  if (!form.test(digits)) refuse(131009, { details: "Parameter 'to' is not a phone number." })
  return { input, to: `+${digits}`, doomed: false }
}

/** Returns whether digits without a plus are a complete international number: a valid one, or any in the sender's numbering plan. */
function isInternational(digits: string): boolean {
  return /^1[2-9]\d{9}$/.test(digits) || isValidPhoneNumber(`+${digits}`)
}

/**
 * Returns the provider's form of a phone number: digits without the plus. Mexican mobile numbers get a 1, and Brazilian ones with area
 * codes from 31 lose their ninth digit, so `wa_id` may differ from the input.
 */
export function waIdOf(phone: string): string {
  const digits = phone.slice(1)
  const mexican = /^52(\d{10})$/.exec(digits)
  if (mexican) return `521${mexican[1]}`
  const brazilian = /^55([3-9]\d)9(\d{8})$/.exec(digits)
  if (brazilian) return `55${brazilian[1]}${brazilian[2]}`
  return digits
}

/** Returns whether a recipient is a business-scoped user id, such as `US.13491208655302741918`: a country, perhaps `ENT.`, and an id. */
function isUserId(value: string): boolean {
  return /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/.test(value)
}

/**
 * Returns a person's business-scoped user id. It is derived from the business account and phone number, so it is stable. `to` may also be a
 * user id already, which is returned unchanged.
 */
export function userIdOf(number: SimulatedNumber, to: string): string {
  if (!to.startsWith('+')) return to
  const digest = createHash('sha256').update(`${number.businessAccountId} ${to}`).digest()
  return `US.${digest.readBigUInt64BE().toString().padStart(20, '0')}`
}
