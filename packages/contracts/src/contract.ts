import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Role } from './schemas.ts'
import { shown, type Unfilled } from './shown.ts'

/** A permission: read, send messages, manage the workspace, read raw reports, administer keys and the team, erase people. Only service credentials have `operator`. */
export type Scope = 'read' | 'send' | 'manage' | 'raw' | 'admin' | 'erase' | 'operator'

/**
 * How an operation treats a key or member that is restricted to certain numbers. `number`: for that caller, other numbers and their objects
 * don't exist. `workspace`: the operation concerns all numbers, so the call is refused. `nothing`: no difference.
 */
export type LimitedBy = 'number' | 'workspace' | 'nothing'

/** HTTP methods of the public API. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Whether requests with this method can have an Idempotency-Key. Any other can be repeated without one. A DELETE could, too, but its second
 * response would be that there is no such object.
 */
export const takesIdempotencyKey = (method: string | undefined): boolean => method === 'POST' || method === 'DELETE'

/** Method and path of a public operation, such as `GET /v1/messages/{id}`. Operations without one are internal. */
export type RestLine = `${Method} /v1/${string}`

/**
 * Bytes that a REST request may send instead of JSON, as multipart/form-data with a field `file`, or as a raw body of any other type. The
 * declared type and name become the fields `mime` and `filename`, if the operation has them.
 */
export type UploadForm<F extends z.ZodObject = z.ZodObject> = {
  /** Form fields in addition to the bytes. They belong to the operation's input. */
  fields: F
  bytesMax: number
  /**
   * Path of the input field that names a stored file to send instead of bytes, and the media types that the file may have. Default: any.
   */
  fromFile?: { field: string; mimes?: readonly string[] }
  /** Accepts only a stored file, so the request itself is JSON. */
  storedOnly?: true
}

type Description<I extends z.ZodObject, O extends z.ZodType> = {
  /** One line, imperative. */
  summary: string
  /** Effects, limits, and resulting events, in Markdown. */
  description: string
  rest?: RestLine
  /** Success status in REST; 201 if something is created. */
  status?: number
  /** Success status if the output has `created: false`, because the object already existed. */
  statusOfExisting?: number
  /** Lowest member role that may call the operation. Default: derived from the scope. */
  least?: Role
  /** Members must have confirmed their password within the last ten minutes. */
  confirmed?: true
  input: I
  output: O
  /** Error codes in addition to those that every operation has, and to `cursor:invalid`, which every list has. */
  errors?: ErrorCode[]
  example: { input: z.input<I>; output: Unfilled<z.input<O>> }
  /** A rule across several body fields, as a sentence. */
  rule?: string
  /** Query fields of the next page, for an array that is no `list`. Undefined on the last page. REST sends them in a Link header. */
  following?(input: z.output<I>, output: z.output<O>): Record<string, number> | undefined
  /** REST also accepts bytes, which the verb receives as a file on disk. */
  upload?: UploadForm
  /** The output is `filePart`. REST sends all bytes as an attachment, reading chunks by `offset`. */
  download?: boolean
  /**
   * The output is `streamed`. REST sends chunks of this type, and passes `next` as `cursor` until it is null. Each chunk is a separate
   * call, so a stream needs limited memory and survives restarts of its service.
   */
  stream?: 'text/csv' | 'text/event-stream'
  /** Can wait, so it is refused first under load. */
  bulk?: boolean
  /** Name of the input field that limits, in seconds, how long the response may wait for data. */
  waits?: string
  /** May take seconds because it waits for another system, so it never shares an HTTP request with other calls. */
  slow?: boolean
  /** Called often and always fast: concurrent calls share an HTTP request and a transaction. */
  together?: boolean
}

/** Contract of an operation. Its input is a flat object of path parameters and the fields of the query (GET) or body. */
export type Operation<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> = Description<I, O> & {
  errors: ErrorCode[]
  /** Scope that a caller needs. Null: any authenticated caller, or an endpoint with its own authentication (callbacks). */
  scope: Scope | null
  /** Undefined for operator operations, because operators aren't restricted to numbers. */
  limitedBy: LimitedBy | undefined
  /** The output is `pageOf(item)`: REST sends the array with a Link header. */
  list: boolean
}

/** An operation as the contract declares it. All except operator operations state how they treat restricted callers. */
type Declaration<I extends z.ZodObject, O extends z.ZodType> = Description<I, O> &
  ({ scope: 'operator'; limitedBy?: never } | { scope: Exclude<Scope, 'operator'> | null; limitedBy: LimitedBy })

export type Query<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> = Operation<I, O> & {
  kind: 'query'
}
/** An operation with effects. Runs in a transaction and honors Idempotency-Key on POST and DELETE. */
export type Mutation<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> = Operation<I, O> & {
  kind: 'mutation'
}

/** Operations of a service by noun and verb. */
export type Contract = Record<string, Record<string, Query | Mutation>>

/** Declares an operation without effects. */
export function query<I extends z.ZodObject, O extends z.ZodType>(operation: Declaration<I, O>): Query<I, O> {
  return { ...declared(operation), kind: 'query' }
}

/** Declares an operation with effects. */
export function mutation<I extends z.ZodObject, O extends z.ZodType>(operation: Declaration<I, O>): Mutation<I, O> {
  return { ...declared(operation), kind: 'mutation' }
}

/**
 * Completes a declaration: the input refuses unknown fields, the output has no rules for callers' values, a list also has the error
 * `cursor:invalid`, and the example has the fields that the schema fills.
 */
function declared<I extends z.ZodObject, O extends z.ZodType>(operation: Declaration<I, O>): Operation<I, O> {
  const { limitedBy, input, example, errors = [] } = operation
  const output = shown(operation.output)
  const list = isPage(output)
  // Examples may leave out fields that the schema fills.
  const filled = {
    ...example,
    output: (output.safeParse(example.output).data ?? example.output) as Unfilled<z.input<O>>,
  }
  return {
    ...operation,
    limitedBy,
    list,
    input: input.strict() as unknown as I,
    output,
    errors: list ? [...new Set<ErrorCode>([...errors, 'cursor:invalid'])] : errors,
    example: filled,
  }
}

/** Whether an output is one of `pageOf`, so that no operation also has to declare that it is a list. */
function isPage(output: z.ZodType): boolean {
  const { items, next } = (output as Partial<z.ZodObject>).shape ?? {}
  return items !== undefined && next !== undefined
}

/** Parses the method, the path and the names of `{parameters}`. */
export function parseRest(line: RestLine): { method: Method; path: string; parameters: string[] } {
  const [method, path] = line.split(' ') as [Method, string]
  return { method, path, parameters: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string) }
}

/** Input before defaults are applied. */
export type InputOf<Op extends Operation> = z.input<Op['input']>
export type OutputOf<Op extends Operation> = z.output<Op['output']>

/**
 * Class of an operation for load shedding. `bulk` (exports, imports, replays) is refused first, then `reading` (lists, searches, and other
 * dashboard actions). `sending` is refused last.
 */
export type LoadClass = 'bulk' | 'reading' | 'sending'

/** Returns an operation's class: `bulk` if declared, else derived from its scope. */
export function loadClassOf({ bulk, scope }: Pick<Operation, 'bulk' | 'scope'>): LoadClass {
  if (bulk) return 'bulk'
  return scope === 'send' ? 'sending' : 'reading'
}
