import { createHmac } from 'node:crypto'
import { type Credentials, credentialsOf, type RunningSystem } from '@posthorn/testkit/system'

export type CallbackTarget = Credentials & { number: string; url: string }

export type Written = Record<string, unknown>

/** Returns a number's callback URL and secrets; by default, the first number's. */
export async function callbackTargetOf(
  system: RunningSystem,
  { number = system.account.number, key }: { number?: string; key?: string } = {},
): Promise<CallbackTarget> {
  const credentials = await credentialsOf(system, number, key === undefined ? {} : { key })
  return { ...credentials, number, url: `${system.url}/callbacks/${number}` }
}

/** Returns the signature that the provider sends in `X-Hub-Signature-256`. */
export const sign = (raw: Buffer | string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`

/** Posts a body. Returns the status, or 0 if there is no response. */
export async function post(url: string, raw: Buffer | string, signature?: string): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    ...(signature === undefined ? {} : { 'x-hub-signature-256': signature }),
  }
  const answer = await fetch(url, { method: 'POST', headers, body: raw }).catch(() => undefined)
  await answer?.arrayBuffer().catch(() => undefined)
  return answer?.status ?? 0
}

/** Posts a callback with the signature that the provider would compute. Returns the status. */
export const postSigned = (target: CallbackTarget, raw: Buffer | string): Promise<number> =>
  post(target.url, raw, sign(raw, target.appSecret))

let written = 0

/** Returns a new message id as the provider makes them. */
export const newWamid = (): string => `wamid.${Buffer.from(`proof ${process.pid} ${++written}`).toString('base64')}`

/** Returns a text message from a customer in the format of the provider. `more` overrides fields. */
export function textMessage(body: string, more: Written = {}): Written {
  const timestamp = String(Math.floor(Date.now() / 1000))
  return { from: '4915112340000', id: newWamid(), timestamp, type: 'text', text: { body }, ...more }
}

/** Returns the value of a change, which has the messages and the number that they were sent to. */
export function valueOf(phoneNumberId: string, messages: unknown[]): Written {
  return {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15552000000', phone_number_id: phoneNumberId },
    contacts: [{ profile: { name: 'Ada' }, wa_id: '4915112340000' }],
    messages,
  }
}

/** Returns a callback body as the provider sends it, with escaped slashes, so that parsing and reserializing would change its bytes. */
export function callbackOf(
  target: Pick<CallbackTarget, 'businessAccountId'>,
  values: unknown[],
  field = 'messages',
): string {
  const changes = values.map((value) => ({ value, field }))
  const body = { object: 'whatsapp_business_account', entry: [{ id: target.businessAccountId, changes }] }
  return JSON.stringify(body).replaceAll('/', '\\/')
}

/** Returns a callback that reports messages from customers to this number. */
export const messagesTo = (target: CallbackTarget, messages: unknown[]): string =>
  callbackOf(target, [valueOf(target.phoneNumberId, messages)])
