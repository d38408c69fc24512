import { sql } from '@posthorn/chassis'

/** Returns the country of a workspace; null where it has set none. */
export async function countryOf(em: Parameters<typeof sql>[0], workspace: string): Promise<string | null> {
  const statement = `select settings->>'country' as country from workspace where workspace_id = $1`
  const [row] = await sql<{ country: string | null }>(em, statement, [workspace])
  return row?.country ?? null
}
