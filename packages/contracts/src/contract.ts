import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Role } from './roles.ts'
import { shown, type Unfilled } from './shown.ts'

/** A permission: read, send messages, manage the workspace, read raw reports, administer keys and the team, erase people. Only service credentials have `operator`. */
export type Scope = 'read' | 'send' | 'manage' | 'raw' | 'admin' | 'erase' | 'operator'

/**
 * What an operation is to a key or member that is limited to numbers. `number`: whatever belongs to other numbers only does not exist for
 * it. `workspace`: it changes or shows what holds for all numbers, and is refused. `nothing`: it is the same for everyone.
 */
export type LimitedBy = 'number' | 'workspace' | 'nothing'

/** HTTP methods of the public API. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Method and path of a public operation, such as `GET /v1/messages/{id}`; an operation without one is internal. */
export type RestLine = `${Method} /v1/${string}`

/**
 * Bytes that a REST request may bring instead of JSON: multipart/form-data with one part `file`, or a raw body of any other type.
 * Type and name that either states become the fields `mime` and `filename`, where the operation has them.
 */
export type UploadForm<F extends z.ZodObject = z.ZodObject> = {
  /** Form fields beside the bytes: a part of the operation's input. */
  fields: F
  bytesMax: number
  /** Path of the input field that names a stored file to send instead of bytes, and the types it may have; absent: any. */
  fromFile?: { field: string; mimes?: readonly string[] }
  /** Bytes come from a stored file only; the request itself is JSON. */
  storedOnly?: true
}

type Description<I extends z.ZodObject, O extends z.ZodType> = {
  /** One line, imperative. */
  summary: string
  /** Effect, limits and later events; Markdown. */
  description: string
  rest?: RestLine
  /** Success status in REST; 201 where something is created. */
  status?: number
  /** Success status where the output has `created: false`, since what was to be created existed. */
  statusOfExisting?: number
  /** Least role of a member who may call it; absent: by the scope. */
  least?: Role
  /** Members confirm their password within the ten minutes before it. */
  confirmed?: true
  input: I
  output: O
  /** Error codes beside those of every operation. */
  errors: ErrorCode[]
  example: { input: z.input<I>; output: Unfilled<z.input<O>> }
  /** A rule over several fields of the body, as one sentence. */
  rule?: string
  /** The output is `pageOf(item)`: REST sends the bare array with a Link header. */
  list?: boolean
  /** REST accepts bytes too; the verb gets them as a file on disk. */
  upload?: UploadForm
  /** The output is `filePart`: REST sends all bytes as an attachment, reading one part after another by `offset`. */
  download?: boolean
  /**
   * The output is `streamed`: REST sends one chunk after another as this type, and passes `next` as `cursor` until it is null.
   * Each chunk is a call of its own, so a stream needs bounded memory and survives restarts of its service.
   */
  stream?: 'text/csv' | 'text/event-stream'
  /** Can wait under overload, so it is refused first. */
  bulk?: boolean
  /** Name of the input field with the seconds for which the answer may wait until there is data. */
  waits?: string
  /** May take seconds, as it waits for another system; it never shares an HTTP request with other calls. */
  slow?: boolean
  /** Another operation does the same and stays: answers name it, with the day since which this one is deprecated. */
  deprecated?: { since: string; use: RestLine }
  /** Called often and always fast: calls of the same moment share an HTTP request and a transaction. */
  together?: boolean
}

/** The contract of one operation. Its input is one flat object: path parameters, then fields of the query (GET) or body. */
export type Operation<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> = Description<I, O> & {
  /** Scope that a caller needs; null: any authenticated caller, or an endpoint with its own authentication (callbacks). */
  scope: Scope | null
  /** Undefined for operations of operators, who are never limited to numbers. */
  limitedBy: LimitedBy | undefined
}

/** An operation as the contract writes it: all but those of operators say what they are to callers limited to numbers. */
type Declaration<I extends z.ZodObject, O extends z.ZodType> = Description<I, O> &
  ({ scope: 'operator'; limitedBy?: never } | { scope: Exclude<Scope, 'operator'> | null; limitedBy: LimitedBy })

/** An operation that changes nothing. */
export type Query<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> = Operation<I, O> & {
  kind: 'query'
}
/** An operation with an effect; runs in one transaction, honors Idempotency-Key on POST. */
export type Mutation<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> = Operation<I, O> & {
  kind: 'mutation'
}

/** A service's operations: nouns, and under each its verbs. */
export type Contract = Record<string, Record<string, Query | Mutation>>

/** Declares an operation that changes nothing. */
export function query<I extends z.ZodObject, O extends z.ZodType>(operation: Declaration<I, O>): Query<I, O> {
  return { ...declared(operation), kind: 'query' }
}

/** Declares an operation with an effect. */
export function mutation<I extends z.ZodObject, O extends z.ZodType>(operation: Declaration<I, O>): Mutation<I, O> {
  return { ...declared(operation), kind: 'mutation' }
}

/** An input refuses unknown fields; an output has the fields and types of its schema, without the rules for what callers write. */
function declared<I extends z.ZodObject, O extends z.ZodType>(operation: Declaration<I, O>): Operation<I, O> {
  const { limitedBy, input, example } = operation
  const output = shown(operation.output)
  const filled = {
    ...example,
    output: (output.safeParse(example.output).data ?? example.output) as Unfilled<z.input<O>>,
  }
  return { ...operation, limitedBy, input: input.strict() as unknown as I, output, example: filled }
}

/** Parses a REST line into method, path and the names of its `{parameters}`. */
export function parseRest(line: RestLine): { method: Method; path: string; parameters: string[] } {
  const [method, path] = line.split(' ') as [Method, string]
  return { method, path, parameters: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string) }
}

/** The input of an operation before defaults are applied. */
export type InputOf<Op extends Operation> = z.input<Op['input']>
/** The output of an operation. */
export type OutputOf<Op extends Operation> = z.output<Op['output']>
