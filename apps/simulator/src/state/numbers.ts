import { randomBytes, randomInt } from 'node:crypto'

/** A business number of the simulator, as kept in the journal. */
export type SimulatedNumber = {
  phoneNumberId: string
  businessAccountId: string
  accessToken: string
  appSecret: string
  /** `+1 555-2dd-dddd`. */
  displayPhoneNumber: string
  name: string
  /** The address of callbacks; empty: none. */
  callbackUrl: string
  verifyToken: string
  messagesPerSecond: number
  /** False: it may have no groups. */
  groups?: boolean
  /** Of the lifecycle below, what is absent is as with a number in good order: verified, registered, green. */
  verified?: boolean
  registered?: boolean
  /** Set by the first registration that names one; later ones must name the same. */
  pin?: string
  /** The code that was sent last, and until when it is good, in virtual milliseconds. */
  code?: { digits: string; untilMs: number }
  /** Times of registration and deregistration, in virtual milliseconds. */
  registeredAtMs?: number[]
  quality?: 'GREEN' | 'YELLOW' | 'RED'
  /** The provider's word, such as `TIER_2K`. */
  messagingLimit?: string
  /** The provider's word for a number that is registered; `CONNECTED` by default. */
  status?: string
  nameStatus?: string
  profile?: Record<string, unknown>
  /** Media that the profile shows as its picture. */
  picture?: string
  /** Of its business account, which each number has for itself; absent: the sample of the provider. */
  templates?: SimulatedTemplate[]
  /** False: the app of its account is not subscribed, and nothing is reported. */
  subscribed?: boolean
  /** The address that its account has for callbacks; used while the number has none of its own. */
  accountCallback?: { url: string; verifyToken: string }
  /** Text of each QR code. */
  qrCodes?: Record<string, string>
  /** Phones of users who are blocked, in E.164. */
  blocked?: string[]
  settings?: Record<string, unknown>
  /** Milliseconds that this number's clock was put forward. */
  advancedMs: number
}

/** A template that was handed in. */
export type SimulatedTemplate = {
  id: string
  name: string
  language: string
  category: string
  status: string
  reason?: string
  components: { type: string; text?: string | undefined; format?: string | undefined; buttons?: unknown }[]
}

/** The facts that the maker of a number chooses. */
export type NumberInput = {
  name: string
  /** Absent, here and below: the usual one, or for a number that exists the one it has. */
  callbackUrl?: string | undefined
  verifyToken?: string | undefined
  phoneNumberId?: string | undefined
  messagesPerSecond?: number | undefined
  groups?: boolean | undefined
  /** False: it has yet to be verified and registered. */
  registered?: boolean | undefined
  /** Approved templates that the number has from the beginning, beside the sample of the provider. */
  templates?: Pick<SimulatedTemplate, 'name' | 'language' | 'components'>[] | undefined
}

/** The template that the provider gives each account as a sample. */
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

/** Returns the templates of the account of a number. */
export function templatesOf({ templates = [helloWorld] }: SimulatedNumber): SimulatedTemplate[] {
  return templates
}

const standardMessagesPerSecond = 80

/** Makes a number with fresh credentials and a phone that is not among those `taken`. */
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

/** The number's own phone in E.164. */
export function phoneOf(number: SimulatedNumber): string {
  return `+${number.displayPhoneNumber.replace(/\D/g, '')}`
}

/** The address that callbacks of the number go to: its own, or the one of its account; empty: none. */
export function callbackUrlOf({ callbackUrl, accountCallback, subscribed }: SimulatedNumber): string {
  if (subscribed === false) return ''
  return callbackUrl || (accountCallback?.url ?? '')
}

function decimalId(): string {
  return `1${String(randomInt(0, 10 ** 14)).padStart(14, '0')}`
}
