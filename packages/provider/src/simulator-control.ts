import { fail, failUnknown } from '@posthorn/contracts'
import { request } from 'undici'
import { asNumber, asObject, asText, itemsOf, parseJson } from './json.ts'

type SimulatedNumber = {
  phoneNumberId: string
  businessAccountId: string
  accessToken: string
  appSecret: string
  displayPhoneNumber: string
}

/** What to simulate: exactly one of these (apps/simulator/README.md). */
export type Simulation =
  | { message: SimulatedMessage }
  | { status: { message: string; status: string; error?: number } }
  | { outage: { kind: 'refuse' | 'hang' | 'error' | 'cut' | 'throttle'; seconds: number; share?: number } }
  | { advance: { seconds: number } }
  | { account: SimulatedDecision }
  | { group: SimulatedGroupPlay }
  | { change: { field: string; value?: Record<string, unknown> } }

/** The provider's decision about a number, in its own words. */
type SimulatedDecision = {
  quality?: 'GREEN' | 'YELLOW' | 'RED'
  messagingLimit?: string
  status?: string
  name?: { name: string; decision: 'APPROVED' | 'REJECTED' | 'DEFERRED' }
  template?: { name: string; status: string }
}

/** An action in a group, by people or by the provider. `group` is the provider's id. */
type SimulatedGroupPlay = {
  group: string
  action: 'follow_link' | 'withdraw' | 'leave' | 'suspend' | 'clear'
  /** Phone number, or the user id if the number is hidden. Used by the first three actions. */
  who?: string
  link?: string
}

/** A customer's message. `content` goes under the name of `type`; `extra` is added unchanged. */
type SimulatedMessage = {
  from?: string
  userId?: string
  type?: string
  text?: string
  name?: string
  replyTo?: string
  groupId?: string
  content?: unknown
  extra?: Record<string, unknown>
}

/** A send as the simulator received it. `at` is ISO 8601; `code` is the error it was refused with. */
type SimulatedCall = {
  n: number
  phoneNumberId: string
  to: string
  callbackTag: string | null
  wamid: string | null
  at: string
  accepted: boolean
  code?: number
}

/** The simulator's control API. Fails with `provider:unreachable`, `provider:refused`, or an error that names an unknown group. */
export type SimulatorControl = {
  /**
   * Creates a number whose callbacks go to `callbackUrl`. With a known `phoneNumberId`, changes that number instead; it keeps its access token, app
   * secret, registration and templates.
   */
  createNumber(input: {
    name: string
    callbackUrl: string
    verifyToken: string
    phoneNumberId?: string
    messagesPerSecond?: number
    /** False: group requests are refused with 131215, as for most numbers. */
    groups?: boolean
    /** False: the number still has to be verified and registered. */
    registered?: boolean
    /** Approved templates in addition to the provider's sample `hello_world`, with components in the provider's format. */
    templates?: { name: string; language: string; components: { type: string; text?: string; format?: string }[] }[]
  }): Promise<SimulatedNumber>
  simulate(phoneNumberId: string, body: Simulation): Promise<{ wamid?: string; [fact: string]: unknown }>
  /** Returns sends in order. Pass `next` as `after` to continue. */
  callLog(query?: { phoneNumberId?: string; after?: number }): Promise<{ entries: SimulatedCall[]; next: number }>
  deleteNumber(phoneNumberId: string): Promise<void>
}

type ControlCall = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: unknown
  /** Field that names a group. A 404 then means that the group is unknown. */
  groupField?: string | undefined
}

const timeoutMs = 15_000

export function simulatorControl({ baseUrl }: { baseUrl: string }): SimulatorControl {
  const root = `${baseUrl.replace(/\/$/, '')}/_simulator`
  const numberPath = (phoneNumberId: string) => `/numbers/${encodeURIComponent(phoneNumberId)}`
  return {
    createNumber: async (input) => asNumberMade(await call(root, { method: 'POST', path: '/numbers', body: input })),
    simulate: (phoneNumberId, body) =>
      call(root, {
        method: 'POST',
        path: `${numberPath(phoneNumberId)}/simulate`,
        body,
        groupField: groupFieldOf(body),
      }),
    callLog: async ({ phoneNumberId, after = 0 } = {}) => {
      const query = new URLSearchParams({ after: String(after), ...(phoneNumberId && { phoneNumberId }) })
      const page = await call(root, { method: 'GET', path: `/calls?${query.toString()}` })
      return { entries: itemsOf(page.entries) as SimulatedCall[], next: asNumber(page.next) ?? after }
    },
    deleteNumber: async (phoneNumberId) => {
      await call(root, { method: 'DELETE', path: numberPath(phoneNumberId) })
    },
  }
}

/** Returns the path of the field that names a group; undefined if none does. */
function groupFieldOf(body: Simulation): string | undefined {
  if ('group' in body) return 'group.group'
  return 'message' in body && body.message.groupId !== undefined ? 'message.groupId' : undefined
}

/** Calls the simulator. Its errors become errors of the catalog. */
async function call(root: string, { method, path, body, groupField }: ControlCall): Promise<Record<string, unknown>> {
  const answer = await request(`${root}${path}`, {
    method,
    signal: AbortSignal.timeout(timeoutMs),
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => fail('provider:unreachable', { cause }))
  const text = await answer.body.text().catch((cause: unknown) => fail('provider:unreachable', { cause }))
  if (answer.statusCode === 404 && groupField !== undefined) failUnknown('group:not_found', groupField)
  if (answer.statusCode > 299) fail('provider:refused', { message: refusal(text, answer.statusCode) })
  return asObject(parseJson(text)) ?? {}
}

/** Returns the message for a refused call, with the simulator's reason if it gave one. */
function refusal(text: string, status: number): string {
  const details = asText(asObject(asObject(parseJson(text))?.error)?.message)
  return details === undefined ? `The simulator answered ${status}.` : `The simulator refused: ${details}`
}

/** Reads the number that the simulator created. Refuses a response that lacks a field. */
function asNumberMade(answer: Record<string, unknown>): SimulatedNumber {
  const read = (name: keyof SimulatedNumber) =>
    asText(answer[name]) ?? fail('provider:refused', { message: `The simulator named no ${name}.` })
  return {
    phoneNumberId: read('phoneNumberId'),
    businessAccountId: read('businessAccountId'),
    accessToken: read('accessToken'),
    appSecret: read('appSecret'),
    displayPhoneNumber: read('displayPhoneNumber'),
  }
}
