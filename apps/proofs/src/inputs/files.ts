import { startHttpServer, until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'

type Import = { id: string; status: string; counts: { rows: number; created: number; failed: number } }

/** Returns the contacts with a tag as a CSV file. */
export async function exported(system: RunningSystem, tag: string): Promise<string> {
  const headers = { Token: system.account.key }
  return (await fetch(`${system.url}/v1/contacts/export?tag=${tag}`, { headers })).text()
}

/** Imports a CSV file. Returns the counts. */
export async function imported(system: RunningSystem, csv: string): Promise<Import['counts']> {
  const headers = { Token: system.account.key, 'content-type': 'text/csv' }
  const answer = await fetch(`${system.url}/v1/imports`, { method: 'POST', headers, body: csv })
  const { id } = (await answer.json()) as Import
  const { counts } = await until(
    async () => {
      const shown = await system.ok<Import>('GET', `/v1/imports/${id}`)
      return shown.status === 'finished' && shown
    },
    { timeoutMs: 30_000, describe: 'the import to end' },
  )
  return counts
}

/** Serves a CSV file, as the server of a customer does from which contacts are imported. */
export const serveCsv = (text: string) =>
  startHttpServer((_, res) => res.writeHead(200, { 'content-type': 'text/csv' }).end(text))
