import { createHmac, hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Database, putBounded, sameText, type Vault } from '@posthorn/chassis'
import type { Id, KeyScope, PhoneCountries, Role } from '@posthorn/contracts'
import { countriesOf } from '../../accounts/person.sql.ts'
import { ApiKey } from '../../entities/workspace.ts'
import { type AddressSet, addressSet } from './address.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const prefixes = { live: 'ph_live_', test: 'ph_test_' } as const
/** Length of the part of a key that is not secret. */
export const publicIdCharacters = 12
const secretCharacters = 36
const checksumCharacters = 6
const pattern = /^ph_(?:live|test)_([0-9A-Za-z]{12})_([0-9A-Za-z]{36,64})([0-9A-Za-z]{6})$/

/** A new key: the text shown once to its owner, and its parts. */
type NewKey = { key: string; publicId: string; secret: string }

/** Returns uniformly distributed random base62 text. */
function randomText(characters: number): string {
  let text = ''
  while (text.length < characters) {
    for (const byte of randomBytes(characters)) {
      // 248 is the largest multiple of 62 that fits in a byte. Higher values would favor some characters.
      if (byte < 248 && text.length < characters) text += alphabet.charAt(byte % 62)
    }
  }
  return text
}

/** Returns the CRC32 of a text, encoded in base62. It exposes typos and guesses without a database lookup. */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let checksum = ''
  for (let i = 0; i < checksumCharacters; i++) {
    checksum = alphabet.charAt(rest % 62) + checksum
    rest = Math.floor(rest / 62)
  }
  return checksum
}

/** Creates a key: `ph_live_<12 public>_<36 secret><6 checksum>`, 63 characters with 214 secret bits. Test keys start with `ph_test_`. */
export function newKey(isTest = false): NewKey {
  const publicId = randomText(publicIdCharacters)
  const secret = randomText(secretCharacters)
  const body = `${hintOf(publicId, isTest)}_${secret}`
  return { key: body + checksumOf(body), publicId, secret }
}

/** Parses a key. Returns null if its format or checksum is wrong, before a query is spent on it. */
export function parseKey(key: string): { publicId: string; secret: string } | null {
  const [, publicId, secret] = pattern.exec(key) ?? []
  if (!publicId || !secret) return null
  return checksumOf(key.slice(0, -checksumCharacters)) === key.slice(-checksumCharacters) ? { publicId, secret } : null
}

/** Returns the public part of a key, as shown in lists. */
export const hintOf = (publicId: string, isTest = false): string => prefixes[isTest ? 'test' : 'live'] + publicId

/** The owner of a valid key, or the member of an open session. */
export type Caller = {
  workspace: string
  /** Id of the key or session that requests are counted for. */
  key: string
  /** The session's member; absent for a key. */
  member?: { id: string; role: Role; hasConfirmed: boolean }
  name: string
  scopes: KeyScope[]
  /** Numbers that the key or member is restricted to. */
  numbers?: Id<'num'>[]
  /** Countries to assume for phone numbers in national format. */
  countries?: PhoneCountries
  /** IP addresses from which the key may be used. */
  from?: AddressSet
}

/** A valid key's caller, or why the key was refused. `unknown`: malformed, nonexistent, revoked, or with a wrong secret. */
export type Authentication = { caller: Caller } | { refused: 'unknown' | 'expired' }

/** How long a revoked key is still accepted if its revocation event is lost. */
const validForMs = 5_000
/** How long a key counts as unknown. This is less time than a person needs to copy a new key. */
const unknownForMs = 5_000
const cachedKeysMax = 50_000

type CachedKey = {
  caller: Caller
  secretHmac: string
  expiresAtMs: number
  validUntilMs: number
  /** SHA-256 of the key that was last verified. Comparing it costs a fifth of an HMAC. */
  provenSha256?: string
}

const unknown: Authentication = { refused: 'unknown' }

/** Caches keys, and which ones are unknown, for a few seconds, which saves a database read per request. */
export class Keyring {
  readonly #db: Database
  readonly #pepper: ReturnType<Vault['derive']>
  readonly #now: () => number
  readonly #cached = new Map<string, CachedKey>()
  readonly #unknownUntilMs = new Map<string, number>()
  readonly #lookups = new Map<string, Promise<CachedKey | null>>()

