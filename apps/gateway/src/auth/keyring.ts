import { createHmac, hash } from 'node:crypto'
import { type Database, sameText, type Vault } from '@posthorn/chassis'
import type { Id } from '@posthorn/contracts'
import { ApiKey, type KeyScope } from '../entities/api-key.ts'
import { type AddressSet, addressSet } from './address.ts'
import { parseKey } from './key-format.ts'

/** Who a valid key speaks for. */
export type Caller = {
  workspace: string
  key: string
  scopes: KeyScope[]
  /** The numbers the key is limited to. */
  numbers?: Id<'num'>[]
  /** The addresses it may be used from. */
  from?: AddressSet
}

/** Knows valid keys, for some seconds each, so that a request does not cost a read of the database. */
export type Keyring = {
  /** What is stored of a secret. */
  hmacOf(secret: string): string
  /** The caller a key's text stands for, or null when it is malformed, unknown, revoked or expired. Rejects when Postgres cannot be asked. */
  callerOf(key: string): Promise<Caller | null>
  /** Ask Postgres again before this key is accepted once more. */
  forget(keyId: string): void
}

/** Longest time a revoked key is accepted where the news of its revocation did not arrive. */
const knownForMs = 5_000
const knownKeysMax = 50_000

type Known = {
  caller: Caller
  secretHmac: string
  expiresAtMs: number
  knownUntilMs: number
  /** SHA-256 of the text that was proven last, which costs a fifth of an HMAC to compare. */
  provenSha256?: string
}

/** A keyring over the table of keys. */
export function createKeyring(opts: { db: Database; vault: Vault; now?: () => number }): Keyring {
  const { db, now = Date.now } = opts
  const pepper = opts.vault.derive('api keys')
  const known = new Map<string, Known>()
  const asking = new Map<string, Promise<Known | null>>()
  const hmacOf = (secret: string) => createHmac('sha256', pepper).update(secret).digest('base64url')

  const askOnce = (publicId: string): Promise<Known | null> => {
    const running = asking.get(publicId)
    if (running) return running
    const question = findKey(db, publicId, now())
      .then((found) => {
        // A key forgotten meanwhile was asked for before its revocation: its answer is old.
        if (found && asking.get(publicId) === question) remember(known, publicId, found)
        return found
      })
      .finally(() => {
        if (asking.get(publicId) === question) asking.delete(publicId)
      })
    asking.set(publicId, question)
    return question
  }

  return {
    hmacOf,
    async callerOf(key) {
      const parts = parseKey(key)
      if (!parts) return null
      const cached = known.get(parts.publicId)
      const found = cached && cached.knownUntilMs > now() ? cached : await askOnce(parts.publicId)
      if (!found || found.expiresAtMs <= now()) return null
      const sha256 = hash('sha256', key)
      if (found.provenSha256 !== sha256) {
        if (!sameText(hmacOf(parts.secret), found.secretHmac)) return null
        found.provenSha256 = sha256
      }
      return found.caller
    },
    forget(keyId) {
      asking.clear()
      for (const [publicId, { caller }] of known) if (caller.key === keyId) known.delete(publicId)
    },
  }
}

async function findKey(db: Database, publicId: string, nowMs: number): Promise<Known | null> {
  // Whose key it is is what we ask.
  const row = await db.reach('every workspace', () => db.em().findOne(ApiKey, { publicId }, { filters: false }))
  if (!row || row.revokedAt) return null
  return {
    caller: {
      workspace: row.workspaceId,
      key: row.id,
      scopes: row.scopes,
      ...(row.numbers ? { numbers: row.numbers as Id<'num'>[] } : {}),
      ...(row.cidrs ? { from: addressSet(row.cidrs) } : {}),
    },
    secretHmac: row.secretHmac,
    expiresAtMs: row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    knownUntilMs: nowMs + knownForMs,
  }
}

function remember(known: Map<string, Known>, publicId: string, found: Known): void {
  known.delete(publicId)
  known.set(publicId, found)
  const oldest = known.keys().next().value
  if (known.size > knownKeysMax && oldest !== undefined) known.delete(oldest)
}
