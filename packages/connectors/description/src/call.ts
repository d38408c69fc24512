import type { CallOptions, Pages, Posthorn } from '@posthorn/sdk'
import type { Action } from './description/index.ts'

type Verb = (input: Readonly<Record<string, unknown>>, options: CallOptions) => unknown

/** Returns the method of the client that performs an operation. */
function verbOf(client: Posthorn, { noun, verb }: Pick<Action, 'noun' | 'verb'>): Verb {
  const resources = client as unknown as Readonly<Record<string, Readonly<Record<string, Verb>>>>
  const method = resources[noun]?.[verb]
  if (method === undefined) throw new TypeError(`there is no operation ${noun}.${verb}`)
  return method
}

export type Request = { action: Pick<Action, 'noun' | 'verb' | 'answer'>; input: Readonly<Record<string, unknown>> }

/** Options of a call. `limit`: maximum number of list items; undefined for all. */
export type CallLimits = { idempotencyKey?: string; limit?: number | undefined }

/** Calls an operation. Returns its items (one for a single value) or a file. */
export async function call(client: Posthorn, { action, input }: Request, limits: CallLimits = {}): Promise<Outcome> {
  const { idempotencyKey, limit = Number.POSITIVE_INFINITY } = limits
  const options = idempotencyKey === undefined ? {} : { idempotencyKey }
  const answer = verbOf(client, action)(input, options)
  if (action.answer === 'pages') return { items: await firstOf(answer as Pages<Item>, limit) }
  if (action.answer === 'body') return { file: await fileOf((await answer) as Response) }
  const value = await answer
  if (Array.isArray(value)) return { items: value as Item[] }
  return { items: [(value ?? { done: true }) as Item] }
}

export type Item = Record<string, unknown>
export type File = { bytes: Uint8Array<ArrayBuffer>; type: string; filename: string }
export type Outcome = { items: Item[] } | { file: File }

/** Returns up to `limit` items, and reads only the pages with them. */
async function firstOf(list: Pages<Item>, limit: number): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of list) {
    if (items.push(item) >= limit) break
  }
  return items
}

/** Reads a downloaded file. Its name is in a header, encoded if it is not plain ASCII. */
async function fileOf(response: Response): Promise<File> {
  const header = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  const plain = /filename="?([^";]+)"?/i.exec(header)?.[1]
  const [type = ''] = (response.headers.get('content-type') ?? 'application/octet-stream').split(';')
  return {
    bytes: new Uint8Array(await response.arrayBuffer()),
    type,
    filename: encoded === undefined ? (plain ?? 'file') : decodeURIComponent(encoded),
  }
}
