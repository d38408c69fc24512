import { isEventName } from '@posthorn/dialect'
import { CommandError, refuseRedirect } from './client.ts'
import { type Fetch, networkReasonOf, reasonOf } from './fetch.ts'
import { readText } from './local-file.ts'

/** A row of an export, or of a list in the previous service. */
export type Row = Readonly<Record<string, unknown>>

const kinds = ['labels', 'contacts', 'chats', 'webhooks'] as const

export type Kind = (typeof kinds)[number]

/**
 * Rules for moving webhooks: the payload format to use here, and our events for each of the previous service's events. Unknown names have
 * no events.
 */
export type WebhookForm = { format: 'dialect' | 'posthorn'; eventsOf(name: string): readonly string[] }

/** Data from the previous service: its objects, the device being moved, the webhook format, and lists that couldn't be read. */
export type MoveSource = Record<Kind, Row[]> & {
  device: string | undefined
  form: WebhookForm
  unread: { kind: Kind; reason: string }[]
}

/** Requested rows per page; a service may return fewer. */
const pageSize = 200
/** A list ends after this many pages without new rows, because a service may count pages from 0 or from 1, or not have pages at all. */
const stalePagesMax = 2

const dialectForm: WebhookForm = { format: 'dialect', eventsOf: (name) => (isEventName(name) ? [name] : []) }

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Returns the value if it is a non-empty string. Unlike `trimmedText`, leaves out numbers. */
export const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/**
 * Reads an export: a JSON object with at least one of the lists `labels`, `contacts`, `chats` and `webhooks`, and optionally their `device`.
 *
 * @throws CommandError if the file can't be read or is something else.
 */
export function readExport(file: string, { device }: { device?: string } = {}): MoveSource {
  const refused = new CommandError(`${file} is not a JSON object with the lists ${kinds.join(', ')}`)
  const content = parseJson(textOfExport(file))
  if (!isRow(content) || !kinds.some((kind) => content[kind] !== undefined)) throw refused
  const listOf = (kind: Kind) => {
    const rows = content[kind] === undefined ? [] : rowsOf(content[kind])
    if (rows === undefined) throw refused
    return rows
  }
  const lists = Object.fromEntries(kinds.map((kind) => [kind, listOf(kind)])) as Record<Kind, Row[]>
  const own = isRow(content['device']) ? textOf(content['device']['id']) : textOf(content['device'])
  return { ...lists, device: device ?? own, form: dialectForm, unread: [] }
}

/** Reads a file, or fails with the reason. */
function textOfExport(file: string): string {
  try {
    return readText(file)
  } catch (error) {
    throw new CommandError(`${file} cannot be read (${reasonOf(error)})`)
  }
}

/** Parses JSON. Returns undefined for other text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An API to read, and its key header. */
type ServiceAccess = { base: string; headers: Record<string, string>; fetch: Fetch }

/** How to read a service: its key, and the device whose data move. `onRead` receives the number of rows read so far. */
export type Reading = { key: string; fetch: Fetch; device?: string; onRead(path: string, rows: number): void }

/** A service with the dialect. `isSized` is false once it refused a page size. */
type Service = ServiceAccess & { isSized: boolean; onRead(path: string, rows: number): void }

/**
 * Reads a service with the established v1 dialect. By default, the data of its first device move. Lists that it refuses are in `unread`,
 * except devices and contacts: a move needs them.
 */
export async function readService(url: string, { device, key, ...access }: Reading): Promise<MoveSource> {
  const base = `${url.replace(/\/(v1\/?)?$/, '')}/v1`
  const service: Service = { ...access, base, headers: { Token: key }, isSized: true }
  const named = device ?? textOf((await readList(service, '/devices')).rows[0]?.['id'])
  if (named === undefined) throw new CommandError(`${service.base} has no device; pass --from-device`)
  const contacts = await readList(service, `/chat/${named}/contacts`)
  const unread = contacts.missing === undefined ? [] : [{ kind: 'contacts' as Kind, reason: contacts.missing }]
  const labels = await readable('labels', readList(service, `/devices/${named}/labels`), unread)
  const chats = await readable('chats', readList(service, `/chat/${named}/chats`), unread)
  const webhooks = await readable('webhooks', readList(service, '/webhooks'), unread)
  return { labels, contacts: contacts.rows, chats, webhooks, device: named, form: dialectForm, unread }
}

