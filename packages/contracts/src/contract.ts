import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** What an API key may do: read answers, send messages, manage the workspace. `operator` is never on a key: only service credentials carry it. */
export type Scope = 'read' | 'send' | 'manage' | 'raw' | 'operator'

/** HTTP methods of the public API. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The public REST line, such as `GET /v1/messages/{id}`; absent: the operation is for services only. */
export type RestLine = `${Method} /v1/${string}`

/**
 * Bytes that a REST request may bring instead of JSON: multipart/form-data with one part `file`, or a raw body of any other type.
 * What either says of type and name goes into the fields `mime` and `filename`, where there are such.
 */
export type UploadForm<F extends z.ZodObject = z.ZodObject> = {
  /** The form fields that go with the bytes: a part of the operation's input. */
  fields: F
  bytesMax: number
  /** Path of the input's field that names a kept file, whose bytes are brought then, and the types it may have; absent: any. */
  fromFile?: { field: string; mimes?: readonly string[] }
  /** Bytes come from a kept file only: the request itself is JSON. */
  storedOnly?: true
}

/** Everything there is to know about one operation. Input is one flat object: path parameters, then query (GET) or body fields. */
export type Operation<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> = {
  /** One line, imperative. */
  summary: string
  /** What it does, its bounds, what happens later; Markdown. */
  description: string
  rest?: RestLine
  /** Success status of the REST line; 201 where something is created. */
  status?: number
  /** The scope a caller needs; null: any authenticated caller, or a door of its own (callbacks). */
  scope: Scope | null
  input: I
  output: O
  /** The codes it may refuse with, beside those every operation may answer. */
  errors: ErrorCode[]
  example: { input: z.input<I>; output: z.input<O> }
  /** Output is `pageOf(item)`: REST answers the bare array with a Link header. */
  list?: boolean
  /** REST takes bytes too; they reach the verb as a file on disk. */
  upload?: UploadForm
  /** Where this field of the output is true, the thing was there before: REST answers this status. */
  known?: { field: string; status: number }
  /** Output is `filePart`: REST answers all bytes as an attachment, asking for one part after another by `offset`. */
  download?: boolean
  /**
   * Output is `streamed`: REST answers one chunk after another as this type, handing `next` to the input's `cursor` until it is null.
   * Each chunk is a call of its own, so a stream is bounded in memory and outlives restarts of its service.
   */
  stream?: 'text/csv' | 'text/event-stream'
  /** Can wait when there is more to do than can be done: the first to be refused then. */
  bulk?: boolean
  /** Name of the input's field, in seconds, for which the answer may be held back until there is something to tell. */
  waits?: string
  /** May take seconds, as it waits for something outside: never shares an HTTP request with other calls. */
  slow?: boolean
  /** Asked for by many callers at once and always quick: calls of one moment share an HTTP request and a transaction. */
  together?: boolean
}

/** An operation that changes nothing. */
export type Query<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> = Operation<I, O> & {
  kind: 'query'
}
/** An operation with an effect; runs in one transaction, honours Idempotency-Key on POST. */
export type Mutation<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> = Operation<I, O> & {
  kind: 'mutation'
}

/** A service's operations: nouns, and under each its verbs. */
export type Contract = Record<string, Record<string, Query | Mutation>>

/** States an operation that changes nothing. Unknown fields are always refused. */
export function query<I extends z.ZodObject, O extends z.ZodType>(operation: Operation<I, O>): Query<I, O> {
  return { ...operation, input: operation.input.strict() as unknown as I, kind: 'query' }
}

/** States an operation with an effect. Unknown fields are always refused. */
export function mutation<I extends z.ZodObject, O extends z.ZodType>(operation: Operation<I, O>): Mutation<I, O> {
  return { ...operation, input: operation.input.strict() as unknown as I, kind: 'mutation' }
}

/** A REST line taken apart: method, path and the names of its `{parameters}`. */
export function parseRest(line: RestLine): { method: Method; path: string; parameters: string[] } {
  const [method, path] = line.split(' ') as [Method, string]
  return { method, path, parameters: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string) }
}

/** What a caller hands to the operation, before defaults are filled in. */
export type InputOf<Op extends Operation> = z.input<Op['input']>
/** What the operation answers. */
export type OutputOf<Op extends Operation> = z.output<Op['output']>
