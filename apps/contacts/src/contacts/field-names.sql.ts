import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/** Most columns that fields of the workspace's own may take in an export. */
const fieldNamesMax = 200

/** Names of the fields that contacts of the workspace have, in the order of the alphabet. */
export async function fieldNames(em: EntityManager, workspace: string): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    em,
    `select distinct jsonb_object_keys(fields) as name from contact where workspace_id = $1 and fields <> '{}'
     order by name limit ${fieldNamesMax}`,
    [workspace],
  )
  return rows.map(({ name }) => name)
}
