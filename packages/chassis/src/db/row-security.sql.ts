import type { EntityManager } from '@mikro-orm/postgresql'
import { isMissingTable } from '../faults.ts'
import { sql } from './statement.ts'
import { type Roles, workspacesSetting } from './tenant-scope.ts'

/** The transaction's workspaces, looked up once per statement rather than per row. Without any, no row matches. */
const ownWorkspaces = `workspace_id = any ((select nullif(current_setting('${workspacesSetting}', true), '')::text[])::text[])`

type Rights = { roles: Roles; appendOnly: readonly string[] }

/**
 * Forces row-level security on every table and partition with a workspace. Gives the roles for calls and for sweeps access to rows, but
 * doesn't let them truncate or change the tables themselves. On append-only tables, they get only insert and select. The owner runs this
 * after migrations and when partitions are created. It leaves existing settings unchanged.
 */
export async function enforceRowSecurity(em: EntityManager, rights: Rights): Promise<void> {
  for (;;) {
    try {
      return await enforceOnce(em, rights)
    } catch (err) {
      // A partition was dropped after it was listed.
      if (!isMissingTable(err)) throw err
    }
  }
}

/** Adds the policies and grants that tables lack. Partitions need no grants, because calls reach them through their table. */
async function enforceOnce(em: EntityManager, { roles, appendOnly }: Rights): Promise<void> {
  const tables = await sql<{
    name: string
    tenant: boolean
    parent: boolean
    guarded: boolean
    partition: boolean
    granted: boolean
  }>(
    em,
    `select c.relname as name, a.attname is not null as tenant, c.relkind = 'p' as parent, c.relispartition as partition,
       c.relrowsecurity and c.relforcerowsecurity and (select count(*) = 2 from pg_policy p
         where p.polrelid = c.oid and p.polname in ('own_workspaces', 'every_workspace')) as guarded,
       has_table_privilege($1, c.oid, 'insert') and has_table_privilege($2, c.oid, 'insert') as granted
     from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')`,
    [roles.request, roles.sweep],
  )
  const statements = tables.flatMap(({ name, tenant, parent, guarded, partition, granted }) => [
    ...(tenant && !guarded ? guard(name, roles) : []),
    ...(tenant && !guarded && !parent ? [assumeWorkspaces(name)] : []),
    ...(partition || granted ? [] : [grant(name, roles, appendOnly.includes(name))]),
  ])
  if (statements.length === 0) return
  const sequences = `do $$ begin execute format('grant usage on all sequences in schema %I to "${roles.request}", "${roles.sweep}"', current_schema()); end $$`
  await sql(em, [...statements, sequences].join(';\n'))
}

/** Returns statements that limit a table to the transaction's workspaces, except for the owner and for sweeps. */
const guard = (table: string, { owner, sweep }: Roles): string[] => [
  `alter table "${table}" enable row level security`,
  `alter table "${table}" force row level security`,
  `drop policy if exists own_workspaces on "${table}"`,
  `create policy own_workspaces on "${table}" using (${ownWorkspaces}) with check (${ownWorkspaces})`,
  `drop policy if exists every_workspace on "${table}"`,
  `create policy every_workspace on "${table}" to "${owner}", "${sweep}" using (true) with check (true)`,
]

/**
 * Returns a statement that makes Postgres plan for two workspaces in a new table. In an empty table without statistics, all indexes that
 * start with the workspace cost the same. A plan made then would find an id by reading every row of its workspace, and stay in use until
 * the table is analyzed. With more workspaces, such a read looks cheap while the table has 10 to 20 pages.
 */
const assumeWorkspaces = (
  table: string,
): string => `select pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', '${table}', 'attname', 'workspace_id',
    'inherited', false, 'null_frac', 0::real, 'avg_width', 30, 'n_distinct', 2::real)`

/** Returns a statement that lets calls and sweeps use a table's rows. Rows of an append-only table can't be changed. */
function grant(table: string, { request, sweep }: Roles, appendOnly: boolean): string {
  const rights = appendOnly ? 'select, insert' : 'select, insert, update, delete'
  return `grant ${rights} on "${table}" to "${request}", "${sweep}"`
}
