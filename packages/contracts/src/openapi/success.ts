import type { ContentObject, OperationObject, Reference, SchemaObject } from './document-types.ts'
import { type DocumentedRoute, nameIn } from './documented-route.ts'
import type { SharedParts } from './shared-parts.ts'

/** Returns the success responses. For a list, REST sends the items and a Link header. */
export function successResponses(route: DocumentedRoute, parts: SharedParts): OperationObject['responses'] {
  const { list, deprecated, statusOfExisting } = route.operation
  const headers: Record<string, Reference> = {
    ...(list && { Link: { $ref: '#/components/headers/Link' } }),
    ...(deprecated && {
      Deprecation: { $ref: '#/components/headers/Deprecation' },
      Link: { $ref: '#/components/headers/Successor' },
    }),
  }
  const content = successContent(route, parts)
  const stated = Object.keys(headers).length > 0 && { headers }
  const success = { description: meaningOf(route, parts), ...stated, content }
  return { [route.status]: success, ...(statusOfExisting !== undefined && { [statusOfExisting]: success }) }
}

function successContent(route: DocumentedRoute, parts: SharedParts): ContentObject {
  const { stream, download, example } = route.operation
  if (stream)
    return {
      [stream]: {
        schema: { type: 'string' },
        examples: { example: { value: (example.output as { chunk: string }).chunk } },
      },
    }
  if (download) return { '*/*': { schema: { type: 'string', format: 'binary' } } }
  const schema = answerSchema(route, parts)
  if ((schema.items ?? schema).$ref !== undefined) return { 'application/json': { schema } }
  return { 'application/json': { schema, examples: { example: { value: exampleAnswer(route.operation) } } } }
}

/** Returns a response's example; for a list, its items. */
export function exampleAnswer({ list, example }: DocumentedRoute['operation']): unknown {
  return list ? (example.output as { items: unknown }).items : example.output
}

/** Returns a response's schema: the items of a list, or a reference to a component. */
export function answerSchema(route: DocumentedRoute, { schemas }: Pick<SharedParts, 'schemas'>): SchemaObject {
  const schema = schemas.answers[route.id] ?? {}
  return route.operation.list ? (schema.properties?.['items'] ?? schema) : schema
}

function meaningOf(route: DocumentedRoute, parts: SharedParts): string {
  const { stream, download, list } = route.operation
  if (stream === 'text/csv') return 'The rows as CSV'
  if (stream) return 'The events, one after another'
  if (download) return 'The file'
  const { items, ...schema } = answerSchema(route, parts)
  if (items) return `A ${list ? 'page' : 'list'} of ${pluralOf(nounOf(items) ?? 'entry')}`
  return `The ${nounOf(schema) ?? 'result'}`
}

/** Returns the noun, in plain words, for the component that a schema refers to; undefined if the component belongs to a single operation. */
function nounOf({ $ref }: SchemaObject): string | undefined {
  const name = $ref === undefined ? 'Answer' : nameIn($ref)
  if (name.endsWith('Answer')) return undefined
  if (name === 'Removed') return 'deletion'
  return name
    .replace(/With[A-Z]\w+$/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\bapi\b/, 'API')
    .replace(/^channel$/, 'broadcast channel')
}

function pluralOf(noun: string): string {
  return noun.endsWith('y') && !/[aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`
}
