import { ownDatabaseName } from '@posthorn/client'
import type { ServiceName } from '@posthorn/contracts'
import { Client } from 'pg'
import type { RunningSystem } from './running-system.ts'

/** Returns the URL of a system's database for its administrator: the common one, or this service's if it has its own. */
export function databaseUrlOf(system: RunningSystem, service?: ServiceName): string {
  const { databaseUrl, databaseUrls = {}, processes } = system.run
  const other = service === undefined ? undefined : databaseUrls[service]
  if (other !== undefined) return other
  const url = new URL(databaseUrl)
  // On its own Postgres, the system also has its own database.
  if (processes['postgres'] !== undefined) url.pathname = `/${ownDatabaseName}`
  return url.href
}

/** Queries the common database as administrator: services without their own, all workspaces. */
export async function rowsOf<T extends object>(
  system: RunningSystem,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  return rowsAt<T>(databaseUrlOf(system), text, values)
}

/** Queries the database at this URL. */
export async function rowsAt<T extends object>(url: string, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}
