import { Ajv2020 } from 'ajv/dist/2020.js'
import * as formats from 'ajv-formats'

/** A response of the REST API. `body` is the parsed JSON; undefined if it isn't JSON. */
type RestAnswer = { status: number; headers: Headers; body: unknown }

/** Returns a response's differences from the document for a method and path, such as `/v1/messages`. An empty list means it matches. */
export type AnswerChecker = (method: string, path: string, answer: RestAnswer) => string[]

type Header = { required?: boolean }
type Response = { headers?: Record<string, Header | Reference>; content?: Record<string, { schema?: unknown }> }
type Reference = { $ref: string }
type Path = Record<string, { responses: Record<string, Response | Reference> } | undefined>

const errorPointer = '/components/schemas/Error'
/** A request that is too slow, or whose head is too long, is refused before its route is known. */
const beforeRouting = [408, 431]

/**
 * Creates a function that checks responses against an OpenAPI 3.1 document: status, required headers, and the type and schema of the body.
 * A `RunningSystem` checks each of its calls, so that every scenario also shows whether the document is true.
 */
export function answerChecker(document: unknown): AnswerChecker {
  const { paths } = document as { paths: Record<string, Path> }
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false, validateSchema: false })
  formats.default.default(ajv)
  ajv.addSchema({ ...(document as object), $id: 'openapi' })
  const patterns = Object.keys(paths).map((path) => ({ path, pattern: patternOf(path) }))
  // If several paths match, use the one with the fewest parameters.
  patterns.sort((a, b) => a.path.split('{').length - b.path.split('{').length)

  return (method, path, answer) => {
    const bare = path.split('?')[0] ?? path
    const template = patterns.find(({ pattern }) => pattern.test(bare))?.path ?? ''
    const responses = paths[template]?.[method.toLowerCase()]?.responses
    // The edge itself refuses unknown paths, and responds with the error body.
    if (responses === undefined || beforeRouting.includes(answer.status))
      return schemaFaults(ajv, errorPointer, answer.body)
    const key = [String(answer.status), 'default'].find((each) => each in responses)
    if (key === undefined || (key === 'default' && answer.status < 400))
      return [`status ${answer.status} is not documented`]
    const pointer = pointerTo(['paths', template, method.toLowerCase(), 'responses', key])
    const { at, value: response } = resolve<Response>(document, { at: pointer, value: responses[key] as Response })
    return [
      ...everywhereFaults(answer),
      ...headerFaults(document, response, answer.headers),
      ...bodyFaults(ajv, { at, response, answer }),
    ]
  }
}

/** A value of the document, or a reference to one. `at` is its JSON pointer. */
type Placed<T> = { at: string; value: T | Reference }

/** Follows a reference. Returns the value and where it is. */
function resolve<T extends object>(document: unknown, { at, value }: Placed<T>): { at: string; value: T } {
  if (!('$ref' in value)) return { at, value }
  const names = value.$ref.slice(2).split('/')
  const found = names.reduce((within, name) => (within as Record<string, unknown>)[name], document)
  return { at: pointerTo(names), value: found as T }
}

/** Returns the JSON pointer to a path of names, as a URI fragment. */
const pointerTo = (names: string[]): string => `/${names.map(escaped).join('/')}`

/** Returns a pattern for the paths of a template such as `/v1/messages/{id}`. A parameter matches one segment, and a slash may follow. */
function patternOf(path: string): RegExp {
  const literal = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`)
}

/** Headers that the document promises for every response, and for every response to a request with a valid key. */
const everywhere = ['X-Request-Id']
const withKey = ['RateLimit-Policy', 'RateLimit']

/** Returns the headers that this response lacks. A refusal may come before the key is checked, so it needs no rate-limit headers. */
function everywhereFaults({ status, headers }: RestAnswer): string[] {
  const promised = status < 400 ? [...everywhere, ...withKey] : everywhere
  return promised.filter((name) => !headers.has(name)).map((name) => `header ${name} is missing`)
}

/** Returns the headers that the document requires of this response and that were not received. */
function headerFaults(document: unknown, { headers = {} }: Response, received: Headers): string[] {
  const isRequired = (header: Header | Reference) => resolve<Header>(document, { at: '', value: header }).value.required
  return Object.entries(headers)
    .filter(([name, header]) => isRequired(header) === true && !received.has(name))
    .map(([name]) => `header ${name} is missing`)
}

/** Checks the content type, and JSON also against its schema. `at`: the JSON pointer to the response in the document. */
function bodyFaults(
  ajv: Ajv2020,
  { at, response, answer }: { at: string; response: Response; answer: RestAnswer },
): string[] {
  const documented = Object.keys(response.content ?? {})
  if (documented.length === 0) return []
  const type = answer.headers.get('content-type')?.split(';')[0]?.trim() ?? ''
  if (!documented.some((each) => each === type || each === '*/*')) return [`type ${type} is not documented`]
  if (type !== 'application/json') return []
  return schemaFaults(ajv, `${at}/content/${escaped(type)}/schema`, answer.body)
}

/** Escapes a name for a JSON pointer in a URI fragment. */
const escaped = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Checks a value against the schema at a JSON pointer of the document, compiled the first time it is needed. */
function schemaFaults(ajv: Ajv2020, pointer: string, value: unknown): string[] {
  const validate = ajv.getSchema(`openapi#${pointer}`)
  if (validate === undefined) throw new Error(`the document has nothing at ${pointer}`)
  if (validate(value) === true) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || '/'} ${message ?? 'is not valid'}`,
  )
}
