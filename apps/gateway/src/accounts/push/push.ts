import { createECDH, randomBytes } from 'node:crypto'
import type { Counter, Metrics } from '@posthorn/chassis'
import { ExchangeError, type VettedFetcher } from '@posthorn/http'
import { encrypt } from 'http_ece'
import type { PushAddress, PushKind, Vapid } from './subscriptions.sql.ts'

/** Content of a push. Contains the chat's name and the text only if the device's owner wants them on the screen. */
export type PushContent = {
  kind: PushKind
  count: number
  workspace: string
  chat: string | null
  name: string | null
  text: string | null
}

/** `gone`: the browser has ended the subscription. `refused`: retrying won't help. `failed`: retrying may help. */
export type Pushed = 'sent' | 'gone' | 'refused' | 'failed'

export type Pusher = {
  /** Public key for browser subscriptions. */
  publicKey: string
  /** Fails if the push service's address isn't on the public internet. */
  vet(endpoint: string): Promise<void>
  send(address: PushAddress, content: PushContent): Promise<Pushed>
}

export type PushMetrics = Counter<'outcome'>

const keptSeconds = 3_600
const timeoutMs = 20_000
const saltBytes = 16

/** Creates the push sender. The content is encrypted for the browser. Push services see only our contact address or public URL. */
export function createPusher(vapid: Vapid, fetcher: VettedFetcher): Pusher {
  return {
    publicKey: vapid.publicKey,
    vet: (endpoint) => fetcher.vet(endpoint),
    async send({ endpoint, keys }, content) {
      const body = sealed(Buffer.from(JSON.stringify(content)), keys)
      const headers = {
        Authorization: await vapid.authorize(endpoint),
        'Content-Type': 'application/octet-stream',
        'Content-Encoding': 'aes128gcm',
        TTL: String(keptSeconds),
        Urgency: 'high',
      }
      try {
        const { status } = await fetcher.request({ url: endpoint, method: 'POST', headers, body, timeoutMs })
        return outcomeOf(status)
      } catch (err) {
        if (err instanceof ExchangeError) return err.reason === 'not_allowed' ? 'refused' : 'failed'
        throw err
      }
    },
  }
}

/** Encrypts a push with the browser's public key and a new key pair (RFC 8291), so that the push service cannot read it. */
function sealed(plain: Buffer, { p256dh, auth }: PushAddress['keys']): Buffer {
  const privateKey = createECDH('prime256v1')
  privateKey.generateKeys()
  const salt = randomBytes(saltBytes)
  return encrypt(plain, { version: 'aes128gcm', privateKey, dh: p256dh, authSecret: auth, salt })
}

/** Returns what a push service's status means: 404 and 410 say that the subscription ended, 429 and 5xx that it may work later. */
function outcomeOf(status: number): Pushed {
  if (status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status === 429 || status >= 500 ? 'failed' : 'refused'
}

export function createPushMetrics(metrics: Metrics): PushMetrics {
  return metrics.counter(
    'push_total',
    'Pushes to devices by outcome: sent, failed (tried again), refused, gone (the subscription ended)',
    ['outcome'],
  )
}