  constructor({ db, vault, now = () => performance.now() }: { db: Database; vault: Vault; now?: () => number }) {
    this.#db = db
    this.#pepper = vault.derive('api keys')
    this.#now = now
  }

  /** Returns a secret's stored form. A reader of the database can't check guesses against it, because its key is stored encrypted. */
  hmacOf = (secret: string) => createHmac('sha256', this.#pepper).update(secret).digest('base64url')

  /**
   * Authenticates a key. The caller of this checks the key's addresses and scopes. `beforeLookup` may throw; it precedes the query for an
   * uncached key. Rejects if Postgres can't answer.
   */
  async authenticate(key: string, beforeLookup?: () => void): Promise<Authentication> {
    const parts = parseKey(key)
    if (!parts) return unknown
    const found = await this.#find(parts.publicId, beforeLookup)
    if (!found || !this.#isProven(found, key, parts.secret)) return unknown
    return found.expiresAtMs > Date.now() ? { caller: found.caller } : { refused: 'expired' }
  }

  /** Makes the next use of this key in this process query Postgres again, because the key was changed or revoked. */
  evict(keyId: string): void {
    // One that is running may have read the key before the change.
    this.#lookups.clear()
    for (const [publicId, { caller }] of this.#cached) if (caller.key === keyId) this.#cached.delete(publicId)
  }

  /** Whether the text of a key is the cached key's. Remembers the text by its hash, which is cheaper to compare than the HMAC. */
  #isProven(cached: CachedKey, key: string, secret: string): boolean {
    const sha256 = hash('sha256', key)
    if (cached.provenSha256 === sha256) return true
    if (!sameText(this.hmacOf(secret), cached.secretHmac)) return false
    cached.provenSha256 = sha256
    return true
  }

  /** Returns the cached key, or looks it up. Concurrent requests with the same key share a look-up. */
  async #find(publicId: string, beforeLookup: (() => void) | undefined): Promise<CachedKey | null> {
    const cached = this.#cached.get(publicId)
    if (cached && cached.validUntilMs > this.#now()) return cached
    if ((this.#unknownUntilMs.get(publicId) ?? 0) > this.#now()) return null
    const running = this.#lookups.get(publicId)
    if (running) return running
    // A key that was valid a moment ago isn't limited, because strangers may share its address.
    if (!cached) beforeLookup?.()
    const lookup = this.#lookUp(publicId, () => this.#lookups.get(publicId) === lookup)
    this.#lookups.set(publicId, lookup)
    return lookup
  }

  /** Queries Postgres. If a revocation came in during the lookup, the result may be outdated, so it isn't cached. */
  async #lookUp(publicId: string, isCurrent: () => boolean): Promise<CachedKey | null> {
    try {
      const found = await loadKey(this.#db, publicId, this.#now() + validForMs)
      if (!isCurrent()) return found
      this.#cached.delete(publicId)
      if (found) putBounded(this.#cached, publicId, found, cachedKeysMax)
      else putBounded(this.#unknownUntilMs, publicId, this.#now() + unknownForMs, cachedKeysMax)
      return found
    } finally {
      if (isCurrent()) this.#lookups.delete(publicId)
    }
  }
}

/** Finds a key in any workspace. Null if it doesn't exist or was revoked. An expired key is returned: it gets another error. */
async function loadKey(db: Database, publicId: string, validUntilMs: number): Promise<CachedKey | null> {
  // The key's workspace isn't known yet.
  const found = await db.withScope('all', async () => {
    const row = await db.em().findOne(ApiKey, { publicId }, { filters: false })
    return row && { row, countries: await countriesOf(db.em(), row.workspaceId) }
  })
  if (!found || found.row.revokedAt) return null
  const { row, countries } = found
  return {
    caller: {
      workspace: row.workspaceId,
      key: row.id,
      name: row.name,
      scopes: row.scopes,
      countries,
      ...(row.numbers ? { numbers: row.numbers as Id<'num'>[] } : {}),
      ...(row.cidrs ? { from: addressSet(row.cidrs) } : {}),
    },
    secretHmac: row.secretHmac,
    expiresAtMs: row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    validUntilMs,
  }
}
