import { createHmac, hash } from 'node:crypto'
import { type Database, putBounded, sameText, type Vault } from '@posthorn/chassis'
import type { Id, KeyScope, PhoneCountries, Role } from '@posthorn/contracts'
import { countriesOf } from '../../accounts/workspaces/countries.sql.ts'
import { ApiKey } from '../../entities/api-key.ts'
import { type AddressSet, addressSet } from './address.ts'
import { parseKey } from './key-format.ts'

/** The owner of a valid key, or the member of an open session. */
export type Caller = {
  workspace: string
  /** Id of the key or of the session, by which requests are counted. */
  key: string
  /** Member whose session it is; absent for a key. */
  member?: { id: string; role: Role; confirmedAt: string }
  /** Name of the key or the member. */
  name: string
  scopes: KeyScope[]
  /** Numbers that the key or the member is limited to. */
  numbers?: Id<'num'>[]
  /** Countries of phones that are given as they are dialled within them. */
  countries?: PhoneCountries
  /** Addresses that it may be used from. */
  from?: AddressSet
}

/** The caller of a valid key. `unknown`: malformed, not there, revoked, or with a wrong secret. */
export type Authentication = { caller: Caller } | { refused: 'unknown' | 'expired' }

/** Knows valid keys for some seconds each, so that a request costs no read of the database. */
export type Keyring = {
  /** Returns what is stored of a secret. */
  hmacOf(secret: string): string
  /**
   * Authenticates the text of a key. `beforeLookup` is called before Postgres is asked for a key that was not valid lately; what it throws
   * is the outcome. Rejects when Postgres cannot be asked.
   */
  authenticate(key: string, beforeLookup?: () => void): Promise<Authentication>
  /** Makes the next use of this key ask Postgres again. */
  evict(keyId: string): void
}

/** Longest time that a revoked key is accepted where the event of its revocation did not arrive. */
const validForMs = 5_000
/** Shorter than anyone needs to copy a key that was just created. */
const unknownForMs = 5_000
const cachedKeysMax = 50_000

type CachedKey = {
  caller: Caller
  secretHmac: string
  expiresAtMs: number
  validUntilMs: number
  /** SHA-256 of the last text that was proven; comparing it costs a fifth of an HMAC. */
  provenSha256?: string
}

const unknown: Authentication = { refused: 'unknown' }

class DatabaseKeyring implements Keyring {
  readonly #db: Database
  readonly #pepper: ReturnType<Vault['derive']>
  readonly #now: () => number
  readonly #cached = new Map<string, CachedKey>()
  readonly #unknownUntilMs = new Map<string, number>()
  readonly #lookups = new Map<string, Promise<CachedKey | null>>()

  constructor({ db, vault, now = Date.now }: KeyringOptions) {
    this.#db = db
    this.#pepper = vault.derive('api keys')
    this.#now = now
  }

  hmacOf = (secret: string) => createHmac('sha256', this.#pepper).update(secret).digest('base64url')

  async authenticate(key: string, beforeLookup?: () => void): Promise<Authentication> {
    const parts = parseKey(key)
    if (!parts) return unknown
    const found = await this.#find(parts.publicId, beforeLookup)
    if (!found || !this.#isProven(found, key, parts.secret)) return unknown
    return found.expiresAtMs > this.#now() ? { caller: found.caller } : { refused: 'expired' }
  }

  evict(keyId: string): void {
    this.#lookups.clear()
    for (const [publicId, { caller }] of this.#cached) if (caller.key === keyId) this.#cached.delete(publicId)
  }

  #isProven(found: CachedKey, key: string, secret: string): boolean {
    const sha256 = hash('sha256', key)
    if (found.provenSha256 === sha256) return true
    if (!sameText(this.hmacOf(secret), found.secretHmac)) return false
    found.provenSha256 = sha256
    return true
  }

  async #find(publicId: string, beforeLookup: (() => void) | undefined): Promise<CachedKey | null> {
    const cached = this.#cached.get(publicId)
    if (cached && cached.validUntilMs > this.#now()) return cached
    if ((this.#unknownUntilMs.get(publicId) ?? 0) > this.#now()) return null
    const running = this.#lookups.get(publicId)
    if (running) return running
    if (!cached) beforeLookup?.()
    const lookup = this.#lookUp(publicId, () => this.#lookups.get(publicId) === lookup)
    this.#lookups.set(publicId, lookup)
    return lookup
  }

  /** Asks Postgres. A look-up that began before a revocation is no longer current, and its result is not cached. */
  async #lookUp(publicId: string, isCurrent: () => boolean): Promise<CachedKey | null> {
    try {
      const found = await findKey(this.#db, publicId, this.#now() + validForMs)
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

type KeyringOptions = { db: Database; vault: Vault; now?: () => number }

/** Creates a keyring over the table of keys. */
export function createKeyring(options: KeyringOptions): Keyring {
  return new DatabaseKeyring(options)
}

async function findKey(db: Database, publicId: string, validUntilMs: number): Promise<CachedKey | null> {
  // The workspace of the key is not known yet.
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
