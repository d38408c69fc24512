import type { z } from 'zod'
import type { InputOf, Mutation, Operation, OutputOf, Query } from './contract.ts'
import type { Fault } from './fault.ts'
import type { filePart } from './messaging/file.ts'

/** A request to a face. */
export type FaceRequest = {
  method: string
  /** Path below the prefix, without the query. */
  path: string
  query: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** What is before `path` in the address of the caller: the prefix, or nothing on a host of the face. */
  base: string
  /** Address at which callers reach the installation, without a slash at its end. */
  publicUrl: string
  requestId: string
  /** True for a body of JSON, or none. */
  isJson: boolean
  /** Reads the body as JSON; undefined when it is empty. Refuses another type, and what is too large. */
  json(): Promise<unknown>
  /** Opens a body of bytes: a form with one file, or the file itself. */
  file(bytesMax: number): Promise<FaceFile>
}

/** A file as it arrives, with the texts of its form, which are known at its end. */
export type FaceFile = {
  bytes: AsyncIterable<Uint8Array>
  filename: string | undefined
  mime: string | undefined
  texts(): Promise<[name: string, text: string][]>
}

/** Bytes for an operation that takes them; its other fields are asked for at the end of the bytes. */
export type FaceUpload = { bytes: AsyncIterable<Uint8Array>; fields(): Promise<Record<string, unknown>> }

/** Asks an operation of the contract in the caller's name. */
export type Ask = <Op extends Query | Mutation>(operation: Op, input: InputOf<Op>) => Promise<OutputOf<Op>>

/** The caller of a request, with scopes, numbers and limits of the key. Refusals are thrown as `Fault`. */
export type FaceCaller = {
  /** Id of the key. */
  key: string
  ask: Ask
  /** Asks a service alone, without the facts of others that the public route adds. */
  plain: { ask: Ask }
  refuseWithout(scope: Operation['scope']): void
  /** Calls an operation that takes bytes. */
  upload(operation: Mutation, source: FaceUpload): Promise<unknown>
  /** Calls it with the bytes of a stored file. */
  uploadStored(operation: Mutation, stored: { file: string; input: object }): Promise<unknown>
  /** Lets a person join by an invitation, with a password. */
  join(joining: { token: string; name: string; password: string }): Promise<unknown>
  /** Refuses a password that others guess soon, from texts that they know of the person. */
  refuseWeak(password: string, texts: readonly string[]): void
  /** Runs work once the response was sent. */
  afterwards(work: () => void): void
}

/** What a face calls. */
export type FaceCall = {
  /** Finds the caller of a key, and counts the request. `template` is the path of the route, for traces. */
  admit(request: { key: string | undefined; template: string }): Promise<FaceCaller>
}

type FilePart = z.output<typeof filePart>

/** A response: JSON, or a file, part by part. */
export type FaceResponse =
  | { status: number; headers?: Record<string, string>; body: unknown }
  | { file: { first: FilePart; more(offset: number): Promise<FilePart> } }

/** Another API over the same operations: a function of a request and what it may call. A package exports one, and the gateway mounts it. */
export type Face = {
  /** Below this path it is served on every host. */
  prefix: `/${string}`
  respond(request: FaceRequest, call: FaceCall): Promise<FaceResponse>
  /** Returns the response of an error. */
  refuse(fault: Fault, request: FaceRequest): { status: number; headers: Record<string, string>; body: unknown }
}

/** An item of a list. */
export type ItemOf<Op extends Query> = OutputOf<Op> extends { items: (infer Item)[] } ? Item : never

/** Yields the items of a list, page by page, 200 at a time unless the input has a size. */
export async function* eachItem<Op extends Query>(
  { ask }: Pick<FaceCaller, 'ask'>,
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
