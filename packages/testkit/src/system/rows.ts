import { ownDatabaseName } from '@posthorn/client'
import type { ServiceName } from '@posthorn/contracts'
import { Client } from 'pg'
import type { RunningSystem } from './running-system.ts'

/** Returns the administrator's URL for a system's database: the shared database, or this service's if it has a separate one. */
export function databaseUrlOf(system: RunningSystem, service?: ServiceName): string {
  const { databaseUrl, databaseUrls, processes } = system.run
  const other = service === undefined ? undefined : databaseUrls[service]
  if (other !== undefined) return other
  const url = new URL(databaseUrl)
  // A system on its own Postgres also has its own database.
  if (processes['postgres'] !== undefined) url.pathname = `/${ownDatabaseName}`
  return url.href
}

/** Queries the shared database as the administrator, across all workspaces. Services with a separate database aren't in it. */
export async function rowsOf<T extends object>(
  system: RunningSystem,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  return rowsAt<T>(databaseUrlOf(system), text, values)
}

/** Queries any database over a new connection. */
export async function rowsAt<T extends object>(url: string, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new Client({ connectionString: url })
  // A connection that breaks also rejects the query. Without a listener, its event would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Makes the contacts service fail for these phone numbers, so that their events become dead. Returns a function that undoes this. */
export async function failAtPhones(system: RunningSystem, phones: readonly string[]): Promise<() => Promise<unknown>> {
  const list = phones.map((phone) => `'${phone}'`).join(', ')
  await rowsOf(system, `alter table contacts.contact add constraint broken check (phone not in (${list}))`)
  return () => rowsOf(system, 'alter table contacts.contact drop constraint broken')
}

/** Changes the database history that a service has stored, so that it seems restored from a backup and starts in quarantine. */
export async function loseHistory(system: RunningSystem, service: ServiceName): Promise<void> {
  await rowsOf(system, `update ${service}.restore_guard set history = 'another'`)
}
