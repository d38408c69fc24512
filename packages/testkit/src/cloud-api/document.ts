import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Ajv2020, Ajv2020 as Validator } from 'ajv/dist/2020.js'
import * as formats from 'ajv-formats'
import { parse } from 'yaml'
import { corrected } from './overlay.ts'
import type { Schemas } from './schema.ts'

/** Where the provider's own document lies: beside the repository, or where the environment says. It is not ours to copy. */
const documentPath =
  process.env.CLOUD_API_DOCUMENT ??
  fileURLToPath(new URL('../../../../../shared/reference/cloud-api/business-messaging-api_v23.0.yaml', import.meta.url))

/** True when the document is there; checks against it are left out when it is not, those written by hand remain. */
export const hasDocument = existsSync(documentPath)

/** A named example of the document. */
export type Example = { name: string; value: Record<string, unknown> }

type Operation = {
  requestBody: { content: { 'application/json': { examples: Record<string, { value: Example['value'] }> } } }
}
type Document = { paths: Record<string, { post: Operation }>; components: { schemas: Schemas } }

const read = once((): Document => parse(readFileSync(documentPath, 'utf8')) as Document)

/** The 50 requests of the messages path. */
export const sendExamples = (): Example[] => examplesOf('/{Version}/{Phone-Number-ID}/messages')

/** The 16 callbacks. */
export const callbackExamples = (): Example[] => examplesOf('/whatsapp/webhooks')

/** What a value violates of a schema of the document, corrected or as published; one line each, empty when valid. */
export function violations(schema: string, value: unknown, edition: 'corrected' | 'published' = 'corrected'): string[] {
  const validate = validators[edition]().getSchema(`cloud-api#/components/schemas/${schema}`)
  if (validate === undefined) throw new Error(`the document has no ${schema}`)
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
  return ajv.addSchema({ $id: 'cloud-api', components: { schemas } })
}

function examplesOf(path: string): Example[] {
  const examples = read().paths[path]?.post.requestBody.content['application/json'].examples ?? {}
  return Object.entries(examples).map(([name, { value }]) => ({ name, value }))
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