/** Rows of a list. `missing`: why some rows are missing. */
type List = { rows: Row[]; missing?: string }

/** Thrown when a service refuses one list; other lists may still be readable. */
class ListRefused extends CommandError {}

/** Awaits a list. If it is refused, returns `instead` with the reason. */
export async function orRefusal<L extends object>(reading: Promise<L>, instead: L): Promise<L & { missing?: string }> {
  return reading.catch((error: unknown) => {
    if (!(error instanceof ListRefused)) throw error
    return { ...instead, missing: error.message }
  })
}

/** Returns the rows of a list. Records in `unread` why all or some are missing. */
export async function readable(kind: Kind, list: Promise<List>, unread: MoveSource['unread']): Promise<Row[]> {
  const { rows, missing } = await orRefusal(list, { rows: [] })
  if (missing !== undefined) unread.push({ kind, reason: missing })
  return rows
}

/** The next page: a path, a cursor or a page number; undefined if there is none. */
type Next = { path: string } | { cursor: string } | { page: number } | undefined

/** Reads a list until a page is empty, pages have nothing new, or the service's next page or row count marks the end. */
async function readList(service: Service, path: string): Promise<List> {
  const rows = new Map<string, Row>()
  let [stale, total]: [number, number | undefined] = [0, undefined]
  let next: Next = { page: 0 }
  while (next !== undefined) {
    const read = await readPage(service, path, next)
    const known = rows.size
    for (const row of read.rows) rows.set(identityOf(row), row)
    stale = rows.size > known ? 0 : stale + 1
    total = read.total ?? total
    // A total equal to the page's row count may refer to the page rather than to the whole list.
    const isComplete = total !== undefined && total > read.rows.length && rows.size >= total
    service.onRead(path, rows.size)
    next = read.rows.length === 0 || stale === stalePagesMax || isComplete ? undefined : read.next
  }
  const missing =
    total !== undefined && total > rows.size ? `the service counts ${total} and returned ${rows.size}` : undefined
  return { rows: [...rows.values()], ...(missing === undefined ? {} : { missing }) }
}

/** Returns what identifies a row, because pages may repeat rows. */
const identityOf = (row: Row) =>
  [row['id'], row['wid'], row['phone']].map(textOf).find((each) => each !== undefined) ?? JSON.stringify(row)

/** Returns the path of a page of a list. */
function pathOf({ isSized }: Service, path: string, place: { page: number } | { cursor: string }): string {
  const query = new URLSearchParams('page' in place ? { page: String(place.page) } : place)
  if (isSized) query.set('size', String(pageSize))
  return `${path}?${query}`
}

type Page = { rows: Row[]; next: Next; total: number | undefined }

/** Reads a page. Asks again without a page size if the service refuses it, and treats a later page that is not found as the end. */
async function readPage(service: Service, path: string, place: NonNullable<Next>): Promise<Page> {
  const page = 'page' in place ? place.page : undefined
  const request = () => ask(service, 'path' in place ? place.path : pathOf(service, path, place))
  let response = await request()
  if (response.status === 400 && page !== undefined && service.isSized) {
    service.isSized = false
    response = await request()
  }
  if ([404, 416].includes(response.status) && page) return { rows: [], next: undefined, total: undefined }
  if (!response.ok) throw refusalOf(service, path, response.status)
  const body: unknown = await response.json().catch(() => undefined)
  const rows = rowsOf(body)
  if (rows === undefined) throw new CommandError(`${service.base} returned no list to GET ${path}`)
  return {
    rows,
    next: nextOf(response.headers, body, { path, page: page ?? 0 }),
    total: totalOf(response.headers, body),
  }
}

