import { createHash, randomBytes, randomInt } from 'node:crypto'

export type SimulatedNumber = {
  phoneNumberId: string
  businessAccountId: string
  accessToken: string
  appSecret: string
  /** Format: `+1 555-2dd-dddd`. */
  displayPhoneNumber: string
  name: string
  /** Callback URL, or empty if there is none. */
  callbackUrl: string
  /** The app's callback URL, kept once the number gets another one. Updates about the account, its templates and its numbers go to it. */
  appCallbackUrl?: string | undefined
  verifyToken: string
  messagesPerSecond: number
  /** False if the number can't have groups. */
  groups?: boolean
  /** If this or any of the following lifecycle fields is absent, the number is healthy: verified, registered, green. */
  verified?: boolean
  registered?: boolean
  /** Set by the first registration with a PIN. Later registrations must use the same PIN. */
  pin?: string
  /** The last verification code and when it expires, in virtual milliseconds. */
  code?: { digits: string; untilMs: number }
  /** Times of registrations and deregistrations, in virtual milliseconds. */
  registeredAtMs?: number[]
  quality?: 'GREEN' | 'YELLOW' | 'RED'
  /** The provider's messaging limit, such as `TIER_2K`. */
  messagingLimit?: string
  /** The provider's status for a registered number. Default: `CONNECTED`. */
  status?: string
  /** Whether the account may send, regardless of the number's status. If absent, this follows from the status. */
  canSend?: string | undefined
  nameStatus?: string
  profile?: Record<string, unknown>
  /** Id of the media used as the profile picture. */
  picture?: string
  /** Templates in the business account, which only this number uses. If absent, the account has only the provider's sample. */
  templates?: SimulatedTemplate[]
  /** False if the account's app isn't subscribed, in which case nothing is reported. */
  subscribed?: boolean
  /** The account's callback URL, used if the number has none. */
  accountCallback?: { url: string; verifyToken: string }
  /** Each QR code's text, by code. */
  qrCodes?: Record<string, string>
  /** Phone numbers of blocked users, in E.164. */
  blocked?: string[]
  settings?: Record<string, unknown>
  /** Calls in the call log up to this one are of an earlier number with this id. */
  callsBefore?: number
  /** Milliseconds that this number's clock is ahead. */
  advancedMs: number
}

export type SimulatedTemplate = {
  id: string
  name: string
  language: string
  category: string
  status: string
  reason?: string
  components: { type: string; text?: string | undefined; format?: string | undefined; buttons?: unknown }[]
}

export type NumberInput = {
  name: string
  /** If this or one of the following fields is absent, the default applies or, for an existing number, its value. */
  callbackUrl?: string | undefined
  verifyToken?: string | undefined
  phoneNumberId?: string | undefined
  messagesPerSecond?: number | undefined
  groups?: boolean | undefined
  /** False if the number must first be verified and registered. This and the following fields don't change an existing number. */
  registered?: boolean | undefined
  /** False if the account's app must first be subscribed, as at the provider. */
  subscribed?: boolean | undefined
  /** Approved templates to start with, in addition to the provider's sample. */
  templates?: Pick<SimulatedTemplate, 'name' | 'language' | 'components'>[] | undefined
}

/** The sample template that the provider adds to each account. */
const helloWorld: SimulatedTemplate = {
  id: '1600000000000000',
  name: 'hello_world',
  language: 'en_US',
  category: 'UTILITY',
  status: 'APPROVED',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Hello World' },
    { type: 'BODY', text: 'Welcome and congratulations!! This message demonstrates your ability to send a message.' },
    { type: 'FOOTER', text: 'WhatsApp Business Platform sample message' },
  ],
}

/** Returns the templates of the account. An account that never changed them has only the sample. */
export const templatesOf = ({ templates = [helloWorld] }: SimulatedNumber): SimulatedTemplate[] => templates

export const standardMessagesPerSecond = 80

