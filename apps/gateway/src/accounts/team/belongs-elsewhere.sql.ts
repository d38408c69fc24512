import { sql } from '@posthorn/chassis'

type Em = Parameters<typeof sql>[0]

/** Whether the member's person can access another workspace. */
export async function belongsElsewhere(em: Em, workspace: string, member: string): Promise<boolean> {
  const found = await sql(
    em,
    `select 1 from member m join member other on other.person_id = m.person_id
     where m.workspace_id = $1 and m.id = $2 and other.workspace_id <> $1 and other.disabled_at is null limit 1`,
    [workspace, member],
  )
  return found.length > 0
}
