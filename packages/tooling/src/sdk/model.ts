import type { DocumentOperation, OpenApiDocument, Schema } from './document.ts'

/** Returns a name with a capital for each word, such as `JoinRequests`. */
export function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('')
}

/** Returns a component's type name, such as `Message` for `#/components/schemas/Message`. */
export function typeOfReference(reference: string): string {
  return pascalCase(reference.split('/').at(-1) ?? '')
}

/** First line of generated sources. */
export const generatedNotice = 'Generated from the OpenAPI document; changes here are lost.'

/** Form of a response: a value, a paginated list, a list without pages, or a body forwarded as it arrives. */
type AnswerForm = 'value' | 'pages' | 'body'

/** An operation as clients offer it: one flat input, as in the contract, and one output. */
export type ClientOperation = {
  noun: string
  verb: string
  method: string
  path: string
  summary: string
  description: string
  input: Schema
  hasRequiredInput: boolean
  /** Schema of the value, or of a list's item. */
  output: Schema
  answer: AnswerForm
  /** Whether the operation accepts bytes in its field `file`. */
  uploads: boolean
}

/** Cursors within one response, which callers don't use. */
const isInternal = (description: string | undefined) => description?.startsWith('Internal position') ?? false

/** Returns the operations that a client has. In place of the event stream, clients follow the log from a position. */
export function clientOperations(document: OpenApiDocument): ClientOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => !('text/event-stream' in contentOf(operation)))
      .map(([method, operation]) => clientOperation({ path, method: method.toUpperCase(), operation })),
  )
}

/** Groups operations by noun, both sorted by name, so that a new operation changes few lines. */
export function byNoun(operations: readonly ClientOperation[]): [string, ClientOperation[]][] {
  const groups = Map.groupBy(operations, ({ noun }) => noun)
  return [...groups].toSorted(([a], [b]) => a.localeCompare(b))
}

/** Describes an operation of the document as clients offer it. */
function clientOperation({
  path,
  method,
  operation,
}: {
  path: string
  method: string
  operation: DocumentOperation
}): ClientOperation {
  const [noun = '', verb = ''] = operation.operationId.split('.')
  const input = inputOf(operation)
  const { answer, output } = answerOf(operation)
  return {
    noun,
    verb,
    method,
    path,
    summary: operation.summary ?? '',
    description: operation.description ?? '',
    input,
    hasRequiredInput: (input.required ?? []).length > 0,
    output,
    answer,
    uploads: 'multipart/form-data' in (operation.requestBody?.content ?? {}),
  }
}

/** Merges path parameters, query and body into one object. Names are unique, because the contract has one flat input. */
function inputOf({ parameters = [], requestBody }: DocumentOperation): Schema {
  const places = parameters.filter(({ in: place, description }) => place !== 'header' && !isInternal(description))
  const body = requestBody?.content['application/json']?.schema ?? {}
  const form = requestBody?.content['multipart/form-data']?.schema
  const file: Schema = { description: 'The bytes; or the id of a stored file, where the operation accepts one' }
  const properties = {
    ...Object.fromEntries(
      places.map(({ name, schema = {}, description }) => [
        name,
        { ...schema, ...(description ? { description } : {}) },
      ]),
    ),
    ...body.properties,
    ...(form === undefined ? {} : { file: { ...file, format: body.properties?.['file'] ? 'upload-or-id' : 'upload' } }),
  }
  const required = [...places.filter((each) => each.required).map(({ name }) => name), ...(body.required ?? [])]
  return { type: 'object', properties, required }
}

/** Returns the content types of the successful response. */
function contentOf({ responses }: DocumentOperation): Record<string, { schema?: Schema }> {
  const [success] = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return success?.[1].content ?? {}
}

/** Returns the form of a response. A list is paged if its operation has a cursor; a response without JSON is a body. */
function answerOf(operation: DocumentOperation): { answer: AnswerForm; output: Schema } {
  const json = contentOf(operation)['application/json']?.schema
  if (json === undefined) return { answer: 'body', output: {} }
  const isPaged = (operation.parameters ?? []).some(({ in: place, name }) => place === 'query' && name === 'cursor')
  return isPaged && json.items ? { answer: 'pages', output: json.items } : { answer: 'value', output: json }
}
