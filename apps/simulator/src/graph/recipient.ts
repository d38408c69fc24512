import { isValidPhoneNumber } from 'libphonenumber-js/min'
import { refuse } from './error-codes.ts'

/** A message's recipient. `doomed`: accepted, then reported undeliverable. `input`: as the caller wrote it. */
export type Recipient = { input: string; to: string; doomed: boolean }

const countryCode = '1'

/**
 * Parses `to` or `recipient` like the provider (cloud-api.md 2.1): `recipient` is a user id. In `to`, punctuation is removed, digits that aren't a
 * whole international number get the sender's country code, and a user id is reduced to its digits and never arrives. `to` wins over `recipient`.
 * `isCustomer`: phones that have written before, so that their `from` reaches them.
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
  const isWhole = bare.startsWith('+') || isInternational(bare) || isCustomer(`+${bare}`)
  const digits = isWhole ? bare.replace('+', '') : `${countryCode}${bare}`
  const form = isCustomer(`+${digits}`) ? /^\d{5,15}$/ : /^[1-9]\d{4,14}$/
  if (!form.test(digits)) refuse(131009, { details: "Parameter 'to' is not a phone number." })
  return { input, to: `+${digits}`, doomed: false }
}

/** Whether digits without a plus are a whole number: a valid one, or one of the sender's numbering plan, valid or not. */
function isInternational(digits: string): boolean {
  return /^1[2-9]\d{9}$/.test(digits) || isValidPhoneNumber(`+${digits}`)
}

/**
 * The provider's form of a phone: digits without plus. Mexican mobile numbers get a 1, Brazilian ones with area codes from 31 lose their ninth digit,
 * so `wa_id` may differ from the input (cloud-api.md 2.1).
 */
export function waIdOf(phone: string): string {
  const digits = phone.slice(1)
  const mexican = /^52(\d{10})$/.exec(digits)
  if (mexican) return `521${mexican[1]}`
  const brazilian = /^55([3-9]\d)9(\d{8})$/.exec(digits)
  if (brazilian) return `55${brazilian[1]}${brazilian[2]}`
  return digits
}

function isUserId(value: string): boolean {
  return /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/.test(value)
}
