import { createHmac } from 'node:crypto'
import { type Credentials, credentialsOf } from './numbers.ts'
import type { RunningSystem } from './running-system.ts'

export type CallbackTarget = Credentials & { number: string; url: string }

type Written = Record<string, unknown>

/** Returns a number's callback URL and secrets; by default, the first number's. */
export async function callbackTargetOf(
  system: RunningSystem,
  { number = system.account.number, key }: { number?: string; key?: string } = {},
): Promise<CallbackTarget> {
  const credentials = await credentialsOf(system, number, key === undefined ? {} : { key })
  return { ...credentials, number, url: `${system.url}/callbacks/${number}` }
}

/** Posts a callback with the signature that the provider would compute. Returns the status, or 0 if there is no response. */
export async function postSigned({ url, appSecret }: CallbackTarget, raw: string): Promise<number> {
  const signature = createHmac('sha256', appSecret).update(raw).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
  const answer = await fetch(url, { method: 'POST', headers, body: raw }).catch(() => undefined)
  // A body that is not read would keep its connection from being used again.
  await answer?.arrayBuffer().catch(() => undefined)
  return answer?.status ?? 0
}

let wamids = 0

/** Returns a new message id in the provider's format. */
export const newWamid = (): string => `wamid.${Buffer.from(`proof ${process.pid} ${++wamids}`).toString('base64')}`

/** Returns a text message from a customer in the format of the provider. `more` overrides fields. */
export function textMessage(body: string, more: Written = {}): Written {
  const timestamp = String(Math.floor(Date.now() / 1000))
  return { from: '4915112340000', id: newWamid(), timestamp, type: 'text', text: { body }, ...more }
}

/** Returns a callback body as the provider sends it, with escaped slashes, so that parsing and reserializing would change its bytes. */
export function callbackOf(target: Pick<CallbackTarget, 'businessAccountId'>, values: unknown[]): string {
  const changes = values.map((value) => ({ value, field: 'messages' }))
  const body = { object: 'whatsapp_business_account', entry: [{ id: target.businessAccountId, changes }] }
  return JSON.stringify(body).replaceAll('/', '\\/')
}

/** Returns a callback that reports messages from customers to this number. */
export const messagesTo = (target: CallbackTarget, messages: unknown[]): string =>
  callbackOf(target, [
    {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: '15552000000', phone_number_id: target.phoneNumberId },
      contacts: [{ profile: { name: 'Ada' }, wa_id: '4915112340000' }],
      messages,
    },
  ])
