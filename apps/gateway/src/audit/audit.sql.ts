import { createHash } from 'node:crypto'
import {
  canonicalJson,
  forWorkspace,
  isoTime,
  listPage,
  rowType,
  sql,
  statement,
  type Tx,
  type Verb,
} from '@posthorn/chassis'
import { type accounts, type auditEntry, fail, type Id, idFloor, idFromBytes, idTimeMs } from '@posthorn/contracts'
import type { z } from 'zod'
import type { GatewayRuntime } from '../deps.ts'
import { AuditEntry, type AuditEntryRow, Workspace } from '../entities/workspace.ts'

/** Returns an entry exactly as it was written, because its hash covers these values. */
function presentEntry(row: AuditEntryRow): Entry {
  const details = JSON.parse(row.details) as Pick<Entry, 'given' | 'changes' | 'truncated'>
  return {
    id: row.id,
    workspace: row.workspaceId,
    sequence: Number(row.sequence),
    createdAt: isoTime(row.createdAt) as string,
    actor: { type: row.actorType, id: row.actorId, name: row.actorName ?? null },
    service: row.service,
    operation: row.operation,
    target: row.target ?? null,
    ip: row.ip ?? null,
    requestId: row.requestId,
    ...details,
    previous: row.previous,
    hash: row.hash,
  }
}

/** Lists the caller's audit log, newest first. A restricted caller sees their own actions and those that concern their numbers. */
export const list: Verb<typeof accounts.audit.list, GatewayRuntime> = async ({ ctx, input }) => {
  const { actor, operation, target, createdAfter } = input
  const { numbers } = ctx.call
  const page = await listPage<AuditEntryRow>(ctx, input, {
    entity: AuditEntry,
    list: 'audit',
    order: { column: 'id', direction: 'desc' },
    where: {
      ...(numbers
        ? { $or: [{ actorType: ctx.call.actor.type, actorId: ctx.call.actor.id }, { target: { $in: numbers } }] }
        : {}),
      ...(actor ? { actorId: actor } : {}),
      ...(operation ? { operation: { $in: operation } } : {}),
      ...(target ? { target } : {}),
      // An entry's id is assigned when it joins the chain, which is after the action.
      ...(createdAfter ? { id: { $gte: idFloor('aud', Date.parse(createdAfter)) } } : {}),
    },
  })
  return { items: page.rows.map(presentEntry), next: page.next }
}

/** Verifies the stored chain of a workspace, one page at a time, up to the first fault. `next`: where the next page begins; null at the end. */
export const verify: Verb<typeof accounts.audit.verify, GatewayRuntime> = async ({ ctx, input }) => {
  const { workspace, after, size } = input
  const em = forWorkspace(ctx.em, workspace)
  if (!(await em.findOne(Workspace, { workspaceId: workspace }))) fail('workspace:not_found')
  let last = after ?? (await firstLink(em, workspace))
  const rows = await em.find(
    AuditEntry,
    { sequence: { $gt: last.sequence } },
    { orderBy: [{ sequence: 'asc' }, { id: 'asc' }], limit: size },
  )
  for (const [index, row] of rows.entries()) {
    const entry = presentEntry(row)
    const reason = linkFaultOf(last, entry)
    if (reason) return { entries: index, last, fault: { sequence: entry.sequence, reason }, next: null }
    last = { sequence: entry.sequence, hash: entry.hash }
  }
  return { entries: rows.length, last, fault: null, next: rows.length === size ? last : null }
}

/** Last link of a workspace's chain, and the earliest timestamp allowed for its next entry. */
type Head = Link & { atMs: number }

type HeadRow = { workspace: string; sequence: string | null; hash: string | null; id: string | null; now_ms: string }

/**
 * Locks the chains of these workspaces until the transaction ends and returns their heads. Sorted, so that none deadlock. If all entries of a
 * quiet workspace have been deleted with their months, its chain goes on from its checkpoint.
 */
export async function takeHeads(em: Tx['em'], workspaces: string[]): Promise<Map<string, Head>> {
  const sorted = [...new Set(workspaces)].sort()
  await sql(em, `select pg_advisory_xact_lock(hashtextextended('audit ' || id, 0)) from unnest($1::text[]) as id`, [
    sorted,
  ])
  const rows = await sql<HeadRow>(
    em,
    `select w.id as workspace, h.sequence, h.hash, h.id, floor(extract(epoch from clock_timestamp()) * 1000)::bigint::text as now_ms
     from unnest($1::text[]) as w (id) left join lateral (
       (select sequence, hash, id from audit_entry where workspace_id = w.id order by id desc limit 1)
       union all
       (select sequence, hash, id from audit_checkpoint where workspace_id = w.id order by sequence desc limit 1)
       order by sequence desc limit 1) h on true`,
    [sorted],
  )
  return new Map(rows.map((row) => [row.workspace, headOf(row)]))
}

