import { pipeline } from 'node:stream/promises'
import type { ServiceName } from '@posthorn/contracts'
import { escapeLiteral } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { StartError } from '../terminal.ts'
import { inTransaction, type Schema, withTableLocks } from './cell.ts'

type MovedTable = {
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
const cellTables: Readonly<Record<string, string>> = {
  migration: 'the schema of this cell',
  relay_position: 'a place in the stream of this cell',
  outbox: 'every event was applied by every service before the copy',
  outbox_batch: 'names events of the outbox, of all workspaces, and their places in the stream of this cell',
  received_event: 'events of the stream of this cell',
  failed_event: 'events of the stream of this cell',
  restore_guard: 'the history of this Postgres',
  master_key: 'the secrets of this cell; both must have the same',
  derivation_root: 'the secrets of this cell; both must have the same',
  worker_process: 'processes of this cell',
}

/** Service-specific tables that stay in the cell, with the reasons. */
const cellTablesByService: Readonly<Record<string, string>> = {
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
  // As text, because `jsonb` refuses a payload with `\u0000`. The workspace precedes the data.
  dead_event: { text: `substring(payload from '"workspace":"(ws_[0-9a-z]+)"') = $1` },
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
  const moving = found.filter(({ name }) => !staysInCell(service, name))
  const undecided = moving.find(({ name, tenant }) => !tenant && conditions[name] === undefined)
  if (undecided)
    throw new StartError(`${service}.${undecided.name}: it is not known whether its rows move with a workspace`)
  return byReference(moving).map(({ name, columns, identity }) => ({
    name,
    columns,
    condition: conditions[name]?.text ?? 'workspace_id = $1',
    isAppendOnly: appendOnly.has(name),
    identity,
  }))
}

/** Returns whether the rows of a table stay in the cell. */
const staysInCell = (service: ServiceName, name: string): boolean =>
  cellTables[name] !== undefined || cellTablesByService[`${service}.${name}`] !== undefined

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

const ofMembers = 'select person_id from member where workspace_id = $1'

/**
 * Copies the people behind a workspace's members to the target, with their passwords and second factors, but without operator permission.
 * People who are there already, or have confirmed the same address in both cells, keep their target identity. `loaded` is the table with the
 * members to store.
 */
async function takePeopleAlong({
  source,
  target,
  workspace,
  loaded,
}: {
  source: Schema
  target: Schema
  workspace: string
  loaded: string
}): Promise<void> {
  const people = await source.rows<{ id: string; email: string; proven: boolean; row: object; codes: string[] }>(
    `select p.id, p.email, p.proven_at is not null as proven, to_jsonb(p) || '{"operator_since": null}' as row,
       array(select code_hash from recovery_code r where r.person_id = p.id) as codes
     from person p where p.id in (${ofMembers})`,
    [workspace],
  )
  for (const { id, email, proven, row, codes } of people) {
    const [known] = await target.rows<{ id: string }>(
      `select id from person where id = $1 or ($3 and email = $2 and proven_at is not null) order by id <> $1 limit 1`,
      [id, email, proven],
    )
    if (!known) {
      await target.rows('insert into person select * from jsonb_populate_record(null::person, $1)', [
        JSON.stringify(row),
      ])
      await target.rows('insert into recovery_code (person_id, code_hash) select $1, unnest($2::text[])', [id, codes])
    }
    await target.rows(`update ${loaded} set person_id = $2 where person_id = $1`, [id, known?.id ?? id])
  }
}

type Contents = { count: number; sum: string }

/**
 * Copies a workspace's rows in one schema, in place of those that an interrupted copy left. One transaction, which commits only if both cells
 * then have the same rows. Returns their number.
 */
export async function copySchema(source: Schema, target: Schema, workspace: string): Promise<number> {
  const tables = await listMovedTables(source)
  await makePartitions(source, target)
  await source.client.query('begin isolation level repeatable read read only')
  try {
    return await inTransaction(target, async () => {
      let copied = 0
      await clearTables(target, tables, workspace)
      for (const table of tables) copied += await copyTable({ source, target, table, workspace })
      return copied
    })
  } finally {
    // The transaction only reads, so a lost connection must not hide how the copy ended.
    await source.client.query('rollback').catch(() => {})
  }
}

/** Removes a workspace's rows from a schema, and its events from the outbox, but no append-only rows. */
export async function clearSchema(schema: Schema, workspace: string): Promise<void> {
  const tables = await listMovedTables(schema)
  await inTransaction(schema, async () => {
    await clearTables(schema, tables, workspace)
    await schema.rows('delete from outbox where workspace_id = $1', [workspace])
  })
}

/**
 * Deletes a workspace's rows, first those that refer to others. Append-only tables keep theirs. Before a copy, these rows are what an
 * interrupted one has left.
 */
async function clearTables(schema: Schema, tables: readonly MovedTable[], workspace: string): Promise<void> {
  for (const { name, condition } of tables.filter(({ isAppendOnly }) => !isAppendOnly).toReversed())
    await schema.rows(`delete from "${name}" where ${condition}`, [workspace])
}

/** Creates partitions that only the source has. Otherwise, old rows would go to the default partition, which is never dropped. */
async function makePartitions(source: Schema, target: Schema): Promise<void> {
  const partitions = `select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where c.relnamespace = current_schema()::regnamespace and c.relispartition and c.relkind = 'r' and p.relname <> 'outbox'`
  type Partition = { name: string; parent: string; bounds: string }
  const known = new Set((await target.rows<Partition>(partitions)).map(({ name }) => name))
  for (const { name, parent, bounds } of await source.rows<Partition>(partitions))
    if (!known.has(name))
      await withTableLocks(target, async () => {
        await target.rows(`create table "${name}" partition of "${parent}" ${bounds}`)
      })
}

type Copying = { source: Schema; target: Schema; table: MovedTable; workspace: string }

/** Copies a table through a temporary one, because Postgres can't COPY into tables with row-level security. */
async function copyTable({ source, target, table, workspace }: Copying): Promise<number> {
  const { name, columns, condition, identity } = table
  const list = columns.map((column) => `"${column}"`).join(', ')
  const loaded = `loaded_${name}`
  if ((await source.rows(`select 1 from "${name}" where ${condition} limit 1`, [workspace])).length === 0)
    return compare({ source, target, table, workspace })
  const rows = condition.replace('$1', escapeLiteral(workspace))
  await target.rows(`create temporary table ${loaded} on commit drop as select ${list} from "${name}" limit 0`)
  await pipeline(
    source.client.query(copyTo(`copy (select ${list} from "${name}" where ${rows}) to stdout`)),
    target.client.query(copyFrom(`copy ${loaded} (${list}) from stdin`)),
  )
  if (`${source.service}.${name}` === 'gateway.member') await takePeopleAlong({ source, target, workspace, loaded })
  const overriding = identity ? 'overriding system value' : ''
  await target.rows(
    `insert into "${name}" (${list}) ${overriding} select ${list} from ${loaded} on conflict do nothing`,
  )
  if (identity) await target.rows(continueSequence(name, identity))
  return compare({ source, target, table, workspace })
}

/** Returns SQL that makes the sequence continue after the largest copied value, unless it is already further. */
function continueSequence(table: string, column: string): string {
  const sequence = `pg_get_serial_sequence('"${table}"', '${column}')`
  return `select setval(${sequence}, greatest(nextval(${sequence}), (select max("${column}") from "${table}")))`
}

/** Compares the rows of a table in both cells, and returns their number. A difference ends the move. */
async function compare({ source, target, table, workspace }: Copying): Promise<number> {
  const [inSource, inTarget] = await Promise.all([source, target].map((schema) => contentsOf(schema, table, workspace)))
  if (inSource?.count !== inTarget?.count || inSource?.sum !== inTarget?.sum)
    throw new StartError(
      `${source.service}.${table.name}: ${inTarget?.count} rows of ${inSource?.count} are as they were`,
    )
  return inTarget?.count ?? 0
}

/** Counts rows and sums their digests, which makes their order irrelevant. Excludes a member's person, which may differ between cells. */
async function contentsOf(
  schema: Schema,
  { name, columns, condition }: MovedTable,
  workspace: string,
): Promise<Contents> {
  const compared = columns.filter((column) => column !== 'person_id').map((column) => `"${column}"`)
  const digest = `('x' || left(md5(row(${compared.join(', ')})::text), 16))::bit(64)::bigint`
  const [contents] = await schema.rows<Contents>(
    `select count(*)::float8 as count, coalesce(sum(${digest}), 0)::text as sum from "${name}" where ${condition}`,
    [workspace],
  )
  return contents as Contents
}
