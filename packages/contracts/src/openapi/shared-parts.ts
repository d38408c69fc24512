import type { Collected } from './components.ts'
import type { OpenApiDocument, ParameterObject, Reference, ResponseObject } from './document-types.ts'
import { capitalized } from './documented-route.ts'
import type { SharedResponses } from './refusals.ts'

/** Parts of the document that operations share. */
export type SharedParts = {
  schemas: Collected
  responses: SharedResponses
  parameters: Record<string, ParameterObject>
}

/** Fewest operations with the same part for which the part is written once. */
const repeatsMin = 2

/** Moves parameters and answers that operations have in common to the shared parts. */
export function shareRepeated(paths: OpenApiDocument['paths'], parts: SharedParts): void {
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  const parameterNames = namesOf(
    operations.flatMap(({ parameters = [] }) => parameters.filter((each) => !isReference(each))),
    parameterName,
    parts.parameters,
  )
  const answerNames = namesOf(
    operations.flatMap(({ responses }) => Object.values(responses).filter((each) => !isReference(each))),
    answerName,
    parts.responses,
  )
  const referring = <T extends object>(part: T | Reference, names: Map<string, string>, kind: string) => {
    const name = names.get(JSON.stringify(part))
    return name === undefined ? part : { $ref: `#/components/${kind}/${name}` }
  }
  for (const operation of operations) {
    if (operation.parameters)
      operation.parameters = operation.parameters.map((each) => referring(each, parameterNames, 'parameters'))
    for (const [status, answer] of Object.entries(operation.responses))
      operation.responses[status] = referring(answer, answerNames, 'responses')
  }
}

/** Writes answers that a single operation refers to in the place of the reference. */
export function inlineSingles(paths: OpenApiDocument['paths'], responses: SharedResponses): void {
  const answers = Object.values(paths).flatMap((path) => Object.values(path).map((operation) => operation.responses))
  const places = answers.flatMap((own) => Object.entries(own).map(([status, part]) => ({ own, status, part })))
  const byReference = Map.groupBy(places, ({ part }) => (isReference(part) ? part.$ref : ''))
  for (const [name, response] of Object.entries(responses)) {
    const [place, ...others] = byReference.get(`#/components/responses/${name}`) ?? []
    if (place === undefined || others.length > 0) continue
    place.own[place.status] = response
    Reflect.deleteProperty(responses, name)
  }
}

function isReference(part: object): part is Reference {
  return '$ref' in part
}

/** Names the parts that repeat, adds them to the shared ones, and returns the names by the text of the part. */
function namesOf<T extends object>(
  all: (T | Reference)[],
  nameOf: (part: T) => string,
  shared: Record<string, T>,
): Map<string, string> {
  const repeated = [...Map.groupBy(all, (part) => JSON.stringify(part))].filter(([, some]) => some.length >= repeatsMin)
  return new Map(
    repeated.map(([text, [part]]) => {
      const name = freeName(nameOf(part as T), shared)
      shared[name] = part as T
      return [text, name]
    }),
  )
}

function freeName(name: string, taken: Record<string, unknown>): string {
  if (!(name in taken)) return name
  let index = 2
  while (`${name}${index}` in taken) index += 1
  return `${name}${index}`
}

function parameterName({ name, in: place, schema }: ParameterObject): string {
  const kind = schema.$ref?.slice(schema.$ref.lastIndexOf('/') + 1) ?? ''
  return place === 'path' && kind !== '' ? `${kind}InPath` : capitalized(name)
}

/** Names an answer by what it holds: `Message`, `MessagePage`, `MessageList`. */
function answerName({ content = {}, headers = {} }: ResponseObject): string {
  const { schema = {} } = Object.values(content)[0] ?? {}
  const name = (schema.items ?? schema).$ref?.split('/').at(-1) ?? 'Answer'
  return `${name}${schema.items ? ('Link' in headers ? 'Page' : 'List') : 'Answer'}`
}