/** Sends a request. Refuses a redirect. */
async function ask({ base, headers, fetch }: ServiceAccess, path: string, body?: object): Promise<Response> {
  const posted =
    body === undefined
      ? { headers }
      : { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(`${base}${path}`, { ...posted, redirect: 'manual' }).catch((error: unknown) => {
    throw new CommandError(`${base} cannot be reached (${networkReasonOf(error)})`)
  })
  refuseRedirect(base, response)
  return response
}

/** Requests JSON. With `body`, uses POST, which some services require for lists. */
export async function askJson(service: ServiceAccess, path: string, body?: object): Promise<unknown> {
  const response = await ask(service, path, body)
  if (!response.ok) throw refusalOf(service, path, response.status)
  return response.json().catch(() => undefined)
}

/** Returns the error for a failed request. A refused list can be skipped; a failing service ends the move. */
function refusalOf({ base }: ServiceAccess, path: string, status: number): CommandError {
  const text = `${base} answered ${status} to ${path}`
  if (status === 401 || status === 403) return new ListRefused(`${text}; is the key right?`)
  if (status === 429 || (status >= 500 && status !== 501)) return new CommandError(`${text}, also when asked again`)
  return new ListRefused(text)
}

/** Returns the objects of a list response: of the body itself, or of the first array in it. Undefined if there is no array. */
export function rowsOf(body: unknown): Row[] | undefined {
  const list = isRow(body) ? Object.values(body).find((value) => Array.isArray(value)) : body
  return Array.isArray(list) ? list.filter(isRow) : undefined
}

const nextNames = ['next', 'nextPage', 'next_page', 'nextCursor', 'hasMore']
const totalNames = ['total', 'totalCount', 'count']

/** Returns the values with these names, from the body or its paging information. */
function pagingFieldsOf(body: unknown, names: readonly string[]): unknown[] {
  const places = isRow(body) ? [body, body['meta'], body['pagination'], body['paging']].filter(isRow) : []
  return places.flatMap((place) => names.flatMap((name) => (name in place ? [place[name]] : [])))
}

type PageOfList = { path: string; page: number }

/** Returns the next page as a `Link` header or the body names it. Services that name none count pages. */
function nextOf(headers: Headers, body: unknown, place: PageOfList): Next {
  const link = headers.get('link')
  if (link !== null && /rel="?(next|prev|first|last)/.test(link))
    return placeOf(/<([^>]+)>;\s*rel="?next/.exec(link)?.[1], place)
  const candidates = pagingFieldsOf(body, nextNames)
  return candidates.length > 0
    ? placeOf(candidates.find((candidate) => typeof candidate !== 'boolean') ?? candidates[0], place)
    : following(place)
}

const following = ({ page }: PageOfList) => ({ page: page + 1 })

/** Returns the next page from its number, URL or cursor, or from `true` for the one that follows. Keeps the host, because the key is for that host. */
function placeOf(nextName: unknown, place: PageOfList): Next {
  if (nextName === true) return following(place)
  const text = typeof nextName === 'number' ? String(nextName) : textOf(nextName)
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return { page: Number(text) }
  if (!/^(https?:|[/?])/.test(text)) return { cursor: text }
  const { pathname, search } = new URL(text, `http://localhost${place.path}`)
  return { path: `${pathname.replace(/^.*?\/v1(?=\/)/, '')}${search}` }
}

/** Returns the number of rows in the whole list, from a header or the body; undefined if the service doesn't say. */
function totalOf(headers: Headers, body: unknown): number | undefined {
  const counted = [
    ...['x-total-count', 'x-total', 'total-count'].map((name) => headers.get(name)),
    ...pagingFieldsOf(body, totalNames),
  ]
  const total = counted.find((each) => typeof each === 'number' || (typeof each === 'string' && /^\d+$/.test(each)))
  return total === undefined ? undefined : Number(total)
}
