import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto'
import { type Counter, isoTimeSql, type Metrics, type Runtime, sql } from '@posthorn/chassis'
import { ExchangeError, type VettedFetcher } from '@posthorn/http'
import { encrypt } from 'http_ece'
import { importJWK, type JWK, SignJWT } from 'jose'
import { tokenHashOf } from '../../access/sessions/token.ts'
import type { GatewayConfig } from '../../config.ts'

type Em = Parameters<typeof sql>[0]

/** Kinds of pushes that a person can choose on a device. */
export const pushKinds = ['assigned', 'mention', 'message'] as const
export type PushKind = (typeof pushKinds)[number]

/** Where to send pushes, and the keys that encrypt them so that only the browser can read them. Stored encrypted. */
export type PushAddress = { endpoint: string; keys: { p256dh: string; auth: string } }

/** A device as its owner sees it. */
type PushDevice = { id: string; kinds: PushKind[]; showText: boolean; agent: string | null; createdAt: string }

/** Returns a subscription's id. The endpoint itself isn't used, because it is the browser's secret. */
export const subscriptionId = (endpoint: string): string => tokenHashOf(endpoint)

/** Returns the vault purpose for a subscription's address. It has the id, so that an address can't move to another one. */
export const addressPurpose = (subscriptionId: string): string => `push address ${subscriptionId}`

const devicesMax = 20
/** Days after which a subscription ends if no one has signed in with its browser. */
export const unusedPushDays = 60

type NewSubscription = {
  id: string
  person: string
  session: string
  sealed: string
  kinds: readonly PushKind[]
  showText: boolean
  agent: string
}

/** Stores a subscription, replacing this browser's earlier one. If the person has too many, ends those used longest ago. */
export async function storeSubscription(em: Em, subscription: NewSubscription): Promise<void> {
  const { id, person, session, sealed, kinds, showText, agent } = subscription
  await sql(
    em,
    `insert into push_subscription as s (id, person_id, session_id, sealed, kinds, show_text, agent) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set (person_id, session_id, sealed, kinds, show_text, agent, renewed_at)
       = (excluded.person_id, excluded.session_id, excluded.sealed, excluded.kinds, excluded.show_text, excluded.agent, now())`,
    [id, person, session, sealed, kinds, showText, agent],
  )
  await sql(
    em,
    `delete from push_subscription where id in (
       select id from push_subscription where person_id = $1 order by renewed_at desc, id offset ${devicesMax})`,
    [person],
  )
}

/**
 * Ties a browser's subscription to its new session. If the subscription isn't this person's, ends it and returns undefined, because the
 * browser is now used by someone else.
 */
export async function renewSubscription(
  em: Em,
  { id, person, session }: Pick<NewSubscription, 'id' | 'person' | 'session'>,
): Promise<PushDevice | undefined> {
  const [device] = await sql<PushDevice>(
    em,
    `update push_subscription set session_id = $3, renewed_at = now() where id = $1 and person_id = $2 returning ${deviceColumns}`,
    [id, person, session],
  )
  if (!device) await dropSubscription(em, id)
  return device
}

/** Moves the subscription of a session's browser to the session that replaces it. */
export async function keepSubscription(em: Em, fromSession: string, toSession: string): Promise<void> {
  await sql(em, 'update push_subscription set session_id = $2 where session_id = $1', [fromSession, toSession])
}

const deviceColumns = `id, kinds, show_text as "showText", agent, ${isoTimeSql('created_at')} as "createdAt"`

/** Lists a person's devices, last used first. */
export const listDevices = (em: Em, person: string): Promise<PushDevice[]> =>
  sql<PushDevice>(
    em,
    `select ${deviceColumns} from push_subscription where person_id = $1 order by renewed_at desc, id`,
    [person],
  )

/** Ends a subscription if it is this person's. */
export async function endSubscription(em: Em, person: string, id: string): Promise<void> {
  await sql(em, 'delete from push_subscription where person_id = $1 and id = $2', [person, id])
}

/** Ends anyone's subscription: its push service no longer knows it, or someone else uses the browser now. */
export async function dropSubscription(em: Em, id: string): Promise<void> {
  await sql(em, 'delete from push_subscription where id = $1', [id])
}

/** The installation's key pair for push services. It identifies the sender of all pushes to a subscription. */
type Vapid = {
  /** Public key in the form that browsers expect: an uncompressed point, base64url. */
  publicKey: string
  /** Returns the `Authorization` header for a push to this endpoint. */
  authorize(endpoint: string): Promise<string>
}

export const vapidPurpose = 'push key'
const validFor = '12h'

type Stored = { publicKey: string; sealed: string }

/** Returns the key pair, which is created at first startup. A different key pair would end all subscriptions. */
export async function openVapid({
  db,
  vault,
  config,
}: Pick<Runtime<GatewayConfig>, 'db' | 'vault' | 'config'>): Promise<Vapid> {
  const made = newKeyPair()
  const { publicKey, sealed } = await db.transaction(async (em): Promise<Stored> => {
    await sql(
      em,
      `insert into push_key (id, public_key, sealed) values ('vapid', $1, $2) on conflict (id) do nothing`,
      [made.publicKey, vault.seal(JSON.stringify(made.jwk), vapidPurpose)],
    )
    const [stored] = await sql<Stored>(em, 'select public_key as "publicKey", sealed from push_key')
    return stored as Stored
  })
  const key = await importJWK(JSON.parse(vault.open(sealed, vapidPurpose)) as JWK, 'ES256')
  const subject = subjectOf(config)
  return {
    publicKey,
    async authorize(endpoint) {
      const token = new SignJWT().setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      const claims = token.setAudience(new URL(endpoint).origin).setExpirationTime(validFor).setSubject(subject)
      return `vapid t=${await claims.sign(key)}, k=${publicKey}`
    },
  }
}

/** Creates a key pair on the curve that push services require. The public key is the uncompressed point: 4, then both coordinates. */
function newKeyPair(): { publicKey: string; jwk: JWK } {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as JWK
  const coordinate = (value = '') => Buffer.from(value, 'base64url')
  const point = Buffer.concat([Buffer.of(4), coordinate(jwk.x), coordinate(jwk.y)])
  return { publicKey: point.toString('base64url'), jwk }
}

/** Returns this sender's contact, which RFC 8292 requires: an email address or a page. If neither is set, a page that doesn't exist. */
function subjectOf({ MAIL_FROM, PUBLIC_URL }: GatewayConfig): string {
  if (MAIL_FROM) return `mailto:${MAIL_FROM.address}`
  return PUBLIC_URL?.startsWith('https:') ? PUBLIC_URL : 'https://posthorn.invalid'
}

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
type Pushed = 'sent' | 'gone' | 'refused' | 'failed'

export type Pusher = {
  /** Public key for browser subscriptions. */
  publicKey: string
  /** Fails if the push service's address isn't on the public internet. */
  vet(endpoint: string): Promise<void>
  send(address: PushAddress, content: PushContent): Promise<Pushed>
}

export type PushMetrics = Counter<'outcome'>

/** How long a push service keeps a push for a device that is off. */
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

export const createPushMetrics = (metrics: Metrics): PushMetrics =>
  metrics.counter(
    'push_total',
    'Pushes to devices by outcome: sent, failed (tried again), refused, gone (the subscription ended)',
    ['outcome'],
  )
