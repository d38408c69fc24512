import type { ServiceName } from '@posthorn/contracts'
import { StartError } from '../start-error.ts'
import type { Schema } from './cell.ts'

export type MovedTable = {
  name: string
  /** Columns that store values (not generated), in name order. */
  columns: string[]
  /** SQL condition for the rows of workspace `$1`. */
  condition: string
  /** True if rows are never changed or deleted. A workspace that moves back then finds the rows it left behind. */
  isAppendOnly: boolean
  /** Column whose values come from one of the cell's sequences, or null if there is none. */
  identity: string | null
}

/** Tables that stay in the cell regardless of the service, with the reasons. */
const ofTheCell: Readonly<Record<string, string>> = {
  migration: 'the schema of this cell',
  relay_position: 'a place in the stream of this cell',
  outbox: 'every event was applied by every service before the copy',
  outbox_batch: 'names events of the outbox, of all workspaces, and their places in the stream of this cell',
  received_event: 'events of the stream of this cell',
  restore_guard: 'the history of this Postgres',
  master_key: 'the secrets of this cell; both must have the same',
  derivation_root: 'the secrets of this cell; both must have the same',
  worker_process: 'processes of this cell',
}

/** Service-specific tables that stay in the cell, with the reasons. */
const stays: Readonly<Record<string, string>> = {
  'gateway.workspace_move': 'the record of the move itself',
  'gateway.rate_bucket': 'tokens of a few seconds',
  'gateway.person': 'people belong to a cell; members take theirs along',
  'gateway.recovery_code': 'goes with its person',
  'gateway.session': 'people sign in at one cell',
  'gateway.reset_link': 'people sign in at one cell',
  'gateway.confirm_link': 'people sign in at one cell',
  'gateway.mail': 'letters of a day, sent by the cell that people asked',
  'gateway.sign_in_tries': 'people sign in at one cell',
  'gateway.push_key': 'the key pair of this cell, which browsers subscribed with',
  'gateway.push_subscription': 'browsers subscribe with the key of a cell',
  'gateway.push': 'pushes of a minute, to browsers that subscribed at this cell',
  'messaging.pair_gate': 'pauses of a few seconds, shorter than the move',
  'messaging.chat_search': 'a trigger makes it of the chat',
}

/**
 * Conditions for tables without a `workspace_id` column. `parent` is the table that the condition reads, and is ordered as if it were
 * referenced.
 */
const conditions: Readonly<Record<string, { text: string; parent?: string }>> = {
  dead_event: { text: `payload::jsonb->>'workspace' = $1` },
  callback_digest: { text: 'number_id in (select id from number where workspace_id = $1)', parent: 'number' },
}

const appendOnly = new Set(['audit_entry', 'audit_checkpoint'])

type CatalogTable = { name: string; columns: string[]; tenant: boolean; identity: string | null; parents: string[] }

const catalog = `
  select c.relname as name, array_agg(a.attname::text order by a.attname) filter (where a.attgenerated = '') as columns,
    bool_or(a.attname = 'workspace_id') as tenant, max(a.attname::text) filter (where a.attidentity <> '') as identity,
    array(select distinct f.confrelid::regclass::text from pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  group by c.oid, c.relname order by c.relname`

/**
 * Lists a service's tables whose rows move with a workspace. Each table comes after those it references.
 *
 * @throws StartError if it isn't known whether a table's rows move or stay, or if tables reference each other in a circle.
 */
export async function listMovedTables({ service, rows }: Pick<Schema, 'service' | 'rows'>): Promise<MovedTable[]> {
  const found = await rows<CatalogTable>(catalog)
  const moved = found.filter(({ name }) => !isLeft(service, name))
  const lost = moved.find(({ name, tenant }) => !tenant && conditions[name] === undefined)
  if (lost) throw new StartError(`${service}.${lost.name}: it is not known whether its rows move with a workspace`)
  return byReference(moved).map(({ name, columns, identity }) => ({
    name,
    columns,
    condition: conditions[name]?.text ?? 'workspace_id = $1',
    isAppendOnly: appendOnly.has(name),
    identity,
  }))
}

function isLeft(service: ServiceName, name: string): boolean {
  return ofTheCell[name] !== undefined || stays[`${service}.${name}`] !== undefined
}

/** Sorts tables so that each comes after those it references. */
function byReference(tables: CatalogTable[]): CatalogTable[] {
  const sorted: CatalogTable[] = []
  const names = new Set(tables.map(({ name }) => name))
  while (sorted.length < tables.length) {
    const done = new Set(sorted.map(({ name }) => name))
    const isReady = ({ name, parents }: CatalogTable) =>
      [...parents, conditions[name]?.parent ?? ''].every((parent) => !names.has(parent) || done.has(parent))
    const next = tables.filter((table) => !done.has(table.name) && isReady(table))
    if (next.length === 0) throw new StartError('tables refer to each other in a circle')
    sorted.push(...next)
  }
  return sorted
}
