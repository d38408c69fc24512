import { ownDatabaseName } from '@posthorn/client'
import type { ServiceName } from '@posthorn/contracts'
import { Client } from 'pg'
import type { RunningSystem } from './running-system.ts'

/** Returns the address of a system's database for its administrator: the one of all services, or of this one where it has another. */
export function databaseUrlOf(system: RunningSystem, service?: ServiceName): string {
  const { databaseUrl, databaseUrls = {}, processes } = system.run
  const other = service === undefined ? undefined : databaseUrls[service]
  if (other !== undefined) return other
  const url = new URL(databaseUrl)
  // On a Postgres of its own the system has a database of its own, too.
  if (processes['postgres'] !== undefined) url.pathname = `/${ownDatabaseName}`
  return url.href
}

/** Rows as the administrator of the common database sees them: of the services that have no other, and of all workspaces. */
export async function rowsOf<T extends object>(
  system: RunningSystem,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  return rowsAt<T>(databaseUrlOf(system), text, values)
}

/** Rows of the database at this address. */
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
