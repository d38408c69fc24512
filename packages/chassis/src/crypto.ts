import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { fail } from '@posthorn/contracts'
import canonicalize from 'canonicalize'

/** Encrypts, signs and derives keys with the operator's versioned master keys. */
export type Vault = {
  /** Encrypts with AES-256-GCM under the newest master key. Decryption requires the same `purpose`. Format: `v1.<key version>.<base64url>`. */
  seal(plaintext: string | Buffer, purpose: string): string
  /** Decrypts with the key version named in the text. Throws if the key, purpose, or bytes don't match. */
  open(sealed: string, purpose: string): string
  /** Like `open`, for bytes. */
  openBytes(sealed: string, purpose: string): Buffer
  /** Returns a 32-byte key for a purpose. The key stays the same when master keys are rotated. */
  derive(purpose: string): KeyObject
  /** Version of the newest master key, which encrypts. */
  current: string
  /** Older master keys, which only decrypt and verify. `check` distinguishes each from another key with the same version. */
  older: { version: string; check: string }[]
  /** Returns whether a text is encrypted under the newest master key. */
  isCurrent(sealed: string): boolean
  /** Signs a value for this scope under the newest master key. The holder can read the value, but not change it. */
  sign(value: string, scope: string): string
  /** Returns the signed value, or null if it wasn't signed for this scope under one of the master keys. */
  verify(signed: string, scope: string): string | null
}

/** Parses `MASTER_KEYS` into keys by version, newest first. */
export const parseMasterKeys = (masterKeys: string): Map<string, Buffer> =>
  new Map(
    masterKeys.split(',').map((pair) => {
      const [version, key] = pair.split(':') as [string, string]
      return [version, Buffer.from(key, 'base64')]
    }),
  )

/** Returns a value that identifies a master key without revealing anything about it. */
export const checkOf = (key: Buffer): string =>
  createHmac('sha256', key).update('posthorn master key').digest('base64url').slice(0, 22)

/**
 * Creates a vault with `MASTER_KEYS`. The first key encrypts and signs; the others only decrypt and verify. `root`: what `derive` uses, which
 * `openVault` stores so that the oldest master key can be retired. By default, the oldest master key.
 */
export function createVault(masterKeys: string, root?: Buffer): Vault {
  const bytes = parseMasterKeys(masterKeys)
  // A raw key would be imported again for each use (measured: 11 µs instead of 2 µs for a short string).
  const keys = new Map([...bytes].map(([version, key]) => [version, createSecretKey(key)]))
  const newest = [...bytes.keys()][0] as string
  const source = root ?? ([...bytes.values()].at(-1) as Buffer)
  const deriveFrom = (secret: Buffer, purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `posthorn ${purpose}`, 32)))
  const signingKeys = [...bytes.values()].map((key) => deriveFrom(key, 'signed values'))
  // 96 bits can't be guessed, and keep signed values short.
  const macUnder = (key: KeyObject, value: string, scope: string) =>
    createHmac('sha256', key).update(`${scope}\n${value}`).digest().subarray(0, 12).toString('base64url')
  return {
    seal: (plaintext, purpose) => seal(plaintext, purpose, { version: newest, key: keys.get(newest) as KeyObject }),
    open: (sealed, purpose) => open(sealed, purpose, keys).toString('utf8'),
    openBytes: (sealed, purpose) => open(sealed, purpose, keys),
    derive: (purpose) => deriveFrom(source, purpose),
    current: newest,
    older: [...bytes].slice(1).map(([version, key]) => ({ version, check: checkOf(key) })),
    isCurrent: (sealed) => sealed.startsWith(`v1.${newest}.`),
    sign: (value, scope) =>
      `${Buffer.from(value).toString('base64url')}.${macUnder(signingKeys[0] as KeyObject, value, scope)}`,
    verify(signed, scope) {
      const [encoded, given, ...rest] = signed.split('.')
      if (!encoded || !given || rest.length > 0) return null
      const value = Buffer.from(encoded, 'base64url').toString()
      return signingKeys.some((key) => sameText(given, macUnder(key, value, scope))) ? value : null
    },
  }
}

/** Encrypts with a random IV. The result contains the key version, the IV, the ciphertext and the authentication tag. */
function seal(plaintext: string | Buffer, purpose: string, { version, key }: { version: string; key: KeyObject }) {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose))
  const encrypted = cipher.update(typeof plaintext === 'string' ? Buffer.from(plaintext) : plaintext)
  const body = Buffer.concat([iv, encrypted, cipher.final(), cipher.getAuthTag()])
  return `v1.${version}.${body.toString('base64url')}`
}

/** Decrypts a sealed text with the key version that it names. */
function open(sealed: string, purpose: string, keys: Map<string, KeyObject>): Buffer {
  const [form, version, encoded] = sealed.split('.')
  const key = keys.get(version ?? '')
  if (form !== 'v1' || !key || !encoded) throw new Error(`no master key of version ${version ?? '?'} to open a secret`)
  const body = Buffer.from(encoded, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, 12)).setAAD(Buffer.from(purpose))
  decipher.setAuthTag(body.subarray(-16))
  return Buffer.concat([decipher.update(body.subarray(12, -16)), decipher.final()])
}

/** Compares in constant time, so that response times don't reveal how much of a guessed secret is right. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Opaque, signed list cursors, bound to a workspace and list. */
export type Cursors = { give(position: string[]): string; take(cursor: string): string[] }

/** Creates cursors for one list in one workspace. Forged ones, or those of another list or workspace, are refused: `cursor:invalid`. */
export function cursorsFor(vault: Vault, scope: string): Cursors {
  return {
    give: (position) => vault.sign(JSON.stringify(position), `cursor ${scope}`),
    take(cursor) {
      const value = vault.verify(cursor, `cursor ${scope}`)
      if (value === null)
        fail('cursor:invalid', {
          errors: [
            { path: 'cursor', code: 'cursor:invalid', message: 'is not a cursor of this list; start again without it' },
          ],
        })
      return JSON.parse(value) as string[]
    },
  }
}

/**
 * Returns canonical JSON (RFC 8785): equal values produce equal bytes, regardless of key order. For hashes that are compared
 * later: fingerprints of idempotency keys, and audit entries.
 */
export const canonicalJson = (value: unknown): string => canonicalize(value) ?? ''