/** Creates a number with new credentials and a phone number that isn't in `takenPhones`. */
export function newNumber(input: NumberInput, takenPhones: ReadonlySet<string>): SimulatedNumber {
  const line = String(randomInt(0, 1_000_000)).padStart(6, '0')
  if (takenPhones.has(`+15552${line}`)) return newNumber(input, takenPhones)
  return {
    phoneNumberId: input.phoneNumberId ?? decimalId(),
    businessAccountId: decimalId(),
    accessToken: `EAA${randomBytes(48).toString('base64url')}`,
    appSecret: randomBytes(16).toString('hex'),
    displayPhoneNumber: `+1 555-2${line.slice(0, 2)}-${line.slice(2)}`,
    name: input.name,
    callbackUrl: input.callbackUrl ?? '',
    verifyToken: input.verifyToken ?? '',
    messagesPerSecond: input.messagesPerSecond ?? standardMessagesPerSecond,
    groups: input.groups ?? true,
    ...(input.registered === false && { verified: false, registered: false }),
    ...(input.subscribed === false && { subscribed: false }),
    ...(input.templates && {
      templates: [
        helloWorld,
        ...input.templates.map((each) => ({ ...each, id: decimalId(), category: 'UTILITY', status: 'APPROVED' })),
      ],
    }),
    advancedMs: 0,
  }
}

/** Returns the phone number in E.164. */
export const phoneOf = (number: SimulatedNumber): string => `+${number.displayPhoneNumber.replace(/\D/g, '')}`

/** Whether a callback field is about an account, its templates or its numbers, and not about what people do. */
export const isOfAccount = (field: string): boolean =>
  /^(account|business|message_template|template|phone_number)_|^security$/.test(field)

/**
 * Returns the callback URL for a field: of the number or else of its account or, for a field about the account, of the app. Returns an
 * empty string if there is none.
 */
export function callbackUrlOf(number: SimulatedNumber, field: string): string {
  const { callbackUrl, appCallbackUrl = callbackUrl, accountCallback, subscribed } = number
  if (subscribed === false) return ''
  if (isOfAccount(field)) return appCallbackUrl
  return callbackUrl || (accountCallback?.url ?? '')
}

/** Returns a new id of 15 digits, like those of the provider. */
const decimalId = (): string => `1${String(randomInt(0, 10 ** 14)).padStart(14, '0')}`

/** A person in a group: an E.164 phone number, or the user id of someone who hides their phone number. */
type Person = string

export type SimulatedGroup = {
  id: string
  phoneNumberId: string
  subject: string
  description?: string | undefined
  joinApproval: boolean
  inviteLink: string
  createdAtMs: number
  suspended?: boolean
  deleted?: boolean
  /** Participants, not including the number itself. */
  people: Person[]
  /** People who were removed. They can't rejoin through the link. */
  removed: Person[]
  requests: { id: string; person: Person; atMs: number }[]
}

export const groupPeopleMax = 8

/** All groups that aren't deleted. A change is in the journal once `save` returns. */
export type GroupBook = {
  get(phoneNumberId: string, id: string): SimulatedGroup | undefined
  of(phoneNumberId: string): SimulatedGroup[]
  save(group: SimulatedGroup): SimulatedGroup
}

/** Returns access to the groups that the journal had, except deleted ones. `keep` writes a saved group to the journal. */
export function openGroups(groups: Map<string, SimulatedGroup>, keep: (group: SimulatedGroup) => void): GroupBook {
  const live = (group: SimulatedGroup) => group.deleted !== true
  return {
    get: (phoneNumberId, id) => {
      const group = groups.get(id)
      return group?.phoneNumberId === phoneNumberId && live(group) ? group : undefined
    },
    of: (phoneNumberId) => [...groups.values()].filter((group) => group.phoneNumberId === phoneNumberId && live(group)),
    save: (group) => {
      keep(group)
      groups.set(group.id, group)
      return group
    },
  }
}

/**
 * Returns the provider's form of a phone number: digits without the plus. Mexican numbers get a 1, and Brazilian ones with area
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

/**
 * Returns a person's business-scoped user id. It is derived from the business account and phone number, so it is stable. `to` may also be a
 * user id already, which is returned unchanged.
 */
export function userIdOf(number: SimulatedNumber, to: string): string {
  if (!to.startsWith('+')) return to
  const digest = createHash('sha256').update(`${number.businessAccountId} ${to}`).digest()
  return `US.${digest.readBigUInt64BE().toString().padStart(20, '0')}`
}
