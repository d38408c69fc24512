import { ownDatabaseName } from '@posthorn/client'
import { Client } from 'pg'
import type { RunningSystem } from './running-system.ts'

/** Returns the address of a system's database, for its administrator. */
export function databaseUrlOf(system: RunningSystem): string {
  const { databaseUrl, processes } = system.run
  const url = new URL(databaseUrl)
  // On a Postgres of its own the system has a database of its own, too.
  if (processes['postgres'] !== undefined) url.pathname = `/${ownDatabaseName}`
  return url.href
}

/** Rows as the administrator of the database sees them: of all services and all workspaces. */
export async function rowsOf<T extends object>(
  system: RunningSystem,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new Client({ connectionString: databaseUrlOf(system) })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}
