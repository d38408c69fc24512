import { readFile } from 'node:fs/promises'
import { CommandError, networkReasonOf } from './refusal.ts'

/** A row of an export, or of a list of the former service. */
export type Row = Readonly<Record<string, unknown>>

/** Things of the former service that are made here again. */
export type MoveSource = { labels: Row[]; contacts: Row[]; webhooks: Row[] }

const timeoutMs = 60_000
const pageSize = 200

const rowsOf = (value: unknown): Row[] =>
  Array.isArray(value) ? value.filter((row): row is Row => typeof row === 'object' && row !== null) : []

/** Reads an export: one JSON object with the lists `labels`, `contacts` and `webhooks`. */
export async function readExport(file: string): Promise<MoveSource> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandError(`${file} cannot be read (${networkReasonOf(error)})`)
  })
  try {
    const { labels, contacts, webhooks } = JSON.parse(text) as Record<string, unknown>
    return { labels: rowsOf(labels), contacts: rowsOf(contacts), webhooks: rowsOf(webhooks) }
  } catch {
    throw new CommandError(`${file} is not a JSON object with the lists labels, contacts and webhooks`)
  }
}

/** Reads the lists of the former service through its API. */
export async function readService(url: string, { key, device }: { key: string; device?: string }): Promise<MoveSource> {
  const base = url.replace(/\/(v1\/?)?$/, '')
  const list = async (path: string) => {
    const response = await fetch(`${base}/v1${path}`, {
      headers: { Token: key },
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new CommandError(`${base} cannot be reached (${networkReasonOf(error)})`)
    })
    if (!response.ok) throw new CommandError(`${base} answered ${response.status} to GET ${path}; is the key right?`)
    return rowsOf(await response.json())
  }
  const named = device ?? (await list('/devices'))[0]?.['id']
  if (typeof named !== 'string') throw new CommandError(`${base} has no device; pass --from-device`)
  const contacts: Row[] = []
  for (let page = 0; contacts.length === page * pageSize; page++)
    contacts.push(...(await list(`/chat/${named}/contacts?size=${pageSize}&page=${page}`)))
  return {
    labels: await list(`/devices/${named}/labels`),
    contacts,
    webhooks: await list(`/webhooks?size=${pageSize}`),
  }
}
