import type { Posthorn } from '@posthorn/sdk'
import { type CallLimits, call, type File, type Outcome } from './call.ts'
import type { Action } from './description/index.ts'
import { groups } from './generated/catalog.ts'
import { FieldValueError, inputOf, isFile, type Values } from './input.ts'

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
function operationOf({ operation }: Values): Action {
  const found = callable.find(({ key }) => key === operation)
  if (found === undefined) throw new FieldValueError('Operation must be one of the list')
  return found
}

/**
 * An action to perform for a platform. `run` identifies one execution of one step, and a single item if the step runs for several items. It
 * stays the same if the platform repeats the step.
 */
export type Performance = { action: Action; values: Values; run?: string | undefined; limit?: number | undefined }

/**
 * Performs an action. If the platform identifies the run, a POST gets an Idempotency-Key derived from the run and the input, so that a
 * repeated execution sends nothing twice.
 */
export async function perform(client: Posthorn, performance: Performance): Promise<Outcome> {
  const { action, values, run, limit } = performance
  if (action.key === callOperation.key) return performAny(client, performance)
  const input = inputOf(action, values)
  const idempotencyKey = run === undefined ? undefined : await keyOf(run, { action: action.key, values })
  const limits: CallLimits = { limit, ...(idempotencyKey !== undefined && { idempotencyKey }) }
  if (action.uploads) return call(client, { action, input: withBytes(input) }, limits)
  return call(client, { action, input: await withStoredFiles(client, { action, input }, idempotencyKey) }, limits)
}

/** Performs the chosen operation. Returns its items as a single object, because a platform may accept only one. */
async function performAny(client: Posthorn, { action, values, ...rest }: Performance): Promise<Outcome> {
  const { input = {} } = inputOf(action, values)
  const outcome = await perform(client, { action: operationOf(values), values: input as Values, ...rest })
  return 'items' in outcome ? { items: [{ items: outcome.items }] } : outcome
}

/** Returns a 64-character Idempotency-Key. Within a run, the same input with the same file bytes gets the same key. */
async function keyOf(run: string, request: unknown): Promise<string> {
  const files: Uint8Array[] = []
  const text = JSON.stringify([run, request], (_, value: unknown) =>
    value instanceof Uint8Array ? files.push(value) : value,
  )
  const digests = await Promise.all(files.map(sha256))
  return sha256(new TextEncoder().encode([text, ...digests].join('\n')))
}

/** Returns a digest in hexadecimal. */
async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Replaces a file in the input with the form in which the client uploads it, and adds its name and type unless given. */
function withBytes(input: Record<string, unknown>): Record<string, unknown> {
  const { file } = input
  if (!isFile(file)) return input
  const { filename, type, bytes } = file
  return {
    ...input,
    filename: input['filename'] ?? filename,
    mime: input['mime'] ?? type,
    file: new Blob([bytes], { type }),
  }
}

/** Builds an upload's input. A file without a type gets the type detected from its bytes. */
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
    const options = idempotencyKey === undefined ? {} : { idempotencyKey: `${idempotencyKey}:file` }
    const filename = typeof holder?.['filename'] === 'string' ? holder['filename'] : file.filename
    const { id } = await client.files.create(uploadOf(file, filename), options)
    stored = { ...stored, [outer]: { ...holder, [inner]: id, filename } }
  }
  return stored
}
