import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Ajv2020, Ajv2020 as Validator } from 'ajv/dist/2020.js'
import * as formats from 'ajv-formats'
import { parse } from 'yaml'
import { inboundCorrections } from './overlay-inbound.ts'
import { outboundCorrections } from './overlay-outbound.ts'
import type { Schemas } from './schema.ts'

/** The provider's own document: next to the repository, or where the environment says. Not ours to copy. */
const documentPath =
  process.env.CLOUD_API_DOCUMENT ??
  fileURLToPath(new URL('../../../../../shared/reference/cloud-api/business-messaging-api_v23.0.yaml', import.meta.url))

/** Whether the document exists. Without it, only handwritten checks run. */
export const hasDocument = existsSync(documentPath)

export type Example = { name: string; value: Record<string, unknown> }

type Operation = {
  requestBody: { content: { 'application/json': { examples: Record<string, { value: Example['value'] }> } } }
}
type Paths = Record<string, Record<string, { requestBody?: { content?: Record<string, unknown> } } | undefined>>
type Document = { paths: Record<string, { post: Operation }>; components: { schemas: Schemas } }

const read = once((): Document => parse(readFileSync(documentPath, 'utf8')) as Document)

/** The 50 requests of the messages path. */
export const sendExamples = (): Example[] => examplesOf('/{Version}/{Phone-Number-ID}/messages')

/** The 16 callbacks. */
export const callbackExamples = (): Example[] => examplesOf('/whatsapp/webhooks')

/** Returns violations of the document's schema, corrected or as published, one per line; empty if valid. */
export function violations(schema: string, value: unknown, edition: 'corrected' | 'published' = 'corrected'): string[] {
  return faultsAt(edition, `/components/schemas/${schema}`, value)
}

/** Types of body that the document's path accepts for a method. `none`: no body. Undefined: no such path. */
export function requestTypes(path: string, method: string): string[] | 'none' | undefined {
  const operation = (read().paths as unknown as Paths)[path]?.[method.toLowerCase()]
  if (operation === undefined) return undefined
  const types = Object.keys(operation.requestBody?.content ?? {})
  return types.length === 0 ? 'none' : types
}

/** Returns a JSON body's violations of the document's path and method, with corrected schemas. */
export function requestViolations(path: string, method: string, body: unknown): string[] {
  const place = ['paths', path, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema']
  const pointer = place.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  return faultsAt('corrected', `/${pointer}`, body)
}

function faultsAt(edition: keyof typeof validators, pointer: string, value: unknown): string[] {
  const validate = validators[edition]().getSchema(`cloud-api#${pointer}`)
  if (validate === undefined) throw new Error(`the document has no ${pointer}`)
  if (validate(value) === true) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || '/'} ${message ?? 'is not valid'}`,
  )
}

const validators = {
  corrected: once(() => validator(corrected(read().components.schemas))),
  published: once(() => validator(read().components.schemas)),
}

function validator(schemas: Schemas): Ajv2020 {
  const ajv = new Validator({ strict: false, allErrors: true, logger: false })
  formats.default.default(ajv)
  return ajv.addSchema({ $id: 'cloud-api', components: { schemas }, paths: read().paths })
}

function examplesOf(path: string): Example[] {
  const examples = read().paths[path]?.post.requestBody.content['application/json'].examples ?? {}
  return Object.entries(examples).map(([name, { value }]) => ({ name, value }))
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/**
 * Corrects a copy of the document's schemas. As published, the document rejects all of its examples. Each correction is an item of
 * cloud-api.md 11.2, in order, and says what is wrong.
 */
function corrected(published: Schemas): Schemas {
  const schemas = structuredClone(published)
  for (const correct of [...outboundCorrections, ...inboundCorrections]) correct(schemas)
  return schemas
}
