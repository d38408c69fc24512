import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { Caller } from './select.sql.ts'

/** Maximum number of columns for custom fields in an export. */
const fieldNamesMax = 200

/** Returns the custom field names of the caller's contacts, in alphabetical order. */
export async function fieldNames(em: EntityManager, { workspace, numbers }: Caller): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    em,
    `select distinct jsonb_object_keys(fields) as name from contact where workspace_id = $1 and fields <> '{}'
       and ($2::text[] is null or number_ids && $2) order by name limit ${fieldNamesMax}`,
    [workspace, numbers ?? null],
  )
  return rows.map(({ name }) => name)
}
