import { createHash } from 'node:crypto'
import { canonicalJson } from '@posthorn/chassis'
import { type auditEntry, type Id, idFromBytes } from '@posthorn/contracts'
import type { z } from 'zod'

export type Entry = z.output<typeof auditEntry>

/** Reference to an entry, which its successor contains. */
export type Link = { sequence: number; hash: string }

/** Reference at the start of every chain. */
export const beginning: Link = { sequence: 0, hash: '0'.repeat(64) }

/** Returns the SHA-256 of an entry without its hash, as canonical JSON. */
export function entryHashOf(entry: Omit<Entry, 'hash'>): string {
  return createHash('sha256').update(canonicalJson(entry)).digest('hex')
}

/** Returns the entry with its sequence after `link`, and its hash. */
export function chained(link: Link, entry: Omit<Entry, 'sequence' | 'previous' | 'hash' | 'id'>, atMs: number): Entry {
  const sequence = link.sequence + 1
  const placed = { ...entry, id: entryId(atMs, sequence), sequence, previous: link.hash }
  return { ...placed, hash: entryHashOf(placed) }
}

/** Derives an entry's id from time and sequence, so that ids from all processes are in chain order. */
export function entryId(atMs: number, sequence: number): Id<'aud'> {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(atMs, 0, 6)
  bytes.writeBigUInt64BE(BigInt(sequence), 8)
  return idFromBytes('aud', bytes)
}

/** Returns what is wrong with an entry that should follow `link`, or null. */
export function faultOf(link: Link, entry: Entry): 'missing' | 'changed' | 'detached' | null {
  if (entry.sequence > link.sequence + 1) return 'missing'
  const { hash, ...rest } = entry
  if (entry.sequence <= link.sequence || entryHashOf(rest) !== hash) return 'changed'
  return entry.previous === link.hash ? null : 'detached'
}
