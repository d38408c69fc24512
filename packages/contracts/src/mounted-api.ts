import type { z } from 'zod'
import type { InputOf, Mutation, Operation, OutputOf, Query } from './contract.ts'
import type { Fault } from './fault.ts'
import type { filePart } from './messaging/file.ts'

export type MountedRequest = {
  method: string
  /** Path below the prefix, without the query. */
  path: string
  query: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The part of the request's path that precedes `path`: the prefix, or empty on the API's own host. */
  base: string
  /** Public URL of the installation, without a trailing slash. */
  publicUrl: string
  requestId: string
  /** Whether the body is JSON or empty. */
  isJson: boolean
  /** Reads the body as JSON. Undefined if it is empty. Throws for other types and for bodies that are too large. */
  json(): Promise<unknown>
  /** Opens a binary body: a form with one file, or the raw file. */
  file(bytesMax: number): Promise<MountedFile>
}

/** A file as it arrives. The text fields of its form are known only at the end. */
export type MountedFile = {
  bytes: AsyncIterable<Uint8Array>
  filename: string | undefined
  mime: string | undefined
  texts(): Promise<[name: string, text: string][]>
}

/** Bytes for an upload operation. Its other fields are requested after the last byte. */
export type MountedUpload = { bytes: AsyncIterable<Uint8Array>; fields(): Promise<Record<string, unknown>> }

/**
 * Calls an operation of the contract on behalf of the caller. `asked`: what the caller sent, if the input has values that differ when the
 * request is repeated, such as a time from now. A repetition with the same idempotency key is recognized by it.
 */
export type Ask = <Op extends Query | Mutation>(
  operation: Op,
  input: InputOf<Op>,
  asked?: unknown,
) => Promise<OutputOf<Op>>

/** The caller of a request, with the key's scopes, numbers and limits. Errors are thrown as `Fault`. */
export type MountedCaller = {
  key: string
  ask: Ask
  /** Calls a service directly, without the data that the public route adds from other services. */
  plain: { ask: Ask }
  refuseWithout(scope: Operation['scope']): void
  upload(operation: Mutation, source: MountedUpload): Promise<unknown>
  /** Calls an upload operation with the bytes of a stored file. */
  uploadStored(operation: Mutation, stored: { file: string; input: object }): Promise<unknown>
  /** Lets a person accept an invitation by setting a password. */
  join(joining: { token: string; name: string; password: string }): Promise<unknown>
  /** Throws if a password is easy to guess. `texts`: facts that others may know about the person. */
  refuseWeak(password: string, texts: readonly string[]): void
  /** Runs work after the response is sent. */
  afterwards(work: () => void): void
}

/** Calls that a mounted API can make. */
export type MountedCall = {
  /** Authenticates a key, and counts the request. `template`: the route's path, for traces. */
  admit(request: { key: string | undefined; template: string }): Promise<MountedCaller>
}

type FilePart = z.output<typeof filePart>

/** A response: JSON, or a file sent in chunks. */
export type MountedResponse =
  | { status: number; headers?: Record<string, string>; body: unknown }
  | { file: { read(offset: number): Promise<FilePart> } }

/**
 * An additional API for the same operations: a function that takes a request and the calls that the API can make. A package exports one
 * such API, and the gateway mounts it.
 */
export type MountedApi = {
  /** Path prefix where the API is served on every host. */
  prefix: `/${string}`
  respond(request: MountedRequest, call: MountedCall): Promise<MountedResponse>
  /** Returns the response for an error. */
  refuse(fault: Fault, request: MountedRequest): { status: number; headers: Record<string, string>; body: unknown }
}

export type ItemOf<Op extends Query> = OutputOf<Op> extends { items: (infer Item)[] } ? Item : never

/** Yields a list's items, fetching pages of 200 unless the input has a size. */
export async function* eachItem<Op extends Query>(
  { ask }: Pick<MountedCaller, 'ask'>,
  operation: Op,
  input: InputOf<Op>,
): AsyncGenerator<ItemOf<Op>, void> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const paged = { size: 200, ...(input as object), ...(cursor === undefined ? {} : { cursor }) }
    const page = (await ask(operation, paged as InputOf<Op>)) as { items: ItemOf<Op>[]; next: string | null }
    yield* page.items
    cursor = page.next
  }
}
