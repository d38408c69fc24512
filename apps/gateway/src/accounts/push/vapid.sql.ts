import { generateKeyPairSync } from 'node:crypto'
import { type Runtime, sql } from '@posthorn/chassis'
import { importJWK, type JWK, SignJWT } from 'jose'
import type { GatewayConfig } from '../../config.ts'

/** The installation's key pair for push services, who recognize it as the sender of all pushes to a subscription. */
export type Vapid = {
  /** Public key as browsers take it: an uncompressed point, base64url. */
  publicKey: string
  /** Returns the `Authorization` header of a push to this endpoint. */
  authorize(endpoint: string): Promise<string>
}

export const vapidPurpose = 'push key'
const validFor = '12h'

type Stored = { publicKey: string; sealed: string }

/** Returns the key pair, which the first start creates. Another one would end all subscriptions. */
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

function newKeyPair(): { publicKey: string; jwk: JWK } {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as JWK
  const coordinate = (value = '') => Buffer.from(value, 'base64url')
  const point = Buffer.concat([Buffer.of(4), coordinate(jwk.x), coordinate(jwk.y)])
  return { publicKey: point.toString('base64url'), jwk }
}

/** Returns whom a push service can write to about this sender: an address or a page, as RFC 8292 says. */
function subjectOf({ MAIL_FROM, PUBLIC_URL }: GatewayConfig): string {
  if (MAIL_FROM) return `mailto:${MAIL_FROM.address}`
  return PUBLIC_URL?.startsWith('https:') ? PUBLIC_URL : 'https://posthorn.invalid'
}