/** Returns a chain's last link and its next entry's time: never before the last entry's, even if the clock was set back. */
function headOf({ sequence, hash, id, now_ms }: HeadRow): Head {
  const nowMs = Number(now_ms)
  if (sequence === null || hash === null || id === null) return { ...beginning, atMs: nowMs }
  return { sequence: Number(sequence), hash, atMs: Math.max(nowMs, idTimeMs(id)) }
}

const entryRow = rowType<Entry>({
  workspace_id: ['text', ({ workspace }) => workspace],
  id: 'text',
  sequence: 'bigint',
  created_at: ['timestamptz', ({ createdAt }) => createdAt],
  actor_type: ['text', ({ actor }) => actor.type],
  actor_id: ['text', ({ actor }) => actor.id],
  actor_name: ['text', ({ actor }) => actor.name ?? null],
  service: 'text',
  operation: 'text',
  target: 'text',
  ip: 'text',
  request_id: ['text', ({ requestId }) => requestId],
  details: ['text', ({ given, changes, truncated }) => JSON.stringify({ given, changes, truncated })],
  previous: 'text',
  hash: 'text',
})

const insertEntries = statement(
  { entries: entryRow },
  ({ entries }) => `insert into audit_entry (${entries.list()}) select ${entries.list()} from ${entries.as('e')}`,
)

/** Stores entries that `chained` has linked. Their chains must be locked with `takeHeads`. */
export async function append(em: Tx['em'], entries: Entry[]): Promise<void> {
  await sql(em, insertEntries({ entries }))
}

/** Returns the link that precedes the oldest stored entry: the checkpoint of the last deleted month, if any. */
async function firstLink(em: Tx['em'], workspace: string): Promise<Link> {
  const [row] = await sql<{ sequence: string; hash: string }>(
    em,
    'select sequence, hash from audit_checkpoint where workspace_id = $1 order by sequence desc limit 1',
    [workspace],
  )
  return row ? { sequence: Number(row.sequence), hash: row.hash } : beginning
}

/** Returns SQL that stores each workspace's last entry of a month about to be deleted, so that the chain can be verified from there. */
export const keepCheckpoints = (
  partition: string,
): string => `insert into audit_checkpoint (workspace_id, sequence, id, hash)
    select distinct on (workspace_id) workspace_id, sequence, id, hash from ${partition} order by workspace_id, id desc
    on conflict do nothing`

export type Entry = z.output<typeof auditEntry>

/** Reference to an entry, stored in the entry that follows it. */
export type Link = { sequence: number; hash: string }

/** Link that the first entry of every chain refers to. */
export const beginning: Link = { sequence: 0, hash: '0'.repeat(64) }

/** Returns the SHA-256 of the entry's canonical JSON, without its `hash`. */
export const entryHashOf = (entry: Omit<Entry, 'hash'>): string =>
  createHash('sha256').update(canonicalJson(entry)).digest('hex')

/** Returns the entry as the successor of `link`, with its id, sequence, previous hash, and hash. */
export function chained(link: Link, entry: Omit<Entry, 'sequence' | 'previous' | 'hash' | 'id'>, atMs: number): Entry {
  const sequence = link.sequence + 1
  const placed = { ...entry, id: entryId(atMs, sequence), sequence, previous: link.hash }
  return { ...placed, hash: entryHashOf(placed) }
}

/** Derives the id from time and sequence, so that ids sort in chain order even across processes. */
function entryId(atMs: number, sequence: number): Id<'aud'> {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(atMs, 0, 6)
  bytes.writeBigUInt64BE(BigInt(sequence), 8)
  return idFromBytes('aud', bytes)
}

/**
 * Checks whether an entry correctly follows `link`. Returns null, or the fault. `missing`: entries before it are gone; `changed`: its content
 * or sequence doesn't fit; `detached`: it names another predecessor.
 */
function linkFaultOf(link: Link, entry: Entry): 'missing' | 'changed' | 'detached' | null {
  if (entry.sequence > link.sequence + 1) return 'missing'
  const { hash, ...rest } = entry
  if (entry.sequence <= link.sequence || entryHashOf(rest) !== hash) return 'changed'
  return entry.previous === link.hash ? null : 'detached'
}
