import { ApiError, type CallOptions, ConnectionError, type Pages, type Posthorn } from '@posthorn/sdk'
import type { Action, Field } from './description/index.ts'
import { groups } from './generated/catalog.ts'

type Verb = (input: Readonly<Record<string, unknown>>, options: CallOptions) => unknown

/** Returns the client's function for an operation, which the catalog knows by noun and verb. */
function verbOf(client: Posthorn, { noun, verb }: Pick<Action, 'noun' | 'verb'>): Verb {
  const resources = client as unknown as Readonly<Record<string, Readonly<Record<string, Verb>>>>
  const method = resources[noun]?.[verb]
  if (method === undefined) throw new TypeError(`there is no operation ${noun}.${verb}`)
  return method
}

type Request = { action: Pick<Action, 'noun' | 'verb' | 'answer'>; input: Readonly<Record<string, unknown>> }

/** Options of a call. `limit`: maximum number of items of a paged list; undefined for all. */
type CallLimits = { idempotencyKey?: string; limit?: number | undefined }

/** Calls an operation. Returns its items or a file. A single value is one item, and so is an empty response, as `{ done: true }`. */
async function call(client: Posthorn, { action, input }: Request, limits: CallLimits = {}): Promise<Outcome> {
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
type File = { bytes: Uint8Array<ArrayBuffer>; type: string; filename: string }
type Outcome = { items: Item[] } | { file: File }

/** Returns up to `limit` items, and reads only the pages with them. */
async function firstOf(list: Pages<Item>, limit: number): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of list) {
    if (items.push(item) >= limit) break
  }
  return items
}

/** Reads a downloaded file. Its name is in a header, encoded if it is not plain ASCII, or else at the end of its `url`. */
export async function fileOf(response: Response, url = ''): Promise<File> {
  const header = response.headers.get('content-disposition') ?? ''
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(header) ?? []
  const [, quoted, plain] = /filename=(?:"([^"]+)"|([^";]+))/i.exec(header) ?? []
  const [type = ''] = (response.headers.get('content-type') ?? 'application/octet-stream').split(';')
  const ofUrl = decoded(/[^/]*$/.exec(URL.parse(url)?.pathname ?? '')?.[0] ?? '')
  const filename = (encoded && decoded(encoded)) ?? quoted ?? plain?.trim() ?? ofUrl
  return { bytes: new Uint8Array(await response.arrayBuffer()), type, filename: filename || 'file' }
}

/** Decodes a percent-encoded text. Returns one that isn't valid unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Thrown for a value that a field can't accept. */
class FieldValueError extends Error {
  override name = 'FieldValueError'
}

export type Values = Readonly<Record<string, unknown>>

/** Returns whether the value is a file. Actions accept either a file or the id of a stored file. */
const isFile = (value: unknown): value is File =>
  typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array

/**
 * Builds an operation's input from field values and what the action fixes. Omits empty values, except null where it clears. Throws
 * `FieldValueError` if a required one is empty, or one does not fit its field.
 */
export function inputOf({ fields, fixed = {} }: Action, values: Values): Record<string, unknown> {
  const input: Record<string, unknown> = { ...fixed }
  for (const field of fields) {
    const value = valueOf(field, values[field.name])
    if (value !== undefined) place(input, field.at.split('.'), value)
    else if (field.required) throw new FieldValueError(`${field.label} is required`)
  }
  return input
}

/** Sets a value at a path in the input, and creates the objects on the way. */
function place(input: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    input[name] = value
    return
  }
  const inner = (input[name] ?? {}) as Record<string, unknown>
  input[name] = inner
  place(inner, rest, value)
}

/** Converts what a platform passes for a field to what the operation expects. Platforms pass empty fields as empty text, and may pass digits as a number. */
function valueOf(field: Field, value: unknown): unknown {
  if (value === null && field.nullable) return null
  if (value === undefined || value === null || value === '') return undefined
  switch (field.kind) {
    case 'number':
      return numberOf(field, value)
    case 'boolean':
      return value === true || value === 'true'
    case 'time':
      return timeOf(field, value)
    case 'texts':
      return textsOf(value)
    case 'json':
      return jsonOf(field, value)
    case 'text':
    case 'lines':
    case 'choice':
      return typeof value === 'number' ? String(value) : value
    case 'bytes':
      return value
  }
}

/** Returns a number, which some platforms pass as text. */
function numberOf({ label }: Field, value: unknown): number {
  const number = typeof value === 'string' ? Number(value.trim() || Number.NaN) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) throw new FieldValueError(`${label} must be a number`)
  return number
}

/** Returns a time as the API expects it. Platforms pass it in their own forms. */
function timeOf({ label }: Field, value: unknown): string {
  const time = new Date(value as string | number | Date)
  if (Number.isNaN(time.getTime())) throw new FieldValueError(`${label} must be a time, such as 2026-11-20T08:30:00Z`)
  return time.toISOString()
}

/** Returns a list's texts, or those of a string: its lines or, if it has only one, what is between commas. Omits empty ones. */
function textsOf(value: unknown): unknown[] | undefined {
  const list = Array.isArray(value) ? (value as unknown[]) : String(value).split(/\n/.test(String(value)) ? '\n' : ',')
  const items = list
    .map((each) => (typeof each === 'string' ? each.trim() : String(each)))
    .filter((each) => each !== '')
  return items.length === 0 ? undefined : items
}

/** Parses JSON. Some platforms pass it as text, others as an object. */
function jsonOf({ label }: Field, value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    const parsed: unknown = JSON.parse(value)
    return parsed
  } catch {
    throw new FieldValueError(`${label} must be JSON`)
  }
}

