import { createHash } from 'node:crypto'
import { canonicalJson } from '@posthorn/chassis'
import { type auditEntry, type Id, idFromBytes } from '@posthorn/contracts'
import type { z } from 'zod'

/** An entry of the audit log. */
export type Entry = z.output<typeof auditEntry>

/** A place in the chain: the entry that the next one names. */
export type Link = { sequence: number; hash: string }

/** Where every chain begins. */
export const beginning: Link = { sequence: 0, hash: '0'.repeat(64) }

/** SHA-256 of an entry without its hash, as canonical JSON. */
export function hashOf(entry: Omit<Entry, 'hash'>): string {
  return createHash('sha256').update(canonicalJson(entry)).digest('hex')
}

/** The entry with its place behind `link` and its hash. */
export function chained(link: Link, entry: Omit<Entry, 'sequence' | 'previous' | 'hash' | 'id'>, atMs: number): Entry {
  const sequence = link.sequence + 1
  const placed = { ...entry, id: entryId(atMs, sequence), sequence, previous: link.hash }
  return { ...placed, hash: hashOf(placed) }
}

/** Ids are in the order of the chain, whichever process made them: the time it was written, then its place. */
export function entryId(atMs: number, sequence: number): Id<'aud'> {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(atMs, 0, 6)
  bytes.writeBigUInt64BE(BigInt(sequence), 8)
  return idFromBytes('aud', bytes)
}

/** What is wrong with an entry that ought to follow `link`, or null. */
export function faultOf(link: Link, entry: Entry): 'missing' | 'changed' | 'detached' | null {
  if (entry.sequence > link.sequence + 1) return 'missing'
  const { hash, ...rest } = entry
  if (entry.sequence <= link.sequence || hashOf(rest) !== hash) return 'changed'
  return entry.previous === link.hash ? null : 'detached'
}
