import { randomBytes, randomInt } from 'node:crypto'

/** A number of the simulator, as stored in the journal. */
export type SimulatedNumber = {
  phoneNumberId: string
  businessAccountId: string
  accessToken: string
  appSecret: string
  /** `+1 555-2dd-dddd`. */
  displayPhoneNumber: string
  name: string
  /** Callback URL; empty: none. */
  callbackUrl: string
  verifyToken: string
  messagesPerSecond: number
  /** False: it can't have groups. */
  groups?: boolean
  /** Lifecycle fields below: an absent one has the value of a healthy number: verified, registered, green. */
  verified?: boolean
  registered?: boolean
  /** Set by the first registration with a PIN; later ones must have the same. */
  pin?: string
  /** The last code, and until when it is valid, in virtual milliseconds. */
  code?: { digits: string; untilMs: number }
  /** Times of registrations and deregistrations, in virtual milliseconds. */
  registeredAtMs?: number[]
  quality?: 'GREEN' | 'YELLOW' | 'RED'
  /** The provider's value, such as `TIER_2K`. */
  messagingLimit?: string
  /** The provider's status of a registered number; default: `CONNECTED`. */
  status?: string
  nameStatus?: string
  profile?: Record<string, unknown>
  /** Media shown as profile picture. */
  picture?: string
  /** Of its business account, which is its own; absent: the provider's sample. */
  templates?: SimulatedTemplate[]
  /** False: its account's app is not subscribed, and nothing is reported. */
  subscribed?: boolean
  /** Its account's callback URL, used while the number has none. */
  accountCallback?: { url: string; verifyToken: string }
  /** Text of each QR code. */
  qrCodes?: Record<string, string>
  /** Phones of blocked users, in E.164. */
  blocked?: string[]
  settings?: Record<string, unknown>
  /** How far this number's clock was advanced, in milliseconds. */
  advancedMs: number
}

/** A submitted template. */
export type SimulatedTemplate = {
  id: string
  name: string
  language: string
  category: string
  status: string
  reason?: string
  components: { type: string; text?: string | undefined; format?: string | undefined; buttons?: unknown }[]
}

/** Options of a new number. */
export type NumberInput = {
  name: string
  /** Absent, here and below: the default, or an existing number's value. */
  callbackUrl?: string | undefined
  verifyToken?: string | undefined
  phoneNumberId?: string | undefined
  messagesPerSecond?: number | undefined
  groups?: boolean | undefined
  /** False: it must be verified and registered first. */
  registered?: boolean | undefined
  /** Approved templates that the number starts with, in addition to the provider's sample. */
  templates?: Pick<SimulatedTemplate, 'name' | 'language' | 'components'>[] | undefined
}

/** The provider's sample template in each account. */
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

export function templatesOf({ templates = [helloWorld] }: SimulatedNumber): SimulatedTemplate[] {
  return templates
}

const standardMessagesPerSecond = 80

/** Creates a number with new credentials and a phone that isn't among those `taken`. */
export function newNumber(input: NumberInput, taken: ReadonlySet<string>): SimulatedNumber {
  const line = String(randomInt(0, 1_000_000)).padStart(6, '0')
  if (taken.has(`+15552${line}`)) return newNumber(input, taken)
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
    ...(input.templates && {
      templates: [
        helloWorld,
        ...input.templates.map((each) => ({ ...each, id: decimalId(), category: 'UTILITY', status: 'APPROVED' })),
      ],
    }),
    advancedMs: 0,
  }
}

/** The number's phone in E.164. */
export function phoneOf(number: SimulatedNumber): string {
  return `+${number.displayPhoneNumber.replace(/\D/g, '')}`
}

/** The number's callback URL: its own, or its account's; empty: none. */
export function callbackUrlOf({ callbackUrl, accountCallback, subscribed }: SimulatedNumber): string {
  if (subscribed === false) return ''
  return callbackUrl || (accountCallback?.url ?? '')
}

function decimalId(): string {
  return `1${String(randomInt(0, 10 ** 14)).padStart(14, '0')}`
}