/** Explains an error to the person who built the workflow: a message, and what to check. Never throws. */
export function explain(error: unknown): { message: string; description: string; status: number | undefined } {
  if (error instanceof ApiError) {
    const fields = error.errors.map(({ path, message }) => `${path} ${message}`)
    const reference = error.requestId === undefined ? error.errorCode : `${error.errorCode}, request ${error.requestId}`
    return { message: error.message, description: [...fields, `Code: ${reference}`].join('\n'), status: error.status }
  }
  if (error instanceof ConnectionError) {
    const description = 'Check the address in the credential, and that the installation runs.'
    return { message: error.message, description, status: undefined }
  }
  const message = error instanceof Error ? error.message : String(error)
  return {
    message,
    description: error instanceof FieldValueError ? 'Check the fields of this step.' : '',
    status: undefined,
  }
}

const callable = groups.flatMap(({ actions }) => actions).filter(({ answer, uploads }) => answer !== 'body' && !uploads)

/** Calls any operation, for platforms with few actions. Excludes files, and operations whose responses contain secrets. */
export const callOperation: Action = {
  key: 'callOperation',
  noun: 'operations',
  verb: 'call',
  label: 'Call an operation',
  help: 'Calls an operation that has no action',
  answer: 'value',
  fields: [
    {
      name: 'operation',
      label: 'Operation',
      help: 'Name of the operation in the reference',
      kind: 'choice',
      required: true,
      at: 'operation',
      choices: callable.map(({ key }) => key),
    },
    { name: 'input', label: 'Input', help: 'Fields of the operation as JSON', kind: 'json', at: 'input' },
  ],
  sample: { items: [] },
}

/** Returns the operation that a person chose for `callOperation`. */
function operationOf(name: unknown): Action {
  const found = callable.find(({ key }) => key === name)
  if (found === undefined) throw new FieldValueError('Operation must be one of the list')
  return found
}

/**
 * An action to perform for a platform. `run` identifies one execution of one step, and a single item if the step runs for several items. It
 * stays the same if the platform repeats the step.
 */
type Performance = { action: Action; values: Values; run?: string | undefined; limit?: number | undefined }

/**
 * Performs an action. If the platform identifies the run, a POST or DELETE gets an Idempotency-Key derived from the run and the input, so
 * that a repeated execution sends nothing twice.
 */
export async function perform(client: Posthorn, { action, values, run, limit }: Performance): Promise<Outcome> {
  const input = inputOf(action, values)
  const idempotencyKey = run === undefined ? undefined : await keyOf(run, { action: action.key, values })
  const limits: CallLimits = { limit, ...(idempotencyKey !== undefined && { idempotencyKey }) }
  if (action.key === callOperation.key) return performAny(client, input, limits)
  if (action.uploads) return call(client, { action, input: withBytes(input) }, limits)
  return call(client, { action, input: await withStoredFiles(client, { action, input }, idempotencyKey) }, limits)
}

/**
 * Performs the chosen operation with its input unchanged, so that the installation refuses unknown fields, such as a misspelled filter, and
 * null clears a field. Returns the items as a single object, because a platform may accept only one.
 */
async function performAny(client: Posthorn, { operation, input = {} }: Values, limits: CallLimits): Promise<Outcome> {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new FieldValueError('Input must be a JSON object')
  const outcome = await call(client, { action: operationOf(operation), input: input as Values }, limits)
  return 'items' in outcome ? { items: [{ items: outcome.items }] } : outcome
}

/**
 * Returns a 64-character Idempotency-Key. Within a run, the same input with the same file bytes gets the same key. It is made from a file's
 * digest in place of its bytes, which JSON would list.
 */
async function keyOf(run: string, request: unknown): Promise<string> {
  const files: Uint8Array[] = []
  const text = JSON.stringify([run, request], (_, value: unknown) =>
    value instanceof Uint8Array ? files.push(value) : value,
  )
  const digests = await Promise.all(files.map(sha256))
  return sha256(new TextEncoder().encode([text, ...digests].join('\n')))
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Replaces a file in the input with the form in which the client uploads it, and adds its name and type unless given. */
function withBytes(input: Record<string, unknown>): Record<string, unknown> {
  const { file, ...others } = input
  return isFile(file) ? { ...uploadOf(file, file.filename), ...others } : input
}

/** Builds an upload's input. Without a type, the installation detects that of a file from its bytes. */
function uploadOf({ bytes, type }: File, filename: string) {
  return { file: new Blob([bytes], { type }), filename, ...(type !== '' && { mime: type }) }
}

type FilledInput = { action: Action; input: Record<string, unknown> }

/** Stores the input's files first, and replaces them with their ids. */
async function withStoredFiles(
  client: Posthorn,
  { action, input }: FilledInput,
  idempotencyKey: string | undefined,
): Promise<FilledInput['input']> {
  const places = action.fields.filter(({ kind }) => kind === 'bytes').map(({ at }) => at.split('.'))
  let stored = input
  for (const [outer = '', inner = ''] of places) {
    const holder = stored[outer] as Record<string, unknown> | undefined
    const file = holder?.[inner]
    if (!isFile(file)) continue
    const options = idempotencyKey === undefined ? {} : { idempotencyKey: `${idempotencyKey}:${outer}.${inner}` }
    const filename = typeof holder?.['filename'] === 'string' ? holder['filename'] : file.filename
    const { id } = await client.files.create(uploadOf(file, filename), options)
    stored = { ...stored, [outer]: { ...holder, [inner]: id, filename } }
  }
  return stored
}
